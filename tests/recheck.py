"""Go through a certificate with nothing but its level file: python3 tests/recheck.py LEVEL CERTIFICATE."""

import hashlib
import json
import math
import re
import sys
from itertools import chain, pairwise, product
from pathlib import Path

MOVES = {"right": (0, 1), "up": (-1, 0), "left": (0, -1), "down": (1, 0), "wait": (0, 0)}
UNSAID = {"actions": "[right, up, left, down]", "walls": "forbidden", "safety": "viable", "learning": "{}"}
VALUE = r"""("([^"\\\n]|\\.)*"|\[[^]['"{\n]*]|\{[^'"{\n]*}|[^\s'"|>[{&*!](?!.* #).*)"""  # all in one line
LINES = rf"((\w+: {VALUE}| *(#.*)?|(obstacles|legend):(\n( *#.*| +(- |\S+: )\{{.*}})?)*)(\n|\Z))*"


def flow(text):  # YAML on one line is JSON once its bare words have quotes; False stays, and is none
    word = r'"(?:[^"\\]|\\.)*"|(?<![\w.])(?!(?i:true|false|null)\b)[A-Za-z_]\w*'
    return json.loads(re.sub(word, lambda m: m[0] if m[0][0] == '"' else f'"{m[0]}"', text))


def reach(ways, sources):  # state -> fewest transitions from a source
    found = dict.fromkeys(sources, 0)
    for state in (queue := list(found)):  # which grows meanwhile
        queue += (new := {to: found[state] + 1 for to in ways[state] if to not in found})
        found |= new
    return found


sys.excepthook = lambda _, error, __: print(f"Refused, as not understood: {error!r}.", file=sys.stderr)
text, certificate = (Path(name).read_text(encoding="utf-8-sig") for name in sys.argv[1:])
rows = re.fullmatch(rf"{LINES}map: \|\n(?P<rows>(?P<by> +)\S+\n((?P=by)\S+\n)*){LINES}", text)["rows"].split()
keys = UNSAID | dict(re.findall(r"(?m)^(\w+): *(.*?) *$", text))
legend = flow("{" + ", ".join(re.findall(r"(?m)^ +([^\s-]\S*: \{.*\})$", text)) + "}")
solid = dict.fromkeys("#THBR~", True) | {char: tile.get("blocks", True) for char, tile in legend.items()}
claims, clocks, ways, tracks = json.loads(certificate), [], {}, []
things = flow("[" + ", ".join(re.findall(r"(?m)^ +- (\{.*\})$", text)) + "]")
for thing in things:  # the cells of its cycle in the order of driving
    if thing["kind"] == "lane":
        loop = range(thing.get("loop", len(rows[0] if "row" in thing else rows)))
        track = [(thing.get("row", place), thing.get("column", place)) for place in loop]
    else:
        way = thing["path"] + (thing["path"][:1] if thing["closed"] else thing["path"][-2::-1])
        legs = [(a, b, c - a, d - b, abs(c - a) + abs(d - b)) for (a, b), (c, d) in pairwise(way)]
        track = [(a + c * k // n, b + d * k // n) for a, b, c, d, n in legs for k in range(n)]
    tracks.append(track or [tuple(way[0])])
board = {(r, c): char for r, row in enumerate(rows) for c, char in enumerate(row)}
water = board.keys() & chain(*(at for thing, at in zip(things, tracks, strict=True) if thing.get("carries")))
assert not [at for at in chain(*tracks) if None in at or (at in water and board[at] != "~")]  # row: null
free = {cell: char for cell, char in board.items() if cell in water or not solid.get(char)}
seen = {*free, *product([None], free), *product(free, [None])}  # a: it is hit; (None, b): stood on
seen |= {(a, b) for a in free for r, c in MOVES.values() if (b := (a[0] + r, a[1] + c)) in free and a != b}
for thing, track in zip(things, tracks, strict=True):
    every, hop, length = thing.get("every", 1), thing.get("hop", 1), thing.get("length", 1)
    ahead, size = -1 if thing.get("direction") in ("left", "up") else 1, len(track)
    clock = [set() for _ in range(every * size)]  # (a, None): entered; (a, b): hit; (a, b, None): carried
    for tick, front in product(range(len(clock)), thing["at"]):
        moved = range(hop * (tick // every), hop * ((tick + 1) // every) + 1)  # by each sub-step
        bodies = [[track[(front + ahead * (n - k)) % size] for k in range(length)] for n in moved]
        goes = product([None, *(body[0] for body in bodies[1:])], [*bodies[0], None])
        clock[tick] |= seen.intersection(chain(*(bodies[1:] or bodies), goes))
        for part in zip(*bodies, strict=True) if thing.get("carries") else ():
            edge = (track[-1], track[0])[::ahead] if thing["kind"] == "lane" else None
            if water.issuperset(part) and edge not in pairwise(part):
                clock[tick].add((part[0], part[-1], None))
    # (a, b) tells nothing where nobody can be at a or go to b
    clock = [{e for e in now if None in e or not {(None, e[0]), e[1]} & now} for now in clock]
    n = next(n for n in range(1, len(clock) + 1) if clock == clock[n:] + clock[:n])
    late = range(thing.get("late", 0) + 1)  # it can do what its timetable has in any of these ticks before
    clocks.append([set().union(*(clock[(t - delay) % n] for delay in late)) for t in range(n)])
period, moves = math.lcm(*map(len, clocks)), [MOVES[name] for name in flow(keys["actions"])]
for t, (cell, char) in product(range(period), free.items()):  # state -> states that safe actions lead to
    now = [clock[t % len(clock)] for clock in clocks]
    if any((None, cell) in events for events in now) == (cell in water):
        to = [(cell[0] + row, cell[1] + col) for row, col in moves if char != "G"]
        to = [at if at in free else cell for at in to if at in free or flow(keys["walls"]) == "stay"]
        ends = [at for at in to if at not in water and not any({at, (cell, at)} & e for e in now)]
        ends += [e[1] for at in to if at in water for e in chain(*now) if e[0] == at and len(e) == 3]
        ways[cell, t] = [(at, (t + 1) % period) for at in ends]
viable, goals = set(ways), {state for state in ways if free[state[0]] == "G"}
while len(viable) != len(viable := {s for s in viable if s in goals or not viable.isdisjoint(ways[s])}):
    pass
starts, published = [(cell, 0) for cell in free if free[cell] == "S"], flow(keys["safety"]) == "one_step"
allowed, back = {s: [to for to in ways[s] if published or to in viable] for s in ways}, {s: [] for s in ways}
for state, to in ((s, to) for s in ways for to in allowed[s]):
    back[to].append(state)
home, every = reach(back, goals), [key for key, word in flow(keys["learning"]).items() if word == "all"]
begun = [s for s in home.keys() - goals if s[1] == 0 or "start_phases" in every]
begun = starts + [s for s in begun if free[s[0]] == "S" or "start_cells" in every]  # where an episode begins
true = {"format": "safe-crossing certificate 1", "level_sha256": hashlib.sha256(text.encode()).hexdigest()}
true |= {"name": flow(keys["name"]) if keys["name"][0] == '"' else keys["name"], "period": period}
true |= {"rows": len(rows), "columns": len(rows[0]), "cells": len(free), "states": len(ways)}
lost, reached = len(reach(ways, begun).keys() - viable), reach(allowed, begun)
true |= {"viable": len(viable), "doomed": len(ways) - len(viable), "doomed_reachable": lost}
true |= {"reachable": len(reached), "goal_reachable_from_all": reached.keys() <= home.keys()}
true |= {"shortest": min((home[s] for s in starts if s in home), default=None)}
true |= {"certified": set(starts) <= home.keys() and not (published and lost)}
true |= {"viable_states": ["".join("01"[(cell, t) in viable] for cell in free) for t in range(period)]}
wrong = [key for key in true | claims if key not in true or true[key] != claims.get(key, "not there")]
sys.exit(f"The certificate is wrong about {', '.join(wrong)}." if wrong else print("The certificate holds."))

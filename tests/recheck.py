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


def flow(text):  # YAML on one line is JSON once its bare words have quotes
    word = r'"(?:[^"\\]|\\.)*"|(?<![\w.])(?!true\b|false\b)[A-Za-z_]\w*'
    return json.loads(re.sub(word, lambda m: m[0] if m[0][0] == '"' else f'"{m[0]}"', text))


def reach(ways, sources):  # state -> fewest transitions from a source
    found = dict.fromkeys(sources, 0)
    for state in (queue := list(found)):  # which grows meanwhile
        queue += (new := {to: found[state] + 1 for to in ways[state] if to not in found})
        found |= new
    return found


sys.excepthook = lambda _, error, __: print(f"Refused, as not understood: {error!r}.", file=sys.stderr)
text, certificate = (Path(name).read_text(encoding="utf-8-sig") for name in sys.argv[1:])
before, drawing, after = re.split(r"^map: \|\n((?: +\S+\n)+)", text, flags=re.MULTILINE)
assert not re.sub(r"(?m)^(\w+:(?!.*[:[] ?\{).*| *#.*| +(- |\S+: )\{.*\})$|\s", "", before + after)
keys = UNSAID | dict(re.findall(r"(?m)^(\w+): *(.*)$", text))
legend = flow("{" + ", ".join(re.findall(r"(?m)^ +([^\s-]\S*: \{.*\})$", text)) + "}")
solid = dict.fromkeys("#THBR~", True) | {char: tile.get("blocks", True) for char, tile in legend.items()}
rows, claims, clocks, ways = drawing.split(), json.loads(certificate), [], {}
free = {(r, c): char for r, row in enumerate(rows) for c, char in enumerate(row) if not solid.get(char)}
seen = {*free, *product([None], free), *product(free, [None])}  # a: it is hit; (None, b): stood on
seen |= {(a, b) for a in free for r, c in MOVES.values() if (b := (a[0] + r, a[1] + c)) in free and a != b}
for thing in flow("[" + ", ".join(re.findall(r"(?m)^ +- (\{.*\})$", text)) + "]"):
    every, hop, length = thing.get("every", 1), thing.get("hop", 1), thing.get("length", 1)
    if thing["kind"] == "lane":
        loop = range(thing.get("loop", len(rows[0] if "row" in thing else rows)))
        track = [(thing.get("row", place), thing.get("column", place)) for place in loop]
    else:
        way = thing["path"] + (thing["path"][:1] if thing["closed"] else thing["path"][-2::-1])
        legs = [(a, b, c - a, d - b, abs(c - a) + abs(d - b)) for (a, b), (c, d) in pairwise(way)]
        track = [(a + c * k // n, b + d * k // n) for a, b, c, d, n in legs for k in range(n)]
    ahead, track = -1 if thing.get("direction") in ("left", "up") else 1, track or [tuple(way[0])]
    clock = [set() for _ in range(every * len(track))]  # (a, None): entered; (a, b): hit from a to b
    for tick, front in product(range(len(clock)), thing["at"]):
        moved = range(hop * (tick // every), hop * ((tick + 1) // every) + 1)  # by each sub-step
        bodies = [[track[(front + ahead * (n - k)) % len(track)] for k in range(length)] for n in moved]
        goes = product([None, *(body[0] for body in bodies[1:])], [*bodies[0], None])
        clock[tick] |= seen.intersection(chain(*(bodies[1:] or bodies), goes))
    # (a, b) tells nothing where nobody can be at a or go to b
    clock = [{e for e in now if None in e or not {(None, e[0]), e[1]} & now} for now in clock]
    clocks.append(clock[: next(n for n in range(1, len(clock) + 1) if clock == clock[n:] + clock[:n])])
period, moves = math.lcm(*map(len, clocks)), [MOVES[name] for name in flow(keys["actions"])]
for t, (cell, char) in product(range(period), free.items()):  # state -> states that safe actions lead to
    now = [clock[t % len(clock)] for clock in clocks]
    if not any((None, cell) in events for events in now):
        to = [(cell[0] + row, cell[1] + col) for row, col in moves if char != "G"]
        to = [at if at in free else cell for at in to if at in free or flow(keys["walls"]) == "stay"]
        ways[cell, t] = [(at, (t + 1) % period) for at in to if not any({at, (cell, at)} & e for e in now)]
viable, goals = set(ways), {state for state in ways if free[state[0]] == "G"}
while len(viable) != len(viable := {s for s in viable if s in goals or not viable.isdisjoint(ways[s])}):
    pass
starts, published = [(cell, 0) for cell in free if free[cell] == "S"], flow(keys["safety"]) == "one_step"
allowed, back = {s: [to for to in ways[s] if published or to in viable] for s in ways}, {s: [] for s in ways}
for state, to in ((s, to) for s in ways for to in allowed[s]):
    back[to].append(state)
home, every = reach(back, goals), re.findall('start_(phases|cells): *"?all', keys["learning"])
begun = [s for s in home.keys() - goals if s[1] == 0 or "phases" in every]
begun = starts + [s for s in begun if free[s[0]] == "S" or "cells" in every]  # where an episode can begin
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

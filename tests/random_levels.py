"""Small random levels: the same seed gives the same level, and everything format 1 can say turns up.

A document is drawn first (it may break any rule of traffic: the oracle says whether it does), then written as
YAML and read back through the reader, so that what is tested is what a user's file would give.
"""

import json
import random
from itertools import pairwise

from hypothesis import strategies as st

from levels.model.level import Level
from levels.random.generator import random_crossing
from levels.text.reader import parse_level
from tests.oracle import World

LONGEST_PERIOD = 60
ACTIONS = ["right", "up", "left", "down"]


def random_level(seed):
    """The first level of the seed's stream that traffic rules and a small joint period allow."""
    return parse_level(random_text(seed), f"random-{seed}.yaml")


def random_text(seed):
    """The text of its file."""
    rng = random.Random(seed)
    while True:
        document = random_document(rng)
        world = World(Level.model_validate(document))
        if world.period <= LONGEST_PERIOD and not world.fault():
            return to_text(document)


def levels():
    """Hypothesis strategy: random levels, shrinking towards seed 0."""
    return st.integers(0, 2**32 - 1).map(random_level)


def to_text(document):
    """The document as a level file: the map drawn, the rest in YAML's flow form, which JSON is."""
    lines = [f"format: {document['format']}", f"name: {document['name']}", "map: |"]
    lines += [f"  {row}" for row in document["map"].split("\n")]
    lines += [
        f"{key}: {json.dumps(document[key])}" for key in document if key not in ("format", "name", "map")
    ]
    return "\n".join(lines) + "\n"


def random_document(rng):
    """A plain document of format 1, sound as a file but perhaps not as traffic."""
    n_rows, n_cols = rng.randint(3, 9), rng.randint(3, 9)
    obstacles = [random_obstacle(rng, n_rows, n_cols) for _ in range(rng.choice([0, 1, 2, 2, 3, 4, 5]))]
    return {
        "format": 1,
        "name": f"random {n_rows} by {n_cols}",
        "map": random_map(rng, n_rows, n_cols, obstacles),
        "legend": {"x": {"look": "crate", "blocks": True}, "o": {"look": "flower", "blocks": False}},
        "actions": ACTIONS + rng.choice([[], ["wait"]]),
        "walls": rng.choice(["forbidden", "forbidden", "stay"]),
        "safety": rng.choice(["viable", "viable", "one_step"]),
        "obstacles": obstacles,
        "rewards": {"step": rng.choice([-1.0, -0.5, -2.0]), "goal": rng.choice([0.0, 0.0, 10.0])},
        "learning": {"start_phases": rng.choice(["zero", "zero", "all"])},
    }


def random_late_or_river(seed):
    """A plain document with late obstacles, or carriers on water of their own, or both; always `viable`.

    Even seeds change a drawn document, odd ones a crossing of the program's own. It may be refused.
    """
    rng = random.Random(f"late or river {seed}")
    document = random_crossing_document(rng) if seed % 2 else random_document(rng) | {"safety": "viable"}
    rows = [list(row) for row in document["map"].split("\n")]
    kind = rng.choice(["late", "late", "river", "both"])
    floats, drives = set(), set()
    obstacles = []
    for obstacle in document["obstacles"]:
        cells = cells_of(obstacle, len(rows), len(rows[0]))
        if not cells.isdisjoint(floats if rng.random() < 0.1 else floats | drives):
            continue  # they would meet most of the time, at some delay
        if kind != "late" and rng.random() < 0.6 and cells.isdisjoint(drives):
            obstacle |= {"look": "log", "carries": True}
            floats |= cells
            for row, col in cells:
                rows[row][col] = "~"
        else:
            drives |= cells
            if kind != "river":
                obstacle["late"] = rng.choice([0, 1, 1, 2, 3, 7])
        obstacles.append(obstacle)
    land = [(row, col) for row, line in enumerate(rows) for col, tile in enumerate(line) if tile not in "~SG"]
    for mark in "SG":  # one that was washed away
        if land and not any(mark in row for row in rows):
            row, col = land.pop(rng.randrange(len(land)))
            rows[row][col] = mark
    return document | {"obstacles": obstacles, "map": "\n".join(map("".join, rows))}


def random_crossing_document(rng):
    """A crossing as a plain document."""
    size = {"rows": rng.randint(7, 13), "columns": rng.randint(7, 11)}
    level = random_crossing(rng.randrange(10**6), wait=rng.random() < 0.7, **size)
    return {
        "format": 1,
        "name": level.name,
        "map": "\n".join(level.map),
        "legend": {character: tile.model_dump() for character, tile in level.legend.items()},
        "actions": [action.name.lower() for action in level.actions],
        "obstacles": [obstacle.model_dump(exclude_none=True) for obstacle in level.obstacles],
    }


def random_map(rng, n_rows, n_cols, obstacles):
    """A drawing with walls that mostly keep off the tracks, one to three starts and one or two goals."""
    tracks = set().union(*(cells_of(obstacle, n_rows, n_cols) for obstacle in obstacles))
    careless = rng.random() < 0.05  # now and then a wall stands in the way of traffic
    density = rng.choice([0.0, 0.1, 0.3, 0.45])
    drawing = [["."] * n_cols for _ in range(n_rows)]
    for row in range(n_rows):
        for col in range(n_cols):
            if (careless or (row, col) not in tracks) and rng.random() < density:
                drawing[row][col] = rng.choice("##THBRx~")
            else:
                drawing[row][col] = rng.choice("....=-,o")
    free = [(row, col) for row in range(n_rows) for col in range(n_cols)]
    marks = rng.choice(["S", "S", "S", "SS", "SSS"]) + rng.choice(["G", "G", "GG"])
    for mark, (row, col) in zip(marks, rng.sample(free, len(marks)), strict=True):
        drawing[row][col] = mark
    return "\n".join("".join(row) for row in drawing)


def random_obstacle(rng, n_rows, n_cols):
    """A lane or a patrol that fits the board."""
    clock = {"every": rng.randint(1, 4), "hop": rng.choice([1, 1, 2, 3])}
    if rng.random() < 0.1:
        clock["hop"] = rng.randint(10, 20)  # farther than any board is long
    if rng.random() < 0.35:
        path, closed = random_path(rng, n_rows, n_cols)
        cycle = cycle_length(path, closed)
        return {
            "kind": "patrol",
            "look": "robot",
            "path": path,
            "closed": closed,
            "at": rng.sample(range(cycle), min(cycle, rng.choice([1, 1, 2]))),
            **clock,
        }
    along_row = rng.random() < 0.6
    size = n_cols if along_row else n_rows
    loop = size + rng.choice([0, 0, 1, 2, 3, 6])
    length = min(loop, rng.choice([1, 1, 2, 3, 4, 5]))
    if rng.random() < 0.1:
        length, loop = size + 1, size + rng.randint(1, 3)  # longer than the board
    elif clock["hop"] > size:
        loop = 2 * clock["hop"]  # on a short one no vehicle would be away at every tick
    return {
        "kind": "lane",
        "look": "truck",
        **({"row": rng.randrange(n_rows)} if along_row else {"column": rng.randrange(n_cols)}),
        "direction": rng.choice(["left", "right"] if along_row else ["up", "down"]),
        "length": length,
        **({} if loop == size and rng.random() < 0.5 else {"loop": loop}),
        "at": random_fronts(rng, loop, length),
        **clock,
    }


def random_fronts(rng, loop, length):
    """Fronts of one to four vehicles of a lane, evenly spaced or not, hardly ever overlapping."""
    fronts = [rng.randrange(loop)]
    length -= rng.random() < 0.05
    for _ in range(rng.choice([0, 0, 1, 2, 3])):
        front = rng.randrange(loop)
        if all(length <= (front - other) % loop <= loop - length for other in fronts) and front not in fronts:
            fronts.append(front)
    return fronts


def random_path(rng, n_rows, n_cols):
    """Corners of a patrol, and whether it is closed: a ring, a bend there and back, a line, a point."""
    top, bottom = sorted(rng.sample(range(n_rows), 2))
    left, right = sorted(rng.sample(range(n_cols), 2))
    ring = [[top, left], [top, right], [bottom, right], [bottom, left]]
    if rng.random() < 0.5:
        ring.reverse()
    return rng.choice(
        [(ring, True), (ring[:3], False), (ring[:2], False), (ring[:2], True), (ring[:1], False)]
    )


def cycle_length(path, closed):
    """Ticks of a patrol's cycle when it moves one cell a tick."""
    corners = path + path[:1] if closed else path
    walked = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(corners))
    return max(1, walked if closed else 2 * walked)


def cells_of(obstacle, n_rows, n_cols):
    """Board cells near the track: the whole line of a lane, the rectangle's edges of a patrol."""
    if obstacle["kind"] == "lane":
        row, col = obstacle.get("row"), obstacle.get("column")
        return {(row, c) for c in range(n_cols)} if col is None else {(r, col) for r in range(n_rows)}
    rows = [corner[0] for corner in obstacle["path"]]
    cols = [corner[1] for corner in obstacle["path"]]
    return {
        (r, c)
        for r in range(min(rows), max(rows) + 1)
        for c in range(min(cols), max(cols) + 1)
        if r in rows or c in cols
    }

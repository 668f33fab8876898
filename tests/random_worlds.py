"""Small random levels with late traffic, and with rivers: the same seed gives the same level."""

import random

from levels.model.level import Level
from levels.text.reader import parse_level
from tests.oracle import World
from tests.random_levels import LONGEST_PERIOD, random_document, random_fronts, to_text


def late_level(seed):
    """A random level in which obstacles can be late."""
    return _first(random.Random(f"late {seed}"), late_document)


def river_level(seed):
    """A random level with rows of water on which logs and rafts drive."""
    return _first(random.Random(f"river {seed}"), river_document)


def _first(rng, draw):
    while True:
        document = draw(rng)
        world = World(Level.model_validate(document))
        if world.period <= LONGEST_PERIOD and not world.fault():
            return parse_level(to_text(document), "drawn.yaml")


def late_document(rng):
    """A random document whose obstacles are up to four ticks late, at least one of them."""
    while True:
        document = random_document(rng)
        for obstacle in document["obstacles"]:
            obstacle["late"] = rng.choice([0, 1, 1, 2, 4])
        if any(obstacle["late"] for obstacle in document["obstacles"]):
            return document


def river_document(rng):
    """Banks with rows of water between them, a road perhaps, and one carrier or two on each river."""
    n_cols = rng.randint(3, 7)
    grounds = "." + "".join(rng.choice(["~", "~~", "~.", "=", "~="]) for _ in range(rng.randint(1, 3))) + "."
    rows = [ground * n_cols for ground in grounds]
    start, goal = rng.randrange(n_cols), rng.randrange(n_cols)
    rows[0] = "." * goal + "G" + "." * (n_cols - goal - 1)
    rows[-1] = "." * start + "S" + "." * (n_cols - start - 1)
    obstacles = []
    for row, ground in enumerate(grounds):
        if ground in "~=":
            clock = {"every": rng.randint(1, 3), "hop": rng.choice([1, 1, 2, 5])}
            extra = {"carries": True, "look": "log"} if ground == "~" else {"look": "car"}
            if ground == "~" and rng.random() < 0.3:
                left, right = sorted(rng.sample(range(n_cols), 2))
                path = {"path": [[row, left], [row, right]], "closed": False}
                obstacles.append(
                    {"kind": "patrol", "at": [rng.randrange(2 * (right - left))], **path, **clock, **extra}
                )
                continue
            loop, length = n_cols + rng.choice([0, 1, 3]), rng.randint(1, 3)
            lane = {"row": row, "direction": rng.choice(["left", "right"]), "length": length, "loop": loop}
            late = {"late": rng.choice([0, 0, 2])} if ground == "=" else {}
            fronts = random_fronts(rng, loop, length)
            obstacles.append({"kind": "lane", "at": fronts, **lane, **clock, **extra, **late})
    return {
        "format": 1,
        "name": "river",
        "map": "\n".join(rows),
        "actions": ["right", "up", "left", "down", "wait"],
        "walls": rng.choice(["forbidden", "stay"]),
        "safety": rng.choice(["viable", "viable", "one_step"]),
        "obstacles": obstacles,
    }

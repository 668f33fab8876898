"""The part of a level that never changes: cells, actions, and what is on each cell."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

Cell = tuple[int, int]
"""(row, column); row 0 is the top row."""


def in_words(cell: Cell) -> str:
    """A cell as sentences name it: "row 8, column 3"."""
    return f"row {cell[0]}, column {cell[1]}"


def with_article(look: str) -> str:
    """The name of a look in a sentence: "a tree", "an ice cream van", "water"."""
    name = look.replace("_", " ")
    if name in MASS_NOUNS:
        return name
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


class Action(IntEnum):
    """What the agent can do in one tick, numbered in the paper's order; wait is this program's addition."""

    RIGHT = 0
    UP = 1
    LEFT = 2
    DOWN = 3
    WAIT = 4


MOVES: dict[Action, Cell] = {
    Action.RIGHT: (0, 1),
    Action.UP: (-1, 0),
    Action.LEFT: (0, -1),
    Action.DOWN: (1, 0),
    Action.WAIT: (0, 0),
}
"""Change of (row, column) that each action makes."""

GROUNDS = {".": "grass", "=": "road", "-": "rail", ",": "pavement", "~": "water"}
"""Map characters that are terrain."""

OBJECTS = {"#": "wall", "T": "tree", "H": "house", "B": "building", "R": "rock"}
"""Map characters that are objects; every one of them blocks."""

MASS_NOUNS = frozenset({"fire", "grass", "ice", "lava", "mud", "sand", "snow", "water"})
"""Looks that take no article."""

START, GOAL = "S", "G"
WATER = "~"
KNOWN_CHARACTERS = frozenset(GROUNDS) | frozenset(OBJECTS) | {START, GOAL}


@dataclass(frozen=True, eq=False)
class Board:
    """The fixed parts of a level, one entry per cell.

    Attributes:
        n_rows, n_cols: size in cells.
        blocked: (n_rows, n_cols) bool, True where the agent can never be.
        looks: name of the object drawn on each cell, "" for none.
        ground: name of the terrain below each cell.
        starts, goals: their cells in reading order.
    """

    n_rows: int
    n_cols: int
    blocked: NDArray[np.bool_]
    looks: tuple[tuple[str, ...], ...]
    ground: tuple[tuple[str, ...], ...]
    starts: tuple[Cell, ...]
    goals: tuple[Cell, ...]

    def inside(self, cell: Cell) -> bool:
        """Whether the cell lies on the board."""
        return 0 <= cell[0] < self.n_rows and 0 <= cell[1] < self.n_cols

    def passable(self, cell: Cell) -> bool:
        """Whether the agent could stand on the cell if no vehicle were there."""
        return self.inside(cell) and not self.blocked[cell]

    def afloat(self, cell: Cell) -> bool:
        """Whether the cell is water that a carrier comes to: without one there the agent drowns."""
        return self.passable(cell) and self.ground[cell[0]][cell[1]] == "water"


def blocking_characters(legend: Mapping[str, bool]) -> frozenset[str]:
    """The map characters whose cells block: objects, water, and what the legend (character → blocks) says."""
    blocks = dict.fromkeys([*OBJECTS, "~"], True) | dict(legend)
    return frozenset(char for char, blocking in blocks.items() if blocking)


def build_board(
    rows: tuple[str, ...], legend: dict[str, tuple[str, bool]], carried: Collection[Cell] = ()
) -> Board:
    """Read a rectangular drawing of known characters.

    Args:
        rows: the map, one string per row, all of one length.
        legend: character → (look, blocks) for the level's own characters; they override the known ones.
        carried: cells of water that a carrier comes to, where the agent can be.
    """
    look_of = dict.fromkeys(KNOWN_CHARACTERS, "") | OBJECTS
    look_of |= {char: look for char, (look, _) in legend.items()}
    blocking = blocking_characters({char: blocks for char, (_, blocks) in legend.items()})
    terrain_of = {char: name for char, name in GROUNDS.items() if char not in legend}
    blocked = np.array([[char in blocking for char in line] for line in rows], dtype=np.bool_)
    for cell in carried:
        blocked[cell] = False
    blocked.flags.writeable = False
    looks = tuple(tuple([look_of[char] for char in line]) for line in rows)
    ground = []
    for line in rows:
        base = _terrain_of_row(line, terrain_of)
        ground.append(tuple([terrain_of.get(char, base) for char in line]))
    starts, goals = (
        tuple(
            (row, col)
            for row, line in enumerate(rows)
            if mark in line
            for col, char in enumerate(line)
            if char == mark
        )
        for mark in (START, GOAL)
    )
    return Board(len(rows), len(rows[0]), blocked, looks, tuple(ground), starts, goals)


def _terrain_of_row(line: str, terrain_of: dict[str, str]) -> str:
    """The terrain under S, G and the objects of a row: the one drawn most often in it."""
    counts = {name: line.count(char) for char, name in terrain_of.items()}
    counts["water"] = 0  # nothing stands on water just because its row has some
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else "grass"

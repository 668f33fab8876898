"""The part of a level that never changes: cells, actions, and what stands on each cell."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

Cell = tuple[int, int]
"""(row, column); row 0 is the top row."""


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

START, GOAL = "S", "G"
KNOWN_CHARACTERS = frozenset(GROUNDS) | frozenset(OBJECTS) | {START, GOAL}


@dataclass(frozen=True, eq=False)
class Board:
    """The fixed parts of a level, one entry a cell.

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


def build_board(rows: tuple[str, ...], legend: dict[str, tuple[str, bool]]) -> Board:
    """Read a rectangular drawing of known characters.

    Args:
        rows: the map, one string a row, all of one length.
        legend: character → (look, blocks) for the level's own characters; they stand before the known ones.
    """
    blocked = np.zeros((len(rows), len(rows[0])), dtype=np.bool_)
    looks: list[tuple[str, ...]] = []
    ground: list[tuple[str, ...]] = []
    starts: list[Cell] = []
    goals: list[Cell] = []
    for row, line in enumerate(rows):
        base = _terrain_of_row(line, legend)
        row_looks: list[str] = []
        row_ground: list[str] = []
        for col, char in enumerate(line):
            look, blocks, terrain = "", False, base
            if char in legend:
                look, blocks = legend[char]
            elif char in OBJECTS:
                look, blocks = OBJECTS[char], True
            elif char in GROUNDS:
                terrain = GROUNDS[char]
                blocks = terrain == "water"
            elif char == START:
                starts.append((row, col))
            elif char == GOAL:
                goals.append((row, col))
            blocked[row, col] = blocks
            row_looks.append(look)
            row_ground.append(terrain)
        looks.append(tuple(row_looks))
        ground.append(tuple(row_ground))
    blocked.flags.writeable = False
    return Board(len(rows), len(rows[0]), blocked, tuple(looks), tuple(ground), tuple(starts), tuple(goals))


def _terrain_of_row(line: str, legend: dict[str, tuple[str, bool]]) -> str:
    """The terrain that lies under S, G and the objects of a row: the one drawn most often in it."""
    counts = dict.fromkeys(GROUNDS.values(), 0)
    for char in line:
        if char in GROUNDS and char not in legend:
            counts[GROUNDS[char]] += 1
    counts["water"] = 0  # nothing stands on water just because its row has some
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else "grass"

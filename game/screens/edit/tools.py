"""The editor's tools: one table of tools, and what each does to a level's text. No pygame."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from game.ui.controls import Command
from levels.model.board import GROUNDS, Cell
from levels.model.level import Level
from levels.model.obstacles import Lane, Obstacle
from levels.text.editing import painted, rows_of, with_obstacle


@dataclass(frozen=True)
class Tool:
    """One tool: its name, the character it paints or "" if it does something else, and what chooses it."""

    name: str
    char: str
    command: Command


TOOLS: tuple[Tool, ...] = (
    Tool("Grass", ".", Command.GRASS),
    Tool("Road", "=", Command.ROAD),
    Tool("Pavement", ",", Command.PAVEMENT),
    Tool("Rail", "-", Command.RAIL),
    Tool("Water", "~", Command.WATER),
    Tool("Wall", "#", Command.WALL),
    Tool("Tree", "T", Command.TREE),
    Tool("House", "H", Command.HOUSE),
    Tool("Building", "B", Command.BUILDING),
    Tool("Rock", "R", Command.ROCK),
    Tool("Start", "S", Command.START),
    Tool("Goal", "G", Command.GOAL),
    Tool("Lane", "", Command.LANE),
    Tool("Patrol", "", Command.PATROL),
    Tool("Select", "", Command.CHOOSE),
)
BY_COMMAND = {tool.command: tool for tool in TOOLS}
MARKS = frozenset("SG")
LOOKS = {"rail": "train"}
"""The vehicle for each terrain; cars on any other."""


def line(a: Cell, b: Cell) -> list[Cell]:
    """The cells from one to another, along rows and columns only, both ends included."""
    cells, (row, col) = [a], a
    while (row, col) != b:
        if abs(b[1] - col) >= abs(b[0] - row):
            col += 1 if b[1] > col else -1
        else:
            row += 1 if b[0] > row else -1
        cells.append((row, col))
    return cells


def within(text: str, cells: list[Cell]) -> list[Cell]:
    """The cells that lie on the map of a text.

    Raises:
        EditError: it has none.
    """
    rows = rows_of(text)
    return [(row, col) for row, col in cells if row < len(rows) and col < len(rows[row])]


def stroked(text: str, tool: Tool, cells: list[Cell]) -> str:
    """The text after a stroke that is still going on, over these cells; only terrain is painted at once.

    Raises:
        EditError: it has no map.
    """
    return painted(text, dict.fromkeys(cells, tool.char)) if tool.char and tool.char not in MARKS else text


def ended(text: str, tool: Tool, cells: list[Cell], level: Level) -> str:
    """The text after a whole stroke with a start, a goal, a lane or a patrol.

    Raises:
        EditError: it can't be changed so.
    """
    if tool.char in MARKS:
        return _marked(text, tool.char, cells[0], cells[-1])
    if tool.command is Command.LANE:
        return with_obstacle(text, lane(level, cells[0], cells[-1]))
    if tool.command is Command.PATROL:
        return with_obstacle(text, patrol(cells))
    return text


def _marked(text: str, mark: str, first: Cell, last: Cell) -> str:
    """A start or goal is put there, moved by dragging it, or taken away by a click unless it is the last."""
    rows = rows_of(text)
    if rows[first[0]][first[1]] != mark:
        return painted(text, {last: mark})
    if first != last:
        return painted(text, {first: _beneath(rows[first[0]]), last: mark})
    if sum(row.count(mark) for row in rows) > 1:
        return painted(text, {first: _beneath(rows[first[0]])})
    return text


def _beneath(row: str) -> str:
    """A row's most frequent terrain, or grass."""
    found = Counter(char for char in row if char in GROUNDS).most_common(1)
    return found[0][0] if found else "."


def lane(level: Level, first: Cell, last: Cell) -> dict[str, Any]:
    """The keys of a lane along the longer side of a stroke, its first vehicle where the stroke began."""
    d_row, d_col = last[0] - first[0], last[1] - first[1]
    look = LOOKS.get(level.board.ground[first[0]][first[1]], "car")
    if abs(d_row) > abs(d_col):
        way: dict[str, Any] = {"column": first[1], "direction": "down" if d_row > 0 else "up"}
        place = first[0]
    else:
        way = {"row": first[0], "direction": "left" if d_col < 0 else "right"}
        place = first[1]
    return {"kind": "lane", "look": look, **way, "at": [place]}


def patrol(cells: list[Cell]) -> dict[str, Any]:
    """The keys of a patrol along a stroke: round and round if it ends where it began, else there and back."""
    way = [cells[0]]
    for here, there in pairwise(cells):
        way += line(here, there)[1:]
    closed = len(way) > 4 and way[0] == way[-1]
    corners = [way[0]]
    corners += [
        here
        for before, here, after in zip(way, way[1:], way[2:], strict=False)
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1])
    ]
    if not closed and len(way) > 1:
        corners.append(way[-1])
    path = [list(corner) for corner in corners]
    return {"kind": "patrol", "look": "robot", "path": path, "closed": closed, "at": [0]}


def obstacle_at(
    obstacles: Sequence[Obstacle | None], size: tuple[int, int], cell: Cell, before: int | None
) -> int | None:
    """The obstacle whose path crosses a cell of a board of this size; of several the one after `before`."""
    found = [
        index
        for index, obstacle in enumerate(obstacles)
        if obstacle is not None and cell in obstacle.track(*size)
    ]
    if not found:
        return None
    return next((index for index in found if before is not None and index > before), found[0])


@dataclass(frozen=True)
class Spacing:
    """The vehicles of a lane, evenly spaced: how many, the gap behind each [cells], the first's place."""

    vehicles: int
    gap: int
    first: int


def spacing_of(obstacle: Lane, n_rows: int, n_cols: int) -> Spacing:
    """How a lane's vehicles are spaced; the gap is the least that any of them has behind it."""
    loop = obstacle.cycle(n_rows, n_cols)
    places = sorted(obstacle.at)
    between = [(there - here) % loop or loop for here, there in pairwise([*places, places[0]])]
    return Spacing(len(places), max(min(between) - obstacle.length, 0), obstacle.at[0])


def spaced(obstacle: Lane, spacing: Spacing, length: int, n_rows: int, n_cols: int) -> dict[str, Any]:
    """The keys of a lane with its vehicles spaced so; its loop gets as long as they need."""
    board = n_cols if obstacle.column is None else n_rows
    pitch = length + spacing.gap
    loop = max(board, spacing.vehicles * pitch)
    at = sorted((spacing.first + place * pitch) % loop for place in range(spacing.vehicles))
    return {"length": length, "loop": loop, "at": at}

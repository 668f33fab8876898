"""The editor's tools: one table of tools, and what each does to a level's text."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from game.board.kinds import KINDS
from game.ui.controls import Control, control_of
from levels.model.board import GROUNDS, Cell
from levels.model.level import Level
from levels.model.obstacle import Obstacle
from levels.text.editing import painted, rows_of, with_map, with_obstacle


@dataclass(frozen=True)
class Tool:
    """One tool.

    Attributes:
        name: what its button says, and what its control calls it by.
        char: the character it paints, "" if it does something else.
        kind: the kind of obstacle it lays, "" if it lays none.
        icon: of a tool that lays nothing; others have a picture.
        group: the heading that it stands under, "" for those at the top.
    """

    name: str
    char: str = ""
    kind: str = ""
    icon: str = ""
    group: str = ""

    @property
    def control(self) -> Control | None:
        """What chooses it by a key; None for a tool without one."""
        return control_of("choose_tool", self.name)


TOOLS: tuple[Tool, ...] = (
    Tool("Select", icon="mouse-pointer-2"),
    Tool("Erase", icon="eraser"),
    Tool("Grass", ".", group="Ground"),
    Tool("Road", "=", group="Ground"),
    Tool("Pavement", ",", group="Ground"),
    Tool("Rail", "-", group="Ground"),
    Tool("Water", "~", group="Ground"),
    Tool("Wall", "#", group="Ground"),
    Tool("Tree", "T", group="Things"),
    Tool("House", "H", group="Things"),
    Tool("Building", "B", group="Things"),
    Tool("Rock", "R", group="Things"),
    Tool("Start", "S", group="The hen"),
    Tool("Goal", "G", group="The hen"),
    *(Tool(kind.name, kind=name, group="Traffic") for name, kind in KINDS.items()),
)
BY_NAME = {tool.name: tool for tool in TOOLS}
SELECT, ERASE = BY_NAME["Select"], BY_NAME["Erase"]
MARKS = frozenset("SG")


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
    if tool is ERASE:
        return _erased(text, cells)
    return painted(text, dict.fromkeys(cells, tool.char)) if tool.char and tool.char not in MARKS else text


def _erased(text: str, cells: list[Cell]) -> str:
    """The text with plain ground in these cells; the last start and the last goal stay."""
    rows = rows_of(text)
    for row, col in within(text, cells):
        char = rows[row][col]
        last = char in MARKS and sum(line.count(char) for line in rows) == 1
        if (char not in GROUNDS and not last) or char == "~":
            rows[row] = rows[row][:col] + _beneath(rows[row]) + rows[row][col + 1 :]
    return with_map(text, rows)


def ended(text: str, tool: Tool, cells: list[Cell], level: Level) -> str:
    """The text after a whole stroke with a start, a goal or an obstacle.

    Raises:
        EditError: it can't be changed so.
    """
    if tool.char in MARKS:
        return _marked(text, tool.char, cells[0], cells[-1])
    return with_obstacle(text, KINDS[tool.kind].lay(level, cells)) if tool.kind else text


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
    """A row's most frequent dry terrain, or grass."""
    found = Counter(char for char in row if char in GROUNDS and char != "~").most_common(1)
    return found[0][0] if found else "."


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

"""Lane: vehicles that drive along a row or a column."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from levels.files.problems import Fault
from levels.model.obstacle import Index, Length, Line, Obstacle, Track, board_size

ACROSS, ALONG = ("left", "right"), ("up", "down")


class Lane(Obstacle):
    """Vehicles of one length driving along a row or a column on a loop that may be longer than the board.

    `at` gives the front cell of each vehicle at tick 0 as an index on the loop, counted in the direction of
    growing rows or columns; cells beyond the board's edge exist only for the vehicles.
    """

    kind: Literal["lane"]
    row: Index | None = Field(default=None, description="The row it drives along, from 0 at the top.")
    column: Index | None = Field(default=None, description="The column it drives along, from 0 at the left.")
    direction: Literal["left", "right", "up", "down"] = Field(
        description="Where it drives: left or right along a row, up or down along a column."
    )
    length: Length = Field(default=1, description="Cells that each vehicle is long.")
    loop: Length | None = Field(
        default=None,
        description="Cells of the cycle, at least the board's own; vehicles are out of sight in the rest.",
    )

    @property
    def size(self) -> int:
        """Cells that each of its vehicles covers."""
        return self.length

    @property
    def returns(self) -> bool:
        """False: it leaves the board on one side and comes in on the other."""
        return False

    @property
    def line(self) -> Line:
        """Its row or column, and the direction."""
        return Line(self.row, self.column, self.direction)

    @property
    def way(self) -> str:
        """The key that lays its way."""
        return "column" if self.row is None else "row"

    def where(self) -> str:
        """Its row or column."""
        return f"column {self.column}" if self.row is None else f"row {self.row}"

    def label(self) -> str:
        """Its look and its row or column."""
        return f"{self.look} in {self.where()}"

    def faults(self, n_rows: int, n_cols: int) -> Iterator[Fault]:
        """Not one of row and column, another direction, off the board, or a loop too short for it."""
        if (self.row is None) == (self.column is None):
            if self.row is None:
                yield Fault((), "a lane needs a row or a column", "for example “row: 3”")
            else:
                yield Fault(("column",), "a lane has a row or a column, not both", "delete one of the two")
            return
        on_row = self.row is not None
        fitting = ACROSS if on_row else ALONG
        if self.direction not in fitting:
            said = f"a lane on a {self.way} can't drive {self.direction}"
            yield Fault(("direction",), said, f"write {fitting[0]} or {fitting[1]}")
        if (self.row or self.column or 0) >= (n_rows if on_row else n_cols):
            hint = f"{board_size(n_rows, n_cols)}, counted from 0"
            yield Fault((self.way,), f"{self.where()} is off the board", hint)
        board, high = self.line.cells(n_rows, n_cols), "wide" if on_row else "high"
        loop = self.cycle(n_rows, n_cols)
        if loop < board:
            said = f"a loop of {loop} cells is shorter than the board, which is {board} cells {high}"
            yield Fault(("loop",), said, f"write at least {board}, or leave loop out")
        if self.length > loop:
            said = f"a vehicle of {self.length} cells is longer than its loop of {loop}"
            yield Fault(("length",), said, "lengthen the loop or shorten the vehicle")

    def cycle(self, n_rows: int, n_cols: int) -> int:
        """Cells of the loop; by default the board's width (row lanes) or height (column lanes)."""
        return self.loop or self.line.cells(n_rows, n_cols)

    def track(self, n_rows: int, n_cols: int) -> Track:
        """Cells of the loop in driving order; None outside the board."""
        line, loop = self.line, self.cycle(n_rows, n_cols)
        board = line.cells(n_rows, n_cols)
        cells = [line.cell(place) if place < board else None for place in range(loop)]
        return tuple(reversed(cells)) if line.backwards else tuple(cells)

    def fronts(self, n_rows: int, n_cols: int) -> tuple[int, ...]:
        """Index on the track of each vehicle's front at tick 0."""
        loop = self.cycle(n_rows, n_cols)
        return tuple(loop - 1 - place if self.line.backwards else place for place in self.at)

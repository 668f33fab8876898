"""The kinds of moving obstacles that a level file may name.

A file lists obstacles: a lane with several vehicles, a patrol with several robots. A kind is a frozen class
that says what its keys mean; once it is listed in OBSTACLES, it is read, checked, compiled, and told of in
messages and in the editors' schema. Each obstacle expands into movers, one a vehicle, on one cyclic track.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from levels.files.problems import Fault
from levels.model.board import Cell, in_words
from levels.model.movers import Mover

Small = Annotated[int, Field(ge=1, le=1000)]
Index = Annotated[int, Field(ge=0, le=99_999)]
Length = Annotated[int, Field(ge=1, le=100_000)]
LookName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,31}$")]
Places = Annotated[tuple[Index, ...], Field(min_length=1, max_length=1000, strict=False)]
PathCell = Annotated[tuple[Index, Index], Field(strict=False)]
Track = tuple[Cell | None, ...]
"""Cells of a cycle in driving order; None where it runs outside the board."""
ACROSS, ALONG = ("left", "right"), ("up", "down")


class Obstacle(BaseModel, ABC):
    """What all kinds of obstacles share, and what each kind says for itself."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: str
    look: LookName = Field(description="What it looks like, for example car, truck, bus, train or robot.")
    every: Small = Field(default=1, description="It moves once in so many ticks.")
    hop: Small = Field(default=1, description="Cells it moves at a time, one after the other.")
    at: Places = Field(
        description="Where the front of each of its vehicles is at tick 0, counted from 0 along its cycle."
    )

    @property
    def size(self) -> int:
        """Cells that each of its vehicles covers."""
        return 1

    @property
    def returns(self) -> bool:
        """Whether the step from the last cell of its cycle to the first leads across the board."""
        return True

    @property
    @abstractmethod
    def way(self) -> str:
        """The key of the file that lays its way, which is pointed at when the way is blocked."""

    @abstractmethod
    def where(self) -> str:
        """Its place as messages name it, for example "row 3"."""

    @abstractmethod
    def faults(self, n_rows: int, n_cols: int) -> Iterator[Fault]:
        """Why its keys make no cycle on a board of this size; paths are those within the obstacle's block.

        The methods below are asked only where it yields none.
        """

    @abstractmethod
    def cycle(self, n_rows: int, n_cols: int) -> int:
        """Cells of its cycle, counted without listing them."""

    @abstractmethod
    def track(self, n_rows: int, n_cols: int) -> Track:
        """The cells of its cycle in driving order, `cycle` of them."""

    def fronts(self, n_rows: int, n_cols: int) -> tuple[int, ...]:  # noqa: ARG002
        """Index on the track of each vehicle's front at tick 0."""
        return self.at


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
    def way(self) -> str:
        """The key that lays its way."""
        return "column" if self.row is None else "row"

    def where(self) -> str:
        """Its row or column."""
        return f"column {self.column}" if self.row is None else f"row {self.row}"

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
            yield Fault((self.way,), f"{self.where()} lies off the board", hint)
        board, high = (n_cols, "wide") if on_row else (n_rows, "high")
        loop = self.cycle(n_rows, n_cols)
        if loop < board:
            said = f"a loop of {loop} cells is shorter than the board, which is {board} cells {high}"
            yield Fault(("loop",), said, f"write at least {board}, or leave loop out")
        if self.length > loop:
            said = f"a vehicle of {self.length} cells is longer than its loop of {loop}"
            yield Fault(("length",), said, "lengthen the loop or shorten the vehicle")

    def cycle(self, n_rows: int, n_cols: int) -> int:
        """Cells of the loop; by default the board's width (row lanes) or height (column lanes)."""
        return self.loop or (n_rows if self.row is None else n_cols)

    def track(self, n_rows: int, n_cols: int) -> Track:
        """Cells of the loop in driving order; None outside the board."""
        loop = self.cycle(n_rows, n_cols)
        if self.row is not None:
            cells: list[Cell | None] = [(self.row, i) if i < n_cols else None for i in range(loop)]
        else:
            column = self.column or 0
            cells = [(i, column) if i < n_rows else None for i in range(loop)]
        return tuple(reversed(cells)) if self.direction in ("left", "up") else tuple(cells)

    def fronts(self, n_rows: int, n_cols: int) -> tuple[int, ...]:
        """Index on the track of each vehicle's front at tick 0."""
        loop = self.cycle(n_rows, n_cols)
        backwards = self.direction in ("left", "up")
        return tuple(loop - 1 - place if backwards else place for place in self.at)


class Patrol(Obstacle):
    """One-cell obstacles walking along straight segments, round and round or there and back.

    `at` gives indices along the expanded cycle.
    """

    kind: Literal["patrol"]
    path: Annotated[tuple[PathCell, ...], Field(min_length=1, max_length=1000, strict=False)] = Field(
        description="Corners of its way as [row, column]; each shares its row or its column with the next."
    )
    closed: bool = Field(
        description="true: from the last corner straight back to the first, round and round; "
        "false: there and back."
    )

    @property
    def way(self) -> str:
        """The key that lays its way."""
        return "path"

    def where(self) -> str:
        """Its first corner."""
        return f"patrol from {in_words(self.path[0])}"

    def faults(self, n_rows: int, n_cols: int) -> Iterator[Fault]:
        """A corner off the board, or a segment that is not straight."""
        for index, corner in enumerate(self.path):
            if corner[0] >= n_rows or corner[1] >= n_cols:
                said = f"the corner {list(corner)} lies off the board"
                yield Fault(("path", index), said, f"{board_size(n_rows, n_cols)}, counted from 0")
            before = self.path[max(0, index - 1)]
            if before[0] != corner[0] and before[1] != corner[1]:
                said = f"the way from {list(before)} to {list(corner)} is not straight"
                hint = "two corners in a row share their row or their column"
                yield Fault(("path", index), said, hint)
        first, last = self.path[0], self.path[-1]
        if self.closed and len(self.path) > 2 and first[0] != last[0] and first[1] != last[1]:
            said = f"the way back from {list(last)} to {list(first)} is not straight"
            hint = "add a corner, or write “closed: false” to turn round at the ends"
            yield Fault(("closed",), said, hint)

    def _corners(self) -> tuple[Cell, ...]:
        return (*self.path, self.path[0]) if self.closed else self.path

    def cycle(self, n_rows: int, n_cols: int) -> int:  # noqa: ARG002
        """Cells of the round, or of the way there and back; a way of n cells walked so has 2(n - 1)."""
        cells = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(self._corners()))
        return max(1, cells if self.closed else 2 * cells)

    def track(self, n_rows: int, n_cols: int) -> Track:  # noqa: ARG002
        """Cells of the cycle in walking order.

        Raises:
            ValueError: a segment is not straight.
        """
        cells: list[Cell | None] = [self.path[0]]
        for here, corner in pairwise(self._corners()):
            cells += straight(here, corner)
        if self.closed:
            return tuple(cells[:-1]) if len(cells) > 1 else tuple(cells)
        return tuple(cells + cells[-2:0:-1])


OBSTACLES: dict[str, type[Obstacle]] = {"lane": Lane, "patrol": Patrol}
"""Every kind a level file may name."""


def movers_of(obstacle: Obstacle, index: int, n_rows: int, n_cols: int) -> tuple[Mover, ...]:
    """The vehicles of an obstacle, in the order of its `at` list."""
    track = obstacle.track(n_rows, n_cols)
    places: dict[Cell, tuple[int, ...]] = defaultdict(tuple)
    for place, cell in enumerate(track):
        if cell is not None:
            places[cell] += (place,)
    places = dict(places)
    return tuple(
        Mover(track, front, obstacle.size, obstacle.every, obstacle.hop, obstacle.look, index, places)
        for front in obstacle.fronts(n_rows, n_cols)
    )


def board_size(n_rows: int, n_cols: int) -> str:
    """The board's rows and columns in words."""
    return f"the board has rows 0 to {n_rows - 1} and columns 0 to {n_cols - 1}"


def straight(start: Cell, end: Cell) -> list[Cell]:
    """Cells after `start` up to and including `end` on a straight line; empty when they are the same.

    Raises:
        ValueError: the two cells share neither a row nor a column.
    """
    if start[0] != end[0] and start[1] != end[1]:
        raise ValueError(f"the path from {list(start)} to {list(end)} is not straight")
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    d_row = (end[0] > start[0]) - (end[0] < start[0])
    d_col = (end[1] > start[1]) - (end[1] < start[1])
    return [(start[0] + d_row * k, start[1] + d_col * k) for k in range(1, steps + 1)]

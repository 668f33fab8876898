"""Obstacle: what all kinds of moving obstacles share, and what each kind answers for itself.

A kind is a frozen class that says what its keys mean. Each obstacle expands into movers, one a vehicle, on
one cyclic track. The kinds themselves are listed in `levels.model.obstacles`.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from levels.files.problems import Fault
from levels.model.board import Cell
from levels.model.movers import Mover

MOST_LATE = 60
Small = Annotated[int, Field(ge=1, le=1000)]
Index = Annotated[int, Field(ge=0, le=99_999)]
Length = Annotated[int, Field(ge=1, le=100_000)]
LookName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,31}$")]
Places = Annotated[tuple[Index, ...], Field(min_length=1, max_length=1000, strict=False)]
Track = tuple[Cell | None, ...]
"""Cells of a cycle in driving order; None where it runs outside the board."""


@dataclass(frozen=True)
class Line:
    """A row or a column along which vehicles drive one way, in at one end of the board and out at the other.

    Attributes:
        row, column: one of them; the other is None.
        direction: left or right along a row, up or down along a column.
    """

    row: int | None
    column: int | None
    direction: str

    @property
    def number(self) -> int:
        """The row's or the column's."""
        return (self.column if self.row is None else self.row) or 0

    @property
    def backwards(self) -> bool:
        """Whether its vehicles drive in the direction of falling rows or columns."""
        return self.direction in ("left", "up")

    def cells(self, n_rows: int, n_cols: int) -> int:
        """How many cells of the board it has."""
        return n_rows if self.row is None else n_cols

    def cell(self, place: int) -> Cell:
        """Its cell in that column (of a row) or row (of a column)."""
        return (place, self.number) if self.row is None else (self.number, place)


class Obstacle(BaseModel, ABC):
    """What all kinds of obstacles share, and what each kind says for itself."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: str
    look: LookName = Field(description="What it looks like, for example car, truck, bus, train or robot.")
    every: Small = Field(default=1, description="Ticks from one move to the next.")
    hop: Small = Field(default=1, description="Cells it moves at a time, one after the other.")
    late: Annotated[int, Field(ge=0, le=MOST_LATE)] = Field(
        default=0,
        description="Ticks that it can be behind its timetable, at most. Its delay changes by one a tick; "
        "what the agent may do is safe whatever it is.",
    )
    carries: bool = Field(
        default=False,
        description="true: it carries the agent over water instead of hurting it, as a log does. "
        "All of its cells on the board are water.",
    )
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
    def line(self) -> Line | None:
        """The row or column that it drives along; None where it moves about within the board."""
        return None

    @property
    @abstractmethod
    def way(self) -> str:
        """The key of the file that lays its way, which is pointed at when the way is blocked."""

    @abstractmethod
    def where(self) -> str:
        """Its place as messages name it, for example "row 3"."""

    def label(self) -> str:
        """What a message about it begins with: its look, and its place where that is short."""
        return self.look

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


def movers_of(obstacle: Obstacle, index: int, n_rows: int, n_cols: int) -> tuple[Mover, ...]:
    """The vehicles of an obstacle, in the order of its `at` list."""
    track = obstacle.track(n_rows, n_cols)
    places: dict[Cell, tuple[int, ...]] = defaultdict(tuple)
    for place, cell in enumerate(track):
        if cell is not None:
            places[cell] += (place,)
    places = dict(places)
    return tuple(
        Mover(
            track,
            front,
            obstacle.size,
            obstacle.every,
            obstacle.hop,
            obstacle.look,
            index,
            places,
            obstacle.late,
            obstacle.carries,
        )
        for front in obstacle.fronts(n_rows, n_cols)
    )


def board_size(n_rows: int, n_cols: int) -> str:
    """The board's rows and columns in words."""
    return f"the board has rows 0 to {n_rows - 1} and columns 0 to {n_cols - 1}"

"""Where each moving obstacle is at a tick, and which cells it enters during one.

A file lists obstacles (a lane with several vehicles, a patrol with several robots). Each obstacle expands
into movers, one a vehicle, all driving along the same cyclic track. Everything else is arithmetic on the
mover's place on that track.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from levels.board import Cell

Small = Annotated[int, Field(ge=1, le=1000)]
Index = Annotated[int, Field(ge=0, le=99_999)]
LookName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,31}$")]
Places = Annotated[tuple[Index, ...], Field(min_length=1, max_length=1000, strict=False)]
PathCell = Annotated[tuple[Index, Index], Field(strict=False)]


@dataclass(frozen=True)
class Mover:
    """One vehicle on a cyclic track.

    Attributes:
        track: cells of the loop in driving order; None where the loop runs outside the board.
        front: index on the track of the front cell at tick 0.
        length: cells it covers, the body trailing behind the front.
        every, hop: it moves `hop` cells once in `every` ticks.
        look: name of its looks.
        obstacle: index of the obstacle in the level's list.
        places: where on the track each of its cells lies; what is asked of one cell needs no walk along it.
    """

    track: tuple[Cell | None, ...]
    front: int
    length: int
    every: int
    hop: int
    look: str
    obstacle: int
    places: Mapping[Cell, tuple[int, ...]] = field(repr=False, compare=False)

    def moved(self, tick: int) -> int:
        """Cells moved by tick t: hop · ⌊t / every⌋."""
        return self.hop * (tick // self.every)

    def position(self, tick: int) -> int:
        """Index on the track of the front cell at the tick."""
        return (self.front + self.moved(tick)) % len(self.track)

    def substeps(self, tick: int) -> int:
        """Cells it moves in the tick t → t+1."""
        return self.moved(tick + 1) - self.moved(tick)

    def body(self, tick: int) -> tuple[Cell, ...]:
        """Cells of the board it occupies at the tick, front first."""
        return self._cells(self.position(tick) - back for back in range(self.length))

    def entered(self, tick: int) -> tuple[Cell, ...]:
        """Cells of the board that its front enters in the tick t → t+1, in order."""
        steps = min(self.substeps(tick), len(self.track))
        return self._cells(self.position(tick) + ahead for ahead in range(1, steps + 1))

    def swept(self, tick: int) -> tuple[Cell, ...]:
        """Cells of the board it stands on at any sub-step of the tick t → t+1 after its start."""
        steps = self.substeps(tick)
        if steps == 0:
            return self.body(tick)
        span = min(self.length + steps - 1, len(self.track))
        return self._cells(self.position(tick + 1) - back for back in range(span))

    def stands_on(self, cell: Cell, tick: int) -> bool:
        """Whether the cell is part of `body`."""
        return self._passes(cell, self.position(tick), self.length)

    def enters(self, cell: Cell, tick: int) -> bool:
        """Whether the cell is part of `entered`."""
        steps = self.substeps(tick)
        return self._passes(cell, self.position(tick) + steps, steps)

    def sweeps(self, cell: Cell, tick: int) -> bool:
        """Whether the cell is part of `swept`."""
        return self._passes(cell, self.position(tick + 1), self.length + max(0, self.substeps(tick) - 1))

    def _passes(self, cell: Cell, front: int, span: int) -> bool:
        """Whether the cell is among the `span` places of the track that end with `front`."""
        return any((front - place) % len(self.track) < span for place in self.places.get(cell, ()))

    def _cells(self, places: Iterable[int]) -> tuple[Cell, ...]:
        found = (self.track[place % len(self.track)] for place in places)
        return tuple(cell for cell in found if cell is not None)


class Obstacle(BaseModel):
    """What all kinds of obstacles share."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    look: LookName
    every: Small = 1
    hop: Small = 1
    at: Places


class Lane(Obstacle):
    """Vehicles of one length driving along a row or a column on a loop that may be longer than the board.

    `at` gives the front cell of each vehicle at tick 0 as an index on the loop, counted in the direction of
    growing rows or columns; cells beyond the board's edge exist only for the vehicles.
    """

    kind: Literal["lane"]
    row: Index | None = None
    column: Index | None = None
    direction: Literal["left", "right", "up", "down"]
    length: Annotated[int, Field(ge=1, le=100_000)] = 1
    loop: Annotated[int, Field(ge=1, le=100_000)] | None = None

    def loop_length(self, n_rows: int, n_cols: int) -> int:
        """Cells of the loop; by default the board's width (row lanes) or height (column lanes)."""
        return self.loop or (n_rows if self.row is None else n_cols)

    def track(self, n_rows: int, n_cols: int) -> tuple[Cell | None, ...]:
        """Cells of the loop in driving order; None outside the board."""
        loop = self.loop_length(n_rows, n_cols)
        if self.row is not None:
            cells: list[Cell | None] = [(self.row, i) if i < n_cols else None for i in range(loop)]
        else:
            column = self.column or 0
            cells = [(i, column) if i < n_rows else None for i in range(loop)]
        return tuple(reversed(cells)) if self.direction in ("left", "up") else tuple(cells)

    def fronts(self, n_rows: int, n_cols: int) -> tuple[int, ...]:
        """Index on the track of each vehicle's front at tick 0."""
        loop = self.loop_length(n_rows, n_cols)
        backwards = self.direction in ("left", "up")
        return tuple(loop - 1 - place if backwards else place for place in self.at)


class Patrol(Obstacle):
    """One-cell obstacles walking along straight segments, round and round or there and back.

    `at` gives indices along the expanded cycle.
    """

    kind: Literal["patrol"]
    path: Annotated[tuple[PathCell, ...], Field(min_length=1, max_length=1000, strict=False)]
    closed: bool

    @property
    def length(self) -> int:
        """A patrol is always one cell long."""
        return 1

    def track(self, n_rows: int, n_cols: int) -> tuple[Cell | None, ...]:  # noqa: ARG002
        """Cells of the cycle in walking order; a path of n cells walked there and back has 2(n - 1).

        Raises:
            ValueError: a segment is not straight.
        """
        cells: list[Cell | None] = [self.path[0]]
        corners = (*self.path[1:], self.path[0]) if self.closed else self.path[1:]
        here = self.path[0]
        for corner in corners:
            cells += straight(here, corner)
            here = corner
        if self.closed:
            return tuple(cells[:-1]) if len(cells) > 1 else tuple(cells)
        return tuple(cells + cells[-2:0:-1])

    def fronts(self, n_rows: int, n_cols: int) -> tuple[int, ...]:  # noqa: ARG002
        """Index on the track of each walker at tick 0."""
        return self.at


OBSTACLES: dict[str, type[Lane | Patrol]] = {"lane": Lane, "patrol": Patrol}
"""Every kind a level file may name."""


def movers_of(obstacle: Lane | Patrol, index: int, n_rows: int, n_cols: int) -> tuple[Mover, ...]:
    """The vehicles of an obstacle, in the order of its `at` list."""
    track = obstacle.track(n_rows, n_cols)
    places: dict[Cell, tuple[int, ...]] = defaultdict(tuple)
    for place, cell in enumerate(track):
        if cell is not None:
            places[cell] += (place,)
    places = dict(places)
    return tuple(
        Mover(track, front, obstacle.length, obstacle.every, obstacle.hop, obstacle.look, index, places)
        for front in obstacle.fronts(n_rows, n_cols)
    )


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

"""Where a vehicle is at a tick, and which cells it enters during one: arithmetic on its place on a track."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from levels.model.board import Cell


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
        places: where on the track each of its cells lies; so questions about one cell need no walk along it.
        late: ticks that it can be behind its timetable. The methods say what the timetable has; a vehicle
            that is d ticks late at tick t does what it has at t - d. Ticks below 0 exist.
        carries: whether it carries the agent instead of hurting it.
    """

    track: tuple[Cell | None, ...]
    front: int
    length: int
    every: int
    hop: int
    look: str
    obstacle: int
    places: Mapping[Cell, tuple[int, ...]] = field(repr=False, compare=False)
    late: int = 0
    carries: bool = False

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

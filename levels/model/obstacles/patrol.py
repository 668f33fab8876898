"""Patrol: one-cell obstacles that walk along straight segments."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field

from levels.files.problems import Fault
from levels.model.board import Cell, in_words
from levels.model.obstacle import Index, Obstacle, Track, board_size

PathCell = Annotated[tuple[Index, Index], Field(strict=False)]


class Patrol(Obstacle):
    """One-cell obstacles walking along straight segments, round and round or there and back.

    `at` gives indices along the expanded cycle.
    """

    kind: Literal["patrol"]
    path: Annotated[tuple[PathCell, ...], Field(min_length=1, max_length=1000, strict=False)] = Field(
        description="Corners of its path as [row, column]; consecutive corners share a row or a column."
    )
    closed: bool = Field(
        description="true: from the last corner straight back to the first, in a loop; false: there and back."
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
                said = f"the corner {list(corner)} is off the board"
                yield Fault(("path", index), said, f"{board_size(n_rows, n_cols)}, counted from 0")
            before = self.path[max(0, index - 1)]
            if before[0] != corner[0] and before[1] != corner[1]:
                said = f"the path from {list(before)} to {list(corner)} is not straight"
                hint = "consecutive corners share a row or a column"
                yield Fault(("path", index), said, hint)
        first, last = self.path[0], self.path[-1]
        if self.closed and len(self.path) > 2 and first[0] != last[0] and first[1] != last[1]:
            said = f"the path back from {list(last)} to {list(first)} is not straight"
            hint = "add a corner, or write “closed: false” to turn around at the ends"
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

"""Canvas: the part of a board that overlays draw on."""

from dataclasses import dataclass

import numpy as np
import pygame
from numpy.typing import NDArray

from game.board.geometry import Geometry
from levels.model.board import Cell
from levels.model.level import Level


@dataclass(frozen=True)
class Canvas:
    """Some rows and columns of a board, and where they are drawn.

    Attributes:
        geo: all sizes.
        scrolled: the point of the whole board at the upper left corner of what is drawn [px].
        window: the rows and columns.
    """

    level: Level
    geo: Geometry
    scrolled: tuple[int, int]
    window: tuple[range, range]

    @property
    def cell(self) -> int:
        """Side of a cell [px]."""
        return self.geo.cell

    def cell_rect(self, cell: Cell) -> pygame.Rect:
        """A cell's square, counted from the upper left corner of what is drawn; it may lie outside."""
        x, y = self.geo.corner(*cell)
        return pygame.Rect(round(x) - self.scrolled[0], round(y) - self.scrolled[1], self.cell, self.cell)

    def places(self, shift: tuple[int, int]) -> list[tuple[int, int]]:
        """The shifted corner of every passable cell, in reading order: that of `numbers`."""
        in_rows, in_cols = self.window
        blocked = self.level.board.blocked[in_rows.start : in_rows.stop, in_cols.start : in_cols.stop]
        rows, cols = np.nonzero(~blocked)
        x, y = self.cell_rect((in_rows.start, in_cols.start)).move(shift).topleft
        return list(zip((x + cols * self.cell).tolist(), (y + rows * self.cell).tolist(), strict=True))

    def numbers(self, cell_index: NDArray[np.int32]) -> NDArray[np.intp]:
        """(n,) intp: the numbers that the tables give the passable cells."""
        rows, cols = self.window
        numbers = cell_index[rows.start : rows.stop, cols.start : cols.stop]
        return numbers[numbers >= 0].astype(np.intp)

    def part(self, box: pygame.Rect) -> "Canvas":
        """The cells of which something may be drawn in a box of the whole board, and those next to them."""
        x, y = box.x - self.geo.frame, box.y - self.geo.headroom
        rows, cols = self.window
        return Canvas(
            self.level,
            self.geo,
            self.scrolled,
            (_near(rows, y, y + box.height, self.cell), _near(cols, x, x + box.width, self.cell)),
        )


def _near(cells: range, low: int, high: int, side: int) -> range:
    first, last = low // side - 1, (high - 1) // side + 2
    return range(min(max(first, cells.start), cells.stop), max(min(last, cells.stop), cells.start))

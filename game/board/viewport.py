"""Viewport: the part of a large board's picture in a box; it zooms, scrolls and follows the agent."""

import math

from game.board.geometry import Geometry, geometry
from levels.model.board import Cell

CELLS = (5, 7, 10, 16, 20, 24, 32, 40, 48, 64, 80, 96)
"""Cell sizes of the zoom levels [px]."""
FIRST_CELL = 24
"""The first cell size, at scale 1 [px]."""
CALM = 0.18
"""The followed place stays this near to the middle [of the box's width and height]; the port moves then."""


class Viewport:
    """A viewport of a fixed size on a board's picture.

    Attributes:
        size: width and height [px].
        following: whether it follows a place; scrolling ends that.
        x, y: the picture's point in the port's upper left corner [px].
        geometry: the picture's sizes at the present zoom.
    """

    def __init__(self, n_rows: int, n_cols: int, tallest: float, size: tuple[int, int], cell: int) -> None:
        self.size = size
        self.following = True
        self.x = self.y = 0
        self._tallest = tallest
        self._board = n_rows, n_cols
        self.geometry: Geometry = geometry(n_rows, n_cols, tallest, cell)
        self._put(0, 0)

    @property
    def cell(self) -> int:
        """Side of a cell [px]."""
        return self.geometry.cell

    @property
    def rows(self) -> range:
        """The rows in sight, including partly visible ones."""
        return self._range(self.y - self.geometry.headroom, self.size[1], self._board[0])

    @property
    def cols(self) -> range:
        """The columns in sight, including partly visible ones."""
        return self._range(self.x - self.geometry.frame, self.size[0], self._board[1])

    def _range(self, low: int, length: int, cells: int) -> range:
        first, last = math.floor(low / self.cell), math.ceil((low + length) / self.cell)
        return range(min(max(first, 0), cells - 1), max(min(last, cells), 1))

    @property
    def whole(self) -> bool:
        """Whether all of the picture is in sight."""
        return all(length <= room for length, room in zip(self.geometry.size, self.size, strict=True))

    def scroll(self, dx: float, dy: float) -> None:
        """Moves over the picture [px] and stops following."""
        self.following = False
        self._put(self.x + dx, self.y + dy)

    def zoom(self, steps: int, at: tuple[float, float] | None = None) -> None:
        """Takes a larger (steps > 0) or smaller cell; the point `at` of the port or its middle stays [px]."""
        nearest = min(range(len(CELLS)), key=lambda k: abs(CELLS[k] - self.cell))
        cell = CELLS[min(max(nearest + steps, 0), len(CELLS) - 1)]
        x, y = at or (self.size[0] / 2, self.size[1] / 2)
        old = self.geometry
        row, col = (self.y + y - old.headroom) / old.cell, (self.x + x - old.frame) / old.cell
        self.geometry = geometry(*self._board, self._tallest, cell)
        there = self.geometry.corner(row, col)
        self._put(there[0] - x, there[1] - y)

    def follow(self, row: float, col: float) -> None:
        """If it follows, moves just enough to keep that place near the port's middle."""
        if not self.following:
            return
        x, y = self.geometry.corner(row + 0.5, col + 0.5)
        width, height = self.size
        low_x, low_y = x - (0.5 + CALM) * width, y - (0.5 + CALM) * height
        self._put(
            min(max(self.x, low_x), x - (0.5 - CALM) * width),
            min(max(self.y, low_y), y - (0.5 - CALM) * height),
        )

    def reveal(self, cell: Cell) -> None:
        """Scrolls to a cell, if it is not in sight with its neighbours."""
        row, col = cell
        inner = range(self.rows.start + 2, self.rows.stop - 2), range(self.cols.start + 2, self.cols.stop - 2)
        if row not in inner[0] or col not in inner[1]:
            self.center(row, col)

    def center(self, row: float, col: float) -> None:
        """Centres on that place and stops following."""
        x, y = self.geometry.corner(row + 0.5, col + 0.5)
        self.following = False
        self._put(x - self.size[0] / 2, y - self.size[1] / 2)

    def _put(self, x: float, y: float) -> None:
        """Keeps the port on the picture; a smaller picture is centred."""
        self.x, self.y = (
            round(min(max(at, 0), length - room)) if length > room else (length - room) // 2
            for at, length, room in zip((x, y), self.geometry.size, self.size, strict=True)
        )

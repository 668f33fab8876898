"""Chooses the view of a board in a box: the whole board if its cells are large enough, otherwise a part."""

from typing import TypeAlias

from game.board.art.scenery import LEAST_HEADROOM
from game.board.chunks import Chunks
from game.board.geometry import fitting
from game.board.large import LargeView
from game.board.view import BoardView, cell_px_for
from game.board.viewport import CELLS, FIRST_CELL
from levels.model.level import Level

READABLE = 8
"""Minimum side of a cell for showing the whole board [px]; smaller cells can't be told apart."""

View: TypeAlias = BoardView | LargeView


def is_large(level: Level, size: tuple[int, int]) -> bool:
    """Whether a level's board does not fit into a box [px] in a size that can be read."""
    board = level.board
    return fitting(board.n_rows, board.n_cols, LEAST_HEADROOM, *size) < READABLE


def view_of(level: Level, size: tuple[int, int], scale: float = 1.0, chunks: Chunks | None = None) -> View:
    """The view of a level in a box [px]; `chunks` are those of another view of the same level.

    A box of zero or negative size, in a window that is too small, counts as one pixel.
    """
    size = max(size[0], 1), max(size[1], 1)
    if not is_large(level, size):
        return BoardView(level, cell_px_for(level, *size, scale))
    cell = min(CELLS, key=lambda side: abs(side - FIRST_CELL * scale))
    return LargeView(level, size, cell, chunks)

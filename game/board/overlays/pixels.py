"""Overlays on cells too small for tiles: a pixel a cell, enlarged."""

import numpy as np
import pygame
from numpy.typing import NDArray

from game.board.canvas import Canvas
from game.ui.drawing import draw


def paint_pixels(
    surface: pygame.Surface,
    canvas: Canvas,
    origin: tuple[int, int],
    cells: NDArray[np.int32],
    inks: NDArray[np.uint8],
) -> None:
    """Paints cells (n, 2), all of them in sight, in their inks (n, 4) as one picture."""
    rows, cols = canvas.window
    pixels = np.zeros((len(rows), len(cols), 4), dtype=np.uint8)
    pixels[cells[:, 0] - rows.start, cells[:, 1] - cols.start] = inks
    small = pygame.image.frombuffer(pixels.tobytes(), (len(cols), len(rows)), "RGBA")
    large = pygame.transform.scale(
        draw.converted(small, alpha=True), (len(cols) * canvas.cell, len(rows) * canvas.cell)
    )
    surface.blit(large, canvas.cell_rect((rows.start, cols.start)).move(origin))

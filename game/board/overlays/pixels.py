"""Overlays on cells too small for tiles: a pixel a cell, enlarged."""

from typing import TYPE_CHECKING

import numpy as np
import pygame
from numpy.typing import NDArray

from game.ui.drawing import draw

if TYPE_CHECKING:
    from game.board.overlay_data import View


def paint_pixels(
    surface: pygame.Surface,
    view: "View",
    origin: tuple[int, int],
    cells: NDArray[np.int32],
    inks: NDArray[np.uint8],
) -> None:
    """Paints cells (n, 2), all of them in sight, in their inks (n, 4) as one picture."""
    rows, cols = view.window
    pixels = np.zeros((len(rows), len(cols), 4), dtype=np.uint8)
    pixels[cells[:, 0] - rows.start, cells[:, 1] - cols.start] = inks
    small = pygame.image.frombuffer(pixels.tobytes(), (len(cols), len(rows)), "RGBA")
    large = pygame.transform.scale(
        draw.converted(small, alpha=True), (len(cols) * view.cell, len(rows) * view.cell)
    )
    surface.blit(large, view.cell_rect((rows.start, cols.start)).move(origin))

"""Values: each cell's best Q at this phase, as a viridis tile and a number."""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import pygame
from numpy.typing import NDArray

from game import draw
from game.theme import WHITE, viridis

if TYPE_CHECKING:
    from game.board.insight import Insight
    from game.board.view import BoardView

SHADES = 48
"""Steps of the colour scale: few enough that every tile is drawn once and kept."""
UNTRIED = -1
LIGHT_FROM = 0.7
"""Share of the scale from which numbers are dark on light."""
DARK = "#0b1220"
NUMBERS_FROM = 40
"""Cells smaller than this [px] show no numbers."""


def draw_values(
    surface: pygame.Surface, view: "BoardView", origin: tuple[int, int], insight: "Insight"
) -> None:
    """Draws a tile on every cell where the agent can be and act at this phase; "?" where nothing was tried.

    The scale runs from the lowest to the highest best Q of all phases: colours do not jump with the traffic.
    """
    best: NDArray[np.float64] = np.fmax.reduce(insight.q[insight.shown], axis=1)
    open_cells = insight.safe.allowed[insight.shown].any(axis=1) & insight.possible()
    tried = insight.tried()
    low, high = insight.value_range
    shares = np.clip(np.nan_to_num((best - low) / max(high - low, 1e-9)), 0, 1)
    shades = np.where(tried, np.rint(shares * SHADES), UNTRIED).astype(int).tolist()
    places = insight.mdp.cells.tolist()
    corners = {index: view.cell_rect(places[index]).move(origin) for index in np.flatnonzero(open_cells)}
    surface.fblits([(_tile(shades[index], view.cell), box) for index, box in corners.items()])
    if view.cell >= NUMBERS_FROM:
        values = best.tolist()
        for index, box in corners.items():
            label = number(values[index]) if tried[index] else "?"
            place = (box.right - 0.09 * view.cell, box.bottom - 0.05 * view.cell)
            ink = DARK if shades[index] > LIGHT_FROM * SHADES else WHITE
            draw.text(surface, label, place, 0.22 * view.cell, ink, weight="Medium", anchor="bottomright")


def number(value: float) -> str:
    """A value in at most five characters, where it has no more than four digits before the point."""
    shown = f"{value:.1f}" if abs(value) < 10 else f"{value:.0f}"
    return "0" if shown in ("0.0", "-0.0") else shown.replace("-", "−")


@lru_cache(2 * SHADES)
def _tile(shade: int, cell: int) -> pygame.Surface:
    """The tile of a cell in one of the scale's shades, or in the dark of UNTRIED."""
    tile = pygame.Surface((cell, cell), pygame.SRCALPHA)
    gap = max(1, round(0.035 * cell))
    inner = tile.get_rect().inflate(-2 * gap, -2 * gap)
    fill, opacity = (DARK, 0.3) if shade == UNTRIED else (viridis(shade / SHADES), 0.7)
    draw.rounded(tile, inner, 0.17 * cell, fill, opacity)
    return tile

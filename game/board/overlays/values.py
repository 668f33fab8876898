"""Values: each cell's best Q at this phase, as a tile of the colour scale and a number."""

from functools import lru_cache, reduce
from itertools import compress

import numpy as np
import pygame
from numpy.typing import NDArray

from game.board.overlay_data import Canvas, Overlay, OverlayData
from game.board.overlays.pixels import paint_pixels
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.theme import WHITE, Rgb, scale_color

SHADES = 48
"""Steps of the colour scale: few enough that every tile is drawn once and kept."""
UNTRIED = SHADES + 1
"""The shade after the last: tiles of cells where nothing was tried."""
UNTRIED_OPACITY = 0.3
"""All other tiles are opaque: a middle grey with the grey board showing through could not be told from it."""
DARK = "#0b1220"
RIM, RIM_WIDTH = 0.7, 0.03
"""Share of white in a tile's rim, by which it stands out from the grey board; the rim's width [cells]."""
LIGHT_FROM = 0.18
"""Luminance from which black on a tile can be read better than white."""
TILES_FROM = 24
"""Cells smaller than this [px] are pixels of one picture: thousands of tiles would cost a frame."""
NUMBERS_FROM = 40
"""Cells smaller than this [px] show no numbers."""


def draw_values(surface: pygame.Surface, canvas: Canvas, origin: tuple[int, int], data: OverlayData) -> None:
    """Draws a tile on every cell where the agent can be and act at this phase; "?" where nothing was tried.

    The scale runs from the lowest to the highest best Q of all phases: colours do not jump with the traffic.
    """
    best: NDArray[np.float64] = reduce(np.fmax, data.q_shown.T)
    tried = data.tried
    painted = reduce(np.logical_or, data.safe.allowed[data.shown].T) & data.possible
    low, high = data.value_range
    shares = np.clip(np.nan_to_num((best - low) / max(high - low, 1e-9)), 0, 1)
    shades = np.where(tried, np.rint(shares * SHADES), UNTRIED).astype(np.intp)
    if canvas.cell < TILES_FROM:
        inks = _inks(data.palette)[shades[painted]]
        paint_pixels(surface, canvas, origin, data.cells[painted], inks)
        return
    tiles = {shade: _tile(shade, canvas.cell, data.palette) for shade in np.unique(shades[painted]).tolist()}
    shown = painted.tolist()
    corners = list(compress(canvas.places(origin), shown))
    chosen = shades[painted].tolist()
    surface.fblits(list(zip(map(tiles.__getitem__, chosen), corners, strict=True)))
    if canvas.cell >= NUMBERS_FROM:
        right, bottom = 0.89 * canvas.cell, 0.94 * canvas.cell
        numbers = []
        for (x, y), shade, value in zip(corners, chosen, best[painted].tolist(), strict=True):
            label = "?" if shade == UNTRIED else number(value)
            image = _number(label, round(0.22 * canvas.cell), _ink(shade, data.palette))
            box = image.get_rect(bottomright=(round(x + right), round(y + bottom)))
            numbers.append((image, box))
        surface.fblits(numbers)


def number(value: float) -> str:
    """A value in at most five characters, where it has no more than four digits before the point."""
    shown = f"{value:.1f}" if abs(value) < 10 else f"{value:.0f}"
    return "0" if shown in ("0.0", "-0.0") else shown.replace("-", "−")


@lru_cache(1024)
def _number(label: str, size: int, ink: str) -> pygame.Surface:
    """A number as a picture of its own: thousands are drawn in a frame in which a large board scrolls."""
    image = pygame.Surface(draw.text_size(label, size, "Medium"), pygame.SRCALPHA)
    draw.text(image, label, (0, 0), size, ink, weight="Medium")
    return image


@lru_cache(4)
def _inks(palette: str) -> NDArray[np.uint8]:
    """(UNTRIED + 2, 4) uint8: red, green, blue and opacity of every shade; the last is nothing at all."""
    inks = [(*scale_color(shade / SHADES, palette), 255) for shade in range(SHADES + 1)]
    dark = pygame.Color(DARK)
    inks += [(dark.r, dark.g, dark.b, round(255 * UNTRIED_OPACITY)), (0, 0, 0, 0)]
    return np.array(inks, dtype=np.uint8)


@lru_cache(4 * SHADES)
def _ink(shade: int, palette: str) -> str:
    """Colour of the number on a tile: whichever of black and white can be read better on it."""
    light = shade != UNTRIED and luminance(scale_color(shade / SHADES, palette)) > LIGHT_FROM
    return "#000000" if light else WHITE


def luminance(color: Rgb) -> float:
    """How light a colour is to the eye, from 0 to 1: relative luminance as in WCAG 2."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in color))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@surfaces.keep
def _tile(shade: int, cell: int, palette: str) -> pygame.Surface:
    """The tile of a cell in one of the scale's shades, or in the dark of UNTRIED."""
    tile = pygame.Surface((cell, cell), pygame.SRCALPHA)
    gap, radius = max(1, round(0.035 * cell)), 0.17 * cell
    inner = tile.get_rect().inflate(-2 * gap, -2 * gap)
    if shade == UNTRIED:
        draw.rounded(tile, inner, radius, DARK, UNTRIED_OPACITY)
        return tile
    r, g, b = scale_color(shade / SHADES, palette)
    rim = round(r + RIM * (255 - r)), round(g + RIM * (255 - g)), round(b + RIM * (255 - b))
    draw.rounded(tile, inner, radius, (r, g, b), stroke=rim, stroke_width=max(1.0, RIM_WIDTH * cell))
    return tile


VALUES = Overlay(
    name="values",
    label="Values",
    icon="flame",
    help="Colour of a cell: best Q of its allowed actions at this phase; ? is untried, blank unreachable.",
    reads=frozenset({"mdp", "safe", "q", "phase", "value_range", "palette", "in_sight"}),
    draw=draw_values,
    dims=True,
)

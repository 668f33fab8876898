"""Values: each cell's best Q, as a tile of the colour scale, at this phase also as a number.

Where the agent can't be at this phase, a smaller and softer tile shows the value at the next phase at which
it can.
"""

from collections.abc import Callable
from functools import lru_cache, reduce
from itertools import compress
from math import isinf

import numpy as np
import pygame
from numpy.typing import NDArray

from game.board.canvas import Canvas
from game.board.overlay_data import Overlay, OverlayData
from game.board.overlays.arrows import NOW, NUMBERS_FROM, corner_of, mark
from game.board.overlays.pixels import paint_pixels
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.theme import WHITE, Rgb, scale_color

SHADES = 48
"""Steps of the colour scale: few enough that every tile is drawn once and kept."""
UNTRIED = SHADES + 1
"""The shade after the last: tiles of cells where nothing was tried."""
SOFT = 0.78
"""Opacity of a tile where the agent can't be at this phase."""
INSET = 8 / 46
"""How much smaller such a tile is [cells]."""
DEEPER = 0.7
"""Share of its colour in its outline, by which it stands out from a ground of the same colour."""
UNTRIED_OPACITY = 0.6
"""Lets the ground show through, and the white "?" be read above the lightest."""
DARK = "#0b1220"
RIM, RIM_WIDTH, EDGE_OPACITY = 0.7, 0.03, 0.9
"""Share of white in a tile's rim; its width [cells]; opacity of the dark line around it. One of the two
stands out from any ground."""
LIGHT_FROM = 0.18
"""Luminance from which black on a tile can be read better than white."""
TILES_FROM = 24
"""Cells smaller than this [px] are pixels of one picture: thousands of tiles would cost a frame."""
NUMBER, NUMBER_LEAST = 0.28, 12
"""Size of a number's letters [cells], and at least [px]."""
RIGHT, BOTTOM = 0.87, 0.92
"""Where a number's right and lower edge are in its cell [cells]."""
PLATE_EDGE = 3
"""What a number's dark ground is wider than the number, on each side [px]."""


def draw_values(surface: pygame.Surface, canvas: Canvas, origin: tuple[int, int], data: OverlayData) -> None:
    """Draws a tile on every cell where the agent can ever be and act; "?" where it can be and never was.

    The scale runs from the lowest to the highest best Q of all phases: colours do not jump with the traffic.
    """
    best: NDArray[np.float64] = reduce(np.fmax, data.state_q.T)
    low, high = data.value_range
    shares = np.clip(np.nan_to_num((best - low) / max(high - low, 1e-9)), 0, 1)
    shades = np.where(data.tried, np.rint(shares * SHADES), UNTRIED).astype(np.intp)
    paint(surface, canvas, origin, data, shades, best, tile, untried=UNTRIED_OPACITY)


def paint(
    surface: pygame.Surface,
    canvas: Canvas,
    origin: tuple[int, int],
    data: OverlayData,
    shades: NDArray[np.intp],
    numbers_of: NDArray[np.float64],
    tile_of: Callable[..., pygame.Surface],
    *,
    untried: float,
) -> None:
    """Paints every cell where the agent can ever be and act in its shade, with its number if it can now.

    Args:
        surface: as for every overlay.
        canvas: as for every overlay.
        origin: as for every overlay.
        data: as for every overlay.
        shades: (n,) intp, of the cells in sight, from 0 to SHADES, or UNTRIED, which has a "?" and no number.
        numbers_of: (n,) float64, what is written on the tiles.
        tile_of: `tile`, or another that gives a shade's tile.
        untried: opacity of the dark of UNTRIED on cells too small for tiles.
    """
    painted, now = data.acts, data.possible
    if canvas.cell < TILES_FROM:
        inks = _inks(data.palette)[shades]
        inks[shades == UNTRIED, 3] = round(255 * untried)
        inks[~now, 3] = np.rint(inks[~now, 3] * SOFT)
        paint_pixels(surface, canvas, origin, data.cells[painted], inks[painted])
        return
    looks = (2 * shades + now)[painted]
    tiles = {
        look: tile_of(look // 2, canvas.cell, data.palette, soft=not look % 2) for look in set(looks.tolist())
    }
    shown = painted.tolist()
    corners = list(compress(canvas.places(origin), shown))
    chosen = looks.tolist()
    surface.fblits(list(zip(map(tiles.__getitem__, chosen), corners, strict=True)))
    if canvas.cell >= NUMBERS_FROM:
        right, bottom = RIGHT * canvas.cell, BOTTOM * canvas.cell
        size = max(NUMBER_LEAST, round(NUMBER * canvas.cell))
        question = mark(None, canvas.cell, NOW)
        numbers = []
        ground, cells = canvas.level.board.ground, data.cells[painted].tolist()
        for (x, y), look, value, (row, col) in zip(
            corners, chosen, numbers_of[painted].tolist(), cells, strict=True
        ):
            shade, is_now = divmod(look, 2)
            if is_now and shade == UNTRIED:
                numbers.append((question, corner_of(question, canvas.cell, (x, y))))
            elif is_now:
                afloat = ground[row][col] == "water"  # a carrier is above it, see-through
                image = _number(number(value), size, WHITE if afloat else _ink(shade, data.palette), afloat)
                box = image.get_rect(bottomright=(round(x + right), round(y + bottom))).topleft
                numbers.append((image, box))
        surface.fblits(numbers)


def number_top(cell: int) -> int:
    """The upper edge of a number and its dark ground, counted from that of its cell [px]."""
    size = max(NUMBER_LEAST, round(NUMBER * cell))
    return round(BOTTOM * cell) - draw.text_size("8", size, "Medium")[1]


def number(value: float) -> str:
    """A value in at most five characters, where it has no more than four digits before the point."""
    if isinf(value):
        return "∞"
    shown = f"{value:.1f}" if abs(value) < 9.95 else f"{value:.0f}"
    return "0" if shown in ("0.0", "-0.0") else shown.replace("-", "−")


@lru_cache(1024)
def _number(label: str, size: int, ink: str, plated: bool) -> pygame.Surface:
    """A number as a picture of its own: thousands are drawn in a frame in which a large board scrolls.

    One that is `plated` has a dark ground, on which it can be read through what lies above both.
    """
    width, height = draw.text_size(label, size, "Medium")
    edge = PLATE_EDGE if plated else 0
    image = pygame.Surface((width + 2 * edge, height), pygame.SRCALPHA)
    if plated:
        draw.rounded(image, image.get_rect(), 0.25 * height, DARK, EDGE_OPACITY)
    draw.text(image, label, (edge, 0), size, ink, weight="Medium")
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
def tile(shade: int, cell: int, palette: str, *, soft: bool) -> pygame.Surface:
    """The tile of a cell in one of the scale's shades, or the dark of UNTRIED; `soft` if of a later phase."""
    image = pygame.Surface((cell, cell), pygame.SRCALPHA)
    inner = image.get_rect().inflate(*(-2 * max(1, round(0.035 * cell)),) * 2)
    radius = 0.17 * cell
    if soft:
        inner.inflate_ip(*(-2 * max(1, round(INSET * cell / 2)),) * 2)
        radius = 0.12 * cell
    if shade == UNTRIED:
        draw.rounded(image, inner, radius, DARK, UNTRIED_OPACITY * (SOFT if soft else 1.0))
        return image
    color = r, g, b = scale_color(shade / SHADES, palette)
    if soft:
        line = round(DEEPER * r), round(DEEPER * g), round(DEEPER * b)
        draw.rounded(image, inner, radius, color, stroke=line, stroke_width=1)
        image.fill((255, 255, 255, round(255 * SOFT)), special_flags=pygame.BLEND_RGBA_MULT)
        return image
    rim = round(r + RIM * (255 - r)), round(g + RIM * (255 - g)), round(b + RIM * (255 - b))
    draw.rounded(image, inner, radius, DARK, EDGE_OPACITY)
    draw.rounded(
        image, inner.inflate(-2, -2), radius - 1, color, stroke=rim, stroke_width=max(1.0, RIM_WIDTH * cell)
    )
    return image


VALUES = Overlay(
    name="values",
    label="Values",
    icon="flame",
    help="How good a cell is: dark is far from the goal, bright is close. With a number: the agent can be "
    "there now. Small and soft: only later. ? was never visited.",
    caption=lambda _data: ("How good is it to be here?", "as learned"),
    reads=frozenset({"mdp", "safe", "q", "phase", "value_range", "palette"}),
    draw=draw_values,
    fills=True,
)

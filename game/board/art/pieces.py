"""Images derived from sprites: longer, lower and faded ones; and plain shapes for looks without a sprite."""

from zlib import crc32

import pygame

from game.board.art.lighting import Light
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.drawing.draw import MARGIN, UNITS
from game.ui.theme import ACCENT, BLACK

Span = tuple[float, float]

REPEATS: dict[str, Span] = {
    "truck_green": (58, 70),
    "truck_orange": (58, 70),
    "bus": (48.2, 48.2 + UNITS / 3),
    "tram": (63.4, 63.4 + UNITS / 3),
    "ferry": (52, 84),
    "log": (23, 44),
    "raft": (20, 42),
    "turtle": (0, UNITS),
}
"""The part of a sprite [units from its first cell] that may be repeated to make it longer.

All of a turtle is: what is longer than one cell is several of them.
"""
SEAM: Span = (30.8, 32.2)
"""The part repeated in all other sprites: a thin slice of the middle."""
FLOORS_REMOVED: Span = (-36, -2)
"""The two floors left out of a building that would hide the path behind it [units]."""

BLOCK_COLORS = (
    ("#8a63d2", "#b493f0", "#63429f"),
    ("#3e7bdc", "#74a9f7", "#2a55a8"),
    ("#18a999", "#58d3c2", "#0f7a73"),
    ("#ef7d32", "#ffa667", "#b85516"),
    ("#c44f80", "#ee8db3", "#8f3259"),
)
"""(middle, light, dark) of the plain shapes."""


def sprite(name: str, cell: int, flip: bool = False, light: Light | None = None) -> pygame.Surface:
    """The sprite in a light."""
    if light is None:
        return draw.sprite(name, cell, flip)
    return draw.sprite(name, cell, flip, (light.mirrored if flip else light).retouch)


@surfaces.keep
def long_sprite(name: str, length: int, cell: int, flip: bool, light: Light | None = None) -> pygame.Surface:
    """A sprite made `length` cells long by repeating a part of it; squeezed where it is longer than that."""
    image = sprite(name, cell, light=light.mirrored if flip and light else light)
    natural = (draw.sprite_units(name)[0] - 2 * MARGIN) // UNITS
    extra = UNITS * (length - natural)
    if extra < 0:
        size = (
            round(image.get_width() * (length * UNITS + 2 * MARGIN) / draw.sprite_units(name)[0]),
            round(image.get_height() * 0.8),
        )
        image = pygame.transform.smoothscale(image, size)
    elif extra > 0:
        start, end = REPEATS.get(name, SEAM)
        whole, rest = divmod(extra, end - start)
        spans = [(-MARGIN, end), *[(start, end)] * int(whole), (start, start + rest)]
        spans.append((end, natural * UNITS + MARGIN))
        image = _columns(image, spans, cell, MARGIN)
    return pygame.transform.flip(image, True, False) if flip else image


@surfaces.keep
def short_wagon(name: str, cell: int, flip: bool, light: Light | None = None) -> pygame.Surface:
    """A wagon one cell long: its two ends without the middle."""
    whole = sprite(name, cell, light=light.mirrored if flip and light else light)
    image = _columns(whole, [(-MARGIN, 32), (96, 128 + MARGIN)], cell, MARGIN)
    return pygame.transform.flip(image, True, False) if flip else image


@surfaces.keep
def low_building(name: str, cell: int, light: Light | None = None) -> pygame.Surface:
    """A building without two of its floors."""
    image = pygame.transform.rotate(sprite(name, cell, light=light), 90)
    units = draw.sprite_units(name)[1]
    top = UNITS + MARGIN - units
    image = _columns(image, [(top, FLOORS_REMOVED[0]), (FLOORS_REMOVED[1], UNITS + MARGIN)], cell, -top)
    return pygame.transform.rotate(image, -90)


def _columns(image: pygame.Surface, spans: list[Span], cell: int, origin: float) -> pygame.Surface:
    """The image's columns in `spans` [units, `origin` left of 0], one after the other."""

    def px(unit: float) -> int:
        return round(unit * cell / UNITS)

    total = px(sum(end - start for start, end in spans))
    result = pygame.Surface((max(1, total), image.get_height()), pygame.SRCALPHA)
    done = 0.0
    for start, end in spans:
        x0, x1 = px(done), px(done + end - start)
        if x1 > x0:
            source = pygame.Rect(px(start + origin), 0, x1 - x0, image.get_height())
            result.blit(image, (x0, 0), source.clamp(image.get_rect()))
        done += end - start
    return result


@surfaces.keep
def plain_block(look: str, length: int, cell: int, light: Light | None = None) -> pygame.Surface:
    """A rounded block with a darker front face, for a look without a sprite; its colour follows the name.

    The canvas is that of a sprite `length` cells long, without headroom.
    """
    middle, pale, dark = BLOCK_COLORS[crc32(look.encode()) % len(BLOCK_COLORS)]
    width, unit = length * UNITS, cell / UNITS
    body = (
        f'<g transform="scale({unit:.4f})">'
        f'<ellipse cx="{MARGIN + width / 2}" cy="58" rx="{width / 2}" ry="7" fill="#101820" '
        'fill-opacity=".3"/>'
        f'<rect x="{MARGIN + 5}" y="20" width="{width - 10}" height="39" rx="9" fill="{dark}"/>'
        f'<rect x="{MARGIN + 5}" y="6" width="{width - 10}" height="38" rx="9" fill="{middle}"/>'
        f'<rect x="{MARGIN + 10}" y="10" width="{width - 20}" height="11" rx="5.5" fill="{pale}"/></g>'
    )
    return draw.svg(
        body if light is None else light.retouch(body), (width + 2 * MARGIN) * unit, (UNITS + MARGIN) * unit
    )


def patch(look: str, cell: int) -> pygame.Surface:
    """A soft patch on the ground, for a passable tile whose look has no sprite; one cell."""
    middle, _light, dark = BLOCK_COLORS[crc32(look.encode()) % len(BLOCK_COLORS)]
    body = (
        f'<rect x="{0.1 * cell:.1f}" y="{0.1 * cell:.1f}" width="{0.8 * cell:.1f}" height="{0.8 * cell:.1f}" '
        f'rx="{0.2 * cell:.1f}" fill="{middle}" fill-opacity=".45" stroke="{dark}" stroke-opacity=".5" '
        f'stroke-width="{0.04 * cell:.1f}"/>'
    )
    return draw.svg(body, cell, cell)


@surfaces.keep
def faded(image: pygame.Surface, alpha: int) -> pygame.Surface:
    """The image, see-through: `alpha` of 255."""
    copy = image.copy()
    copy.set_alpha(alpha)
    return copy


@surfaces.keep
def cell_frame(cell_px: int) -> pygame.Surface:
    """What marks a chosen cell: a frame with dark rims, readable on any ground; put its centre on the cell's.

    It is a little larger than the cell, and nothing in the cell is covered.
    """
    width = max(2, round(0.06 * cell_px))
    rim = max(1, round(0.025 * cell_px))
    side = cell_px + 2 * width
    frame = pygame.Surface((side, side), pygame.SRCALPHA)
    for color, inset, stroke in ((BLACK, 0, width + 2 * rim), (ACCENT, rim, width)):
        box = frame.get_rect().inflate(-2 * inset, -2 * inset)
        draw.rounded(frame, box, 0.15 * cell_px - inset, None, stroke=color, stroke_width=stroke)
    return frame

"""The spotlight: the window goes dark but for a rounded hole with a bright ring."""

import pygame

from game.ui import Ui
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.theme import ACCENT, WHITE

RADIUS, RING, SOFT = 26, 4, 6
"""The hole's corners, the ring round it, and each of the two soft rings round that [units]."""
SHARES = (0.34, 0.16)
"""Opacities of the soft rings, from the inner one."""
DARK = (74, 75, 80)
"""What is left of red, green and blue in the dark [of 255]: some 30 %."""


def light_up(ui: Ui, surface: pygame.Surface, hole: pygame.Rect) -> None:
    """Darkens a picture of the window but for a hole [px]; without area the hole lights up nothing."""
    window = surface.get_rect()
    hole = hole.clip(window)
    bands = (
        (0, 0, window.width, hole.top),
        (0, hole.bottom, window.width, window.bottom - hole.bottom),
        (0, hole.top, hole.left, hole.height),
        (hole.right, hole.top, window.right - hole.right, hole.height),
    )
    for band in bands:
        surface.fill(DARK, band, special_flags=pygame.BLEND_RGB_MULT)
    if not hole.width or not hole.height:
        return
    radius = min(ui.px(RADIUS), hole.width // 2, hole.height // 2)
    widths = ui.px(RING), ui.px(SOFT)
    edge = widths[0] + 2 * widths[1]
    around = hole.inflate(2 * edge, 2 * edge)
    for across in (False, True):
        for down in (False, True):
            mask, arcs = _mask(radius, across, down), _arcs(radius, widths, across, down)
            surface.blit(mask, _in_corner(mask, hole, across, down), special_flags=pygame.BLEND_RGB_MULT)
            surface.blit(arcs, _in_corner(arcs, around, across, down))
    long, high = hole.width - 2 * radius, hole.height - 2 * radius
    for far in (False, True):
        if long:
            line = _line(long, widths, across=False, far=far)
            y = hole.bottom if far else around.top
            surface.blit(line, (hole.left + radius, y))
        if high:
            line = _line(high, widths, across=True, far=far)
            x = hole.right if far else around.left
            surface.blit(line, (x, hole.top + radius))


def _in_corner(image: pygame.Surface, box: pygame.Rect, across: bool, down: bool) -> pygame.Rect:
    """Where an image lies in a corner of a box: the right one with `across`, the lower one with `down`."""
    place = image.get_rect(topleft=box.topleft)
    if across:
        place.right = box.right
    if down:
        place.bottom = box.bottom
    return place


@surfaces.keep
def _mask(radius: int, across: bool, down: bool) -> pygame.Surface:
    """A corner of the hole, to be multiplied with: white inside, dark outside."""
    mask = pygame.Surface((radius, radius))
    mask.fill(DARK)
    x, y = 0 if across else radius, 0 if down else radius
    mask.blit(draw.svg(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{WHITE}"/>', radius, radius), (0, 0))
    return mask


def _rings(widths: tuple[int, int]) -> list[tuple[float, int, float]]:
    """(distance of its middle from the hole, width, opacity) of each ring, from the inner one [px]."""
    ring, soft = widths
    return [
        (ring / 2, ring, 1.0),
        *((ring + soft * (index + 0.5), soft, share) for index, share in enumerate(SHARES)),
    ]


def _arcs(radius: int, widths: tuple[int, int], across: bool, down: bool) -> pygame.Surface:
    """The rings round a corner of the hole."""
    side = radius + widths[0] + 2 * widths[1]
    x, y = 0 if across else side, 0 if down else side
    body = "".join(
        f'<circle cx="{x}" cy="{y}" r="{radius + away}" fill="none" stroke="{ACCENT}" '
        f'stroke-width="{width}" stroke-opacity="{share}"/>'
        for away, width, share in _rings(widths)
    )
    return draw.svg(body, side, side)


@surfaces.keep
def _line(length: int, widths: tuple[int, int], *, across: bool, far: bool) -> pygame.Surface:
    """The rings along a side of the hole; `across` for an upright one, `far` for the right or lower one."""
    depth = widths[0] + 2 * widths[1]
    line = pygame.Surface((depth, length) if across else (length, depth), pygame.SRCALPHA)
    for away, width, share in _rings(widths):
        near = round(away - width / 2)
        start = near if far else depth - near - width
        box = (start, 0, width, length) if across else (0, start, length, width)
        line.fill((*pygame.Color(ACCENT)[:3], round(255 * share)), box)
    return line

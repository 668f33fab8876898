"""Grass: a cell of meadow with tufts, flowers, clover and pebbles; no two alike, the same every time."""

import random

import pygame

from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces

LIGHT, DARK = "#8fcb6b", "#87c463"
TUFT_INKS = ("#74b252", "#79b757", "#a2da7e", "#abe087")
PETALS = ("#ffffff", "#ffffff", "#ffe08a", "#ffb3c7", "#c9b8ff")
SHAPES = 6
"""Different tufts; more would only cost memory."""


def paint_grass(surface: pygame.Surface, rect: pygame.Rect, parity: int, rng: random.Random) -> None:
    """Paints one cell of grass with its plants."""
    surface.fill(LIGHT if parity else DARK, rect)
    cell = rect.width
    if rng.random() < 0.16:
        patch = _clover(cell, rng.randrange(3))
        surface.blit(patch, somewhere(rect, patch, rng))
    for _ in range(rng.choice((1, 2, 3, 3, 4))):
        tuft = _tuft(cell, rng.randrange(SHAPES), rng.choice(TUFT_INKS))
        surface.blit(tuft, somewhere(rect, tuft, rng))
    if rng.random() < 0.34:
        petals = rng.choice(PETALS)
        x, y = somewhere(rect, _flower(cell, petals), rng)
        for _ in range(rng.choice((1, 1, 2, 3))):
            flower = _flower(cell, petals)
            surface.blit(flower, flower.get_rect(topleft=(x, y)).clamp(rect))
            x, y = x + round(rng.uniform(-0.24, 0.24) * cell), y + round(rng.uniform(0.08, 0.2) * cell)
    if rng.random() < 0.09:
        pebble = _pebble(cell, rng.randrange(2))
        surface.blit(pebble, somewhere(rect, pebble, rng))


def somewhere(rect: pygame.Rect, image: pygame.Surface, rng: random.Random) -> tuple[int, int]:
    """A corner at which the image is inside the cell and clear of its lower edge."""
    room_x, room_y = rect.width - image.get_width(), rect.height - image.get_height()
    return rect.x + rng.randint(0, max(0, room_x)), rect.y + rng.randint(0, max(0, round(room_y * 0.8)))


def paint_fringe(surface: pygame.Surface, rect: pygame.Rect, rng: random.Random) -> None:
    """Blades that hang over the lower edge of a cell of grass onto the road below it."""
    for _ in range(rng.choice((2, 3, 4))):
        blades = _blades(rect.width, rng.randrange(3))
        x = rect.x + rng.randint(0, rect.width - blades.get_width())
        surface.blit(blades, (x, rect.bottom - round(0.62 * blades.get_height())))


@surfaces.keep
def _tuft(cell: int, shape: int, ink: str) -> pygame.Surface:
    """Two to five blades fanning out from one root."""
    rng = random.Random(shape)
    blades = ""
    for k in range(n := rng.choice((2, 3, 3, 5))):
        lean = (k - (n - 1) / 2) * 2.1 + rng.uniform(-0.5, 0.5)
        height = rng.uniform(4.6, 7.4) - 0.7 * abs(lean)
        bend = f"{7 + 0.5 * lean:.1f} {9 - height / 2:.1f}"
        blades += f"M{7 + 0.4 * lean:.1f} 9 Q{bend} {7 + lean:.1f} {9 - height:.1f} "
    return _scaled(
        f'<path d="{blades}" stroke="{ink}" stroke-width="1.5" fill="none" stroke-linecap="round"/>',
        14,
        10,
        cell,
    )


def _flower(cell: int, petals: str) -> pygame.Surface:
    return _scaled(
        f'<ellipse cx="4.6" cy="6.4" rx="3.4" ry="1.8" fill="#3f7a34" fill-opacity=".28"/><g fill="{petals}">'
        '<circle cx="4.5" cy="2" r="1.7"/><circle cx="2.2" cy="3.8" r="1.7"/>'
        '<circle cx="6.8" cy="3.8" r="1.7"/><circle cx="3.1" cy="6.1" r="1.7"/>'
        '<circle cx="5.9" cy="6.1" r="1.7"/></g>'
        '<circle cx="4.5" cy="4.3" r="1.4" fill="#f2a33a"/>',
        9,
        9,
        cell,
    )


@surfaces.keep
def _clover(cell: int, shape: int) -> pygame.Surface:
    """A patch of darker, broad leaves."""
    rng = random.Random(shape)
    leaves = '<ellipse cx="15" cy="10" rx="14" ry="8" fill="#7dba59" fill-opacity=".55"/>'
    for _ in range(9):
        x, y = rng.uniform(5, 25), rng.uniform(5, 15)
        leaves += "".join(
            f'<circle cx="{x + dx:.1f}" cy="{y + dy:.1f}" r="1.35" fill="#6aac4b"/>'
            for dx, dy in ((-1.1, 0.5), (1.1, 0.5), (0, -1.1))
        )
    return _scaled(leaves, 30, 20, cell)


def _pebble(cell: int, shape: int) -> pygame.Surface:
    rx, ry = ((4.2, 2.7), (3.2, 2.3))[shape]
    return _scaled(
        f'<ellipse cx="6" cy="6" rx="{rx + 0.8}" ry="{ry}" fill="#3f6a34" fill-opacity=".35"/>'
        f'<ellipse cx="5.6" cy="4.6" rx="{rx}" ry="{ry}" fill="#a9b0b8"/>'
        f'<ellipse cx="5" cy="3.8" rx="{0.6 * rx:.1f}" ry="{0.45 * ry:.1f}" fill="#cfd5da"/>',
        12,
        9,
        cell,
    )


def _blades(cell: int, shape: int) -> pygame.Surface:
    rng = random.Random(shape)
    blades = ""
    for k in range(4):
        x, reach = 2 + 3 * k, rng.uniform(2.5, 5.5)
        blades += f"M{x - 1.3:.1f} 3 L{x + rng.uniform(-1, 1):.1f} {3 + reach:.1f} L{x + 1.3:.1f} 3 Z "
    return _scaled(f'<path d="{blades}" fill="#6aa04c"/>', 14, 9, cell)


def _scaled(body: str, width: float, height: float, cell: int) -> pygame.Surface:
    """A drawing that was made for cells of 54 px, at this cell's size."""
    scale = cell / 54
    return draw.svg(f'<g transform="scale({scale:.3f})">{body}</g>', width * scale, height * scale)

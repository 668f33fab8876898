"""A crash as it is felt: the agent is thrown back, a burst behind it, feathers and stars around it."""

import math
import random
from functools import lru_cache
from typing import NamedTuple

import pygame

from game.board.geometry import Geometry
from game.ui.drawing import draw
from game.ui.theme import GOLD, UNSAFE, WHITE
from levels.model.board import Cell

FREEZE = 0.12
"""How long everything stands still at the impact [s]."""
THROW = 0.22
"""How long the agent flies back after that [s]."""
LIFT = 0.3
"""How high it flies [cells]."""
SETTLED = 0.9
"""When the last feather lies still [s after the impact]."""
N_FEATHERS, N_STARS = 9, 3
POINTS = 12
"""Points of the burst."""


class Feather(NamedTuple):
    """Where a feather comes to rest (across, down) [cells], how it is turned [°], and its size."""

    across: float
    down: float
    turn: int
    size: float


@lru_cache(16)
def feathers_of(cell: Cell) -> tuple[Feather, ...]:
    """The feathers lost in a cell: the same every time."""
    rng = random.Random(cell[0] * 7919 + cell[1])
    return tuple(
        Feather(
            across=(0.45 + 0.45 * rng.random()) * math.cos(math.tau * (k + rng.random()) / N_FEATHERS),
            down=(0.4 + 0.35 * rng.random()) * math.sin(math.tau * (k + rng.random()) / N_FEATHERS) - 0.1,
            turn=rng.randrange(0, 180, 15),
            size=rng.uniform(0.8, 1.2),
        )
        for k in range(N_FEATHERS)
    )


def thrown(age: float) -> float:
    """Share of the way back that is over so long [s] after the impact, slower towards its end."""
    share = min(max((age - FREEZE) / THROW, 0.0), 1.0)
    return 1 - (1 - share) ** 2


def lift(age: float) -> float:
    """Height above the ground then [cells]."""
    share = min(max((age - FREEZE) / THROW, 0.0), 1.0)
    return LIFT * 4 * share * (1 - share)


def draw_burst(surface: pygame.Surface, cell: int, center: tuple[int, int]) -> None:
    """Draws the burst around a place, below all that stands."""
    image = _burst(cell)
    surface.blit(image, image.get_rect(center=center))


def draw_feathers(
    surface: pygame.Surface, geo: Geometry, center: tuple[float, float], cell: Cell, age: float
) -> None:
    """Draws feathers that fly off and come to rest, and stars above the agent, whose middle is `center`."""
    share = min(max((age - FREEZE) / (SETTLED - FREEZE), 0.0), 1.0)
    far = 1 - (1 - share) ** 3
    if not share:
        return
    spots = []
    for feather in feathers_of(cell):
        image = _feather(round(0.24 * feather.size * geo.cell), feather.turn)
        x = center[0] + feather.across * far * geo.cell
        y = center[1] + (feather.down * far - 0.5 * share * (1 - share)) * geo.cell
        spots.append((image, image.get_rect(center=(round(x), round(y))).topleft))
    for k in range(N_STARS):
        turn = math.tau * (k / N_STARS + 0.25 * far)
        image = _star(round(0.26 * geo.cell))
        x = center[0] + 0.3 * geo.cell * math.cos(turn)
        y = center[1] - (0.42 - 0.09 * math.sin(turn)) * geo.cell
        spots.append((image, image.get_rect(center=(round(x), round(y))).topleft))
    surface.fblits(spots)


def _burst(cell: int) -> pygame.Surface:
    """A jagged star of vermilion with a light heart."""
    side = round(1.36 * cell)
    middle = side / 2

    def jagged(outer: float, inner: float) -> str:
        corners = []
        for k in range(2 * POINTS):
            reach = (outer if k % 2 == 0 else inner) * cell * (1 if k % 4 else 0.9)
            turn = math.tau * k / (2 * POINTS)
            corners.append(
                f"{middle + reach * math.cos(turn):.1f} {middle + 0.94 * reach * math.sin(turn):.1f}"
            )
        return "M" + " L".join(corners) + " Z"

    return draw.svg(
        f'<path d="{jagged(0.66, 0.46)}" fill="{UNSAFE}"/><path d="{jagged(0.53, 0.38)}" fill="{WHITE}"/>'
        f'<path d="{jagged(0.47, 0.34)}" fill="#ffe3c2"/>',
        side,
        side,
    )


def _feather(side: int, turn: int) -> pygame.Surface:
    side = max(6, side)
    u = side / 20
    return draw.svg(
        f'<g transform="rotate({turn} {side / 2} {side / 2}) scale({u:.3f})">'
        '<path d="M2 10 Q8 3 18 9 Q10 17 2 10 Z" fill="#ffffff" stroke="#39424f" stroke-opacity=".6" '
        'stroke-width="1.4"/><path d="M3 10 L14 9.6" stroke="#aab4c6" stroke-width="1.2"/></g>',
        side,
        side,
    )


def _star(side: int) -> pygame.Surface:
    side = max(8, side)
    return draw.svg(
        f'<g transform="scale({side / 24:.3f})"><path d="m12 1.5 3.25 6.6 7.25 1.05-5.25 5.1 1.25 7.25L12 '
        f'18.1l-6.5 3.4 1.25-7.25-5.25-5.1 7.25-1.05Z" fill="{GOLD}" stroke="#8a5a10" '
        'stroke-width="1.6"/></g>',
        side,
        side,
    )

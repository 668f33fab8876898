"""The end of an agent in the water: it sinks under a splash and bubbles."""

import math

import pygame

from game.board.geometry import Geometry
from game.ui.drawing import draw

SINK = 0.8
"""How long it takes to go under [s]."""
STILL = 0.5
"""When it is drawn where nothing moves: half under water [s]."""
N_DROPS, N_BUBBLES = 9, 5
FOAM, RIM = "#e3f6ff", "#2f86b8"


def sunk(age: float) -> float:
    """Share of the agent that is under water so long [s] after it fell in, faster towards the end."""
    share = min(max(age / SINK, 0.0), 1.0)
    return share * share


def draw_rings(surface: pygame.Surface, cell: int, center: tuple[int, int], age: float) -> None:
    """Draws the rings on the water that spread from a place, and stay when they have."""
    share = min(age / SINK, 1.0)
    for lag in (0.0, 0.3):
        grown = round(max(share - lag, 0.05) * 8)
        image = ring(cell, grown)
        surface.blit(image, image.get_rect(center=center))


def draw_splash(surface: pygame.Surface, geo: Geometry, center: tuple[float, float], age: float) -> None:
    """Draws drops that fly up and fall, then bubbles where the agent went under."""
    cell, share, spots = geo.cell, min(age / SINK, 1.0), []
    for k in range(N_DROPS if share < 1 else 0):
        turn = math.tau * (k + 0.5) / N_DROPS
        x = center[0] + 0.62 * share * cell * math.cos(turn)
        y = center[1] + (0.24 * share * math.sin(turn) - (1.3 + 0.3 * (k % 3)) * share * (1 - share)) * cell
        spots.append((_drop(max(3, round(0.11 * cell))), x, y))
    for k in range(N_BUBBLES if share > 0.5 else 0):
        side = max(4, round((0.1 + 0.035 * (k % 3)) * cell))
        x = center[0] + 0.22 * cell * math.cos(2.4 * k)
        spots.append((_bubble(side), x, center[1] - 0.12 * cell * (k % 3) * share))
    surface.fblits([(image, image.get_rect(center=(round(x), round(y))).topleft) for image, x, y in spots])


def ring(cell: int, grown: int) -> pygame.Surface:
    """A ring on the water, from 0 for a small one to 8."""
    width, height = round(1.5 * cell), round(0.8 * cell)
    rx, ry = (0.2 + 0.06 * grown) * cell, (0.09 + 0.03 * grown) * cell
    ellipse = f'<ellipse cx="{width / 2}" cy="{height / 2}" rx="{rx:.1f}" ry="{ry:.1f}" fill="none"'
    return draw.svg(
        f'{ellipse} stroke="{RIM}" stroke-opacity=".6" stroke-width="{0.075 * cell:.1f}"/>'
        f'{ellipse} stroke="{FOAM}" stroke-width="{0.04 * cell:.1f}"/>',
        width,
        height,
    )


def _drop(side: int) -> pygame.Surface:
    half = side / 2
    return draw.svg(f'<circle cx="{half}" cy="{half}" r="{half}" fill="{FOAM}"/>', side, side)


def _bubble(side: int) -> pygame.Surface:
    half = side / 2
    return draw.svg(
        f'<circle cx="{half}" cy="{half}" r="{half - 0.8:.1f}" fill="{FOAM}" fill-opacity=".45" '
        f'stroke="{FOAM}" stroke-width="1.4"/>',
        side,
        side,
    )

"""Arriving: the hen waves, rings of light spread over the ground, and confetti flies and falls."""

import math
import random
from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.board.geometry import Geometry
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from levels.model.board import Cell

N_PIECES = 32
COLORS = ("#e5484d", "#f5b92e", "#18a999", "#3e7bdc", "#8a63d2", "#ff8fa3", "#ffffff")
STRIP, DISC, CURL = range(3)
"""Shapes of pieces."""
TURNS = 8
"""Pictures of one whole turn of a piece."""
FADING_FROM = 0.65
"""Share of the time from which the pieces shrink away."""
GRAVITY = 7.0
"""[cells per whole time squared]"""
MUZZLE = 0.05
"""Height at which the confetti starts, below the upper edge of the hen's cell [cells]."""
HOPS, HOP_LIFT = 2, 0.2
"""Hops for joy, and their height [cells]."""
HOPPING_UNTIL = 0.6
WAVES = 7
"""Changes between the two pictures of the waving hen."""
RING_EVERY = 0.22
"""Time between two rings [share of the whole]."""
GOLD = "#ffd766"


@dataclass(frozen=True)
class Piece:
    """A piece of confetti: how it leaves (across, up) [cells a whole time], its looks, its tumbling."""

    across: float
    up: float
    color: str
    shape: int
    turn: float
    spin: float
    sway: float
    late: float


@lru_cache(16)
def pieces_of(cell: Cell) -> tuple[Piece, ...]:
    """The confetti of a cell: the same every time."""
    rng = random.Random(cell[0] * 7919 + cell[1])
    return tuple(
        Piece(
            across=rng.choice((-1, 1)) * rng.uniform(0.25, 1.7),
            up=rng.uniform(1.9, 3.6),
            color=rng.choice(COLORS),
            shape=rng.randrange(CURL + 1),
            turn=rng.random(),
            spin=rng.uniform(-3, 3),
            sway=rng.uniform(-0.1, 0.1),
            late=rng.uniform(0, 0.14),
        )
        for _ in range(N_PIECES)
    )


def lift(cheer: float) -> float:
    """How high the hen is off the ground when that share of the time is over [cells]."""
    return HOP_LIFT * abs(math.sin(math.pi * HOPS * cheer / HOPPING_UNTIL)) if cheer < HOPPING_UNTIL else 0.0


def waving(cheer: float) -> str:
    """The sprite of the hen when that share of the time is over."""
    return "hen_wave_high" if int(cheer * WAVES) % 2 == 0 else "hen_wave_low"


def rings(surface: pygame.Surface, cell_px: int, center: tuple[int, int], cheer: float) -> None:
    """Draws rings of light that spread over the ground."""
    for k in range(3):
        share = (cheer - k * RING_EVERY) / 0.5
        if 0 < share < 1:
            image = _ring(cell_px, round(share * 12))
            surface.blit(image, image.get_rect(center=center))


def confetti(
    surface: pygame.Surface, geo: Geometry, origin: tuple[int, int], cell: Cell, cheer: float
) -> None:
    """Draws the pieces where they are when that share of the time is over, no further than the picture."""
    x0, y0 = geo.corner(cell[0] + MUZZLE, cell[1] + 0.5)
    half = _side(geo.cell) / 2
    spots = []
    for piece in pieces_of(cell):
        t = (cheer - piece.late) / (1 - piece.late)
        if not 0 < t < 1:
            continue
        slowing = 1 - (1 - t) ** 2  # the air stops what flies sideways
        x = piece.across * slowing + piece.sway * math.sin(9 * t + math.tau * piece.turn)
        y = -piece.up * t + GRAVITY * t * t / 2
        turn = round((piece.turn + piece.spin * t) * TURNS) % TURNS
        small = 0 if t < FADING_FROM else 1 + int(3 * (t - FADING_FROM) / (1 - FADING_FROM))
        image = _piece(geo.cell, piece.color, piece.shape, turn, small)
        across, down = origin[0] + x0 + x * geo.cell, origin[1] + y0 + y * geo.cell + half
        width, height = image.get_size()
        spots.append((image, (round(across - width / 2), round(down - height / 2))))
    before = surface.get_clip()
    surface.set_clip(before.clip((origin, geo.size)))
    surface.fblits(spots)
    surface.set_clip(before)


def _side(cell: int) -> int:
    """Of the picture of a piece that has not shrunk [px]."""
    return max(5, round(0.22 * cell))


@surfaces.keep
def _piece(cell: int, color: str, shape: int, turn: int, small: int) -> pygame.Surface:
    """A strip, a disc or a curl of paper; it tumbles: its height comes and goes, its back is darker."""
    ink = pygame.Color(color)
    if shape != CURL:
        ink = ink.lerp("black" if turn >= TURNS // 2 else "white", 0.16)
    white = _white(cell, shape, turn)
    image = pygame.transform.smoothscale_by(white, 1 - 0.25 * small) if small else white.copy()
    image.fill(ink, special_flags=pygame.BLEND_RGB_MULT)
    return image


@surfaces.keep
def _white(cell: int, shape: int, turn: int) -> pygame.Surface:
    """The form of a piece, rasterised once for all colours and sizes."""
    side = _side(cell)
    angle = 360 * turn / TURNS
    flat = 0.35 + 0.65 * abs(math.cos(math.tau * turn / TURNS + 0.4))
    half = side / 2
    if shape == STRIP:
        w, h = 0.74 * side, 0.42 * side * flat
        form = f'<rect x="{-w / 2:.2f}" y="{-h / 2:.2f}" width="{w:.2f}" height="{h:.2f}" rx="{0.2 * h:.2f}"'
    elif shape == DISC:
        form = f'<ellipse rx="{0.27 * side:.2f}" ry="{0.27 * side * flat:.2f}"'
    else:
        a, b = 0.36 * side, 0.2 * side * flat
        form = (
            f'<path d="M{-a:.2f} 0 Q{-a / 2:.2f} {-2 * b:.2f} 0 0 Q{a / 2:.2f} {2 * b:.2f} {a:.2f} 0" '
            f'stroke="#fff" stroke-width="{0.15 * side:.2f}" stroke-linecap="round"'
        )
    inside = "none" if shape == CURL else "#fff"
    turned = f"translate({half} {half}) rotate({angle:.0f})"
    image = draw.svg(f'<g transform="{turned}">{form} fill="{inside}"/></g>', side, side).copy()
    image.fill("white", special_flags=pygame.BLEND_RGB_MAX)  # beyond the form too: shrinking darkens no edge
    return image


@surfaces.keep
def _ring(cell: int, grown: int) -> pygame.Surface:
    """A ring of light, `grown` twelfths on its way outwards; a quarter of it is rasterised, and mirrored."""
    share = grown / 12
    rx, ry = (0.45 + 0.85 * share) * cell, (0.2 + 0.4 * share) * cell
    w, h = math.ceil(rx + 0.1 * cell), math.ceil(ry + 0.1 * cell)
    quarter = draw.svg(
        f'<ellipse cx="{w}" cy="{h}" rx="{rx:.1f}" ry="{ry:.1f}" fill="none" stroke="{GOLD}" '
        f'stroke-opacity="{0.9 * (1 - share):.2f}" stroke-width="{0.08 * cell * (1 - 0.6 * share):.1f}"/>',
        w,
        h,
    )
    ring = pygame.Surface((2 * w, 2 * h), pygame.SRCALPHA)
    for right in (False, True):
        for low in (False, True):
            part = pygame.transform.flip(quarter, right, low)
            ring.blit(part, (right * w, low * h), special_flags=pygame.BLEND_RGBA_ADD)  # a copy
    return ring

"""A crash on the board: dark but for a soft circle, with what hit outlined and the safe steps in blue."""

import pygame

from game.board.fit import View
from game.board.geometry import place_at, walker_place
from game.presenters.crashing import Hit
from game.presenters.scene import Scene
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.theme import BACKGROUND, INK, SAFE, UNSAFE
from levels.model.level import Level

DARK = 0.66
"""How dark the board is outside the circle, of 1."""
COARSE = 6
"""How many times smaller the darkness is made than it is shown."""
REACH = 3.1
"""Radius of the circle [cells]."""


def darken(
    surface: pygame.Surface, board: pygame.Rect, center: tuple[int, int], cell: int, share: float
) -> None:
    """Darkens the board's box but for a soft circle; `share` of it, as it comes gently."""
    shade = _shade(board.size, (center[0] - board.x, center[1] - board.y), round(REACH * cell))
    shade.set_alpha(round(255 * share))
    surface.blit(shade, board)


@surfaces.keep
def _shade(size: tuple[int, int], center: tuple[int, int], radius: int) -> pygame.Surface:
    """Darkness with a soft hole, made small and enlarged: nothing in it has an edge."""
    width, height = (max(1, length // COARSE) for length in size)
    x, y, r = (length / COARSE for length in (*center, radius))
    stops = "".join(
        f'<stop offset="{at}" stop-color="{BACKGROUND}" stop-opacity="{DARK * dark:.3f}"/>'
        for at, dark in ((0, 0), (0.5, 0), (0.75, 0.5), (1, 1))
    )
    defs = (
        f'<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="{x}" cy="{y}" r="{r}">'
        f"{stops}</radialGradient>"
    )
    body = f'<rect width="{width}" height="{height}" fill="url(#g)"/>'
    return pygame.transform.smoothscale(draw.svg(body, width, height, defs), size)


def vehicle_rect(view: View, level: Level, hit: Hit, scene: Scene) -> pygame.Rect | None:
    """What hit the agent, as far as it is on the board, relative to the board's picture [px]."""
    if hit.mover is None:
        return view.cell_rect(hit.reason.cell) if level.board.inside(hit.reason.cell) else None
    mover = level.movers[hit.mover]
    whole: pygame.Rect | None = None
    for back in range(mover.length):
        at = walker_place(mover, place_at(mover, scene.timetable(mover.obstacle)) - back)
        if at is not None:
            corner = view.cell_rect((0, 0))
            cell = corner.move(round(at[1] * view.cell), round(at[0] * view.cell))
            whole = cell if whole is None else whole.union(cell)
    return whole


def mark(
    surface: pygame.Surface, view: View, origin: tuple[int, int], level: Level, hit: Hit, scene: Scene
) -> None:
    """Outlines what hit the agent, and marks the cells that were safe."""
    width = max(2, round(0.05 * view.cell))
    for _, cell in hit.safe:
        box = view.cell_rect(cell).move(origin)
        draw.rounded(
            surface, box.inflate(-2, -2), 0.18 * view.cell, SAFE, 0.4, stroke=SAFE, stroke_width=width
        )
        corner = (box.right - 0.16 * view.cell, box.y + 0.16 * view.cell)
        draw.badge(surface, "check", corner, max(7, 0.19 * view.cell), SAFE, ink=INK)
    culprit = vehicle_rect(view, level, hit, scene)
    if culprit is not None:
        edge = culprit.move(origin).inflate(4, 4)
        draw.rounded(surface, edge, 0.18 * view.cell, None, stroke=UNSAFE, stroke_width=width + 1)

"""Walls as raised blocks: hedges in the meadow and the maze, steel in the lab; neighbours grow together."""

import random
from functools import lru_cache

import pygame

from game import draw
from game.board.world import BlockColors, World
from levels.board import Board

FACE = 0.22
"""Height of a block's front face, hanging over the cell below [cells]."""
PLAIN = 8
"""Cells smaller than this [px] get flat blocks."""
VARIANTS = 7

Sides = tuple[bool, bool, bool, bool]
"""Whether a wall stands left of, right of, above and below a block."""


def paint_blocks(surface: pygame.Surface, board: Board, world: World, cell: int, x0: int, y0: int) -> None:
    """Draws every wall of the board, whose top left corner is at (x0, y0), and the shadows they cast.

    Nothing of a wall reaches above its own cell, so walls may be drawn before everything that stands or moves.
    """
    walls = {
        (row, col) for row in range(board.n_rows) for col in range(board.n_cols) if board.looks[row][col] == "wall"
    }
    for row, col in sorted(walls):
        if (row + 1, col) not in walls and row + 1 < board.n_rows:
            surface.blit(_shadow(cell), (x0 + col * cell, y0 + (row + 1) * cell + round(FACE * cell) - 1))
    for row, col in sorted(walls):
        sides = (
            (row, col - 1) in walls or col == 0,
            (row, col + 1) in walls or col == board.n_cols - 1,
            (row - 1, col) in walls or row == 0,
            (row + 1, col) in walls or row == board.n_rows - 1,
        )
        variant = (row * 31 + col * 17) % VARIANTS
        surface.blit(_block(cell, sides, variant, world.blocks), (x0 + col * cell, y0 + row * cell))


@lru_cache(8)
def _shadow(cell: int) -> pygame.Surface:
    height = max(1, round(0.3 * cell))
    shade = pygame.Surface((cell, height), pygame.SRCALPHA)
    for line in range(height):
        shade.fill((40, 34, 24, round(70 * (1 - line / height))), (0, line, cell, 1))
    return shade


@lru_cache(512)
def _block(cell: int, sides: Sides, variant: int, colors: BlockColors) -> pygame.Surface:
    """One wall of a cell and the front face below it, (cell, cell + face) pixels."""
    left, right, up, down = sides
    face = round(FACE * cell)
    if cell < PLAIN:
        tile = pygame.Surface((cell, cell + (0 if down else face)))
        tile.fill(colors.foot)
        tile.fill(colors.top, (0, 0, cell, cell))
        return tile
    gap, radius = 0.035 * cell, 0.2 * cell
    x0, x1 = (0 if left else gap), (cell if right else cell - gap)
    y0, y1 = (0 if up else gap), cell
    corners = tuple(
        0 if side or end else radius
        for side, end in ((left, up), (right, up), (right, down), (left, down))
    )
    body = ""
    if not down:
        foot = tuple(0 if side else 0.09 * cell for side in (right, left))
        body += _shape(x0, cell - radius, x1, cell + face, (0, 0, *foot), colors.foot)
        body += _shape(x0, cell - radius, x1, cell + 0.45 * face, (0, 0, 0, 0), colors.face)
        corners = (*corners[:2], corners[2] / 3, corners[3] / 3)
    body += _shape(x0, y0, x1, y1, corners, colors.top)
    if not up:
        body += _shape(x0, y0, x1, y0 + max(1.5, 0.055 * cell) + radius / 3, (*corners[:2], 0, 0), colors.rim)
        lower = tuple(max(0.0, corner - 1) for corner in corners[:2])
        body += _shape(x0, y0 + max(1.5, 0.055 * cell), x1, y0 + 0.4 * cell, (*lower, 0, 0), colors.top)
    body += _leaves(cell, (x0, y0, x1, y1), variant, colors) if colors.leafy else _panel(cell, colors)
    return draw.svg(body, cell, cell + (0 if down else face))


def _shape(
    x0: float, y0: float, x1: float, y1: float, corners: tuple[float, ...], color: str
) -> str:
    """A rectangle with a radius of its own at each corner: top left, top right, bottom right, bottom left."""
    a, b, c, d = corners
    return (
        f'<path d="M{x0 + a:.1f} {y0:.1f} H{x1 - b:.1f} Q{x1:.1f} {y0:.1f} {x1:.1f} {y0 + b:.1f} '
        f"V{y1 - c:.1f} Q{x1:.1f} {y1:.1f} {x1 - c:.1f} {y1:.1f} H{x0 + d:.1f} Q{x0:.1f} {y1:.1f} {x0:.1f} "
        f'{y1 - d:.1f} V{y0 + a:.1f} Q{x0:.1f} {y0:.1f} {x0 + a:.1f} {y0:.1f} Z" fill="{color}"/>'
    )


def _leaves(
    cell: int, box: tuple[float, float, float, float], variant: int, colors: BlockColors
) -> str:
    """Specks of lighter and darker green all over the top, on one block in VARIANTS a flower."""
    rng, unit = random.Random(variant), cell / 42
    x0, y0, x1, y1 = box
    body = ""
    for _ in range(10):
        rx, ry = rng.uniform(2.6, 5.0) * unit, rng.uniform(2.0, 3.6) * unit
        x, y = rng.uniform(x0 + rx + unit, x1 - rx - unit), rng.uniform(y0 + ry + 2 * unit, y1 - ry - unit)
        ink = rng.choice((colors.light, colors.light, colors.dark, colors.rim))
        body += f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" fill="{ink}"/>'
    if variant in (0, 4):
        ink = ("#ffd166", "#ff8fa3")[variant // 4]
        x, y = rng.uniform(0.25, 0.75) * cell, rng.uniform(0.25, 0.7) * cell
        body += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2.4 * unit:.1f}" fill="{ink}"/>'
    return body


def _panel(cell: int, colors: BlockColors) -> str:
    """A plate with four bolts."""
    inset, radius = 0.14 * cell, 0.1 * cell
    side = cell - 2 * inset
    body = (
        f'<rect x="{inset:.1f}" y="{inset:.1f}" width="{side:.1f}" height="{side:.1f}" rx="{radius:.1f}" '
        f'fill="{colors.light}"/><rect x="{inset:.1f}" y="{inset + 0.05 * cell:.1f}" width="{side:.1f}" '
        f'height="{side - 0.05 * cell:.1f}" rx="{radius:.1f}" fill="{colors.dark}"/>'
    )
    for x in (0.26, 0.74):
        for y in (0.3, 0.76):
            body += f'<circle cx="{x * cell:.1f}" cy="{y * cell:.1f}" r="{0.03 * cell:.1f}" fill="{colors.rim}"/>'
    return body

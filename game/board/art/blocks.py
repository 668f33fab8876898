"""Walls as raised blocks: hedges in the meadow and the maze, steel in the lab; neighbours grow together."""

import random

import pygame

from game.board.art.scenery_theme import BlockColors, SceneryTheme
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from levels.model.board import Board

FACE, SHADOW = 0.22, 0.28
"""Heights of a block's front face, hanging over the cell below, and of its shadow below that [cells]."""
PLAIN = 8
"""Cells smaller than this [px] get flat blocks."""
PANELLED = 20
"""Smallest cell [px] whose steel shows plates and bolts."""
VARIANTS = 13
FLOWERS = ("#ffd166", "#ff8fa3", "#ffffff")
"""Blossoms of the first variants of a hedge."""

Box = tuple[float, float, float, float]
"""Left, upper, right and lower edge [px]."""
Sides = tuple[bool, bool, bool, bool]
"""Whether a wall stands left of, right of, above and below a block."""


def blocks(
    board: Board, world: SceneryTheme, cell: int, area: tuple[range, range] | None = None
) -> list[tuple[pygame.Surface, tuple[int, int]]]:
    """(image, corner on the ground) of every wall and its shadow, back to front.

    With the rows and columns of an `area`, only of the walls there, their corners counted from the area's.
    No wall reaches above its own cell, so walls may be drawn before everything that stands or moves.
    """
    rows, cols = area or (range(board.n_rows), range(board.n_cols))
    last_row, last_col, looks = board.n_rows - 1, board.n_cols - 1, board.looks
    found = []
    for row in rows:
        for col in cols:
            if looks[row][col] != "wall":
                continue
            sides = (
                col == 0 or looks[row][col - 1] == "wall",
                col == last_col or looks[row][col + 1] == "wall",
                row == 0 or looks[row - 1][col] == "wall",
                row == last_row or looks[row + 1][col] == "wall",
            )
            image = _block(cell, sides, world.blocks)
            if world.blocks.leafy and cell >= PLAIN:
                variant = (row * 31 + col * 17 + row * col * 7) % VARIANTS
                image = _hedge(cell, sides, variant, world.blocks)
            found.append((image, ((col - cols.start) * cell, (row - rows.start) * cell)))
    return found


@surfaces.keep
def _hedge(cell: int, sides: Sides, variant: int, colors: BlockColors) -> pygame.Surface:
    """A block with its leaves: every kind there is, at the cell's size."""
    image = _block(cell, sides, colors).copy()
    image.blit(_leaves(cell, variant, colors), (0, 0))
    return image


@surfaces.keep
def _block(cell: int, sides: Sides, colors: BlockColors) -> pygame.Surface:
    """One cell of wall; if there is no wall below it, its front face and shadow hang over the next cell."""
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
        0 if side or end else radius for side, end in ((left, up), (right, up), (right, down), (left, down))
    )
    body, defs, height = "", "", cell
    if not down:
        height = cell + face + round(SHADOW * cell)
        defs = (
            f'<linearGradient id="s" gradientUnits="userSpaceOnUse" x1="0" y1="{cell + face - 1}" x2="0" '
            f'y2="{height}"><stop offset="0" stop-color="#28221a" stop-opacity=".3"/>'
            '<stop offset="1" stop-color="#28221a" stop-opacity="0"/></linearGradient>'
        )
        body += _shape((x0, cell + face - 0.1 * cell, x1, height), (0, 0, 0, 0), "url(#s)")
        foot = tuple(0 if side else 0.09 * cell for side in (right, left))
        body += _shape((x0, cell - radius, x1, cell + face), (0, 0, *foot), colors.foot)
        body += _shape((x0, cell - radius, x1, cell + 0.45 * face), (0, 0, 0, 0), colors.face)
        corners = (*corners[:2], corners[2] / 3, corners[3] / 3)
    body += _shape((x0, y0, x1, y1), corners, colors.top)
    if not up:
        body += _shape(
            (x0, y0, x1, y0 + max(1.5, 0.055 * cell) + radius / 3), (*corners[:2], 0, 0), colors.rim
        )
        lower = tuple(max(0.0, corner - 1) for corner in corners[:2])
        body += _shape((x0, y0 + max(1.5, 0.055 * cell), x1, y0 + 0.4 * cell), (*lower, 0, 0), colors.top)
    if cell >= PANELLED and not colors.leafy:
        body += _panel(cell, colors)
    return draw.svg(body, cell, height, defs)


def _shape(box: Box, corners: tuple[float, ...], color: str) -> str:
    """A rectangle with a radius of its own at each corner: top left, top right, bottom right, bottom left."""
    x0, y0, x1, y1 = box
    a, b, c, d = corners
    return (
        f'<path d="M{x0 + a:.1f} {y0:.1f} H{x1 - b:.1f} Q{x1:.1f} {y0:.1f} {x1:.1f} {y0 + b:.1f} '
        f"V{y1 - c:.1f} Q{x1:.1f} {y1:.1f} {x1 - c:.1f} {y1:.1f} H{x0 + d:.1f} Q{x0:.1f} {y1:.1f} {x0:.1f} "
        f'{y1 - d:.1f} V{y0 + a:.1f} Q{x0:.1f} {y0:.1f} {x0 + a:.1f} {y0:.1f} Z" fill="{color}"/>'
    )


@surfaces.keep
def _leaves(cell: int, variant: int, colors: BlockColors) -> pygame.Surface:
    """Specks of lighter and darker green all over a hedge's top, on some a flower.

    A picture of its own: rasterising the specks anew for each of a maze's walls would stop the window.
    """
    rng, unit, gap = random.Random(variant), cell / 48, 0.035 * cell
    body = ""
    for _ in range(13):
        rx, ry = rng.uniform(2.6, 5.0) * unit, rng.uniform(2.0, 3.6) * unit
        x, y = rng.uniform(gap + rx, cell - gap - rx), rng.uniform(gap + ry + 2 * unit, cell - ry - unit)
        ink = rng.choice((colors.light, colors.light, colors.dark, colors.rim))
        body += f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" fill="{ink}"/>'
    if variant < len(FLOWERS):
        ink = FLOWERS[variant]
        x, y = rng.uniform(0.25, 0.75) * cell, rng.uniform(0.25, 0.7) * cell
        body += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2.4 * unit:.1f}" fill="{ink}"/>'
    return draw.svg(body, cell, cell)


def _panel(cell: int, colors: BlockColors) -> str:
    """A sunken plate with four bolts."""
    inset, side, radius = 0.13 * cell, 0.74 * cell, 0.12 * cell
    plate = f'<rect x="{inset:.1f}" width="{side:.1f}" height="{side:.1f}" rx="{radius:.1f}"'
    body = (
        f'{plate} y="{inset + 0.06 * cell:.1f}" fill="{colors.light}"/>'
        f'{plate} y="{inset + 0.03 * cell:.1f}" fill="{colors.dark}"/>'
    )
    for x in (0.25, 0.75):
        for y in (0.28, 0.78):
            at = f'cx="{x * cell:.1f}" cy="{y * cell:.1f}"'
            body += f'<circle {at} r="{0.035 * cell:.1f}" fill="{colors.rim}"/>'
    return body

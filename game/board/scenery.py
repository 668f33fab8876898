"""What stands still: trees, houses, rocks, the level's own tiles, pads, flags and the tracks of patrols."""

from collections import Counter

import pygame

from game import draw, looks
from game.board import pieces
from game.board.geometry import Geometry
from game.board.traffic import Drawn, standing
from game.draw import MARGIN, UNITS
from levels.board import Board, Cell
from levels.level import Level
from levels.obstacles import Lane

LEAST_HEADROOM = 0.75
"""Room above the top row for a hopping agent [cells]."""
FLAG = "goal_flag"
ARROW_EVERY = 6
"""Cells from one arrow on a lane to the next."""
TURNS = {"right": 0, "down": 90, "left": 180, "up": 270}
GOLD, GOLD_LIGHT = "#f2b84b", "#ffe3a1"


def objects(board: Board) -> list[tuple[Cell, str, str | None]]:
    """(cell, look, sprite) of everything that stands on the board, walls excepted, back to front.

    The sprites of a look take turns, each row beginning with another one, so that neighbours differ.
    """
    found: list[tuple[Cell, str, str | None]] = []
    turns: Counter[str] = Counter()
    for row in range(board.n_rows):
        for col in range(board.n_cols):
            look = board.looks[row][col]
            if look not in ("", "wall"):
                found.append(((row, col), look, looks.sprite_for(look, turns[look] + row)))
                turns[look] += 1
    return found


def tallest(board: Board) -> float:
    """How far things reach above the board's upper edge [cells], at least LEAST_HEADROOM."""
    reach = LEAST_HEADROOM
    named = [(cell, name) for cell, _look, name in objects(board)]
    for (row, _col), name in [*named, *((goal, FLAG) for goal in board.goals)]:
        if name is not None:
            reach = max(reach, (draw.sprite_units(name)[1] - UNITS - MARGIN) / UNITS - row)
    return reach


def scenery(board: Board, geo: Geometry) -> list[Drawn]:
    """Sprites of everything that stands on the board, and the goals' flags."""
    found = []
    for (row, col), look, name in objects(board):
        if name is None:
            if not board.blocked[row, col]:
                continue
            image = pieces.plain_block(look, 1, geo.cell)
        elif look == "building" and board.passable((row - 1, col)):
            image = pieces.low_building(name, geo.cell)
        else:
            image = draw.sprite(name, geo.cell)
        found.append(standing(image, geo, row, col, 0.4))
    found += [standing(draw.sprite(FLAG, geo.cell), geo, row - 0.07, col, 0.5) for row, col in board.goals]
    return found


def paint_marks(surface: pygame.Surface, level: Level, cell: int) -> None:
    """Draws flat marks on the ground: patches, tracks of patrols, the pads of starts and goals."""
    board = level.board
    for (row, col), look, name in objects(board):
        if not board.blocked[row, col] and name is None:
            surface.blit(pieces.patch(look, cell), (col * cell, row * cell))
    for row, col, turn in lane_arrows(level):
        surface.blit(_lane_arrow(cell, turn), (col * cell, row * cell))
    dot = draw.svg(
        f'<circle cx="{cell / 2}" cy="{cell / 2}" r="{0.07 * cell:.2f}" fill="#3f4d66" fill-opacity=".55"/>',
        cell,
        cell,
    )
    tracks = {
        place
        for obstacle in level.obstacles
        if not isinstance(obstacle, Lane)
        for place in obstacle.track(board.n_rows, board.n_cols)
        if place is not None
    }
    for row, col in sorted(tracks):
        surface.blit(dot, (col * cell, row * cell))
    for row, col in board.starts:
        surface.blit(_pad(cell, ("#ffffff", "#ffffff"), 0.3, 0.74, 0.22), (col * cell, row * cell))
    for row, col in board.goals:
        surface.blit(_pad(cell, (GOLD, GOLD_LIGHT), 0.35, 0.58, 0.34), (col * cell, row * cell))


def lane_arrows(level: Level) -> list[tuple[int, int, int]]:
    """(row, column, degrees from pointing right) of the arrows painted on roads, one in ARROW_EVERY cells."""
    board = level.board
    found = {}
    for lane in level.obstacles:
        if not isinstance(lane, Lane):
            continue
        across = lane.row is not None
        number = (lane.row if across else lane.column) or 0
        for along in range(
            (3 * number + 2) % ARROW_EVERY, board.n_cols if across else board.n_rows, ARROW_EVERY
        ):
            cell = (number, along) if across else (along, number)
            if board.ground[cell[0]][cell[1]] == "road":
                found[cell] = TURNS[lane.direction]
    return [(row, col, turn) for (row, col), turn in sorted(found.items())]


def _lane_arrow(cell: int, turn: int) -> pygame.Surface:
    """A worn white arrow on the asphalt."""
    unit = cell / UNITS
    return draw.svg(
        f'<g transform="scale({unit:.4f}) translate(32 32) rotate({turn})">'
        '<path d="M-19 -2.6 H4 V-8.5 L19 0 L4 8.5 V2.6 H-19 Z" fill="#ffffff" fill-opacity=".2"/></g>',
        cell,
        cell,
    )


def _pad(cell: int, colors: tuple[str, str], opacity: float, height: float, flat: float) -> pygame.Surface:
    """An ellipse on the ground: (fill, ring), its middle at a share `height` of the cell, `flat` high."""
    c, (fill, ring) = cell, colors
    return draw.svg(
        f'<ellipse cx="{c / 2}" cy="{height * c:.1f}" rx="{0.43 * c:.1f}" ry="{flat * c:.1f}" fill="{fill}" '
        f'fill-opacity="{opacity}" stroke="{ring}" stroke-opacity=".9" '
        f'stroke-width="{max(1, 0.05 * c):.1f}"/>',
        c,
        c,
    )

"""Things that never move: trees, houses, rocks, the level's own tiles, pads, flags and walkers' tracks."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import pygame

from game.board.art import pieces
from game.board.art.drawn import Drawn, standing
from game.board.art.lighting import Light
from game.board.geometry import Geometry
from game.ui.drawing import draw, looks
from game.ui.drawing.draw import MARGIN, UNITS
from levels.model.board import Board, Cell
from levels.model.level import Level

Thing = tuple[Cell, str, str | None]
"""A thing on a cell: the cell, its look, and its sprite if it has one."""
Mark = tuple[Cell, Callable[[int], pygame.Surface]]
"""A flat mark: its cell, and a function that paints it for a cell size [px]."""

LEAST_HEADROOM = 0.75
"""Room above the top row for a hopping agent [cells]."""
FLAG = "goal_flag"
ARROW_EVERY = 6
"""Cells from one arrow on a road to the next."""
TURNS = {"right": 0, "down": 90, "left": 180, "up": 270}
GOLD, GOLD_LIGHT = "#f2b84b", "#ffe3a1"


def objects(board: Board) -> list[Thing]:
    """(cell, look, sprite) of everything that stands on the board, walls excepted, back to front.

    The sprites of a look take turns, each row beginning with another one, so that neighbours differ.
    """
    found: list[Thing] = []
    turns: Counter[str] = Counter()
    for row, looked in enumerate(board.looks):
        for col, look in enumerate(looked):
            if look and look != "wall":
                found.append(((row, col), look, looks.sprite_for(look, turns[look] + row)))
                turns[look] += 1
    return found


def tallest(board: Board, found: Sequence[Thing] | None = None) -> float:
    """How far things reach above the board's upper edge [cells], at least LEAST_HEADROOM.

    `found` are the board's objects, if known already.
    """
    reach = LEAST_HEADROOM
    uppermost: dict[str, int] = {}
    flags: list[Thing] = [(goal, "", FLAG) for goal in board.goals]
    for (row, _col), _look, name in [*(objects(board) if found is None else found), *flags]:
        if name is not None and row < uppermost.get(name, board.n_rows):
            uppermost[name] = row
    for name, row in uppermost.items():
        reach = max(reach, (draw.sprite_units(name)[1] - UNITS - MARGIN) / UNITS - row)
    return reach


def scenery(
    board: Board, geo: Geometry, things: Sequence[Thing], goals: Iterable[Cell], light: Light | None
) -> list[Drawn]:
    """Sprites of what stands on the board, of all of it or of some, and the flags of goals."""
    found = []
    for (row, col), look, name in things:
        if name is None:
            if not board.blocked[row, col]:
                continue
            image = pieces.plain_block(look, 1, geo.cell, light)
        elif look == "building" and board.passable((row - 1, col)):
            image = pieces.low_building(name, geo.cell, light)
        else:
            image = pieces.sprite(name, geo.cell, light=light)
        found.append(standing(image, geo, row, col, 0.4))
    flag = pieces.sprite(FLAG, geo.cell, light=light)
    found += [standing(flag, geo, row - 0.07, col, 0.5) for row, col in goals]
    return found


def marks(level: Level, things: Iterable[Thing]) -> list[Mark]:
    """Flat marks on the ground, in painting order: patches, arrows, tracks of walkers, starts.

    `things` are the board's objects.
    """
    board = level.board
    found: list[Mark] = [
        (cell, partial(pieces.patch, look))
        for cell, look, name in things
        if name is None and not board.blocked[cell]
    ]
    found += [((row, col), partial(_arrow, turn)) for row, col, turn in arrows(level)]
    tracks = {
        place
        for obstacle in level.obstacles
        if obstacle.line is None
        for place in obstacle.track(board.n_rows, board.n_cols)
        if place is not None
    }
    found += [(cell, _dot) for cell in sorted(tracks)]
    found += [(cell, partial(_pad, ("#ffffff", "#ffffff"), 0.3, 0.74, 0.22)) for cell in board.starts]
    return found


def pads(goals: Iterable[Cell]) -> list[Mark]:
    """The golden pads of goals, painted last; they are visible in any light."""
    return [(cell, partial(_pad, (GOLD, GOLD_LIGHT), 0.35, 0.58, 0.34)) for cell in goals]


def paint_marks(surface: pygame.Surface, found: Iterable[Mark], cell: int, first: Cell = (0, 0)) -> None:
    """Paints marks onto a ground whose top left cell is `first`."""
    for (row, col), painter in found:
        surface.blit(painter(cell), ((col - first[1]) * cell, (row - first[0]) * cell))


def _dot(cell: int) -> pygame.Surface:
    """A place of a walker's track."""
    return draw.svg(
        f'<circle cx="{cell / 2}" cy="{cell / 2}" r="{0.07 * cell:.2f}" fill="#3f4d66" fill-opacity=".55"/>',
        cell,
        cell,
    )


def arrows(level: Level) -> list[tuple[int, int, int]]:
    """(row, column, degrees from pointing right) of the arrows painted on roads, one in ARROW_EVERY cells."""
    board = level.board
    found = {}
    for obstacle in level.obstacles:
        line = obstacle.line
        if line is None:
            continue
        for along in range(
            (3 * line.number + 2) % ARROW_EVERY, line.cells(board.n_rows, board.n_cols), ARROW_EVERY
        ):
            cell = line.cell(along)
            if board.ground[cell[0]][cell[1]] == "road":
                found[cell] = TURNS[line.direction]
    return [(row, col, turn) for (row, col), turn in sorted(found.items())]


def _arrow(turn: int, cell: int) -> pygame.Surface:
    """A worn white arrow on the asphalt."""
    unit = cell / UNITS
    return draw.svg(
        f'<g transform="scale({unit:.4f}) translate(32 32) rotate({turn})">'
        '<path d="M-19 -2.6 H4 V-8.5 L19 0 L4 8.5 V2.6 H-19 Z" fill="#ffffff" fill-opacity=".2"/></g>',
        cell,
        cell,
    )


def _pad(colors: tuple[str, str], opacity: float, height: float, flat: float, cell: int) -> pygame.Surface:
    """An ellipse on the ground: (fill, ring), its middle at a share `height` of the cell, `flat` high."""
    c, (fill, ring) = cell, colors
    return draw.svg(
        f'<ellipse cx="{c / 2}" cy="{height * c:.1f}" rx="{0.43 * c:.1f}" ry="{flat * c:.1f}" fill="{fill}" '
        f'fill-opacity="{opacity}" stroke="{ring}" stroke-opacity=".9" '
        f'stroke-width="{max(1, 0.05 * c):.1f}"/>',
        c,
        c,
    )

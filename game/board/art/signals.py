"""Railway signals: at both ends of a track two lamps and a barrier warn before a train comes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.board import geometry
from game.board.art.drawn import Drawn
from game.board.art.lighting import Light
from game.board.geometry import Geometry
from game.presenters.scene import Scene
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.drawing.draw import UNITS
from levels.model.level import Level
from levels.model.movers import Mover
from levels.model.obstacle import Line

AHEAD = 3
"""Ticks of warning before a train enters the board."""
LOWERING = 0.5
"""Time in which the barrier comes down or goes up [ticks]."""
STEPS = 4
"""Pictures of the moving barrier after the first."""
LEAST_CELL = 16
"""Cells smaller than this [px] have no signals."""
WIDTH, HEIGHT, FOOT = 96, 92, 86
"""The canvas, and where on it the ground is [units]."""
POST, PIVOT = 20, 34
"""Where on the canvas the post and the barrier's stand are [units from the left]."""
INWARDS = 0.05
"""How far the post stands from the board's edge [cells]."""
RISE = 84
"""How far the raised barrier is turned up [degrees]."""
LIT, UNLIT, RED = "#ff4733", "#4b1f22", "#dc3c36"


@dataclass(frozen=True, eq=False)
class Signal:
    """The signals of one track: its obstacle's index, its trains, its signals' cells; True: mirrored."""

    obstacle: int
    line: Line
    trains: tuple[Mover, ...]
    n_cells: int
    posts: tuple[tuple[int, int, bool], ...]


def signals(level: Level) -> list[Signal]:
    """The signals of every row or column on rails that vehicles drive along."""
    board = level.board
    found = []
    for index, obstacle in enumerate(level.obstacles):
        line = obstacle.line
        if line is None:
            continue
        n_cells = line.cells(board.n_rows, board.n_cols)
        first, last = line.cell(0), line.cell(n_cells - 1)
        if board.ground[first[0]][first[1]] == "rail" == board.ground[last[0]][last[1]]:
            trains = tuple(mover for mover in level.movers if mover.obstacle == index)
            found.append(
                Signal(index, line, trains, n_cells, ((*first, False), (*last, line.row is not None)))
            )
    return found


def warns(signal: Signal, time: float) -> bool:
    """Whether a train is on the board at that time in ticks or comes within AHEAD ticks."""
    return any(
        geometry.low_ends(signal.line, train, signal.n_cells, time + ahead)
        for train in signal.trains
        for ahead in range(AHEAD + 1)
    )


def lowered(signal: Signal, time: float) -> int:
    """How far the barrier is down, from 0 to STEPS: it moves for LOWERING ticks once the warning changes."""
    return sum(warns(signal, time - LOWERING * k / STEPS) for k in range(STEPS))


def drawn(found: Sequence[Signal], geo: Geometry, scene: Scene, light: Light | None = None) -> list[Drawn]:
    """The signals at a moment, to be drawn among what stands on the board."""
    if geo.cell < LEAST_CELL:
        return []
    shown = []
    for signal in found:
        time = scene.timetable(signal.obstacle)
        warning = warns(signal, time)
        down = lowered(signal, time) if scene.animate else STEPS * warning
        lamps = (warning, warning)
        if scene.animate and warning:
            left = math.floor(2 * scene.clock) % 2 == 0
            lamps = (left, not left)
        for row, col, flip in signal.posts:
            image = _signal(geo.cell, down, lamps, flip, light)
            x, y = geo.corner(row, col + (1 - INWARDS if flip else INWARDS))
            post = (WIDTH - POST if flip else POST) * geo.cell / UNITS
            foot = FOOT * geo.cell / UNITS
            shown.append(Drawn(row + 0.45, image, round(x - post), round(y + 0.97 * geo.cell - foot)))
    return shown


@surfaces.keep
def _signal(
    cell: int, down: int, lamps: tuple[bool, bool], flip: bool, light: Light | None
) -> pygame.Surface:
    """One signal: two lamps above each other under crossed boards, and a striped barrier."""
    angle = -RISE * (1 - down / STEPS)
    stripes = "".join(f'<rect x="{x}" y="-3" width="7" height="6" fill="{RED}"/>' for x in (6, 20, 34, 48))
    arm = (
        f'<rect x="{PIVOT - 4.5}" y="64" width="9" height="{FOOT - 63}" rx="2.4" fill="#59637a"/>'
        f'<rect x="{PIVOT + 1}" y="65" width="3" height="{FOOT - 65}" rx="1.4" fill="#465065"/>'
        f'<g transform="translate({PIVOT} 67) rotate({angle:.1f})">'
        '<rect x="-12" y="-4.6" width="13" height="9.2" rx="2.6" fill="#3a4250"/>'
        '<rect x="0" y="-3.4" width="58" height="6.8" rx="2.6" fill="#39424f"/>'
        f'<rect x="0.8" y="-2.6" width="56.4" height="5.2" rx="2" fill="#ffffff"/>{stripes}'
        '<circle r="4" fill="#8b95a8"/></g>'
    )
    body = (
        f'<ellipse cx="{POST + 2}" cy="{FOOT}" rx="10" ry="3.6" fill="#101820" fill-opacity=".34"/>'
        f'<ellipse cx="{PIVOT + 2}" cy="{FOOT}" rx="10" ry="3.4" fill="#101820" fill-opacity=".3"/>'
        f'<rect x="{POST - 5.5}" y="{FOOT - 7}" width="11" height="7.5" rx="2.4" fill="#59637a"/>'
        f'<rect x="{POST - 2.2}" y="14" width="4.4" height="{FOOT - 18}" rx="1.6" fill="#d9dee7"/>'
        f'<rect x="{POST + 0.6}" y="14" width="1.6" height="{FOOT - 18}" fill="#98a2b3"/>'
        f"{_crossed(POST, 12)}"
        f'<rect x="{POST - 8}" y="21" width="16" height="31" rx="5.5" fill="#232a35" stroke="#eef1f6" '
        'stroke-width="1.6"/>'
        f"{{lamps}}{arm}"
    )
    if light is not None:
        body = light.retouch(body)
    shining = _lamp(POST, 29.5, lamps[0], light) + _lamp(POST, 43.5, lamps[1], light)
    body = body.replace("{lamps}", shining)
    scale = cell / UNITS
    turned = f"translate({WIDTH * scale:.2f} 0) scale({-scale:.4f} {scale:.4f})"
    place = turned if flip else f"scale({scale:.4f})"
    return draw.svg(f'<g transform="{place}">{body}</g>', WIDTH * scale, HEIGHT * scale)


def _crossed(x: float, y: float) -> str:
    """St Andrew's cross: two white boards with red ends."""
    boards = ""
    for turn in (32, -32):
        boards += (
            f'<g transform="translate({x} {y}) rotate({turn})">'
            '<rect x="-15" y="-3" width="30" height="6" rx="1.6" fill="#39424f"/>'
            '<rect x="-14.2" y="-2.2" width="28.4" height="4.4" rx="1.2" fill="#ffffff"/>'
            f'<rect x="-14.2" y="-2.2" width="6" height="4.4" fill="{RED}"/>'
            f'<rect x="8.2" y="-2.2" width="6" height="4.4" fill="{RED}"/></g>'
        )
    return boards


def _lamp(x: float, y: float, lit: bool, light: Light | None) -> str:
    """A lamp: lit it glows beyond its rim, farther in the dark, and has a white middle; else a dark disc."""
    if not lit:
        return f'<circle cx="{x}" cy="{y}" r="4.8" fill="{UNLIT}"/>'
    halo = f'<circle cx="{x}" cy="{y}" r="{{}}" fill="{LIT}" fill-opacity=".14"/>'
    wide = "".join(map(halo.format, (19, 16, 13))) if light is not None and light.dark else ""
    return wide + (
        f'<circle cx="{x}" cy="{y}" r="12" fill="{LIT}" fill-opacity=".3"/>'
        f'<circle cx="{x}" cy="{y}" r="8" fill="{LIT}" fill-opacity=".4"/>'
        f'<circle cx="{x}" cy="{y}" r="5.4" fill="{LIT}"/><circle cx="{x}" cy="{y}" r="2.4" fill="#fff1d6"/>'
    )

"""Walkers: obstacles that move about within the board, drawn one look a cell, with ghosts ahead."""

import math

import pygame

from game.board.art import pieces
from game.board.art.afloat import AFLOAT, afloat
from game.board.art.drawn import Drawn, clipped, standing
from game.board.art.sight import Fleet, Sight, headlights, one_cell
from game.board.art.upright import PAINTS, upright
from game.board.geometry import place_at, walker_heading, walker_place
from game.ui.drawing import looks
from levels.model.board import Cell
from levels.model.movers import Mover

GHOST_ALPHAS = (100, 55)
"""Opacity of a walker's next place and of the one after it [of 255]."""
HEADINGS: dict[Cell, str] = {(0, 1): "right", (0, -1): "left", (-1, 0): "up", (1, 0): "down"}
"""Names of a walker's directions (rows, columns)."""
AT_REST = "right"
"""The direction in which an obstacle that never moves is drawn."""


def walkers(sight: Sight, fleet: Fleet, time: float) -> list[Drawn]:
    """The walkers at a time in ticks, each cell of their bodies, and the ghosts of their next two places.

    What carries the agent has no ghosts: they would look like more of it to step on. A walker is not drawn
    while its track has no cell; in the dark it has headlights.
    """
    return [piece for index, mover in fleet for piece in _walker(sight, mover, index, time)]


def _walker(sight: Sight, mover: Mover, index: int, time: float) -> list[Drawn]:
    geo, place = sight.geometry, place_at(mover, time)
    found = []
    for back in range(mover.length):
        at = walker_place(mover, place - back)
        if at is not None:
            found.append(standing(_walking(sight, mover, index, place - back), geo, *at, 0.35))
    for ahead, alpha in enumerate(() if mover.carries else GHOST_ALPHAS, start=1):
        place_then = mover.position(math.floor(time)) + ahead * mover.hop
        at = walker_place(mover, place_then)
        if at is not None and len(mover.track) > ahead * mover.hop:
            ghost = pieces.faded(_walking(sight, mover, index, place_then), alpha)
            found.append(standing(ghost, geo, *at, 0.05))
    front = walker_place(mover, place)
    if front is not None and sight.shines(mover.look):
        heading = HEADINGS.get(walker_heading(mover, place), AT_REST)
        cone = clipped(headlights(geo, front, heading), sight.along_row.clip(sight.along_column))
        found += [cone] if cone is not None else []
    return found


def _walking(sight: Sight, mover: Mover, index: int, place: float) -> pygame.Surface:
    """One cell of a walker as it goes on from a place on its track."""
    heading = walker_heading(mover, place)
    if heading[0] and mover.look in PAINTS:
        return upright(mover.look, index, 1, sight.geometry.cell, up=heading[0] < 0, light=sight.light)
    if heading[0] and mover.look in AFLOAT:
        return afloat(mover.look, 1, sight.geometry.cell, up=heading[0] < 0, light=sight.light)
    name = looks.sprite_facing(mover.look, index, heading)
    return one_cell(sight, name, mover, flip=heading[1] < 0)

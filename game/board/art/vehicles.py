"""Vehicles that drive along a row or a column: their images, places and drawing order."""

import math
from dataclasses import replace

import pygame

from game.board import geometry
from game.board.art import lamps, pieces
from game.board.art.afloat import AFLOAT, afloat
from game.board.art.drawn import Drawn, clipped, standing
from game.board.art.sight import Fleet, Sight, headlights, one_cell
from game.board.art.upright import PAINTS, TOP, upright
from game.board.geometry import Geometry
from game.ui.drawing import looks
from game.ui.drawing.draw import MARGIN, UNITS
from levels.model.movers import Mover
from levels.model.obstacle import Line

TRAIN_PIECE = 2
"""Cells of a locomotive and of a wagon."""


def vehicles(sight: Sight, fleet: Fleet, line: Line, time: float) -> list[Drawn]:
    """The vehicles on a line at a time in ticks, clipped to the board, and in the dark their headlights.

    There are none if the line meets no row or column in sight.
    """
    if not _meets(line, sight.window):
        return []
    return [piece for index, mover in fleet for piece in _vehicle(sight, mover, index, line, time)]


def _vehicle(sight: Sight, mover: Mover, index: int, line: Line, time: float) -> list[Drawn]:
    geo, shines = sight.geometry, sight.shines(mover.look)
    n_cells = line.cells(geo.n_rows, geo.n_cols)
    found: list[Drawn | None] = []
    for low in geometry.low_ends(line, mover, n_cells, time, lamps.REACH if shines else 0):
        if line.row is not None:
            shown, bounds = _in_row(sight, mover, index, line, low), sight.along_row
        else:
            shown, bounds = _in_column(sight, mover, index, line, low), sight.along_column
        if shines:
            tip = low if line.backwards else low + mover.length - 1
            front = (tip, line.number) if line.row is None else (line.number, tip)
            shown.append(headlights(geo, front, line.direction))
        found += [clipped(piece, bounds) for piece in shown]
    return [piece for piece in found if piece is not None]


def _meets(line: Line, window: tuple[range, range] | None) -> bool:
    """Whether a line's vehicles may show in those rows and columns; they are taller than their cells."""
    if window is None:
        return True
    rows, cols = window
    if line.row is not None:
        return rows.start - 1 <= line.row <= rows.stop + 1
    return cols.start - 1 <= line.number <= cols.stop


def _parts(length: int, low: float, cells: int, head_is_low: bool) -> list[tuple[float, int, bool]]:
    """A train as (low end, cells, is the head) of each part that touches the `cells` of the board.

    Counted from the head in pairs of cells; an odd train ends in a short wagon.
    """
    high = low + length
    shown = []
    first, last = 0, (length + 1) // TRAIN_PIECE
    if head_is_low:
        first = max(first, math.floor(-low / TRAIN_PIECE) - 1)
        last = min(last, math.ceil((cells - low) / TRAIN_PIECE) + 1)
    else:
        first = max(first, math.floor((high - cells) / TRAIN_PIECE) - 1)
        last = min(last, math.ceil(high / TRAIN_PIECE) + 1)
    for part in range(first, last):
        size = min(TRAIN_PIECE, length - TRAIN_PIECE * part)
        start = TRAIN_PIECE * part
        shown.append((low + start if head_is_low else high - start - size, size, part == 0))
    return shown


def _visible(mover: Mover, low: float, cells: int, head_is_low: bool) -> tuple[float, int]:
    """Low end and length to draw of a vehicle that may be longer than the board: no more than can be seen."""
    length = min(mover.length, cells + 2)
    head_shows = low > -1 if head_is_low else low + mover.length < cells + 1
    anchored_low = head_is_low == head_shows
    return (low if anchored_low else low + mover.length - length), length


def _in_row(sight: Sight, mover: Mover, index: int, line: Line, low: float) -> list[Drawn]:
    geo, light = sight.geometry, sight.light
    row, left = line.number, line.backwards
    if mover.look == "train":
        head, wagon = looks.LOOKS["train"]
        images = []
        for at, size, is_head in _parts(mover.length, low, geo.n_cols, left):
            if is_head:
                image = pieces.long_sprite(head, size, geo.cell, left, light)
            elif size == TRAIN_PIECE:
                image = pieces.sprite(wagon, geo.cell, left, light)
            else:
                image = pieces.short_wagon(wagon, geo.cell, left, light)
            images.append(standing(image, geo, row, at, 0.3))
        return images
    low, length = _visible(mover, low, geo.n_cols, left)
    name = looks.sprite_for(mover.look, index)
    if name is None:
        return [standing(pieces.plain_block(mover.look, length, geo.cell, light), geo, row, low, 0.3)]
    return [standing(pieces.long_sprite(name, length, geo.cell, left, light), geo, row, low, 0.3)]


def _in_column(sight: Sight, mover: Mover, index: int, line: Line, low: float) -> list[Drawn]:
    geo, light = sight.geometry, sight.light
    column, up = line.number, line.backwards
    if mover.look in AFLOAT:
        low, length = _visible(mover, low, geo.n_rows, up)
        image = afloat(mover.look, length, geo.cell, up=up, light=light)
        piece = _column_piece(geo, image, low, length, column)
        return [replace(piece, row=low + 0.3)]  # flat: what rides on any of its cells is in front
    if mover.look in PAINTS:
        if mover.look == "train":
            parts = sorted(_parts(mover.length, low, geo.n_rows, up))
        else:
            low, length = _visible(mover, low, geo.n_rows, up)
            parts = [(low, length, True)]
        found = []
        for at, size, is_head in parts:
            image = upright(mover.look, index, size, geo.cell, up=up, head=is_head, light=light)
            found.append(_column_piece(geo, image, at, size, column))
        return found
    low, length = _visible(mover, low, geo.n_rows, up)
    name = looks.sprite_facing(mover.look, index, (-1 if up else 1, 0))
    image = one_cell(sight, name, mover)
    return [standing(image, geo, low + k, column, 0.3) for k in range(length)]


def _column_piece(geo: Geometry, image: pygame.Surface, at: float, size: int, column: int) -> Drawn:
    """An upright image of `size` cells, its upper end in a row; fractions allowed."""
    x, y = geo.corner(at, column)
    return Drawn(
        at + size - 1 + 0.3, image, round(x - MARGIN * geo.cell / UNITS), round(y - TOP * geo.cell / UNITS)
    )

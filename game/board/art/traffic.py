"""Vehicles on the picture: which images, where, and in which row they stand."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import pygame

from game.board import geometry
from game.board.art import lamps, pieces
from game.board.art.lighting import Light
from game.board.art.upright import PAINTS, TOP, upright
from game.board.geometry import Geometry
from game.ui.drawing import looks
from game.ui.drawing.draw import MARGIN, UNITS
from levels.model.board import Cell
from levels.model.level import Level
from levels.model.movers import Mover
from levels.model.obstacles import Lane

GHOST_ALPHAS = (100, 55)
"""Opacity of a robot's next place and of the one after it [of 255]."""
LAMP_DROP = 0.2
"""How far below the middle of a lane along a row its vehicles' headlights shine [cells]."""
LAMP_INSET = 0.1
"""How far behind a vehicle's front its light begins [cells]."""
HEADINGS: dict[Cell, str] = {(0, 1): "right", (0, -1): "left", (-1, 0): "up", (1, 0): "down"}
"""Names of the ways a walker goes (rows, columns)."""
TRAIN_PIECE = 2
"""Cells of a locomotive and of a wagon."""
ON_THE_GROUND = -math.inf
"""The row of light on the ground, which `shine` draws below all that stands."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """An image on the picture: `row` orders back to front, (x, y) is its corner, `area` what shows of it."""

    row: float
    image: pygame.Surface
    x: int
    y: int
    area: pygame.Rect | None = None

    @property
    def rect(self) -> pygame.Rect:
        """Where it is, clipping aside."""
        return self.image.get_rect(topleft=(self.x, self.y))


def standing(image: pygame.Surface, geo: Geometry, row: float, col: float, order: float) -> Drawn:
    """An image with a sprite's canvas, standing in a cell; `order` is where it comes within its row."""
    x, y = geo.corner(row, col)
    margin = MARGIN * geo.cell / UNITS
    return Drawn(row + order, image, round(x - margin), round(y + geo.cell + margin - image.get_height()))


def clipped(drawn: Drawn, bounds: pygame.Rect) -> Drawn | None:
    """The same, only its part inside the bounds; None where there is none."""
    shown = drawn.rect.clip(bounds)
    if shown.width == 0 or shown.height == 0:
        return None
    if shown.size == drawn.image.get_size():
        return drawn
    return replace(drawn, x=shown.x, y=shown.y, area=shown.move(-drawn.x, -drawn.y))


def shine(surface: pygame.Surface, corner: tuple[int, int], found: Iterable[Drawn]) -> None:
    """Adds what of `found` is light on the ground to a picture of the ground, its own corner at `corner`."""
    x, y = corner
    surface.blits(
        [
            (glow.image, (glow.x + x, glow.y + y), glow.area or glow.image.get_rect(), pygame.BLEND_RGB_ADD)
            for glow in found
            if glow.row == ON_THE_GROUND
        ],
        doreturn=False,
    )


def traffic(
    level: Level,
    geo: Geometry,
    time: float,
    window: tuple[range, range] | None = None,
    light: Light | None = None,
) -> list[Drawn]:
    """Every vehicle at a time in ticks, ghosts of walking ones included, clipped to the board.

    In the dark of a light the cones of their headlights come along, in the row ON_THE_GROUND.
    Lanes are left out that no row and no column of the `window` meets.
    """
    x0, y0 = (round(value) for value in geo.corner(0, 0))
    width, height = geo.n_cols * geo.cell, geo.n_rows * geo.cell
    along_row = pygame.Rect(x0, 0, width, y0 + height + geo.cell)
    along_column = pygame.Rect(0, y0, geo.size[0], height)
    found: list[Drawn | None] = []
    for index, mover in enumerate(level.movers):
        obstacle = level.obstacles[mover.obstacle]
        shines = light is not None and light.dark and mover.look in PAINTS
        if not isinstance(obstacle, Lane):
            found += _walker(mover, index, geo, time, light)
            if shines:
                place = geometry.place_at(mover, time)
                at, heading = geometry.patrol_place(mover, place), geometry.patrol_heading(mover, place)
                found.append(clipped(_headlights(geo, at, HEADINGS[heading]), along_row.clip(along_column)))
            continue
        if window is not None and not _meets(obstacle, window):
            continue
        cells = geo.n_rows if obstacle.row is None else geo.n_cols
        for corner in geometry.lane_corners(obstacle, mover, cells, time, lamps.REACH if shines else 0):
            if obstacle.row is not None:
                shown, bounds = _row_vehicle(mover, index, geo, corner, obstacle, light), along_row
            else:
                shown, bounds = _column_vehicle(mover, index, geo, corner, obstacle, light), along_column
            if shines:
                tip = corner if obstacle.direction in ("left", "up") else corner + mover.length - 1
                front = (tip, obstacle.column or 0) if obstacle.row is None else (obstacle.row, tip)
                shown.append(_headlights(geo, front, obstacle.direction))
            found += [clipped(piece, bounds) for piece in shown]
    return [piece for piece in found if piece is not None]


def _meets(lane: Lane, window: tuple[range, range]) -> bool:
    """Whether a lane's vehicles may be seen in those rows and columns: they are taller than their cells."""
    rows, cols = window
    if lane.row is not None:
        return rows.start - 1 <= lane.row <= rows.stop + 1
    return cols.start - 1 <= (lane.column or 0) <= cols.stop


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


def _headlights(geo: Geometry, front: tuple[float, float], heading: str) -> Drawn:
    """The cone of light before a vehicle whose front is in a cell (row, column), fractions allowed."""
    row, col = front
    begins = 1 - LAMP_INSET if heading in ("right", "down") else LAMP_INSET - lamps.REACH
    if heading in ("left", "right"):
        x, y = geo.corner(row + LAMP_DROP, col + begins)
    else:
        x, y = geo.corner(row + begins, col)
    return Drawn(ON_THE_GROUND, lamps.cone(geo.cell, heading), round(x), round(y))


def _row_vehicle(
    mover: Mover, index: int, geo: Geometry, low: float, lane: Lane, light: Light | None
) -> list[Drawn]:
    row, left = lane.row or 0, lane.direction == "left"
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


def _column_vehicle(
    mover: Mover, index: int, geo: Geometry, low: float, lane: Lane, light: Light | None
) -> list[Drawn]:
    column, up = lane.column or 0, lane.direction == "up"
    if mover.look in PAINTS:
        if mover.look == "train":
            parts = sorted(_parts(mover.length, low, geo.n_rows, up))
        else:
            low, length = _visible(mover, low, geo.n_rows, up)
            parts = [(low, length, True)]
        found = []
        for at, size, is_head in parts:
            image = upright(mover.look, index, size, geo.cell, up=up, head=is_head, light=light)
            x, y = geo.corner(at, column)
            corner = (round(x - MARGIN * geo.cell / UNITS), round(y - TOP * geo.cell / UNITS))
            found.append(Drawn(at + size - 1 + 0.3, image, *corner))
        return found
    low, length = _visible(mover, low, geo.n_rows, up)
    name = looks.sprite_for(mover.look, index)
    image = _one_cell(name, mover, geo, light=light)
    return [standing(image, geo, low + k, column, 0.3) for k in range(length)]


def _one_cell(
    name: str | None, mover: Mover, geo: Geometry, light: Light | None, flip: bool = False
) -> pygame.Surface:
    """The sprite of that name, or where there is none the plain shape of a mover's look."""
    if name is None:
        return pieces.plain_block(mover.look, 1, geo.cell, light)
    return pieces.sprite(name, geo.cell, flip, light)


def _walking(mover: Mover, index: int, geo: Geometry, place: float, light: Light | None) -> pygame.Surface:
    """One cell of a walker as it goes on from a place on its track."""
    heading = geometry.patrol_heading(mover, place)
    if heading[0] and mover.look in PAINTS:
        return upright(mover.look, index, 1, geo.cell, up=heading[0] < 0, light=light)
    name = looks.sprite_facing(mover.look, index, heading)
    return _one_cell(name, mover, geo, light, flip=heading[1] < 0)


def _walker(mover: Mover, index: int, geo: Geometry, time: float, light: Light | None) -> list[Drawn]:
    """A patrolling robot and the ghosts of its next two places; of a longer walker, each cell of its body."""
    place = geometry.place_at(mover, time)
    found = []
    for back in range(mover.length):
        row, col = geometry.patrol_place(mover, place - back)
        found.append(standing(_walking(mover, index, geo, place - back, light), geo, row, col, 0.35))
    for ahead, alpha in enumerate(GHOST_ALPHAS, start=1):
        place_then = mover.position(math.floor(time)) + ahead * mover.hop
        row, col = geometry.patrol_place(mover, place_then)
        if len(mover.track) > ahead * mover.hop:
            ghost = pieces.faded(_walking(mover, index, geo, place_then, light), alpha)
            found.append(standing(ghost, geo, row, col, 0.05))
    return found

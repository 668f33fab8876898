"""Lateness: the clock badge of a vehicle behind its timetable, and the outline of where it should be."""

from collections.abc import Iterator

import pygame

from game.board import geometry
from game.board.art.ghosts import Spot
from game.board.geometry import Geometry
from game.presenters.scene import Scene
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.theme import BLACK, WHITE
from levels.model.level import Level
from levels.model.movers import Mover

NUMBERS_FROM, BADGES_FROM = 24, 12
"""Cells smaller than this [px] have badges without a number, and none at all."""
NUMBER_SIZE, NUMBER_LEAST = 0.22, 12
"""Size of a badge's number [cells], and at least [px]."""
CLOCK = 0.62
"""Size of a clock without a number [cells]."""
GROUND, INK = "#ffe08a", "#3d2c00"
"""Colours of a badge."""

Box = tuple[float, float, float, float]
"""Upper row, left column, rows and columns; fractions allowed."""
Window = tuple[range, range]
"""The rows and columns in sight."""


def outlines(level: Level, geo: Geometry, scene: Scene, window: Window) -> list[Spot]:
    """A faint dashed outline where the timetable has each vehicle that is late, as far as it is in sight."""
    spots = []
    for mover in _late(level, scene):
        for row, col, rows, cols in _boxes(level, geo, mover, scene.clock):
            if not _in_sight((row, col, rows, cols), window):
                continue
            x, y = geo.corner(row, col)
            image = outline(round(cols * geo.cell), round(rows * geo.cell), geo.cell)
            spots.append((image, (round(x), round(y))))
    return spots


def badges(level: Level, geo: Geometry, scene: Scene, window: Window) -> list[Spot]:
    """A clock with the number of steps above each vehicle that is late, as far as it is in sight."""
    if geo.cell < BADGES_FROM:
        return []
    spots = []
    for mover in _late(level, scene):
        if geo.cell < NUMBERS_FROM:
            image = _clock(round(CLOCK * geo.cell))
        else:
            image = _badge(scene.delay(mover.obstacle), max(NUMBER_LEAST, round(NUMBER_SIZE * geo.cell)))
        for row, col, rows, cols in _boxes(level, geo, mover, scene.timetable(mover.obstacle)):
            if not _in_sight((row, col, rows, cols), window):
                continue
            x, y = geo.corner(row, col + cols / 2)
            spots.append((image, (round(x - image.get_width() / 2), round(y - 0.7 * image.get_height()))))
    return spots


def _in_sight(box: Box, window: Window) -> bool:
    row, col, rows, cols = box
    in_rows, in_cols = window
    across = row < in_rows.stop and row + rows > in_rows.start
    return across and col < in_cols.stop and col + cols > in_cols.start


def _late(level: Level, scene: Scene) -> list[Mover]:
    return [mover for mover in level.movers if scene.delay(mover.obstacle)] if scene.late else []


def _boxes(level: Level, geo: Geometry, mover: Mover, time: float) -> Iterator[Box]:
    """The parts of the board that a vehicle covers at a moment of its timetable."""
    line = level.obstacles[mover.obstacle].line
    if line is None:
        place = geometry.place_at(mover, time)
        for back in range(mover.length):
            at = geometry.walker_place(mover, place - back)
            if at is not None:
                yield (*at, 1, 1)
        return
    n_cells = line.cells(geo.n_rows, geo.n_cols)
    for low in geometry.low_ends(line, mover, n_cells, time):
        start, end = max(low, 0.0), min(low + mover.length, float(n_cells))
        if end > start:
            along = end - start
            yield (line.number, start, 1, along) if line.row is not None else (start, line.number, along, 1)


@surfaces.keep
def outline(width: int, height: int, cell: int) -> pygame.Surface:
    """A dashed rectangle with round corners, light on dark, to be seen on any ground."""
    inset, stroke = 0.08 * cell, max(1.5, 0.04 * cell)
    right, bottom = max(inset + 1, width - inset), max(inset + 1, height - inset)
    turn = min(0.16 * cell, (right - inset) / 2, (bottom - inset) / 2)
    corners = "".join(
        f"M{x:.1f} {y + down * turn:.1f}Q{x:.1f} {y:.1f} {x + along * turn:.1f} {y:.1f}"
        for x, along in ((inset, 1), (right, -1))
        for y, down in ((inset, 1), (bottom, -1))
    )
    lines = "".join(
        f"M{x:.1f} {y:.1f}H{end:.1f}"
        for x, end in _dashes(inset + turn, right - turn, cell)
        for y in (inset, bottom)
    )
    lines += "".join(
        f"M{x:.1f} {y:.1f}V{end:.1f}"
        for y, end in _dashes(inset + turn, bottom - turn, cell)
        for x in (inset, right)
    )
    path = f'<path d="{corners}{lines}" fill="none"'
    return draw.svg(
        f'<rect x="{inset:.1f}" y="{inset:.1f}" width="{right - inset:.1f}" height="{bottom - inset:.1f}" '
        f'rx="{turn:.1f}" fill="{WHITE}" fill-opacity=".08"/>'
        f'{path} stroke="{BLACK}" stroke-opacity=".35" stroke-width="{1.8 * stroke:.1f}"/>'
        f'{path} stroke="{WHITE}" stroke-opacity=".8" stroke-width="{stroke:.1f}"/>',
        width,
        height,
    )


def _dashes(start: float, end: float, cell: int) -> list[tuple[float, float]]:
    """Both ends of dashes along a side, with a gap before the first and after the last [px].

    They are drawn one by one: the rasteriser now and then fills a shape whose stroke it dashes itself.
    """
    number = max(0, round((end - start) / (0.24 * cell)))
    step = (end - start - 0.1 * cell) / number if number else 0.0
    first = start + 0.1 * cell
    return [(first + k * step, first + (k + 1) * step - 0.1 * cell) for k in range(number)]


@surfaces.keep
def _badge(steps: int, size: int) -> pygame.Surface:
    """A clock and the number of steps on a small ground."""
    text, side = str(steps), size + 1
    width, height = draw.text_size(text, size, "SemiBold")
    plate = pygame.Surface((side + width + size, height + 4), pygame.SRCALPHA)
    draw.rounded(plate, plate.get_rect(), plate.get_height() / 2, GROUND, stroke=INK, stroke_width=1.2)
    draw.icon(plate, "clock", (0.35 * size + side / 2, plate.get_rect().centery), side, INK, stroke=2.6)
    middle = (plate.get_width() - round(0.4 * size), plate.get_rect().centery)
    draw.text(plate, text, middle, size, INK, weight="SemiBold", anchor="midright")
    return plate


@surfaces.keep
def _clock(size: int) -> pygame.Surface:
    """A clock alone, for cells in which no number has room."""
    face = pygame.Surface((size, size), pygame.SRCALPHA)
    draw.rounded(face, face.get_rect(), size / 2, GROUND, stroke=INK, stroke_width=1.2)
    middle, hand = size / 2, 0.3 * size
    line = f"M{middle} {middle - hand:.1f} V{middle} H{middle + 0.8 * hand:.1f}"
    face.blit(
        draw.svg(f'<path d="{line}" stroke="{INK}" stroke-width="1.4" fill="none"/>', size, size), (0, 0)
    )
    return face

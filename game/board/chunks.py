"""Chunks: squares of a large board, painted when they are first seen and kept as long as memory allows."""

import time
from collections import OrderedDict, defaultdict
from dataclasses import dataclass

import pygame

from game.board.art.blocks import blocks
from game.board.art.drawn import Drawn
from game.board.art.ground import paint_ground
from game.board.art.lighting import dimmed, lit
from game.board.art.scenery import Mark, Thing, marks, objects, pads, paint_marks, scenery, tallest
from game.board.art.scenery_theme import light_of, scenery_theme_of
from game.board.geometry import Geometry
from game.board.map_picture import map_picture
from game.ui.drawing.cache import bytes_of
from levels.model.board import Cell
from levels.model.level import Level

SIDE = 4
"""Cells along a side of a chunk."""
BUDGET = 64 * 2**20
"""Maximum memory of the kept chunks [bytes]; those in sight are kept even if they take more."""
PATIENCE = 0.002
"""Time per frame for painting chunks [s]; the last one begun is finished."""

Place = tuple[int, int]
"""A chunk's row and column among the chunks."""


@dataclass(frozen=True, eq=False)
class Chunk:
    """A painted square of the board; places are in the picture's pixels.

    Attributes:
        ground: the ground with its marks, at `corner`.
        walls: the walls on it, None where there are none; the overlays come between.
        things: the things on it one by one, back to front.
        standing: all things in one picture with the place of its corner, None if there are none.
    """

    corner: tuple[int, int]
    ground: pygame.Surface
    walls: pygame.Surface | None
    things: list[Drawn]
    standing: tuple[pygame.Surface, pygame.Rect] | None

    @property
    def size(self) -> int:
        """Memory of its pictures [bytes]."""
        pictures = [self.ground, self.walls, self.standing and self.standing[0]]
        return sum(bytes_of(picture) for picture in pictures if picture is not None)


class Chunks:
    """The chunks of one level, for any number of views of it.

    Attributes:
        theme: the scenery theme it is drawn in.
        light: the light it is seen in.
        map: the whole board, a pixel a cell.
        tallest: how far things reach above the board's upper edge [cells].
        budget, size: maximum and present memory of the kept chunks [bytes].
    """

    def __init__(self, level: Level, budget: int = BUDGET) -> None:
        self.level = level
        self.theme = scenery_theme_of(level)
        self.budget = budget
        things = objects(level.board)
        self.tallest = tallest(level.board, things)
        self.size = 0
        self.light = light_of(level, self.theme)
        self.map = map_picture(level, self.theme)
        if self.light is not None:
            self.light.fall_on(self.map)
        self._things: defaultdict[Place, list[Thing]] = defaultdict(list)
        self._marks: defaultdict[Place, list[Mark]] = defaultdict(list)
        self._goals: defaultdict[Place, list[Cell]] = defaultdict(list)
        for thing in things:
            self._things[_place(thing[0])].append(thing)
        for mark in marks(level, things):
            self._marks[_place(mark[0])].append(mark)
        for goal in level.board.goals:
            self._goals[_place(goal)].append(goal)
        self._kept: OrderedDict[tuple[int, bool, Place], Chunk] = OrderedDict()

    def get(
        self, geo: Geometry, rows: range, cols: range, *, dims: bool, patience: float = PATIENCE
    ) -> tuple[list[Chunk], bool]:
        """The painted chunks of those rows and columns, row by row, and whether these are all.

        Chunks that are not painted yet are painted first, as far as `patience` [s] allows.

        Once all are painted, a margin of one chunk is painted too if memory allows: it may be needed next.
        """
        board = self.level.board
        seen_rows, seen_cols = _chunked(rows, board.n_rows, 0), _chunked(cols, board.n_cols, 0)
        seen = [(geo.cell, dims, (row, col)) for row in seen_rows for col in seen_cols]
        middle = (seen_rows.start + seen_rows.stop - 1) / 2, (seen_cols.start + seen_cols.stop - 1) / 2
        missing = [key for key in seen if key not in self._kept]
        missing.sort(key=lambda key: (key[2][0] - middle[0]) ** 2 + (key[2][1] - middle[1]) ** 2)
        if not missing and self.size < 0.9 * self.budget:
            missing = [
                (geo.cell, dims, (row, col))
                for row in _chunked(rows, board.n_rows, 1)
                for col in _chunked(cols, board.n_cols, 1)
                if (geo.cell, dims, (row, col)) not in self._kept
            ]
        end = time.perf_counter() + patience
        for key in missing:
            self._kept[key] = self._paint(geo, key[2], dims=dims)
            self.size += self._kept[key].size
            if time.perf_counter() >= end:
                break
        found = [key for key in seen if key in self._kept]
        for key in found:
            self._kept.move_to_end(key)
        while self.size > self.budget and len(self._kept) > len(found):
            self.size -= self._kept.popitem(last=False)[1].size
        return [self._kept[key] for key in found], len(found) == len(seen)

    def _paint(self, geo: Geometry, place: Place, *, dims: bool) -> Chunk:
        board, cell = self.level.board, geo.cell
        area = (
            range(SIDE * place[0], min(SIDE * (place[0] + 1), board.n_rows)),
            range(SIDE * place[1], min(SIDE * (place[1] + 1), board.n_cols)),
        )
        first = area[0].start, area[1].start
        ground = paint_ground(board, self.theme, cell, area)
        paint_marks(ground, self._marks[place], cell, first)
        walls = self._walls(cell, area)
        if self.light is not None and not dims:
            self.light.fall_on(ground)
        paint_marks(ground, pads(self._goals[place]), cell, first)
        if dims:
            ground, walls = dimmed(ground), walls and dimmed(walls)
        x, y = geo.corner(*first)
        things = scenery(board, geo, self._things[place], self._goals[place], self.light)
        things.sort(key=lambda thing: thing.row)
        return Chunk((round(x), round(y)), ground, walls, things, _together(things))

    def _walls(self, cell: int, area: tuple[range, range]) -> pygame.Surface | None:
        """The walls of an area with the feet and shadows of those above it."""
        rows, cols = area
        above = range(max(rows.start - 1, 0), rows.stop)
        found = blocks(self.level.board, self.theme, cell, (above, cols))
        if not found:
            return None
        surface = pygame.Surface((len(cols) * cell, len(rows) * cell), pygame.SRCALPHA)
        down = (rows.start - above.start) * cell
        surface.fblits([(lit(image, self.light), (x, y - down)) for image, (x, y) in found])
        return surface


def _together(things: list[Drawn]) -> tuple[pygame.Surface, pygame.Rect] | None:
    """All of them in one picture, and its place."""
    if not things:
        return None
    box = things[0].rect.unionall([thing.rect for thing in things[1:]])
    picture = pygame.Surface(box.size, pygame.SRCALPHA)
    picture.fblits([(thing.image, (thing.x - box.x, thing.y - box.y)) for thing in things])
    return picture, box


def _place(cell: Cell) -> Place:
    return cell[0] // SIDE, cell[1] // SIDE


def _chunked(cells: range, n_cells: int, more: int) -> range:
    """The chunks of those rows or columns, and `more` on either side."""
    last = (n_cells - 1) // SIDE
    return range(max(cells.start // SIDE - more, 0), min((cells.stop - 1) // SIDE + more, last) + 1)

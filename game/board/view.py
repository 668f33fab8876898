"""BoardView: draws a level's board at one cell size, at any moment, under any overlays."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
import pygame

from game.board import geometry
from game.board.art import agent, pieces, signals
from game.board.art.blocks import blocks
from game.board.art.drawn import ON_THE_GROUND, Drawn, shine
from game.board.art.ghosts import NO_GHOSTS, Ghosts, ghosts
from game.board.art.ground import paint_ground
from game.board.art.lighting import dimmed, lit
from game.board.art.scenery import GOLD, marks, objects, pads, paint_marks, scenery, tallest
from game.board.art.scenery_theme import light_of, scenery_theme_of
from game.board.geometry import CELL_MIN, Geometry
from game.board.map_picture import map_picture
from game.board.overlay_data import Overlay, OverlayData
from game.board.traffic import traffic
from game.presenters.scene import Scene, Trace
from game.ui.drawing import draw
from game.ui.theme import BLACK, WHITE
from levels.model.board import Cell
from levels.model.level import Level

__all__ = ["BoardView", "Scene", "cell_px_for", "thumbnail"]

HIDING_ALPHA = 120
"""Opacity of whatever stands in front of the agent [of 255]."""


def _geometry(level: Level, cell_px: int) -> Geometry:
    board = level.board
    return geometry.geometry(board.n_rows, board.n_cols, tallest(board), cell_px)


def cell_px_for(level: Level, width: int, height: int, scale: float = 1.0) -> int:
    """Side [px] of the largest cell with which the level's picture fits into width × height pixels."""
    board = level.board
    return geometry.fitting(board.n_rows, board.n_cols, tallest(board), width, height, scale)


class BoardView:
    """A level's board at one cell size.

    What never changes is painted once, here. The ground under the overlays that depend on the learner only is
    kept until the tables, the phase or the choice of overlays change. A frame then only blits.

    Attributes:
        cell: side of a cell [px].
        geometry: all sizes.
    """

    def __init__(self, level: Level, cell_px: int) -> None:
        self.level = level
        self.cell = cell_px
        self.geometry = _geometry(level, cell_px)
        self._world = scenery_theme_of(level)
        things = objects(level.board)
        ground = paint_ground(level.board, self._world, cell_px)
        grey = dimmed(ground)
        for painted in (ground, grey):
            paint_marks(painted, marks(level, things), cell_px)
        self._light = light = light_of(level, self._world)
        self._frame = self._paint_frame()
        if light is not None:
            light.fall_on(ground)
            light.fall_on(self._frame)
        for painted in (ground, grey):
            paint_marks(painted, pads(level.board.goals), cell_px)
        self._dimmed_frame = dimmed(self._frame)
        self._ground, self._dimmed = ground, grey
        self._blocks = [
            (lit(image, light), corner) for image, corner in blocks(level.board, self._world, cell_px)
        ]
        self._dimmed_blocks: list[tuple[pygame.Surface, tuple[int, int]]] = []
        self._scenery = scenery(level.board, self.geometry, things, level.board.goals, light)
        self._signals = signals.signals(level)
        self._floor = self._ground.copy()
        self._floor_is: tuple[object, ...] | None = None
        self._trace: tuple[Trace, Ghosts] | None = None
        self._places: dict[tuple[int, int], list[tuple[int, int]]] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole picture [px]."""
        return self.geometry.size

    def cell_rect(self, cell: Cell) -> pygame.Rect:
        """A cell's square, counted from the picture's top left corner."""
        x, y = self.geometry.corner(*cell)
        return pygame.Rect(round(x), round(y), self.cell, self.cell)

    @property
    def window(self) -> tuple[range, range]:
        """The rows and columns in sight: all of them."""
        return range(self.geometry.n_rows), range(self.geometry.n_cols)

    def places(self, shift: tuple[int, int]) -> list[tuple[int, int]]:
        """The shifted corner of every passable cell, in reading order: that of the tables' cells."""
        if shift not in self._places:
            rows, cols = np.nonzero(~self.level.board.blocked)
            x, y = self.cell_rect((0, 0)).move(shift).topleft
            found = zip((x + cols * self.cell).tolist(), (y + rows * self.cell).tolist(), strict=True)
            self._places[shift] = list(found)
        return self._places[shift]

    def cell_at(self, pos: tuple[float, float]) -> Cell | None:
        """The cell at a point counted from the picture's top left corner; None beside the board."""
        return self.geometry.cell_at(*pos)

    def draw(
        self,
        surface: pygame.Surface,
        origin: tuple[int, int],
        scene: Scene,
        overlays: Sequence[Overlay] = (),
        data: OverlayData | None = None,
        spread: Iterable[tuple[pygame.Surface, tuple[int, int]]] = (),
    ) -> None:
        """Draws the picture with its top left corner at `origin`; overlays need an insight to show.

        What is `spread` on the ground, each image with its corner in the picture, lies below all that stands.
        """
        geo = self.geometry
        shown = tuple(overlays) if data is not None else ()
        dims = any(overlay.dims for overlay in shown)
        self._draw_frame(surface, origin, self._dimmed_frame if dims else self._frame)
        floor = self._floor_under(shown, data)
        surface.blit(floor, (origin[0] + geo.frame, origin[1] + geo.headroom))
        time = scene.time if scene.animate else math.floor(scene.time)
        moving = traffic(self.level, geo, time, light=self._light)
        if self._light is not None and self._light.dark and not dims:  # an overlay's colours are read exactly
            shine(surface, origin, [*moving, agent.pool_of_light(geo, scene)])
        for overlay in shown:
            if overlay.follows_agent and data is not None:
                overlay.draw(surface, self, origin, data)
        haunt = self._ghosts(scene.trace)
        _blit_all(surface, origin, spread)
        _blit_all(surface, origin, haunt.flat)
        agent.draw_trail(surface, geo, origin, scene, None if dims else self._world.trail)
        agent.draw_below(surface, geo, origin, scene)
        warning = signals.drawn(self._signals, geo, time, scene.animate, self._light)
        self._draw_standing(surface, origin, scene, [*moving, *warning, *haunt.standing(scene)])
        _blit_all(surface, origin, haunt.marks)
        agent.draw_above(surface, geo, origin, scene)
        for overlay in shown:
            if overlay.draw_above is not None and data is not None:
                overlay.draw_above(surface, self, origin, data)

    def _ghosts(self, trace: Trace | None) -> Ghosts:
        """What is drawn of a trace, made anew when it changes."""
        if trace is None:
            return NO_GHOSTS
        if self._trace is None or self._trace[0] != trace:
            self._trace = trace, ghosts(self.level, self.geometry, trace)
        return self._trace[1]

    def _draw_standing(
        self, surface: pygame.Surface, origin: tuple[int, int], scene: Scene, moving: list[Drawn]
    ) -> None:
        """Everything with a height, back to front; what stands before the agent lets it shine through."""
        hen = agent.agent_image(self.geometry, scene, self._light)
        body = hen.rect.inflate(-0.4 * hen.rect.width, -0.3 * hen.rect.height)
        still = [
            Drawn(thing.row, pieces.faded(thing.image, HIDING_ALPHA), thing.x, thing.y)
            if thing.row > hen.row and thing.rect.colliderect(body)
            else thing
            for thing in self._scenery
        ]
        beside = agent.beside_image(self.geometry, scene, self._light)
        things = sorted([*still, *moving, *beside, hen], key=lambda thing: thing.row)
        x, y = origin
        surface.blits(
            [
                (thing.image, (thing.x + x, thing.y + y), thing.area or thing.image.get_rect())
                for thing in things
                if thing.row != ON_THE_GROUND
            ],
            doreturn=False,
        )

    def _floor_under(self, overlays: tuple[Overlay, ...], data: OverlayData | None) -> pygame.Surface:
        """The ground with the overlays that do not follow the agent, marks and walls included."""
        still = tuple(overlay for overlay in overlays if not overlay.follows_agent)
        # The arrays themselves are held in the key: their identity cannot be taken over by newer ones.
        tables = (
            (data.q, data.labels, data.svm, data.phase, data.palette) if data is not None and still else ()
        )
        key = (*still, *tables)
        known = self._floor_is
        if (
            known is not None
            and len(key) == len(known)
            and all(a is b or (isinstance(a, int | str) and a == b) for a, b in zip(key, known, strict=True))
        ):
            return self._floor
        dims = any(overlay.dims for overlay in still)
        self._floor.blit(self._dimmed if dims else self._ground, (0, 0))
        if data is not None:
            for overlay in still:
                overlay.draw(self._floor, self, (-self.geometry.frame, -self.geometry.headroom), data)
        self._floor.fblits(self._colourless_blocks() if dims else self._blocks)
        self._floor_is = key
        return self._floor

    def _colourless_blocks(self) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """The walls as they look on a dimmed ground, made when first needed."""
        if not self._dimmed_blocks:
            made = {id(image): dimmed(image) for image, _corner in self._blocks}
            self._dimmed_blocks = [(made[id(image)], corner) for image, corner in self._blocks]
        return self._dimmed_blocks

    def _paint_frame(self) -> pygame.Surface:
        """The frame round the cells, transparent outside; only its border is ever shown."""
        geo = self.geometry
        width, height = geo.size
        top, radius = geo.headroom - geo.frame, max(1, round(0.22 * self.cell))
        frame = pygame.Surface((width, height), pygame.SRCALPHA)
        foot = geo.lip - geo.frame
        _plate(frame, pygame.Rect(0, top, width, height - top), radius, self._world.frame_foot)
        _plate(frame, pygame.Rect(0, top, width, height - top - foot), radius, self._world.frame)
        return frame

    def _draw_frame(self, surface: pygame.Surface, origin: tuple[int, int], frame: pygame.Surface) -> None:
        geo = self.geometry
        width, height = geo.size
        top, bottom = geo.headroom - geo.frame, height - geo.lip
        for strip in (
            (0, top, width, geo.frame),
            (0, bottom, width, geo.lip),
            (0, geo.headroom, geo.frame, bottom - geo.headroom),
            (width - geo.frame, geo.headroom, geo.frame, bottom - geo.headroom),
        ):
            surface.blit(frame, (origin[0] + strip[0], origin[1] + strip[1]), strip)


def _blit_all(
    surface: pygame.Surface, origin: tuple[int, int], spots: Iterable[tuple[pygame.Surface, tuple[int, int]]]
) -> None:
    surface.fblits([(image, (x + origin[0], y + origin[1])) for image, (x, y) in spots])


def _plate(surface: pygame.Surface, rect: pygame.Rect, radius: int, color: str) -> None:
    """A large rectangle with round corners: only the corners go through the rasteriser, which is slow."""
    surface.fill(color, rect.inflate(-2 * radius, 0))
    surface.fill(color, rect.inflate(0, -2 * radius))
    disc = draw.svg(
        f'<circle cx="{radius}" cy="{radius}" r="{radius}" fill="{color}"/>', 2 * radius, 2 * radius
    )
    for x, from_x in ((rect.left, 0), (rect.right - radius, radius)):
        for y, from_y in ((rect.top, 0), (rect.bottom - radius, radius)):
            surface.blit(disc, (x, y), (from_x, from_y, radius, radius))


def thumbnail(level: Level, size: tuple[int, int]) -> pygame.Surface:
    """A small picture of the board at tick 0, fitted into `size` [px], at least a pixel, and centred."""
    size = max(size[0], 1), max(size[1], 1)
    board = level.board
    if CELL_MIN * board.n_rows > size[1] or CELL_MIN * board.n_cols > size[0]:
        return _map_of(level, size)
    cell = max(CELL_MIN, cell_px_for(level, *size))
    view = BoardView(level, cell)
    start = level.board.starts[0]
    whole = pygame.Surface(view.size, pygame.SRCALPHA)
    view.draw(whole, (0, 0), Scene(0, start, start))
    scale = min(1.0, size[0] / view.size[0], size[1] / view.size[1])
    if scale < 1:
        whole = pygame.transform.smoothscale_by(whole, scale)
    result = pygame.Surface(size, pygame.SRCALPHA)
    result.blit(whole, whole.get_rect(center=(size[0] // 2, size[1] // 2)))
    return result


def _map_of(level: Level, size: tuple[int, int]) -> pygame.Surface:
    """The same where even the smallest cells are too many: at most a pixel for each."""
    world = scenery_theme_of(level)
    picture = map_picture(level, world)
    light = light_of(level, world)
    if light is not None:
        light.fall_on(picture)
    scale = min(size[0] / picture.get_width(), size[1] / picture.get_height(), 1.0)
    picture = pygame.transform.smoothscale_by(picture, scale)
    result = pygame.Surface(size, pygame.SRCALPHA)
    box = picture.get_rect(center=(size[0] // 2, size[1] // 2))
    result.blit(picture, box)
    for cells, color in ((level.board.starts, WHITE), (level.board.goals, GOLD)):
        row, col = cells[0]
        draw.disc(result, (box.x + (col + 0.5) * scale, box.y + (row + 0.5) * scale), 4, color, ring=BLACK)
    return result

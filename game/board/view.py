"""BoardView: a level's board as a whole, at one cell size."""

from collections.abc import Iterable, Sequence

import pygame

from game.board import geometry
from game.board.art.blocks import blocks
from game.board.art.drawn import Drawn
from game.board.art.ghosts import Spot
from game.board.art.ground import paint_ground
from game.board.art.lighting import dimmed, lit
from game.board.art.scenery import marks, objects, pads, paint_marks, scenery, tallest
from game.board.art.scenery_theme import light_of, scenery_theme_of
from game.board.geometry import Geometry
from game.board.painter import BoardPainter
from game.presenters.scene import Scene
from game.ui.drawing import draw
from game.ui.drawing.rects import around
from levels.model.level import Level

__all__ = ["BoardView", "Scene", "cell_px_for"]


def cell_px_for(level: Level, width: int, height: int, scale: float = 1.0) -> int:
    """Side [px] of the largest cell with which the level's picture fits into width × height pixels."""
    board = level.board
    return geometry.fitting(board.n_rows, board.n_cols, tallest(board), width, height, scale)


class BoardView(BoardPainter):
    """A level's board at one cell size. What never changes is painted once."""

    def __init__(self, level: Level, cell_px: int, lit_as: str | None = None) -> None:
        """`lit_as` is the name whose light it is seen in, None for the level's own."""
        board, theme = level.board, scenery_theme_of(level)
        self._geometry = geometry.geometry(board.n_rows, board.n_cols, tallest(board), cell_px)
        things = objects(board)
        ground = paint_ground(board, theme, cell_px)
        grey = dimmed(ground)
        for painted in (ground, grey):
            paint_marks(painted, marks(level, things), cell_px)
        light = light_of(level, theme, lit_as)
        frame = _paint_frame(self._geometry, theme.frame, theme.frame_foot)
        if light is not None:
            light.fall_on(ground)
            light.fall_on(frame)
        for painted in (ground, grey):
            paint_marks(painted, pads(board.goals), cell_px)
        self._frame = _strips(self._geometry, frame)
        self._dimmed_frame = _strips(self._geometry, dimmed(frame))
        self._ground, self._dimmed = ground, grey
        self._blocks: list[Spot] = [
            (lit(image, light), corner) for image, corner in blocks(board, theme, cell_px)
        ]
        self._dimmed_blocks: list[Spot] = []
        self._scenery = scenery(board, self._geometry, things, board.goals, light)
        super().__init__(level, theme, light, ground.copy())

    @property
    def geometry(self) -> Geometry:
        """All sizes."""
        return self._geometry

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole picture [px]."""
        return self._geometry.size

    @property
    def window(self) -> tuple[range, range]:
        """The rows and columns in sight: all of them."""
        return range(self._geometry.n_rows), range(self._geometry.n_cols)

    @property
    def scrolled(self) -> tuple[int, int]:
        """(0, 0): the whole picture is drawn."""
        return 0, 0

    # -- painting -----------------------------------------------------------------------------------------

    @property
    def _floor_corner(self) -> tuple[int, int]:
        return self._geometry.frame, self._geometry.headroom

    def _prepare_ground(self, *, dims: bool) -> tuple[object, ...]:  # noqa: ARG002
        return ()

    def _paint_ground(self, floor: pygame.Surface, *, dims: bool) -> None:
        floor.blit(self._dimmed if dims else self._ground, (0, 0))

    def _paint_walls(self, floor: pygame.Surface, *, dims: bool) -> None:
        floor.fblits(self._colourless_blocks() if dims else self._blocks)

    def _colourless_blocks(self) -> list[Spot]:
        """The walls as they look on a dimmed ground, made when first needed."""
        if not self._dimmed_blocks:
            made = {id(image): dimmed(image) for image, _corner in self._blocks}
            self._dimmed_blocks = [(made[id(image)], corner) for image, corner in self._blocks]
        return self._dimmed_blocks

    def _draw_frame(self, surface: pygame.Surface, origin: tuple[int, int], *, dims: bool) -> None:
        for strip, (x, y) in self._dimmed_frame if dims else self._frame:
            surface.blit(strip, (origin[0] + x, origin[1] + y))

    @property
    def _backdrop(self) -> Iterable[Spot]:
        return ()

    def _standing_still(self, moving: Sequence[Drawn]) -> Iterable[Drawn]:  # noqa: ARG002
        return self._scenery


def _strips(geo: Geometry, frame: pygame.Surface) -> list[Spot]:
    """The parts of the frame: cut out of the large picture, whose middle would only take memory.

    All but the corners is opaque, which is copied faster.
    """
    width, height = geo.size
    plate = pygame.Rect(0, geo.headroom - geo.frame, width, height - geo.headroom + geo.frame)
    cells = pygame.Rect(geo.frame, geo.headroom, geo.n_cols * geo.cell, geo.n_rows * geo.cell)
    side = _radius(geo)
    places = [(x, y) for x in (0, width - side) for y in (plate.top, plate.bottom - side)]
    corners = [part for place in places for part in around(pygame.Rect(place, (side, side)), [cells])]
    strips = [(frame.subsurface(part).copy(), part.topleft) for part in corners]
    for part in around(plate, [cells, *corners]):
        strip = pygame.Surface(part.size)
        strip.blit(frame, (0, 0), part)
        strips.append((strip, part.topleft))
    return strips


def _paint_frame(geo: Geometry, color: str, foot_color: str) -> pygame.Surface:
    """The frame round the cells, transparent outside; only its border is ever shown."""
    width, height = geo.size
    top, radius = geo.headroom - geo.frame, _radius(geo)
    frame = pygame.Surface((width, height), pygame.SRCALPHA)
    foot = geo.lip - geo.frame
    _plate(frame, pygame.Rect(0, top, width, height - top), radius, foot_color)
    _plate(frame, pygame.Rect(0, top, width, height - top - foot), radius, color)
    return frame


def _radius(geo: Geometry) -> int:
    """Of the frame's round corners [px]."""
    return max(1, round(0.22 * geo.cell))


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

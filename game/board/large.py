"""LargeView: the part of a large board in a viewport."""

from collections.abc import Iterable, Sequence

import pygame

from game.board.art import agent
from game.board.art.drawn import Drawn
from game.board.art.ghosts import Spot
from game.board.art.lighting import dimmed
from game.board.chunks import PATIENCE, Chunk, Chunks
from game.board.geometry import Geometry
from game.board.minimap import MiniMap
from game.board.overlay_data import Overlay, OverlayData
from game.board.painter import BoardPainter
from game.board.viewport import Viewport
from game.presenters.scene import Scene
from game.ui.drawing import draw
from game.ui.theme import BACKGROUND, LINE
from levels.model.level import Level

NEAR = 16
"""Cells smaller than this [px] are one colour each."""
BODY_FROM = 8
"""Cells smaller than this [px] show the agent as a dot only."""
TALLEST = 4
"""Things up to this many rows below the port may reach into it."""


class LargeView(BoardPainter):
    """A part of a level's board in a box; BoardView is for boards that fit.

    Its picture has the size of the box, and it draws nothing outside.

    Attributes:
        port: the part of the board in sight.
        chunks: the painted parts of the board; views of the same level may share them.
        minimap: the whole board in a corner.
        patience: time per frame for painting chunks [s].
    """

    def __init__(self, level: Level, size: tuple[int, int], cell: int, chunks: Chunks | None = None) -> None:
        self.chunks = chunks or Chunks(level)
        board, map_ = level.board, self.chunks.map
        self._maps = {False: map_, True: dimmed(map_)}
        self.port = Viewport(board.n_rows, board.n_cols, self.chunks.tallest, size, cell)
        self.minimap = MiniMap(map_, level, size)
        self.patience = PATIENCE
        self._painted: list[Chunk] = []
        self._complete = False
        floor = draw.converted(pygame.Surface(size))
        super().__init__(level, self.chunks.theme, self.chunks.light, floor)

    @property
    def geometry(self) -> Geometry:
        """All sizes at the present zoom."""
        return self.port.geometry

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the box [px]."""
        return self.port.size

    @property
    def window(self) -> tuple[range, range]:
        """The rows and columns in sight."""
        return self.port.rows, self.port.cols

    @property
    def scrolled(self) -> tuple[int, int]:
        """The picture's point in the box's upper left corner [px]."""
        return self.port.x, self.port.y

    # -- painting -----------------------------------------------------------------------------------------

    def draw(
        self,
        surface: pygame.Surface,
        origin: tuple[int, int],
        scene: Scene,
        overlays: Sequence[Overlay] = (),
        data: OverlayData | None = None,
        spread: Iterable[Spot] = (),
    ) -> None:
        """Draws the part in sight into the box at `origin`, and the mini-map above it."""
        before = surface.get_clip()
        surface.set_clip(before.clip(pygame.Rect(origin, self.size)))
        self.port.follow(*agent.agent_place(scene))
        super().draw(surface, origin, scene, overlays, data, spread)
        pygame.draw.rect(surface, LINE, (*origin, *self.size), 1)
        self.minimap.draw(surface, origin, self.port, agent.agent_place(scene))
        surface.set_clip(before)

    @property
    def _floor_corner(self) -> tuple[int, int]:
        return 0, 0

    @property
    def _has_bodies(self) -> bool:
        return self.cell >= BODY_FROM

    def _prepare_ground(self, *, dims: bool) -> tuple[object, ...]:
        """Paints chunks for a while; until all are there, the ground depends on which are."""
        self._painted, self._complete = [], False
        if self.cell >= NEAR:
            rows, cols = self.window
            rows = range(rows.start, min(rows.stop + TALLEST, self.level.board.n_rows))
            self._painted, self._complete = self.chunks.get(
                self.geometry, rows, cols, dims=dims, patience=self.patience
            )
        return self.cell, self._complete, () if self._complete else tuple(self._painted)

    def _paint_ground(self, floor: pygame.Surface, *, dims: bool) -> None:
        """The frame, the chunks, and the map where no chunk is painted yet."""
        geo, (rows, cols), (x, y) = self.geometry, self.window, self.scrolled
        floor.fill(BACKGROUND)
        width, height = geo.size
        top = geo.headroom - geo.frame
        frame = pygame.Rect(-x, top - y, width, height - top)
        for color in (self._theme.frame_foot, self._theme.frame):
            floor.fill(color if self._light is None else self._light.color(color), frame)
            frame.height -= geo.lip - geo.frame
        if not self._complete:
            part = self._maps[dims].subsurface((cols.start, rows.start, len(cols), len(rows)))
            scaled = pygame.transform.scale(part, (len(cols) * self.cell, len(rows) * self.cell))
            floor.blit(scaled, self.cell_rect((rows.start, cols.start)))
        floor.fblits([(c.ground, (c.corner[0] - x, c.corner[1] - y)) for c in self._painted])

    def _paint_walls(self, floor: pygame.Surface, *, dims: bool) -> None:  # noqa: ARG002
        x, y = self.scrolled
        floor.fblits(
            [(c.walls, (c.corner[0] - x, c.corner[1] - y)) for c in self._painted if c.walls is not None]
        )

    def _draw_frame(self, surface: pygame.Surface, origin: tuple[int, int], *, dims: bool) -> None:
        """The frame is part of the floor."""

    def _draw_standing(
        self, surface: pygame.Surface, corner: tuple[int, int], scene: Scene, moving: Iterable[Drawn]
    ) -> None:
        seen = pygame.Rect(self.scrolled, self.size)
        in_sight = [thing for thing in moving if thing.rect.colliderect(seen)]
        super()._draw_standing(surface, corner, scene, in_sight)

    @property
    def _backdrop(self) -> Iterable[Spot]:
        """The things of a chunk as one picture."""
        standing = [chunk.standing for chunk in self._painted if chunk.standing is not None]
        return [(image, box.topleft) for image, box in standing]

    def _standing_still(self, moving: Sequence[Drawn]) -> Iterable[Drawn]:
        """The things of the backdrop that are in front of something that moves; they are drawn again."""
        again: list[Drawn] = []
        rects = [thing.rect for thing in moving]
        for chunk in self._painted:
            if chunk.standing is None:
                continue
            near = [moving[index] for index in chunk.standing[1].collidelistall(rects)]
            again += [
                thing
                for thing in (chunk.things if near else ())
                if any(thing.row > other.row and thing.rect.colliderect(other.rect) for other in near)
            ]
        return again

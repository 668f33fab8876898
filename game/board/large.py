"""LargeView: draws the part of a large board that a port shows, at any moment, under any overlays."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pygame

from game.board.art import agent, pieces, signals
from game.board.art.drawn import ON_THE_GROUND, Drawn, shine
from game.board.art.ghosts import NO_GHOSTS, Ghosts, ghosts
from game.board.art.lighting import dimmed
from game.board.art.scenery import GOLD
from game.board.chunks import PATIENCE, Chunk, Chunks
from game.board.geometry import Geometry
from game.board.minimap import MOST_GOALS, MiniMap
from game.board.overlay_data import Overlay, OverlayData
from game.board.traffic import traffic
from game.board.viewport import Viewport
from game.presenters.scene import Scene, Trace
from game.ui.drawing import draw
from game.ui.theme import ACCENT, BACKGROUND, BLACK, LINE, WHITE
from levels.model.board import Cell
from levels.model.level import Level

NEAR = 16
"""Cells smaller than this [px] are one colour each."""
BODY_FROM = 8
"""Cells smaller than this [px] show the agent as a dot only."""
HIDING_ALPHA = 120
"""Opacity of whatever stands in front of the agent [of 255]."""
TALLEST = 4
"""What stands so many rows below the port may reach into it."""


class LargeView:
    """A level's board in a box that shows a part of it; what BoardView is for a board that fits.

    The picture it draws is as large as the box, and nothing outside is touched.

    Attributes:
        size: width and height of the box [px].
        port: which part of the board is in sight.
        chunks: what is painted of the board; views of the same level may share it.
    """

    def __init__(self, level: Level, size: tuple[int, int], cell: int, chunks: Chunks | None = None) -> None:
        self.level = level
        self.size = size
        self.chunks = chunks or Chunks(level)
        board, map_ = level.board, self.chunks.map
        self._maps = {False: map_, True: dimmed(map_)}
        self.port = Viewport(board.n_rows, board.n_cols, self.chunks.tallest, size, cell)
        self.minimap = MiniMap(map_, level, size)
        self.patience = PATIENCE
        self._signals = signals.signals(level)
        self._floor = draw.converted(pygame.Surface(size))
        self._floor_is: tuple[object, ...] = ()
        self._trace: tuple[Trace, int, Ghosts] | None = None

    # -- places -------------------------------------------------------------------------------------------

    @property
    def cell(self) -> int:
        """Side of a cell at the present zoom [px]."""
        return self.port.cell

    @property
    def geometry(self) -> Geometry:
        """All sizes at the present zoom."""
        return self.port.geometry

    @property
    def window(self) -> tuple[range, range]:
        """The rows and columns in sight."""
        return self.port.rows, self.port.cols

    def cell_rect(self, cell: Cell) -> pygame.Rect:
        """A cell's square, counted from the box's top left corner; it may lie outside."""
        x, y = self.geometry.corner(*cell)
        return pygame.Rect(round(x) - self.port.x, round(y) - self.port.y, self.cell, self.cell)

    def cell_at(self, pos: tuple[float, float]) -> Cell | None:
        """The cell at a point counted from the box's top left corner; None beside the board."""
        if not pygame.Rect((0, 0), self.size).collidepoint(pos):
            return None
        return self.geometry.cell_at(pos[0] + self.port.x, pos[1] + self.port.y)

    def places(self, shift: tuple[int, int]) -> list[tuple[int, int]]:
        """The shifted corner of every passable cell in sight, in reading order."""
        rows, cols = np.nonzero(~self.level.board.blocked[self._slices()])
        x, y = self.cell_rect((self.port.rows.start, self.port.cols.start)).move(shift).topleft
        return list(zip((x + cols * self.cell).tolist(), (y + rows * self.cell).tolist(), strict=True))

    def _slices(self) -> tuple[slice, slice]:
        rows, cols = self.window
        return slice(rows.start, rows.stop), slice(cols.start, cols.stop)

    # -- drawing ------------------------------------------------------------------------------------------

    def draw(
        self,
        surface: pygame.Surface,
        origin: tuple[int, int],
        scene: Scene,
        overlays: Sequence[Overlay] = (),
        data: OverlayData | None = None,
    ) -> None:
        """Draws into the box with its top left corner at `origin`; overlays need an insight to show."""
        port, before = self.port, surface.get_clip()
        port.follow(*agent.agent_place(scene))
        surface.set_clip(before.clip(pygame.Rect(origin, self.size)))
        shown = tuple(overlays) if data is not None else ()
        if data is not None and shown:
            numbers = data.mdp.cell_index[self._slices()]
            data = replace(data, in_sight=numbers[numbers >= 0].astype(np.intp))
        dims = any(overlay.dims for overlay in shown)
        chunks, complete = self._chunks(dims=dims)
        surface.blit(self._floor_under(chunks, shown, data, dims=dims, complete=complete), origin)
        corner = origin[0] - port.x, origin[1] - port.y  # of the whole picture
        geo, light = self.geometry, self.chunks.light
        time = scene.time if scene.animate else math.floor(scene.time)
        moving = traffic(self.level, geo, time, self.window, light)
        if light is not None and light.dark and not dims:  # an overlay's colours are read exactly
            shine(surface, corner, [*moving, agent.pool_of_light(geo, scene)])
        if data is not None:
            for overlay in shown:
                if overlay.follows_agent:
                    overlay.draw(surface, self, origin, data)
        haunt = self._ghosts(scene.trace)
        _blit_all(surface, corner, haunt.flat)
        agent.draw_trail(surface, geo, corner, scene, None if dims else self.chunks.world.trail)
        agent.draw_below(surface, geo, corner, scene)
        warning = signals.drawn(self._signals, geo, time, scene.animate, light)
        self._draw_standing(surface, corner, scene, chunks, [*moving, *warning, *haunt.standing(scene)])
        _blit_all(surface, corner, haunt.marks)
        if self.cell < BODY_FROM:
            for goal in self.level.board.goals[:MOST_GOALS]:
                self._draw_dot(surface, origin, goal, GOLD)
            if scene.beside is not None:
                self._draw_dot(surface, origin, agent.agent_place(scene.beside), WHITE)
            self._draw_dot(surface, origin, agent.agent_place(scene), ACCENT)
        else:
            agent.draw_above(surface, geo, corner, scene)
        if data is not None:
            for overlay in shown:
                if overlay.draw_above is not None:
                    overlay.draw_above(surface, self, origin, data)
        pygame.draw.rect(surface, LINE, (*origin, *self.size), 1)
        self.minimap.draw(surface, origin, port, agent.agent_place(scene))
        surface.set_clip(before)

    def _chunks(self, *, dims: bool) -> tuple[list[Chunk], bool]:
        """What is painted of what is in sight, and whether that is all; what stands below may reach in."""
        if self.cell < NEAR:
            return [], False
        rows, cols = self.window
        rows = range(rows.start, min(rows.stop + TALLEST, self.level.board.n_rows))
        return self.chunks.get(self.geometry, rows, cols, dims=dims, patience=self.patience)

    def _floor_under(
        self,
        chunks: Sequence[Chunk],
        overlays: Sequence[Overlay],
        data: OverlayData | None,
        *,
        dims: bool,
        complete: bool,
    ) -> pygame.Surface:
        """The ground in sight with overlays that do not follow the agent, and the walls; kept as it is."""
        still = [overlay for overlay in overlays if not overlay.follows_agent]
        # The arrays themselves are held in the key: their identity cannot be taken over by newer ones.
        tables: tuple[object, ...] = ()
        if data is not None and still:
            tables = (data.q, data.labels, data.svm, data.phase, data.palette)
        key = (self.port.x, self.port.y, self.cell, len(chunks), dims, *still, *tables)
        if len(key) == len(self._floor_is) and all(
            a is b or (isinstance(a, int | str) and a == b) for a, b in zip(key, self._floor_is, strict=True)
        ):
            return self._floor
        self._floor_is = key
        self._paint_below(dims=dims, complete=complete)
        x, y = self.port.x, self.port.y
        self._floor.fblits([(c.ground, (c.corner[0] - x, c.corner[1] - y)) for c in chunks])
        if data is not None:
            for overlay in still:
                overlay.draw(self._floor, self, (0, 0), data)
        self._floor.fblits(
            [(c.walls, (c.corner[0] - x, c.corner[1] - y)) for c in chunks if c.walls is not None]
        )
        return self._floor

    def _paint_below(self, *, dims: bool, complete: bool) -> None:
        """The frame, and the map for whatever is not covered by chunks."""
        geo, (rows, cols) = self.geometry, self.window
        self._floor.fill(BACKGROUND)
        width, height = geo.size
        top = geo.headroom - geo.frame
        frame = pygame.Rect(-self.port.x, top - self.port.y, width, height - top)
        world, light = self.chunks.world, self.chunks.light
        for color in (world.frame_foot, world.frame):
            self._floor.fill(color if light is None else light.color(color), frame)
            frame.height -= geo.lip - geo.frame
        if complete:
            return
        part = self._maps[dims].subsurface((cols.start, rows.start, len(cols), len(rows)))
        scaled = pygame.transform.scale(part, (len(cols) * self.cell, len(rows) * self.cell))
        self._floor.blit(scaled, self.cell_rect((rows.start, cols.start)))

    def _draw_standing(
        self,
        surface: pygame.Surface,
        corner: tuple[int, int],
        scene: Scene,
        chunks: Sequence[Chunk],
        moving: list[Drawn],
    ) -> None:
        """Everything with a height. What stands still is one picture a chunk, and those come first.

        Then comes what moves, with whatever stands before it once more.
        """
        x, y = corner
        still = [chunk.standing for chunk in chunks if chunk.standing is not None]
        surface.fblits([(image, box.move(corner).topleft) for image, box in still])
        hen = agent.agent_image(self.geometry, scene, self.chunks.light)
        body = hen.rect.inflate(-0.4 * hen.rect.width, -0.3 * hen.rect.height)
        seen = pygame.Rect((self.port.x, self.port.y), self.size)
        moving = [thing for thing in moving if thing.row != ON_THE_GROUND and thing.rect.colliderect(seen)]
        if self.cell >= BODY_FROM:
            moving += [*agent.beside_image(self.geometry, scene, self.chunks.light), hen]
        again = []
        rects = [thing.rect for thing in moving]
        for chunk in chunks:
            if chunk.standing is None:
                continue
            near = [moving[index] for index in chunk.standing[1].collidelistall(rects)]
            for thing in chunk.things if near else ():
                if any(thing.row > other.row and thing.rect.colliderect(other.rect) for other in near):
                    hides = thing.row > hen.row and thing.rect.colliderect(body)
                    image = pieces.faded(thing.image, HIDING_ALPHA) if hides else thing.image
                    again.append(Drawn(thing.row, image, thing.x, thing.y))
        things = sorted([*moving, *again], key=lambda thing: thing.row)
        surface.blits(
            [
                (thing.image, (thing.x + x, thing.y + y), thing.area or thing.image.get_rect())
                for thing in things
            ],
            doreturn=False,
        )

    def _draw_dot(
        self, surface: pygame.Surface, origin: tuple[int, int], place: tuple[float, float], color: str
    ) -> None:
        """The agent, or a goal, where cells are too small for a hen or a flag."""
        x, y = self.geometry.corner(place[0] + 0.5, place[1] + 0.5)
        at = (x - self.port.x + origin[0], y - self.port.y + origin[1])
        draw.disc(surface, at, max(6, 0.7 * self.cell), BLACK)
        draw.disc(surface, at, max(5, 0.6 * self.cell), color)

    def _ghosts(self, trace: Trace | None) -> Ghosts:
        """What is drawn of a trace, made anew when it or the zoom changes."""
        if trace is None:
            return NO_GHOSTS
        if self._trace is None or self._trace[:2] != (trace, self.cell):
            self._trace = trace, self.cell, ghosts(self.level, self.geometry, trace)
        return self._trace[2]


def _blit_all(
    surface: pygame.Surface, corner: tuple[int, int], spots: Sequence[tuple[pygame.Surface, tuple[int, int]]]
) -> None:
    surface.fblits([(image, (x + corner[0], y + corner[1])) for image, (x, y) in spots])

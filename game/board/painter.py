"""BoardPainter: paints a board at any moment with any overlays; it defines the painting order."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pygame

from game.board.art import agent, flow, lateness, pieces, signals
from game.board.art.dots import draw_dots
from game.board.art.drawn import ON_THE_GROUND, Drawn, inked, shine
from game.board.art.ghosts import NO_GHOSTS, Ghosts, Spot, ghosts
from game.board.art.lighting import Light
from game.board.art.scenery_theme import SceneryTheme
from game.board.canvas import Canvas
from game.board.floor import Floor, Pace
from game.board.geometry import Geometry
from game.board.overlay_data import Draw, Overlay, OverlayData, version_of
from game.board.traffic import traffic
from game.presenters.scene import Scene, Trace
from levels.model.board import Cell
from levels.model.level import Level

HIDING_ALPHA = 120
"""Opacity of things in front of the agent [of 255]."""


class BoardPainter(ABC):
    """Paints a level's board. Views provide the ground and the things that never move.

    The ground is kept together with the overlays that do not follow the agent, until something they read
    changes. A frame then only blits.

    Attributes:
        pace: how overlays on a large ground follow their data; AT_ONCE, every picture shows the data it is
            drawn with.
    """

    def __init__(self, level: Level, theme: SceneryTheme, light: Light | None, floor: pygame.Surface) -> None:
        """`floor` is the surface on which the ground in sight is painted and kept."""
        self.pace = Pace.AT_ONCE
        self.level = level
        self._theme = theme
        self._light = light
        self._floor = Floor(floor)
        self._signals = signals.signals(level)
        self._flow = flow.stretches(level)
        self._trace: tuple[Trace, int, Ghosts] | None = None

    # -- what a view provides -----------------------------------------------------------------------------

    @property
    @abstractmethod
    def geometry(self) -> Geometry:
        """All sizes."""

    @property
    @abstractmethod
    def size(self) -> tuple[int, int]:
        """Width and height of the drawn picture [px]."""

    @property
    @abstractmethod
    def window(self) -> tuple[range, range]:
        """The rows and columns in sight."""

    @property
    @abstractmethod
    def scrolled(self) -> tuple[int, int]:
        """The point of the whole picture at the drawn picture's upper left corner [px]."""

    @property
    @abstractmethod
    def _floor_corner(self) -> tuple[int, int]:
        """The floor's upper left corner in the drawn picture [px]."""

    @property
    def _has_bodies(self) -> bool:
        """Whether cells are large enough for a hen; otherwise agents and goals are dots."""
        return True

    @abstractmethod
    def _prepare_ground(self, *, dims: bool) -> tuple[object, ...]:
        """Prepares the part in sight, in colour or grey; returns the values on which its ground depends."""

    @abstractmethod
    def _paint_ground(self, floor: pygame.Surface, *, dims: bool) -> None:
        """Paints the ground onto the floor, below the still overlays."""

    @abstractmethod
    def _paint_walls(self, floor: pygame.Surface, *, dims: bool) -> None:
        """Paints the walls onto the floor, above the still overlays."""

    @abstractmethod
    def _draw_frame(self, surface: pygame.Surface, origin: tuple[int, int], *, dims: bool) -> None:
        """Draws the surroundings of the floor."""

    @property
    @abstractmethod
    def _backdrop(self) -> Iterable[Spot]:
        """Pictures of things that never move, drawn behind everything that moves."""

    @abstractmethod
    def _standing_still(self, moving: Sequence[Drawn]) -> Iterable[Drawn]:
        """Things that never move but are drawn among those that do, back to front."""

    # -- places -------------------------------------------------------------------------------------------

    @property
    def cell(self) -> int:
        """Side of a cell [px]."""
        return self.geometry.cell

    def cell_rect(self, cell: Cell) -> pygame.Rect:
        """A cell's square, relative to the drawn picture's upper left corner; it may be outside."""
        return self.canvas.cell_rect(cell)

    def cell_at(self, pos: tuple[float, float]) -> Cell | None:
        """The cell at a point relative to the drawn picture's upper left corner; None off the board."""
        if not pygame.Rect((0, 0), self.size).collidepoint(pos):
            return None
        return self.geometry.cell_at(pos[0] + self.scrolled[0], pos[1] + self.scrolled[1])

    @property
    def canvas(self) -> Canvas:
        """What is in sight, for overlays to draw on."""
        return Canvas(self.level, self.geometry, self.scrolled, self.window)

    @property
    def floor(self) -> pygame.Rect:
        """The opaque part of the drawn picture, the ground: it covers whatever was there before."""
        return self._floor.picture.get_rect(topleft=self._floor_corner)

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
        """Draws the moment with its upper left corner at `origin`; overlays need data.

        Images `spread` on the ground, each with its corner in the picture, are below everything that stands.
        """
        scene = agent.boarded(self.level.board, scene)
        shown = tuple(overlays) if data is not None else ()
        dims = any(overlay.dims for overlay in shown)
        geo, light = self.geometry, self._light
        corner = origin[0] - self.scrolled[0], origin[1] - self.scrolled[1]  # of the whole picture
        overlaid = any(not overlay.follows_agent for overlay in shown)
        moving = traffic(self.level, geo, scene, self.window, light, overlaid=overlaid)
        warning = signals.drawn(self._signals, geo, scene, light)
        haunt = self._ghosts(scene.trace)

        self._draw_frame(surface, origin, dims=dims)
        self._draw_floor(surface, origin, shown, data, dims=dims)
        if not shown:
            dark = light is not None and light.dark
            flows = scene.time if scene.animate else 0.0
            flow.draw_flow(surface, geo, corner, self._flow, flows, self.window, dark=dark)
        if light is not None and light.dark and not shown:  # an overlay's colours are read exactly
            shine(surface, corner, [*moving, agent.pool_of_light(geo, scene)])
        _lay(
            [overlay.draw for overlay in shown if overlay.follows_agent],
            surface,
            self.canvas,
            origin,
            data,
            numbered=any(overlay.fills for overlay in shown),
        )
        _blit_all(surface, corner, spread)
        _blit_all(surface, corner, haunt.flat)
        _blit_all(surface, corner, lateness.outlines(self.level, geo, scene, self.window))
        agent.draw_trail(surface, geo, corner, scene, None if shown else self._theme.trail)
        agent.draw_below(surface, geo, corner, scene)
        rings = agent.rings(geo, scene)
        if not self._rides(scene):
            _blit_all(surface, corner, [(ring.image, (ring.x, ring.y)) for ring in rings])
            rings = []
        self._draw_standing(surface, corner, scene, [*moving, *warning, *haunt.standing(scene), *rings])
        _blit_all(surface, corner, lateness.badges(self.level, geo, scene, self.window))
        _blit_all(surface, corner, haunt.marks)
        if self._has_bodies:
            agent.draw_above(surface, geo, corner, scene)
        else:
            draw_dots(surface, geo, corner, self.level, scene)
        _lay(
            [overlay.draw_above for overlay in shown if overlay.draw_above],
            surface,
            self.canvas,
            origin,
            data,
        )

    def _rides(self, scene: Scene) -> bool:
        """Whether the agent, or the other one, is on water or hops onto it or off it."""
        agents = (scene,) if scene.beside is None else (scene, scene.beside)
        afloat = self.level.board.afloat
        cells = [cell for moment in agents for cell in (moment.agent_from, moment.agent_to)]
        return any(afloat(cell) for cell in cells)

    def _draw_floor(
        self,
        surface: pygame.Surface,
        origin: tuple[int, int],
        shown: Sequence[Overlay],
        data: OverlayData | None,
        *,
        dims: bool,
    ) -> None:
        """The ground, the overlays that do not follow the agent, and the walls, kept until they change."""
        x, y = self._floor_corner
        canvas = self.canvas
        still = [overlay for overlay in shown if not overlay.follows_agent]

        def paint(floor: pygame.Surface, part: pygame.Rect) -> None:
            self._paint_ground(floor, dims=dims)
            seen = canvas.part(part.move(x + canvas.scrolled[0], y + canvas.scrolled[1]))
            _lay([overlay.draw for overlay in still], floor, seen, (-x, -y), data)
            self._paint_walls(floor, dims=dims)

        kind = (dims, *self._prepare_ground(dims=dims), *still)
        values = () if data is None else version_of(still, data)
        self._floor.follow(kind, values, self.scrolled, paint, self.pace)
        surface.blit(self._floor.picture, (origin[0] + x, origin[1] + y))

    def _draw_standing(
        self, surface: pygame.Surface, corner: tuple[int, int], scene: Scene, moving: Iterable[Drawn]
    ) -> None:
        """Draws everything with a height, back to front; things in front of the agent are see-through."""
        hen = agent.agent_image(self.geometry, scene, self._light)
        body = hen.rect.inflate(-0.4 * hen.rect.width, -0.3 * hen.rect.height)
        moving = [thing for thing in moving if thing.row != ON_THE_GROUND]
        if self._has_bodies:
            moving += [*agent.beside_image(self.geometry, scene, self._light), hen]
        _blit_all(surface, corner, self._backdrop)
        still = [
            Drawn(thing.row, pieces.faded(thing.image, HIDING_ALPHA), thing.x, thing.y)
            if thing.row > hen.row and thing.rect.colliderect(body)
            else thing
            for thing in self._standing_still(moving)
        ]
        x, y = corner
        surface.blits(
            [
                (thing.image, *_shown(thing, x, y))
                for thing in sorted([*still, *moving], key=lambda thing: thing.row)
            ],
            doreturn=False,
        )

    def _ghosts(self, trace: Trace | None) -> Ghosts:
        """The images of a trace, made again when it or the cell size changes."""
        if trace is None:
            return NO_GHOSTS
        if self._trace is None or self._trace[:2] != (trace, self.cell):
            self._trace = trace, self.cell, ghosts(self.level, self.geometry, trace)
        return self._trace[2]


def _lay(
    draws: Sequence[Draw],
    surface: pygame.Surface,
    canvas: Canvas,
    origin: tuple[int, int],
    data: OverlayData | None,
    *,
    numbered: bool = False,
) -> None:
    """Draws overlays on the cells of a canvas, if there is data; `numbered`: another has written on them."""
    if draws and data is not None and canvas.window[0] and canvas.window[1]:
        seen = replace(data, in_sight=canvas.numbers(data.mdp.cell_index))
        if numbered:
            seen = replace(seen, written=seen.acts & seen.possible & seen.tried)
        for draw in draws:
            draw(surface, canvas, origin, seen)


def _shown(thing: Drawn, x: int, y: int) -> tuple[tuple[int, int], pygame.Rect]:
    """Where a thing is drawn on a picture whose corner is at (x, y), and what part of its image."""
    part = inked(thing.image)
    if thing.area is None:
        return (thing.x + x + part.x, thing.y + y + part.y), part
    area = part.clip(thing.area)
    return (thing.x + x + area.x - thing.area.x, thing.y + y + area.y - thing.area.y), area


def _blit_all(surface: pygame.Surface, corner: tuple[int, int], spots: Iterable[Spot]) -> None:
    surface.fblits([(image, (x + corner[0], y + corner[1])) for image, (x, y) in spots])

"""The board that is drawn on: strokes by mouse or keyboard, live traffic, the traps of the moment."""

import math
from collections.abc import Callable

import pygame

from game.board.art.pieces import cell_frame
from game.board.geometry import cells_between
from game.board.kinds import KINDS
from game.board.view import BoardView, cell_px_for
from game.presenters.editing import Editing
from game.presenters.scene import Scene
from game.screens.edit.resizing import LARGEST
from game.screens.edit.tools import ERASE, SELECT, Tool, ended, obstacle_at, stroked, within
from game.ui import Ui, Widget
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.theme import ACCENT, ACCENT_GROUND, BLACK, DOOMED, MUTED, UNSAFE, WHITE
from levels.model.board import Cell
from levels.model.level import Level
from levels.model.obstacle import Obstacle, movers_of
from levels.text.editing import EditError, value_of, with_obstacle, without_obstacle

SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""Paces of the traffic, as multiples of the usual one."""
TICKS_A_SECOND = 2.0
"""The usual pace."""
ARROW = 13
"""Radius of the discs at the ends of the chosen lane [units]."""
SHOWN_FOR = 2.0
"""How long the place that “Show” leads to pulses [s]."""
WAYS = {"left": "to the left", "right": "to the right", "up": "upwards", "down": "downwards"}
"""Directions in words."""
AWAY = (-1000, -1000)
"""The agent's cell on a board without a start."""


class EditPane(Widget):
    """The board of one Editing.

    Attributes:
        tool: what a stroke does.
        cursor: the keyboard's cell; the mouse takes it along.
        chosen: index of the obstacle that is being changed.
        time: of the traffic [ticks].
        paused: whether the traffic is paused.
        speed: index of its pace in SPEEDS.
        on_turn: reverses the chosen obstacle.
    """

    focusable = reactive = tracks_mouse = True  # with the keyboard's focus the table of controls has all keys

    def __init__(self, ui: Ui, editing: Editing, on_problem: Callable[[str], None]) -> None:
        super().__init__(ui)
        self.editing = editing
        self.on_problem = on_problem
        self.on_turn: Callable[[], None] = lambda: None
        self.tool: Tool = SELECT
        self.cursor: Cell = (0, 0)
        self.chosen: int | None = None
        self.time = 0.0
        self.paused = False
        self.speed = 1
        self._pulse = 0.0  # what is left of the time that what was shown pulses [s]
        self._held: tuple[str, Obstacle, Cell] | None = None  # text, obstacle and cell of a dragged vehicle
        self._stroke: list[Cell] = []
        self._drawing: Tool = self.tool
        self._by_keys = False
        self._view: tuple[Level, BoardView] | None = None
        self._lit_as: str | None = None  # the first name: the light stays while another one is typed
        self._origin = (0, 0)

    @property
    def level(self) -> Level | None:
        """What is drawn."""
        judged = self.editing.judged
        return judged.shown if judged is not None else None

    @property
    def obstacle(self) -> Obstacle | None:
        """The chosen one, once the text that holds it has been read."""
        judged, chosen = self.editing.judged, self.chosen
        if judged is None or chosen is None or chosen >= len(judged.obstacles):
            return None
        return judged.obstacles[chosen]

    @property
    def stroking(self) -> bool:
        """Whether a stroke was begun with the keyboard and not yet ended."""
        return self._by_keys

    def take_letter(self, char: str) -> None:
        """Takes a letter of the level's own as the tool."""
        self.tool = Tool(f"Letter {char}", char)

    def step(self) -> None:
        """Pauses the traffic a step later."""
        self.paused = True
        self.time = math.floor(self.time) + 1.0

    def go_to(self, tick: int) -> None:
        """Pauses the traffic at a step."""
        self.paused, self.time = True, float(tick)

    def show_culprit(self) -> None:
        """Selects what is wrong, and lets its cells pulse for a moment."""
        judged = self.editing.judged
        if judged is None:
            return
        self._pulse = SHOWN_FOR
        if judged.culprit is not None:
            self.chosen, self.tool = judged.culprit, SELECT
        if judged.wrong:
            self.cursor = judged.wrong[0]

    def arrange_in(self, box: pygame.Rect) -> None:
        """Takes a box [px]."""
        self.rect = box
        self._view = None

    # -- strokes ------------------------------------------------------------------------------------------

    def press(self, pos: Point) -> None:
        """Reverses the chosen lane if its end is there, takes hold of a vehicle, or begins a stroke."""
        self.end()
        if any(math.dist(pos, place) <= self.ui.px(ARROW + 3) for place, _ in self.ends()):
            self.on_turn()
            return
        cell = self.cell_at(pos)
        if cell is None:
            return
        obstacle = self.obstacle
        if self.tool is SELECT and obstacle is not None and self._drives_on(obstacle, cell):
            self.cursor = cell
            self.editing.begin_stroke()
            self._held = (self.editing.text, obstacle, cell)
        else:
            self.begin(cell)

    def _drives_on(self, obstacle: Obstacle, cell: Cell) -> bool:
        """Whether a vehicle of the chosen obstacle that can be dragged stands on the cell now."""
        size = self._size
        if KINDS[obstacle.kind].shift is None or size is None or self.chosen is None:
            return False
        movers = movers_of(obstacle, self.chosen, *size)
        return any(mover.stands_on(cell, math.floor(self.time)) for mover in movers)

    @property
    def _size(self) -> tuple[int, int] | None:
        """Rows and columns of what is drawn."""
        level = self.level
        return None if level is None else (level.board.n_rows, level.board.n_cols)

    def drag(self, pos: Point) -> None:
        """Leads the stroke on, or the vehicle that is held."""
        cell = self.cell_at(pos)
        if cell is None:
            return
        if self._held is not None:
            self._pull(cell)
        elif self._stroke:
            self.lead(cell)

    def _pull(self, cell: Cell) -> None:
        """Sets the vehicles of the chosen lane as far on as the mouse has led the one that is held."""
        assert self._held is not None
        text, obstacle, begun = self._held
        shift, size, line = KINDS[obstacle.kind].shift, self._size, obstacle.line
        if shift is None or size is None or line is None or self.chosen is None:
            return
        self.cursor = cell
        cells = cell[1] - begun[1] if line.column is None else cell[0] - begun[0]
        keys, chosen = shift(obstacle, cells, size), self.chosen
        self._change(lambda: with_obstacle(text, keys, chosen))

    def release(self, pos: Point, *, inside: bool) -> None:  # noqa: ARG002
        """Ends it."""
        self.end()

    def begin(self, cell: Cell, *, by_keys: bool = False) -> None:
        """Begins a stroke with the tool at a cell, if there is a board to be seen."""
        if self._view is None:
            return
        self._by_keys = by_keys
        self.cursor = cell
        self.editing.end_stroke()  # of something that is being typed
        self._stroke = [cell]
        self._drawing = self.tool  # another one chosen meanwhile is for the next stroke
        self.editing.begin_stroke()
        self._change(lambda: stroked(self.editing.text, self._drawing, [cell]))

    def lead(self, cell: Cell) -> None:
        """Leads the stroke on to a cell, in a line."""
        self.cursor = cell
        passed = cells_between(self._stroke[-1], cell)[1:]
        self._stroke += passed
        if passed:
            self._change(lambda: stroked(self.editing.text, self._drawing, passed))

    def end(self) -> None:
        """Ends the stroke: what it does as a whole is done now."""
        cells, self._stroke, self._by_keys = self._stroke, [], False
        judged, held, self._held = self.editing.judged, self._held, None
        if held is not None and self.editing.text == held[0] and judged is not None:
            self._select(held[2])  # it was clicked, not dragged
        elif cells and judged is not None:
            if self._drawing is SELECT:
                self._select(cells[-1])
            elif self._drawing is ERASE:
                self._erase(cells)
            else:
                self._change(lambda: self._after(cells))
        if cells or held is not None:
            self.editing.end_stroke()

    def _select(self, cell: Cell) -> None:
        """Selects the obstacle of a cell, of several the next one."""
        judged, size = self.editing.judged, self._size
        if judged is not None and size is not None:
            self.chosen = obstacle_at(judged.obstacles, size, cell, self.chosen)

    def _erase(self, cells: list[Cell]) -> None:
        """Deletes the obstacle under a click that found nothing drawn to erase."""
        judged, size = self.editing.judged, self._size
        untouched = judged is not None and judged.text == self.editing.text
        if judged is None or size is None or not untouched or len(set(cells)) > 1:
            return
        index = obstacle_at(judged.obstacles, size, cells[0], None)
        if index is not None:
            self.chosen = None
            self._change(lambda: without_obstacle(self.editing.text, index))

    def _after(self, cells: list[Cell]) -> str:
        """The text after a whole stroke; an obstacle it laid is the one to be changed."""
        text, level = self.editing.text, self.level
        if level is None:
            return text
        cells = [cell for cell in within(text, cells) if level.board.inside(cell)]  # it may lag behind
        if not cells:
            return text
        after = ended(text, self._drawing, cells, level)
        if self._drawing.kind:
            self.chosen, self.tool = len(value_of(after, "obstacles")) - 1, SELECT
        return after

    def drop(self) -> None:
        """Ends a stroke that is under way as it is: the text changes by other means."""
        self._stroke, self._by_keys, self._held = [], False, None
        self.editing.end_stroke()

    def apply(self) -> None:
        """The keyboard begins a stroke at the cursor, or ends the one it began."""
        if self._stroke:
            self.end()
        else:
            self.begin(self.cursor, by_keys=True)

    def move(self, d_row: int, d_col: int) -> None:
        """Moves the cursor, and the stroke that the keyboard has begun."""
        level = self.level
        if level is None:
            return
        cell = (self.cursor[0] + d_row, self.cursor[1] + d_col)
        if level.board.inside(cell):
            if self._by_keys and self._stroke:
                self.lead(cell)
            self.cursor = cell

    def _change(self, make: Callable[[], str]) -> None:
        try:
            self.editing.change(make())
        except EditError as error:
            self.on_problem(str(error))

    def cell_at(self, pos: Point) -> Cell | None:
        """The cell at a point of the window, None off the board."""
        if self._view is None:
            return None
        return self._view[1].cell_at((pos[0] - self._origin[0], pos[1] - self._origin[1]))

    def rect_of(self, cell: Cell) -> pygame.Rect:
        """A cell's square in the window; the board must have been drawn."""
        assert self._view is not None
        return self._view[1].cell_rect(cell).move(self._origin)

    # -- drawing ------------------------------------------------------------------------------------------

    def advance(self, dt: float) -> None:
        """Lets `dt` [s] pass."""
        self._pulse = max(self._pulse - dt, 0.0)
        if not self.paused and self._held is None:
            self.time += dt * TICKS_A_SECOND * SPEEDS[self.speed]
        judged = self.editing.judged
        if judged is None or judged.shown is None:
            return
        level = judged.shown
        self.cursor = min(self.cursor[0], len(level.map) - 1), min(self.cursor[1], len(level.map[0]) - 1)
        if self.chosen is not None and self.chosen >= len(judged.obstacles) and self.editing.up_to_date:
            self.chosen = None

    def draw_board(self, surface: pygame.Surface, *, animate: bool) -> None:
        """Draws the level as it is now, with everything on it."""
        level, box = self.level, self.rect
        self.draw_ring(surface, box.inflate(-2 * self.ui.px(4), -2 * self.ui.px(4)))
        if level is None:
            waiting = self.editing.judged is None
            text = "Reading the level" if waiting else "Nothing to draw yet; the Proof card says why"
            self._say(surface, text)
            return
        if max(len(level.map), len(level.map[0])) > LARGEST:
            self._view = None
            text = f"Boards of more than {LARGEST} × {LARGEST} cells can only be edited as text, elsewhere"
            self._say(surface, text)
            return
        if self._view is None or self._view[0] is not level:
            margin = 2 * self.ui.px(ARROW)
            room = max(box.width - margin, 1), max(box.height - margin, 1)
            self._lit_as = level.name if self._lit_as is None else self._lit_as
            self._view = level, BoardView(level, cell_px_for(level, *room, self.ui.scale), self._lit_as)
        view = self._view[1]
        self._origin = (box.x + (box.width - view.size[0]) // 2, box.y + (box.height - view.size[1]) // 2)
        surface.set_clip(box)
        start = level.board.starts[0] if level.board.starts else AWAY
        scene = Scene(self.time, start, start, animate=animate)
        view.draw(surface, self._origin, scene, spread=self._chosen_way(level, view))
        self._draw_doomed(surface, view)
        self._draw_stroke(surface, view.cell)
        self._draw_wrong(surface, view)
        frame = cell_frame(view.cell)
        surface.blit(frame, frame.get_rect(center=self.rect_of(self.cursor).center))
        self._draw_ends(surface)
        surface.set_clip(None)

    def ends(self) -> list[tuple[Point, str]]:
        """Where the discs at the ends of the chosen lane stand [px], and the arrow on both."""
        obstacle, size = self.obstacle, self._size
        line = None if obstacle is None else obstacle.line
        if self._view is None or obstacle is None or size is None or line is None:
            return []
        if KINDS[obstacle.kind].turn is None:
            return []
        first, last = self.rect_of(line.cell(0)), self.rect_of(line.cell(line.cells(*size) - 1))
        icon = f"arrow-{line.direction}"
        if line.column is None:
            return [((first.left, first.centery), icon), ((last.right, last.centery), icon)]
        return [((first.centerx, first.top), icon), ((last.centerx, last.bottom), icon)]

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """What a click does there, at an end of the chosen lane."""
        for place, _ in self.ends():
            if math.dist(pos, place) <= self.ui.px(ARROW + 3):
                box = pygame.Rect(0, 0, 2 * self.ui.px(ARROW), 2 * self.ui.px(ARROW))
                box.center = place
                return "Click to turn the traffic round", box
        return "", self.rect

    def _draw_ends(self, surface: pygame.Surface) -> None:
        """The discs at the ends of the chosen lane."""
        ui = self.ui
        for place, icon in self.ends():
            lit = self.hovered and math.dist(ui.mouse, place) <= ui.px(ARROW + 3)
            draw.disc(surface, place, ui.px(ARROW), ACCENT)
            draw.disc(surface, place, ui.px(ARROW - 2), ACCENT if lit else ACCENT_GROUND)
            ui.icon(surface, icon, place, 14, BLACK if lit else WHITE)

    def _say(self, surface: pygame.Surface, text: str) -> None:
        """Writes why there is no board where it would be."""
        ui, box = self.ui, self.rect
        lines = draw.wrap(text, ui.px(14), max(box.width - 2 * ui.px(12), 1))
        top = box.centery - ui.px(10) * (len(lines) - 1)
        for row, part in enumerate(lines):
            ui.text(surface, part, (box.centerx, top + row * ui.px(20)), 14, MUTED, anchor="center")

    def _draw_doomed(self, surface: pygame.Surface, view: BoardView) -> None:
        """The traps of this step: safe now, and lost whatever the agent does."""
        judged = self.editing.judged
        if judged is None or judged.proof is None:
            return
        mdp, safe = judged.proof.mdp, judged.proof.safe
        now = mdp.states_at(math.floor(self.time) % mdp.period)  # one tick's alone: there may be a million
        lost = (safe.survival[now] >= 0) & ~mdp.violation[now] & ~mdp.goal[now]
        tile = _doomed(view.cell)
        for row, col in mdp.cells[lost].tolist():
            surface.blit(tile, view.cell_rect((row, col)).move(self._origin))

    def _chosen_way(self, level: Level, view: BoardView) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """The chosen obstacle's cells, each tinted; the corners are counted from the picture's."""
        obstacle = self.obstacle
        if obstacle is None:
            return []
        track = obstacle.track(level.board.n_rows, level.board.n_cols)
        tile = _tint(view.cell, ACCENT, 90)
        return [(tile, view.cell_rect(cell).topleft) for cell in {cell for cell in track if cell is not None}]

    def _draw_stroke(self, surface: pygame.Surface, cell_px: int) -> None:
        """The way of an obstacle that is being laid."""
        if not self._drawing.kind:
            return
        tile = _tint(cell_px, ACCENT, 110)
        for cell in set(self._stroke):
            surface.blit(tile, self.rect_of(cell))

    def _draw_wrong(self, surface: pygame.Surface, view: BoardView) -> None:
        """The cells that the proof card speaks of; for a moment after “Show” with rings that widen."""
        judged = self.editing.judged
        mark = _wrong(view.cell)
        for cell in judged.wrong if judged is not None else ():
            square = self.rect_of(cell)
            surface.blit(mark, mark.get_rect(center=square.center))
            if self._pulse:
                ring = square.inflate(*(2 * round((self._pulse % 0.5) * view.cell),) * 2)
                width = self.ui.px(3)
                draw.rounded(surface, ring, view.cell / 5, None, stroke=UNSAFE, stroke_width=width)


@surfaces.keep
def _tint(cell_px: int, color: str, alpha: int) -> pygame.Surface:
    tile = pygame.Surface((cell_px, cell_px), pygame.SRCALPHA)
    tile.fill((*pygame.Color(color)[:3], alpha))
    return tile


@surfaces.keep
def _doomed(cell_px: int) -> pygame.Surface:
    """A trap's mark: amber, and an hourglass, so that it can be recognised without colours."""
    tile = pygame.Surface((cell_px, cell_px), pygame.SRCALPHA)
    inner = tile.get_rect().inflate(*(-max(2, round(0.12 * cell_px)),) * 2)
    draw.rounded(
        tile, inner, 0.17 * cell_px, DOOMED, 0.34, stroke=DOOMED, stroke_width=max(1, 0.05 * cell_px)
    )
    draw.badge(tile, "hourglass", inner.center, max(5, 0.2 * cell_px), DOOMED, ink="#3a2a08")
    return tile


@surfaces.keep
def _wrong(cell_px: int) -> pygame.Surface:
    """The mark of a cell with a mistake: a vermilion ring round it, and a warning sign on its corner."""
    margin, width = max(5, round(0.16 * cell_px)), max(2, 0.06 * cell_px)
    image = pygame.Surface((cell_px + 2 * margin,) * 2, pygame.SRCALPHA)
    ring = image.get_rect().inflate(-2 * margin, -2 * margin)
    draw.rounded(image, ring, 0.17 * cell_px, BLACK, 0.0, stroke=WHITE, stroke_width=width + 2)
    draw.rounded(image, ring, 0.17 * cell_px, UNSAFE, 0.2, stroke=UNSAFE, stroke_width=width)
    radius = max(5, 0.2 * cell_px)
    corner = (image.get_width() - radius - 1, radius + 1)
    draw.badge(image, "triangle-alert", corner, radius, UNSAFE)
    return image

"""The board in the window: a widget that draws the level, and where a cell is selected to be looked at."""

from dataclasses import replace

import pygame

from game.board.art.ghosts import MOST, way_into
from game.board.art.pieces import cell_frame
from game.board.floor import Pace
from game.board.overlays import OVERLAYS, OverlayData
from game.presenters.playback import crash_scene_of, scene_of
from game.presenters.scene import Scene, Trace
from game.presenters.steady_phase import SteadyPhase
from game.presenters.watching import Shown, Watching
from game.screens.board_area import BoardArea
from game.services.services import Services
from game.ui import Ui
from game.ui.theme import MUTED
from levels.model.board import Action, Cell

ARROWS: dict[int, Cell] = {
    pygame.K_UP: (-1, 0),
    pygame.K_DOWN: (1, 0),
    pygame.K_LEFT: (0, -1),
    pygame.K_RIGHT: (0, 1),
}


class BoardPane(BoardArea):
    """The board of one Watching. A click selects a cell; with the keyboard's focus the arrow keys do.

    It is drawn every frame by `draw_board`, above the kept layer of widgets.
    """

    focusable = True

    def __init__(self, ui: Ui, watching: Watching, services: Services) -> None:
        super().__init__(ui)
        self.watching = watching
        self.services = services
        self._dead_end: tuple[Shown, Trace] | None = None
        self._steady = SteadyPhase()

    def follow(self, dt: float) -> None:
        """Lets `dt` [s] pass: the maps of the whole board follow the phase, too slowly to flicker."""
        opened, state, playback = self.watching.opened, self.watching.looked_at, self.watching.playback
        if opened is not None and state is not None:
            speed = 0.0 if playback.paused or playback.finished else playback.speed
            self._steady.follow(dt, opened.mdp.phase(state), opened.mdp.period, speed)

    # -- selecting ----------------------------------------------------------------------------------------

    def click(self, cell: Cell | None) -> None:
        """Selects the cell; the one that is selected, or a place off the board, ends it."""
        self.watching.select(None if cell == self.watching.selected else cell)

    def key(self, event: pygame.Event) -> bool:
        """The arrow keys move to the next cell that way where something can stand; with Shift they do not."""
        if event.key not in ARROWS or event.mod & pygame.KMOD_SHIFT or self.watching.opened is None:
            return False
        d_row, d_col = ARROWS[event.key]
        board = self.watching.opened.level.board
        row, col = self.watching.selected or self.agent_cell()
        while board.inside((row + d_row, col + d_col)):
            row, col = row + d_row, col + d_col
            if board.passable((row, col)):
                self.watching.select((row, col))
                if self.large is not None:
                    self.large.port.reveal((row, col))
                break
        return True

    def look(self) -> None:
        """Takes the keyboard's focus and looks at the agent's cell, if no other is selected."""
        if self.watching.opened is not None:
            self.ui.focus_on(self)
            self.watching.select(self.watching.selected or self.agent_cell())

    def agent_cell(self) -> Cell:
        """Where the agent decides now."""
        opened, state = self.watching.opened, self.watching.state
        assert opened is not None
        assert state is not None
        return opened.mdp.cell(state)

    # -- drawing ------------------------------------------------------------------------------------------

    def draw_board(
        self,
        surface: pygame.Surface,
        scene: Scene | None,
        overlays: frozenset[str],
        overlay_data: OverlayData | None,
        pace: Pace = Pace.IN_PARTS,
    ) -> None:
        """Draws the moment; None for it where there is no level.

        The board is darker while one replay gives way to the next. With `Pace.RESTING` a large board does
        not go on with its overlays in this frame.
        """
        ui, level, box = self.ui, self.watching.opening.level, self.rect
        if level is None or scene is None:
            ui.text(surface, "Reading the level", box.center, 14, MUTED, anchor="center")
            return
        view = self.view_in_box(level)
        view.pace = pace
        self.watching.opening.drawn.set()
        shown = [overlay for name, overlay in OVERLAYS.items() if name in overlays]
        view.draw(surface, self.origin, scene, shown, overlay_data)
        if self.watching.selected is not None:
            before = surface.get_clip()
            surface.set_clip(before.clip(box))
            square = self.rect_of(self.watching.selected)
            frame = cell_frame(square.width)
            surface.blit(frame, frame.get_rect(center=square.center))
            surface.set_clip(before)
        self.draw_ring(surface, box.inflate(-2 * ui.px(4), -2 * ui.px(4)))
        if self.watching.veil > 0:
            light = 255 - round(200 * self.watching.veil)
            surface.fill((light, light, light), box, pygame.BLEND_RGB_MULT)

    def scene(self, refused: Action | None, pulse: float) -> Scene | None:
        """The moment that the board shows; `refused` is a move refused, `pulse` how far its pulse is."""
        watching, playback = self.watching, self.watching.playback
        opened, shown, level = watching.opened, watching.shown, watching.opening.level
        if level is None:
            return None
        if opened is None or shown is None:
            start = level.board.starts[0]
            scene = Scene(watching.time, start, start, animate=playback.animated)
        else:
            scene = scene_of(
                playback, level, opened.mdp, lambda index: opened.mdp.cell(shown.rollout.states[index])
            )
            if shown.svm is not None and shown.svm.hit is not None:
                scene = crash_scene_of(playback, level, opened.mdp, scene, shown.svm.hit)
            scene = replace(
                scene,
                refused=refused,
                refused_progress=min(pulse, 1.0),
                trace=self._way_into_dead_end(shown) if playback.finished else None,
            )
        if opened is None or watching.state is None or not watching.ahead:
            return scene
        cell = opened.mdp.cell(watching.state)  # whole ticks, the agent where it decides
        time = opened.mdp.phase(watching.state) + watching.ahead
        return replace(
            scene, time=time, agent_from=cell, agent_to=cell, progress=1.0, late=(), later=(), animate=False
        )

    def _way_into_dead_end(self, shown: Shown) -> Trace | None:
        """The end of a rollout in a dead end, as ghosts; found once for each rollout."""
        opened, rollout = self.watching.opened, shown.rollout
        if rollout.outcome != "dead_end" or opened is None:
            return None
        if self._dead_end is None or self._dead_end[0] is not shown:
            tick = (shown.first_tick or 0) + len(rollout.actions)
            way = way_into(opened.level, opened.mdp, opened.safe, rollout.states[-MOST:], tick)
            self._dead_end = shown, way
        return self._dead_end[1]

    def overlay_data(self) -> OverlayData | None:
        """The overlays' data now, None before there is any."""
        watching, opened = self.watching, self.watching.opened
        state, ends, phase = watching.looked_at, watching.value_range, self._steady.phase
        if opened is None or watching.snapshot is None or state is None or ends is None or phase is None:
            return None
        return OverlayData(
            opened.level,
            opened.mdp,
            opened.safe,
            watching.q,
            watching.labels,
            state,
            phase,
            ends,
            svm=watching.svm.latest,
            palette=self.services.settings.palette,
            optimal=watching.optimum,
            visits=watching.visits,
        )

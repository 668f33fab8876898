"""The watch screen: the board, the toolbar, the panel and the status line around one Watching."""

from dataclasses import dataclass, replace
from pathlib import Path

import pygame

from game.board.overlays import OVERLAYS, OverlayData
from game.presenters.scene import Scene, Trace
from game.presenters.watching import Watching
from game.screens.board_pane import BoardPane
from game.screens.legend import LegendCard
from game.screens.panel import ActionRow, ActionsCard, SafetyCard
from game.screens.screen import CompareLevel, EditLevel, Fail, Outcome, PlayLevel, Screen, ToMenu
from game.screens.watch.cell import CellCard
from game.screens.watch.complaint import ComplaintCard
from game.screens.watch.learning import LearningCard
from game.screens.watch.status import draw_status
from game.screens.watch.svm import SvmCard
from game.screens.watch.timeline import Timeline
from game.screens.watch.toolbar import Toolbar
from game.services.services import Services
from game.services.sound_cues import WatchSoundCues
from game.ui import Dialog, Segment, Segments, Widget
from game.ui.card_column import CardColumn
from game.ui.controls import Control
from game.ui.key_texts import tip
from game.ui.layout import watch_layout
from game.ui.message import Message
from game.ui.theme import TEXT
from levels.model.board import Action, Cell

FRAMES_MEASURED = 60
PULSE = 0.45
"""How long a refused move shows on the board [s]; the nudge is the first 90 ms of it."""
TOLD = 6.0
"""How long the verdict on an action stays at the foot once it was asked for [s]."""


TABS = (
    Segment("learning", "Learning", "chart-line", tip("watch", Control.TABS)),
    Segment("cell", "Cell", "crosshair", "The inspected cell; click one on the board"),
    Segment("svm", "SVM", "chart-scatter", "The support vector machine at a finite kernel width"),
)


@dataclass
class Answer:
    """The verdict on an action that was asked about: its sentence, the move if refused, its age [s].

    `trace` is where a doomed action leads, `state` where the agent was asked.
    """

    message: Message
    refused: Action | None
    trace: Trace | None
    state: int | None
    age: float = 0.0


class Watch(Screen):
    """One level, watched.

    Attributes:
        watching: what is shown.
        overlays: names of the overlays that are on.
    """

    name = "watch"

    def __init__(
        self,
        size: tuple[int, int],
        scale: float,
        services: Services,
        path: Path,
        seed: int = 0,
        overlays: tuple[str, ...] = (),
        unlimited: bool = False,
    ) -> None:
        super().__init__(size, scale, services)
        self.watching = Watching(path, seed, unlimited=unlimited)
        self.overlays = frozenset(overlays) & frozenset(OVERLAYS)
        self.fps = 0.0
        self._noted = False
        self._overlays_turn = False
        self._furnish("learning")

    def _furnish(self, tab: str) -> None:
        """Makes everything that knows the level: once for every level that the watching has."""
        services = self.services
        self._opening = self.watching.opening
        self.sound_cues = WatchSoundCues(self.watching)
        self.toolbar = Toolbar(self.ui, self.watching, self.do, self.set_overlays)
        self.actions = ActionsCard(self.ui, self.watching, self.answer)
        self.learning = LearningCard(self.ui, self.watching, self.do)
        self.cell = CellCard(self.ui, self.watching)
        self.board = BoardPane(self.ui, self.watching, services)
        self.timeline = Timeline(self.ui, self.watching)
        self.tabs = Segments(self.ui, TABS, lambda chosen: self.turn_to(*chosen), one_of=True)
        self.svm = SvmCard(self.ui, self.watching, self.watching.svm)
        self.details: dict[str, LearningCard | CellCard | SvmCard] = {
            "learning": self.learning,
            "cell": self.cell,
            "svm": self.svm,
        }
        self.detail = Widget(self.ui)  # they share its place
        self.detail.children = [*self.details.values()]
        self.legend = LegendCard(self.ui, self.watching)
        self.complaint = ComplaintCard(self.ui, self.watching)
        self.cards: dict[str, Widget] = {
            "safety": SafetyCard(self.ui, self.watching),
            "actions": self.actions,
            "tabs": self.tabs,
            "detail": self.detail,
            "legend": self.legend,
        }
        headings = {"legend": ("What the marks mean", "info")}
        self.panel = CardColumn(self.ui, self.cards, headings, self.arrange)
        self.tools = self.toolbar.widgets
        self.ui.root = [
            *self.tools.values(),
            *(self.board, self.complaint, self.timeline, self.panel),
        ]
        self.tabs.chosen = frozenset({tab})
        self._answer: Answer | None = None
        self._selected: Cell | None = None
        self._overlay_data: OverlayData | None = None
        self.arrange()

    @property
    def title(self) -> str:
        """The level's name, the file's until it has been read."""
        opening = self.watching.opening
        return opening.level.name if opening.level else opening.path.name

    @property
    def filmed(self) -> pygame.Rect:
        """The board."""
        return self.board.rect

    # -- layout -------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Boxes for the window's size; the board is redrawn in the size that fits."""
        level = self.watching.opening.level
        n_actions = len(level.actions) if level else len(Action) - 1
        layout = watch_layout(*self.ui.size, self.ui.scale, n_actions, self.panel.opened)
        self.place(layout)
        self.toolbar.arrange()
        self.turn_to(*self.tabs.chosen)
        self.timeline.rect = pygame.Rect(layout.timeline)
        self.board.arrange_in(self.complaint.arrange_in(pygame.Rect(layout.board)))

    def turn_to(self, tab: str) -> None:
        """Shows one of the cards that share a place."""
        self.tabs.chosen = frozenset({tab})
        for name, detail in self.details.items():
            detail.visible = name == tab
            detail.rect = self.detail.rect.copy()
            detail.arrange()
        self.ui.dirty = True

    # -- what keys do -------------------------------------------------------------------------------------

    def toggle_pause(self) -> None:
        """Pauses the display, or lets it go on."""
        self.watching.playback.toggle_pause()

    def step(self) -> None:
        """Shows exactly one move."""
        self.watching.playback.step()

    def step_back(self) -> None:
        """Pauses, and shows the move before."""
        self.watching.playback.back()

    def change_speed(self, step: int) -> None:
        """Chooses the display's next higher (1) or lower (−1) speed."""
        self.watching.playback.change_speed(step)

    def toggle_exploring(self) -> None:
        """Shows ε-greedy rollouts, or greedy ones."""
        self.watching.set_exploring(not self.watching.exploring)

    def next_overlay(self) -> None:
        """Goes on in the round of overlays."""
        self.set_overlays(next_overlays(self.overlays))

    def toggle_overlay(self, name: str) -> None:
        """Turns one overlay on or off."""
        self.set_overlays(self.overlays ^ {name})

    def zoom(self, step: int) -> None:
        """Zooms a large board in (1) or out (−1)."""
        self.board.zoom(step)

    def follow_agent(self) -> None:
        """Lets a large board follow the agent again."""
        self.board.follow_agent()

    def look_at_cell(self) -> None:
        """Gives the board the keyboard's focus, to select a cell."""
        self.board.look()

    def next_tab(self) -> None:
        """Shows the next of the cards that share a place."""
        names = list(self.details)
        (tab,) = self.tabs.chosen
        self.turn_to(names[(names.index(tab) + 1) % len(names)])

    def look_ahead(self, ticks: int) -> None:
        """Looks so many ticks further ahead."""
        self.watching.look_ahead(self.watching.ahead + ticks)

    def toggle_training(self) -> None:
        """Pauses training, or resumes it."""
        self.watching.toggle_training()

    def toggle_unlimited(self) -> None:
        """Trains as fast as possible, or at the pace that is set."""
        self.watching.set_pace(self.watching.rate_index, unlimited=not self.watching.unlimited)

    def change_rate(self, step: int) -> None:
        """Trains at the next higher (1) or lower (−1) pace."""
        self.watching.set_pace(self.watching.rate_index + step, unlimited=False)

    def train_transition(self) -> None:
        """Trains one transition, then pauses training."""
        self.watching.train_on(transitions=1)

    def train_episode(self) -> None:
        """Trains to the end of the episode, then pauses training."""
        self.watching.train_on(stop="episode")

    def train_until_converged(self) -> None:
        """Trains to the end of the converging episode, then pauses training."""
        self.watching.train_on(stop="converged")

    def restart(self) -> None:
        """Starts learning anew, once it has been asked about."""

        def answered(answer: str | None) -> None:
            if answer == "Start over":
                self.watching.restart()

        self.ui.show(
            Dialog(
                self.ui,
                "Start learning over?",
                ["Everything learned on this level is discarded. The same seed gives the same result."],
                buttons=("Start over", "Keep learning"),
                on_answer=answered,
                icon="rotate-ccw",
            )
        )

    def play_level(self) -> None:
        """Lets a person cross the level, once it can be."""
        if self.watching.opened is not None and self.watching.snapshot is not None:
            self.outcome = PlayLevel(self.watching.opened, self.watching.labels)
        else:
            self._tell_to_wait()

    def compare_level(self) -> None:
        """Compares learners on the level, once it has been read."""
        if self.watching.opened is not None:
            self.outcome = CompareLevel(self.watching.opened)
        else:
            self._tell_to_wait()

    def _tell_to_wait(self) -> None:
        self.services.messages.show("The level is not ready yet", "loader", TEXT)

    def edit_level(self) -> None:
        """Opens the level's file in the editor."""
        self.outcome = EditLevel(self.watching.opening.path)

    def show_menu(self) -> None:
        """Returns to the menu."""
        self.outcome = ToMenu()

    def back_out(self) -> None:
        """Ends what is looked at, one thing at a time, before it leaves the screen."""
        watching = self.watching
        if watching.complaint is not None:
            watching.complaint = None
        elif watching.selected is not None or watching.ahead:
            watching.select(None)
            watching.look_ahead(0)
        else:
            super().back_out()

    def set_overlays(self, overlays: frozenset[str]) -> None:
        """Chooses the overlays that are on."""
        self.overlays = overlays

    def answer(self, row: ActionRow) -> None:
        """Tells the verdict on an action, and shows on the board how it is refused."""
        message, reason = row.message(), row.reason()
        if message is not None and reason is not None:
            refused, watching = reason.kind not in {"allowed", "goal"}, self.watching
            own = watching.looked_at == watching.state  # the agent's own move; elsewhere nothing is nudged
            mark = row.action if refused and own else None
            self._answer = Answer(message, mark, row.trace(), watching.state)
            if refused:
                self.services.sounds.play("refused")

    @property
    def foot_message(self) -> Message | None:
        """About the selected action, or why the rollout ended."""
        shown = self.watching.shown
        if self.actions.asked is not None:
            return self.actions.asked.message()
        if self._answer is not None:
            return self._answer.message
        if shown is not None and self.watching.playback.finished and shown.rollout.outcome != "goal":
            return Message(shown.rollout.message, "info", TEXT)
        return None

    # -- life ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass."""
        watching = self.watching
        had_level = bool(self.actions.children)
        watching.playback.reduce_motion = self.services.settings.reduce_motion
        watching.update(dt)
        if watching.opening is not self._opening:
            self.toolbar.arrange()  # closes its menu
            (tab,) = self.tabs.chosen
            self._furnish(tab)
            self.services.messages.show(f"{watching.opening.path.name} was reloaded", "file", TEXT)
        for effect in self.sound_cues.heard():
            self.services.sounds.play(effect, watching.playback.speed)
        if self._answer is not None:
            self._answer.age += dt
            if self._answer.age >= TOLD:
                self._answer = None
        self.actions.follow()
        if watching.opened is not None and not self._noted:
            self._noted = True
            self.services.messages.add(" ".join(watching.opened.notes), "info", TEXT)
        if self.complaint.follow() or (self.actions.children and not had_level):
            self.arrange()
        self.toolbar.follow(
            self.overlays, muted=self.services.settings.muted, recorded=self.services.recording.taken
        )
        if watching.selected is not None and self._selected is None:
            self.turn_to("cell")
        self._selected = watching.selected
        for detail in self.details.values():
            detail.follow(dt)
        if self._needs_svm:
            self.svm.ask()
        self.fps += (1 / dt - self.fps) / FRAMES_MEASURED if dt > 0 else 0.0
        self.legend.palette = self.services.settings.palette
        self.legend.svm = "svm" in self.overlays
        for row in self.actions.rows:
            row.palette = self.legend.palette
        if watching.refused is not None:
            self.outcome = Fail(watching.refused)
        return super().update(dt)

    @property
    def _needs_svm(self) -> bool:
        """Whether an overlay that is on shows an SVM."""
        return any("svm" in OVERLAYS[name].reads for name in self.overlays)

    @property
    def shown(self) -> tuple[object, ...]:
        """The values that toolbar, cards and status line show."""
        watching, playback = self.watching, self.watching.playback
        version = watching.snapshot.version if watching.snapshot else -1
        return (
            *(version, watching.status, watching.state, playback.index, playback.paused),
            *(playback.speed_index, watching.exploring, watching.training_paused, watching.unlimited),
            *(watching.rate_index, self.overlays, round(self.fps), id(watching.shown), self.foot_message),
            *(watching.selected, watching.ahead, id(watching.moment), id(watching.past)),
            watching.svm.pending,
            self.services.settings,
        )

    def cover(self) -> None:
        """The learner waits while others learn."""
        self.watching.hold(held=True)

    def appear(self) -> None:
        """The learner continues, unless it was paused."""
        self.watching.hold(held=False)

    def close(self, patience: float = 0.0) -> None:
        """Ends the learner, and releases all that was drawn."""
        self.watching.close(patience)
        super().close(patience)

    def forget_pictures(self) -> None:
        """Releases all that was drawn; the next frame redraws it."""
        super().forget_pictures()
        self.board.view = self._overlay_data = None

    # -- drawing ------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the whole window.

        The two costly parts take turns: one frame may renew the layer of widgets, the next the overlays.
        """
        self._overlays_turn = not self._overlays_turn and self._layer is not None
        super().draw(surface)

    def _layer_waits(self) -> bool:
        return self._overlays_turn

    def draw_ground(self, layer: pygame.Surface) -> None:
        """Draws the lines between groups of tools, and the status line."""
        self.toolbar.draw_ground(layer, self.layout.toolbar)
        watching, message = self.watching, self.foot_message
        fitting = self._needs_svm and watching.snapshot is not None and watching.svm.pending
        draw_status(self.ui, layer, self.layout.status, watching, self.fps, message, fitting=fitting)

    def draw_live(self, surface: pygame.Surface) -> None:
        """Draws the board with its overlays."""
        if self._overlays_turn:
            self._overlay_data = self.board.overlay_data()
        self.board.draw_board(surface, self.scene(), self.overlays, self._overlay_data)

    def scene(self) -> Scene | None:
        """The moment that the board shows, None before there is a level."""
        answer, watching = self._answer, self.watching
        if answer is None:
            return self.board.scene(None, 1.0)
        stays = watching.playback.paused and watching.state == answer.state  # and so does its mark
        refused = answer.refused if stays or answer.age < PULSE else None
        scene = self.board.scene(refused, answer.age / PULSE)
        return scene if scene is None or scene.trace else replace(scene, trace=answer.trace)


def next_overlays(overlays: frozenset[str]) -> frozenset[str]:
    """The O key's round: none, each overlay alone, all together."""
    rounds = [frozenset[str](), *(frozenset({name}) for name in OVERLAYS), frozenset(OVERLAYS)]
    return rounds[(rounds.index(overlays) + 1) % len(rounds)] if overlays in rounds else rounds[0]

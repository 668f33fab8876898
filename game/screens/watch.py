"""The watch screen: the board, the toolbar, the panel and the status line around one Watching."""

from dataclasses import dataclass
from pathlib import Path

import pygame

from game.board.scene import Scene
from game.board.view import BoardView, cell_px_for
from game.controls import Command
from game.layout import watch_layout
from game.learning_card import LearningCard
from game.legend import LegendCard
from game.overlays import OVERLAYS, Insight
from game.panel import ActionRow, ActionsCard, SafetyCard
from game.screens.screen import Fail, Outcome, Screen, ToMenu
from game.status import Message, draw_message, draw_status
from game.theme import BACKGROUND, MUTED, TEXT
from game.toolbar import Toolbar
from game.ui import Dialog, Widget
from game.watching import Watching
from levels.board import Action

TRAIL = 60
"""Cells of the agent's way that stay dotted."""
FRAMES_MEASURED = 60
PULSE = 0.45
"""How long a refused move shows on the board [s]; the nudge is the first 90 ms of it."""
TOLD = 6.0
"""How long the verdict on an action stays at the foot once it was asked for [s]."""


@dataclass
class Answer:
    """The verdict on an action that was asked about: its sentence, the move if refused, its age [s]."""

    message: Message
    refused: Action | None
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
        path: Path,
        seed: int = 0,
        overlays: tuple[str, ...] = (),
        unlimited: bool = False,
    ) -> None:
        super().__init__(size, scale)
        self.watching = Watching(path, seed, unlimited=unlimited)
        self.overlays = frozenset(overlays) & frozenset(OVERLAYS)
        self.toolbar = Toolbar(self.ui, self.watching, self.command, self.set_overlays)
        self.actions = ActionsCard(self.ui, self.watching, self.answer)
        self.learning = LearningCard(self.ui, self.watching, self.command)
        self.cards: dict[str, Widget] = {
            "safety": SafetyCard(self.ui, self.watching),
            "actions": self.actions,
            "learning": self.learning,
            "legend": LegendCard(self.ui, self.watching),
        }
        self.ui.root = [*self.toolbar.widgets.values(), *self.cards.values()]
        self.fps = 0.0
        self._answer: Answer | None = None
        self._view: BoardView | None = None
        self._layer: pygame.Surface | None = None
        self._seen: tuple[object, ...] = ()
        self._insight: Insight | None = None
        self._overlays_turn = False
        self.arrange()

    @property
    def title(self) -> str:
        """The level's name, the file's until it has been read."""
        opening = self.watching.opening
        return opening.level.name if opening.level else opening.path.name

    # -- layout -------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Boxes for the window's size; the board is drawn anew in the size that fits."""
        level = self.watching.opening.level
        n_actions = len(level.actions) if level else len(Action) - 1
        self.layout = watch_layout(*self.ui.size, self.ui.scale, n_actions)
        self.toolbar.arrange(self.layout.tools)
        for name, card in self.cards.items():
            card.visible = name in self.layout.cards
            card.rect = pygame.Rect(self.layout.cards.get(name, (0, 0, 0, 0)))
        self.actions.arrange()
        self.learning.arrange()
        self._view = None
        self._layer = None

    # -- commands -----------------------------------------------------------------------------------------

    def command(self, command: Command) -> None:  # the table of what each key does here
        """Does what a key or a button asks for."""
        watching, playback = self.watching, self.watching.playback
        match command:
            case Command.PAUSE:
                playback.toggle_pause()
            case Command.STEP:
                playback.step()
            case Command.BACK:
                playback.back()
            case Command.FASTER:
                playback.faster()
            case Command.SLOWER:
                playback.slower()
            case Command.EXPLORING:
                watching.set_exploring(not watching.exploring)
            case Command.TRAINING:
                watching.toggle_training()
            case Command.UNLIMITED:
                watching.set_pace(watching.rate_index, unlimited=not watching.unlimited)
            case Command.RATE_UP | Command.RATE_DOWN:
                step = 1 if command is Command.RATE_UP else -1
                watching.set_pace(watching.rate_index + step, unlimited=False)
            case Command.TRANSITION:
                watching.train_on(transitions=1)
            case Command.EPISODE:
                watching.train_on(stop="episode")
            case Command.CONVERGE:
                watching.train_on(stop="converged")
            case Command.OVERLAYS:
                self.set_overlays(next_overlays(self.overlays))
            case Command.VALUES | Command.POLICY | Command.SAFETY:
                self.set_overlays(self.overlays ^ {command.name.lower()})
            case Command.RESTART:
                self._ask_restart()
            case Command.LEVELS:
                self.outcome = ToMenu()
            case _:
                super().command(command)
        self.ui.dirty = True

    def set_overlays(self, overlays: frozenset[str]) -> None:
        """Chooses the overlays that are on."""
        self.overlays = overlays

    def answer(self, row: ActionRow) -> None:
        """Tells the verdict on an action, and shows on the board how it is refused."""
        message, reason = row.message(), row.reason()
        if message is not None and reason is not None:
            refused = reason.kind not in {"allowed", "goal"}
            self._answer = Answer(message, row.action if refused else None)

    def message(self) -> Message | None:
        """What there is to tell at the foot: the action asked about, or why the rollout ended."""
        shown = self.watching.shown
        if self.actions.focused is not None:
            return self.actions.focused.message()
        if self._answer is not None:
            return self._answer.message
        if shown is not None and self.watching.playback.finished and shown.rollout.outcome != "goal":
            return Message(shown.rollout.message, "info", TEXT)
        return None

    def _ask_restart(self) -> None:
        def answered(answer: str | None) -> None:
            if answer == "Start anew":
                self.watching.restart()

        self.ui.show(
            Dialog(
                self.ui,
                "Start learning anew?",
                ["Everything learned on this level is forgotten. The same seed learns the same again."],
                buttons=("Keep learning", "Start anew"),
                on_answer=answered,
                icon="rotate-ccw",
            )
        )

    # -- life ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass."""
        watching = self.watching
        had_level = bool(self.actions.children)
        watching.update(dt)
        if self._answer is not None:
            self._answer.age += dt
            if self._answer.age >= TOLD:
                self._answer = None
        self.actions.follow()
        if self.actions.children and not had_level:
            self.arrange()
        self.toolbar.follow(self.overlays)
        self.learning.follow(dt)
        self.fps += (1 / dt - self.fps) / FRAMES_MEASURED if dt > 0 else 0.0
        seen = self._signature()
        self.ui.dirty |= seen != self._seen
        self._seen = seen
        if watching.refused is not None:
            self.outcome = Fail(watching.refused)
        return super().update(dt)

    def _signature(self) -> tuple[object, ...]:
        """What the widget layer shows; it is redrawn when this changes."""
        watching, playback = self.watching, self.watching.playback
        version = watching.snapshot.version if watching.snapshot else -1
        return (
            *(version, watching.status, watching.state, playback.index, playback.paused),
            *(playback.speed_index, watching.exploring, watching.training_paused, watching.unlimited),
            *(watching.rate_index, self.overlays, round(self.fps), id(watching.shown), self.message()),
        )

    def close(self, patience: float = 0.0) -> None:
        """Ends the learner, and lets go of all that was drawn."""
        self.watching.close(patience)
        self._view = self._layer = self._insight = None

    # -- drawing ------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the kept layer of widgets, the board, and what lies above.

        The two costly parts take turns: one frame may renew the layer of widgets, the next the overlays. The
        first frame after a change of size leaves the board out altogether.
        """
        fresh = self._layer is None
        self._overlays_turn = not self._overlays_turn and not fresh
        if self._layer is None or (self.ui.dirty and not self._overlays_turn):
            self._layer = self._layer or pygame.Surface(self.ui.size).convert()
            self._draw_layer(self._layer)
        if self._overlays_turn:
            self._insight = self._present_insight()
        surface.blit(self._layer, (0, 0))
        if not fresh:
            self._draw_board(surface)
        message = self.message()
        if message is not None:
            draw_message(self.ui, surface, self.layout.status, message)
        self.ui.draw_popups(surface)

    def _draw_layer(self, layer: pygame.Surface) -> None:
        layer.fill(BACKGROUND)
        self.toolbar.draw_ground(layer, self.layout.toolbar)
        draw_status(self.ui, layer, self.layout.status, self.watching, self.fps, self.message())
        self.ui.draw_widgets(layer)

    def _draw_board(self, surface: pygame.Surface) -> None:
        level, box = self.watching.opening.level, self.layout.board
        if level is None:
            center = (box.x + box.width // 2, box.y + box.height // 2)
            self.ui.text(surface, "Reading the level", center, 14, MUTED, anchor="center")
            return
        if self._view is None:
            self._view = BoardView(level, cell_px_for(level, box.width, box.height))
            self.watching.opening.drawn.set()
        view = self._view
        origin = (
            box.x + (box.width - view.size[0]) // 2,
            box.y + (box.height - view.size[1]) // 2,
        )
        shown = [overlay for name, overlay in OVERLAYS.items() if name in self.overlays]
        view.draw(surface, origin, self.scene(), shown, self._insight)

    def scene(self) -> Scene:
        """The moment that the board shows."""
        watching, playback = self.watching, self.watching.playback
        opened, shown, level = watching.opened, watching.shown, watching.opening.level
        assert level is not None
        if opened is None or shown is None:
            start = level.board.starts[0]
            return Scene(watching.time, start, start)
        mdp, rollout, index = opened.mdp, shown.rollout, playback.index
        moving = index < playback.n_moves and playback.animated
        here = mdp.cell(int(rollout.states[index]))
        there = mdp.cell(int(rollout.states[index + 1])) if moving else here
        move = min(index, playback.n_moves - 1)
        pulse = self._answer.age / PULSE if self._answer is not None else 1.0
        first = max(0, index - TRAIL)
        return Scene(
            time=mdp.phase(int(rollout.states[0])) + (playback.position if playback.animated else index),
            agent_from=here,
            agent_to=there,
            progress=playback.hop_progress if moving else 1.0,
            facing=mdp.actions[int(rollout.actions[move])] if move >= 0 else Action.DOWN,
            random=bool(move >= 0 and rollout.random[move]),
            refused=self._answer.refused if self._answer is not None and pulse < 1.0 else None,
            refused_progress=pulse,
            trail=tuple(mdp.cell(int(state)) for state in rollout.states[first : index + 1]),
            at_goal=playback.finished and rollout.outcome == "goal",
            animate=playback.animated,
        )

    def _present_insight(self) -> Insight | None:
        watching, opened, snapshot = self.watching, self.watching.opened, self.watching.snapshot
        state = watching.state
        ends = watching.value_range
        if opened is None or snapshot is None or state is None or ends is None:
            return None
        phase = opened.mdp.phase(state)
        return Insight(opened.level, opened.mdp, opened.safe, snapshot.q, snapshot.labels, state, phase, ends)


def next_overlays(overlays: frozenset[str]) -> frozenset[str]:
    """The O key's round: none, each overlay alone, all together."""
    rounds = [frozenset[str](), *(frozenset({name}) for name in OVERLAYS), frozenset(OVERLAYS)]
    return rounds[(rounds.index(overlays) + 1) % len(rounds)] if overlays in rounds else rounds[0]

"""Explains moves in a bubble: one that is asked about, or the next trap or refusal on the path."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pygame

from game.presenters.scene import Scene, Trace
from game.presenters.traps import TrapSeeker, moves_into_traps, reason_of_trap
from game.presenters.watching import Watching
from game.screens.board_pane import BoardPane
from game.screens.panel import ActionRow, plain_verdict, trace_of
from game.screens.watch.bubble import Bubble, Speech
from game.screens.watch.moves import plain_title
from game.services.services import Services
from game.ui import Ui
from game.ui.theme import DOOMED
from levels.model.board import Action, Cell

if TYPE_CHECKING:  # brings the tables' modules along
    from levels.proof.reasons import Reason

PULSE = 0.45
"""How long a refused move shows on the board [s]; the nudge is the first 90 ms of it."""
TOLD = 6.0
"""How long the answer about a move stays while the display plays [s]."""
SAFE_FOR_GOOD = "No crash, and a crash can always be avoided afterwards."
SAFE_FOR_NOW = "No crash in this step. What comes afterwards is not checked on this level."
"""What an allowed move is, by the safe set that the level uses."""


@dataclass
class Answer:
    """What is told about a move that was asked about: the move if refused, its age [s].

    `kind` is the verdict's, `trace` is where a doomed move leads, `state` where the agent was asked, `cell`
    where it stood.
    """

    kind: str
    refused: Action | None
    trace: Trace | None
    state: int | None
    cell: Cell
    age: float = 0.0


class Explainer:
    """Explains moves in a bubble beside the agent, and shows on the board how they are refused.

    Attributes:
        bubble: the widget.
        traps: what looks for the next trap or refusal on the path shown.
    """

    def __init__(
        self,
        ui: Ui,
        watching: Watching,
        services: Services,
        on_answer: Callable[[], None],
    ) -> None:
        """`on_answer` is called before a bubble comes: whatever would lie above it gives way."""
        self.watching = watching
        self.services = services
        self.on_answer = on_answer
        self.bubble = Bubble(ui)
        self.traps = TrapSeeker(watching)
        self._answer: Answer | None = None

    @property
    def told(self) -> str:
        """The kind of verdict that is told now, "" while none is."""
        return self._answer.kind if self._answer is not None else ""

    def ask(self, row: ActionRow) -> None:
        """Explains the move of a row."""
        reason = row.reason()
        if reason is not None:
            self._explain(row.action, reason)

    def seek_trap(self) -> None:
        """Plays up to the next trap on the path shown, to explain it there, or says why there is none."""
        self._look_at_the_agent()
        if self.watching.playback.finished:
            self.watching.playback.replay()
        self._show(self.traps.seek())

    def seek_refusal(self) -> None:
        """Replays up to the next move that traffic refuses, to explain it there, or says why not."""
        self._look_at_the_agent()
        self.watching.playback.replay()
        self._show(self.traps.seek_refusal())

    def hush(self) -> None:
        """Ends the answer about a move."""
        self._answer = None
        self.bubble.hush()

    def follow(self, dt: float) -> None:
        """Lets `dt` [s] pass.

        What was sought is explained once the display is there. An answer goes with time, or once the agent
        that was paused has moved.
        """
        watching, opened = self.watching, self.watching.opened
        found = self.traps.arrived()
        if found is not None and opened is not None and watching.state is not None:
            self._explain(opened.mdp.actions[found], reason_of_trap(opened, watching.state, found))
        answer = self._answer
        if answer is not None:
            answer.age += dt
            moved, paused = watching.state != answer.state, watching.playback.paused
            if (moved and paused) or (answer.age >= TOLD and not paused):
                self.hush()

    def place(self, board: BoardPane, within: pygame.Rect) -> None:
        """Puts the bubble beside the cell that was asked about, within a part of the window [px]."""
        if self._answer is not None:
            self.bubble.place(board.rect_of(self._answer.cell), within)

    def scene(self, board: BoardPane) -> Scene | None:
        """The moment that the board shows, with a refused move and its trace on it; None without a level."""
        answer, watching = self._answer, self.watching
        if answer is None:
            return board.scene(None, 1.0)
        stays = watching.playback.paused and watching.state == answer.state  # and so does its mark
        refused = answer.refused if stays or answer.age < PULSE else None
        scene = board.scene(refused, answer.age / PULSE)
        return scene if scene is None or scene.trace else replace(scene, trace=answer.trace)

    def _look_at_the_agent(self) -> None:
        self.watching.select(None)
        self.watching.look_ahead(0)

    def _show(self, why_not: str | None) -> None:
        """Tells why there is nothing to explain, if so."""
        if why_not is not None:
            self.services.messages.show(why_not, "hourglass", DOOMED)

    def _explain(self, action: Action, reason: "Reason") -> None:
        """Tells about a move from where the page looks, and shows where a trap leads."""
        watching, opened = self.watching, self.watching.opened
        if opened is None or watching.looked_at is None:
            return
        refused = reason.kind not in {"allowed", "goal"}
        own = watching.looked_at == watching.state  # the agent's own move; elsewhere nothing is nudged
        cell, trace = opened.mdp.cell(watching.looked_at), trace_of(opened, reason)
        self._answer = Answer(reason.kind, action if refused and own else None, trace, watching.state, cell)
        _, icon, color = plain_verdict(reason, opened.level)
        state = watching.looked_at
        safe = opened.safe.allowed[state] & ~moves_into_traps(opened.mdp, opened.safe, state)
        names = [
            other.name.capitalize()
            for other, is_safe in zip(opened.mdp.actions, safe, strict=True)
            if is_safe
        ]
        text = f"{reason.text[:1].upper()}{reason.text[1:]}."
        if reason.kind == "allowed":
            text = SAFE_FOR_GOOD if opened.level.safety == "viable" else SAFE_FOR_NOW
        self.on_answer()
        more = f"Safe: {', '.join(names)}." if refused and names else ""
        self.bubble.say(Speech(plain_title(action.name.capitalize(), reason), icon, color, text, more))
        if refused:
            self.services.sounds.play("refused")

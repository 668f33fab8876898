"""Congratulates once a level has been learned: with a banner, and then with a card of what it offered."""

from collections.abc import Callable

import pygame

from game.presenters.captions import best_on, counted, crossing_of
from game.presenters.watching import Watching
from game.screens.board_pane import BoardPane
from game.screens.watch.banner import Banner
from game.screens.watch.cards import WatchCards
from game.screens.watch.explaining import Explainer
from game.ui import Ui
from game.ui.controls import Control
from levels.model.delays import is_late


class Congratulation:
    """Shows the banner when learning has converged and the learned crossing has been shown.

    Attributes:
        banner: the widget.
    """

    def __init__(
        self,
        ui: Ui,
        watching: Watching,
        cards: WatchCards,
        explainer: Explainer,
        do: Callable[[Control], None],
        *,
        last: bool,
    ) -> None:
        """`last`: whether no level follows."""
        self.watching = watching
        self.cards = cards
        self.explainer = explainer
        self.banner = Banner(ui, do)
        self.last = last
        self._given = False

    def forget(self) -> None:
        """Learning starts over, and so does this."""
        self._given = False
        self.cards.offer(())

    def follow(self, dt: float, *, silent: bool) -> None:
        """Lets `dt` [s] pass; while `silent` the banner waits."""
        self.banner.follow(dt)
        if self._given and not self.banner.visible and not self.cards.next.children:
            self.cards.offer(self.banner.offers)
        if not self._given and not silent:
            self._congratulate()

    def _congratulate(self) -> None:
        """Shows the banner, if it is time."""
        watching, snapshot = self.watching, self.watching.snapshot
        if snapshot is None or watching.opened is None or watching.acting.on:
            return
        crossing, converged = crossing_of(watching), snapshot.converged_episode
        made = watching.past.marks.converged_transitions
        if converged is None or made is None or watching.shown is None or watching.shown.episodes < converged:
            return
        if crossing.steps is None or not watching.playback.finished:
            return
        self._given = True
        self.explainer.hush()
        crashes = "not one crash" if snapshot.violations == 0 else counted(snapshot.violations, "crash")
        moves = counted(made, "practice move")  # those it took, not those made by now
        missing = [Control.NEXT_LEVEL] if self.last else []
        if not self.explainer.traps.refuses_on_path():
            missing.append(Control.REFUSAL)
        level = watching.opened.level
        best = f"the {best_on(level)} path" if is_late(level) else "the shortest safe path"
        self.banner.come(
            f"It has learned {best if snapshot.detour == 0 else 'a safe path'}",
            f"In {counted(crossing.steps, 'step')}, after {moves} and {crashes}.",
            without=missing,
        )

    def place(self, board: BoardPane, within: pygame.Rect, *, still: bool) -> None:
        """Puts the banner into a part of the window [px], off the goals if it can."""
        level = self.watching.opening.level
        if self.banner.visible and level is not None:
            goals = [board.rect_of(cell) for cell in level.board.goals]
            self.banner.place(within, goals, still=still)

"""Whether what a lesson asks for has been done on the watch page, and the key that does it."""

from collections.abc import Callable
from typing import NamedTuple

from game.screens.watch.watch import Watch
from game.ui.controls import Control
from levels.lessons.lesson import Deed

REFUSED = {"outside", "blocked", "occupied", "swap", "drowned", "carried_off", "doomed"}
"""Verdicts on a move that is not made."""


class Doing(NamedTuple):
    """A deed on the watch page.

    Attributes:
        done: whether it is done.
        control: what does it, None if it is something to wait for.
        on_board: whether what comes of it is to be seen on the board.
    """

    done: Callable[[Watch], bool]
    control: Control | None
    on_board: bool = True


def _learned(watch: Watch) -> bool:
    snapshot = watch.watching.snapshot
    return snapshot is not None and snapshot.converged_episode is not None


def _crossed(watch: Watch) -> bool:
    shown = watch.watching.shown
    if shown is None or shown.svm is not None:
        return False
    return watch.watching.playback.finished and shown.rollout.outcome == "goal"


def _overlay(name: str, control: Control) -> Doing:
    return Doing(lambda watch: name in watch.overlays, control)


DEEDS: dict[Deed, Doing] = {
    Deed.LEARNED: Doing(_learned, Control.CONVERGE, on_board=False),
    Deed.CROSSED: Doing(_crossed, None),
    Deed.PAUSED: Doing(lambda watch: watch.watching.playback.paused, Control.PAUSE),
    Deed.STEPPED: Doing(lambda watch: watch.watching.playback.stepped > 0, Control.STEP),
    Deed.RANDOM_MOVES: Doing(lambda watch: watch.watching.exploring, Control.EXPLORING),
    Deed.VALUES: _overlay("values", Control.VALUES),
    Deed.POLICY: _overlay("policy", Control.POLICY),
    Deed.SAFETY: _overlay("safety", Control.SAFETY),
    Deed.SVM: _overlay("svm", Control.SVM),
    Deed.REFUSAL: Doing(lambda watch: watch.explainer.told in REFUSED, Control.REFUSAL),
    Deed.TRAP: Doing(lambda watch: watch.explainer.told == "doomed", Control.NEXT_TRAP),
    Deed.DETAILS: Doing(lambda watch: watch.cards.tab == "details", Control.TABS, on_board=False),
    Deed.CELL: Doing(lambda watch: watch.watching.selected is not None, Control.LOOK),
}
"""Every deed of a lesson."""

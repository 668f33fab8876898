"""The dialog that asks whether learning is to start over."""

from collections.abc import Callable

from game.screens.watch.settings import values_of
from game.ui import Dialog, Ui
from learner.core.commands import SetLearning

START, KEEP = "Start over", "Keep learning"


def restart_dialog(ui: Ui, begins_with: SetLearning, on_start: Callable[[], None]) -> Dialog:
    """Says what is lost, and which values learning begins with that are not the level's own."""
    lines = ["Everything learned on this level is discarded. The same seed gives the same result."]
    if values := values_of(begins_with):
        lines.append(f"It starts over with {values} instead of the level's own.")

    def answered(answer: str | None) -> None:
        if answer == START:
            on_start()

    return Dialog(
        ui,
        "Start learning over?",
        lines,
        buttons=(START, KEEP),
        on_answer=answered,
        icon="rotate-ccw",
    )

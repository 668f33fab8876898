"""Training in words, and on its buttons: what the watch and the compare screen say alike."""

from typing import Any

from game.presenters.training import Training
from game.ui import Button
from game.ui.theme import ACCENT, MUTED, TEXT, UNSAFE

TRAINING_PAUSED = ("graduation-cap", "learning paused", TEXT)
DISPLAY_PAUSED = ("pause", "display paused", TEXT)
"""Facts of a status line: icon, words, colour."""
STATUS = {
    "opening": ("Proving the level safe", "loader", MUTED),
    "warming_up": ("Getting the learner ready", "loader", MUTED),
    "running": ("Learning", "chart-line", ACCENT),
    "paused": ("Learning paused", "pause", TEXT),
    "failed": ("Learning stopped", "triangle-alert", UNSAFE),
    "stopped": ("Learning ended", "flag", MUTED),
}
"""What the thread is doing, in a few words, with an icon and a colour."""


def follow_training(pause: Button, unlimited: Button, training: Training[Any]) -> None:
    """Makes a toolbar's two buttons of training show what is the case."""
    pause.icon = "play" if training.training_paused else "pause"
    pause.on = training.training_paused
    pause.color = TEXT if training.training_paused else None
    unlimited.on = training.unlimited

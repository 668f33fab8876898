"""Training in words, and on its buttons: what the watch and the compare screen say alike."""

from typing import Any

from game.presenters.training import Training
from game.ui import Button
from game.ui.theme import ACCENT, MUTED, TEXT, UNSAFE

TRAINING_PAUSED = ("graduation-cap", "training paused", TEXT)
DISPLAY_PAUSED = ("pause", "display paused", TEXT)
"""Facts of a status line: icon, words, colour."""
STATUS = {
    "opening": ("Certifying the level", "loader", MUTED),
    "warming_up": ("Compiling the learner", "loader", MUTED),
    "running": ("Training", "chart-line", ACCENT),
    "paused": ("Training paused", "pause", TEXT),
    "failed": ("Training stopped", "triangle-alert", UNSAFE),
    "stopped": ("Training ended", "flag", MUTED),
}
"""What the thread is doing, in a few words, with an icon and a colour."""


def follow_training(pause: Button, unlimited: Button, training: Training[Any]) -> None:
    """Makes a toolbar's two buttons of training show what is the case."""
    pause.icon = "play" if training.training_paused else "pause"
    pause.on = training.training_paused
    pause.color = TEXT if training.training_paused else None
    unlimited.on = training.unlimited

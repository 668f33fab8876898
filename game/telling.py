"""Sentences for the whole window, whatever screen is on show: one at a time, each for a while."""

from game.status import Message

TOLD = 8.0
"""How long a sentence stays [s]."""


class Telling:
    """The sentence that is told now.

    Attributes:
        message: it, None when its time is over.
    """

    def __init__(self) -> None:
        self.message: Message | None = None
        self._age = 0.0

    def tell(self, text: str, icon: str, color: str) -> None:
        """Tells a sentence from now on; an empty one tells nothing."""
        if text:
            self.message, self._age = Message(text, icon, color), 0.0

    def pass_time(self, dt: float) -> None:
        """Lets `dt` [s] pass."""
        self._age += dt
        if self._age >= TOLD:
            self.message = None

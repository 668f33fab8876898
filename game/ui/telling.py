"""Sentences for the whole window, whatever screen is on show: one at a time, each for a while."""

from game.ui.message import Message

TOLD = 8.0
"""How long a sentence stays [s]."""
READ = 0.5
"""How long it has to have been on show before another screen ends it [s]."""


class Telling:
    """The message on show now.

    Attributes:
        message: it, None when its time is over.
    """

    def __init__(self) -> None:
        self.message: Message | None = None
        self._age = 0.0
        self._screen: int | None = None  # where it is on show, None before it is

    def tell(self, text: str, icon: str, color: str) -> None:
        """Shows a message from now on; an empty one shows nothing."""
        if text:
            self.message, self._age, self._screen = Message(text, icon, color), 0.0, None

    def add(self, text: str, icon: str, color: str) -> None:
        """The same, behind a sentence that is still on show."""
        before = f"{self.message.text.rstrip('.')}. " if text and self.message is not None else ""
        self.tell(text and f"{before}{text}", icon, color)

    def pass_time(self, dt: float, screen: int) -> None:
        """Lets `dt` [s] pass on a screen, known by a number; a sentence does not follow to another one."""
        left = self._screen not in {None, screen} and self._age >= READ
        self._screen = screen
        self._age += dt
        if left or self._age >= TOLD:
            self.message = None

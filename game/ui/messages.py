"""Messages: sentences for the whole window, on any screen, one at a time, each for a while."""

from game.ui.message import Message

SHOWN_FOR = 8.0
"""How long a message stays [s]."""
READ_AFTER = 0.5
"""Time after which a change of screen ends it [s]."""


class Messages:
    """Shows one message at a time.

    Attributes:
        message: the current one, None when its time is over.
    """

    def __init__(self) -> None:
        self.message: Message | None = None
        self._age = 0.0
        self._screen: int | None = None  # where it is on show, None before it is

    def show(self, text: str, icon: str, color: str) -> None:
        """Shows a message from now on; an empty one shows nothing."""
        if text:
            self.message, self._age, self._screen = Message(text, icon, color), 0.0, None

    def add(self, text: str, icon: str, color: str) -> None:
        """Appends to the message that is still shown, or shows a new one."""
        before = f"{self.message.text.rstrip('.')}. " if text and self.message is not None else ""
        self.show(text and f"{before}{text}", icon, color)

    def pass_time(self, dt: float, screen: int) -> None:
        """Lets `dt` [s] pass on a screen, known by a number; a sentence does not follow to another one."""
        left = self._screen not in {None, screen} and self._age >= READ_AFTER
        self._screen = screen
        self._age += dt
        if left or self._age >= SHOWN_FOR:
            self.message = None

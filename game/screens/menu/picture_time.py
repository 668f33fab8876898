"""The time of the chosen card's living picture: when it begins to live, and when it stands still again."""

import math
from pathlib import Path

LIVES = 8.0
"""How long the chosen card's picture lives on after the mouse or a key, to the end of a crossing [s]."""
RESTS = 0.25
"""How long a card is the chosen one before its picture lives: getting its board ready takes time [s]."""
LAST_FRAME = 0.02
"""How long before a crossing starts over its picture stops [s]."""


class PictureTime:
    """The time of one picture after the other.

    Attributes:
        seconds: how long the present one has lived.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._until = 0.0
        self._chosen_for = 0.0
        self._path: Path | None = None

    @property
    def has_begun(self) -> bool:
        """Whether its card has been the chosen one for long enough."""
        return self._chosen_for >= RESTS

    def wake(self) -> None:
        """Lets it live on for a while."""
        self._until = self.seconds + LIVES

    def is_over(self, crossing: float) -> bool:
        """Whether it stands still; a crossing lasts so long [s], 0 for a picture that does not live."""
        return self.seconds >= self._end(crossing)

    def advance(self, dt: float, path: Path, crossing: float) -> None:
        """Lets `dt` [s] pass for the picture of this file; another one begins at its own start."""
        if path != self._path:
            self._path, self.seconds, self._chosen_for = path, 0.0, 0.0
            self.wake()
        self._chosen_for += dt
        self.seconds = min(self.seconds + dt, max(self._end(crossing), self.seconds))

    def _end(self, crossing: float) -> float:
        """When it stands still: once a crossing is over."""
        return math.ceil(self._until / crossing) * crossing - LAST_FRAME if crossing else 0.0

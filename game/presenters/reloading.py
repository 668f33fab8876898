"""Reloads a level file whenever the user's editor has saved it. No pygame.

A file is looked at every LOOK_EVERY; that costs one question to the file system. It is read once it has been
left alone from one look to the next, so a file written in two steps is seldom met half done; if it is, the
second half is a save of its own. A file that is gone is waited for.
"""

from pathlib import Path

from game.presenters.level_loader import LevelLoader, LoadedLevel, Refused
from levels.formats import file_of

LOOK_EVERY = 0.25
"""Time between two looks at a file [s]."""


class Changes:
    """Reports when a file has been saved or recreated."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known = self._last = stamp_of(path)
        self._waited = 0.0

    def seen(self, dt: float) -> bool:
        """Lets `dt` [s] pass; True once for each save."""
        self._waited += dt
        if self._waited < LOOK_EVERY:
            return False
        self._waited = 0.0
        stamp = stamp_of(self.path)
        rested, self._last = stamp == self._last, stamp
        if stamp is None:
            self._known = None  # whatever comes back is new
            return False
        saved = rested and stamp != self._known
        if saved:
            self._known = stamp
        return saved


class Reloading:
    """Reopens a file after each save, in the background; the last save counts."""

    def __init__(self, path: Path) -> None:
        self._changes = Changes(path)
        self._opening: LevelLoader | None = None

    def news(self, dt: float, known: LoadedLevel) -> LevelLoader | None:
        """Lets `dt` [s] pass; returns each finished LevelLoader once.

        `known` is the level shown now, see `prepared`.
        """
        if self._changes.seen(dt):
            self.close(0.0)
            self._opening = LevelLoader(self._changes.path, known)
            self._opening.drawn.set()  # there is a picture already, nothing to wait for
        opening = self._opening
        if opening is None or opening.result is None:
            return None
        self._opening = None
        gone = isinstance(opening.result, Refused) and stamp_of(opening.path) is None
        return None if gone else opening

    def close(self, patience: float) -> None:
        """Cancels the work; waits at most `patience` [s] for the thread to end."""
        if self._opening is not None:
            self._opening.close(patience)
            self._opening = None


def stamp_of(path: Path) -> tuple[int, int] | None:
    """Time of the last write [ns] and size [bytes] of a file; None if it can't be read."""
    try:
        found = file_of(path).stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size

"""Reading a level file again whenever the user's editor has saved it. No pygame.

A file is looked at every LOOK_EVERY; that costs one question to the file system. It is read once it has been
left alone from one look to the next, so a file written in two steps is seldom met half done; if it is, the
second half is a save of its own. A file that is gone is waited for.
"""

from pathlib import Path

from game.presenters.level_loader import LevelLoader, LoadedLevel, Refused
from levels.formats import file_of

LOOK_EVERY = 0.25
"""How often a file is looked at [s]."""


class Changes:
    """Tells when a file has been saved, or put there anew, since it was looked at first."""

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
    """Opens a file again after each save, beside whatever is on show; the last save counts."""

    def __init__(self, path: Path) -> None:
        self._changes = Changes(path)
        self._opening: LevelLoader | None = None

    def news(self, dt: float, known: LoadedLevel) -> LevelLoader | None:
        """Lets `dt` [s] pass; gives what became of a save, once: a LevelLoader that has its result.

        `known` is the level as it is on show, see `prepared`.
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
        """Nobody waits any more; waits for the thread's end at most `patience` [s]."""
        if self._opening is not None:
            self._opening.close(patience)
            self._opening = None


def stamp_of(path: Path) -> tuple[int, int] | None:
    """When a file was written last [ns] and how long it is [bytes]; None where there is none to be read."""
    try:
        found = file_of(path).stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size

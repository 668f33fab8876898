"""Drafts: unsaved work on disk, a file of its own for each editor that is open in any window. No pygame."""

import hashlib
from contextlib import suppress
from itertools import count
from pathlib import Path

from game.userdata.locks import Lock
from game.userdata.storage import keep
from levels.files.problems import LevelError
from levels.files.reading import is_there, open_ordinary
from levels.files.text import decode

MOST_DRAFT = 4_000_000
"""A draft that is larger is not read [bytes]; no level is."""


class Draft:
    """The file that keeps one editor's unsaved work. Others leave it alone while the editor holds its lock.

    What an earlier editor left is found and held, but stays that editor's until what was made of it is kept
    or removed: work that does not continue from there gets a file of its own.

    Attributes:
        found: what an earlier editor left, None if nothing was.
    """

    def __init__(self, folder: Path, whose: str, *, anew: bool = False) -> None:
        """`whose` says what is edited; an editor that begins `anew` does not look for what was left."""
        self._folder = folder / "drafts"
        self._number = hashlib.sha256(whose.encode("utf-8", "surrogateescape")).hexdigest()[:16]
        self._path: Path | None = None
        self._lock: Lock | None = None
        self._own = False  # whether the file holds what this editor wrote
        self.found = None if anew else self._find()

    @property
    def path(self) -> Path:
        """The file; while nothing is kept, the first that it might be."""
        return self._path or self._name(1)

    def keep(self, text: str, *, goes_on: bool) -> str:
        """Writes the draft, made of what was found if it `goes_on`; gives "" or why that failed."""
        if self._path is None or not (self._own or goes_on):
            self.release()
            self._take_free()
        problem = keep(self.path, text)
        self._own |= not problem
        return problem

    def remove(self, *, goes_on: bool) -> None:
        """Deletes the draft, if it is this editor's."""
        if self._path is not None and (self._own or goes_on):
            self._own = False
            with suppress(OSError):
                self._path.unlink()

    def release(self) -> None:
        """Leaves the file to whoever edits the same thing next."""
        if self._lock is not None:
            self._lock.release()
        self._path = self._lock = None
        self._own = False

    def _find(self) -> str | None:
        """Takes the newest draft that no other editor holds, if one can be read."""
        left: list[Path] = []
        with suppress(OSError):
            left = sorted(self._folder.glob(f"{self._number}*.yaml"), key=_written, reverse=True)
        for path in left:
            try:
                lock = Lock.take(_lock_of(path))
            except OSError:  # there are no locks here
                lock = None
            else:
                if lock is None:
                    continue
            text = _read(path)
            if text is not None:
                self._path, self._lock = path, lock
                return text
            if lock is not None:
                lock.release()
        return None

    def _take_free(self) -> None:
        """Takes the first name that no draft has and no other editor holds."""
        for number in count(1):
            path = self._name(number)
            if is_there(path):
                continue
            try:
                lock = Lock.take(_lock_of(path))
            except OSError:  # there are no locks here, or nothing can be written: saving says why
                self._path = path
                return
            if lock is not None and not is_there(path):
                self._path, self._lock = path, lock
                return
            if lock is not None:
                lock.release()

    def _name(self, number: int) -> Path:
        return self._folder / f"{self._number}{f'_{number}' if number > 1 else ''}.yaml"


def _lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")


def _written(path: Path) -> int:
    """When a file was written last [ns]; 0 if it is gone."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _read(path: Path) -> str | None:
    """The text of a draft, None if it can't be used."""
    try:
        with open_ordinary(path) as file:
            data = file.read(MOST_DRAFT + 1)
        return decode(data, str(path)) if len(data) <= MOST_DRAFT else None
    except (OSError, LevelError):
        return None

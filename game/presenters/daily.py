"""The daily crossing: the surprise whose code is the date, the same for everybody. No pygame."""

from datetime import date
from pathlib import Path

from game.presenters.level_loader import LevelLoader, LoadedLevel, Refused
from game.presenters.surprising import Surprising
from levels.files.reading import is_there
from levels.random.codes import Code

DIFFICULTY = 3
"""Of every daily crossing: eleven rows, 14 to 16 steps."""


def code_of(day: date) -> Code:
    """The code of a day's crossing: 29 November 2026 has 20261129-3."""
    return Code(day.year * 10_000 + day.month * 100 + day.day, DIFFICULTY)


def words_of(day: date) -> str:
    """A day as people write it: "Sunday 29 November"."""
    return f"{day:%A} {day.day} {day:%B}"


class DailyCrossing:
    """The crossing of a day being made, or read if it has been made before, and got ready to play.

    Attributes:
        day: the day.
        problem: why it can't be had, as a sentence; "" while nothing is wrong.
    """

    def __init__(self, folder: Path, day: date) -> None:
        self.day = day
        self.problem = ""
        self._making: Surprising | None = None
        self._loading: LevelLoader | None = None
        code = code_of(day)
        made = folder / code.file
        if is_there(made):
            self._load(made)
        else:
            self._making = Surprising(folder, code, name=f"Daily crossing, {words_of(day)}")

    def result(self) -> LoadedLevel | Refused | None:
        """The level, or why its file can't be played; None while there is work to do."""
        making = self._making
        if making is not None and making.done:
            self._making, self.problem = None, making.problem
            if not making.problem:
                self._load(making.path)
        return self._loading.result if self._loading is not None else None

    def _load(self, path: Path) -> None:
        self._loading = LevelLoader(path)
        self._loading.drawn.set()

    def close(self, patience: float = 0.0) -> None:
        """Ends its work, waiting at most `patience` [s]."""
        if self._making is not None:
            self._making.close(patience)
        if self._loading is not None:
            self._loading.close(patience)

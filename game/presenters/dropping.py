"""Finds the level among several files dropped on the window. No pygame."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from learner.threads.worker import Worker
from levels.lessons.reader import is_lesson
from levels.text.reader import read_file

PICTURES = frozenset(
    {".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".pgm", ".pbm", ".tga", ".tif", ".tiff", ".svg"}
)
"""Endings of files that accompany a level; such a file counts as the level only if no other file is one."""
MOST_READ = 20
"""Maximum number of files that are read; the rest are ignored."""
MOST_NAMED = 4


@dataclass(frozen=True)
class Drop:
    """The file to open, and a message about the others.

    Attributes:
        path: the first level, or the first file if none is a level.
        message: a sentence.
    """

    path: Path
    message: str


class Dropping:
    """Reads dropped files in a thread, since a large one takes seconds."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = tuple(paths)
        self._worker = Worker[tuple[Path, ...], None, Drop]("dropping", self._sort)
        self._worker.ask(self._paths)

    @property
    def found(self) -> Drop | None:
        """The result, None while the thread is working."""
        if self._worker.problem:
            first = self._paths[0]
            message = f"The {len(self._paths)} files could not all be read ({self._worker.problem}): "
            return Drop(first, f"{message}{first.name} was opened")
        return self._worker.result

    def close(self, patience: float) -> None:
        """Cancels the work; waits at most `patience` [s] for the thread to end."""
        self._worker.stop(patience)

    def _sort(self, paths: tuple[Path, ...]) -> Drop | None:
        rest = sorted(paths[:MOST_READ], key=_is_picture)  # stable: otherwise as they were dropped
        levels: list[Path] = []
        for path in rest:
            if self._worker.superseded:
                return None
            if not (levels and _is_picture(path)) and _is_level(path):
                levels.append(path)
        return drop_of(paths, levels, rest[0])


def drop_of(paths: Sequence[Path], levels: Sequence[Path], otherwise: Path) -> Drop:
    """The file to open and the message; `otherwise` is opened if no file is a level."""
    if not levels:
        message = f"None of the {len(paths)} files is a level; these are the errors of {otherwise.name}"
        return Drop(otherwise, message)
    first = levels[0]
    others = [path.name for path in paths if path is not first]
    names = ", ".join(others[:MOST_NAMED])
    if len(others) > MOST_NAMED:
        names += f" and {len(others) - MOST_NAMED} more"
    alone = "the lesson" if is_lesson(first) else "the level"
    which = f"the first of {len(levels)} levels" if len(levels) > 1 else alone
    return Drop(first, f"Of {len(paths)} files {first.name} was opened, {which}. Not opened: {names}")


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURES


def _is_level(path: Path) -> bool:
    try:
        if is_lesson(path):
            return True
        read_file(path)
    except Exception:  # noqa: BLE001  a LevelError or one of the program's own: opening it alone tells which
        return False
    return True

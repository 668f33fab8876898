"""Several files dropped on the window at once: which of them is the level. No pygame."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from learner.threads.worker import Worker
from levels.text.reader import read_file

PICTURES = frozenset(
    {".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".pgm", ".pbm", ".tga", ".tif", ".tiff", ".svg"}
)
"""Endings of files that come along with a level; one of them is the level only if no other file is."""
MOST_READ = 20
"""Files that are read; what lies beyond them is left alone."""
MOST_NAMED = 4


@dataclass(frozen=True)
class Drop:
    """What to open of the files dropped, and what to say of the others.

    Attributes:
        path: the first level, or the first file if none of them is one.
        told: a sentence.
    """

    path: Path
    told: str


class Dropping:
    """Files being sorted out in a thread: reading a large one takes seconds."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = tuple(paths)
        self._worker = Worker[tuple[Path, ...], None, Drop]("dropping", self._sort)
        self._worker.ask(self._paths)

    @property
    def found(self) -> Drop | None:
        """What came of it, None while the thread is at work."""
        if self._worker.problem:
            first = self._paths[0]
            told = f"The {len(self._paths)} files could not all be read ({self._worker.problem}): "
            return Drop(first, f"{told}{first.name} was opened")
        return self._worker.result

    def close(self, patience: float) -> None:
        """Nobody waits for it any more; waits for the thread's end, at most `patience` [s]."""
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
    """What to open and say of these files, some of which are levels; `otherwise` is opened if none is."""
    if not levels:
        told = f"None of the {len(paths)} files is a level; these are the errors of {otherwise.name}"
        return Drop(otherwise, told)
    first = levels[0]
    others = [path.name for path in paths if path is not first]
    names = ", ".join(others[:MOST_NAMED])
    if len(others) > MOST_NAMED:
        names += f" and {len(others) - MOST_NAMED} more"
    which = f"the first of {len(levels)} levels" if len(levels) > 1 else "the level"
    return Drop(first, f"Of {len(paths)} files {first.name} was opened, {which}. Not opened: {names}")


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURES


def _is_level(path: Path) -> bool:
    try:
        read_file(path)
    except Exception:  # noqa: BLE001  a LevelError or one of the program's own: opening it alone tells which
        return False
    return True

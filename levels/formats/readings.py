"""Files with more than one common reading: they are refused, and their readings are offered by name.

A reader raises AmbiguousError where two common readings of a file differ in a wall, a start, a goal or the
place of a cell. A line of a reading in the file says which is meant; a name such
as `maze.txt#2` asks for the second reading and leaves the file alone.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePath

from levels.files.problems import LevelError, Problem, cut

CHOSEN = re.compile(r"(.+?)((?:#[1-9])+)", re.DOTALL)
ROWS = re.compile(r".+\.(?:map|scen)", re.IGNORECASE | re.DOTALL)
"""Files for which a number after the name is the row of a scenario."""


@dataclass(frozen=True)
class Reading:
    """One of several common readings of a file.

    Attributes:
        name: the reading in a few words: “X” is wall.
        lines: lines that make the file mean this, as docs/formats.md has them: `legend: X = wall`.
    """

    name: str
    lines: tuple[str, ...]


class AmbiguousError(LevelError):
    """A file with two common readings that differ.

    The one problem is reported at its place; its hint has one line per reading, with what to add to the file.

    Attributes:
        readings: at least two, the likeliest first; reading n is what the name `file#n` asks for, from 1.
    """

    def __init__(self, name: str, text: str, problem: Problem, readings: Sequence[Reading]) -> None:
        self.readings = tuple(readings)
        self._problem = problem
        lines = [
            f"{number}: {reading.name}: add {_quoted(reading.lines)}"
            for number, reading in enumerate(self.readings, start=1)
        ]
        lines.append(f"or leave the file unchanged and open it as {cut(PurePath(name).name)}#1")
        hint = "\n".join([problem.hint, *lines] if problem.hint else lines)
        fields = (problem.line, problem.column, problem.message, hint, problem.length)
        super().__init__(name, text, [Problem(*fields)])

    def __reduce__(self) -> tuple[type["LevelError"], tuple[object, ...]]:  # type: ignore[override]
        """Survive pickling between processes."""
        return type(self), (self.name, self.text, self._problem, self.readings)


def split_choice(name: str) -> tuple[str, tuple[int, ...]]:
    """The file and the readings in a name: `a.txt#2` → `a.txt`, (2,).

    A file that has this very name is meant itself. After the name of a MovingAI map the number is a row.
    """
    found = CHOSEN.fullmatch(name)
    if not found or ROWS.fullmatch(found[1]):
        return name, ()
    with suppress(OSError, ValueError):  # a name that no file can have
        if Path(name).exists():
            return name, ()
    return found[1], tuple(int(number) for number in found[2][1:].split("#"))


def _quoted(lines: Sequence[str]) -> str:
    """The lines to add, in words."""
    return f"the line{'s' if len(lines) > 1 else ''} {' and '.join(f'“{line}”' for line in lines)}"

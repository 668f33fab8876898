"""Drawings in text: the convention is chosen by a line of the file, its ending, or the drawing."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from levels.files.problems import LevelError, shown
from levels.formats import frozen_lake, gridworld, pacman, sokoban, text_maze
from levels.formats.cells import tidied
from levels.formats.drawing import Sheet
from levels.formats.foreign import Foreign
from levels.formats.readings import AmbiguousError
from levels.formats.sheets import read_sheet


@dataclass(frozen=True)
class Convention:
    """One line of the dictionary of conventions.

    Attributes:
        endings: of files that follow it whatever is drawn in them.
        fits: whether a drawing surely follows it.
        read: the drawing → what it says. Raises LevelError.
    """

    endings: tuple[str, ...]
    fits: Callable[[Sheet], bool]
    read: Callable[[Sheet], Foreign]


CONVENTIONS = {
    "Sokoban": Convention((".xsb", ".sok"), sokoban.fits, sokoban.read),
    "Pac-Man": Convention((".lay",), pacman.fits, pacman.read),
    "FrozenLake": Convention((), frozen_lake.fits, frozen_lake.read),
    "gridworld": Convention((), gridworld.fits, gridworld.read),
    "text maze": Convention((), text_maze.fits, text_maze.read),
}
"""Name → convention. The first that fits reads a drawing; if none fits, the last."""
ENDINGS = (".txt", ".maze", ".csv", ".lay", ".xsb", ".sok")


def fits(text: str) -> bool:
    """Whether a text of an unknown ending is surely a drawing."""
    try:
        sheet = read_sheet(text.encode("utf-8", "replace"), "")
        if sokoban.fits(sheet):
            return True
        sheet = tidied(sheet)
    except AmbiguousError:
        return True
    except LevelError:
        return False
    return any(convention.fits(sheet) for convention in CONVENTIONS.values())


def read(data: bytes, name: str) -> Foreign:
    """The board of a drawing.

    Raises:
        AmbiguousError: two common readings of it differ.
        LevelError: it is no drawing, or has an error.
    """
    sheet = read_sheet(data, name)
    chosen = _named(sheet)
    if chosen is None and sokoban.fits(sheet):
        chosen = CONVENTIONS["Sokoban"]
    if chosen is not CONVENTIONS["Sokoban"]:
        sheet = tidied(sheet)
    if chosen is None:
        chosen = next((form for form in CONVENTIONS.values() if form.fits(sheet)), CONVENTIONS["text maze"])
    return chosen.read(sheet)


def _named(sheet: Sheet) -> Convention | None:
    """The convention that the file names in a line of its own, or by its ending."""
    if sheet.format:
        names = {name.casefold(): form for name, form in CONVENTIONS.items()}
        if sheet.format.casefold() not in names:
            line = next(
                at for at, row in enumerate(sheet.text.split("\n")) if row.lstrip().startswith("format:")
            )
            message = f"{shown(sheet.format)} is not a drawing format"
            raise sheet.error_at(line, 0, message, f"it can be {', '.join(CONVENTIONS)}")
        return names[sheet.format.casefold()]
    ending = PurePath(sheet.name).suffix.lower()
    return next((form for form in CONVENTIONS.values() if ending in form.endings), None)

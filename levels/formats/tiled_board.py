"""The board that the layers of a Tiled map paint, and functions that read values of its document."""

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levels.files.problems import shown
from levels.files.text import file_error
from levels.formats.drawing import MEANINGS
from levels.formats.tiled_words import blocks_of, class_of, look_of
from levels.model.board import GOAL, KNOWN_CHARACTERS, START, blocking_characters, in_words

OWN_CHARACTERS = [char for char in "abcdefhijklmnopqrtuvwxyz0123456789" if char not in KNOWN_CHARACTERS]
"""Characters for the level's own tiles, without s and g, which look like a start and a goal."""
BLOCKING = blocking_characters({})
MAX_WORK = 8_000_000
"""Maximum number of cells that all objects of a map may cover; corners count too."""


@dataclass(eq=False)
class Paint:
    """The part of a map that has been read so far.

    Attributes:
        name: of the file.
        n_rows, n_cols: of the board.
        tile_width, tile_height: pixels of a cell, in which objects are placed.
        cells: (n_rows, n_cols) characters of our map, "" for unset cells.
        tiles: number of a tile → character of our map.
        own: (look, blocks) → character, of tiles that our map has no character for.
        unknown: number of a tile without a meaning → number of its cells.
        described_as: number of a tile without a meaning → its class or a property, in words.
        reasons: number of a tile → why it blocks, if neither a word of a legend nor a property says so.
        because: those of the reasons that apply to the board.
        work: number of cells tested for objects.
        opened: cells with something open above something that blocks.
        across: objects that are not aligned with the grid.
        notes: sentences for the user.
        others: what was left out, in words.
    """

    name: str
    n_rows: int
    n_cols: int
    tile_width: int
    tile_height: int
    cells: NDArray[np.str_] = field(init=False)
    tiles: dict[int, str] = field(default_factory=dict)
    own: dict[tuple[str, bool], str] = field(default_factory=dict)
    unknown: Counter[int] = field(default_factory=Counter)
    described_as: dict[int, str] = field(default_factory=dict)
    reasons: dict[int, str] = field(default_factory=dict)
    because: dict[str, None] = field(default_factory=dict)
    work: int = 0
    opened: int = 0
    across: int = 0
    notes: list[str] = field(default_factory=list)
    others: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with a board of unset cells."""
        self.cells = np.full((self.n_rows, self.n_cols), "", dtype="<U1")
        self._blocking = np.array([chr(code) in BLOCKING for code in range(128)])

    def pay(self, steps: int) -> None:
        """Count work that objects make.

        Raises:
            LevelError: it is more than `MAX_WORK` for the whole map.
        """
        self.work += steps
        if self.work > MAX_WORK:
            message = f"the objects of the map cover more than {MAX_WORK:,} cells"
            raise file_error(self.name, message, "draw with tiles instead")

    def left_out(self, what: str) -> None:
        """Remember something that was left out."""
        self.others[what] = None

    def meaning(self, record: dict[str, Any], what: str) -> str:
        """The character of our map for a tile, object or layer by its class and properties; "" for none.

        Args:
            record: in the shape of Tiled's JSON.
            what: how messages call it.

        Raises:
            LevelError: its properties contradict each other, or the map has more kinds of its own than there
                are characters.
        """
        said = class_of(record)
        word = said.lower()
        char, blocks = MEANINGS.get(word, ""), blocks_of(record, what, self.name)
        if char in (START, GOAL) or (char and blocks in (None, char in BLOCKING)):
            return char
        if blocks is not False and look_of(said):
            return self.by_sound(said)
        return "" if blocks is None else self.own_character(said, blocks=blocks)

    def sounding(self, record: dict[str, Any], what: str) -> str:
        """The class of something that blocks only by its name, in words; otherwise ""."""
        said = class_of(record)
        alone = said.lower() not in MEANINGS and blocks_of(record, what, self.name) is None
        return f"class {shown(said)}" if alone and look_of(said) else ""

    def by_sound(self, said: str) -> str:
        """The character for a class or a name that sounds like something that blocks; otherwise ""."""
        look = look_of(said)
        return MEANINGS.get(look) or (self.own_character(look, blocks=True) if look else "")

    def own_character(self, said: str, *, blocks: bool) -> str:
        """The character for a class that our map has no character for.

        Raises:
            LevelError: the map has more such classes than there are characters.
        """
        if not said:
            return "#" if blocks else "."
        look = re.sub(r"[^a-z0-9]+", "_", said.lower()).strip("_")[:32]
        look = look if look[:1].isalpha() else f"tile_{look}"[:32]
        if (look, blocks) not in self.own:
            if len(self.own) == len(OWN_CHARACTERS):
                message = f"the map has more than {len(OWN_CHARACTERS)} classes of its own"
                raise file_error(self.name, message, f"use classes such as {', '.join(MEANINGS)}")
            self.own[look, blocks] = OWN_CHARACTERS[len(self.own)]
            self._blocking[ord(self.own[look, blocks])] = blocks
        return self.own[look, blocks]

    def blocks(self, char: str) -> bool:
        """Whether a character of the map blocks."""
        return bool(self._blocking[ord(char)])

    def is_own(self, char: str) -> bool:
        """Whether a character stands for a class of the map's own."""
        return char in self.own.values()

    def put(self, where: tuple[slice, slice], chars: NDArray[np.str_], what: str) -> None:
        """Put characters on a part of the board; "" leaves a cell unchanged.

        Args:
            where: rows and columns.
            chars: one for each of those cells.
            what: its name in messages.

        Raises:
            LevelError: a start or a goal would be covered.
        """
        below, above = self.cells[where].view(np.uint32), chars.view(np.uint32)  # quicker to compare
        laid = (above != 0) & (above != below)
        over = laid & (below != 0)
        if over.any():
            self._refuse_covered(below, over, where, what)
            blocks = self._blocking[np.where(over, above, 0)]
            self.opened += int((over & self._blocking[below] & ~blocks).sum())
        np.copyto(below, above, where=laid)

    def _refuse_covered(
        self, below: NDArray[np.uint32], over: NDArray[np.bool_], where: tuple[slice, slice], what: str
    ) -> None:
        for mark, word in ((START, "start"), (GOAL, "goal")):
            covered = over & (below == ord(mark))
            if covered.any():
                row, col = np.argwhere(covered)[0].tolist()
                message = (
                    f"{what} covers the {word} at {in_words((row + where[0].start, col + where[1].start))}"
                )
                raise file_error(self.name, message, "move one of them, or put the covering one below")

    def legend(self) -> dict[str, Any]:
        """The legend of our document for the characters of the level's own that are drawn."""
        drawn = set(np.unique(self.cells).tolist())
        return {
            char: {"look": look, "blocks": blocks}
            for (look, blocks), char in self.own.items()
            if char in drawn
        }

    def rows(self) -> list[str]:
        """The rows of our map; unset cells are open ground."""
        return ["".join(row) for row in np.where(self.cells == "", ".", self.cells).tolist()]


def table(record: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The objects of a list; other values are ignored."""
    value = record.get(key)
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def number(record: dict[str, Any], key: str) -> float:
    """A number, in JSON or in the text of XML; NaN if it is not a number."""
    value = record.get(key, 0)
    try:
        found = float(value) if isinstance(value, str | int | float) else math.nan
    except (ValueError, OverflowError):
        found = math.nan
    return found if abs(found) < 1e10 else math.nan  # a tile that is mirrored has a number above 2³¹


def whole(record: dict[str, Any], key: str) -> int:
    """A whole number, 0 if it is not one."""
    found = number(record, key)
    return 0 if math.isnan(found) else int(found)

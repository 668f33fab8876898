"""The board that a Tiled map paints layer by layer, and how values of its document are read."""

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levels.board import GOAL, KNOWN_CHARACTERS, START, blocking_characters
from levels.formats.drawing import MEANINGS
from levels.problems import shown
from levels.text import file_error

BLOCKS = ("blocks", "solid", "collides")
"""Properties that say whether a tile or an object blocks."""
OWN_CHARACTERS = [char for char in "abcdefhijklmnopqrtuvwxyz0123456789" if char not in KNOWN_CHARACTERS]
"""Characters for tiles of the level's own; without s and g, which look like a start and a goal."""
BLOCKING = blocking_characters({})


@dataclass(eq=False)
class Paint:
    """What was read of a map so far.

    Attributes:
        name: of the file.
        n_rows, n_cols: of the board.
        tile_width, tile_height: pixels of a cell, in which objects are placed.
        cells: (n_rows, n_cols) characters of our map, "" where nothing is said.
        tiles: number of a tile → character of our map.
        own: (look, blocks) → character, of tiles that our map has no character for.
        unknown: number of a tile without a meaning → cells it is on.
        notes: what to tell.
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
    notes: list[str] = field(default_factory=list)
    others: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with a board on which nothing is said."""
        self.cells = np.full((self.n_rows, self.n_cols), "", dtype="<U1")

    def left_out(self, what: str) -> None:
        """Remember something that is not read."""
        self.others[what] = None

    def meaning(self, record: dict[str, Any]) -> str:
        """The character of our map for a tile, object or layer by its class and properties; "" for none.

        Raises:
            LevelError: the map has more kinds of its own than there are characters.
        """
        said, blocks = (
            class_of(record),
            next((truth(value) for key in BLOCKS if (value := property_of(record, key)) is not None), None),
        )
        word = said.strip().lower()
        char = MEANINGS.get(word, "")
        if blocks is None or char in (START, GOAL):
            return char
        if not word:
            return "#" if blocks else "."
        if char and (char in BLOCKING) == blocks:
            return char
        look = re.sub(r"[^a-z0-9]+", "_", word).strip("_")[:32]
        look = look if look[:1].isalpha() else f"tile_{look}"[:32]
        if (look, blocks) not in self.own:
            if len(self.own) == len(OWN_CHARACTERS):
                message = f"the map has more than {len(OWN_CHARACTERS)} classes of its own"
                raise file_error(self.name, message, f"use classes such as {', '.join(MEANINGS)}")
            self.own[look, blocks] = OWN_CHARACTERS[len(self.own)]
        return self.own[look, blocks]

    def legend(self) -> dict[str, Any]:
        """The legend of our document for the characters of the level's own that are drawn."""
        drawn = set(np.unique(self.cells).tolist())
        return {
            char: {"look": look, "blocks": blocks}
            for (look, blocks), char in self.own.items()
            if char in drawn
        }

    def rows(self) -> list[str]:
        """The rows of our map; open ground where nothing is said."""
        return ["".join(row) for row in np.where(self.cells == "", ".", self.cells).tolist()]


def class_of(record: dict[str, Any]) -> str:
    """The class, which versions of Tiled call now `type`, now `class`."""
    for key in ("class", "type"):
        if isinstance(record.get(key), str) and record[key]:
            return str(record[key])
    return ""


def table(record: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """A list of objects; whatever is none is passed over."""
    value = record.get(key)
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def property_of(record: dict[str, Any], name: str) -> Any:
    """The value of a custom property, None where there is none of that name."""
    return next(
        (entry.get("value") for entry in table(record, "properties") if entry.get("name") == name), None
    )


def truth(value: Any) -> bool:
    """Whether a value is true, in JSON or in the text of XML."""
    return value is True or (isinstance(value, str) and value.strip().lower() == "true")


def number(record: dict[str, Any], key: str) -> float:
    """A number, in JSON or in the text of XML; NaN where it is none."""
    value = record.get(key, 0)
    try:
        found = float(value) if isinstance(value, str | int | float) else math.nan
    except (ValueError, OverflowError):
        found = math.nan
    return found if abs(found) < 1e9 else math.nan


def whole(record: dict[str, Any], key: str) -> int:
    """A whole number, 0 where it is none."""
    found = number(record, key)
    return 0 if math.isnan(found) else int(found)


def called(record: dict[str, Any]) -> str:
    """How messages call an object: its name or its number."""
    name = record.get("name")
    return f"object {shown(name)}" if isinstance(name, str) and name else f"object {whole(record, 'id')}"

"""Invisible characters: where they can't stand, and how a message names them."""

import re
import unicodedata

from levels.files.problems import is_shown

HOLLOW = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Fillers and the empty braille cell: letters and signs by their class, with nothing to see."""
NO_CELL = re.compile("[^\t\n\x20-\x7e]")
"""Characters that need a check whether they can be a cell."""


def is_drawn(char: str) -> bool:
    """Whether a character is visible on its own: not blank, invisible, or a mark on the one before it."""
    return (
        char.isprintable()
        and not char.isspace()
        and char not in HOLLOW
        and not unicodedata.category(char).startswith("M")
    )


def is_hidden(char: str) -> bool:
    """Whether a character is blank or invisible and yet no ordinary blank, tab or line feed."""
    return char in HOLLOW or (not char.isprintable() and char not in "\t\n") or (char != " " and _blank(char))


def hidden_in(text: str) -> int:
    """Index of the first hidden character in a text; -1 if there is none."""
    return next((found.start() for found in NO_CELL.finditer(text) if is_hidden(found[0])), -1)


def named(char: str) -> str:
    """A character by its code point and its name: U+200B (zero width space)."""
    name = unicodedata.name(char, "").lower()
    return f"U+{ord(char):04X} ({name})" if name else f"U+{ord(char):04X}"


def is_name(text: str) -> bool:
    """Whether a name is text that can be shown, and begins with a character that can be seen."""
    first = text.strip()[:1]
    return first != "" and is_drawn(first) and is_shown(text) and not HOLLOW & set(text)


def _blank(char: str) -> bool:
    return char.isspace() and char not in "\t\n"

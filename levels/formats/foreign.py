"""The result of reading a foreign file: our document, notes, and the places of its rows in the file."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from levels.files.characters import is_name
from levels.files.strict_yaml import Span

MAX_NAME, MAX_ABOUT, MAX_LISTED = 80, 2000, 80
LARGE = 10_000
"""Number of cells above which a board of another format gets learning settings for its size."""
FAST = {"learning_rate": 1.0, "epsilon": 0.0, "episode_limit": 10_000_000}
FAST_NOTE = "The board is large: the level uses β = 1 and ε = 0, which learn a shortest path."


@dataclass(frozen=True, eq=False)
class Foreign:
    """A file of another format, read.

    Attributes:
        data: the document as our YAML would give it; `map` is a list of rows.
        notes: sentences for the user: the convention chosen, what was left out, what is read differently.
        text: the file's text (lines end with a line feed), which messages quote; "" where it has no drawing.
        rows: the place of each row of the map in the text; shorter if rows are not in it.
    """

    data: dict[str, Any]
    notes: tuple[str, ...] = ()
    text: str = ""
    rows: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Format:
    """One line of the dictionary of formats.

    Attributes:
        endings: of its files' names, lower case, with the dot.
        fits: whether a text is surely of this format; decides between formats that share an ending.
        read: bytes and the name of the file (with its folder) → its content. Raises LevelError.
    """

    endings: tuple[str, ...]
    fits: Callable[[str], bool]
    read: Callable[[bytes, str], Foreign]


def document(name: str, rows: list[str], notes: list[str], **rest: Any) -> dict[str, Any]:
    """Our document for a board, named after its file, with the notes as its description."""
    stem = "".join(char for char in PurePath(name).stem if char.isprintable()).strip()
    about = {"about": cut_between_words(" ".join(notes), MAX_ABOUT)} if notes else {}
    return {
        "format": 1,
        "name": stem[:MAX_NAME] if is_name(stem[:MAX_NAME]) else "level",
        **about,
        "map": rows,
        **rest,
    }


def suited(rows: list[str], notes: list[str], rest: dict[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """Notes and further blocks of a document, with settings of learning where the board is large.

    A document with its own rewards is left unchanged: values begin at 0, and its goal may be worth more.
    """
    if len(rows) * len(rows[0]) <= LARGE or {"rewards", "learning"} & set(rest):
        return notes, rest
    return [*notes, FAST_NOTE], rest | {"learning": dict(FAST)}


def listed(words: list[str], most: int = 8) -> str:
    """Words as in a sentence: a, b and c; the rest, beyond `most`, as a number."""
    shown = [cut_between_words(word, MAX_LISTED) for word in words[:most]]
    if len(words) > most:
        return f"{', '.join(shown)} and {len(words) - most:,} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1]))) if shown else ""


def cut_between_words(text: str, most: int) -> str:
    """The text, or as many of its words as fit into `most` characters and an ellipsis."""
    if len(text) <= most:
        return text
    words = text[:most].rsplit(" ", 1)[0]
    return f"{words[: most - 2]} …"


def counted(number: int, word: str, plural: str = "") -> str:
    """1 box, 2 boxes."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"

"""What a line of text is made of: characters that belong together, and the order in which they are drawn.

The order follows Unicode's annex 9 as far as names need it: one line, read from left to right unless all its
letters run from right to left. No library gives the levels that runs of several fonts need: python-bidi
returns the reordered string, which a font could no longer shape, and SDL's text engine has one direction
per font.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TypeVar
from unicodedata import bidirectional, category, name, normalize

Piece = TypeVar("Piece")

PLACEHOLDER = "□"
"""Drawn for what no font has; the bundled fonts have it."""
SCRIPTS = {
    "ARABIC": "Arab",
    "BENGALI": "Beng",
    "DEVANAGARI": "Deva",
    "GUJARATI": "Gujr",
    "GURMUKHI": "Guru",
    "HANGUL": "Hang",
    "HEBREW": "Hebr",
    "KANNADA": "Knda",
    "KHMER": "Khmr",
    "LAO": "Laoo",
    "MALAYALAM": "Mlym",
    "MONGOLIAN": "Mong",
    "MYANMAR": "Mymr",
    "NKO": "Nkoo",
    "ORIYA": "Orya",
    "SINHALA": "Sinh",
    "SYRIAC": "Syrc",
    "TAMIL": "Taml",
    "TELUGU": "Telu",
    "THAANA": "Thaa",
    "THAI": "Thai",
    "TIBETAN": "Tibt",
}
"""Scripts whose letters change with their neighbours: the first word of their characters' Unicode names, and
their code in ISO 15924."""


def printable(string: str) -> str:
    """The string as a font takes it, accents composed.

    Control characters and spaces of every width become plain spaces, one for one, so that columns stay
    aligned; half a surrogate pair becomes the placeholder; format characters go unless they join.
    """
    string = normalize("NFC", string)
    return string if string.isprintable() else "".join(map(_printable, string))


def _printable(char: str) -> str:
    kind = category(char)
    if kind == "Cs":
        return PLACEHOLDER
    if kind == "Cf":
        return char if char in "\u200c\u200d" or _is_tag(char) else ""
    return " " if kind in ("Cc", "Zs", "Zl", "Zp") else char


def clusters(string: str) -> list[str]:
    """The string in parts that are never cut: a letter with its accents, a syllable, an emoji sequence."""
    if string.isascii():
        return list(string)
    from wcwidth import iter_graphemes  # noqa: PLC0415  50 ms, and most names don't need it

    return list(iter_graphemes(string))


def is_invisible(char: str) -> bool:
    """Whether a character has no shape of its own and only chooses or joins others' shapes."""
    return category(char) == "Cf" or "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def is_emoji(cluster: str) -> bool:
    """Whether a cluster wants a font of emoji."""
    return (cluster[0] >= "\U0001f000" and category(cluster[0]) in ("So", "Cn")) or "\ufe0f" in cluster


def script(cluster: str) -> str | None:
    """The code of the script by whose rules a font shapes the cluster; None where letters stand alone."""
    return SCRIPTS.get(name(cluster[0], "").split(" ")[0])


def levels(parts: list[str]) -> list[int]:
    """For each cluster: 0 left to right, 1 right to left, 2 a number within text from right to left.

    What has no direction goes with its neighbours, left to right where they differ.
    """
    kinds = [bidirectional(part[0]) for part in parts]
    if not {"R", "AL"}.intersection(kinds):
        return [0] * len(parts)
    line = 0 if "L" in kinds else 1
    strong, found = line, list[int | None]()
    for kind in kinds:
        strong = {"L": 0, "R": 1, "AL": 1}.get(kind, strong)
        number = 2 * strong if kind in ("EN", "AN") else None
        found.append(strong if kind in ("L", "R", "AL") else number)
    after, ahead = line, list[int]()
    for level in reversed(found):
        after = after if level is None else level
        ahead.append(after)
    before, all_levels = line, list[int]()
    for level, after in zip(found, reversed(ahead), strict=True):
        before = min(before, after) if level is None else level
        all_levels.append(before)
    return all_levels


def reordered(pieces: Iterable[tuple[int, Piece]]) -> list[Piece]:
    """Pieces of a line with their levels, from the order of reading into the order from left to right."""
    return [piece for _, piece in _turned(_turned(pieces, 2), 1)]


def _turned(pieces: Iterable[tuple[int, Piece]], least: int) -> Iterator[tuple[int, Piece]]:
    """Turns every stretch of pieces round whose level is at least so high."""
    for high, group in groupby(pieces, lambda piece: piece[0] >= least):
        stretch = list(group)
        yield from reversed(stretch) if high else stretch


def _is_tag(char: str) -> bool:
    """Spells out the regions of flags such as Scotland's."""
    return "\U000e0020" <= char <= "\U000e007f"

"""Files of other programs that can't be read as levels: each kind is named, with a hint.

A line of the table has the kind of file, a pattern that recognises it, and the hint. Binary files are
matched as text with one character per byte.
"""

import re
from typing import NamedTuple

from levels.files.text import file_error, plain_lines

LOOKED_AT = 20_000
"""Characters at the beginning of a file by which it is known."""
GRID = "draw the maze as a grid, one “#” for each cell of wall"
SAY = "copy the rows of one board into a .txt file, and say what they are drawn with: “legend: {}”"


class Other(NamedTuple):
    """A kind of file: its name, the pattern that recognises it, a hint."""

    name: str
    known: re.Pattern[str]
    hint: str


OTHERS = (
    Other(
        "an array of NumPy (.npy)",
        re.compile(r"\A\x93NUMPY"),
        'write it as text: numpy.savetxt("board.csv", numpy.load("board.npy"), fmt="%d")',
    ),
    Other("an archive (.zip, .npz)", re.compile(r"\APK\x03\x04"), "extract the level file from it"),
    Other(
        "a picture",
        re.compile(r"\A(\x89PNG|GIF8|\xff\xd8\xff|BM.{4}\0\0\0\0|II\*\0|MM\0\*|RIFF....WEBP)", re.DOTALL),
        "a level is text: draw one row a line, for example S..G",
    ),
    Other(
        "a layout of Overcooked",
        re.compile(r"[\"']grid[\"']\s*:\s*(\"\"\"|''')"),
        SAY.format("X = wall, P = wall, D = wall, O = wall, S = wall, 1 = start, 2 = goal"),
    ),
    Other(
        "a game of PuzzleScript",
        re.compile(
            r"^(OBJECTS|LEGEND|COLLISIONLAYERS|WINCONDITIONS|RULES|LEVELS)[ \t]*\n=+[ \t]*$",
            re.MULTILINE | re.IGNORECASE,
        ),
        SAY.format("# = wall, P = start, . = floor, * = rock, O = goal"),
    ),
    Other(
        "a game of GVGAI",
        re.compile(
            r"^[ \t]*(BasicGame|SpriteSet|LevelMapping|InteractionSet|TerminationSet)\b", re.MULTILINE
        ),
        SAY.format("w = wall, A = start, g = goal"),
    ),
    Other(
        "a game of Griddly",
        re.compile(r"^Environment:[ \t]*\n(.*\n)*Objects:", re.MULTILINE),
        SAY.format("W = wall, A = start, g = goal"),
    ),
    Other(
        "a level of MiniHack or NetHack (.des)",
        re.compile(r"^(MAZE|LEVEL)[ \t]*:[ \t]*\"|^ENDMAP[ \t]*$", re.MULTILINE),
        SAY.format("blank = wall, . = floor, < = start, > = goal"),
    ),
    Other(
        "a collection of Sokoban in XML (.slc)",
        re.compile(r"<SokobanLevels\b"),
        "save it as text (.xsb): its rows are drawn in # @ $ . + * and blanks",
    ),
    Other(
        "a micromouse maze",
        re.compile(r"^(?=[^\n]*---)[ \t]*[o+.](?:(?:---|   )[o+.])+[ \t]*\n[ \t]*[| ]", re.MULTILINE),
        "walls between cells are not supported; " + GRID,
    ),
    Other(
        "a micromouse maze in numbers (.num)",
        re.compile(
            r"\A(?=[\s\S]*^(?:\d+ )?(?:[2-9]|1[0-9]) )(?:(?:1?[0-9] ){2}[01] [01] [01] [01][ \t]*\n){4}",
            re.MULTILINE,
        ),
        "walls between cells are not supported; " + GRID,
    ),
    Other(
        "a hexagonal maze",
        re.compile(r"\A(?=[\s\S]*\\_+/)(?=[\s\S]*/ *\\)[-\\/_| \w\n.]*\Z"),
        "only boards of squares are read; " + GRID,
    ),
)
"""In the order in which they are tried."""
MOUSE_ENDINGS = (".maz", ".num")


def refuse_other(text: str, name: str) -> None:
    """Refuse a file of a known kind that can't be read.

    Raises:
        LevelError: it is one.
    """
    begin = plain_lines(text[:LOOKED_AT])
    if name.lower().endswith(MOUSE_ENDINGS) and not re.search(r"\A[#.\sSG]+\Z", begin):
        raise file_error(name, "this is a micromouse maze", "walls between cells are not supported; " + GRID)
    for other in OTHERS:
        if other.known.search(begin):
            raise file_error(name, f"this is {other.name}", other.hint)

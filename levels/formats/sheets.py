"""Text → Sheet: the rows of a drawing, and lines that explain it.

Such a line may be anywhere in the file:

    legend: W = water, x = goal
    start: 0, 0
    goal: 9, 12
    level: 2
    format: gridworld
"""

import difflib
import re
from dataclasses import replace

from levels.files.characters import hidden_in, is_drawn, named
from levels.files.problems import shown
from levels.files.strict_yaml import MAX_LINES, SIZE_HINT
from levels.files.text import decode, file_error
from levels.formats.drawing import MEANINGS, Sheet

EXPLANATION = re.compile(r"[ \t]*(legend|start|goal|level|format):(.*)")
ENTRY = re.compile(r"\s*(?:(blank)|(“.”|\".\"|'.'|\S[^\s\w=:]*))\s*[=:]\s*(\w+)\s*(,|$)")
CELL = re.compile(r"\[?\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*\]?")
GAP = "gap"
"""The word of a legend for a separator between cells."""


def read_sheet(data: bytes, name: str) -> Sheet:
    """The drawing in a file.

    Raises:
        LevelError: it is no text, is empty, has too many cells, or a line of explanation has an error.
    """
    text = decode(data, name)
    if text.count("\n") > MAX_LINES:
        raise file_error(name, f"the file has more than {MAX_LINES:,} lines", SIZE_HINT)
    drawn: list[tuple[int, str]] = []
    explained: list[tuple[int, re.Match[str]]] = []
    for index, line in enumerate(text.split("\n")):
        found = EXPLANATION.fullmatch(line)
        if found:
            explained.append((index, found))
        else:
            drawn.append((index, line))
    width = _width([line for _, line in drawn if line.strip()])
    full = [number for number, (_, line) in enumerate(drawn) if line.strip() or line == " " * width != ""]
    drawn = drawn[full[0] : full[-1] + 1] if full else []
    rows, lines = tuple(line for _, line in drawn), tuple(index for index, _ in drawn)
    sheet = Sheet(name, text, rows, lines, (0,) * len(rows))
    if not rows:
        message = "the file has only blank lines" if text else "the file is empty"
        raise sheet.error_at(0, 0, message, "draw one row a line, for example S..G")
    for index, found in explained:
        sheet = _explained(sheet, index, found[1], found[2], found.start(2))
    return sheet


def refuse_hidden(sheet: Sheet) -> None:
    """No-break blanks and invisible characters: as cells they would shift a row.

    Raises:
        LevelError: the first of them, by code point and place.
    """
    for row, line in enumerate(sheet.rows):
        col = hidden_in(line)
        if col >= 0:
            char = line[col]
            message = f"the character {named(char)} {sheet.place(char)}"
            hint = "delete it, or write an ordinary blank" if char.isspace() else "delete it"
            raise sheet.error(row, col, message, hint)


def _width(rows: list[str]) -> int:
    """Cells of a row of blanks that is ground at the board's edge; 0 where blanks are no cells of it."""
    return max(map(len, rows)) if any(" " in row.strip() for row in rows) else 0


def _explained(sheet: Sheet, line: int, key: str, said: str, column: int) -> Sheet:
    """The sheet with one line of explanation applied."""
    if key == "legend":
        return _legend(sheet, line, said, column)
    if key == "format":
        return replace(sheet, format=said.strip())
    if key == "level":
        if not re.fullmatch(r"\s*[1-9][0-9]{0,4}\s*", said):
            raise sheet.error_at(line, column, "the number of a level is 1 or more", "write “level: 2”")
        return replace(sheet, level=int(said))
    cell = CELL.fullmatch(said.strip())
    if not cell:
        hint = f"write “{key}: row, column”, both counted from 0"
        raise sheet.error_at(line, column, f"this is not a cell: {shown(said.strip())}", hint)
    place = (int(cell[1]), int(cell[2])), line
    return replace(sheet, start=place) if key == "start" else replace(sheet, goal=place)


def _legend(sheet: Sheet, line: int, said: str, column: int) -> Sheet:
    """The sheet with the pairs of a line such as `W = water, x = goal`."""
    legend, gaps, at = dict(sheet.legend), set(sheet.gaps), 0
    while at < len(said) or not at:
        entry = ENTRY.match(said, at)
        if not entry:
            part = said[at:].split(",", maxsplit=1)[0].strip(" ")
            if hidden_in(part) >= 0:
                message = f"the character {named(part[hidden_in(part)])} is in a legend"
                raise sheet.error_at(line, said.index(part) + column + hidden_in(part), message, "delete it")
            hint = "write “legend: W = water, x = goal”; write “blank” for a blank"
            raise sheet.error_at(line, column + at, f"this does not define a character: {shown(part)}", hint)
        blank, char, word, more = entry.groups()
        char = " " if blank else char
        if len(char) == 3 and char[0] in "“\"'":
            char = char[1]
        if len(char) > 1 or not (char in legend or char == " " or is_drawn(char)):
            place = next((at for at, sign in enumerate(char) if not is_drawn(sign)), 0)
            message = f"a legend defines single visible characters, but here is {named(char[place])}"
            raise sheet.error_at(line, column + entry.start(2) + place, message, "delete it")
        if word != GAP and word not in MEANINGS:
            near = difflib.get_close_matches(word, [*MEANINGS, GAP], n=1)
            hint = f"did you mean {near[0]}?" if near else f"it can be {', '.join([*MEANINGS, GAP])}"
            raise sheet.error_at(line, column + entry.start(3), f"{shown(word)} is not a kind of cell", hint)
        if word == GAP:
            gaps.add(char)
        else:
            legend[char] = MEANINGS[word]
        at = entry.end()
        if not more:
            break
    return replace(sheet, legend=legend, gaps=frozenset(gaps))

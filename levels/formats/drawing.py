"""Files that are drawings: their rows, each with its place, and lines of ours that explain the drawing.

Such a line stands anywhere among the rows' lines, and says what a drawing alone can't:

    legend: W = water, x = goal
    start: 0, 0
    goal: 9, 12
    level: 2
"""

import difflib
import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from levels.board import GOAL, GROUNDS, OBJECTS, START, Cell
from levels.checks import MAX_SIDE
from levels.formats.foreign import Foreign, document, suited
from levels.problems import LevelError, Problem, shown
from levels.strict_yaml import MAX_LINES, SIZE_HINT, Span
from levels.text import decode, file_error

EXPLANATION = re.compile(r"[ \t]*(legend|start|goal|level):(.*)")
EXPLAINED = re.compile(r"^[ \t]*(legend|start|goal|level):.*", re.MULTILINE)
ENTRY = re.compile(r"(\s*)(\S|“.”|\".\"|'.')\s*[=:]\s*(\w+)\s*|(\s*)(blank)\s*[=:]\s*(\w+)\s*")
CELL = re.compile(r"\[?\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*\]?")
MEANINGS = {"start": START, "goal": GOAL, "floor": ".", "hole": "~"}
MEANINGS |= {name: char for char, name in (GROUNDS | OBJECTS).items()}
"""What a legend may call a character → the character of our map."""
MOST_UNKNOWN = 20
"""Unknown characters that are told of one drawing."""
LEGEND_HINT = "say what it is in a line of its own, for example “legend: {} = wall”"


@dataclass(frozen=True, eq=False)
class Sheet:
    """A drawing as the file has it.

    Attributes:
        name: what the user calls the file.
        text: the whole text.
        rows: lines of the drawing from its first to its last that is not blank, or is ground drawn in blanks.
        lines, columns: where each row begins in the text, counted from 0.
        legend: character of the drawing → character of our map, as the file explains them.
        start, goal: cells that the file names, with the index of the line that does so.
        level: which of several drawings is meant, from 1.
    """

    name: str
    text: str
    rows: tuple[str, ...]
    lines: tuple[int, ...]
    columns: tuple[int, ...]
    legend: dict[str, str] = field(default_factory=dict)
    start: tuple[Cell, int] | None = None
    goal: tuple[Cell, int] | None = None
    level: int = 1

    def error(self, row: int, col: int, message: str, hint: str = "", length: int = 1) -> LevelError:
        """A mistake at a cell of the drawing."""
        return self.error_at(self.lines[row], self.columns[row] + col, message, hint, length)

    def error_at(self, line: int, column: int, message: str, hint: str = "", length: int = 1) -> LevelError:
        """A mistake at a place of the text, both counted from 0."""
        return LevelError(self.name, self.text, [Problem(line + 1, column + 1, message, hint, length)])

    @cached_property
    def characters(self) -> set[str]:
        """Every character that is drawn, the blank among them."""
        return set().union(*self.rows)

    def unknown(self, chars: set[str], hint: str = LEGEND_HINT) -> LevelError:
        """One mistake for each of the characters, at its first place; “{}” in the hint stands for it."""
        problems = []
        for char in sorted(chars)[:MOST_UNKNOWN]:
            row = next(index for index, line in enumerate(self.rows) if char in line)
            col, message = self.rows[row].index(char), f"unknown character “{char}” {self.place(char)}"
            if char == "\t":
                message, told = f"a tab stands {self.place(char)}", "a cell is one visible character"
            else:
                told = hint.format(char)
            problems.append(Problem(self.lines[row] + 1, self.columns[row] + col + 1, message, told))
        return LevelError(self.name, self.text, problems)

    def drawn(self, meaning: dict[str, str]) -> list[str]:
        """The rows in the characters of our map; where a blank is a cell, short rows are filled with it.

        Raises:
            LevelError: a character is drawn that has no meaning.
        """
        unknown = self.characters - set(meaning)
        if unknown:
            raise self.unknown(unknown)
        width = max(map(len, self.rows)) if " " in meaning else 0
        table = str.maketrans(meaning)
        return [row.ljust(width).translate(table) for row in self.rows]

    def place(self, char: str) -> str:
        """Where a character stands first, in words."""
        row = next(index for index, line in enumerate(self.rows) if char in line)
        more = sum(line.count(char) for line in self.rows) - 1
        where = f"in row {row + 1}, column {self.rows[row].index(char) + 1}"
        return f"{where} and {more:,} more" if more else where

    def foreign(self, rows: list[str], notes: list[str], **rest: Any) -> Foreign:
        """The document of our rows, with the start and goal that the file names put in.

        Raises:
            LevelError: such a cell lies outside, or there is no goal or start, or more than one start.
        """
        for mark, named in ((START, self.start), (GOAL, self.goal)):
            if named:
                rows = self._with(rows, mark, *named)
        starts = [(row, col) for row, line in enumerate(rows) for col in _places(line, START)]
        if len(starts) > 1:
            (row, col), told = starts[1], " and ".join(f"row {r + 1}, column {c + 1}" for r, c in starts[:2])
            own = self.rows[row][col] if col < len(self.rows[row]) else START
            message = (
                f"start {own} appears {'twice' if len(starts) == 2 else f'{len(starts):,} times'}: {told}"
            )
            raise self.error(row, col, message, "keep one; our own level files may have several")
        if len(rows) == len(rows[0]) == 1:
            raise self.error(0, 0, "the board is a single cell", "a level needs a start and a goal")
        missing = [
            Problem(
                self.lines[0] + 1,
                self.columns[0] + 1,
                f"no {word} on the board",
                f"draw “{mark}” where it is, or add a line such as “{word}: 0, 3” (row and column from 0)",
                len(self.rows[0]),
            )
            for mark, word in ((START, "start"), (GOAL, "goal"))
            if not any(mark in line for line in rows)
        ]
        if missing:
            raise LevelError(self.name, self.text, missing)
        spans = tuple(
            Span(line, column, max(1, len(row)))
            for line, column, row in zip(self.lines, self.columns, self.rows, strict=True)
        )
        notes, rest = suited(rows, notes, rest)
        return Foreign(document(self.name, rows, notes, **rest), tuple(notes), self.text, spans)

    def _with(self, rows: list[str], mark: str, cell: Cell, line: int) -> list[str]:
        row, col = cell
        if row >= len(rows) or col >= len(rows[row]):
            size = f"{len(rows)} × {max(map(len, rows))}"
            message = f"[{row}, {col}] lies outside of the board of {size} cells"
            raise self.error_at(line, 0, message, "write row, column, both counted from 0")
        return [*rows[:row], rows[row][:col] + mark + rows[row][col + 1 :], *rows[row + 1 :]]


def read_sheet(data: bytes, name: str) -> Sheet:
    """The drawing in a file.

    Raises:
        LevelError: it is no text, holds nothing, has too many cells, or explains itself wrongly.
    """
    text = decode(data, name)
    if text.count("\n") > MAX_LINES:
        raise file_error(name, f"the file has more than {MAX_LINES:,} lines", SIZE_HINT)
    drawn: list[tuple[int, str]] = []
    told: list[tuple[int, re.Match[str]]] = []
    for index, line in enumerate(text.split("\n")):
        found = EXPLANATION.fullmatch(line)
        if found:
            told.append((index, found))
        else:
            drawn.append((index, line))
    width = _width([line for _, line in drawn if line.strip()])
    full = [number for number, (_, line) in enumerate(drawn) if line.strip() or line == " " * width != ""]
    drawn = drawn[full[0] : full[-1] + 1] if full else []
    rows, lines = tuple(line for _, line in drawn), tuple(index for index, _ in drawn)
    sheet = Sheet(name, text, rows, lines, (0,) * len(rows))
    if not rows:
        message = "the file holds only blank lines" if text else "the file is empty"
        raise sheet.error_at(0, 0, message, "draw one row a line, for example S..G")
    for index, found in told:
        sheet = _explained(sheet, index, found[1], found[2], found.start(2))
    return sheet


def _width(rows: list[str]) -> int:
    """Cells of a row of blanks that is ground at the board's edge; 0 where blanks are no cells of it."""
    return max(map(len, rows)) if any(" " in row.strip() for row in rows) else 0


def _explained(sheet: Sheet, line: int, key: str, said: str, column: int) -> Sheet:
    """The sheet with what one line of explanation says of it."""
    if key == "legend":
        return replace(sheet, legend=sheet.legend | _legend(sheet, line, said, column))
    if key == "level":
        if not re.fullmatch(r"\s*[1-9][0-9]{0,4}\s*", said):
            raise sheet.error_at(line, column, "the number of a level is 1 or more", "write “level: 2”")
        return replace(sheet, level=int(said))
    cell = CELL.fullmatch(said.strip())
    if not cell:
        hint = f"write “{key}: row, column”, both counted from 0"
        raise sheet.error_at(line, column, f"this is no cell: {shown(said.strip())}", hint)
    place = (int(cell[1]), int(cell[2])), line
    return replace(sheet, start=place) if key == "start" else replace(sheet, goal=place)


def characters_of(text: str) -> set[str]:
    """Every character of the drawing in a text, without the lines that explain it."""
    return set(EXPLAINED.sub("", text)) - set("\ufeff\r\n")


def refuse_large(sheet: Sheet) -> None:
    """A board that is larger than ours may be.

    Raises:
        LevelError: more than 1,000 rows or columns.
    """
    width = max(map(len, sheet.rows))
    if len(sheet.rows) > MAX_SIDE or width > MAX_SIDE:
        size = f"{len(sheet.rows):,} × {width:,} cells"
        raise sheet.error(0, 0, f"the board has {size}", SIZE_HINT)


def _legend(sheet: Sheet, line: int, said: str, column: int) -> dict[str, str]:
    """The pairs of a line such as `W = water, x = goal`."""
    legend: dict[str, str] = {}
    for part in said.split(","):
        entry = ENTRY.fullmatch(part)
        if not entry:
            hint = "write “legend: W = water, x = goal”; a blank is called blank"
            raise sheet.error_at(line, column, f"this explains no character: {shown(part.strip())}", hint)
        char, word = (" ", entry[6]) if entry[5] else (entry[2].strip("“”\"'") or entry[2], entry[3])
        if word not in MEANINGS:
            near = difflib.get_close_matches(word, MEANINGS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"it can be {', '.join(MEANINGS)}"
            raise sheet.error_at(line, column + part.index(word), f"{shown(word)} is no kind of cell", hint)
        legend[char] = MEANINGS[word]
        column += len(part) + 1
    return legend


def _places(line: str, mark: str) -> list[int]:
    return [col for col, char in enumerate(line) if char == mark] if mark in line else []

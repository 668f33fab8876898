"""Sheet: a drawing in a file: its rows with their places, and the explanations in the file."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from levels.files.characters import is_drawn, named
from levels.files.problems import LevelError, Problem
from levels.files.strict_yaml import SIZE_HINT, Span
from levels.formats.foreign import Foreign, document, suited
from levels.formats.readings import AmbiguousError, Reading
from levels.model.board import GOAL, GROUNDS, OBJECTS, START, Cell
from levels.model.checks import MAX_SIDE

MEANINGS = {"start": START, "goal": GOAL, "floor": ".", "hole": "~"}
MEANINGS |= {name: char for char, name in (GROUNDS | OBJECTS).items()}
"""Word of a legend → character of our map."""
MOST_UNKNOWN = 20
"""Maximum number of unknown characters reported per drawing."""
LEGEND_HINT = "define it on a line of its own: “legend: {} = wall”, or floor, start, goal, water"


@dataclass(frozen=True, eq=False)
class Sheet:
    """A drawing as the file has it.

    Attributes:
        name: what the user calls the file.
        text: the whole text.
        rows: lines of the drawing from its first to its last that is not blank, or is ground drawn in blanks.
        lines, columns: where each row begins in the text, counted from 0.
        legend: character of the drawing → character of our map, as the file explains them.
        gaps: separators between cells, as the file explains them.
        start, goal: cells that the file names, with the index of the line that does so.
        level: which of several drawings is meant, from 1.
        format: the convention that the file names, "" if it names none.
        explains: whether the file may have lines of explanation; hints then suggest them.
        notes: changes made to the drawing before it was read.
    """

    name: str
    text: str
    rows: tuple[str, ...]
    lines: tuple[int, ...]
    columns: tuple[int, ...]
    legend: dict[str, str] = field(default_factory=dict)
    gaps: frozenset[str] = frozenset()
    start: tuple[Cell, int] | None = None
    goal: tuple[Cell, int] | None = None
    level: int = 1
    format: str = ""
    explains: bool = True
    notes: tuple[str, ...] = ()

    def error(self, row: int, col: int, message: str, hint: str = "", length: int = 1) -> LevelError:
        """An error at a cell of the drawing."""
        return self.error_at(self.lines[row], self.columns[row] + col, message, hint, length)

    def error_at(self, line: int, column: int, message: str, hint: str = "", length: int = 1) -> LevelError:
        """An error at a line and column of the text, counted from 0."""
        return LevelError(self.name, self.text, [Problem(line + 1, column + 1, message, hint, length)])

    def ambiguous(self, char: str, message: str, readings: Sequence[Reading]) -> AmbiguousError:
        """Two readings that differ in what a character means, reported at its first place."""
        row, col = self.first(char)
        place = self.lines[row] + 1, self.columns[row] + col + 1
        return AmbiguousError(self.name, self.text, Problem(*place, message), readings)

    @cached_property
    def characters(self) -> set[str]:
        """Every character that is drawn, the blank among them."""
        return set().union(*self.rows)

    @cached_property
    def unexplained(self) -> set[str]:
        """Every character that is drawn and that the file does not explain."""
        return self.characters - set(self.legend)

    def unknown(self, chars: set[str], hint: str = LEGEND_HINT) -> LevelError:
        """One error for each of the characters, at its first place; it replaces “{}” in the hint."""
        problems = []
        for char in sorted(chars)[:MOST_UNKNOWN]:
            row, col = self.first(char)
            message = f"unknown character “{char}” {self.place(char)}"
            if char == "\t":
                message, fix = f"there is a tab {self.place(char)}", "a cell is one visible character"
            elif char == " ":
                message = f"there is a blank {self.place(char)}"
                fix = hint.format("blank") if self.explains else "a cell is one visible character"
            elif not is_drawn(char):
                message, fix = f"the character {named(char)} {self.place(char)}", "delete it"
            else:
                fix = hint.format(char)
            problems.append(Problem(self.lines[row] + 1, self.columns[row] + col + 1, message, fix))
        return LevelError(self.name, self.text, problems)

    def drawn(self, meaning: dict[str, str], hint: str = LEGEND_HINT) -> list[str]:
        """The rows in the characters of our map; short rows are filled with blanks if a blank is a cell.

        Raises:
            LevelError: a character is drawn that has no meaning.
        """
        unknown = self.characters - set(meaning)
        if unknown:
            raise self.unknown(unknown, hint)
        width = max(map(len, self.rows)) if " " in meaning else 0
        table = str.maketrans(meaning)
        return [row.ljust(width).translate(table) for row in self.rows]

    def first(self, char: str) -> Cell:
        """The first place of a character."""
        row = next(index for index, line in enumerate(self.rows) if char in line)
        return row, self.rows[row].index(char)

    def count(self, char: str) -> int:
        """How often a character is drawn."""
        return sum(line.count(char) for line in self.rows)

    def place(self, char: str) -> str:
        """The first place of a character in words."""
        row, col = self.first(char)
        more = self.count(char) - 1
        where = f"in row {row + 1}, column {col + 1}"
        return f"{where} and {more:,} more" if more else where

    def foreign(
        self, rows: list[str], notes: list[str], marks: tuple[str, str] = (START, GOAL), **rest: Any
    ) -> Foreign:
        """The document of our rows, with the start and goal that the file names put in.

        Args:
            rows: in the characters of our map.
            notes: notes on the reading; those about the drawing as such follow.
            marks: the signs of start and goal in this format; "" if it has none.
            rest: further blocks of the document.

        Raises:
            LevelError: such a cell lies outside or blocks, or there is no goal or start, or two starts.
        """
        blocking = {*OBJECTS, "~"} | {char for char, tile in rest.get("legend", {}).items() if tile["blocks"]}
        for mark, said in ((START, self.start), (GOAL, self.goal)):
            if said:
                rows = self._with(rows, mark, *said, blocking)
        starts = [(row, col) for row, line in enumerate(rows) for col in _places(line, START)]
        if len(starts) > 1:
            (row, col), places = (
                starts[1],
                " and ".join(f"row {r + 1}, column {c + 1}" for r, c in starts[:2]),
            )
            own = self.rows[row][col] if col < len(self.rows[row]) else START
            message = (
                f"start {own} appears {'twice' if len(starts) == 2 else f'{len(starts):,} times'}: {places}"
            )
            raise self.error(row, col, message, "keep one; only our own level files may have several")
        if len(rows) == len(rows[0]) == 1:
            raise self.error(0, 0, "the board is a single cell", "a level needs a start and a goal")
        missing = [
            Problem(
                self.lines[0] + 1,
                self.columns[0] + 1,
                f"no {word} on the board",
                self._asked(rows, word, mark),
                len(self.rows[0]),
            )
            for ours, word, mark in ((START, "start", marks[0]), (GOAL, "goal", marks[1]))
            if not any(ours in line for line in rows)
        ]
        if missing:
            raise LevelError(self.name, self.text, missing)
        spans = tuple(
            Span(line, column, max(1, len(row)))
            for line, column, row in zip(self.lines, self.columns, self.rows, strict=True)
        )
        notes, rest = suited(rows, [*notes, *self.notes], rest)
        return Foreign(document(self.name, rows, notes, **rest), tuple(notes), self.text, spans)

    def _asked(self, rows: list[str], word: str, mark: str) -> str:
        """How to name a start or a goal, with a free cell as the example: the first, or the last."""
        draw = f"draw “{mark}” where it is" if mark else ""
        if not self.explains:
            return draw
        free = [(row, line.find(".")) for row, line in enumerate(rows) if "." in line]
        if free and word == "goal":
            free = [(free[-1][0], rows[free[-1][0]].rfind("."))]
        row, col = free[0] if free else (0, 0)
        line = f"add the line “{word}: {row}, {col}” (row and column from 0)"
        return f"{draw}, or {line}" if draw else line

    def _with(self, rows: list[str], mark: str, cell: Cell, line: int, blocking: set[str]) -> list[str]:
        """The rows with a start or a goal at a cell that a line of the file names."""
        (row, col), counted = cell, "write row, column, both counted from 0"
        place = f"[{row}, {col}]"
        if row < len(rows) and col >= len(rows[row]) and col < max(map(len, rows)):
            message = f"row {row + 1} has {len(rows[row])} cells, expected {max(map(len, rows))}"
            raise self.error(row, 0, message, "all rows have the same length", max(1, len(rows[row])))
        if row >= len(rows) or col >= len(rows[row]):
            size = f"{len(rows)} × {max(map(len, rows))}"
            raise self.error_at(line, 0, f"{place} lies outside the board of {size} cells", counted)
        there = rows[row][col]
        if there in blocking:
            own = self.rows[row][col] if col < len(self.rows[row]) else there
            raise self.error_at(line, 0, f"{place} is “{own}”, which blocks", counted)
        if there == START and mark == GOAL:
            raise self.error_at(line, 0, f"{place} is already the start", "a level needs two cells")
        return [*rows[:row], rows[row][:col] + mark + rows[row][col + 1 :], *rows[row + 1 :]]


def refuse_large(sheet: Sheet) -> None:
    """Refuse a board that is too large.

    Raises:
        LevelError: more than 1,000 rows or columns.
    """
    width = max(map(len, sheet.rows))
    if len(sheet.rows) > MAX_SIDE or width > MAX_SIDE:
        size = f"{len(sheet.rows):,} × {width:,} cells"
        raise sheet.error(0, 0, f"the board has {size}", SIZE_HINT)


def small_letters_read(sheet: Sheet) -> Sheet:
    """The drawing in capital letters if all its unexplained letters are small."""
    letters = {char for char in sheet.unexplained if char.isalpha()}
    if not letters or not all(char.islower() for char in letters):
        return sheet
    table = {ord(char): char.upper() for char in letters if len(char.upper()) == 1}
    rows = tuple(row.translate(table) for row in sheet.rows)
    return replace(sheet, rows=rows, notes=(*sheet.notes, "Small letters are read as capitals."))


def _places(line: str, mark: str) -> list[int]:
    return [col for col, char in enumerate(line) if char == mark] if mark in line else []

"""How the drawing is written in the file: where each cell is, and the usual ways in which YAML loses rows.

A drawing belongs below `map: |`, every row indented by the same blanks. Without the `|`, rows are folded into
one line and rows that begin with `#` are lost as comments; with a first row that is indented deeper than the
rest, the rest is no longer part of the block.
"""

import re

from levels.files.problems import Problem
from levels.files.strict_yaml import Span
from levels.model.board import KNOWN_CHARACTERS

MAP_LINE = re.compile(r"map[ ]*:(?=\s|$)[ \t]*(.*)")
NEXT_KEY = re.compile(r"[A-Za-z_]+[ ]*:(\s|$)")
ROW_CHARACTERS = KNOWN_CHARACTERS | set("*&%!@+xo_sgt")
MAP_HINT = "write “map: |” and indent every row below it by the same two blanks"


def map_region(lines: list[str]) -> tuple[int, int] | None:
    """Index of the line that says `map:` and of the line after its rows; None without such a line."""
    for first, line in enumerate(lines):
        if MAP_LINE.match(line):
            last = first + 1
            while last < len(lines) and not NEXT_KEY.match(lines[last]):
                last += 1
            return first, last
    return None


def bare_drawing(lines: list[str]) -> Problem | None:
    """The error for a file that is a bare drawing, however YAML would read it."""
    rows = [line.strip() for line in lines if line.strip()]
    characters = set().union(*rows)
    if not rows or not characters <= ROW_CHARACTERS or characters <= set("-.") or max(map(len, rows)) < 2:
        return None
    line = next(index for index, line in enumerate(lines) if line.strip())
    hint = "begin with “format: 1” and “name: …”; then write “map: |” and indent every row by two blanks"
    return Problem(
        line + 1, 1, "the file is a bare drawing; a drawing belongs below “map: |”", hint, len(lines[line])
    )


def explain_map(lines: list[str]) -> Problem | None:
    """The mistake in how the map is written, if there is one: the only form is a block below `map: |`."""
    region = map_region(lines)
    if region is None:
        return None
    first, last = region
    found = MAP_LINE.match(lines[first])
    header = re.sub(r"(^|\s)#.*", "", found[1]).strip() if found else ""
    rows = [(index, lines[index]) for index in range(first + 1, last) if lines[index].strip()]
    if header.startswith("|"):
        return _explain_block(rows)
    if header.startswith(('"', "'")) or "|" in header:
        return None
    column = lines[first].index("map") + 1
    if header.startswith(">"):
        return Problem(first + 1, column, "“>” folds the rows of the map into one line", MAP_HINT, 3)
    if not header and rows and re.match(r"\s*- ", rows[0][1]):
        return Problem(
            first + 1, column, "the map is written as a list", MAP_HINT + "; no “- ” and no quotes", 3
        )
    if header.startswith("["):
        return Problem(first + 1, column, "the map is written as a list", MAP_HINT, 3)
    if any(re.fullmatch(r"\s*#\S+\s*", line) for _, line in rows):
        message = "the map is written without “|”, so its rows that begin with “#” are lost as comments"
        return Problem(first + 1, column, message, MAP_HINT, 3)
    if (rows and _looks_like_row(rows[0][1])) or (header and _looks_like_row(header)):
        return Problem(
            first + 1, column, "the map is written without “|”, so its rows run into one line", MAP_HINT, 3
        )
    return None


def _explain_block(rows: list[tuple[int, str]]) -> Problem | None:
    """Rows that YAML leaves out of a `|` block because they are indented less than its first row."""
    if not rows or rows[0][1].startswith("\t"):
        return None
    indent = _indent(rows[0][1])
    if indent == 0:
        if len(rows[0][1].split()) == 1 and rows[0][1] != "---":
            message = "the rows of the map are not indented, so they are not part of it"
            return Problem(rows[0][0] + 1, 1, message, MAP_HINT, len(rows[0][1]))
        return None
    width = len(rows[0][1].strip())
    for index, line in rows[1:]:
        if _indent(line) < indent and _looks_like_row(line, width):
            lost = "is lost as a comment" if line.lstrip().startswith("#") else "is no longer part of the map"
            message = f"this row is indented less than the first row of the map, so it {lost}"
            return Problem(index + 1, _indent(line) + 1, message, MAP_HINT, len(line.strip()))
    return None


def cell_span(lines: list[str], block: Span, row: int, text: str, col: int) -> Span:
    """The place of a cell of the map in the file.

    Args:
        lines: the file's.
        block: place of the map's value.
        row: the cell's, from 0.
        text: the row as it was read.
        col: the cell's, from 0.
    """
    index = block.line + 1 + row
    if block.style == "|" and index < len(lines) and lines[index].endswith(text):
        return Span(index, len(lines[index]) - len(text) + col)
    return block


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _looks_like_row(line: str, width: int = 0) -> bool:
    """Whether the line can be a row of a map whose first row has `width` cells; ##### may be an ornament."""
    drawing = line.strip()
    if len(drawing) < 2 or len(drawing.split()) > 1 or line in ("---", "..."):
        return False
    return len(drawing) == width or (set(drawing) <= ROW_CHARACTERS and not set(drawing) <= {"#", "-", "="})

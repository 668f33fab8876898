"""FrozenLake maps of Gymnasium: rows of S, F, H, G as text, or as JSON with the settings of the lake."""

import json
from dataclasses import replace
from typing import Any

from levels.checks import MAX_SIDE
from levels.formats.drawing import Sheet, characters_of, read_sheet, refuse_large
from levels.formats.foreign import Foreign, listed
from levels.problems import LevelError, Problem, shown
from levels.strict_yaml import SIZE_HINT
from levels.text import decode

LAKE = {"S": "S", "F": ".", "H": "~", "G": "G"}
HOLES = (
    "Read as a FrozenLake: a hole “H” is water, which the agent never enters; nor does it leave the board."
)
SLIPPERY = "The lake is slippery {}; here every move goes where it is aimed, since a proof needs that."
BEGIN = 'a FrozenLake is a list of rows, or {"desc": ["SFFF", …], "is_slippery": false}'


REACH = 10_000
"""A row is looked for within this many characters from the row before it."""


def fits(text: str) -> bool:
    """Whether the text is drawn in S, F, H, G alone, or JSON that may hold such rows."""
    if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "["):
        return '"desc"' in text or text.lstrip("\ufeff \t\r\n").startswith("[")
    chars = {char.upper() for char in characters_of(text)} - {" "}
    return {"S", "F"} <= chars <= set(LAKE)


def read(data: bytes, name: str) -> Foreign:
    """The lake in a text or in JSON.

    Raises:
        LevelError: it is neither, or holds another character.
    """
    text = decode(data, name)
    if text.lstrip()[:1] in ("{", "["):
        return _read_json(text, name)
    sheet = read_sheet(data, name)
    rows = tuple(row.rstrip(" ") for row in sheet.rows)
    return _lake(replace(sheet, rows=rows), [SLIPPERY.format("in Gymnasium unless it is told otherwise")])


def _lake(sheet: Sheet, notes: list[str]) -> Foreign:
    """The document of a lake's rows."""
    refuse_large(sheet)
    small = {char for char in sheet.characters if char in "sfhg"}
    notes = [HOLES, *notes, *(["Small letters are read as capital ones."] if small else [])]
    meaning = LAKE | {char: LAKE[char.upper()] for char in small} | sheet.legend
    return sheet.foreign(sheet.drawn(meaning), notes)


def _read_json(text: str, name: str) -> Foreign:
    try:
        said = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        problem = Problem(
            error.lineno, error.colno, f"this can't be read as JSON ({error.msg.lower()})", BEGIN
        )
        raise LevelError(name, text, [problem]) from None
    except _TwiceError as error:
        raise LevelError(
            name, text, [_at(text, f'"{error.key}"', f"{shown(error.key)} is given twice")]
        ) from None
    except (RecursionError, ValueError):  # brackets in brackets; a number of thousands of digits
        raise LevelError(name, text, [Problem(1, 1, "this JSON is out of all bounds", BEGIN)]) from None
    settings = said if isinstance(said, dict) else {}
    desc = settings.get("desc") if isinstance(said, dict) else said
    if not isinstance(desc, list) or not desc:
        raise LevelError(name, text, [Problem(1, 1, "this JSON holds no FrozenLake", BEGIN)])
    if len(desc) > MAX_SIDE:
        message = f"the lake has {len(desc):,} rows"
        raise LevelError(name, text, [_at(text, '"desc"', message, SIZE_HINT)])
    rows: list[str] = []
    lines: list[int] = []
    columns: list[int] = []
    line = end = 0
    for index, row in enumerate(desc):
        cells = "".join(row) if isinstance(row, list) and all(isinstance(cell, str) for cell in row) else row
        if not isinstance(cells, str) or not cells:
            message = f"row {index + 1} of the lake is {shown(cells) if cells != '' else 'empty'}"
            raise LevelError(name, text, [_at(text, '"desc"', message)])
        begin = text.find(f'"{cells}"', end, end + REACH) + 1 or end
        line += text.count("\n", end, begin)
        end = begin
        rows.append(cells)
        lines.append(line)
        columns.append(end - text.rfind("\n", 0, end) - 1)
    sheet = Sheet(name, text, tuple(rows), tuple(lines), tuple(columns))
    notes = []
    if settings.get("is_slippery", True) is not False:
        told = "in the file" if "is_slippery" in settings else "in Gymnasium unless it is told otherwise"
        notes.append(SLIPPERY.format(told))
    others = [f"“{key}”" for key in settings if key not in ("desc", "is_slippery", "map_name")]
    if others:
        notes.append(f"Left out: {listed(others)}.")
    return _lake(sheet, notes)


class _TwiceError(ValueError):
    """A key that an object of JSON has twice."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these pairs; json itself would keep the last of two equal keys."""
    said: dict[str, Any] = {}
    for key, value in pairs:
        if key in said:
            raise _TwiceError(key)
        said[key] = value
    return said


def _at(text: str, found: str, message: str, hint: str = BEGIN) -> Problem:
    """A problem at the last place of something in the text, or at its beginning."""
    place = max(0, text.rfind(found))
    return Problem(text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place), message, hint)

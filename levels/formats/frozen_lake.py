"""FrozenLake maps of Gymnasium: rows of S, F, H, G as text, or as JSON with the settings of the lake."""

import json
from typing import Any

from levels.files.collector import collector_paused
from levels.files.problems import LevelError, Problem, shown
from levels.files.strict_yaml import SIZE_HINT
from levels.files.text import decode
from levels.formats.drawing import LEGEND_HINT, Sheet, refuse_large, small_letters_read
from levels.formats.foreign import Foreign, listed
from levels.formats.sheets import refuse_hidden
from levels.model.checks import MAX_SIDE

LAKE = {"S": "S", "F": ".", "H": "~", "G": "G"}
HOLES = (
    "Read as a FrozenLake: a hole “H” is water, which the agent never enters; nor does it leave the board."
)
SLIPPERY = "The lake is slippery {}; here every move goes where it is aimed, which the proof requires."
BEGIN = 'supported JSON: maps of Tiled, and rows such as ["SFFF", "FFHG"], alone or under "desc"'
IN_TEXT = "save the rows as lines of a .txt file: a text maze, gridworld, Sokoban or Pac-Man board"


REACH = 10_000
"""Maximum distance in characters between two rows in JSON."""


def fits(sheet: Sheet) -> bool:
    """Whether a drawing has only S, F, H, G, in capital or small letters."""
    return {"S", "F"} <= {char.upper() for char in sheet.unexplained} <= set(LAKE)


def read(sheet: Sheet) -> Foreign:
    """The lake of a drawing.

    Raises:
        LevelError: it has another character, or does not have one start and a goal.
    """
    return _lake(sheet, [SLIPPERY.format("by Gymnasium's default")])


def _lake(sheet: Sheet, notes: list[str]) -> Foreign:
    """The document of a lake's rows."""
    refuse_large(sheet)
    sheet = small_letters_read(sheet)
    hint = LEGEND_HINT if sheet.explains else "the letters of a FrozenLake are S, F, H and G"
    return sheet.foreign(sheet.drawn(LAKE | sheet.legend, hint), [HOLES, *notes])


def fits_json(text: str) -> bool:
    """Whether a text is JSON that may hold rows."""
    begin = text.lstrip("\ufeff \t\r\n")[:1]
    return begin == "[" or (begin == "{" and '"desc"' in text)


def read_json(data: bytes, name: str) -> Foreign:
    """The lake in JSON: a list of rows, or an object with the rows as `desc`.

    Raises:
        LevelError: it is no JSON, has no rows, or rows with other letters.
    """
    text = decode(data, name)
    try:
        with collector_paused():
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
        raise LevelError(name, text, [Problem(1, 1, "this JSON is too deep or too large", BEGIN)]) from None
    settings = said if isinstance(said, dict) else {}
    desc = settings.get("desc") if isinstance(said, dict) else said
    if not isinstance(desc, list) or not desc:
        raise LevelError(name, text, [Problem(1, 1, "this JSON contains no board that can be read", BEGIN)])
    lake = " of the lake" if isinstance(said, dict) else ""
    if len(desc) > MAX_SIDE:
        message = f"the board has {len(desc):,} rows"
        raise LevelError(name, text, [_at(text, '"desc"', message, SIZE_HINT)])
    rows: list[str] = []
    lines: list[int] = []
    columns: list[int] = []
    line = end = 0
    for index, row in enumerate(desc):
        cells = "".join(row) if isinstance(row, list) and all(isinstance(cell, str) for cell in row) else row
        if not isinstance(cells, str) or not cells:
            message = f"row {index + 1}{lake} is {shown(cells) if cells != '' else 'empty'}"
            raise LevelError(name, text, [_at(text, '"desc"', message)])
        begin = text.find(f'"{cells}"', end, end + REACH) + 1 or end
        line += text.count("\n", end, begin)
        end = begin
        rows.append(cells)
        lines.append(line)
        columns.append(end - text.rfind("\n", 0, end) - 1)
    sheet = Sheet(name, text, tuple(rows), tuple(lines), tuple(columns), explains=False)
    refuse_hidden(sheet)
    letters = {char.upper() for char in sheet.characters}
    if letters - set(LAKE) and not letters & {"F", "H"}:
        raise sheet.error(0, 0, "these rows are drawn in other letters than S, F, H and G", IN_TEXT)
    notes = []
    if settings.get("is_slippery", True) is not False:
        source = "in the file" if "is_slippery" in settings else "by Gymnasium's default"
        notes.append(SLIPPERY.format(source))
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

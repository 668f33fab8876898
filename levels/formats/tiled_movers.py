"""Objects of a Tiled map that move: lines of class `patrol` and `lane`, as our document has obstacles.

A polyline of class `patrol` is walked there and back, a polygon as a loop. A polyline of class `lane`
lies in a row or a column and drives from its first point, where its vehicle begins, towards its last.
Its properties have the names of a level file's keys, such as `look`, `every`, `at`, or `length` for lanes.
"""

import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from levels.files.problems import shown
from levels.files.text import file_error
from levels.formats.tiled_area import corners_of
from levels.formats.tiled_board import Paint
from levels.formats.tiled_words import called, properties_of, property_of
from levels.model.board import Cell
from levels.model.obstacles import OBSTACLES

PLACES = re.compile(r"\s*[0-9]{1,9}(\s*,\s*[0-9]{1,9})*\s*")
INTEGER = re.compile(r"\s*[0-9]{1,9}\s*")


def mover(record: dict[str, Any], kind: str, paint: Paint) -> dict[str, Any]:
    """An obstacle of a kind in LINES as our document has it; its properties give what its line does not.

    Raises:
        LevelError: it is no line, or not one that such an obstacle can move on.
    """
    if not isinstance(record.get("polyline") or record.get("polygon"), list):
        message = f"{called(record)} is of class {kind}, but is not a line"
        raise file_error(paint.name, message, "draw its path as a polyline, or as a polygon for a loop")
    line = LINES[kind]
    corners = [(math.floor(y), math.floor(x)) for x, y in corners_of(record, paint)]
    said = {"kind": kind, "look": line.look, **line.read(record, corners, paint)}
    keys = OBSTACLES[kind].model_fields.keys() - line.keys - {"kind"}
    for entry in properties_of(record):
        key = entry.get("name")
        if key in keys:
            said[str(key)] = _value(str(key), property_of(record, str(key)))
        else:
            paint.left_out(f"the property {shown(key)} of {called(record)}")
    return said


def _patrol(record: dict[str, Any], corners: list[Cell], paint: Paint) -> dict[str, Any]:
    """The path of a patrol: its corners, and whether it is a loop."""
    if not all(0 <= row < paint.n_rows and 0 <= col < paint.n_cols for row, col in corners):
        message = f"{called(record)} leaves the board of {paint.n_rows} × {paint.n_cols} cells"
        raise file_error(paint.name, message, "move its corners onto the board")
    return {"path": [list(cell) for cell in corners], "closed": "polygon" in record, "at": [0]}


def _lane(record: dict[str, Any], corners: list[Cell], paint: Paint) -> dict[str, Any]:
    """The path of a lane: a row or a column, and where its first vehicle is."""
    (row, col), (last_row, last_col) = corners[0], corners[-1]
    across = row == last_row
    fixed, moving, to, sides = (
        (row, col, last_col, (paint.n_rows, paint.n_cols))
        if across
        else (col, row, last_row, (paint.n_cols, paint.n_rows))
    )
    straight = all(corner[0 if across else 1] == fixed for corner in corners)
    if not straight or moving == to or "polygon" in record:
        message = f"{called(record)} is of class lane, but its line is not along one row or column"
        raise file_error(paint.name, message, "draw two points: where the vehicles start, and where they go")
    if not 0 <= fixed < sides[0]:
        message = f"{called(record)} leaves the board of {paint.n_rows} × {paint.n_cols} cells"
        raise file_error(paint.name, message, "move its line onto the board")
    names = ("left", "right") if across else ("up", "down")
    begin = min(max(moving, 0), sides[1] - 1)
    return {"row" if across else "column": fixed, "direction": names[to > moving], "at": [begin]}


class LineClass(NamedTuple):
    """How a line of a class is read as an obstacle of that kind.

    Attributes:
        look: its look unless a property gives one.
        read: the keys that its line gives, and where its first vehicle begins.
        keys: those that the line gives and no property changes.
    """

    look: str
    read: Callable[[dict[str, Any], list[Cell], Paint], dict[str, Any]]
    keys: frozenset[str]


LINES = {
    "lane": LineClass("car", _lane, frozenset({"row", "column", "direction"})),
    "patrol": LineClass("robot", _patrol, frozenset({"path", "closed"})),
}
"""The kinds of obstacles that a line of that class can lay."""


def _value(key: str, value: Any) -> Any:
    """A property as our document has it; what it can't be is left to the checks of a level."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if key == "at":
        if isinstance(value, str) and PLACES.fullmatch(value):
            return [int(place) for place in value.split(",")]
        return [value] if isinstance(value, int) else value
    return int(value) if isinstance(value, str) and key != "look" and INTEGER.fullmatch(value) else value

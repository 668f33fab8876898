"""Objects of a Tiled map: places and areas by their class, and lines along which obstacles move.

A polyline of class `patrol` is walked there and back, a polygon round and round. A polyline of class `lane`
lies in a row or a column and drives from its first point, where its vehicle begins, towards its last.
The properties `look`, `every`, `hop`, `at`, and for lanes `length` and `loop`, are those of our level files.
"""

import math
import re
from typing import Any

from levels.board import Cell
from levels.formats.tiled_board import Paint, called, class_of, number, property_of, table, whole
from levels.formats.tiled_cells import FLAGS
from levels.problems import shown
from levels.text import file_error

MAX_OBJECTS, MAX_CORNERS = 10_000, 1000
MAX_PAINTED = 8_000_000
"""Cells that the objects of one layer may cover together."""
LOOKS = {"lane": "car", "patrol": "robot"}
KEYS = {"lane": ("look", "length", "loop", "every", "hop", "at"), "patrol": ("look", "every", "hop", "at")}
PLACES = re.compile(r"\s*[0-9]{1,9}(\s*,\s*[0-9]{1,9})*\s*")
INTEGER = re.compile(r"\s*[0-9]{1,9}\s*")


def lay_objects(layer: dict[str, Any], paint: Paint) -> list[dict[str, Any]]:
    """Paint the objects of a layer that say what a cell is; give those that move as our document has them.

    Raises:
        LevelError: an object lies off the board, is turned, or is no line that an obstacle can move on.
    """
    objects = table(layer, "objects")
    if len(objects) > MAX_OBJECTS:
        message = f"a layer has more than {MAX_OBJECTS:,} objects"
        raise file_error(paint.name, message, "draw with tiles instead")
    obstacles, painted = [], 0
    for record in objects:
        kind = class_of(record).strip().lower()
        line = record.get("polyline") or record.get("polygon")
        char = paint.meaning(record) or _of_tile(record, paint)
        if record.get("template"):
            paint.left_out("objects made from templates")
        elif kind in LOOKS and isinstance(line, list):
            obstacles.append(_mover(record, kind, paint))
        elif kind in LOOKS:
            message = f"{called(record)} is of class {kind}, but it is no line"
            raise file_error(paint.name, message, "draw its way as a polyline, or a polygon for a round")
        elif not char or line or record.get("text"):
            paint.left_out(
                f"objects of class {shown(class_of(record))}" if kind else "objects without a class"
            )
        else:
            rows, cols = _area(record, paint)
            painted += (rows.stop - rows.start) * (cols.stop - cols.start)
            if painted > MAX_PAINTED:
                message = f"the objects of a layer cover more than {MAX_PAINTED:,} cells"
                raise file_error(paint.name, message, "draw with tiles instead")
            paint.cells[rows, cols] = char
    return obstacles


def _of_tile(record: dict[str, Any], paint: Paint) -> str:
    """What an object that shows a tile is, if it has no class of its own."""
    return paint.tiles.get(whole(record, "gid") & ~FLAGS, "") if record.get("gid") else ""


def _area(record: dict[str, Any], paint: Paint) -> tuple[slice, slice]:
    """Rows and columns whose middle an object covers; at least the cell that its own middle lies in."""
    x, y, width, height = (_measure(record, key, paint) for key in ("x", "y", "width", "height"))
    if record.get("gid"):
        y -= height  # a tile stands on its place, everything else hangs from it
    sides = []
    for begin, size, cell in ((y, height, paint.tile_height), (x, width, paint.tile_width)):
        first, last = math.ceil(begin / cell - 0.5), math.ceil((begin + size) / cell - 0.5)
        middle = math.floor((begin + size / 2) / cell)
        sides.append((first, last) if first < last else (middle, middle + 1))
    (top, bottom), (left, right) = sides
    if top < 0 or left < 0 or bottom > paint.n_rows or right > paint.n_cols:
        message = f"{called(record)} lies outside of the board of {paint.n_rows} × {paint.n_cols} cells"
        raise file_error(paint.name, message, "move it onto the board")
    return slice(top, bottom), slice(left, right)


def _mover(record: dict[str, Any], kind: str, paint: Paint) -> dict[str, Any]:
    """A lane or a patrol as our document has it."""
    _refuse_turned(record, paint)
    corners = _corners(record, paint)
    said: dict[str, Any] = {"kind": kind, "look": LOOKS[kind]}
    if kind == "patrol":
        said |= {"path": [list(cell) for cell in corners], "closed": "polygon" in record, "at": [0]}
        inside = all(0 <= row < paint.n_rows and 0 <= col < paint.n_cols for row, col in corners)
        if not inside:
            message = f"{called(record)} leaves the board of {paint.n_rows} × {paint.n_cols} cells"
            raise file_error(paint.name, message, "move its corners onto the board")
    else:
        said |= _lane(record, corners, paint)
    for entry in table(record, "properties"):
        key = entry.get("name")
        if key in KEYS[kind]:
            said[str(key)] = _value(str(key), property_of(record, str(key)))
        else:
            paint.left_out(f"the property {shown(key)} of {called(record)}")
    return said


def _lane(record: dict[str, Any], corners: list[Cell], paint: Paint) -> dict[str, Any]:
    """The way of a lane: a row or a column, and where its first vehicle is."""
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
        raise file_error(
            paint.name, message, "draw two points: where the vehicles come from, and where they go"
        )
    if not 0 <= fixed < sides[0]:
        message = f"{called(record)} leaves the board of {paint.n_rows} × {paint.n_cols} cells"
        raise file_error(paint.name, message, "move its line onto the board")
    names = ("left", "right") if across else ("up", "down")
    begin = min(max(moving, 0), sides[1] - 1)
    return {"row" if across else "column": fixed, "direction": names[to > moving], "at": [begin]}


def _corners(record: dict[str, Any], paint: Paint) -> list[Cell]:
    """The cells of a line's points, which are told from the object's own place."""
    points = table(record, "polyline") or table(record, "polygon")
    if not 1 <= len(points) <= MAX_CORNERS:
        message = f"{called(record)} has {len(points):,} points"
        raise file_error(paint.name, message, f"a way has at most {MAX_CORNERS:,} corners")
    x, y = (_measure(record, key, paint) for key in ("x", "y"))
    cells = []
    for point in points:
        row = math.floor((y + _measure(point, "y", paint)) / paint.tile_height)
        col = math.floor((x + _measure(point, "x", paint)) / paint.tile_width)
        cells.append((row, col))
    return cells


def _measure(record: dict[str, Any], key: str, paint: Paint) -> float:
    found = number(record, key)
    if math.isnan(found):
        raise file_error(paint.name, f"{called(record)}: {key} is {shown(record.get(key))}", "it is a number")
    return found


def _refuse_turned(record: dict[str, Any], paint: Paint) -> None:
    if number(record, "rotation") != 0:
        message = f"{called(record)} is turned, which is not supported for what moves"
        raise file_error(paint.name, message, "set its Rotation to 0 and draw the line as it is")


def _value(key: str, value: Any) -> Any:
    """A property as our document has it; what it can't be is left to the checks of a level."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if key == "at":
        if isinstance(value, str) and PLACES.fullmatch(value):
            return [int(place) for place in value.split(",")]
        return [value] if isinstance(value, int) else value
    return int(value) if isinstance(value, str) and key != "look" and INTEGER.fullmatch(value) else value

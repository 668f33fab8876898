"""The cells that an object of a Tiled map covers.

A blocking object covers each cell whose inner half it touches, any other object each cell whose middle is in
it. Both cover at least the cell of their own middle.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levels.files.problems import shown
from levels.files.text import file_error
from levels.formats.tiled_board import Paint, number, table
from levels.formats.tiled_tilesets import Showing
from levels.formats.tiled_words import called

Point = tuple[float, float]
QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""(cosine, sine) of each quarter turn; y runs downwards, so an angle runs clockwise."""
MARGIN = 0.25
"""Distance from a cell's side to its inner half [cells]."""
STEP = 0.1
"""Distance between the tested points of a slanted side [cells]."""
MAX_CORNERS = 1000
AT_ONCE = 1_000_000
"""Pairs of a side and a point that are tested at a time."""
ROUND = 64
"""Corners of the polygon that stands for an ellipse."""


@dataclass(frozen=True)
class Area:
    """Cells that an object covers.

    Attributes:
        rows, cols: the smallest part of the board that contains all of them.
        covered: for each cell of that part whether it is covered.
        on_grid: whether the object fills these cells and no others, to a quarter of a cell.
    """

    rows: slice
    cols: slice
    covered: NDArray[np.bool_]
    on_grid: bool


def area_of(record: dict[str, Any], showing: Showing | None, paint: Paint, *, blocks: bool) -> Area:
    """The cells that an object covers.

    Args:
        record: the object, in the shape of Tiled's JSON.
        showing: how it shows a tile; None if it has none.
        paint: the board.
        blocks: whether it is something that blocks.

    Raises:
        LevelError: it is off the board, or is not turned by quarter turns.
    """
    outline, is_box = _outline(record, showing, paint)
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    sides = (min(ys), max(ys)), (min(xs), max(xs))
    margin = MARGIN if blocks else 0.5
    rows, cols = (_span(*side, margin) for side in sides)
    if rows.start < 0 or cols.start < 0 or rows.stop > paint.n_rows or cols.stop > paint.n_cols:
        message = f"{called(record)} lies outside the board of {paint.n_rows} × {paint.n_cols} cells"
        raise file_error(paint.name, message, "move it onto the board")
    shape = rows.stop - rows.start, cols.stop - cols.start
    n_cells = shape[0] * shape[1]
    paint.pay(n_cells if is_box else max(n_cells, n_cells * len(outline) // 8))
    if is_box:
        lines = (rows.start, rows.stop), (cols.start, cols.stop)
        off = np.abs(np.array(sides) - np.array(lines)).max()
        is_point = all(begin == end for begin, end in sides)
        return Area(rows, cols, np.ones(shape, dtype=np.bool_), is_point or bool(off <= MARGIN))
    y, x = np.ogrid[rows.start : rows.stop, cols.start : cols.stop]
    covered = _inside(outline, x + 0.5, y + 0.5)
    if blocks:
        _touch(outline, covered, (rows.start, cols.start), paint)
    if not covered.any():
        covered[(shape[0] - 1) // 2, (shape[1] - 1) // 2] = True
    return Area(rows, cols, covered, on_grid=False)


def corners_of(record: dict[str, Any], paint: Paint) -> list[Point]:
    """The corners of a line or a polygon, x and y in cells, turned as the object is.

    Raises:
        LevelError: there are none or too many, or one is not a number.
    """
    points = table(record, "polyline") or table(record, "polygon")
    if not 1 <= len(points) <= MAX_CORNERS:
        message = f"{called(record)} has {len(points):,} points"
        raise file_error(paint.name, message, f"a path has at most {MAX_CORNERS:,} corners")
    return _placed(
        record, [(measure(p, "x", record, paint), measure(p, "y", record, paint)) for p in points], paint
    )


def measure(holder: dict[str, Any], key: str, record: dict[str, Any], paint: Paint) -> float:
    """A number of an object or of one of its points [pixels].

    Raises:
        LevelError: it is not a number.
    """
    found = number(holder, key)
    if math.isnan(found):
        raise file_error(paint.name, f"{called(record)}: {key} is {shown(holder.get(key))}", "it is a number")
    return found


def quarter_turns(record: dict[str, Any], paint: Paint) -> int:
    """The number of clockwise quarter turns of an object.

    Raises:
        LevelError: it is turned by another angle.
    """
    degrees = measure(record, "rotation", record, paint) % 360
    turns = round(degrees / 90)
    if abs(degrees - 90 * turns) > 0.01:
        message = f"{called(record)} is rotated by {degrees:g} degrees, so the cells it covers are ambiguous"
        raise file_error(paint.name, message, "set its Rotation to a multiple of 90, or draw it cell by cell")
    return turns % 4


def _outline(record: dict[str, Any], showing: Showing | None, paint: Paint) -> tuple[list[Point], bool]:
    """The corners of an object in cells, and whether they are those of its box."""
    if record.get("polygon"):
        return corners_of(record, paint), False
    if record.get("point"):
        return _placed(record, [(0.0, 0.0)], paint), True
    width, height = (measure(record, key, record, paint) for key in ("width", "height"))
    if showing:
        width, height = width or showing.width, height or showing.height
    if width < 0 or height < 0:
        message = f"{called(record)} has a negative size"
        raise file_error(paint.name, message, "draw it again")
    anchor = showing.anchor if showing else (0.0, 0.0)
    left, top = -anchor[0] * width, -anchor[1] * height
    corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    if record.get("ellipse"):
        angles = [2 * math.pi * turn / ROUND for turn in range(ROUND)]
        across, down = width / 2, height / 2
        corners = [(left + across * (1 + math.cos(a)), top + down * (1 + math.sin(a))) for a in angles]
    return _placed(record, corners, paint), not record.get("ellipse")


def _placed(record: dict[str, Any], points: list[Point], paint: Paint) -> list[Point]:
    """Points given relative to an object's position, turned about it and put on the board, in cells."""
    x, y = (measure(record, key, record, paint) for key in ("x", "y"))
    turning = len(points) > 1 or points[0] != (0.0, 0.0)
    cos, sin = QUARTERS[quarter_turns(record, paint) if turning else 0]
    return [
        ((x + cos * dx - sin * dy) / paint.tile_width, (y + sin * dx + cos * dy) / paint.tile_height)
        for dx, dy in points
    ]


def _span(begin: float, end: float, margin: float) -> slice:
    """The cells of one axis that a range enters by more than a margin, or else the cell of its middle."""
    first, last = math.ceil(begin - 1 + margin), math.ceil(end - margin)
    middle = math.floor((begin + end) / 2)
    return slice(first, last) if first < last else slice(middle, middle + 1)


def _inside(outline: list[Point], x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which points are in a polygon: a ray to the left of such a point meets an odd number of its sides."""
    begins, ends = np.array(outline), np.roll(np.array(outline), -1, axis=0)
    inside = np.zeros((y.shape[0], x.shape[1]), dtype=np.bool_)
    at_once = max(1, AT_ONCE // inside.size)
    for first in range(0, len(outline), at_once):
        (x1, y1), (x2, y2) = (side[first : first + at_once].T[:, :, None, None] for side in (begins, ends))
        slope = np.divide(x2 - x1, y2 - y1, out=np.zeros_like(x1), where=y1 != y2)
        meets = ((y1 > y) != (y2 > y)) & (x > x1 + (y - y1) * slope)
        inside ^= np.bitwise_xor.reduce(meets, axis=0)
    return inside


def _touch(outline: list[Point], covered: NDArray[np.bool_], corner: tuple[int, int], paint: Paint) -> None:
    """Add the cells whose inner half a side of a polygon passes through."""
    begins = np.array(outline) - (corner[1], corner[0])
    ways = np.roll(begins, -1, axis=0) - begins
    counts = np.ceil(np.abs(ways).max(axis=1) / STEP).astype(np.int64) + 1
    paint.pay(int(counts.sum()))
    side = np.repeat(np.arange(len(outline)), counts)
    step = np.arange(len(side)) - np.repeat(np.cumsum(counts) - counts, counts)
    x, y = (begins[side] + ways[side] * (step / counts[side])[:, None]).T
    deep = (np.abs(x % 1 - 0.5) < MARGIN) & (np.abs(y % 1 - 0.5) < MARGIN)
    rows, cols = np.floor(y[deep]).astype(int), np.floor(x[deep]).astype(int)
    held = (rows >= 0) & (rows < covered.shape[0]) & (cols >= 0) & (cols < covered.shape[1])
    covered[rows[held], cols[held]] = True

"""Objects of a Tiled map that say what a cell is: places and areas, by their class or that of their tile."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from levels.files.problems import shown
from levels.files.text import file_error
from levels.formats.foreign import counted
from levels.formats.tiled_area import Area, area_of
from levels.formats.tiled_board import Paint, table, whole
from levels.formats.tiled_cells import FLAGS
from levels.formats.tiled_movers import LINES, mover
from levels.formats.tiled_tilesets import Tilesets
from levels.formats.tiled_words import called, class_of, look_of, truth_of
from levels.model.board import GOAL, START

MAX_OBJECTS = 10_000


@dataclass(frozen=True)
class OfLayer:
    """The meaning that a layer gives to its content.

    Attributes:
        char: by its class or its properties, or those of a group that it lies in; "" for nothing.
        sounding: its name or that of a group, if that sounds like something that blocks, else "".
        reason: why it blocks, for a sentence; "" where a word of a legend or a property says so.
    """

    char: str = ""
    sounding: str = ""
    reason: str = ""


def lay_objects(
    layer: dict[str, Any], of_layer: OfLayer, tilesets: Tilesets, paint: Paint
) -> list[dict[str, Any]]:
    """Paint the objects of a layer that say what a cell is; give those that move as our document has them.

    Raises:
        LevelError: an object lies off the board, is turned, or can be read in several ways.
    """
    objects = table(layer, "objects")
    if len(objects) > MAX_OBJECTS:
        message = f"a layer has more than {MAX_OBJECTS:,} objects"
        raise file_error(paint.name, message, "draw with tiles instead")
    obstacles = []
    for record in map(tilesets.whole_object, objects):
        kind = class_of(record)
        if truth_of(record.get("visible")) is False:
            paint.notes.append("Hidden objects count like any others.")
        if kind.lower() in LINES:
            obstacles.append(mover(record, kind.lower(), paint))
            continue
        char, reason = _meaning(record, of_layer, paint)
        if char:
            paint.because |= {reason: None} if reason else {}
            _lay(record, char, tilesets, paint)
        elif kind:
            paint.left_out(f"objects of class {shown(kind)}")
        else:
            named = record.get("name")
            paint.left_out(f"{called(record)} without a class" if named else "objects without a class")
    return obstacles


def _meaning(record: dict[str, Any], of_layer: OfLayer, paint: Paint) -> tuple[str, str]:
    """The character of our map for an object, "" for none, and the reason if it blocks only by its words."""
    what, kind, said = called(record), class_of(record), str(record.get("name") or "")
    number = whole(record, "gid") & ~FLAGS if record.get("gid") else 0
    of_tile = paint.tiles.get(number, "") if number else ""
    char = paint.meaning(record, what)
    if char:
        return char, paint.sounding(record, what)
    if of_tile and not (kind and of_tile in (START, GOAL)):  # an object's own class stands above its tile's
        return of_tile, paint.reasons.get(number, "")
    if record.get("text"):
        return "", ""
    if of_layer.char and (not kind or paint.blocks(of_layer.char)):
        return of_layer.char, of_layer.reason
    if look_of(said):
        return paint.by_sound(said), f"the object named {shown(said)}"
    if of_layer.sounding:
        return paint.by_sound(
            of_layer.sounding
        ), f"the contents of the layer named {shown(of_layer.sounding)}"
    return "", ""


def _lay(record: dict[str, Any], char: str, tilesets: Tilesets, paint: Paint) -> None:
    """Paint one object."""
    blocks, what = paint.blocks(char), called(record)
    if record.get("polyline") or record.get("capsule"):
        shape = "a line" if record.get("polyline") else "a capsule"
        if blocks or char in (START, GOAL):
            message = f"{what} is {shape}, so the cells it covers are ambiguous"
            raise file_error(
                paint.name, message, "draw it as a rectangle or a polygon, or paint it with tiles"
            )
        paint.left_out(f"objects that are {shape[2:]}s")
        return
    showing = tilesets.showing(record) if record.get("gid") else None
    area = area_of(record, showing, paint, blocks=blocks)
    if char in (START, GOAL):
        area = _place(record, char, area, paint)
    else:
        paint.across += not area.on_grid
    chars = np.where(area.covered, char, "")
    paint.put((area.rows, area.cols), chars, what)


def _place(record: dict[str, Any], char: str, area: Area, paint: Paint) -> Area:
    """Where a start or a goal is: on one cell, at a sprite's foot; a rectangle may be a zone of goals.

    Raises:
        LevelError: it could be one place or several.
    """
    n_cells, n_cols = int(area.covered.sum()), area.covered.shape[1]
    what, word = called(record), "start" if char == START else "goal"
    if n_cells == 1:
        return area
    if record.get("gid") and n_cols == 1 and whole(record, "rotation") % 360 == 0:
        paint.notes.append(
            f"The picture of {what} is {area.covered.shape[0]} cells high: the {word} is at its foot."
        )
        last = area.rows.stop
        return Area(slice(last - 1, last), area.cols, area.covered[-1:], on_grid=False)
    if char == GOAL and not record.get("gid"):
        paint.notes.append(f"Each of the {n_cells:,} cells that {what} covers is a goal.")
        return area
    message = f"{what} is a {word} on {counted(n_cells, 'cell')}: it could be one {word}, or as many"
    hint = f"make it as small as one cell, or draw one for each {word}"
    raise file_error(paint.name, message, hint)

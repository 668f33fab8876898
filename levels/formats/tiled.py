"""Tiled maps, .tmx and .tmj: orthogonal and finite. Classes of tiles and objects say what a cell is.

Of several layers the uppermost that says something about a cell counts. A class is a word of a drawing's
legend (wall, water, start, goal, …), or any other one with the property `blocks`. Where tiles have no
classes, the map's own property `legend` explains their numbers: `7 = wall, 73 = start`.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import numpy as np

from levels.board import GOAL, START
from levels.checks import MAX_SIDE
from levels.files import read_bytes
from levels.formats.drawing import MEANINGS
from levels.formats.foreign import Foreign, counted, document, listed, suited
from levels.formats.tiled_board import Paint, property_of, table, truth, whole
from levels.formats.tiled_cells import cells_of
from levels.formats.tiled_objects import lay_objects
from levels.formats.tiled_xml import read_xml
from levels.problems import LevelError, Problem, shown
from levels.strict_yaml import SIZE_HINT
from levels.text import decode, file_error

MAX_LAYERS, MAX_TILESETS, MAX_GROUPS = 1000, 100, 20
MAX_CELLS = 8_000_000
"""Cells of all tile layers together."""
ENTRY = re.compile(r"\s*([0-9]{1,10})\s*=\s*(\w{1,32})\s*")
OWN = ("walls", "safety", "actions")
"""Properties of the map that are keys of a level."""
NO_MEANING = (
    "Tiles without a meaning were passed over: {}. A class, or the map's property legend, explains them."
)


def fits(text: str) -> bool:
    """Whether the text is a map of Tiled, as XML or JSON."""
    return re.search(r"<map\s[^<>]*\borientation=", text[:20_000]) is not None or (
        text.lstrip("\ufeff \t\r\n").startswith("{") and '"tilewidth"' in text and '"layers"' in text
    )


def read(data: bytes, name: str) -> Foreign:
    """The level in a map of Tiled.

    Raises:
        LevelError: it can't be read, is not orthogonal or not finite, or its parts do not fit together.
    """
    world = _parsed(data, name, "map")
    n_rows, n_cols = _size(world, name)
    paint = Paint(name, n_rows, n_cols, whole(world, "tilewidth"), whole(world, "tileheight"))
    if paint.tile_width < 1 or paint.tile_height < 1:
        raise file_error(name, "the map does not tell the size of its tiles", "save it anew in Tiled")
    rest = _own(world, paint)
    _read_tilesets(world, paint)
    _read_legend(world, paint)
    layers = list(_layers(world, paint))
    tiled = [layer for layer in layers if layer.get("type") == "tilelayer"]
    if len(tiled) * n_rows * n_cols > MAX_CELLS:
        message = f"the {len(tiled):,} tile layers have more than {MAX_CELLS:,} cells together"
        raise file_error(name, message, "delete layers, or make the map smaller")
    obstacles: list[dict[str, Any]] = []
    for layer in layers:
        if layer.get("type") == "tilelayer":
            _lay_tiles(layer, paint)
        elif layer.get("type") == "objectgroup":
            obstacles += lay_objects(layer, paint)
        else:
            paint.left_out(
                "image layers" if layer.get("type") == "imagelayer" else "layers of an unknown type"
            )
    rows = paint.rows()
    missing = [
        word for mark, word in ((START, "start"), (GOAL, "goal")) if not any(mark in row for row in rows)
    ]
    notes = _notes(paint, len(tiled), len(obstacles))
    if missing:
        passed = [note for note in notes if note.startswith(("Tiles without", "Tileset"))]
        hint = "\n".join([f"give a tile or an object the class “{missing[0]}”", *passed])
        raise file_error(name, f"no {' and no '.join(missing)} on the board", hint)
    rest |= {"legend": paint.legend()} if paint.legend() else {}
    rest |= {"obstacles": obstacles} if obstacles else {}
    notes, rest = suited(rows, notes, rest)
    return Foreign(document(name, rows, notes, **rest), tuple(notes))


def _parsed(data: bytes, name: str, root: str) -> dict[str, Any]:
    """The document of a file, XML or JSON, in the shape of JSON."""
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
        tag, said = read_xml(data, name)
        if tag != root:
            raise file_error(name, f"this is no {root} of Tiled: its outermost element is {shown(tag)}")
        return said
    text = decode(data, name)
    try:
        said = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"this can't be read as JSON ({error.msg.lower()})"
        problem = Problem(error.lineno, error.colno, message, "save it anew in Tiled")
        raise LevelError(name, text, [problem]) from None
    except (RecursionError, ValueError):  # brackets in brackets; a number of thousands of digits
        raise file_error(name, "this JSON is out of all bounds", "save it anew in Tiled") from None
    if not isinstance(said, dict):
        raise file_error(name, f"this JSON is no {root} of Tiled", "save it anew in Tiled")
    return said


def _size(world: dict[str, Any], name: str) -> tuple[int, int]:
    """Rows and columns of a map that can be read at all."""
    orientation = world.get("orientation")
    if orientation != "orthogonal":
        told = orientation if orientation in ("isometric", "hexagonal", "staggered") else None
        message = f"{told} maps are not supported" if told else "this map has no orientation that is known"
        raise file_error(name, message, "only orthogonal maps are read: their cells are squares in rows")
    if truth(world.get("infinite", False)) or world.get("infinite") in ("1", 1):
        message = "infinite maps are not supported"
        raise file_error(name, message, "in Tiled, choose Map > Map Properties and untick Infinite")
    n_rows, n_cols = whole(world, "height"), whole(world, "width")
    if not (0 < n_rows <= MAX_SIDE and 0 < n_cols <= MAX_SIDE):
        raise file_error(name, f"the map has {n_rows:,} × {n_cols:,} cells", SIZE_HINT)
    return n_rows, n_cols


def _own(world: dict[str, Any], paint: Paint) -> dict[str, Any]:
    """The map's properties that are keys of a level."""
    said: dict[str, Any] = {}
    for record in table(world, "properties"):
        key, value = record.get("name"), record.get("value")
        if key in OWN:
            words = [word.strip() for word in value.split(",")] if isinstance(value, str) else value
            said[str(key)] = words if key == "actions" else value
        elif key != "legend":
            paint.left_out(f"the map's property {shown(key)}")
    return said


def _read_tilesets(world: dict[str, Any], paint: Paint) -> None:
    """What the tiles mean, by number; a tileset in a file of its own that can't be had is named."""
    tilesets = table(world, "tilesets")
    if len(tilesets) > MAX_TILESETS:
        raise file_error(
            paint.name, f"the map has more than {MAX_TILESETS} tilesets", "delete those not used"
        )
    for tileset in tilesets:
        first, source = whole(tileset, "firstgid"), tileset.get("source")
        if isinstance(source, str) and source:
            found = _outside(source, paint)
            if found is None:
                continue
            tileset = found
        for tile in table(tileset, "tiles"):
            meaning = paint.meaning(tile)
            if meaning:
                paint.tiles[first + whole(tile, "id")] = meaning


def _outside(source: str, paint: Paint) -> dict[str, Any] | None:
    """A tileset in a file of its own, given by a way from the map's folder; None, with a note, if not had."""
    relative = not (PurePosixPath(source).is_absolute() or PureWindowsPath(source).anchor)
    path = Path(paint.name).parent / source
    try:
        if relative:
            return _parsed(read_bytes(path), str(path), "tileset")
        reason = "it is named by its whole path, not from the map's folder"
    except LevelError as error:
        reason = error.problems[0].message
    paint.notes.append(f"Tileset {shown(source)} is not read ({reason}): its tiles have no classes here.")
    return None


def _read_legend(world: dict[str, Any], paint: Paint) -> None:
    """The map's property `legend`: numbers of tiles, 0 for a cell without one, and what they are."""
    said = property_of(world, "legend")
    if said is None:
        return
    for part in re.split(r"[,\n]", said) if isinstance(said, str) else [str(said)]:
        entry = ENTRY.fullmatch(part)
        if not entry or entry[2] not in MEANINGS:
            message = f"the map's property legend is not understood at {shown(part.strip())}"
            hint = f"write “7 = wall, 73 = start”; a tile can be {', '.join(MEANINGS)}"
            raise file_error(paint.name, message, hint)
        paint.tiles[int(entry[1])] = MEANINGS[entry[2]]


def _layers(parent: dict[str, Any], paint: Paint) -> Iterator[dict[str, Any]]:
    """All layers that are no groups, the lowest first."""
    waiting = [(layer, 1) for layer in reversed(table(parent, "layers")[: MAX_LAYERS + 1])]
    count = 0
    while waiting:
        layer, depth = waiting.pop()
        count += 1
        if count > MAX_LAYERS or depth > MAX_GROUPS:
            message = f"the map has more than {MAX_LAYERS:,} layers, or groups more than {MAX_GROUPS} deep"
            raise file_error(paint.name, message, "merge layers")
        if layer.get("type") == "group":
            waiting += [(inner, depth + 1) for inner in reversed(table(layer, "layers"))]
            continue
        if layer.get("visible") in (False, "0"):
            paint.notes.append(f"The hidden layer {shown(layer.get('name', ''))} counts like any other.")
        if any(layer.get(key) not in (None, 0, "0") for key in ("offsetx", "offsety")):
            paint.notes.append(f"The layer {shown(layer.get('name', ''))} is read as if it were not shifted.")
        yield layer


def _lay_tiles(layer: dict[str, Any], paint: Paint) -> None:
    """Paint what a layer's tiles mean; tiles without a class take the layer's."""
    title = f"layer {layer.get('name') or layer.get('id') or 'without a name'}"[:60]
    shape = paint.n_rows, paint.n_cols
    for key, side in (("height", shape[0]), ("width", shape[1])):
        if key in layer and whole(layer, key) != side:
            message = f"{title}: its {key} is {whole(layer, key):,}, the map's is {side:,}"
            raise file_error(paint.name, message, "a layer is as large as the map")
    cells = cells_of(layer, title, shape, paint.name)
    of_layer = paint.meaning({"class": layer.get("class"), "properties": layer.get("properties")})
    numbers, places, counts = np.unique(cells, return_inverse=True, return_counts=True)
    chars = np.array([paint.tiles.get(int(n), of_layer if n else "") for n in numbers], dtype="<U1")
    painted = chars[places.reshape(shape)]
    np.copyto(paint.cells, painted, where=painted != "")
    for number, char, count in zip(numbers.tolist(), chars.tolist(), counts.tolist(), strict=True):
        if number and not char:
            paint.unknown[number] += count


def _notes(paint: Paint, n_layers: int, n_movers: int) -> list[str]:
    """What is to be told of the map as a whole, after what was told of its parts."""
    movers = f" and {counted(n_movers, 'moving obstacle')}" if n_movers else ""
    notes = [f"Read as a Tiled map with {counted(n_layers, 'tile layer')}{movers}; pictures are not used."]
    notes += dict.fromkeys(paint.notes)
    if paint.unknown:
        told = [f"number {n} on {counted(count, 'cell')}" for n, count in sorted(paint.unknown.items())]
        notes.append(NO_MEANING.format(listed(told, 6)))
    if paint.others:
        notes.append(f"Left out: {listed(list(paint.others))}.")
    return notes

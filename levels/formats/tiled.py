"""Tiled maps, .tmx and .tmj: orthogonal and finite. Classes of tiles and objects say what a cell is.

The uppermost layer with a meaning for a cell counts. A class is a word of a drawing's
legend (wall, water, start, goal, …), or any other one with the property `blocks`. Where tiles have no
classes, the map's own property `legend` explains their numbers: `7 = wall, 73 = start`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from levels.files.problems import shown
from levels.files.strict_yaml import SIZE_HINT
from levels.files.text import file_error
from levels.formats.foreign import Foreign, counted, document, listed, suited
from levels.formats.tiled_board import Paint, number, table, whole
from levels.formats.tiled_cells import cells_of
from levels.formats.tiled_files import parsed
from levels.formats.tiled_objects import OfLayer, lay_objects
from levels.formats.tiled_tilesets import Tilesets
from levels.formats.tiled_words import KNOWN, look_of, properties_of, truth_of
from levels.model.board import GOAL, START
from levels.model.checks import MAX_SIDE

ENDINGS = (".tmx", ".tmj", ".tsx", ".tsj", ".tx", ".tj", ".world", ".json")
"""Endings of maps, and of files that belong to maps, which are refused by name."""
MAX_LAYERS, MAX_GROUPS = 1000, 20
MAX_CELLS = 8_000_000
"""Maximum number of cells of all tile layers together."""
MOST_NOTES = 20
"""Maximum number of notes reported one by one."""
OWN = ("walls", "safety", "actions")
"""Properties of the map that are keys of a level."""
INFINITE = ("infinite maps are not supported", "in Tiled, choose Map > Map Properties and untick Infinite")
NO_MEANING = (
    f"Tiles without a meaning were ignored: {{}}. Give them {KNOWN}, or use the map's property legend."
)
LEFT_OUT = "Left out: {}."
ACROSS = (
    "{} across cell borders: a blocking one covers each cell whose inner half it touches, "
    "any other each cell whose middle it contains."
)


@dataclass(frozen=True)
class _Layer:
    """A layer that is no group, with the meaning that it and its groups give to its content."""

    record: dict[str, Any]
    title: str
    of_layer: OfLayer


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
    world = parsed(data, name, "map")
    n_rows, n_cols = _size(world, name)
    paint = Paint(name, n_rows, n_cols, whole(world, "tilewidth"), whole(world, "tileheight"))
    if paint.tile_width < 1 or paint.tile_height < 1:
        raise file_error(name, "the map does not give the size of its tiles", "save it again in Tiled")
    rest = _own(world, paint)
    tilesets = Tilesets(world, paint)
    layers = list(_layers(world, paint))
    names = [_name(layer.record) for layer in layers if layer.record.get("type") == "tilelayer"]
    if len(names) * n_rows * n_cols > MAX_CELLS:
        message = f"the {len(names):,} tile layers have more than {MAX_CELLS:,} cells together"
        raise file_error(name, message, "delete layers, or make the map smaller")
    obstacles: list[dict[str, Any]] = []
    for layer in layers:
        if layer.record.get("type") == "tilelayer":
            _lay_tiles(layer, paint)
        elif layer.record.get("type") == "objectgroup":
            obstacles += lay_objects(layer.record, layer.of_layer, tilesets, paint)
        elif layer.record.get("type") == "imagelayer":
            paint.left_out(f"the image {layer.title}")
        else:
            paint.left_out(f"{layer.title}, whose type is not known")
    rows, notes = paint.rows(), _notes(paint, names, len(obstacles))
    _refuse_missing(rows, notes, layers, paint)
    rest |= {"legend": paint.legend()} if paint.legend() else {}
    rest |= {"obstacles": obstacles} if obstacles else {}
    notes, rest = suited(rows, notes, rest)
    return Foreign(document(name, rows, notes, **rest), tuple(notes))


def _refuse_missing(rows: list[str], notes: list[str], layers: list[_Layer], paint: Paint) -> None:
    """An error for a map without a start or a goal; it names what was left out, which may have been meant."""
    missing = [
        word for mark, word in ((START, "start"), (GOAL, "goal")) if not any(mark in row for row in rows)
    ]
    if missing:
        passed = [note for note in notes if note.startswith(("Tiles without", "Tileset", "Left out"))]
        named = listed([shown(_name(layer.record)) for layer in layers])
        hint = [f"give a tile or an object the class “{missing[0]}”", *passed]
        hint += [f"The map's layers: {named}."] if layers else []
        raise file_error(paint.name, f"no {' and no '.join(missing)} on the board", "\n".join(hint))


def _size(world: dict[str, Any], name: str) -> tuple[int, int]:
    """Rows and columns of a map of a supported kind."""
    orientation = world.get("orientation")
    if orientation != "orthogonal":
        kind = orientation if orientation in ("isometric", "hexagonal", "staggered") else None
        message = f"{kind} maps are not supported" if kind else "this map has an unknown orientation"
        raise file_error(name, message, "only orthogonal maps are read: their cells are squares in rows")
    if truth_of(world.get("infinite")):
        raise file_error(name, *INFINITE)
    n_rows, n_cols = whole(world, "height"), whole(world, "width")
    if not (0 < n_rows <= MAX_SIDE and 0 < n_cols <= MAX_SIDE):
        raise file_error(name, f"the map has {n_rows:,} × {n_cols:,} cells", SIZE_HINT)
    return n_rows, n_cols


def _own(world: dict[str, Any], paint: Paint) -> dict[str, Any]:
    """The map's properties that are keys of a level."""
    said: dict[str, Any] = {}
    for record in properties_of(world):
        key, value = record.get("name"), record.get("value")
        if key in OWN:
            words = [word.strip() for word in value.split(",")] if isinstance(value, str) else value
            said[str(key)] = words if key == "actions" else value
        elif key != "legend":
            paint.left_out(f"the map's property {shown(key)}")
    return said


def _layers(parent: dict[str, Any], paint: Paint) -> Iterator[_Layer]:
    """All layers that are no groups, the lowest first."""
    waiting = [(layer, OfLayer(), 1) for layer in reversed(table(parent, "layers")[: MAX_LAYERS + 1])]
    count = 0
    while waiting:
        layer, around, depth = waiting.pop()
        count += 1
        if count > MAX_LAYERS or depth > MAX_GROUPS:
            message = f"the map has more than {MAX_LAYERS:,} layers, or groups more than {MAX_GROUPS} deep"
            raise file_error(paint.name, message, "merge layers")
        is_group = layer.get("type") == "group"
        title = f"{'group' if is_group else 'layer'} {shown(_name(layer))}"
        _tell(layer, title, paint)
        inside = _of_layer(layer, title, around, paint)
        if is_group:
            waiting += [(inner, inside, depth + 1) for inner in reversed(table(layer, "layers"))]
        else:
            yield _Layer(layer, title, inside)


def _name(layer: dict[str, Any]) -> str:
    """The name of a layer in messages."""
    return str(layer.get("name") or layer.get("id") or "without a name")


def _tell(layer: dict[str, Any], title: str, paint: Paint) -> None:
    """Notes on properties of a layer or group that Tiled shows and we ignore."""
    if truth_of(layer.get("visible")) is False:
        paint.notes.append(f"The hidden {title} counts like any other.")
    shift = [number(layer, key) for key in ("offsetx", "offsety")]
    cells = [number(layer, key) for key in ("x", "y")]
    if any(shift) or any(cells):
        by = f"{shift[0]:g} and {shift[1]:g} pixels" if any(shift) else f"{cells[0]:g} and {cells[1]:g} cells"
        sentence = f"The {title} is read unshifted, though it is shifted by {by} right and down."
        paint.notes.append(sentence)
    if any(layer.get(key) is not None and number(layer, key) != 1 for key in ("parallaxx", "parallaxy")):
        paint.notes.append(f"The {title} is read as if it scrolled with the rest.")


def _of_layer(layer: dict[str, Any], title: str, around: OfLayer, paint: Paint) -> OfLayer:
    """The meaning that a layer or a group gives to its content, inherited from the group around it."""
    said = {"class": layer.get("class"), "properties": layer.get("properties")}
    char, name = paint.meaning(said, title), str(layer.get("name") or "")
    sounding = name if look_of(name) else around.sounding
    if not char:
        return OfLayer(around.char, sounding, around.reason)
    reason = paint.sounding(said, title)
    return OfLayer(char, sounding, f"{reason} of {title}" if reason else "")


def _lay_tiles(layer: _Layer, paint: Paint) -> None:
    """Paint what a layer's tiles mean; tiles without a meaning take the layer's."""
    record, title = layer.record, f"layer {_name(layer.record)}"[:60]
    shape = paint.n_rows, paint.n_cols
    for key, side in (("height", shape[0]), ("width", shape[1])):
        if key in record and whole(record, key) != side:
            message = f"{title}: its {key} is {whole(record, key):,}, the map's is {side:,}"
            raise file_error(paint.name, message, "a layer is as large as the map")
    if "chunks" in record:
        raise file_error(paint.name, f"{title}: its cells are kept in chunks, {INFINITE[0]}", INFINITE[1])
    cells = cells_of(record, title, shape, paint.name)
    numbers, places, counts = np.unique(cells, return_inverse=True, return_counts=True)
    chars = np.full(len(numbers), "", dtype="<U1")
    for index, (tile, count) in enumerate(zip(numbers.tolist(), counts.tolist(), strict=True)):
        chars[index], reason = _of_tile(tile, layer.of_layer, paint)
        if reason:
            paint.because[reason] = None
        if tile and not chars[index]:
            paint.unknown[tile] += count
    paint.put((slice(0, shape[0]), slice(0, shape[1])), chars[places.reshape(shape)], title)


def _of_tile(tile: int, of_layer: OfLayer, paint: Paint) -> tuple[str, str]:
    """The character of our map for a tile number, and the reason if it blocks only by its words."""
    if tile in paint.tiles:
        return paint.tiles[tile], paint.reasons.get(tile, "")
    if not tile:
        return "", ""
    if of_layer.char:
        return of_layer.char, of_layer.reason
    if of_layer.sounding:
        return paint.by_sound(
            of_layer.sounding
        ), f"the contents of the layer named {shown(of_layer.sounding)}"
    return "", ""


def _notes(paint: Paint, layers: list[str], n_movers: int) -> list[str]:
    """Notes on the map as a whole, after those on its parts."""
    movers = f" and {counted(n_movers, 'moving obstacle')}" if n_movers else ""
    names = f" ({listed([shown(name) for name in layers])})" if any(layers) else ""
    tiled = f"{counted(len(layers), 'tile layer')}{names}"
    notes = [f"Read as a Tiled map with {tiled}{movers}; pictures are not used."]
    parts = list(dict.fromkeys(paint.notes))
    notes += parts[:MOST_NOTES]
    if len(parts) > MOST_NOTES:
        notes.append(f"There are {len(parts) - MOST_NOTES:,} more notes such as these.")
    if paint.because:
        named = listed(list(paint.because))
        notes.append(
            f"Read as blocking by words or shapes: {named}. The property “blocks”, false, overrides this."
        )
    if paint.across:
        notes.append(ACROSS.format(counted(paint.across, "object")))
    if paint.opened:
        notes.append(
            f"On {counted(paint.opened, 'cell')} open ground lies above a blocking tile, and counts."
        )
    if paint.unknown:
        named = listed([_unknown(n, count, paint) for n, count in sorted(paint.unknown.items())], 6)
        notes.append(NO_MEANING.format(named))
    if paint.others:
        notes.append(LEFT_OUT.format(listed(list(paint.others))))
    return notes


def _unknown(tile: int, count: int, paint: Paint) -> str:
    """A tile without a meaning: its number, its class if it has one, and its count."""
    said = f" ({paint.described_as[tile]})" if tile in paint.described_as else ""
    return f"number {tile}{said} on {counted(count, 'cell')}"

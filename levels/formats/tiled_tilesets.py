"""Tilesets of a Tiled map: what its tiles mean, and how its objects show them."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from levels.files.problems import LevelError, shown
from levels.files.text import file_error
from levels.formats.drawing import MEANINGS
from levels.formats.tiled_board import BLOCKING, Paint, table, whole
from levels.formats.tiled_cells import FLAGS
from levels.formats.tiled_files import beside, reason_of
from levels.formats.tiled_words import blocks_of, called, class_of, properties_of, property_of
from levels.model.board import GOAL, START

MAX_TILESETS = 100
OF_TEMPLATES, EACH = 1 << 27, 1 << 16
"""First tile number for the tilesets of templates, above all numbers of a map."""
ALIGNMENTS = {
    "unspecified": (0.0, 1.0),
    "topleft": (0.0, 0.0),
    "top": (0.5, 0.0),
    "topright": (1.0, 0.0),
    "left": (0.0, 0.5),
    "center": (0.5, 0.5),
    "right": (1.0, 0.5),
    "bottomleft": (0.0, 1.0),
    "bottom": (0.5, 1.0),
    "bottomright": (1.0, 1.0),
}
"""Object alignment → which point of its picture an object's place is, as shares of width and height.

Unspecified is bottom left on orthogonal maps, the only ones that are read.
"""
ENTRY = re.compile(r"\s*([0-9]{1,10})\s*=\s*(\w{1,32})\s*")


@dataclass(frozen=True)
class Showing:
    """How objects show a tileset's tiles: which point is their place, and their size if they give none."""

    anchor: tuple[float, float]
    width: int
    height: int


class Tilesets:
    """The tilesets of a map, and the templates of its objects."""

    def __init__(self, world: dict[str, Any], paint: Paint) -> None:
        """Read all tilesets of a map into the meanings of its tiles.

        Raises:
            LevelError: there are too many, or one contradicts itself.
        """
        self._paint = paint
        self._showing: dict[int, Showing | None] = {}
        self._templates: dict[str, dict[str, Any]] = {}
        tilesets = table(world, "tilesets")
        if len(tilesets) > MAX_TILESETS:
            message = f"the map has more than {MAX_TILESETS} tilesets"
            raise file_error(paint.name, message, "delete those not used")
        for tileset in tilesets:
            self._take(tileset, whole(tileset, "firstgid"), paint.name)
        _read_legend(world, paint)

    def showing(self, record: dict[str, Any]) -> Showing:
        """How an object shows its tile.

        Raises:
            LevelError: its tileset could not be read, so that its place is not known.
        """
        firsts = sorted(self._showing)
        at = bisect_right(firsts, whole(record, "gid") & ~FLAGS)
        found = self._showing[firsts[at - 1]] if at else Showing(ALIGNMENTS["unspecified"], 0, 0)
        if found is None:
            message = f"where {called(record)} lies is not known, since its tileset is not read"
            raise file_error(
                self._paint.name, message, "put the tileset next to the map, or draw a rectangle"
            )
        return found

    def whole_object(self, record: dict[str, Any]) -> dict[str, Any]:
        """An object with what it has from its template, if it is made from one.

        Raises:
            LevelError: the template can't be read.
        """
        source = record.get("template")
        if not source:
            return record
        if str(source) not in self._templates:
            self._templates[str(source)] = self._template(source, record)
        base = self._templates[str(source)]
        own = {entry.get("name"): entry for entry in properties_of(record)}
        properties = {entry.get("name"): entry for entry in properties_of(base)} | own
        return base | record | {"properties": list(properties.values())}

    def _template(self, source: Any, record: dict[str, Any]) -> dict[str, Any]:
        """The object of a template, the number of its tile counted as in the map."""
        if len(self._templates) == MAX_TILESETS:
            message = f"the map's objects are made from more than {MAX_TILESETS} templates"
            raise file_error(self._paint.name, message, "detach objects from their templates")
        try:
            said, path = beside(source, self._paint.name, "template")
        except LevelError as error:
            message = f"{called(record)} is made from {shown(source)}, which is not read ({reason_of(error)})"
            hint = "put the template there, or detach the object from it in Tiled"
            raise file_error(self._paint.name, message, hint) from None
        base = next(iter(table(said, "objects") or _one(said, "object")), {}).copy()
        if base.get("gid"):
            tileset = next(iter(table(said, "tilesets") or _one(said, "tileset")), {})
            first = OF_TEMPLATES + EACH * len(self._templates)
            self._take(tileset, first, path)
            number = whole(base, "gid")
            base["gid"] = (number & FLAGS) | (number & ~FLAGS) - whole(tileset, "firstgid") + first
        return base

    def _take(self, tileset: dict[str, Any], first: int, name: str) -> None:
        """The meanings of one tileset's tiles; an external tileset that can't be read becomes a note."""
        paint, source = self._paint, tileset.get("source")
        if source:
            try:
                tileset, _ = beside(source, name, "tileset")
            except LevelError as error:
                sentence = f"Tileset {shown(source)} is not read ({reason_of(error)})"
                paint.notes.append(f"{sentence}: its tiles have no classes here.")
                self._showing[first] = None
                return
        said = tileset.get("objectalignment") or "unspecified"
        if said not in ALIGNMENTS:
            message = (
                f"the object alignment {shown(said)} of tileset {shown(tileset.get('name', ''))} is not known"
            )
            raise file_error(paint.name, message, f"it is one of {', '.join(ALIGNMENTS)}")
        size = whole(tileset, "tilewidth"), whole(tileset, "tileheight")
        self._showing[first] = Showing(ALIGNMENTS[said], *size)
        offset = tileset.get("tileoffset")
        if isinstance(offset, dict) and (whole(offset, "x") or whole(offset, "y")):
            sentence = f"The tiles of {shown(tileset.get('name', ''))} are read unshifted."
            paint.notes.append(sentence)
        for tile in _tiles(tileset):
            self._take_tile(tile, first + whole(tile, "id"), tileset)

    def _take_tile(self, tile: dict[str, Any], number: int, tileset: dict[str, Any]) -> None:
        """The meaning of a tile by its class, its properties and its shapes of the collision editor."""
        paint = self._paint
        what = f"tile {whole(tile, 'id')} of tileset {shown(tileset.get('name', ''))}"
        char, reason = paint.meaning(tile, what), paint.sounding(tile, what)
        if _has_shape(tile, what, paint.name) and char not in (START, GOAL):
            said = blocks_of(tile, what, paint.name)
            if said is None and char and char not in BLOCKING and not paint.is_own(char):
                message = (
                    f"{what} is of class {shown(class_of(tile))}, which is open, and has a collision shape"
                )
                raise file_error(paint.name, message, "give it the property “blocks”, true or false")
            if said is None and not char:
                char = paint.own_character(class_of(tile), blocks=True)
                reason = f"the collision shape of {what}"
        if char:
            paint.tiles[number] = char
            paint.reasons |= {number: reason} if reason else {}
        elif class_of(tile):
            paint.described_as[number] = f"class {shown(class_of(tile))}"
        elif properties_of(tile):
            paint.described_as[number] = f"property {shown(properties_of(tile)[0].get('name'))}"


def _one(record: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The record at a key, in a list; empty if it is no record."""
    return [record[key]] if isinstance(record.get(key), dict) else []


def _tiles(tileset: dict[str, Any]) -> list[dict[str, Any]]:
    """The tiles described in a tileset; old files in JSON keep them in an object, by number."""
    tiles, old = tileset.get("tiles"), tileset.get("tileproperties")
    found = {str(tile.get("id")): tile for tile in table(tileset, "tiles")}
    if isinstance(tiles, dict):
        found = {key: tile | {"id": key} for key, tile in tiles.items() if isinstance(tile, dict)}
    for key, said in old.items() if isinstance(old, dict) else ():
        found[key] = {"id": key, **found.get(key, {}), "properties": said}
    return list(found.values())


def _has_shape(tile: dict[str, Any], what: str, name: str) -> bool:
    """Whether the tile has an area of the collision editor that is not marked as open."""
    group = tile.get("objectgroup")
    shapes = table(group, "objects") if isinstance(group, dict) else []
    return any(
        not shape.get("point") and blocks_of(shape, f"a shape of {what}", name) is not False
        for shape in shapes
    )


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
        paint.reasons.pop(int(entry[1]), None)

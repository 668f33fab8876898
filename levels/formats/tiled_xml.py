"""XML → the shape of Tiled's JSON, so that both are read alike; no entity is expanded or fetched."""

from dataclasses import dataclass
from typing import Any
from xml.parsers import expat

from levels.files.collector import collector_paused
from levels.files.problems import LevelError, Problem
from levels.files.text import file_error

MAX_DEPTH = 32
MAX_ELEMENTS = 100_000
LISTS = {"tileset": "tilesets", "tile": "tiles", "object": "objects"}
"""Elements of which an element may have several → the list in which JSON keeps them."""
LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
"""Elements that are layers → the type that JSON gives them."""
SHAPES = ("point", "ellipse", "text", "capsule")


@dataclass(slots=True)
class _Element:
    """One element: its name, attributes, children and the text directly in it."""

    tag: str
    attributes: dict[str, str]
    children: list["_Element"]
    text: list[str]


class _RefusedError(Exception):
    """Something in the file that can't be read, as a sentence."""


@collector_paused()
def read_xml(data: bytes, name: str) -> tuple[str, dict[str, Any]]:
    """The name of a document's outermost element, and its content in the shape of JSON.

    Raises:
        LevelError: it is not well-formed, declares entities, or is far too deep or large.
    """
    document = _Element("", {}, [], [])
    open_elements = [document]
    count = 0
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if len(open_elements) > MAX_DEPTH:
            raise _RefusedError(f"elements are nested more than {MAX_DEPTH} levels deep")
        if count > MAX_ELEMENTS:
            raise _RefusedError(f"the file has more than {MAX_ELEMENTS:,} elements")
        element = _Element(tag, attributes, [], [])
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def end(_tag: str) -> None:
        open_elements.pop()

    def text(content: str) -> None:
        open_elements[-1].text.append(content)

    def doctype(_name: str, _system: str | None, _public: str | None, internal: int) -> None:
        if internal:  # old files of Tiled name an outside one, which is not fetched
            raise _RefusedError("declarations in a DOCTYPE, such as entities, are not read")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except _RefusedError as error:
        hint = "save the map again in Tiled"
        raise _at(data, name, parser.CurrentLineNumber, 1, str(error), hint) from None
    except expat.ExpatError as error:
        message = f"this can't be read as XML ({expat.ErrorString(error.code)})"
        raise _at(
            data, name, error.lineno, error.offset + 1, message, "save the map again in Tiled"
        ) from None
    except (ValueError, LookupError):  # an encoding that is not known
        raise file_error(name, "the file is in an encoding that can't be read", "save it as UTF-8") from None
    root = document.children[0]
    return root.tag, _as_json(root)


def _as_json(element: _Element) -> dict[str, Any]:
    """An element as the object that JSON has for it; all numbers are still text."""
    said: dict[str, Any] = dict(element.attributes)
    for child in element.children:
        if child.tag == "properties":
            said["properties"] = [_property(entry) for entry in child.children]
        elif child.tag in LAYERS:
            if element.tag in ("map", "group"):
                said.setdefault("layers", []).append(_as_json(child) | {"type": LAYERS[child.tag]})
            elif element.tag == "tile" and child.tag == "objectgroup":  # its shapes of the collision editor
                said["objectgroup"] = _as_json(child)
        elif child.tag == "data":
            said |= _data(child)
        elif child.tag in ("polyline", "polygon"):
            said[child.tag] = _points(child.attributes.get("points", ""))
        elif child.tag == "tileoffset":
            said[child.tag] = dict(child.attributes)
        elif child.tag in SHAPES:
            said[child.tag] = True
        elif child.tag in LISTS:
            key = LISTS[child.tag]
            said[key] = [] if not isinstance(said.get(key), list) else said[key]
            said[key].append(_as_json(child))
    return said


def _property(entry: _Element) -> dict[str, Any]:
    """A property; a text of several lines is in the element, not in an attribute."""
    return {"value": "".join(entry.text), **entry.attributes}


def _data(element: _Element) -> dict[str, Any]:
    """The cells of a layer: text, or a list where each is an element of its own."""
    said: dict[str, Any] = {
        key: element.attributes.get(key, "csv" if key == "encoding" else "")
        for key in ("encoding", "compression")
    }
    if any(child.tag == "chunk" for child in element.children):
        said["chunks"] = []
    tiles = [child.attributes.get("gid", "0") for child in element.children if child.tag == "tile"]
    return said | {"data": ",".join(tiles) if tiles else "".join(element.text)}


def _points(text: str) -> list[dict[str, str]]:
    """Points such as `0,0 32,0`; a half one is left as text that no number is read from."""
    pairs = (pair.partition(",") for pair in text.split())
    return [{"x": x, "y": y} for x, _, y in pairs]


def _at(data: bytes, name: str, line: int, column: int, message: str, hint: str) -> LevelError:
    text = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return LevelError(name, text, [Problem(line, column, message, hint)])

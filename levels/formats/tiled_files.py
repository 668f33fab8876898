"""Files of Tiled, XML or JSON, in the shape of its JSON: maps, with their tilesets and templates."""

import json
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from levels.files.collector import collector_paused
from levels.files.problems import LevelError, Problem, shown
from levels.files.reading import read_bytes
from levels.files.text import decode, file_error
from levels.formats.tiled_xml import read_xml

AGAIN = "save it again in Tiled"
PARTS = {
    "tileset": "this is a tileset of Tiled, not a map",
    "template": "this is a template of Tiled, not a map",
    "world": "this is a world of Tiled, which places several maps, not a map",
}
"""Other files of Tiled → the hint if one is opened as a map."""


def parsed(data: bytes, name: str, kind: str) -> dict[str, Any]:
    """The document of a file in the shape of Tiled's JSON.

    Args:
        data: the file.
        name: of the file.
        kind: what it must be: map, tileset or template.

    Raises:
        LevelError: it can't be read, or is something else.
    """
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
        tag, said = read_xml(data, name)
    else:
        said = _json(data, name)
        tag = str(said["type"]) if isinstance(said.get("type"), str) and said["type"] in PARTS else kind
        tag = "tileset" if kind == "map" and "tilecount" in said and "layers" not in said else tag
    if tag != kind:
        message = f"this is not a {kind} of Tiled: its outermost element is {shown(tag)}"
        raise file_error(name, PARTS.get(tag, message), f"open the {kind}, which Tiled saves as .tmx")
    return said


def beside(source: Any, name: str, kind: str) -> tuple[dict[str, Any], str]:
    """A tileset or a template that a file names relative to its folder, and the name of that file.

    Raises:
        LevelError: there is none, it can't be read, or it is named by its whole path.
    """
    said = source if isinstance(source, str) else ""
    path = str(Path(name).parent / said)
    if not said or PurePosixPath(said).is_absolute() or PureWindowsPath(said).anchor:
        raise file_error(name, f"it is named by its full path, not from the {kind}'s folder")
    return parsed(read_bytes(Path(path)), path, kind), path


def reason_of(error: LevelError) -> str:
    """Why a file could not be read, for a sentence about the file that needs it."""
    return error.problems[0].message


def _json(data: bytes, name: str) -> dict[str, Any]:
    text = decode(data, name)
    try:
        with collector_paused():
            said = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"this can't be read as JSON ({error.msg.lower()})"
        raise LevelError(name, text, [Problem(error.lineno, error.colno, message, AGAIN)]) from None
    except (RecursionError, ValueError):  # brackets in brackets; a number of thousands of digits
        raise file_error(name, "this JSON is too deep or too large", AGAIN) from None
    if not isinstance(said, dict):
        raise file_error(name, "this JSON is not a Tiled file", AGAIN)
    return said

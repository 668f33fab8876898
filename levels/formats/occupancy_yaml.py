"""The YAML file of ROS's map_server next to an occupancy picture: thresholds, start and goal.

Start and goal are two keys of ours that map_server ignores: `start: [2, 0]`, row and column from 0.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath

from levels.files.problems import LevelError, Problem, shown
from levels.files.reading import is_there, read_bytes
from levels.files.strict_yaml import Document, Span, SyntaxFault, read_yaml
from levels.files.text import decode
from levels.model.board import Cell

DESCRIBED = re.compile(r"^image[ ]*:", re.MULTILINE)
OURS = re.compile(r"^(format|map)[ ]*:", re.MULTILINE)
OCCUPIED, FREE = 0.65, 0.196
"""map_server's default thresholds, used if no file gives them."""
CELL = re.compile(r"\s*\[?\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*\]?\s*")


@dataclass(frozen=True, eq=False)
class Description:
    """The content of a picture's YAML file; the defaults are for a picture without one.

    Attributes:
        name, text: of the file; "" where there is none.
        document: the place of each of its values.
        occupied, free: probabilities above which a cell is occupied, below which it is free.
        negate: whether white is occupied and black free.
        scale: whether the mode is `scale`, in which transparent pixels are unknown.
        places: start and goal, as far as they are given.
    """

    name: str = ""
    text: str = ""
    document: Document = field(default_factory=Document)
    occupied: float = OCCUPIED
    free: float = FREE
    negate: bool = False
    scale: bool = False
    places: dict[str, Cell] = field(default_factory=dict)

    def error(self, key: str, message: str, hint: str) -> LevelError:
        """An error at the value of a key."""
        span = self.document.values.get((key,), Span(0, 0))
        problem = Problem(span.line + 1, span.column + 1, message, hint, span.length)
        return LevelError(self.name, self.text, [problem])


def is_description(text: str) -> bool:
    """Whether a text is the YAML file of an occupancy picture, and no level of ours."""
    return DESCRIBED.search(text) is not None and OURS.search(text) is None


def described(text: str, name: str) -> Description:
    """The content of a picture's YAML file.

    Raises:
        LevelError: it has an error, or a mode without thresholds.
    """
    try:
        doc = read_yaml(text)
    except SyntaxFault as fault:
        raise LevelError(name, text, [fault.problem]) from None
    if doc.problems or not isinstance(doc.data, dict):
        none = Problem(1, 1, "this does not describe an occupancy picture", "write “image: map.pgm”")
        raise LevelError(name, text, doc.problems or [none])
    data, blank = doc.data, Description(name, text, doc)
    mode = data.get("mode", "trinary")
    if mode not in ("trinary", "scale", "Trinary", "Scale"):
        message = f"the mode {shown(mode)} is not read: its pixels have no thresholds"
        raise blank.error("mode", message, "write “mode: trinary” and the thresholds you mean")
    occupied = _share(blank, "occupied_thresh", OCCUPIED)
    free = _share(blank, "free_thresh", FREE)
    if free > occupied:
        message = f"free_thresh ({free:g}) is above occupied_thresh ({occupied:g})"
        raise blank.error("free_thresh", message, "cells between the two are unknown")
    negate = data.get("negate", 0)
    if negate not in (0, 1):  # True and False are 1 and 0
        raise blank.error("negate", f"negate is {shown(negate)}", "write 0 or 1")
    places = {key: _cell(blank, key) for key in ("start", "goal") if key in data}
    return Description(name, text, doc, occupied, free, bool(negate), str(mode).lower() == "scale", places)


def _share(said: Description, key: str, default: float) -> float:
    value = said.document.data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise said.error(key, f"{key} is {shown(value)}", "it is a probability, from 0 to 1")
    return float(value)


def _cell(said: Description, key: str) -> Cell:
    value = said.document.data[key]
    found = CELL.fullmatch(str(value)) if isinstance(value, str | list) else None
    if not found:
        hint = f"write “{key}: [2, 0]”, row and column from 0"
        raise said.error(key, f"this is not a cell: {shown(value)}", hint)
    return int(found[1]), int(found[2])


def picture_of(said: Description, notes: list[str]) -> Path:
    """The picture that a YAML file names; one named by its whole path is looked for next to the file.

    Raises:
        LevelError: it names none, or one that is not there.
    """
    value = said.document.data.get("image")
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise said.error("image", "the picture is not named", "write “image: map.pgm”")
    folder = Path(said.name).parent
    if PurePosixPath(value).is_absolute() or PureWindowsPath(value).anchor or "://" in value:
        value = _base(value)
        notes.append(f"The picture is named by its full path; {shown(value)} next to the file is used.")
    if not is_there(folder / value):
        message = f"the picture {shown(value)} does not exist"
        raise said.error("image", message, f"put it into {folder}, or write its name here")
    return folder / value


def _base(name: str) -> str:
    """The name of a file without its folders, as any system writes them."""
    return PureWindowsPath(PurePosixPath(name).name).name


def beside(path: Path, notes: list[str]) -> Description:
    """The content of the YAML file next to a picture with the same name; unrelated files are ignored.

    Raises:
        LevelError: it has a mistake.
    """
    for ending in (".yaml", ".yml"):
        file = path.with_suffix(ending)
        if not is_there(file):
            continue
        text = decode(read_bytes(file), str(file))
        if not is_description(text):
            continue
        said = described(text, str(file))
        image = said.document.data.get("image")
        if isinstance(image, str) and _base(image).casefold() == path.name.casefold():
            return said
        notes.append(f"{file.name} next to it describes another picture, {shown(image)}, and is not used.")
    return Description()

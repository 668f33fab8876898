"""Occupancy pictures: each pixel a cell, with the YAML file of ROS's map_server.

Either file may be opened; a picture alone lacks start and goal, which are asked for.
"""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levels.files.problems import LevelError, Problem, shown
from levels.files.reading import is_there, read_bytes
from levels.files.text import decode, file_error
from levels.formats.foreign import Foreign, document, listed, suited
from levels.formats.occupancy_yaml import Description, beside, described, is_description, picture_of
from levels.formats.pictures import Picture, decode_picture, is_picture
from levels.model.board import GOAL, START, Cell

ENDINGS = (".pgm", ".pbm", ".ppm", ".pnm", ".png")
KEYS = ("image", "occupied_thresh", "free_thresh", "negate", "mode", "start", "goal", "resolution", "origin")
"""Keys of the YAML file that are read or don't concern cells."""
SAVED_UNKNOWN = 205
"""The grey of unknown cells in pictures that map_server saves."""


class UnplacedError(LevelError):
    """A board without a start or a goal; an editor can place them.

    Attributes:
        board: our document of it, without them.
    """

    def __init__(self, name: str, message: str, hint: str, free: NDArray[np.bool_]) -> None:
        super().__init__(name, "", [Problem(1, 1, message, hint)])
        self.board = document(name, _rows(free, {}), [])
        self._given = name, message, hint, free

    def __reduce__(self) -> tuple[type[LevelError], tuple[Any, ...]]:
        """Survive pickling between processes."""
        return type(self), self._given


def fits(text: str) -> bool:
    """Whether a file is a picture, or describes one."""
    return is_picture(text) or is_description(text)


def read(data: bytes, name: str) -> Foreign:
    """The board in an occupancy picture, opened directly or through its YAML file.

    Raises:
        UnplacedError: start or goal is not given.
        LevelError: one of the two files can't be read, or start or goal is on a blocked cell.
    """
    notes: list[str] = []
    if not is_picture(data[:200].decode("latin-1")) and is_description(data.decode("utf-8", "replace")):
        said = described(decode(data, name), name)
        path = picture_of(said, notes)
        data = read_bytes(path)
    else:
        path = Path(name)
        said = beside(path, notes)
    free = _free(decode_picture(data, str(path)), said, str(path), notes)
    _refuse_unplaced(free, said, path)
    places = {_place(key, free, said): mark for key, mark in (("start", START), ("goal", GOAL))}
    if len(places) == 1:
        raise said.error("goal", "start and goal are the same cell", "choose another one")
    rows = _rows(free, places)
    notes, rest = suited(rows, notes, {})
    return Foreign(document(name, rows, notes, **rest), tuple(notes))


def _rows(free: NDArray[np.bool_], places: dict[Cell, str]) -> list[str]:
    """Rows of our map, with marks at some cells."""
    cells = np.where(free, ".", "#")
    for cell, mark in places.items():
        cells[cell] = mark
    return ["".join(row) for row in cells.tolist()]


def _free(picture: Picture, said: Description, name: str, notes: list[str]) -> NDArray[np.bool_]:
    """(rows, columns) bool: the cells that are free, as map_server finds them; notes on how.

    Raises:
        LevelError: a pixel is transparent where that has no agreed meaning.
    """
    unseen = picture.transparent
    if unseen.any() and not said.scale:
        row, col = np.argwhere(unseen)[0].tolist()
        message = f"the pixel at row {row}, column {col} is transparent, which programs read differently"
        hint = "save it without transparency, or write “mode: scale” into its YAML file, by which it blocks"
        raise file_error(name, message, hint)
    share = picture.grey / 255 if said.negate else (255 - picture.grey) / 255
    free = (share < said.free) & ~unseen
    occupied = (share > said.occupied) & ~unseen
    unknown = ~free & ~occupied
    rows, cols = free.shape
    counts = f"{free.sum():,} free, {occupied.sum():,} occupied, {unknown.sum():,} unknown"
    notes.insert(0, f"Read as an occupancy picture, a pixel a cell: {rows} × {cols} cells, {counts}.")
    if unknown.any():
        notes.append("Unknown cells (between the thresholds) block like occupied ones.")
    data = said.document.data or {}
    if not said.negate and (free & (picture.grey == SAVED_UNKNOWN)).any():
        notes.append(
            f"Grey {SAVED_UNKNOWN}, which map_server saves for unknown, counts as free by free_thresh."
        )
    colour = "white" if said.negate else "black"
    thresholds = f"more than {said.occupied:g} {colour} is occupied, less than {said.free:g} free"
    untold = [key for key in ("occupied_thresh", "free_thresh") if key not in data]
    whose = f"; {' and '.join(untold)} by map_server's default" if untold else ""
    notes.append(f"Thresholds: {thresholds}{whose}.")
    origin = data.get("origin")
    if isinstance(origin, list) and origin[2:] not in ([], [0], [0.0]):
        notes.append("The rotation of the origin (yaw) is ignored: the picture is read as it is.")
    others = [f"the key {shown(key)}" for key in data if key not in KEYS]
    if others:
        notes.append(f"Left out: {listed(others)}.")
    return free


def _refuse_unplaced(free: NDArray[np.bool_], said: Description, path: Path) -> None:
    """Asks for a missing start or goal, with two possible cells as an example.

    Raises:
        UnplacedError: one of them is not given.
        LevelError: no cell is free.
    """
    rows, cols = free.shape
    if not free.any():
        message = f"this is an occupancy picture of {rows} × {cols} cells, and by its thresholds none is free"
        raise file_error(str(path), message, "set free_thresh or negate in the YAML file next to it")
    missing = [key for key in ("start", "goal") if key not in said.places]
    if not missing:
        return
    what = f"{' and its '.join(missing)} {'is' if len(missing) == 1 else 'are'}"
    message = f"this is an occupancy picture of {rows} × {cols} cells, and its {what} missing"
    file = Path(said.name or _unused(path)).name
    example = dict(zip(("start", "goal"), _two_cells(free), strict=True))
    lines = [] if said.name else [f"image: {path.name}"]
    lines += [f"{key}: [{example[key][0]}, {example[key][1]}]" for key in missing]
    begin = f"add such lines to {file}" if said.name else f"write such a file {file} next to it"
    where = "row and column of a free cell, from 0 at the top left"
    raise UnplacedError(str(path), message, "\n".join([f"{begin}, and open it ({where}):", *lines]), free)


def _unused(path: Path) -> Path:
    """A name for the YAML file next to a picture that no file has yet."""
    names = (path.with_suffix(".yaml"), *(path.with_name(f"{path.stem}_{n}.yaml") for n in range(2, 100)))
    return next((name for name in names if not is_there(name)), names[0])


def _two_cells(free: NDArray[np.bool_]) -> tuple[Cell, Cell]:
    """Both ends of the longest run of free cells in a row, so that there is a path between them."""
    edges = np.diff(np.pad(free, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    begins, ends = np.argwhere(edges == 1), np.argwhere(edges == -1)
    longest = int(np.argmax(ends[:, 1] - begins[:, 1]))
    row, first = begins[longest].tolist()
    return (row, first), (row, int(ends[longest][1]) - 1)


def _place(key: str, free: NDArray[np.bool_], said: Description) -> Cell:
    """The cell of the start or the goal.

    Raises:
        LevelError: it lies outside, or is not free.
    """
    row, col = said.places[key]
    rows, cols = free.shape
    wrong = f"outside the picture of {rows} × {cols} cells"
    if row < rows and col < cols:
        wrong = "" if free[row, col] else "on a cell that is not free"
    if wrong:
        message = f"the {key} [{row}, {col}] lies {wrong}"
        raise said.error(key, message, "write row, column, both counted from 0 at the top left")
    return row, col

"""Files → Level: the one door for text that users write. All problems of a file are reported at once."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import Any

from pydantic import ValidationError

from levels.files.characters import hidden_in, named
from levels.files.problems import Fault, LevelError, Path, Problem, shown
from levels.files.reading import MAX_BYTES, TOO_LARGE, read_bytes
from levels.files.strict_yaml import MAX_LINES, SIZE_HINT, Document, Span, SyntaxFault, read_yaml
from levels.files.text import decode, file_error, plain_lines
from levels.formats import file_of, read_foreign
from levels.formats.foreign import Foreign
from levels.model.checks import check_level
from levels.model.level import Level
from levels.text.map_block import MAP_HINT, bare_drawing, cell_span, explain_map, map_region
from levels.text.sentences import ELSEWHERE, document_path, fault_of, records_of

HERE = FilePath()
BUILTIN = FilePath(__file__).parents[1] / "builtin"
GRIDS = tuple(f"grid_{size}" for size in range(4, 10))
STUDIED = ("crossy_road", "maze_15", "patrol_15x9", "dead_end", "patience", *GRIDS)
"""Built-in levels that the figures and studies of docs/paper.md are about."""
ORDER = (
    "crossy_road",
    *("first_road", "maze_15", "patrol_15x9", "courtyard", "river", "night_watch", "niches"),
    *("tram", "crossroads", "dead_end", "roundabout", "trains"),
    *("patience", "rush_hour", "motorway", "big_city"),
    *("log_river", "ferry", "turtles", "river_road"),
    *("late_train", "late_road", "late_rush_hour", "grand_crossing"),
    *GRIDS,
)
"""Built-in levels in the order in which they are listed; others in the folder follow by their names.

Which of them stands under which heading of the menu is listed in `game/screens/menu/groups.py`.
"""

NEEDS = {
    "map": ("legend",),
    "obstacles": ("map", "legend"),
    "rewards": ("learning",),
    "learning": ("rewards",),
}
"""Blocks without which nothing can be said about a block."""
OPEN_TILE = {"look": "open", "blocks": False}
"""Stands for a tile that the file describes wrongly while the rest is judged."""


def builtin_levels() -> dict[str, FilePath]:
    """The levels that come with the program: name → file, in the order of ORDER."""
    found = {path.stem: path for path in sorted(BUILTIN.glob("*.yaml"))}
    return {name: found[name] for name in (*ORDER, *found) if name in found}


def studied_levels() -> dict[str, FilePath]:
    """The levels of the paper's tables: name → file."""
    return {name: BUILTIN / f"{name}.yaml" for name in STUDIED}


def find_level(name: str, folder: FilePath = HERE) -> FilePath:
    """The file meant by a path in a folder, or by a built-in's name or title; a file that exists comes first.

    Names and titles are compared as `_plain` writes them: “Goods Yard”, “goods_yard” and “trains” are one.

    Raises:
        LevelError: there is neither, or no name.
    """
    if not name:
        raise file_error("level", "no level is named", "name a level file, or a built-in such as crossy_road")
    path, builtins = folder / name, builtin_levels()
    try:
        if file_of(path).exists():
            return path
    except OSError:  # a name that no file can have, a folder that may not be looked into: reading it says so
        return path
    if name in builtins:
        return builtins[name]
    titles = {
        _plain(read_yaml(path.read_text("utf-8")).data["name"]): known for known, path in builtins.items()
    }
    meant = titles | {_plain(known): known for known in builtins}
    if _plain(name) in meant:
        return builtins[meant[_plain(name)]]
    near = difflib.get_close_matches(_plain(name), meant, n=1)
    hint = f"did you mean {meant[near[0]]}?" if near else f"the built-in levels are {', '.join(builtins)}"
    raise file_error(name, "there is no such file, and no built-in level of that name", hint)


def _plain(name: str) -> str:
    """A level's name in small letters, with blanks for underscores and an x for ×."""
    return " ".join(name.casefold().replace("_", " ").replace("×", "x").split())


@dataclass(frozen=True, eq=False)
class LevelFile:
    """A level with the text it came from, so that later findings are reported at their place in it.

    Attributes:
        name: what the user calls the file.
        text: its text.
        document: the place of each of its values.
        notes: sentences on how a file of another format was read, and what of it a level can't hold.
    """

    level: Level
    name: str
    text: str
    document: Document
    notes: tuple[str, ...] = ()

    def error(self, faults: Iterable[Fault]) -> LevelError:
        """The faults as problems of this file."""
        return faulty(self.name, self.text, self.document, faults)


def faulty(name: str, text: str, document: Document, faults: Iterable[Fault]) -> LevelError:
    """The faults of a file as problems at their places in its text."""
    lines = text.split("\n")
    return LevelError(name, text, [problem_of(fault, document, lines) for fault in faults])


def read_level(path: FilePath) -> Level:
    """The level in a file.

    Raises:
        LevelError: the file can't be read or holds no sound level.
    """
    return read_file(path).level


def parse_level(text: str | bytes, name: str) -> Level:
    """The level in a text; arguments and errors as `parse_file`."""
    return parse_file(text, name).level


def read_file(path: FilePath) -> LevelFile:
    """The level in a file, with its text.

    Raises:
        LevelError: the file can't be read or holds no sound level.
    """
    return read_data(read_bytes(file_of(path)), str(path))


def read_data(data: bytes, name: str) -> LevelFile:
    """The level in a file's bytes, of any format.

    Raises:
        LevelError: they hold no sound level.
    """
    foreign = read_foreign(data, name)
    return parse_file(data, name) if foreign is None else _file_of(foreign, name)


def holds_level(path: FilePath) -> bool:
    """Whether a file is a level worth keeping: a readable one, or a YAML file to fix."""
    try:
        read_file(path)
    except LevelError as error:
        return bool(error.text) and path.suffix.lower() in (".yaml", ".yml")
    return True


def parse_file(text: str | bytes, name: str) -> LevelFile:
    """The level in a text, with that text.

    Args:
        text: the file as bytes, or its text.
        name: what to call it in messages.

    Raises:
        LevelError: the text holds no sound level.
    """
    text = text_of(text, name)
    lines = text.split("\n")
    drawing = bare_drawing(lines)
    if drawing:
        raise LevelError(name, text, [drawing])
    try:
        document = read_yaml(text)
    except SyntaxFault as fault:
        hidden = hidden_at(lines, fault.problem.line) or hidden_at(lines, fault.problem.line - 1)
        problem = hidden or _about_map(fault.problem, lines) or fault.problem
        raise LevelError(name, text, [problem]) from None
    problems = list(document.problems)
    data = document.data
    foreign = _no_level(data, text)
    if foreign:
        raise LevelError(name, text, [hidden_at(lines, foreign.line) or foreign, *problems])
    level, faults = _validate(data)
    lost = explain_map(lines)
    block = document.values.get(("map",))
    if lost is None and block and block.style in ("", ">") and isinstance(data["map"], str):
        lost = problem_of(Fault(("map",), "the map is not a block of rows", MAP_HINT), document, lines)
    if lost:
        problems.append(lost)
        faults = [fault for fault in faults if fault.path[0] not in ("map", "obstacles")]
    problems += [problem_of(fault, document, lines) for fault in faults]
    if problems or level is None:
        unseen = {line: hidden_at(lines, line) for line in {problem.line for problem in problems}}
        raise LevelError(name, text, [unseen[problem.line] or problem for problem in problems])
    return LevelFile(level, name, text, document)


def text_of(data: str | bytes, name: str) -> str:
    """A file's text, its lines ended by line feeds alone.

    Raises:
        LevelError: it is too large, or not text in UTF-8.
    """
    if len(data) > MAX_BYTES:
        raise file_error(name, TOO_LARGE, "a level file is small")
    text = plain_lines(decode(data, name) if isinstance(data, bytes) else data)
    if text.count("\n") > MAX_LINES:
        raise file_error(name, f"the file has more than {MAX_LINES:,} lines", SIZE_HINT)
    return text


def _file_of(foreign: Foreign, name: str) -> LevelFile:
    """The level of a file of another format, judged as ours are, with its own text for messages."""
    places: dict[Path, Span] = {("map", row): span for row, span in enumerate(foreign.rows)}
    if foreign.rows:
        places["map",] = foreign.rows[0]
    document = Document(foreign.data, places)
    level, faults = _validate(foreign.data)
    if faults or level is None:
        raise faulty(name, foreign.text, document, faults)
    return LevelFile(level, name, foreign.text, document, foreign.notes)


def hidden_at(lines: list[str], line: int) -> Problem | None:
    """What is invisible on a line (from 1) that has an error: it is the error, or looks like none."""
    col = hidden_in(lines[line - 1]) if 0 < line <= len(lines) else -1
    if col < 0:
        return None
    return Problem(line, col + 1, f"the character {named(lines[line - 1][col])} stands here", "delete it")


def _about_map(problem: Problem, lines: list[str]) -> Problem | None:
    """The explanation of a syntax fault that lies where the map is written."""
    region = map_region(lines)
    if region and region[0] < problem.line <= region[1] + 1:
        return explain_map(lines)
    return None


def _no_level(data: Any, text: str) -> Problem | None:
    """The error if the document is not a level at all: empty, a list, a drawing, another program's file."""
    begin = "a level begins with “format: 1” and “name: …”; the drawing stands below “map: |”"
    if data is None and text.strip():
        return Problem(1, 1, "the file holds nothing but comments", begin)
    if data is None:
        return Problem(1, 1, "the file has only blank lines" if text else "the file is empty", begin)
    if isinstance(data, list):
        return Problem(1, 1, "the file is a list, not a level", begin)
    if not isinstance(data, dict):
        return Problem(1, 1, "the file has no keys, so it is not a level", begin)
    if "map" in data or "format" in data:
        return None
    kind = "; it looks like a Griddly file" if {"Environment", "Objects"} <= set(data) else ""
    said = f"this is not a Safe Crossing level: the keys “format” and “map” are missing{kind}"
    hint = "its keys are " + ", ".join(shown(key) for key in list(data)[:6]) if data else ""
    hint += "; a lesson begins with “lesson: 1”" if "steps" in data else ""
    elsewhere = next((f"; {ELSEWHERE[key]}" for key in data if key in ELSEWHERE), "")
    return Problem(1, 1, said, hint + elsewhere)


def _validate(data: dict[str, Any]) -> tuple[Level | None, list[Fault]]:
    """The level, and what is wrong with it: single values, then whatever of the whole can be judged."""
    try:
        level = Level.model_validate(data)
    except ValidationError as errors:
        records = records_of(errors)
        faults = [fault_of(record, data) for record in records]
        return None, faults + _check_rest(data, [document_path(record["loc"]) for record in records])
    return level, check_level(level)


def _check_rest(data: dict[str, Any], bad: list[Path]) -> list[Fault]:
    """Faults among the parts of a document that are sound in themselves."""
    rest: dict[str, Any] = {"format": 1, "name": "level", "map": "SG"}
    bad_blocks = {path[0] for path in bad if path[0] not in ("obstacles", "legend") or len(path) == 1}
    rest |= {key: value for key, value in data.items() if key not in bad_blocks}
    numbers: list[int] = []
    if "legend" in rest:
        doubtful = dict.fromkeys((path[1] for path in bad if path[0] == "legend"), OPEN_TILE)
        rest["legend"] = {char: tile for char, tile in (rest["legend"] | doubtful).items() if len(char) == 1}
    if "obstacles" in rest:
        bad_items = {path[1] for path in bad if path[0] == "obstacles"}
        numbers = [number for number in range(len(rest["obstacles"])) if number not in bad_items]
        rest["obstacles"] = [rest["obstacles"][number] for number in numbers]
    try:
        level = Level.model_validate(rest)
    except ValidationError:
        return []
    faults = []
    for fault in check_level(level):
        block, path = str(fault.path[0]), fault.path
        if bad_blocks & {block, *NEEDS.get(block, ())}:
            continue
        if block == "obstacles" and isinstance(path[1], int):
            path = (block, numbers[path[1]], *path[2:])
        faults.append(replace(fault, path=path))
    return faults


def problem_of(fault: Fault, document: Document, lines: list[str]) -> Problem:
    """A fault at its place in the file; a missing key is reported where its block begins."""
    path = fault.path
    if path[0] == "map" and len(path) == 3:
        row, col = int(path[1]), int(path[2])
        if isinstance(
            document.data["map"], list
        ):  # another format's, with a span a row where it is a drawing
            place = document.values.get(path[:2])
            line, column = (place.line + 1, place.column + 1 + col) if place else (1, 1)
            return Problem(line, column, fault.message, fault.hint, fault.size, path, (row, col))
        text = str(document.data["map"]).split("\n")[row]
        span = cell_span(lines, document.values["map",], row, text, col)
        return Problem(
            span.line + 1, span.column + 1, fault.message, fault.hint, fault.size, path, (row, col)
        )
    if fault.message.startswith("unknown key") and path in document.keys:
        span = document.keys[path]
    else:
        while path and path not in document.values:
            path = path[:-1]
        span = document.values.get(path, Span(0, 0))
    return Problem(
        span.line + 1, span.column + 1, fault.message, fault.hint, span.length, fault.path, fault.cell
    )

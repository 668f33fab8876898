"""MovingAI boards: a `.map` of type octile, and the `.scen` next to it, a row of which names start and goal.

`arena.map` means the longest row of its scenario file, `arena.map#3` the third; a `.scen` is named alike.
A scenario counts x to the right and y downwards, and its lengths are for moves in eight directions.
"""

import re
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

from levels.files.problems import cut, shown
from levels.files.reading import read_bytes
from levels.files.strict_yaml import MAX_LINES, SIZE_HINT
from levels.files.text import decode, file_error
from levels.formats.drawing import Sheet
from levels.formats.foreign import Foreign, counted, listed
from levels.model.board import GOAL, START
from levels.model.checks import MAX_SIDE

TERRAIN = {".": ".", "G": ".", "S": ".", "@": "#", "O": "#", "T": "T", "W": "~"}
"""Their terrain → ours: ground, swamp (open as well), out of bounds, trees, water."""
CHOICE = re.compile(r"(.+\.(?:map|scen))#([0-9]{1,6})", re.IGNORECASE | re.DOTALL)
HEADER = re.compile(r"type\s+(\S+)\s*\n\s*(?:height|width)\s+[0-9]+\s*\n", re.IGNORECASE)
SIZE = re.compile(r"\s*(height|width)\s+([0-9]{1,9})\s*", re.IGNORECASE)
VERSION = re.compile(r"version\s+1(\.0*)?\s*", re.IGNORECASE)
NUMBER = re.compile(r"[0-9]{1,9}")
LENGTH = re.compile(r"[0-9]+(\.[0-9]*)?")
MAP_HINT = "a map begins with the lines “type octile”, “height …”, “width …” and “map”"
ROW_HINT = "a row is: bucket, map, width, height, start x, start y, goal x, goal y, length"
MOST_LISTED = 100_000
"""Maximum number of files of a folder searched for a scenario."""


@dataclass(frozen=True)
class Task:
    """One row of a scenario file.

    Attributes:
        number: which row it is, from 1.
        line: its line, from 0.
        map: the name of its map, without folders.
        size: (width, height) of the map as the row gives it.
        start, goal: (x, y).
        length: of the shortest path in eight directions.
    """

    number: int
    line: int
    map: str
    size: tuple[int, int]
    start: tuple[int, int]
    goal: tuple[int, int]
    length: float


def split_row(name: str) -> tuple[str, int | None]:
    """The file and the row of the scenario in a name: `a.map#3` → `a.map`, 3."""
    found = CHOICE.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, None)


def fits(text: str) -> bool:
    """Whether the text begins as a map or a scenario file does."""
    begin = text[:200].lstrip("\ufeff")
    plain = begin.replace("\r\n", "\n").replace("\r", "\n")
    return bool(HEADER.match(plain) or _columns(plain.partition("\n")[2].partition("\n")[0]))


def read(data: bytes, name: str) -> Foreign:
    """The map in a file, or the map of a scenario file, with the start and goal of a row.

    Raises:
        LevelError: map or scenario can't be read, the other one is not next to it, or there is no such row.
    """
    file, number = split_row(name)
    path, text = Path(file), decode(data, file)
    if path.suffix.lower() == ".scen":
        scenario = path
        tasks = _tasks(text, file)
        task = _chosen(tasks, number, file, path.name)
        path = _beside(path, task.map, file)
        sheet = _sheet(decode(read_bytes(path), str(path)), str(path))
        others: list[str] = []
    else:
        sheet = _sheet(text, file)
        scenario, others = _scenario(path)
        text = decode(read_bytes(scenario), str(scenario))
        tasks = [task for task in _tasks(text, str(scenario)) if task.map.lower() == path.name.lower()]
        if not tasks:
            message = f"{scenario.name} has no row for this map"
            raise file_error(file, message, "a scenario names its map in the second column of each row")
        task = _chosen(tasks, number, str(scenario), path.name)
    _refuse_outside(task, tasks, sheet, text, str(scenario), PurePath(file).name)
    rows = sheet.drawn(
        TERRAIN, "a map is drawn in . G S (open), @ O (out of bounds), T (trees) and W (water)"
    )
    for mark, (x, y) in ((START, task.start), (GOAL, task.goal)):
        rows[y] = rows[y][:x] + mark + rows[y][x + 1 :]
    return sheet.foreign(
        rows, _notes(sheet, task, tasks, scenario.name, PurePath(file).name, others, by_itself=number is None)
    )


def _lines(text: str, name: str) -> Sheet:
    """All lines of a map or a scenario file, so that errors are reported at their places."""
    if text.count("\n") > MAX_LINES:
        raise file_error(
            name, f"the file has more than {MAX_LINES:,} lines", "no map or scenario is that long"
        )
    lines = text.split("\n")
    return Sheet(name, text, tuple(lines), tuple(range(len(lines))), (0,) * len(lines))


def _sheet(text: str, name: str) -> Sheet:
    """The drawing of a map."""
    whole = _lines(text, name)
    lines = whole.rows
    begin = next((index for index, line in enumerate(lines[:8]) if line.strip().lower() == "map"), None)
    kind = re.match(r"\s*type\s+(\S+)", lines[0], re.IGNORECASE)
    if begin is None or kind is None:
        raise whole.error(0, 0, "this is not a MovingAI map", MAP_HINT)
    if kind[1].lower() != "octile":
        message = f"a map of type {shown(kind[1])} is not supported"
        raise whole.error(0, kind.start(1), message, "only “octile” is read, one character a cell")
    size: dict[str, int] = {}
    for index, line in enumerate(lines[1:begin], start=1):
        found = SIZE.fullmatch(line)
        if not found and line.strip():
            raise whole.error(index, 0, f"this line is not understood: {shown(line.strip())}", MAP_HINT)
        size |= {found[1].lower(): int(found[2])} if found else {}
    if size.keys() != {"height", "width"}:
        raise whole.error(0, 0, "the map does not give its height and width", MAP_HINT)
    height, width = size["height"], size["width"]
    if not (0 < height <= MAX_SIDE and 0 < width <= MAX_SIDE):
        raise whole.error(1, 0, f"the map has {height:,} × {width:,} cells", SIZE_HINT)
    rows = list(lines[begin + 1 :])
    while rows and not rows[-1].strip():
        rows.pop()
    if len(rows) != height:
        at = min(begin + 1 + min(height, len(rows)), len(lines) - 1)
        raise whole.error(at, 0, f"the map has {counted(len(rows), 'row')}, expected {height}", MAP_HINT)
    rows = [row.rstrip() for row in rows]
    for index, row in enumerate(rows):
        if len(row) != width:
            message = f"row {index + 1} has {counted(len(row), 'cell')}, expected {width}"
            raise whole.error(begin + 1 + index, 0, message, "all rows have the map's width")
    first = begin + 1
    return Sheet(name, text, tuple(rows), tuple(range(first, first + height)), (0,) * height)


def _tasks(text: str, name: str) -> list[Task]:
    """The rows of a scenario file; blanks or tabs between the columns."""
    sheet = _lines(text, name)
    lines = sheet.rows
    if not VERSION.fullmatch(lines[0]):
        raise sheet.error(
            0, 0, "this is not a scenario file of version 1", "it begins with the line “version 1”"
        )
    tasks: list[Task] = []
    for index, line in enumerate(lines[1:], start=1):
        if not line.strip():
            continue
        columns = _columns(line)
        if not columns:
            message = f"row {len(tasks) + 1} of the scenario is not understood"
            raise sheet.error(index, 0, message, ROW_HINT, len(line))
        width, height, *cells = map(int, columns[2:8])
        start, goal = (cells[0], cells[1]), (cells[2], cells[3])
        tasks.append(
            Task(len(tasks) + 1, index, _base(columns[1]), (width, height), start, goal, float(columns[8]))
        )
    if not tasks:
        raise sheet.error(0, 0, "the scenario has no rows", ROW_HINT)
    return tasks


def _columns(line: str) -> list[str] | None:
    """The columns of a row: bucket, map, six whole numbers, length; None where it is no row.

    It is split from its end, since a map's name may have blanks; a pattern would try every split.
    """
    before, *rest = line.rsplit(None, 7) or [""]
    columns = [*before.split(None, 1), *rest]
    fits = len(columns) == 9 and all(map(NUMBER.fullmatch, [columns[0], *columns[2:8]]))
    return columns if fits and LENGTH.fullmatch(columns[8]) else None


def _chosen(tasks: list[Task], number: int | None, name: str, asked: str) -> Task:
    """The row with that number, or the first of the longest rows without one."""
    if number is None:
        return max(tasks, key=lambda task: task.length)
    found = next((task for task in tasks if task.number == number), None)
    if found is None:
        message = (
            f"there is no row {number:,} for this map: the scenario has {counted(tasks[-1].number, 'row')}"
        )
        raise file_error(
            name, message, f"choose an existing one, for example “{cut(asked)}#{tasks[0].number}”"
        )
    return found


def _scenario(path: Path) -> tuple[Path, list[str]]:
    """The scenario file of a map, named like it or beginning with its name; and the other candidates."""
    found = []
    begin = path.stem.lower()
    try:
        for _, entry in zip(range(MOST_LISTED), path.parent.iterdir(), strict=False):
            name = entry.name.lower()
            if name.endswith(".scen") and name.startswith(begin) and not name[len(begin) :][:1].isalnum():
                found.append(entry)
    except OSError:
        found = []
    own = (f"{begin}.map.scen", f"{begin}.scen")
    found.sort(key=lambda entry: (entry.name.lower() not in own, entry.name.lower()))
    if not found:
        message = "a map alone has no start and no goal, and there is no scenario file next to it"
        raise file_error(str(path), message, f"put {path.name}.scen into its folder")
    return found[0], [entry.name for entry in found[1:]]


def _beside(scenario: Path, name: str, asked: str) -> Path:
    """The map that a row names, in the scenario file's folder, ignoring folders in the row."""
    path = scenario.parent / name
    try:
        found = name not in ("", ".", "..") and path.exists()
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if not found:
        raise file_error(asked, f"its map {shown(name)} is not next to it", f"put it into {scenario.parent}")
    return path


def _base(name: str) -> str:
    """The name of a file without its folders, as any system writes them."""
    return PureWindowsPath(PurePosixPath(name).name).name


def _refuse_outside(task: Task, others: list[Task], sheet: Sheet, text: str, name: str, asked: str) -> None:
    """An error for a row that does not fit its map, with a row that fits as an example."""
    fault = _fault(task, sheet)
    if not fault:
        return
    place = _lines(text, name)
    sound = next((other.number for other in others if _fault(other, sheet) is None), None)
    example = f"\nrow {sound} fits: open it as “{cut(asked)}#{sound}”" if sound else ""
    message = f"row {task.number} of the scenario: {fault[0]}"
    raise place.error(task.line, 0, message, fault[1] + example, len(place.rows[task.line]))


def _fault(task: Task, sheet: Sheet) -> tuple[str, str] | None:
    """Why a row does not fit its map, and a hint: another size, outside, blocked, no path."""
    width, height = len(sheet.rows[0]), len(sheet.rows)
    if task.size != (width, height):
        message = f"it is for a map of {task.size[0]}×{task.size[1]}, and this one has {width}×{height}"
        return message, "scaled maps are not supported; take the scenario that belongs to the map"
    columns = "the columns are x (to the right), then y (downwards), both from 0"
    for what, (x, y) in (("start", task.start), ("goal", task.goal)):
        if x >= width or y >= height:
            return f"{what} ({x},{y}) is outside a {width}×{height} map", columns
        if TERRAIN.get(sheet.rows[y][x], ".") != ".":
            return f"{what} ({x},{y}) lies on “{sheet.rows[y][x]}”, which blocks", columns
    if task.start == task.goal:
        return "start and goal are the same cell", "start and goal must differ"
    return None


def _notes(
    sheet: Sheet,
    task: Task,
    tasks: list[Task],
    scenario: str,
    asked: str,
    others: list[str],
    *,
    by_itself: bool,
) -> list[str]:
    chosen = ", the longest" if by_itself else ""
    another = next((other.number for other in tasks if other is not task and not _fault(other, sheet)), None)
    if by_itself and another:
        chosen += f"; “{cut(asked)}#{another}” takes row {another}"
    notes = [
        f"Row {task.number} of {len(tasks)} in {cut(scenario)}{chosen}.",
        f"Its length of {task.length:.4g} is for eight directions; here moves go in four.",
    ]
    if "S" in sheet.characters:
        notes.append("Swamp “S” is open ground.")
    if "W" in sheet.characters:
        notes.append("Water “W” blocks.")
    if others:
        notes.append(f"Other scenarios next to it: {listed(others)}; open one of them to use it.")
    return notes

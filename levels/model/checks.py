"""How the parts of a level fit together: the drawing, the traffic on it, the rewards.

Every check yields Faults: a path into the document, a sentence, a hint. Cells are written [row, column],
counted from 0 as in the file; the rows of the drawing are counted from 1, as an editor counts lines.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from levels.files.characters import is_drawn, is_name, named
from levels.files.problems import Fault, Path, is_shown
from levels.model.board import GOAL, KNOWN_CHARACTERS, START, WATER, Cell, blocking_characters
from levels.model.level import Level, Tile
from levels.model.obstacle import Obstacle, Track

MAX_SIDE = 1000
MAX_TRACK = 300_000
MAX_STARTS = 1000


def check_level(level: Level) -> list[Fault]:
    """Everything that doesn't fit in a level whose single values are sound."""
    faults = [*check_words(level), *check_legend(level.legend), *check_rewards(level)]
    drawing_faults = list(check_drawing(level.map, level.legend))
    faults += drawing_faults
    width = usual_width(level.map)
    if width and len(level.map) <= MAX_SIDE and width <= MAX_SIDE:
        rows = tuple(row[:width].ljust(width, ".") for row in level.map)
        faults += check_obstacles(level.obstacles, Drawing(rows, level.legend))
    return faults


def check_words(level: Level) -> Iterator[Fault]:
    """Name and description must be text that can be shown."""
    if not is_shown(level.name) or not level.name.strip():
        yield Fault(("name",), "the name must be printable text on one line", "write it without escapes")
    elif not is_name(level.name):
        said = "the name begins with a mark, or contains an invisible character"
        yield Fault(("name",), said, "write it with letters, digits and blanks")
    if not is_shown(level.about.replace("\n", "")):
        yield Fault(("about",), "the description holds characters that can't be shown", "delete the escapes")


def check_rewards(level: Level) -> Iterator[Fault]:
    """A reward must distinguish a short path from a long one."""
    if level.rewards.step == 0 and level.rewards.goal == 0:
        yield Fault(
            ("rewards",),
            "step and goal are both 0, so all paths have the same value",
            "use a negative reward for each step, for example {step: -1, goal: 0}",
        )
    elif level.rewards.step == 0 and level.learning.discount == 1:
        yield Fault(
            ("rewards", "step"),
            "with a reward only at the goal, a discount of 1 does not define a shortest path",
            "use a negative reward for each step, or a discount below 1",
        )
    if level.learning.epsilon_floor > level.learning.epsilon:
        yield Fault(
            ("learning", "epsilon_floor"),
            f"epsilon_floor ({level.learning.epsilon_floor:g}) is above epsilon ({level.learning.epsilon:g})",
            "the floor is the lowest epsilon, so it can't be larger",
        )


def check_legend(legend: dict[str, Tile]) -> Iterator[Fault]:
    """A legend adds characters and leaves the known ones alone."""
    for char in legend:
        if char in (START, GOAL):
            what = "the start" if char == START else "the goal"
            yield Fault(("legend", char), f"“{char}” always means {what}", "choose another character")
        elif char in KNOWN_CHARACTERS:
            yield Fault(("legend", char), f"“{char}” is already defined", "choose another character")
        elif not is_drawn(char):
            said = "a blank or invisible character can't be drawn"
            if char.isprintable() and not char.isspace():
                said = f"{named(char)} can't be drawn: it is invisible on its own"
            yield Fault(("legend", char), said, "choose a visible one")


def usual_width(rows: tuple[str, ...]) -> int:
    """The most frequent length of a row that isn't blank, the earliest among equals; 0 if all are."""
    widths = Counter(len(row.rstrip()) for row in rows if row.strip())
    return widths.most_common(1)[0][0] if widths else 0


def check_drawing(rows: tuple[str, ...], legend: dict[str, Tile]) -> Iterator[Fault]:
    """The drawing is a rectangle of known characters with a start and a goal."""
    if not any(row.strip() for row in rows):
        yield Fault(("map",), "the map is empty", "draw rows of characters below “map: |”, for example S..G")
        return
    width = usual_width(rows)
    if len(rows) > MAX_SIDE or width > MAX_SIDE:
        size = f"{len(rows):,} × {width:,} cells"
        yield Fault(("map",), f"the map has {size}", f"a board has at most {MAX_SIDE:,} × {MAX_SIDE:,} cells")
        return
    if rows in ((START,), (GOAL,)):
        yield Fault(("map", 0, 0), "the map is a single cell", "a level needs a start “S” and a goal “G”")
        return
    yield from _check_rows(rows, width)
    yield from _check_characters(rows, legend)
    for char, what in ((START, "start"), (GOAL, "goal")):
        mistyped = char.lower() not in legend and sum(row.count(char.lower()) for row in rows) == 1
        if not mistyped and not any(char in row for row in rows):
            yield Fault(("map",), f"the map has no {what}", f"draw “{char}” where the {what} is")
    n_starts = sum(row.count(START) for row in rows)
    if n_starts > MAX_STARTS:
        hint = f"a level has at most {MAX_STARTS:,}"
        yield Fault(("map",), f"the map has {n_starts:,} starts “{START}”", hint)


def _check_rows(rows: tuple[str, ...], width: int) -> Iterator[Fault]:
    for index, row in enumerate(rows):
        drawn = row.rstrip()
        where = f"row {index + 1}"
        if not drawn:
            yield Fault(("map", index, 0), f"{where} is empty", "delete the line, or draw the row")
        elif len(drawn) < len(row):
            spare = len(row) - len(drawn)
            path = ("map", index, len(drawn))
            yield Fault(path, f"{where} ends with blanks", "delete them", spare)
        elif len(row) != width:
            said = f"{where} has {len(row)} {'cell' if len(row) == 1 else 'cells'}, expected {width}"
            yield Fault(("map", index, 0), said, "all rows have the same length", max(1, len(row)))


def _check_characters(rows: tuple[str, ...], legend: dict[str, Tile]) -> Iterator[Fault]:
    """One fault for each unknown character, at its first place."""
    known = KNOWN_CHARACTERS | set(legend)
    counts: Counter[str] = Counter()
    first: dict[str, Cell] = {}
    for index, row in enumerate(rows):
        unknown = set(row.rstrip()) - known
        for char in unknown:
            counts[char] += row.count(char)
            first.setdefault(char, (index, row.index(char)))
    for char, (row_index, col) in first.items():
        where = f"in row {row_index + 1}, column {col + 1}"
        if counts[char] > 1:
            where += f" and {counts[char] - 1:,} more"
        path = ("map", row_index, col)
        if char == "\t":
            yield Fault(path, f"there is a tab {where}", "a cell is one visible character")
        elif char == " ":
            yield Fault(
                path, f"there is a blank {where}", "write “.” for open ground; no comments inside the map"
            )
        elif not is_drawn(char):
            yield Fault(path, f"the character {named(char)} {where}", "delete it")
        else:
            same = char.upper() if char.upper() in known else ""
            if same in (START, GOAL) and counts[char] > 1:
                same = ""  # a start seldom comes in numbers: it is rather a kind of ground
            hint = (
                f"did you mean “{same}”?" if same else f'define it: “legend: {{"{char}": {{look: crate}}}}”'
            )
            yield Fault(path, f"unknown character “{char}” {where}", hint)


class Drawing:
    """A rectangular drawing that can be asked which cells block."""

    def __init__(self, rows: tuple[str, ...], legend: dict[str, Tile]) -> None:
        self.rows = rows
        self.n_rows, self.n_cols = len(rows), len(rows[0])
        self.blocking = blocking_characters({char: tile.blocks for char, tile in legend.items()})


def check_obstacles(obstacles: tuple[Obstacle, ...], drawing: Drawing) -> Iterator[Fault]:
    """Every obstacle stays on its path, clear of walls, of its own kind and of the starts at tick 0."""
    total = 0
    for index, obstacle in enumerate(obstacles):
        path = ("obstacles", index)
        shape = list(obstacle.faults(drawing.n_rows, drawing.n_cols))
        yield from (replace(fault, path=path + fault.path) for fault in shape)
        if shape:
            continue
        cycle = obstacle.cycle(drawing.n_rows, drawing.n_cols)
        total += cycle
        if total > MAX_TRACK:
            said = f"the obstacles' cycles together are longer than {MAX_TRACK:,} cells"
            yield Fault(path, said, "shorten the loops")
            return
        places = list(_check_places(obstacle, cycle, path))
        yield from places
        track = obstacle.track(drawing.n_rows, drawing.n_cols)
        if obstacle.carries:  # its water is no start
            yield from _check_water(obstacle, track, path, drawing)
            continue
        yield from _check_way(obstacle, track, path, drawing, obstacles)
        if not places:
            yield from _check_starts(obstacle, track, path, drawing)


def _check_places(obstacle: Obstacle, cycle: int, path: Path) -> Iterator[Fault]:
    """Each vehicle begins on the cycle, and none of one obstacle stands on another."""
    overlap = f"two vehicles in one {obstacle.kind} must not overlap"
    seen: dict[int, int] = {}
    for index, place in enumerate(obstacle.at):
        if place >= cycle:
            said = f"{place} lies beyond the {obstacle.kind}'s cycle of {cycle} cells"
            yield Fault((*path, "at", index), said, f"places run from 0 to {cycle - 1}")
        elif place in seen:
            said = f"{overlap}: {place} is listed twice"
            yield Fault((*path, "at", index), said, "delete one of the two")
        else:
            seen[place] = index
    fronts = sorted(seen)
    for one, after in zip(fronts, fronts[1:] + [front + cycle for front in fronts[:1]], strict=True):
        if after - one < obstacle.size:
            said = f"{overlap}: {one} and {after % cycle} are {after - one} apart"
            hint = f"each vehicle is {obstacle.size} cells long"
            yield Fault((*path, "at", max(seen[one], seen[after % cycle])), said, hint)


def _check_way(
    obstacle: Obstacle, track: Track, path: Path, drawing: Drawing, obstacles: tuple[Obstacle, ...]
) -> Iterator[Fault]:
    """No cell of the path blocks or is a carrier's; sooner or later an obstacle comes to every cell of it."""
    cells = {cell for cell in track if cell is not None}
    blocked = sorted(cell for cell in cells if drawing.rows[cell[0]][cell[1]] in drawing.blocking)
    if not blocked:
        return
    carrier = _carrier_at(blocked[0], obstacles, drawing)
    if carrier is None:
        said = f"the {obstacle.look} crosses a blocked cell: {_in_file(blocked, drawing)}"
        hint = "clear the cell in the map, or move the obstacle"
    else:
        said = f"the {obstacle.look} crosses the path of the {carrier.look}: {_in_file(blocked, drawing)}"
        hint = "nothing else comes where a carrier floats: move one of the two"
    yield Fault((*path, obstacle.way), said, hint, cell=blocked[0])


def _carrier_at(cell: Cell, obstacles: tuple[Obstacle, ...], drawing: Drawing) -> Obstacle | None:
    """The first carrier that comes to a cell, of those whose own shape is sound."""
    rows, cols = drawing.n_rows, drawing.n_cols
    for other in obstacles:
        sound = other.carries and not any(other.faults(rows, cols)) and other.cycle(rows, cols) <= MAX_TRACK
        if sound and cell in other.track(rows, cols):
            return other
    return None


def _check_water(obstacle: Obstacle, track: Track, path: Path, drawing: Drawing) -> Iterator[Fault]:
    """A carrier keeps to the water, and to its timetable."""
    if obstacle.late:
        said = f"the {obstacle.look} carries, so it can't be late: nobody could say where it takes the agent"
        yield Fault((*path, "late"), said, "delete “late”, or “carries: true”")
    dry = sorted(cell for cell in set(track) if cell is not None and drawing.rows[cell[0]][cell[1]] != WATER)
    if dry:
        said = f"the {obstacle.look} carries, but leaves the water: {_in_file(dry, drawing)}"
        hint = "draw “~” there, or delete “carries: true”"
        yield Fault((*path, obstacle.way), said, hint, cell=dry[0])


def _in_file(cells: list[Cell], drawing: Drawing) -> str:
    """The first of some cells with its character, and how many more there are."""
    row, col = cells[0]
    more = f" and {len(cells) - 1} more" if len(cells) > 1 else ""
    return f"“{drawing.rows[row][col]}” at [{row}, {col}]{more}, counted from 0"


def _check_starts(obstacle: Obstacle, track: Track, path: Path, drawing: Drawing) -> Iterator[Fault]:
    """No vehicle stands on a start at tick 0, nor would if it were late."""
    moves_late = range(obstacle.hop * -(-obstacle.late // obstacle.every) + 1)[:: obstacle.hop]
    for vehicle, front in enumerate(obstacle.fronts(drawing.n_rows, drawing.n_cols)):
        behind = {late + back: late for late in reversed(moves_late) for back in range(obstacle.size)}
        for back, late in sorted(behind.items()):
            cell = track[(front - back) % len(track)]
            if cell is not None and drawing.rows[cell[0]][cell[1]] == START:
                said = f"the start cell {list(cell)} is occupied at tick 0 by the {obstacle.look}"
                if late:
                    said = (
                        f"the start cell {list(cell)} can be occupied at tick 0 by the late {obstacle.look}"
                    )
                hint = "move the obstacle or the start"
                yield Fault((*path, "at", vehicle), said, hint, cell=cell)
                break

"""Random crossings: the same seed and kind give the same level, on every machine and in every process.

A level is written as the text of a file and read like any other. Nothing is ever drawn again: vehicles are
set on their lane by the gaps between them, so none overlap, and fixed objects stay off roads and rails.
Whether a safe path leads across is not asked here, and sometimes none does; for a solvable one take the next
seed whose level `levels.proof.certificate` certifies.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from levels.model.level import Level
from levels.random.codes import Kind
from levels.text.reader import parse_level

SHORTEST, LONGEST = 5, 60
"""Rows or columns that a crossing can have."""
LOOP_UNIT = 12
"""Loops are multiples of it, so that all lanes repeat together within two turns of the shortest loop."""
SPARE = 3
"""Cells of a loop that lie beyond the board, at least."""
FULLEST = 0.5
"""Largest share of a lane's loop that its vehicles cover."""
Item = TypeVar("Item")


class Pace(NamedTuple):
    """How a lane drives.

    Attributes:
        every, hop: as in a level file.
        turns: lengths of its loop to choose from, in shortest loops.
        even: vehicles in equal distances, which a slow lane needs to repeat soon enough; 0 for any gaps.
    """

    every: int
    hop: int
    turns: tuple[int, ...]
    even: int


PACES = (
    Pace(1, 1, (1, 2), 0),
    Pace(1, 2, (1, 2), 0),
    Pace(2, 1, (1,), 0),
    Pace(3, 1, (1,), 3),
    Pace(4, 1, (1,), 2),
)
"""On roads: from two cells a tick to one in four ticks; all repeat within two turns of the shortest loop."""
VEHICLES = (("car", 1), ("car", 1), ("truck", 2), ("bus", 3))
FLOATING_PACES = (Pace(1, 1, (1, 2), 0), Pace(2, 1, (1,), 0), Pace(2, 1, (1,), 0), *PACES[3:])
"""On rivers: from one cell a tick to one in four ticks; all repeat within two turns of the shortest loop."""
FLOATING = (("log", 3), ("log", 4), ("log", 5), ("raft", 2), ("turtle", 2), ("turtle", 3))
COVERED = (0.5, 0.6, 0.7)
"""Share of a river's loop that carriers cover, at most."""
GROVE = "TTbbRH"
"""Objects on grass, frequent ones listed more often."""


class Dice(random.Random):
    """Draws from the one method whose numbers Python promises to keep from version to version."""

    def below(self, n: int) -> int:
        """One of 0 … n − 1."""
        return int(self.random() * n)

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]


def random_crossing(
    seed: int, *, rows: int = 13, columns: int = 9, wait: bool = False, kind: Kind = "road"
) -> Level:
    """Draw a crossing: bands of traffic or water, with strips to rest on between.

    Roads have one to three lanes, which differ in direction, speed and length of vehicles. Trains drive six
    cells a tick; half of them are twelve cells long, more than a board of the usual width. Late traffic is
    the same, but each lane can be one or two ticks late. Rivers have one to three rows, which flow in
    opposite directions by turns; a road can follow one. All traffic repeats within 24 ticks, on wider boards
    within more: two ticks for each cell of the shortest loop.

    Args:
        seed: from 0 on.
        rows: height of the board [cells], 5 to 60.
        columns: width of the board [cells], 5 to 60.
        wait: whether the agent can stand still; nothing else depends on it.
        kind: what there is to cross.

    Raises:
        ValueError: the seed or the size is out of range.
    """
    if seed < 0:
        raise ValueError(f"the seed is {seed}, but seeds start at 0")
    if not (SHORTEST <= rows <= LONGEST and SHORTEST <= columns <= LONGEST):
        raise ValueError(f"{rows} × {columns} cells: a crossing has {SHORTEST} to {LONGEST} rows and columns")
    dice = Dice(seed)
    drawing, lanes = [], []
    grounds = _rivers(dice, rows) if kind == "river" else _roads(dice, rows)
    flows = dice.below(2) if kind == "river" else 0
    for row, ground in enumerate(grounds):
        mark = "G" if row == 0 else "S" if row == rows - 1 else ""
        drawing.append(_strip(dice, ground, columns, mark, crowded=0.5 if kind == "river" else 1.0))
        if ground in "=-":
            lanes.append(_lane(dice, row, ground, columns, late=kind == "late"))
        elif ground == "~":
            flows = 1 - flows
            lanes.append(_carrier(dice, row, ("left", "right")[flows], columns))
    text = [
        "format: 1",
        f"name: Crossing {seed}",
        f"about: A random crossing of {rows} rows and {columns} columns, drawn from seed {seed}.",
        "map: |",
        *(f"  {line}" for line in drawing),
        "legend: {b: {look: bush, blocks: true}}",
        *(["actions: [right, up, left, down, wait]"] if wait else []),
        *(["obstacles:", *lanes] if lanes else []),
    ]
    return parse_level("\n".join(text) + "\n", f"crossing_{seed}.yaml")


def _roads(dice: Dice, rows: int) -> str:
    """The ground of each row: grass at both ends, in between traffic and strips of rest by turns."""
    grounds = "."
    while len(grounds) < rows - 1:
        grounds += "-" if dice.random() < 0.2 else "=" * (1 + dice.below(3))
        grounds += dice.pick("..,")
    return grounds[: rows - 1] + "."


def _rivers(dice: Dice, rows: int) -> str:
    """As `_roads`, but rivers, narrow ones more often, and now and then a road after one."""
    grounds = "."
    while len(grounds) < rows - 1:
        road = grounds[-2:-1] == "~" and dice.random() < 0.3
        grounds += ("=" if road else "~") * (1 + min(dice.below(3), dice.below(3)))
        grounds += "."
    return grounds[: rows - 1] + "."


def _strip(dice: Dice, ground: str, columns: int, mark: str, *, crowded: float) -> str:
    """A row of the map; grass has trees, `crowded` scales how many; start and goal are off the edges."""
    density = crowded * (0.1 + 0.35 * dice.random()) if ground == "." else 0.0
    cells = [dice.pick(GROVE) if dice.random() < density else ground for _ in range(columns)]
    if mark:
        cells[1 + dice.below(columns - 2)] = mark
    return "".join(cells)


def _shortest_loop(columns: int) -> int:
    """Cells of the shortest loop that a board of that width has."""
    return -(-(columns + SPARE) // LOOP_UNIT) * LOOP_UNIT


def _lane(dice: Dice, row: int, ground: str, columns: int, *, late: bool) -> str:
    """One lane of a road or a rail as a line of the file."""
    shortest = _shortest_loop(columns)
    delay = 1 + dice.below(2) if late else 0
    if ground == "-":
        look, every, hop = "train", 1, LOOP_UNIT // 2
        length, loop = dice.pick((LOOP_UNIT // 2, LOOP_UNIT)), hop * shortest * dice.pick((1, 2))
        fronts = [dice.below(loop)]
    else:
        every, hop, turns, even = dice.pick(PACES)
        look, length = dice.pick(VEHICLES)
        loop = shortest * dice.pick(turns)
        taken = length + -(-delay * hop // every)  # cells that one vehicle can be on, late or not
        fullest = min(loop // (taken + hop + 1), int(FULLEST * loop / taken))
        fronts = _fronts(dice, loop, even or 1 + dice.below(max(1, fullest)), taken + hop + 1, even=even > 0)
    direction = dice.pick(("left", "right"))
    return (
        f"  - {{kind: lane, look: {look}, row: {row}, direction: {direction}, length: {length}, "
        f"loop: {loop}, every: {every}, hop: {hop}{f', late: {delay}' if late else ''}, at: {fronts}}}"
    )


def _carrier(dice: Dice, row: int, direction: str, columns: int) -> str:
    """One row of a river as a line of the file."""
    every, hop, turns, even = dice.pick(FLOATING_PACES)
    look, length = dice.pick(FLOATING)
    loop = _shortest_loop(columns) * dice.pick(turns)
    if even:
        length = min(length, loop // even - 1)
    number = even or min(loop // (length + 1), int(loop * dice.pick(COVERED) / length))
    fronts = _fronts(dice, loop, number, length + 1, even=even > 0)
    return (
        f"  - {{kind: lane, look: {look}, row: {row}, direction: {direction}, length: {length}, "
        f"loop: {loop}, every: {every}, hop: {hop}, carries: true, at: {fronts}}}"
    )


def _fronts(dice: Dice, loop: int, number: int, pitch: int, *, even: bool) -> list[int]:
    """Where that many vehicles are on their loop at tick 0: in equal distances, or a pitch apart or more."""
    if even:
        pitch = loop // number
    free = 0 if even else loop - number * pitch
    turn = dice.below(loop)
    wider = sorted(dice.below(free + 1) for _ in range(number))
    return sorted((turn + k * pitch + more) % loop for k, more in enumerate(wider))

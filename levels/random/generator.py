"""Random crossings: the same seed gives the same level, on every machine and in every process.

A level is written as the text of a file and read like any other. Nothing is ever drawn again: vehicles are
set on their lane by the gaps between them, so none overlap, and fixed objects stay off roads and rails.
Whether a safe path leads across is not asked here, and sometimes none does; for a solvable one take the next
seed whose level `levels.proof.certificate` certifies.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from levels.model.level import Level
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


def random_crossing(seed: int, *, rows: int = 13, columns: int = 9, wait: bool = False) -> Level:
    """Draw a crossing: roads of one to three lanes and an occasional rail, with grass or pavement between.

    Lanes differ in direction, speed and length of vehicles. Trains drive six cells a tick; half of them are
    twelve cells long, more than a board of the usual width. All traffic repeats within 24 ticks, on wider
    boards within more: two ticks for each cell of the shortest loop.

    Args:
        seed: from 0 on.
        rows: height of the board [cells], 5 to 60.
        columns: width of the board [cells], 5 to 60.
        wait: whether the agent can stand still; nothing else depends on it.

    Raises:
        ValueError: the seed or the size is out of range.
    """
    if seed < 0:
        raise ValueError(f"the seed is {seed}, but seeds start at 0")
    if not (SHORTEST <= rows <= LONGEST and SHORTEST <= columns <= LONGEST):
        raise ValueError(f"{rows} × {columns} cells: a crossing has {SHORTEST} to {LONGEST} rows and columns")
    dice = Dice(seed)
    drawing, lanes = [], []
    for row, ground in enumerate(_grounds(dice, rows)):
        mark = "G" if row == 0 else "S" if row == rows - 1 else ""
        drawing.append(_strip(dice, ground, columns, mark))
        if ground in "=-":
            lanes.append(_lane(dice, row, ground, columns))
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


def _grounds(dice: Dice, rows: int) -> str:
    """The ground of each row: grass at both ends, in between traffic and strips of rest by turns."""
    grounds = "."
    while len(grounds) < rows - 1:
        grounds += "-" if dice.random() < 0.2 else "=" * (1 + dice.below(3))
        grounds += dice.pick("..,")
    return grounds[: rows - 1] + "."


def _strip(dice: Dice, ground: str, columns: int, mark: str) -> str:
    """A row of the map; grass has trees, and start and goal are away from the edges."""
    density = 0.1 + 0.35 * dice.random() if ground == "." else 0.0
    cells = [dice.pick(GROVE) if dice.random() < density else ground for _ in range(columns)]
    if mark:
        cells[1 + dice.below(columns - 2)] = mark
    return "".join(cells)


def _lane(dice: Dice, row: int, ground: str, columns: int) -> str:
    """One lane as a line of the file."""
    shortest = -(-(columns + SPARE) // LOOP_UNIT) * LOOP_UNIT
    if ground == "-":
        look, every, hop = "train", 1, LOOP_UNIT // 2
        length, loop = dice.pick((LOOP_UNIT // 2, LOOP_UNIT)), hop * shortest * dice.pick((1, 2))
        fronts = [dice.below(loop)]
    else:
        every, hop, turns, even = dice.pick(PACES)
        look, length = dice.pick(VEHICLES)
        loop = shortest * dice.pick(turns)
        fronts = _fronts(dice, loop, length, hop, even)
    return (
        f"  - {{kind: lane, look: {look}, row: {row}, direction: {dice.pick(('left', 'right'))}, "
        f"length: {length}, loop: {loop}, every: {every}, hop: {hop}, at: {fronts}}}"
    )


def _fronts(dice: Dice, loop: int, length: int, hop: int, even: int) -> list[int]:
    """Where a lane's vehicles are at tick 0: in equal distances, or with gaps of hop + 1 cells or more."""
    if even:
        number, pitch, free = even, loop // even, 0
    else:
        pitch = length + hop + 1
        number = 1 + dice.below(min(loop // pitch, int(FULLEST * loop / length)))
        free = loop - number * pitch
    turn = dice.below(loop)
    wider = sorted(dice.below(free + 1) for _ in range(number))
    return sorted((turn + k * pitch + more) % loop for k, more in enumerate(wider))

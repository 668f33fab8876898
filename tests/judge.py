"""A second reading of docs/levels.md, for judging millions of transitions: from the page alone.

A document is plain data, as YAML gives it. Nothing comes from the program or from the oracle. Where a
vehicle is follows for every tick and sub-step anew from the cells that it has moved by then, never from a
table over a period; the tick counts on for as long as an episode lasts. Cells are numbers, row · columns +
column; -1 is not a cell of the board.

A late vehicle is d ticks behind its timetable before a tick and at its end again 0 … `late`, at most one more
or less: a *pace* is both. Who is not told the paces judges by all that there can be.
"""

from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

STEPS = {"right": (0, 1), "up": (-1, 0), "left": (0, -1), "down": (1, 0), "wait": (0, 0)}
FINE, WALL, OCCUPIED, HEAD_ON, DROWNED, CARRIED_OFF = range(6)
"""What an action breaks: nothing, the first of the three rules, or what is said of rivers."""


@dataclass(frozen=True, eq=False)
class Vehicle:
    """One vehicle on its cycle.

    Attributes:
        cells: the cycle's cells, counted as the file counts `at`.
        begin: place of its front at tick 0.
        onwards: 1 if it drives in the order of the cycle, -1 if against it.
        open: whether the cycle's two ends lie on different sides of the board.
        obstacle: place of its obstacle in the file; all vehicles of one share its delay.
        late: ticks that it can be behind its timetable.
        carries: whether it carries the agent.
    """

    cells: np.ndarray
    begin: int
    onwards: int
    length: int
    every: int
    hop: int
    open: bool
    obstacle: int
    late: int
    carries: bool

    def paces(self):
        """(delay before, delay after) of all ticks that there can be."""
        delays = range(self.late + 1)
        return [(one, other) for one in delays for other in (one - 1, one, one + 1) if other in delays]

    def moved(self, tick):
        """Cells moved by a tick."""
        return self.hop * (tick // self.every)

    def at(self, moved, back=0):
        """The cell of its front once it has moved so far, or of its body so many cells behind that."""
        return self.cells[(self.begin + self.onwards * (moved - back)) % len(self.cells)]

    def body(self, moved):
        """Cells of the board that it stands on once it has moved so far."""
        return {int(self.at(moved, back)) for back in range(self.length)} - {-1}

    def border(self, moved):
        """The two cells between which its next sub-step leads; None if not over a border on the board."""
        here, there = int(self.at(moved)), int(self.at(moved + 1))
        round_the_edge = self.ends_after(moved)
        return None if -1 in (here, there) or here == there or round_the_edge else (here, there)

    def ends_after(self, moved, back=0):
        """Whether the next sub-step takes that part from the loop's end back to its beginning."""
        place = (self.begin + self.onwards * (moved - back)) % len(self.cells)
        return self.open & (place == (len(self.cells) - 1 if self.onwards == 1 else 0))


class Judge:
    """A level's rules.

    Attributes:
        starts, goals: sets of cells.
        vehicles: all of them.
        water: (n,) whether a carrier comes there; such water does not block.
    """

    def __init__(self, document):
        rows = document["map"]
        self.rows = rows.rstrip("\n").split("\n") if isinstance(rows, str) else list(rows)
        self.n_rows, self.n_cols = len(self.rows), len(self.rows[0])
        blocking = set("~#THBR")
        for character, tile in (document.get("legend") or {}).items():
            if tile.get("blocks", True):
                blocking.add(character)
        drawn = "".join(self.rows)
        self.blocked = np.array([character in blocking for character in drawn])
        self.starts = {cell for cell, character in enumerate(drawn) if character == "S"}
        self.goals = {cell for cell, character in enumerate(drawn) if character == "G"}
        self.actions = document.get("actions") or ["right", "up", "left", "down"]
        self.stay = document.get("walls", "forbidden") == "stay"
        self.vehicles = [
            vehicle
            for number, block in enumerate(document.get("obstacles") or ())
            for vehicle in self.vehicles_of(number, block)
        ]
        self.water = np.zeros(len(drawn), dtype=bool)
        for vehicle in self.vehicles:
            if vehicle.carries:
                self.water[vehicle.cells[vehicle.cells >= 0]] = True
        assert set(np.array(list(drawn))[self.water]) <= {"~"}
        self.blocked &= ~self.water

    def vehicles_of(self, number, block):
        """The vehicles of one block of the file."""
        onwards = 1
        if block["kind"] == "lane":
            row, column = block.get("row"), block.get("column")
            size = self.n_cols if column is None else self.n_rows
            cells = np.full(block.get("loop") or size, -1)
            along = np.arange(size)
            cells[:size] = row * self.n_cols + along if column is None else along * self.n_cols + column
            onwards = 1 if block["direction"] in ("right", "down") else -1
        else:
            cells = np.array(self.walk(block["path"], block["closed"]))
        return [
            Vehicle(
                cells,
                place,
                onwards,
                block.get("length", 1),
                block.get("every", 1),
                block.get("hop", 1),
                block["kind"] == "lane",
                number,
                block.get("late", 0),
                block.get("carries", False),
            )
            for place in block["at"]
        ]

    def walk(self, corners, closed):
        """The cycle of a patrol: corner after corner, and home."""
        stops = [*corners[1:], corners[0]] if closed else [*corners[1:], *corners[-2::-1]]
        row, col = corners[0]
        cells = []
        for to_row, to_col in stops:
            while (row, col) != (to_row, to_col):
                cells.append(row * self.n_cols + col)
                row += (to_row > row) - (to_row < row)
                col += (to_col > col) - (to_col < col)
        return cells or [row * self.n_cols + col]

    def judge(self, ticks, heres, actions, paces=None):
        """Where actions lead and what they break: two arrays (n,).

        Args:
            ticks: (n,) the tick in which each is taken.
            heres: (n,) the cell that the agent stands on then.
            actions: (n,) places in `actions`.
            paces: the delays of the obstacles before the tick and after it, two arrays (n, obstacles); None
                for an action that must be fine at every pace of every vehicle.
        """
        ticks, heres = np.asarray(ticks), np.asarray(heres)
        steps = np.array([STEPS[name] for name in self.actions])[actions]
        rows, cols = heres // self.n_cols + steps[:, 0], heres % self.n_cols + steps[:, 1]
        outside = (rows < 0) | (rows >= self.n_rows) | (cols < 0) | (cols >= self.n_cols)
        theres = np.where(outside, heres, rows * self.n_cols + cols)
        wall = outside | self.blocked[theres]
        theres = np.where(wall, heres, theres)
        occupied, head_on = np.zeros_like(wall), np.zeros_like(wall)
        for vehicle in self.vehicles:
            if vehicle.carries:
                continue
            told = None if paces is None else [(side[:, vehicle.obstacle]) for side in paces]
            for before, after in vehicle.paces() if told is None else [told]:
                hit, met = self.hits(vehicle, ticks, heres, theres, np.asarray(before), np.asarray(after))
                occupied |= hit
                head_on |= met
        ends, drowned, off = self.carried(ticks, theres)
        broken = np.select(
            [wall & (not self.stay), occupied, head_on, drowned, off],
            [WALL, OCCUPIED, HEAD_ON, DROWNED, CARRIED_OFF],
            default=FINE,
        )
        return ends, broken

    def hits(self, vehicle, ticks, heres, theres, before, after):
        """Whether a vehicle at that pace comes to the agent's new cell, and whether head-on.

        It drives one tick of its timetable, or none, or two: then the agent moves in the first and stands on
        its new cell in the second.
        """
        occupied, head_on = self.drives(vehicle, ticks - before, heres, theres, after <= before)
        again, _ = self.drives(vehicle, ticks - before + 1, theres, theres, after < before)
        return occupied | (again & (after < before)), head_on

    def drives(self, vehicle, ticks, heres, theres, goes):
        """Rules 2 and 3 in a tick of the timetable; where it does not go it stands still."""
        before, after = vehicle.moved(ticks), vehicle.moved(ticks + 1)
        drives = (after > before) & goes
        occupied, stood_there, comes_here = (np.zeros(len(theres), dtype=bool) for _ in range(3))
        for back in range(vehicle.length):
            stood_there |= vehicle.at(before, back) == theres
        occupied |= stood_there & ~drives
        for ahead in range(2 - vehicle.length, vehicle.hop + 1):  # all that it covers after some sub-step
            occupied |= drives & (vehicle.at(before + ahead) == theres)
        for ahead in range(1, vehicle.hop + 1):
            comes_here |= drives & (vehicle.at(before + ahead) == heres)
        return occupied, stood_there & comes_here & (theres != heres)

    def carried(self, ticks, theres):
        """Where the agent ends, whether it has drowned, and whether it was carried off: three arrays (n,)."""
        ends, off = theres.copy(), np.zeros(len(theres), dtype=bool)
        drowned = self.water[theres]
        for vehicle in self.vehicles:
            if not vehicle.carries:
                continue
            moved = vehicle.moved(ticks)
            sub_steps = vehicle.moved(ticks + 1) - moved
            for back in range(vehicle.length):
                on = self.water[theres] & (vehicle.at(moved, back) == theres)
                drowned &= ~on
                for step in range(vehicle.hop):
                    goes = on & (step < sub_steps)
                    off |= goes & vehicle.ends_after(moved + step, back)
                    ends[goes] = vehicle.at(moved + step + 1, back)[goes]
                    off |= goes & (ends == -1)
        return ends, drowned, off

    def accepts(self, ticks, heres, theres):
        """(n,) whether some action of the level leads there without breaking anything."""
        found = np.zeros(len(ticks), dtype=bool)
        for action in range(len(self.actions)):
            led, broken = self.judge(ticks, heres, np.full(len(ticks), action))
            found |= (led == theres) & (broken == FINE)
        return found

    def free(self, cell, tick):
        """Whether the agent may stand there at the tick: no wall, no vehicle at any delay, no bare water."""
        there = any(
            cell in vehicle.body(vehicle.moved(tick - delay))
            for vehicle in self.vehicles
            for delay in range(vehicle.late + 1)
        )
        return not self.blocked[cell] and there == self.water[cell]

    def lives(self, cell, tick, longest):
        """For how many ticks one can go on from there, at most: `longest` if that long, or to a goal."""
        alive = np.array([cell])
        for life in range(longest):
            if not self.goals.isdisjoint(alive.tolist()):
                return longest
            actions = np.tile(np.arange(len(self.actions)), len(alive))
            heres = np.repeat(alive, len(self.actions))
            theres, broken = self.judge(np.full(len(heres), tick + life), heres, actions)
            alive = np.unique(theres[broken == FINE])
            if not len(alive):
                return life
        return longest

    def meetings(self, n_ticks):
        """(tick, sub-step, cells of each) of the first meetings, sub-step 0 for the tick itself, or None."""
        pairs = [
            (one, other)
            for one, other in combinations(self.vehicles, 2)
            if not set(one.cells.tolist()).isdisjoint(set(other.cells.tolist()) - {-1})
        ]
        for tick in range(n_ticks):
            for k in range(2 * max((vehicle.hop for vehicle in self.vehicles), default=0) + 1):
                found = [where for one, other in pairs for where in met(one, other, tick, k)]
                if found:
                    return tick, k, found
        return None


def met(one, other, tick, k):
    """The cells on which two vehicles can both stand after sub-step k of a tick, or between which they pass.

    Vehicles of one obstacle have the same pace.
    """
    same = one.obstacle == other.obstacle
    for paces in zip(one.paces(), one.paces(), strict=True) if same else product(one.paces(), other.paces()):
        done, goes = zip(
            *(progress(vehicle, tick, k, pace) for vehicle, pace in zip((one, other), paces, strict=True)),
            strict=True,
        )
        yield from ((cell,) for cell in one.body(done[0]) & other.body(done[1]))
        if all(goes):
            border, counter = one.border(done[0] - 1), other.border(done[1] - 1)
            if border and counter and border == counter[::-1]:
                yield tuple(sorted(border))


def progress(vehicle, tick, k, pace):
    """Cells moved after sub-step k of a tick, and whether the vehicle has such a sub-step."""
    before, after = pace
    moved = vehicle.moved(tick - before)
    sub_steps = vehicle.moved(tick + 1 - after) - moved
    return moved + min(k, sub_steps), 0 < k <= sub_steps

"""All traffic of a level as whole arrays: what it occupies, sweeps and swaps at every phase of its period.

Every obstacle is first expanded over its own period on the few cells of its own track; only then are these
small tables laid over the board. Sizes are known, and refused when too large, before the first array is made.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from levels.model.board import MOVES, Action, Cell, in_words
from levels.model.level import Level
from levels.model.meetings import refuse_meetings
from levels.model.movers import Mover
from levels.model.obstacle import Track
from levels.model.refusals import LevelConflict, LevelTooLarge, describe

MAX_STATES = 20_000_000
"""Most (cell, phase) pairs a level may have."""
MAX_TRAFFIC = 400_000_000
"""Most (vehicle, phase, track cell) triples that are expanded for one level."""
BLOCK = 1_000_000
"""(vehicle, phase, track cell) triples that are worked on together, which bounds the memory in flight."""
MOST_NAMED = 3
"""Obstacles that a refusal for size names."""
BoolTable = NDArray[np.bool_]
Number = TypeVar("Number", np.bool_, np.int16)
MOVE_ACTIONS = (Action.RIGHT, Action.UP, Action.LEFT, Action.DOWN)


@dataclass(frozen=True, eq=False)
class Traffic:
    """What obstacles do, for each phase and each passable cell.

    Attributes:
        period: ticks after which everything repeats.
        occupied: (period, n_cells) an obstacle stands on the cell at the phase.
        swept: (period, n_cells) an obstacle stands on the cell at some sub-step of the tick after its start.
        swaps: for each move action, (period, n_cells) leaving the cell by it meets an obstacle head-on; given
            only where the cell is free and the one that it leads to is not swept by that obstacle.
        carried: (period, n_cells) int32, number of the cell in which the agent ends the tick that it is on
            the cell after its move: the cell itself on ground; on water that of the part of the carrier
            there, -1 where there is none or where it leaves the board. None in a level without carriers.

    An obstacle that can be k ticks late may do at tick t what its timetable has at any of t - k … t: its
    tables are the union of these.
    """

    period: int
    occupied: BoolTable
    swept: BoolTable
    swaps: dict[Action, BoolTable]
    carried: NDArray[np.int32] | None = None


@dataclass(frozen=True, eq=False)
class _Local:
    """The tables of one obstacle over its own period, on its own cells: axis 0 phase, axis 1 cell."""

    period: int
    cells: NDArray[np.int64]
    vehicles_on: NDArray[np.int16]
    swept: BoolTable
    entered: BoolTable
    swaps: dict[Action, BoolTable]
    carried: NDArray[np.int32] | None

    def repeats(self, ticks: int) -> bool:
        """Whether everything is the same `ticks` later."""
        carried = () if self.carried is None else (self.carried,)
        tables = (self.vehicles_on > 0, self.swept, self.entered, *self.swaps.values(), *carried)
        return all(np.array_equal(table[ticks:], table[:-ticks]) for table in tables)

    def cut(self, period: int) -> "_Local":
        """The same obstacle over a shorter period."""
        return replace(
            self,
            period=period,
            vehicles_on=self.vehicles_on[:period],
            swept=self.swept[:period],
            entered=self.entered[:period],
            swaps={action: table[:period] for action, table in self.swaps.items()},
            carried=None if self.carried is None else self.carried[:period],
        )

    def late(self, ticks: int) -> "_Local":
        """What the same obstacle may do if it can be that many ticks late; its period stays."""
        if not ticks:
            return self
        delays = range(min(ticks, self.period - 1) + 1)

        def at_any(table: NDArray[Number]) -> NDArray[Number]:
            """Row t: the largest of rows t - k … t."""
            widest = table.copy()
            for delay in delays[1:]:
                np.maximum(widest, np.roll(table, delay, axis=0), out=widest)
            return widest

        swaps = {action: at_any(table) for action, table in self.swaps.items()}
        return replace(
            self,
            vehicles_on=at_any(self.vehicles_on),
            swept=at_any(self.swept),
            entered=at_any(self.entered),
            swaps=swaps,
        )


def expand(level: Level, cell_index: NDArray[np.int32]) -> Traffic:
    """The traffic of a checked level over its joint period.

    Args:
        level: a level whose parts fit together.
        cell_index: (n_rows, n_cols) number of each passable cell, -1 where blocked.

    Raises:
        LevelTooLarge: before anything of that size is allocated.
        LevelConflict: two obstacles share a cell at some tick, or meet within one.
    """
    n_cells = int(cell_index.max()) + 1
    movers: list[list[Mover]] = [[] for _ in level.obstacles]
    for mover in level.movers:
        movers[mover.obstacle].append(mover)
    bounds = [_period_bound(group) for group in movers]
    work = [
        bound
        * len(group)
        * sum(cell is not None for cell in group[0].track)
        * (bound * n_cells <= MAX_STATES)  # else refused below, unexpanded
        for bound, group in zip(bounds, movers, strict=True)
    ]
    if sum(work) > MAX_TRAFFIC:
        most = work.index(max(work))
        raise LevelTooLarge(
            f"the vehicles have {sum(work):,} (vehicle, phase, cell) entries; the limit is {MAX_TRAFFIC:,}. "
            f"Most of them come from {describe(level, most)}",
            "use fewer vehicles, or shorter loops",
            (most,),
        )
    locals_ = [
        _expand_obstacle(group, bound, cell_index, returns=obstacle.returns).late(obstacle.late)
        if bound * n_cells <= MAX_STATES
        else None
        for group, bound, obstacle in zip(movers, bounds, level.obstacles, strict=True)
    ]
    periods = [local.period if local else bound for local, bound in zip(locals_, bounds, strict=True)]
    period = math.lcm(*periods) if periods else 1
    if period * n_cells > MAX_STATES:
        raise _too_large(level, periods, n_cells)
    occupied = np.zeros((period, n_cells), dtype=np.bool_)
    swept = np.zeros_like(occupied)
    swaps = {action: np.zeros_like(occupied) for action in (MOVE_ACTIONS if locals_ else ())}
    floats = {cell for group in movers if group[0].carries for cell in group[0].places}
    water = sorted(int(cell_index[cell]) for cell in floats)
    carried = _on_ground(period, n_cells, water) if water else None
    for index, local in enumerate(locals_):
        assert local is not None  # a bound above the limit was refused above
        _refuse_conflict(level, index, local, occupied, cell_index)
        _lay(occupied, local, local.vehicles_on > 0)
        if local.carried is not None:
            assert carried is not None  # its cells are water
            here = carried.reshape(-1, local.period, n_cells)
            here[:, :, local.cells] = np.maximum(here[:, :, local.cells], local.carried)
            continue
        _lay(swept, local, local.swept)
        for action, table in local.swaps.items():
            _lay(swaps[action], local, table)
    refuse_meetings(level, movers)
    occupied[:, water] = ~occupied[:, water]  # only carriers come there: where none is, the agent drowns
    return Traffic(period, occupied, swept, swaps, carried)


def _on_ground(period: int, n_cells: int, water: list[int]) -> NDArray[np.int32]:
    """(period, n_cells) the cell itself; -1 on water."""
    cells = np.arange(n_cells, dtype=np.int32)
    cells[water] = -1
    return np.tile(cells, (period, 1))


def number_cells(level: Level) -> NDArray[np.int32]:
    """(n_rows, n_cols) int32: passable cells counted in reading order, -1 where blocked."""
    passable = ~level.board.blocked
    index = np.full(passable.shape, -1, dtype=np.int32)
    index[passable] = np.arange(np.count_nonzero(passable), dtype=np.int32)
    index.flags.writeable = False
    return index


def _period_bound(group: Sequence[Mover]) -> int:
    """Ticks after which every front stands where some front stood: a multiple of the period."""
    loop, hop, every = len(group[0].track), group[0].hop, group[0].every
    fronts = {mover.front for mover in group}
    shift = next(
        d for d in range(1, loop + 1) if loop % d == 0 and {(front + d) % loop for front in fronts} == fronts
    )
    return every * (shift // math.gcd(shift, hop))


def _expand_obstacle(
    group: Sequence[Mover], bound: int, cell_index: NDArray[np.int32], *, returns: bool
) -> _Local:
    """One obstacle's tables over its exact period."""
    track, length, hop, every = group[0].track, group[0].length, group[0].hop, group[0].every
    loop = len(track)
    places = np.array([k for k, cell in enumerate(track) if cell is not None], dtype=np.int32)
    on_board = [cell for cell in track if cell is not None]
    numbers = np.array([cell_index[cell] for cell in on_board], dtype=np.int64)
    cells, of_place_local = np.unique(numbers, return_inverse=True)
    order = np.argsort(of_place_local, kind="stable")
    first = np.searchsorted(of_place_local[order], np.arange(len(cells)))
    meetings = _moves_within(dict(zip(on_board, of_place_local.tolist(), strict=True)))
    shape = (bound, len(cells))
    vehicles_on = np.zeros(shape, dtype=np.int16)
    swept, entered = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    swaps = {action: np.zeros(shape, dtype=np.bool_) for action in meetings}
    carried = np.full(shape, -1, dtype=np.int32) if group[0].carries else None
    ends = _rides(track, places, numbers, returns=returns) if carried is not None else None

    def fold(table: BoolTable) -> BoolTable:
        """From places on the track to cells; a patrol walked there and back passes a cell twice."""
        if len(cells) == len(places) or not len(places):
            return table[..., order]
        return np.logical_or.reduceat(table[..., order], first, axis=-1)

    vehicles = np.array([mover.front for mover in group], dtype=np.int64)
    block = max(1, BLOCK // (len(group) * max(1, len(places))))
    for begin in range(0, bound, block):
        rows = slice(begin, min(begin + block, bound))
        moved = hop * (np.arange(begin, rows.stop + 1, dtype=np.int64) // every)
        steps = (moved[1:] - moved[:-1]).astype(np.int32)[:, None]
        # axes from here on: vehicle, tick, place; `behind` is how far the front is ahead of a place, from 0
        # for the front itself to length - 1 for the tail
        behind = ((vehicles[:, None] + moved[:-1]) % loop).astype(np.int32)[:, :, None] - places
        behind += (behind < 0) * np.int32(loop)
        goes_through = behind >= loop - steps
        body = fold(behind < length)
        enters = fold(goes_through & (steps > 0))
        vehicles_on[rows] = body.sum(axis=0)
        swept[rows] = fold(goes_through | (behind < length - (steps > 0))).any(axis=0)
        entered[rows] = enters.any(axis=0)
        if carried is not None and ends is not None:
            there = np.where((behind < length).any(axis=0), ends(steps), np.int32(-1))
            carried[rows] = np.maximum.reduceat(there[:, order], first, axis=1) if len(places) else there
        for action, (here, ahead) in meetings.items():
            swaps[action][rows, here] = (enters[..., here] & body[..., ahead]).any(axis=0)
    for action, (here, ahead) in meetings.items():  # where rules 1 and 2 leave rule 3 something to say
        swaps[action][:, here] &= ~(vehicles_on[:, here] > 0) & ~swept[:, ahead]
    local = _Local(bound, cells, vehicles_on, swept, entered, swaps, carried)
    period = bound
    for prime in _prime_factors(bound):
        while period % prime == 0 and local.repeats(period // prime):
            period //= prime
            local = local.cut(period)
    return local


def _rides(
    track: Track, places: NDArray[np.int32], numbers: NDArray[np.int64], *, returns: bool
) -> Callable[[NDArray[np.int32]], NDArray[np.int32]]:
    """Where a carrier takes what is on it: from its sub-steps (n, 1) to cell numbers (n, places).

    -1 where it passes an unseen cell of the loop, or the seam of a loop that does not return over the board.
    """
    loop = len(track)
    number_at = np.full(loop, -1, dtype=np.int32)
    number_at[places] = numbers
    free = np.zeros(loop, dtype=np.int64)  # sub-steps that it stays on the board for
    for place in range(loop - 2, -1, -1):
        free[place] = 0 if track[place + 1] is None else free[place + 1] + 1

    def ends(steps: NDArray[np.int32]) -> NDArray[np.int32]:
        there = number_at[(places + steps) % loop]
        return there if returns else np.where(steps <= free[places], there, np.int32(-1))

    return ends


def _moves_within(
    places: dict[Cell, int],
) -> dict[Action, tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """For each move that leads from one of the cells to another: their places, and those it leads to."""
    found = {}
    for action in MOVE_ACTIONS:
        d_row, d_col = MOVES[action]
        ahead = {here: places.get((row + d_row, col + d_col)) for (row, col), here in places.items()}
        pairs = [(here, there) for here, there in ahead.items() if there is not None]
        if pairs:
            here, there = np.array(pairs, dtype=np.int64).T
            found[action] = here, there
    return found


def _lay(table: BoolTable, local: _Local, of_obstacle: BoolTable) -> None:
    """Lay one obstacle's small table over the board's, repeating it over the joint period."""
    table.reshape(-1, local.period, table.shape[1])[:, :, local.cells] |= of_obstacle


def _refuse_conflict(
    level: Level, index: int, local: _Local, occupied: BoolTable, cell_index: NDArray[np.int32]
) -> None:
    taken = occupied.reshape(-1, local.period, occupied.shape[1])[:, :, local.cells]
    clash = taken & (local.vehicles_on > 0) | (local.vehicles_on > 1)
    if not clash.any():
        return
    block, phase, k = (int(v) for v in np.argwhere(clash)[0])
    tick = block * local.period + phase
    row, col = (int(v) for v in np.argwhere(cell_index == local.cells[k])[0])
    cell = (row, col)
    others = [
        m.obstacle
        for m in level.movers
        if m.obstacle < index and any(m.stands_on(cell, tick - delay) for delay in range(m.late + 1))
    ]
    other = describe(level, others[0]) if others else "another of its own"
    late = any(level.obstacles[number].late for number in (index, *others[:1]))
    both = "can both be" if late else "are both"
    raise LevelConflict(
        f"{describe(level, index)} and {other} {both} at {in_words(cell)} at tick {tick}", index, late=late
    )


def _too_large(level: Level, periods: Sequence[int], n_cells: int) -> LevelTooLarge:
    """Name the obstacles whose periods multiply: the longest, then those that lengthen the whole most."""
    named: list[int] = []
    joint = 1
    for _ in range(MOST_NAMED):
        lengthened = [math.lcm(joint, period) for period in periods]
        worst = lengthened.index(max(lengthened))
        if lengthened[worst] == joint:
            break
        named.append(worst)
        joint = lengthened[worst]
    period = math.lcm(*periods)
    causes = "; ".join(f"{describe(level, i)} repeats every {periods[i]:,} ticks" for i in named)
    return LevelTooLarge(
        f"the traffic repeats only after {_counted(period)} ticks, which with {n_cells:,} cells makes "
        f"{_counted(period * n_cells)} states; the limit is {MAX_STATES:,}. The cause: {causes}",
        "give these loops a common length, or a common `every`",
        tuple(named),
    )


def _counted(number: int) -> str:
    """A number as one reads it: beyond a thousand billions its digits say nothing."""
    return f"{number:,}" if number < 10**15 else f"over 10^{len(str(number)) - 1}"


def _prime_factors(number: int) -> list[int]:
    factors, candidate = [], 2
    while candidate * candidate <= number:
        if number % candidate == 0:
            factors.append(candidate)
            while number % candidate == 0:
                number //= candidate
        candidate += 1
    return [*factors, number] if number > 1 else factors

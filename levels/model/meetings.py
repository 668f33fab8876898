"""Vehicles that meet within a tick: no two may stand on one cell then, or pass through each other.

Within a tick all vehicles make their first sub-step together, then those that have one their second, and so
on; one that has made all of its own stands. The agent makes its step together with the first. A late vehicle
keeps its pace, stands still, or makes up a tick, with the sub-steps of two ticks of its timetable.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from levels.model.board import Cell, in_words
from levels.model.level import Level
from levels.model.movers import Mover
from levels.model.refusals import LevelConflict, LevelTooLarge, describe

MAX_MEETINGS = 40_000_000
"""Most (tick, sub-step, contested place) triples that are looked at for one level."""
BLOCK = 1_000_000
"""(tick, place) pairs that are worked on together, which bounds the memory in flight."""
Where = tuple[Cell, ...]
"""One cell, or two neighbours, the smaller first: the border between them."""
Visit = tuple[int, Where, int]
"""A place on a track, the cell there or the border that the step from there leads over, and which way."""


class _Meeting(NamedTuple):
    """Two vehicles on one cell after sub-step k of a tick, or going opposite ways over a border in it."""

    tick: int
    k: int
    obstacle: int
    where: Where


@dataclass(frozen=True, eq=False)
class _Strand:
    """Part of an obstacle's track on which nothing contested comes twice.

    Attributes:
        obstacle: its index in the level's list.
        places: (n,) on the track.
        wheres: n cells, or n borders.
        columns: (n,) of these in a table of all that is contested, one for each way.
        against: (n,) the columns that exclude them: a cell's own, a border's other way.
    """

    obstacle: int
    places: NDArray[np.int64]
    wheres: tuple[Where, ...]
    columns: NDArray[np.int64]
    against: NDArray[np.int64]


def refuse_meetings(level: Level, groups: Sequence[Sequence[Mover]]) -> None:
    """Refuse vehicles that meet within a tick, once none share a cell at any.

    Args:
        level: a level whose parts fit together.
        groups: the vehicles of each obstacle.

    Raises:
        LevelConflict: the first meeting, with its tick, cells and obstacles.
        LevelTooLarge: before too much is looked at.
    """
    on_cells = _strands(_contested_cells(groups), opposite=0)
    over_borders = _strands(_contested_borders(level, groups), opposite=1)
    strands = on_cells + over_borders
    if not strands:
        return
    movers = {strand.obstacle: groups[strand.obstacle][0] for strand in strands}
    rings = {index: _ring(groups[index]) for index in movers}
    ticks = math.lcm(*(_repeats(mover, rings[index]) for index, mover in movers.items()))
    moments = _moments(movers.values())
    work = (
        ticks
        * len(moments)
        * sum(len(strand.places) * len(_paces(movers[strand.obstacle])) for strand in strands)
    )
    if work > MAX_MEETINGS:
        raise LevelTooLarge(
            "checking whether vehicles meet would take too many sub-steps: "
            f"{work:,}; the limit is {MAX_MEETINGS:,}",
            "give these loops a common length, or let them hop fewer cells",
            tuple(movers),
        )
    block = max(1, BLOCK // max(len(strand.places) for strand in strands))
    for begin in range(0, ticks, block):
        clock = np.arange(begin, min(begin + block, ticks) + 1, dtype=np.int64)
        found: list[_Meeting] = []
        for k in moments:
            found += _met(on_cells, movers, rings, clock, k, steps_only=False)
            found += _met(over_borders, movers, rings, clock, k, steps_only=True)
        if found:
            raise _conflict(level, groups, min(found))


def _contested_cells(groups: Sequence[Sequence[Mover]]) -> dict[int, list[Visit]]:
    """What several vehicles visit, some of them with more than one sub-step a tick: for each obstacle."""
    tracks = Counter(cell for group in groups for cell in group[0].places)
    fast = {cell for group in groups if group[0].hop > 1 for cell in group[0].places}
    return {
        index: [
            (place, (cell,), 0)
            for cell, places in group[0].places.items()
            if cell in fast and (tracks[cell] > 1 or (len(group) > 1 and len(places) > 1))
            for place in places
        ]
        for index, group in enumerate(groups)
    }


def _contested_borders(level: Level, groups: Sequence[Sequence[Mover]]) -> dict[int, list[Visit]]:
    """Borders that different vehicles cross either way: for each obstacle.

    Only vehicles of one cell pass through each other without ever standing on one.
    """
    tracks = Counter(cell for group in groups for cell in group[0].places)
    crossings: dict[int, list[Visit]] = {}
    users: dict[tuple[Where, int], set[int]] = defaultdict(set)
    for index, group in enumerate(groups):
        mover, obstacle = group[0], level.obstacles[index]
        track = mover.track
        crossings[index] = []
        if mover.length > 1:
            continue
        alone = len(group) == 1 or not obstacle.returns
        for place in range(len(track) if obstacle.returns else len(track) - 1):
            here, there = track[place], track[(place + 1) % len(track)]
            if here is None or there is None or here == there:
                continue
            if alone and (tracks[here] == 1 or tracks[there] == 1):
                continue
            border = (min(here, there), max(here, there))
            way = int(there < here)
            crossings[index].append((place, border, way))
            users[border, way].add(index)
    return {
        index: [
            (place, border, way)
            for place, border, way in visits
            if users[border, 1 - way] - (set() if len(groups[index]) > 1 else {index})
        ]
        for index, visits in crossings.items()
    }


def _strands(contested: Mapping[int, list[Visit]], *, opposite: int) -> list[_Strand]:
    """Split the visits of each obstacle so that nothing comes twice in a part."""
    numbers: dict[Where, int] = {}
    strands = []
    for index, visits in contested.items():
        times: Counter[Where] = Counter()
        parts: dict[int, list[Visit]] = defaultdict(list)
        for visit in visits:
            parts[times[visit[1]]].append(visit)
            times[visit[1]] += 1
            numbers.setdefault(visit[1], len(numbers))
        for part in parts.values():
            places, wheres, ways = zip(*part, strict=True)
            columns = 2 * np.array([numbers[where] for where in wheres], dtype=np.int64) + ways
            strands.append(_Strand(index, np.array(places), wheres, columns, columns ^ opposite))
    return strands


def _ring(group: Sequence[Mover]) -> NDArray[np.bool_]:
    """(loop,) places of the track that the group's vehicles cover at tick 0."""
    ring = np.zeros(len(group[0].track), dtype=np.bool_)
    for mover in group:
        ring[[(mover.front - back) % len(ring) for back in range(mover.length)]] = True
    return ring


def _repeats(mover: Mover, ring: NDArray[np.bool_]) -> int:
    """Ticks after which the same places are covered, and again at every sub-step from there on."""
    loop = len(ring)
    turned = (d for d in range(1, loop + 1) if loop % d == 0 and np.array_equal(np.roll(ring, d), ring))
    shift = next(turned)
    return mover.every * (shift // math.gcd(shift, mover.hop))


def _moments(movers: Collection[Mover]) -> list[int]:
    """Sub-steps to check: once all that still move have completed a cycle, none is new until one stands."""
    moments: list[int] = []
    before = 0
    for hop in sorted({_most_steps(mover) for mover in movers}):
        rounds = math.lcm(*(len(mover.track) for mover in movers if _most_steps(mover) >= hop))
        moments += range(before + 1, min(hop, before + rounds) + 1)
        before = hop
    return moments


def _met(
    strands: Sequence[_Strand],
    movers: Mapping[int, Mover],
    rings: Mapping[int, NDArray[np.bool_]],
    clock: NDArray[np.int64],
    k: int,
    *,
    steps_only: bool,
) -> Iterator[_Meeting]:
    """The first meeting of each obstacle with those before it, in sub-step k of these ticks (n + 1,)."""
    if not strands:
        return
    width = 2 + max(int(strand.columns.max()) for strand in strands)
    taken = np.zeros((len(clock) - 1, width), dtype=np.bool_)
    for index, own in groupby(strands, key=lambda strand: strand.obstacle):
        mover, ring, parts = movers[index], rings[index], list(own)
        others, at_any_pace = taken, taken.copy() if mover.late else taken
        for before, after in _paces(mover):  # its own vehicles share its delay
            now = others.copy() if mover.late else taken
            moved = mover.hop * ((clock[:-1] - before) // mover.every)
            steps = mover.hop * ((clock[1:] - after) // mover.every) - moved
            done = np.minimum(steps, k) if not steps_only else np.full_like(steps, k - 1)
            for strand in parts:
                here = ring[(strand.places - (moved + done)[:, None]) % len(ring)]
                if steps_only:
                    here &= (steps >= k)[:, None]
                clash = here & now[:, strand.against]
                if clash.any():
                    row, place = (int(n) for n in np.argwhere(clash)[0])
                    yield _Meeting(int(clock[row]), k, strand.obstacle, strand.wheres[place])
                now[:, strand.columns] |= here
            at_any_pace |= now
        taken = at_any_pace


def _paces(mover: Mover) -> list[tuple[int, int]]:
    """Its delays before and after a tick in which it keeps its pace, stands still, or makes up a tick."""
    delays = range(mover.late + 1)
    return [
        (before, after) for before in delays for after in (before, before + 1, before - 1) if after in delays
    ]


def _most_steps(mover: Mover) -> int:
    """Sub-steps that it makes in a tick at most."""
    return mover.hop * (2 if mover.late and mover.every == 1 else 1)


def _conflict(level: Level, groups: Sequence[Sequence[Mover]], meeting: _Meeting) -> LevelConflict:
    """Say who meets whom, where and when."""
    tick, k, index, where = meeting
    others = [mover for group in groups[:index] for mover in group if _takes_part(mover, tick, k, where)]
    other = describe(level, others[0].obstacle) if others else "another of its own"
    both = (*groups[index][:1], *others[:1])
    hops = [_most_steps(mover) for mover in both]
    late = any(mover.late for mover in both)
    when = f"at tick {tick}" if max(hops) == 1 else f"at sub-step {k} of tick {tick}"
    can = "can " if late else ""
    what = (
        f"{'can both be' if late else 'are both'} at {in_words(where[0])}"
        if len(where) == 1
        else f"{can}pass through each other between {in_words(where[0])} and {in_words(where[1])}"
    )
    return LevelConflict(f"{describe(level, index)} and {other} {what} {when}", index, late=late)


def _takes_part(mover: Mover, tick: int, k: int, where: Where) -> bool:
    """Whether the vehicle can stand on the cell after the sub-step, or cross the border in it."""
    loop = len(mover.track)
    for before, after in _paces(mover):
        steps = mover.moved(tick + 1 - after) - mover.moved(tick - before)
        front = mover.position(tick - before) + min(k, steps)
        if len(where) == 1:
            found = any(mover.track[(front - back) % loop] == where[0] for back in range(mover.length))
        else:
            crossed = {mover.track[(front - 1) % loop], mover.track[front % loop]}
            found = steps >= k and crossed == set(where)
        if found:
            return True
    return False

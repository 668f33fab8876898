"""Delays: how late each obstacle of a level is, tick by tick, and which vehicle a move then meets.

The agent never sees delays; its safe actions hold whatever they are. What is shown or played draws them from
a seed, so that the same seed gives the same traffic.
"""

import random
from collections.abc import Sequence

from levels.model.board import Cell
from levels.model.level import Level
from levels.model.movers import Mover

Lateness = tuple[int, ...]
"""The delay of each obstacle [ticks], in the level's order."""


def is_late(level: Level) -> bool:
    """Whether anything on a level can be behind its timetable."""
    return any(obstacle.late for obstacle in level.obstacles)


class Delays:
    """The delays of one run, drawn as far as they are asked for.

    A run that begins at phase 0 begins on time; at another phase each delay is uniform in 0 … `late`. In each
    tick a delay grows by one with probability 1/4 (below `late`), falls by one with 1/4 (above 0), or stays.
    """

    def __init__(self, level: Level, seed: int, phase: int = 0) -> None:
        self._most = tuple(obstacle.late for obstacle in level.obstacles)
        self._dice = random.Random(seed)
        self._drawn = [tuple(int(self._dice.random() * (k + 1)) if k and phase else 0 for k in self._most)]

    def at(self, tick: int) -> Lateness:
        """The delays `tick` ticks after the run's beginning."""
        while len(self._drawn) <= tick:
            pairs = zip(self._drawn[-1], self._most, strict=True)
            self._drawn.append(tuple(self._changed(delay, most) if most else 0 for delay, most in pairs))
        return self._drawn[tick]

    def _changed(self, delay: int, most: int) -> int:
        draw = self._dice.random()
        if draw < 0.25:
            return min(delay + 1, most)
        return max(delay - 1, 0) if draw >= 0.75 else delay


def timetable_ticks(tick: int, before: int, after: int) -> range:
    """The ticks of the timetable that a vehicle drives in one tick: none, one or two.

    Args:
        tick: when the tick begins.
        before: the vehicle's delay at its beginning.
        after: the delay at its end.
    """
    return range(tick - before, tick + 1 - after)


def vehicle_met(
    level: Level, here: Cell, target: Cell, tick: int, before: Lateness, after: Lateness
) -> Mover | None:
    """The first vehicle that is really on the cell that the agent enters, or comes head-on; None for none.

    A tick that makes up counts as two: the agent moves in the first and stands on its new cell in the second.

    Args:
        level: a level whose parts fit together.
        here: the agent's cell.
        target: the one that it moves to; its own where it waits.
        tick: when the move begins.
        before: the delays at the tick's beginning.
        after: the delays at its end.
    """
    for mover in level.movers:
        if mover.carries or target not in mover.places:
            continue
        if _meets(mover, here, target, tick, (before[mover.obstacle], after[mover.obstacle])):
            return mover
    return None


def _meets(mover: Mover, here: Cell, target: Cell, tick: int, delay: Sequence[int]) -> bool:
    ticks = timetable_ticks(tick, *delay)
    if not ticks:
        return mover.stands_on(target, tick - delay[0])
    if target != here and mover.stands_on(target, ticks[0]) and mover.enters(here, ticks[0]):
        return True
    return any(mover.sweeps(target, moment) for moment in ticks)

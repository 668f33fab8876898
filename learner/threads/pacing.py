"""What threads alongside the window need: commands, slices of the right length, a pace, low priority."""

import os
import sys
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue

from learner.core.commands import Command

SLICE = 0.005
"""Length aimed at for one compiled slice [s]; a command waits no longer than about this."""
THROTTLE_INTERVAL = 0.004
"""A throttled thread works at most this often [s]; transitions due by then are made together."""
THROTTLE_DEBT = 0.25
"""A throttled thread that was held up catches up on at most this much time [s]."""
SHORTEST_SLICE = 100
"""Transitions in a slice at least."""
STEPS_BEHIND = 5
"""By how much `give_way` lowers a thread's priority, in steps of nice."""


class Throttle:
    """Holds work to a rate by counting the transitions that are owed.

    Attributes:
        rate: transitions per second [1/s], None for as fast as possible.
        credit: transitions owed.
    """

    def __init__(self, rate: float | None) -> None:
        self.rate = rate
        self.credit = 0.0

    def earn(self, elapsed: float) -> None:
        """Let `elapsed` [s] pass."""
        if self.rate is not None:
            ceiling = max(1.0, self.rate * THROTTLE_DEBT)
            self.credit = min(self.credit + elapsed * self.rate, ceiling)

    def due(self, most: int) -> int:
        """Give the transitions to make now, at most this many."""
        return most if self.rate is None else min(int(self.credit), most)

    def spend(self, transitions: int) -> None:
        """Take transitions that were made off the credit."""
        if self.rate is not None:
            self.credit -= transitions

    def wait(self) -> float:
        """Give how long nothing is owed [s]; 0 while something is."""
        if self.rate is None or self.credit >= 1.0:
            return 0.0
        return max(THROTTLE_INTERVAL, (1.0 - self.credit) / self.rate)


def waiting(queue: SimpleQueue[Command], patience: float | None) -> list[Command]:
    """Give all commands that wait, or the first to come within `patience` [s]; None: forever."""
    commands: list[Command] = []
    try:
        if patience != 0.0:
            commands.append(queue.get(timeout=patience))
        while True:
            commands.append(queue.get_nowait())
    except Empty:
        return commands


def next_slice(size: int, seconds: float) -> int:
    """Give the size of the next slice when one of `size` transitions took this long."""
    return max(SHORTEST_SLICE, int(size * min(2.0, SLICE / max(seconds, 1e-6))))


def give_way() -> None:
    """Make the calling thread less urgent than the window, so that a frame never waits for a core.

    Linux alone lets one thread of a process be less urgent than the others; elsewhere, and in a sandbox that
    forbids it, nothing happens.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + STEPS_BEHIND)

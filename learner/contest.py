"""ContestThread: three learners on one thread, always with equally many transitions; standings come out.

Like `learner.thread`, importing this module does not import numba; that happens on the thread.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from learner.commands import Advance, Command, Pause, Resume, SetRate, Stop
from learner.pacing import Throttle, next_slice, waiting
from learner.snapshot import Status
from learner.thread import SNAPSHOT_INTERVAL, SNAPSHOT_SHARE, give_way

if TYPE_CHECKING:
    from learner.rivals import Contest, Rival
    from levels.level import Level
    from levels.mdp import Mdp

Kind = Literal["plain", "one_step", "viable"]
"""Who competes: any action may be tried, the published one-step set, the viability kernel."""


@dataclass(frozen=True, eq=False)
class Standing:
    """How one of the three stands; all arrays are read-only.

    Attributes:
        rival: who it is, with the tables that its rollouts are played on.
        labels: (n_states,) int8, column of the best action it may take, −1 where it has none.
        episodes: finished.
        failures: episodes among them that ended in a crash or, with the one-step set, in a dead end.
        failures_marked: (n,) int64, failures until each of `Standings.marked`.
        epsilon: the ε in use.
        rollout_steps: transitions of the greedy rollout from the first start, None if it reaches no goal.
        optimal: whether the greedy rollout from every start is as short as the shortest safe way.
        optimal_since: episodes finished at the mark from which on it has been; None if it is not.
    """

    rival: Rival
    labels: NDArray[np.int8]
    episodes: int
    failures: int
    failures_marked: NDArray[np.int64]
    epsilon: float
    rollout_steps: int | None
    optimal: bool
    optimal_since: int | None


@dataclass(frozen=True, eq=False)
class Standings:
    """How all three stand at one moment.

    Attributes:
        version: rises with every standings of a thread.
        status, message: as in a Snapshot.
        transitions: made by each of the three.
        transitions_per_second: of each of the three, lately [1/s].
        marked: (n,) int64, transitions at which failures were noted, evenly spaced; the last is now.
        rivals: one each, always in the order plain, one-step, viable; empty before they are ready.
    """

    version: int
    status: Status
    message: str
    transitions: int
    transitions_per_second: float
    marked: NDArray[np.int64]
    rivals: tuple[Standing, ...]


class ContestThread:
    """Lets the three compete until it is stopped; commands act between two slices, and change no result."""

    def __init__(
        self, level: Level, mdp: Mdp, seed: int, *, rate: float | None = None, paused: bool = False
    ) -> None:
        """Prepare a thread; `start` starts it.

        Args:
            level: its settings are those of all three.
            mdp: its tables.
            seed: of the random numbers of each.
            rate: transitions a second of each at first [1/s], None for as fast as possible.
            paused: wait for the first command instead of learning at once.
        """
        self._level, self._mdp, self._seed = level, mdp, seed
        self._queue: SimpleQueue[Command] = SimpleQueue()
        nothing = np.zeros(0, dtype=np.int64)
        self._latest = Standings(0, "warming_up", "", 0, 0.0, nothing, ())
        self._thread = threading.Thread(target=self._run, name="contest", daemon=True)
        self._throttle = Throttle(rate)
        self._paused = paused
        self._errand = 0  # transitions still to be made while paused
        self._slice_size = 300
        self._news = True
        self._published = self._cost = 0.0
        self._measured = (0.0, 0)

    def start(self) -> None:
        """Begin: first warm up, then learn or wait as told."""
        self._thread.start()

    def send(self, command: Command) -> None:
        """Ask for something: a pause, going on, another rate, so many transitions; nothing else is known."""
        self._queue.put(command)

    def latest(self) -> Standings:
        """Give the newest standings; there always are some."""
        return self._latest

    def stop(self, timeout: float = 1.0) -> bool:
        """End the thread and wait for it at most `timeout` [s]; give whether it has ended."""
        self.send(Stop())
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        give_way()
        try:
            from learner.rivals import Contest  # noqa: PLC0415  brings numba in, on this thread

            self._compete(Contest(self._level, self._mdp, self._seed))
        except Exception as error:  # noqa: BLE001  whatever it is, the window has to show it
            told = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
            version = self._latest.version + 1
            message = f"the contest stopped: {told}"
            self._latest = replace(self._latest, version=version, status="failed", message=message)

    def _compete(self, contest: Contest) -> None:
        last = time.perf_counter()
        while True:
            for command in waiting(self._queue, self._patience()):
                if isinstance(command, Stop):
                    self._publish(contest, "stopped")
                    return
                self._obey(command)
            now = time.perf_counter()
            if not self._paused:
                self._throttle.earn(now - last)
            last = now
            due = self._due()
            if due:
                self._advance(contest, due)
            if self._news and time.perf_counter() >= self._next_standings():
                self._publish(contest, "paused" if self._paused and not self._errand else "running")

    def _patience(self) -> float | None:
        """How long there is nothing to do but wait for commands [s]; None: for ever."""
        waits = []
        if not self._paused or self._errand:
            wait = 0.0 if self._paused else self._throttle.wait()
            if not wait:
                return 0.0
            waits.append(wait)
        if self._news:
            waits.append(max(0.0, self._next_standings() - time.perf_counter()))
        return min(waits, default=None)

    def _obey(self, command: Command) -> None:
        self._news = True
        match command:
            case Pause():
                self._paused, self._errand = True, 0
            case Resume():
                self._paused, self._errand = False, 0
            case Advance(transitions):
                self._paused, self._errand = True, self._errand + (transitions or 0)
            case SetRate(rate):
                self._throttle.rate = rate
        self._throttle.credit = 0.0
        self._measured = (0.0, 0)

    def _due(self) -> int:
        """Transitions of each to make now."""
        if self._paused:
            return min(self._errand, self._slice_size)
        return self._throttle.due(self._slice_size)

    def _advance(self, contest: Contest, due: int) -> None:
        begun = time.perf_counter()
        contest.advance(due)
        self._news = True
        if due == self._slice_size:
            self._slice_size = next_slice(due, time.perf_counter() - begun)
        if self._paused:
            self._errand -= due
        else:
            self._throttle.spend(due)

    def _next_standings(self) -> float:
        """When the next standings may be published, on the clock of perf_counter [s]."""
        return self._published + max(SNAPSHOT_INTERVAL, self._cost / SNAPSHOT_SHARE)

    def _publish(self, contest: Contest, status: Status) -> None:
        now = self._published = time.perf_counter()
        self._latest = contest.standings(
            version=self._latest.version + 1,
            status=status,
            transitions_per_second=self._speed(now, contest.transitions) if status == "running" else 0.0,
        )
        self._cost = time.perf_counter() - now
        self._news = False

    def _speed(self, now: float, transitions: int) -> float:
        """Transitions a second of each, measured over about a second [1/s]."""
        then, before = self._measured
        if now - then > 1.0:
            self._measured = (now, transitions)
        if not then:
            return 0.0
        return (transitions - before) / (now - then)

"""LearnerThread: a Trainer on a thread of its own; commands go in, snapshots come out, failure is shown.

The compiled slices run outside the GIL, so the window beside them stays smooth. Commands act between slices,
and slicing changes no result: same seed and same commands, same tables. Importing this module does not import
numba; that happens on the thread, while the window is already drawing.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from collections import deque
from dataclasses import replace
from queue import SimpleQueue
from typing import TYPE_CHECKING

from learner.archive import Archive, Past
from learner.commands import Advance, Command, Pause, Resume, SetEpsilon, SetRate, Stop
from learner.pacing import Throttle, next_slice, waiting
from learner.snapshot import Snapshot, Status, blank_snapshot

if TYPE_CHECKING:
    from learner.dead_end import DeadEnd
    from learner.trainer import Trainer
    from levels.level import Level
    from levels.mdp import Mdp
    from levels.safety import SafeActions
    from levels.truth import Truth

SNAPSHOT_INTERVAL = 1 / 30
"""Shortest time from one snapshot to the next [s]."""
SNAPSHOT_SHARE = 0.1
"""Largest share of the time spent on snapshots: on huge tables they come more rarely."""
RATE_WINDOW = 1.0
"""Transitions a second are measured over about this time [s]."""

STEPS_BEHIND = 5
"""How much less urgent than the window `give_way` makes a thread, in steps of nice."""

_collector_frozen = threading.Event()


class LearnerThread:
    """Learns one level until it is stopped. A new level, or a restart, is a new LearnerThread.

    Same level and seed give the same tables as a `Trainer` advanced by the same amounts, whatever the window
    does.
    """

    def __init__(
        self,
        level: Level,
        mdp: Mdp,
        safe: SafeActions,
        truth: Truth,
        seed: int,
        *,
        rate: float | None = None,
        paused: bool = False,
    ) -> None:
        """Prepare a thread; `start` starts it.

        Args:
            level: names things in messages; its `learning` gives the settings.
            mdp: tables of the level.
            safe: its allowed actions.
            truth: its optimum.
            seed: of the learner's random numbers.
            rate: transitions a second at first [1/s], None for as fast as possible.
            paused: wait for the first command instead of learning at once.
        """
        self._level, self._mdp, self._safe, self._truth, self._seed = level, mdp, safe, truth, seed
        self._queue: SimpleQueue[Command] = SimpleQueue()
        self._latest = blank_snapshot(mdp, safe, level.learning.epsilon)
        self._archive = Archive(mdp.n_states, mdp.n_actions)
        self._thread = threading.Thread(target=self._run, name="learner", daemon=True)
        self._throttle = Throttle(rate)
        self._paused = paused
        self._errand: Advance | None = None
        self._slice_size = 1000
        self._samples: deque[tuple[float, int]] = deque()
        self._news = self._urgent = True  # something to show; something a viewer waits for
        self._snapshot_at = self._snapshot_cost = 0.0

    def start(self) -> None:
        """Begin: first warm up, then learn or wait as told."""
        self._thread.start()

    def send(self, command: Command) -> None:
        """Ask for something; it happens between two slices, and the next snapshot shows it."""
        self._queue.put(command)

    def latest(self) -> Snapshot:
        """Give the newest snapshot; there always is one."""
        return self._latest

    def past(self) -> Past:
        """Give what is kept of learning's past; same seed, same past, whatever the window did."""
        return self._archive.past

    def stop(self, timeout: float = 1.0) -> bool:
        """End the thread and wait for it at most `timeout` [s]; give whether it has ended."""
        self.send(Stop())
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        give_way()
        try:
            from learner.trainer import DeadEndError  # noqa: PLC0415  as in _warm_up

            trainer = self._warm_up()
            try:
                self._learn(trainer)
            except DeadEndError as error:
                self._end_dead(trainer, error.named(self._level, self._mdp, self._safe))
        except Exception as error:  # noqa: BLE001  whatever it is, the window has to show it
            message = f"the learner stopped: {type(error).__name__}: {error}"
            version = self._latest.version + 1
            self._latest = replace(self._latest, version=version, status="failed", message=message)

    def _end_dead(self, trainer: Trainer, dead_end: DeadEnd) -> None:
        """Show the dead end with all that was learned on the way there."""
        version = self._latest.version + 1
        last = trainer.snapshot(self._truth, version=version, status="failed", message=dead_end.told())
        self._latest = replace(last, dead_end=dead_end)

    def _warm_up(self) -> Trainer:
        from learner.trainer import Trainer  # noqa: PLC0415  brings numba in, on this thread

        trainer = Trainer(self._mdp, self._safe, self._level.learning, self._seed)
        trainer.warm_up(self._truth)
        if not _collector_frozen.is_set():
            # The compiler leaves hundreds of thousands of objects. Walking them would hold up frames later,
            # and collecting them first would hold up one frame now.
            _collector_frozen.set()
            gc.freeze()
        return trainer

    def _learn(self, trainer: Trainer) -> None:
        self._archive.remember(trainer, self._truth)
        last = time.perf_counter()
        while True:
            for command in waiting(self._queue, self._patience()):
                if isinstance(command, Stop):
                    self._publish(trainer, "stopped")
                    return
                self._obey(command, trainer)
            now = time.perf_counter()
            if not self._paused:
                self._throttle.earn(now - last)
            last = now
            due = self._due()
            if due:
                self._advance(trainer, due)
            if self._news and time.perf_counter() >= self._next_snapshot():
                self._publish(trainer, "paused" if self._idle() else "running")

    def _obey(self, command: Command, trainer: Trainer) -> None:
        self._news = self._urgent = True
        match command:
            case Pause():
                self._paused, self._errand = True, None
            case Resume():
                self._paused, self._errand = False, None
            case Advance():
                self._paused, self._errand = True, command
            case SetEpsilon(epsilon):
                trainer.epsilon = epsilon
            case SetRate(rate):
                self._throttle.rate = rate
        self._throttle.credit = 0.0
        self._samples.clear()

    def _idle(self) -> bool:
        return self._paused and self._errand is None

    def _patience(self) -> float | None:
        """How long there is nothing to do but wait for commands [s]; None: for ever."""
        waits = []
        if not self._idle():
            wait = 0.0 if self._paused else self._throttle.wait()
            if not wait:
                return 0.0
            waits.append(wait)
        if self._news:
            waits.append(max(0.0, self._next_snapshot() - time.perf_counter()))
        return min(waits, default=None)

    def _due(self) -> int:
        """Transitions to make now."""
        if not self._paused:
            return self._throttle.due(self._slice_size)
        if self._errand is None:
            return 0
        wanted = self._errand.transitions
        return self._slice_size if wanted is None else min(wanted, self._slice_size)

    def _advance(self, trainer: Trainer, due: int) -> None:
        """Make a slice of transitions, and see whether the errand, if there is one, is done."""
        errand, transitions, episodes = self._errand, trainer.transitions, trainer.episodes
        begun = time.perf_counter()
        trainer_stop = errand.stop if errand else "budget"
        due_episode = self._archive.due
        until = None if due_episode is None else due_episode - trainer.episodes
        try:
            trainer.advance(due, stop=trainer_stop, n_episodes=until, stop_at_marks=True)
        finally:
            self._news = True
            done = trainer.transitions - transitions
        if done == self._slice_size:
            self._slice_size = next_slice(done, time.perf_counter() - begun)
        if not self._paused:
            self._throttle.spend(done)
        if errand is not None:
            left = None if errand.transitions is None else errand.transitions - done
            over = left == 0
            over |= errand.stop == "episode" and trainer.episodes > episodes
            over |= errand.stop == "converged" and trainer.converged_episode is not None
            self._errand = None if over else replace(errand, transitions=left)
            self._urgent |= over
        self._archive.remember(trainer, self._truth)

    def _next_snapshot(self) -> float:
        """When the next snapshot may be taken, on the clock of perf_counter [s]."""
        rest = 0.0 if self._urgent else self._snapshot_cost / SNAPSHOT_SHARE
        return self._snapshot_at + max(SNAPSHOT_INTERVAL, rest)

    def _publish(self, trainer: Trainer, status: Status) -> None:
        now = self._snapshot_at = time.perf_counter()
        self._latest = trainer.snapshot(
            self._truth,
            version=self._latest.version + 1,
            status=status,
            transitions_per_second=self._measure(now, trainer.transitions) if status == "running" else 0.0,
        )
        self._snapshot_cost = time.perf_counter() - now
        self._news = self._urgent = False

    def _measure(self, now: float, transitions: int) -> float:
        """Transitions a second lately [1/s]."""
        self._samples.append((now, transitions))
        while self._samples[0][0] < now - RATE_WINDOW and len(self._samples) > 2:
            self._samples.popleft()
        then, before = self._samples[0]
        return (transitions - before) / (now - then) if now > then else 0.0


def give_way() -> None:
    """Make the calling thread less urgent than the window, so that a frame never waits for a core.

    Linux alone lets one thread of a process be less urgent than the others; elsewhere nothing happens.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + STEPS_BEHIND)

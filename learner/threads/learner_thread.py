"""LearnerThread: a Trainer on a thread of its own; commands go in, snapshots come out, failure is shown.

The compiled slices run outside the GIL, so the window stays smooth. Commands act between slices,
and slicing changes no result: same seed, same tables after as many transitions. Other settings act from
whatever transition they meet; snapshots name it, and the same changes there give the same tables.
"""

from __future__ import annotations

import gc
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from learner.core.commands import Command, SetLearning
from learner.core.snapshot import Snapshot, Status, blank_snapshot
from learner.threads.failure import in_words
from learner.threads.paced_thread import PacedThread
from learner.threads.policy_history import PolicyHistory, PolicyRecorder

if TYPE_CHECKING:
    from learner.core.dead_end import DeadEnd
    from learner.core.trainer import Trainer
    from levels.model.level import Level
    from levels.model.mdp import Mdp
    from levels.proof.optimal_values import OptimalValues
    from levels.proof.safety import SafeActions

FIRST_SLICE = 1000
"""Transitions in the first slice."""

_collector_frozen = threading.Event()


class LearnerThread(PacedThread["Trainer", Snapshot]):
    """Learns one level until it is stopped. A new level, or a restart, is a new LearnerThread.

    Same level, seed and changes of settings give the same tables as a `Trainer` advanced by the same amounts,
    whatever else the window does.
    """

    def __init__(
        self,
        level: Level,
        mdp: Mdp,
        safe: SafeActions,
        optimal: OptimalValues,
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
            optimal: its optimal values, for the discount in its settings.
            seed: of the learner's random numbers.
            rate: transitions per second at first [1/s], None for as fast as possible.
            paused: wait for the first command instead of learning at once.
        """
        first = blank_snapshot(mdp, level.learning, optimal)
        super().__init__("learner", first, rate, FIRST_SLICE, paused=paused)
        self._level, self._mdp, self._safe, self._optimal, self._seed = level, mdp, safe, optimal, seed
        self._archive = PolicyRecorder(mdp.n_states, mdp.n_actions)

    def past(self) -> PolicyHistory:
        """Give the policy history; same seed and settings, same history, whatever the window did."""
        return self._archive.past

    def _work(self) -> None:
        from learner.core.trainer import DeadEndError  # noqa: PLC0415  as in _warm_up

        trainer = self._warm_up()
        self._archive.remember(trainer, self._optimal)
        try:
            self._serve(trainer)
        except DeadEndError as error:
            self._end_dead(trainer, error.named(self._level, self._mdp, self._safe))

    def _failed(self, error: BaseException) -> Snapshot:
        message = f"the learner stopped: {in_words(error)}"
        return replace(self._latest, version=self._latest.version + 1, status="failed", message=message)

    def _end_dead(self, trainer: Trainer, dead_end: DeadEnd) -> None:
        """Show the dead end with all that was learned on the path there."""
        version = self._latest.version + 1
        last = trainer.snapshot(self._optimal, version=version, status="failed", message=dead_end.describe())
        self._latest = replace(last, dead_end=dead_end)

    def _warm_up(self) -> Trainer:
        from learner.core.trainer import Trainer  # noqa: PLC0415  brings numba in, on this thread

        trainer = Trainer(self._mdp, self._safe, self._level.learning, self._seed)
        trainer.warm_up(self._optimal)
        if not _collector_frozen.is_set():
            # The compiler leaves hundreds of thousands of objects. Walking them would hold up frames later,
            # and collecting them first would hold up one frame now.
            _collector_frozen.set()
            gc.freeze()
        return trainer

    def _obey(self, command: Command, job: Trainer) -> None:
        if isinstance(command, SetLearning):
            self._change(command, job)

    def _change(self, settings: SetLearning, trainer: Trainer) -> None:
        """Change settings; another discount has another optimum, found here where no frame waits for it."""
        from levels.proof.optimal_values import solve  # noqa: PLC0415  as in _warm_up

        before = trainer.learning.discount
        trainer.change(settings)
        if trainer.learning.discount != before:
            steps = self._optimal.steps_to_goal
            self._optimal = solve(self._mdp, self._safe, trainer.learning.discount, steps)

    def _advance(self, job: Trainer, due: int) -> int:
        """Make a slice of transitions, and see whether the errand, if there is one, is done."""
        errand, transitions, episodes = self._errand, job.transitions, job.episodes
        due_episode = self._archive.due
        until = None if due_episode is None else due_episode - episodes
        job.advance(due, stop=errand.stop if errand else "budget", n_episodes=until, stop_at_marks=True)
        done = job.transitions - transitions
        if errand is not None:
            left = None if errand.transitions is None else errand.transitions - done
            over = left == 0
            over |= errand.stop == "episode" and job.episodes > episodes
            over |= errand.stop == "converged" and job.converged_episode is not None
            self._errand = None if over else replace(errand, transitions=left)
            self._urgent |= over
        self._archive.remember(job, self._optimal)
        return done

    def _told(self, job: Trainer, status: Status, transitions_per_second: float) -> Snapshot:
        return job.snapshot(
            self._optimal,
            version=self._latest.version + 1,
            status=status,
            transitions_per_second=transitions_per_second,
        )

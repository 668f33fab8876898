"""Comparison: learners on one level with one seed, always with equally many transitions made."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from learner.baselines.baseline import Baseline, frozen
from learner.baselines.standings import COMPARED, Standing, Standings
from learner.baselines.table import BASELINES
from learner.core.snapshot import Status
from levels.model.level import Level
from levels.model.mdp import Mdp
from levels.proof.optimal_values import steps_to_goal
from levels.proof.safety import safe_actions

FIRST_STRIDE = 50
"""Transitions from one mark of the race to the next, at first."""
MOST_MARKS = 256
"""When there are more marks, every second one is dropped and twice as many transitions lie between two."""


def baselines(level: Level, mdp: Mdp, names: Sequence[str] = COMPARED) -> tuple[Baseline, ...]:
    """Make those of these names for a level.

    Raises:
        ValueError: a start is doomed, so that learning there without failing is impossible.
    """
    viable = safe_actions(mdp, "viable").viable
    doomed = [mdp.cell(start) for start in mdp.starts if not viable[start]]
    if doomed:
        raise ValueError(f"from the start at {doomed[0]} there is no way to stay safe, so nobody can compete")
    return tuple(BASELINES[name](level, mdp) for name in names)


class Comparison:
    """The three, always with equally many transitions made. No threads, no clock.

    Same level and seed give the same standings after as many transitions, however the work is sliced. Every
    episode starts at phase 0, also where the level has it otherwise: a start phase that is safe for one of
    them might be doomed for another.

    Attributes:
        transitions: made by each of the three.
    """

    def __init__(self, level: Level, mdp: Mdp, seed: int, names: Sequence[str] = COMPARED) -> None:
        self.transitions = 0
        self._baselines = baselines(level, mdp, names)
        self._learners = [baseline.learner(level.learning, seed) for baseline in self._baselines]
        self._starts = np.array(mdp.starts, dtype=np.int64)
        # A path that arrives has no crash, so the shortest path is the same for all three.
        self._shortest = steps_to_goal(mdp, safe_actions(mdp, "viable"))[self._starts]
        self._stride = FIRST_STRIDE
        self._marks: list[tuple[int, ...]] = [(0,) * (1 + len(self._learners))]
        self._first_optimal: list[int | None] = [None] * len(self._learners)

    def advance(self, n_transitions: int) -> None:
        """Let each of the three make this many transitions."""
        end = self.transitions + n_transitions
        while self.transitions < end:
            gate = (self.transitions // self._stride + 1) * self._stride
            slice_ = min(end, gate) - self.transitions
            for learner in self._learners:
                learner.advance(slice_)
            self.transitions += slice_
            if self.transitions == gate:
                self._mark()

    def standings(
        self, *, version: int = 0, status: Status = "paused", transitions_per_second: float = 0.0
    ) -> Standings:
        """Freeze how the three stand."""
        marks = self._marks
        if marks[-1][0] < self.transitions:
            marks = [*marks, self._now()]
        table = frozen(np.array(marks, dtype=np.int64))
        return Standings(
            version=version,
            status=status,
            message="",
            transitions=self.transitions,
            transitions_per_second=transitions_per_second,
            marked=table[:, 0],
            baselines=tuple(
                self._standing(index, table[:, 1 + index]) for index in range(len(self._baselines))
            ),
        )

    def _standing(self, index: int, failures: NDArray[np.int64]) -> Standing:
        learner, steps = self._learners[index], self._greedy_steps(index)
        return Standing(
            baseline=self._baselines[index],
            labels=learner.labels(),
            episodes=learner.episodes,
            failures=learner.violations,
            dead_ends=learner.dead_ends,
            failures_marked=failures,
            epsilon=learner.epsilon,
            rollout_steps=None if steps[0] < 0 else int(steps[0]),
            optimal=bool((steps == self._shortest).all()),
            first_optimal=self._first_optimal[index],
        )

    def _mark(self) -> None:
        """Note how the three stand, at a multiple of the stride."""
        self._marks.append(self._now())
        for index, first in enumerate(self._first_optimal):
            if first is None and (self._greedy_steps(index) == self._shortest).all():
                self._first_optimal[index] = self._learners[index].episodes
        if len(self._marks) > MOST_MARKS:
            self._stride *= 2
            self._marks = [mark for mark in self._marks if mark[0] % self._stride == 0]

    def _now(self) -> tuple[int, ...]:
        """Transitions made, and the failures of each until now."""
        return (self.transitions, *(learner.violations for learner in self._learners))

    def _greedy_steps(self, index: int) -> NDArray[np.int64]:
        return self._learners[index].greedy_steps(self._starts)

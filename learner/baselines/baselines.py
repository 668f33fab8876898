"""Three learners for one level, and the comparison of them: plain ε-greedy, the published set, and ours.

All three are the same Trainer with the level's own settings and the same seed; only the actions they may
take differ. Where that lets one of them fail, failing ends the episode as a goal does, and costs
`failure_penalty`. Both are departures, in the rivals' favour: the paper has no crash, and no rule for
learning from a dead end, since the maximum of E4 would be over no action there. A dead end costs what a
crash does, because a crash is what every action there leads to.
"""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from learner.baselines.comparison import BaselineName, Standing, Standings
from learner.core import packed
from learner.core.diagnostics import greedy_steps
from learner.core.snapshot import Status
from learner.core.trainer import Trainer
from levels.model.level import Level
from levels.model.mdp import Mdp
from levels.proof.optimal_values import steps_to_goal
from levels.proof.safety import SafeActions, safe_actions

Array = TypeVar("Array", bound=NDArray[Any])

FIRST_STRIDE = 50
"""Transitions from one mark of the race to the next, at first."""
MOST_MARKS = 256
"""When there are more marks, every second one is dropped and twice as many transitions lie between two."""


@dataclass(frozen=True, eq=False)
class Baseline:
    """One of the three, as a Trainer and a rollout take it.

    Attributes:
        name: which one.
        mdp: the level's tables; where this one can fail, failing costs the penalty, and dead ends are
            terminal.
        safe: `allowed` holds what it may try.
    """

    name: BaselineName
    mdp: Mdp
    safe: SafeActions


def failure_penalty(level: Level) -> float:
    """Reward of a crash or a dead end: no more than the worst episode without one brings.

    Were it no more than a step's, failing early would be the best thing to do. That it is so large helps the
    rivals: values are maxima over actions, so it spreads no further, and one failure is enough as a warning.
    """
    return level.rewards.step * level.learning.episode_limit - level.rewards.goal


def baselines(level: Level, mdp: Mdp) -> tuple[Baseline, Baseline, Baseline]:
    """Make the three, in the order of their lookahead: none, one step, unlimited.

    Raises:
        ValueError: a start is doomed, so that learning there without failing is impossible.
    """
    viable, one_step = safe_actions(mdp, "viable"), safe_actions(mdp, "one_step")
    doomed = [mdp.cell(start) for start in mdp.starts if not viable.viable[start]]
    if doomed:
        raise ValueError(
            f"from the start at {doomed[0]} there is no way to stay safe, so there is nothing to compare"
        )
    acts = ~(mdp.goal | mdp.violation)
    anything = np.repeat(acts[:, None], mdp.n_actions, axis=1)
    stuck = acts & ~one_step.one_step.any(axis=1)
    penalty = failure_penalty(level)
    return (
        Baseline(
            "plain",
            replace(mdp, reward=_costing(mdp, penalty, mdp.next_state == mdp.crash)),
            replace(viable, allowed=_frozen(anything)),
        ),
        Baseline(
            "one_step",
            replace(
                mdp,
                reward=_costing(mdp, penalty, np.append(stuck, False)[mdp.next_state]),
                violation=_frozen(mdp.violation | stuck),
            ),
            one_step,
        ),
        Baseline("viable", mdp, viable),
    )


class Comparison:
    """The three, always with equally many transitions made. No threads, no clock.

    Same level and seed give the same standings after as many transitions, however the work is sliced. Every
    episode starts at phase 0, even if the level says otherwise: a start phase that is safe for one of
    them might be doomed for another.

    Attributes:
        transitions: made by each of the three.
    """

    def __init__(self, level: Level, mdp: Mdp, seed: int) -> None:
        self.transitions = 0
        self._rivals = baselines(level, mdp)
        self._trainers = [
            Trainer(baseline.mdp, baseline.safe, level.learning, seed) for baseline in self._rivals
        ]
        self._starts = np.array(mdp.starts, dtype=np.int64)
        # A path that arrives has no crash, so the shortest path is the same for all three.
        self._shortest = steps_to_goal(mdp, self._rivals[-1].safe)[self._starts]
        self._stride = FIRST_STRIDE
        self._marks: list[tuple[int, ...]] = [(0,) * (1 + len(self._trainers))]
        self._first_optimal: list[int | None] = [None] * len(self._trainers)

    def advance(self, n_transitions: int) -> None:
        """Let each of the three make this many transitions."""
        end = self.transitions + n_transitions
        while self.transitions < end:
            gate = (self.transitions // self._stride + 1) * self._stride
            slice_ = min(end, gate) - self.transitions
            for trainer in self._trainers:
                trainer.advance(slice_)
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
        table = _frozen(np.array(marks, dtype=np.int64))
        return Standings(
            version=version,
            status=status,
            message="",
            transitions=self.transitions,
            transitions_per_second=transitions_per_second,
            marked=table[:, 0],
            baselines=tuple(self._standing(index, table[:, 1 + index]) for index in range(len(self._rivals))),
        )

    def _standing(self, index: int, failures: NDArray[np.int64]) -> Standing:
        trainer, steps = self._trainers[index], self._greedy_steps(index)
        state_flags = trainer.memory.state_flags.reshape(-1, int(packed.FLAG_BYTES))[:-1]
        labels = np.where(
            state_flags[:, packed.N_CHOICES] > 0, state_flags[:, packed.LABEL].astype(np.int8), np.int8(-1)
        )
        return Standing(
            baseline=self._rivals[index],
            labels=_frozen(labels),
            episodes=trainer.episodes,
            failures=_failures(trainer),
            failures_marked=failures,
            epsilon=trainer.epsilon,
            rollout_steps=None if steps[0] < 0 else int(steps[0]),
            optimal=bool((steps == self._shortest).all()),
            first_optimal=self._first_optimal[index],
        )

    def _mark(self) -> None:
        """Note how the three stand, at a multiple of the stride."""
        self._marks.append(self._now())
        for index, first in enumerate(self._first_optimal):
            if first is None and (self._greedy_steps(index) == self._shortest).all():
                self._first_optimal[index] = self._trainers[index].episodes
        if len(self._marks) > MOST_MARKS:
            self._stride *= 2
            self._marks = [mark for mark in self._marks if mark[0] % self._stride == 0]

    def _now(self) -> tuple[int, ...]:
        """Transitions made, and the failures of each until now."""
        return (self.transitions, *map(_failures, self._trainers))

    def _greedy_steps(self, index: int) -> NDArray[np.int64]:
        trainer = self._trainers[index]
        return greedy_steps(trainer.tables, trainer.memory, self._starts)


def _failures(trainer: Trainer) -> int:
    """Episodes that ended in a crash or in a dead end."""
    return int(trainer.memory.counters[packed.VIOLATIONS])


def _costing(mdp: Mdp, penalty: float, failing: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The rewards, with the penalty for the transitions that fail."""
    return _frozen(np.where(failing, penalty, mdp.reward))


def _frozen(array: Array) -> Array:
    array.flags.writeable = False
    return array

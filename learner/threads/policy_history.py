"""PolicyRecorder: learning's past as moments that can be played again, thinned as it grows.

Moments are taken at the ends of episodes 0, 1, 2, …; whenever the archive is full, every second one goes and
twice as many episodes lie between the next. Once learning has converged, what came before is thinned no
further: seconds at full speed would leave nothing of it. Only when it converges again, with other settings,
every second one of these goes too. Episode 0 and those of `Marks` are taken wherever they fall, and stay.
All this depends on episodes alone, so the same seed leaves the same archive, whatever the window does but
changing settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:  # at run time it would bring numba in before the window's first picture
    from learner.core.snapshot import Snapshot
    from learner.core.trainer import Trainer
    from levels.model.level import Learning
    from levels.proof.optimal_values import OptimalValues

MOST_MOMENTS = 128
"""Moments kept at most."""
LEAST_MOMENTS = 12
"""A level so large that fewer than these find room has no archive."""
ROOM = 80_000_000
"""Memory that all moments may take together [bytes]; optima are not counted, one for each γ a run has had."""


@dataclass(frozen=True, eq=False)
class PolicySnapshot:
    """What was learned by the end of an episode.

    Attributes:
        episode, transitions: made by then; episode 0 is before learning.
        q: (n_states, n_actions) float32, NaN where an action is not allowed.
        labels: (n_states,) int8, as in a Snapshot; `learner.core.rollout.play` plays them.
        visits: (n_states,) int64, transitions made from each state by then.
        rollout_steps: transitions of the greedy rollout from the first start, None if it reaches no goal.
        optimal: whether the greedy rollout from every start is as short as the shortest safe path.
        learning: the settings in use then.
        optimum: the optimal values for their discount, which `q` is compared with; moments share them.
    """

    episode: int
    transitions: int
    q: NDArray[np.float32]
    labels: NDArray[np.int8]
    visits: NDArray[np.int64]
    rollout_steps: int | None
    optimal: bool
    learning: Learning
    optimum: OptimalValues


@dataclass(frozen=True)
class Marks:
    """Notable episodes, counted from 1; None for those that have not happened.

    Attributes:
        first_goal_episode, converged_episode: as in a Snapshot.
        optimal_episode: the first archived moment whose policy was optimal.
        converged_transitions: made by the end of the episode that converged; of several the newest.
    """

    first_goal_episode: int | None = None
    converged_episode: int | None = None
    optimal_episode: int | None = None
    converged_transitions: int | None = None


@dataclass(frozen=True, eq=False)
class PolicyHistory:
    """The part the window reads.

    Attributes:
        moments: all that are kept, oldest first.
        marks: the notable episodes; each of them is one of the moments, if any are kept.
        missing: why none are kept, as a sentence; "" when they are.
    """

    moments: tuple[PolicySnapshot, ...] = ()
    marks: Marks = Marks()
    missing: str = ""


class PolicyRecorder:
    """Takes moments while learning continues. Not shared between threads; `past` is a frozen value.

    Attributes:
        past: all that is kept.
        due: the episode at whose end the next moment is to be taken, None if none are; marks are extra.
    """

    def __init__(self, n_states: int, n_actions: int) -> None:
        self._most = min(MOST_MOMENTS, ROOM // (n_states * bytes_a_state(n_actions)))
        self._stride = 1
        self._converged = 0  # moments up to this episode are thinned no further
        self.past = PolicyHistory()
        self.due: int | None = 0
        if self._most < LEAST_MOMENTS:
            self.due = None
            self.past = PolicyHistory(missing=_sentence(n_states))

    def remember(self, trainer: Trainer, optimal: OptimalValues) -> None:
        """Take a moment if the episode that ended last is due, or notable.

        To be called before learning, and whenever the trainer stops; at these episodes it has to.
        """
        if self.due is None:
            marks = self._marks(trainer)
            self.past = PolicyHistory((), marks, self.past.missing) if marks != self.past.marks else self.past
            return
        episode, moments = trainer.episodes, self.past.moments
        of_note = episode in (trainer.first_goal_episode, trainer.converged_episode)
        if episode == self.due or (of_note and moments[-1].episode < episode):
            self._take(policy_snapshot_of(trainer.snapshot(optimal)), trainer)

    def _take(self, moment: PolicySnapshot, trainer: Trainer) -> None:
        first_optimal = self.past.marks.optimal_episode
        if first_optimal is None and moment.optimal:
            first_optimal = moment.episode
        marks = self._marks(trainer, first_optimal)
        lasting = (0, marks.first_goal_episode, marks.converged_episode, first_optimal)
        moments = [*self.past.moments, moment]
        converges = marks.converged_episode == moment.episode
        if converges:  # the first time there is nothing to be thinned but episode 0, which stays
            moments = [
                kept
                for number, kept in enumerate(moments)
                if number % 2 == 0 or kept.episode > self._converged or kept.episode in lasting
            ]
        while len(moments) > (self._most // 2 if converges else self._most):
            self._stride *= 2
            moments = [
                kept
                for kept in moments
                if kept.episode <= self._converged
                or kept.episode % self._stride == 0
                or kept.episode in lasting
            ]
        if converges:
            self._converged = moment.episode
        self.past = PolicyHistory(tuple(moments), marks)
        self.due = (moment.episode // self._stride + 1) * self._stride

    def _marks(self, trainer: Trainer, first_optimal: int | None = None) -> Marks:
        """The trainer's marks; it stands where an episode has converged when that is news."""
        converged, known = trainer.converged_episode, self.past.marks
        transitions = None if converged is None else trainer.transitions
        if converged == known.converged_episode:
            transitions = known.converged_transitions
        return Marks(trainer.first_goal_episode, converged, first_optimal, transitions)


def bytes_a_state(n_actions: int) -> int:
    """Memory of a moment per state [bytes]: its values, its label, its visits."""
    return 4 * n_actions + 1 + 8


def _sentence(n_states: int) -> str:
    return (
        f"no history is kept: this level has {n_states:,} states, and {LEAST_MOMENTS} moments of it would "
        f"take more than {ROOM // 1_000_000} MB"
    )


def policy_snapshot_of(snapshot: Snapshot) -> PolicySnapshot:
    """What a snapshot shows, with the values in half the memory."""
    q = snapshot.q.astype(np.float32)
    q.flags.writeable = False
    return PolicySnapshot(
        snapshot.episodes,
        snapshot.transitions,
        q,
        snapshot.labels,
        snapshot.visits,
        snapshot.rollout_steps,
        snapshot.optimal,
        snapshot.learning,
        snapshot.optimum,
    )


def history_of(
    moments: tuple[PolicySnapshot, ...], state: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give how a state's values grew: episodes (n,), and Q (n, n_actions), NaN where not allowed."""
    episodes = np.array([moment.episode for moment in moments], dtype=np.float64)
    values = np.array([moment.q[state] for moment in moments], dtype=np.float64)
    return episodes, values

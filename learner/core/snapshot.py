"""Snapshot: the frozen picture of learning that crosses from the learner to the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from learner.core.commands import Changes
from levels.model.level import Learning

if TYPE_CHECKING:  # at run time these would bring numba in before the window's first picture
    from learner.core.dead_end import DeadEnd
    from levels.model.mdp import Mdp
    from levels.proof.optimal_values import OptimalValues

Status = Literal["warming_up", "running", "paused", "failed", "stopped"]
"""What a learner is doing. Converging is no status: learning continues, see `Snapshot.converged_episode`."""


@dataclass(frozen=True, eq=False)
class History:
    """The convergence chart: episodes in buckets of equal width, oldest first; the last may be filling.

    Attributes:
        width: episodes a full bucket holds; doubles when all buckets are full.
        episodes: (n,) int64, the number of the last episode in each bucket, counted from 1.
        change_min, change_mean, change_max: (n,) float64, total |ΔQ| of an episode over each bucket.
        steps_min, steps_mean, steps_max: (n,) float64, transitions of an episode over each bucket.
        goal_share: (n,) float64 in [0, 1], share of the bucket's episodes that reached a goal.
        q_error: (n,) float64, largest |Q − Q*| last measured in each bucket, NaN where not measured.
    """

    width: int
    episodes: NDArray[np.int64]
    change_min: NDArray[np.float64]
    change_mean: NDArray[np.float64]
    change_max: NDArray[np.float64]
    steps_min: NDArray[np.float64]
    steps_mean: NDArray[np.float64]
    steps_max: NDArray[np.float64]
    goal_share: NDArray[np.float64]
    q_error: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Everything the window shows about learning at one moment; all arrays are read-only copies.

    Attributes:
        version: rises with every snapshot of a learner thread.
        status, message: what the learner is doing, and a sentence when there is something to say.
        q: (n_states, n_actions) float64, NaN where an action is not allowed; all 0 in a blank one.
        labels: (n_states,) int8, column in `Mdp.actions` of the best allowed action, −1 where none is
            allowed.
        visits: (n_states,) int64, transitions made from each state.
        class_counts: (n_actions,) int64, how many states carry each label, N⁺.
        state, episode_steps: where the learner's own agent is, and transitions so far in its episode.
        episodes, transitions, violations: totals since learning began.
        epsilon: the ε in use.
        learning, began_with, changes: the settings in use, those the run began with, and what led from one to
            the other.
        optimum: the optimal values for the discount in use, which all distances are measured from.
        first_goal_episode, converged_episode: numbers counted from 1, None if not yet. An episode converges
            if it reaches a goal with a total |ΔQ| below the threshold and every start's greedy path has
            settled, see `learner.core.settled`.
        largest_q_error: largest |Q − Q*| over visited pairs; NaN before the first transition.
        bellman_residual: largest |r + γ max Q(x′, u′) − Q(x, u)| over visited pairs; NaN as above.
        start_steps: (n_starts,) int64, transitions of the greedy rollout from each start at phase 0, −1 if it
            reaches no goal.
        rollout_steps: the same of the start that is nearest to a goal, None if it reaches none.
        detour: by how many transitions greedy rollouts are longer than the shortest safe paths, the worst
            over all states an episode can start in; None if one reaches no goal.
        optimal_states: share in [0, 1] of the viable states, goals left out, from which a goal can be
            reached, whose greedy path is a shortest safe one; NaN if there are no such states.
        transitions_per_second: measured lately [1/s].
        history: the convergence chart.
        dead_end: the state without a safe action in which learning with the one-step set ended; else None.
    """

    version: int
    status: Status
    message: str
    q: NDArray[np.float64]
    labels: NDArray[np.int8]
    visits: NDArray[np.int64]
    class_counts: NDArray[np.int64]
    state: int
    episode_steps: int
    episodes: int
    transitions: int
    violations: int
    epsilon: float
    learning: Learning
    began_with: Learning
    changes: Changes
    optimum: OptimalValues
    first_goal_episode: int | None
    converged_episode: int | None
    largest_q_error: float
    bellman_residual: float
    start_steps: NDArray[np.int64]
    rollout_steps: int | None
    detour: int | None
    optimal_states: float
    transitions_per_second: float
    history: History
    dead_end: DeadEnd | None = None

    @property
    def optimal(self) -> bool:
        """Whether the greedy rollout from every state an episode can start in is a shortest safe path."""
        return self.detour == 0


def blank_snapshot(mdp: Mdp, learning: Learning, optimum: OptimalValues) -> Snapshot:
    """Give what can be shown before the first labels are drawn: no labels, status "warming_up".

    Q is 0, also where an action is not allowed. All tables are views of one number: the window makes this,
    and filling them for millions of states would hold up a frame.
    """
    q = np.broadcast_to(np.float64(0.0), (mdp.n_states, mdp.n_actions))
    labels = np.broadcast_to(np.int8(-1), mdp.n_states)
    visits = np.broadcast_to(np.int64(0), mdp.n_states)
    class_counts = np.zeros(mdp.n_actions, dtype=np.int64)
    nothing = np.zeros(0)
    no_episodes = np.zeros(0, dtype=np.int64)
    start_steps = np.full(len(mdp.starts), -1, dtype=np.int64)
    for array in (class_counts, nothing, no_episodes, start_steps):
        array.flags.writeable = False
    return Snapshot(
        version=0,
        status="warming_up",
        message="warming up: the learner is being compiled",
        q=q,
        labels=labels,
        visits=visits,
        class_counts=class_counts,
        state=mdp.starts[0],
        episode_steps=0,
        episodes=0,
        transitions=0,
        violations=0,
        epsilon=learning.epsilon,
        learning=learning,
        began_with=learning,
        changes=(),
        optimum=optimum,
        first_goal_episode=None,
        converged_episode=None,
        largest_q_error=np.nan,
        bellman_residual=np.nan,
        start_steps=start_steps,
        rollout_steps=None,
        detour=None,
        optimal_states=np.nan,
        transitions_per_second=0.0,
        history=History(1, no_episodes, *[nothing] * 8),
    )

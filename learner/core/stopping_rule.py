"""When learning has converged, readable on one page; `learner.core.settled` is the same, compiled.

The paper stops when the Σ|ΔQ| of an episode falls below a threshold. That can end on a policy that never
arrives, because the last update of that very episode may lower a label below a rival. So an episode converges
here only if afterwards the greedy path from every start has settled. `docs/paper.md` proves that such a path
is a shortest one where γ = 1, each step costs 1, the goal adds nothing and the threshold is at most β.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from learner.core.actor import Actor
    from learner.core.critic import Critic
    from levels.model.level import Learning
    from levels.model.mdp import Mdp
    from levels.proof.safety import SafeActions


class StoppingRule:
    """Judges each episode that reached a goal.

    Attributes:
        starts: (n,) int64, every state an episode can begin in.
        failed: place in `starts` of the start whose path had not settled when it was last tested.
        next_pass: transitions before which no pass over all starts is made, so that testing stays cheap.
    """

    def __init__(self, mdp: Mdp, safe: SafeActions, learning: Learning) -> None:
        self._mdp, self._safe, self._learning = mdp, safe, learning
        self.starts = np.concatenate(safe.starts)
        self.failed, self.next_pass = 0, 0

    def has_converged(self, change: float, transitions: int, critic: Critic, actor: Actor) -> bool:
        """Tell whether learning has converged with an episode that reached a goal.

        Args:
            change: Σ|ΔQ| of that episode.
            transitions: made since learning began.
            critic: as the episode left it.
            actor: likewise.
        """
        if not change < self._learning.threshold:
            return False
        if self._learning.stopping_rule == "published":
            return True
        if not self.path_has_settled(int(self.starts[self.failed]), critic, actor):
            return False
        if len(self.starts) == 1:
            return True
        if transitions < self.next_pass:
            return False
        for place in np.roll(np.arange(len(self.starts)), -self.failed).tolist():
            if not self.path_has_settled(int(self.starts[place]), critic, actor):
                self.failed, self.next_pass = place, transitions + self._mdp.n_states
                return False
        return True

    def path_has_settled(self, state: int, critic: Critic, actor: Actor) -> bool:
        """Tell whether the greedy path from a state reaches a goal in time with Σβ|δ| below the threshold.

        δ = r + γ max Q(x′, u′) − Q(x, u) is what (4) would add to a value, but for the factor β.
        """
        learning, mdp, change = self._learning, self._mdp, 0.0
        for _ in range(learning.episode_limit + 1):
            if mdp.goal[state]:
                return change < learning.threshold
            if not self._safe.allowed[state].any():
                return False
            action = actor.policy(state)
            arrived = int(mdp.next_state[state, action])
            target = float(mdp.reward[state, action]) + learning.discount * critic.value(arrived)
            change += learning.learning_rate * abs(target - float(critic.q[state, action]))
            state = arrived
        return False

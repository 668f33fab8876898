"""The critic: Q-learning over the allowed actions, readable on one page; the kernel's readable twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:  # at run time these would bring numba in before the window's first picture
    from levels.model.mdp import Mdp
    from levels.proof.safety import SafeActions


class Critic:
    """Learns the action values Q(x, u) of the allowed actions from single transitions.

    Paper: Eq. (4), with the maximum over the allowed actions where the paper has the one-step set.

    Attributes:
        q: (n_states, n_actions) float64; NaN where an action is not allowed, so that any code that reads it
            shows it.
    """

    def __init__(self, mdp: Mdp, safe: SafeActions, learning_rate: float, discount: float) -> None:
        self.learning_rate = learning_rate
        self.discount = discount
        self.q = np.where(safe.allowed, 0.0, np.nan)
        self._allowed = safe.allowed
        self._goal = mdp.goal

    def value(self, state: int) -> float:
        """Give max Q(x, u) over the allowed actions u; 0 at a goal, which is terminal."""
        if self._goal[state]:
            return 0.0
        return float(self.q[state, self._allowed[state]].max())

    def update(self, state: int, action: int, reward: float, next_state: int) -> float:
        """Learn from one transition and give |ΔQ|, the size of the change.

        Q(x, u) ← (1 − β) Q(x, u) + β (r + γ max Q(x′, u′)), written as Q + β (target − Q): the same number,
        and one that stays exactly where it is once it equals its target. An episode cut off at its limit is
        no end: the value of its last state is used like any other.

        Paper: Eq. (4).
        """
        old = float(self.q[state, action])
        target = reward + self.discount * self.value(next_state)
        new = old + self.learning_rate * (target - old)
        self.q[state, action] = new
        return abs(new - old)

"""ε-greedy exploration among the allowed actions, readable on one page; the kernel's readable twin."""

import numpy as np
from numpy.typing import NDArray

from learner.core.rng import XorShift64Star, chance_threshold


def decayed(epsilon: float, decay: float, floor: float) -> float:
    """Give the next episode's ε: decay times this one's, not below the floor; a lower ε stays."""
    return max(epsilon * decay, floor) if epsilon > floor else epsilon


class EpsilonGreedy:
    """With probability 1 − ε the policy's action, with ε any allowed one, the policy's included.

    Paper: Eq. (13). ε is constant within an episode; the decay, which the paper does not have, goes per
    episode.

    Attributes:
        epsilon: the ε in use.
    """

    def __init__(self, epsilon: float, decay: float, floor: float) -> None:
        self.epsilon = epsilon
        self._decay = decay
        self._floor = floor

    def choose(self, policy_action: int, allowed: NDArray[np.bool_], rng: XorShift64Star) -> tuple[int, bool]:
        """Choose the next action.

        Args:
            policy_action: what the policy does here.
            allowed: (n_actions,) bool, the allowed actions of the state; at least one is True.
            rng: the learner's random numbers.

        Returns:
            The action, and whether it came from the random branch.
        """
        if rng.chance(chance_threshold(self.epsilon)):
            choices = np.flatnonzero(allowed)
            return int(choices[rng.below(len(choices))]), True
        return policy_action, False

    def end_episode(self) -> None:
        """Let ε decay; called once after each episode."""
        self.epsilon = decayed(self.epsilon, self._decay, self._floor)

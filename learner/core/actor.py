"""The actor: labels, and the multi-class SVM that copies them in closed form, readable on one page.

The kernel keeps the same labels and class counts, compiled; multipliers and decision values are derived when
read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from learner.core.rng import XorShift64Star

if TYPE_CHECKING:  # at run time these would bring numba in before the window's first picture
    from levels.proof.safety import SafeActions

Counts = NDArray[np.int64]
Values = NDArray[np.float64]


def multipliers(class_counts: Counts) -> tuple[Values, Values]:
    """Give the Lagrangian multipliers α⁺ = 2N⁻/N and α⁻ = 2N⁺/N of each binary problem, for η → ∞.

    They solve the dual problem, Eq. (7), where K is the identity; none exceeds 2(N − 1)/N, so U_b ≥ 2
    suffices.

    Args:
        class_counts: (n_actions,) int64, N⁺ of each action; N⁻ = N − N⁺.

    Returns:
        Two arrays (n_actions,) float64: α⁺ of the states that carry the label, α⁻ of those that do not.

    Paper: Eq. (11).
    """
    n = class_counts.sum()
    return 2.0 * (n - class_counts) / n, 2.0 * class_counts / n


def offsets(class_counts: Counts) -> Values:
    """Give the offset b = (N⁺ − N⁻)/N of each binary problem, for η → ∞: (n_actions,) float64.

    Paper: below Eq. (9).
    """
    n = class_counts.sum()
    values: Values = (2.0 * class_counts - n) / n
    return values


def decision_values(label: int, class_counts: Counts) -> Values:
    """Give h of each action at a state with this label: +1 for the label, −1 for the others.

    A class that no state carries, or that every state carries, has no multiplier and so no decision: h is 0.

    Returns:
        (n_actions,) float64.

    Paper: Eqs. (6), (9). The paper prints h times Σα instead, see `published_decision_values`.
    """
    n = class_counts.sum()
    binary_labels = np.where(np.arange(len(class_counts)) == label, 1.0, -1.0)
    return np.where((class_counts == 0) | (class_counts == n), 0.0, binary_labels)


def published_decision_values(label: int, class_counts: Counts) -> Values:
    """Give h̃ = h · Σα = ±4N⁺N⁻/N of each action at a state with this label: (n_actions,) float64.

    Paper: Eq. (12). It has the sign of h, so the policy is the same.
    """
    n = class_counts.sum()
    sum_of_multipliers: Values = 4.0 * class_counts * (n - class_counts) / n
    return decision_values(label, class_counts) * sum_of_multipliers


def policy(label: int, class_counts: Counts) -> int:
    """Give the action of a state with this label: arg max of the decision values.

    With one class present every h is 0 and arg max would mean "right" everywhere, safe or not (Remark 1);
    there the policy is that class. Either way it equals the label (Theorem 1).

    Args:
        label: of the state.
        class_counts: (n_actions,) int64, N⁺ of each action.

    Paper: Eq. (10), Remark 1.
    """
    if np.count_nonzero(class_counts) == 1:
        return int(class_counts.argmax())
    return int(decision_values(label, class_counts).argmax())


class Actor:
    """Turns action values into labels, and labels into a policy.

    Attributes:
        labels: (n_states,) int8, column of the best allowed action, y; −1 where none is allowed (goals).
        class_counts: (n_actions,) int64, how many states carry each label, N⁺.
    """

    def __init__(self, safe: SafeActions, rng: XorShift64Star) -> None:
        self._allowed = safe.allowed
        self._rng = rng
        self.labels = np.full(len(safe.allowed), -1, dtype=np.int8)
        for state in np.flatnonzero(safe.allowed.any(axis=1)):
            choices = np.flatnonzero(safe.allowed[state])
            self.labels[state] = choices[rng.below(len(choices))]
        self._count()

    def update(self, state: int, q: Values) -> None:
        """Renew the label of the one state whose values changed; counts follow, so E11 and E12 do too.

        A label stays while it is among the best, else it is drawn uniformly among the best.

        Args:
            state: the state.
            q: (n_states, n_actions) float64.

        Paper: Eq. (5), steps 4 and 5 of Algorithm 1, done where something can have changed.
        """
        values = np.where(self._allowed[state], q[state], -np.inf)
        best = np.flatnonzero(values == values.max())
        label = self.labels[state]
        if label in best:
            return
        self.labels[state] = best[self._rng.below_from_low_bits(len(best))]
        self.class_counts[label] -= 1
        self.class_counts[self.labels[state]] += 1

    def refit(self, q: Values) -> None:
        """Rebuild every label and count from q (n_states, n_actions) float64.

        Paper: steps 4 and 5 of Algorithm 1 as it writes them.
        """
        for state in np.flatnonzero(self._allowed.any(axis=1)):
            self.update(int(state), q)
        self._count()

    def policy(self, state: int) -> int:
        """Give the action the policy takes; the state must have an allowed action. Paper: Eq. (10)."""
        return policy(int(self.labels[state]), self.class_counts)

    def _count(self) -> None:
        carried = self.labels[self.labels >= 0]
        self.class_counts = np.bincount(carried, minlength=self._allowed.shape[1]).astype(np.int64)

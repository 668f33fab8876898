"""The values of the Cell card: a state's binary problems, and an update of Q. No pygame."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from learner.core.actor import decision_values, multipliers

if TYPE_CHECKING:  # the tables' modules bring numba along, and the first picture is drawn without it
    from levels.model.board import Action
    from levels.model.level import Learning
    from levels.model.mdp import Mdp


@dataclass(frozen=True)
class ClassRow:
    """One action's binary problem, seen from one state.

    Attributes:
        positive, negative: N⁺ and N⁻, how many states carry the action as their label and how many do not.
        alpha: the state's own multiplier in it, E11.
        decision: h of the state, E9.
    """

    action: "Action"
    positive: int
    negative: int
    alpha: float
    decision: float


def class_rows(
    mdp: "Mdp", labels: NDArray[np.int8], counts: NDArray[np.int64], state: int
) -> tuple[ClassRow, ...]:
    """The binary problems of a labelled state, one per action; empty if the state has no label."""
    label, n = int(labels[state]), int(counts.sum())
    if label < 0 or n == 0:
        return ()
    plus, minus = multipliers(counts)
    decisions = decision_values(label, counts)
    return tuple(
        ClassRow(
            action,
            int(counts[column]),
            n - int(counts[column]),
            float(plus[column] if column == label else minus[column]),
            float(decisions[column]),
        )
        for column, action in enumerate(mdp.actions)
    )


@dataclass(frozen=True)
class Update:
    """E4 with the numbers of one transition: Q(x, u) ← (1 − β) Q(x, u) + β (r + γ max Q(x′, ·)).

    Attributes:
        action: the move made; `old` is its value before, `new` after the update.
        reward, best_next: r, and the best value of the state arrived in; 0 at a goal.
    """

    action: "Action"
    learning_rate: float
    discount: float
    reward: float
    old: float
    best_next: float

    @property
    def new(self) -> float:
        """The value after the update."""
        return self.old + self.learning_rate * (self.reward + self.discount * self.best_next - self.old)

    def lines(self) -> tuple[str, str]:
        """The equation in symbols and in numbers."""
        rate, discount = f"{self.learning_rate:g}", f"{self.discount:g}"
        old, best, new = (signed(number) for number in (self.old, self.best_next, self.new))
        numbers = f"(1 − {rate}) · {old} + {rate} · ({signed(self.reward)} + {discount} · {best}) = {new}"
        return "Q ← (1 − β) Q + β (r + γ max Q′)", numbers


def update_of(mdp: "Mdp", q: NDArray[np.float64], learning: "Learning", state: int, action: int) -> Update:
    """The update that a transition would make to these values."""
    arrived = int(mdp.next_state[state, action])
    following = q[arrived]
    known = following[~np.isnan(following)]
    best = 0.0 if mdp.goal[arrived] or not known.size else float(known.max())
    return Update(
        mdp.actions[action],
        learning.learning_rate,
        learning.discount,
        float(mdp.reward[state, action]),
        float(q[state, action]),
        best,
    )


def signed(number: float) -> str:
    """A number with two digits after the point and a true minus; in brackets if negative."""
    text = f"{number:.2f}" if abs(number) < 1000 else f"{number:,.0f}"
    return f"(−{text[1:]})" if text.startswith("-") else text

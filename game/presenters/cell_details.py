"""The values of the Cell card: a state's Q next to Q*, its binary problems, an update of Q. No pygame."""

from dataclasses import dataclass
from math import inf, isfinite, isnan
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
class ValueRow:
    """One action's learned value next to its optimum, seen from one state.

    Attributes:
        q: Q(x, u) as learned; None where the action is not allowed, or the state was never visited.
        q_star: Q*(x, u), the fixed point of E4 over allowed actions, Q*(x, u) = r + γ max Q*(x′, u′), with 0
            at goals; None where the action is not allowed, -inf where γ = 1 and no goal can be reached.
        optimal: whether no allowed action has a larger Q*; several can be.
        greedy: whether the policy takes it.
    """

    action: "Action"
    q: float | None
    q_star: float | None
    optimal: bool
    greedy: bool

    @property
    def difference(self) -> float | None:
        """Q − Q*, None unless both are finite numbers."""
        if self.q is None or self.q_star is None or not isfinite(self.q_star):
            return None
        return self.q - self.q_star


def value_rows(
    mdp: "Mdp",
    q: NDArray[np.float64],
    q_star: NDArray[np.float64],
    label: int,
    state: int,
    *,
    visited: bool,
) -> tuple[ValueRow, ...]:
    """Learned and optimal values of a state, a row for each action of the level.

    Args:
        mdp: the level's tables.
        q: (n_states, n_actions) float64, as learned, NaN where not allowed.
        q_star: (n_states, n_actions) float64, `OptimalValues.q_star`. Opening the level computed it on its
            own thread, so a frame only reads a row of it.
        label: the state's label, -1 for none.
        state: the state.
        visited: whether learning was ever there.
    """
    learned, best = q[state].tolist(), q_star[state].tolist()
    most = max((value for value in best if not isnan(value)), default=-inf)
    return tuple(
        ValueRow(
            action,
            q=learned[column] if visited and not isnan(learned[column]) else None,
            q_star=None if isnan(best[column]) else best[column],
            optimal=isfinite(most) and best[column] == most,
            greedy=visited and column == label,
        )
        for column, action in enumerate(mdp.actions)
    )


def figure(number: float | None, digits: int = 2, *, sign: bool = False) -> str:
    """A number with so many digits after the point and a true minus; "–" for None, "−∞" for -inf.

    `sign` puts a plus before what is above 0.
    """
    if number is None:
        return "–"
    if not isfinite(number):
        return "∞" if number > 0 else "−∞"
    text = f"{number:.{digits}f}" if abs(number) < 1000 else f"{number:,.0f}"
    if not float(text.replace(",", "")):
        return text.lstrip("-")
    return f"−{text[1:]}" if number < 0 else f"{'+' if sign else ''}{text}"


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
    text = figure(number)
    return f"({text})" if text.startswith("−") else text

"""What learning should find, computed from the tables: Q* over allowed actions and the shortest safe paths.

Level files keep the reward of a step at or below 0 and that of a goal at or above 0, so the best return is
always that of a shortest safe path; one search backwards from the goals solves Bellman's equation exactly.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from levels.model.mdp import Mdp
from levels.proof import graph
from levels.proof.safety import SafeActions

BLOCK = 100_000
"""States whose values are laid at a time, which bounds the memory in flight."""


@dataclass(frozen=True, eq=False)
class OptimalValues:
    """The optimum of a level.

    Attributes:
        steps_to_goal: (n_states,) int32, fewest transitions to a goal over allowed actions, -1 if none.
        nearest_first: (n,) int32, the states from which a goal can be reached, without the goals themselves,
            in the order of their steps.
        v_star: (n_states,) float64, V*; 0 at goals. Where no goal can be reached it is the return of
            wandering forever, -inf if γ = 1; in mode "one_step" also in states in which every path soon ends
            in a dead end, though the agent never wanders there.
        q_star: (n_states, n_actions) float64, Q*; NaN where the action is not allowed.
    """

    steps_to_goal: NDArray[np.int32]
    nearest_first: NDArray[np.int32]
    v_star: NDArray[np.float64]
    q_star: NDArray[np.float64]


def steps_to_goal(mdp: Mdp, safe: SafeActions) -> NDArray[np.int32]:
    """(n_states,) fewest transitions to a goal over allowed actions, -1 where there is no path."""
    return graph.distances(mdp.next_state, safe.allowed, mdp.goal & ~mdp.violation)


def solve(
    mdp: Mdp, safe: SafeActions, discount: float, steps: NDArray[np.int32] | None = None
) -> OptimalValues:
    """Q* and V* of the level under the safety filter; `steps` are its `steps_to_goal`, where known."""
    if steps is None:
        steps = steps_to_goal(mdp, safe)
    nearest_first = graph.nearest_first(steps)
    value_of = _values_by_distance(mdp, max(0, int(steps.max())), discount)
    v_star = np.where(steps >= 0, value_of[np.maximum(steps, 0)], _value_of_never(mdp, discount))
    values, q_star = np.append(v_star, np.nan), np.empty(mdp.next_state.shape)
    for begin in range(0, mdp.n_states, BLOCK):
        states = slice(begin, begin + BLOCK)
        q_star[states] = values[mdp.next_state[states]]
        q_star[states] *= discount
        q_star[states] += mdp.reward[states]
        q_star[states][~safe.allowed[states]] = np.nan
    for table in (steps, nearest_first, v_star, q_star):
        table.flags.writeable = False
    return OptimalValues(steps, nearest_first, v_star, q_star)


def _values_by_distance(mdp: Mdp, longest: int, discount: float) -> NDArray[np.float64]:
    """Return of the shortest path by distance: V(k) = r + γ V(k - 1), the goal's reward on the last."""
    values = np.zeros(longest + 1)
    for k in range(1, longest + 1):
        values[k] = mdp.step_reward + (mdp.goal_reward if k == 1 else discount * values[k - 1])
    return values


def _value_of_never(mdp: Mdp, discount: float) -> float:
    """Return of wandering forever."""
    if mdp.step_reward == 0.0:
        return 0.0
    return -np.inf if discount == 1.0 else mdp.step_reward / (1.0 - discount)

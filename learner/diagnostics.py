"""How far learning is from the truth: compiled passes over the tables, outside the GIL and without temporaries."""

import numpy as np
from numpy.typing import NDArray

from learner.kernel import GOAL, VIOLATION, Memory, Tables
from levels.compiled import njit


@njit
def errors(tables: Tables, memory: Memory, discount: float, q_star: NDArray[np.float64]) -> tuple[float, float]:
    """Give the largest |Q − Q*| and the largest Bellman residual over visited pairs; NaN where there are none.

    Pairs from which no goal can be reached have no finite Q* and are left out of the first.

    Args:
        tables, memory: of the learner.
        discount: γ.
        q_star: (n_states, n_actions) float64, the optimal action values.
    """
    n_actions = len(memory.class_counts)
    largest, residual = np.nan, np.nan
    for state in range(len(memory.labels)):
        for action in range(n_actions):
            pair = state * n_actions + action
            if memory.visited[pair]:
                value = memory.q[pair]
                error = abs(value - q_star[state, action])
                if np.isfinite(error) and not largest >= error:  # also while NaN
                    largest = error
                target = tables.reward[pair] + discount * memory.best[tables.next_state[pair]]
                gap = abs(target - value)
                if not residual >= gap:
                    residual = gap
    return largest, residual


@njit
def greedy_steps(tables: Tables, memory: Memory, start: int) -> int:
    """Give the transitions of the greedy rollout from a start to a goal, −1 if it circles or gets stuck."""
    n_actions = len(memory.class_counts)
    state = start
    for steps in range(len(memory.labels)):
        if tables.flags[state] & GOAL:
            return steps
        if tables.n_choices[state] == 0 or tables.flags[state] & VIOLATION:
            return -1
        state = np.int64(tables.next_state[state * n_actions + memory.labels[state]])
    return -1

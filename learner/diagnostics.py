"""Compiled passes over the tables, outside the GIL: what was learned, and how far it is from the truth."""

import numpy as np
from numpy.typing import NDArray

from learner.kernel import GOAL, KIND, LABEL, N_CHOICES, NOTES, TRIED, Memory, Tables
from levels.compiled import njit


@njit
def copy_out(memory: Memory, q: NDArray[np.float64], labels: NDArray[np.int8]) -> None:
    """Copy action values and labels for others to read.

    Args:
        memory: of the learner.
        q: (n_states, n_actions) float64, filled; NaN where an action is not allowed.
        labels: (n_states,) int8, filled; −1 where no action is allowed.
    """
    n_states, n_actions = q.shape
    for state in range(n_states):
        notes = np.uint64(state) * NOTES
        has_choice = memory.notes[notes + N_CHOICES] > 0
        labels[state] = memory.notes[notes + LABEL] if has_choice else -1
        for action in range(n_actions):
            value = memory.q[state * n_actions + action]
            q[state, action] = value if has_choice and value != -np.inf else np.nan


@njit
def errors(
    tables: Tables, memory: Memory, discount: float, q_star: NDArray[np.float64]
) -> tuple[float, float]:
    """Give the largest |Q − Q*| and Bellman residual over visited pairs; NaN where there are none.

    Pairs from which no goal can be reached have no finite Q* and are left out of the first.

    Args:
        tables: of the level.
        memory: of the learner.
        discount: γ.
        q_star: (n_states, n_actions) float64, the optimal action values.
    """
    n_actions = len(tables.columns)
    largest, residual = np.nan, np.nan
    for state in range(len(q_star)):
        for action in range(n_actions):
            if memory.notes[np.uint64(state) * NOTES + TRIED] >> action & 1:
                pair = state * n_actions + action
                ahead = np.uint64(tables.next_state[pair])
                value = memory.q[pair]
                error = abs(value - q_star[state, action])
                if np.isfinite(error) and not largest >= error:  # also while NaN
                    largest = error
                target = (
                    tables.reward[pair]
                    + discount * memory.q[ahead * np.uint64(n_actions) + memory.notes[ahead * NOTES + LABEL]]
                )
                gap = abs(target - value)
                if not residual >= gap:
                    residual = gap
    return largest, residual


@njit
def greedy_steps(tables: Tables, memory: Memory, start: int) -> int:
    """Give the transitions of the greedy rollout from a start to a goal, −1 if it circles or gets stuck."""
    n_actions = np.uint64(len(tables.columns))
    state = np.uint64(start)
    for steps in range(len(memory.notes)):
        kind = memory.notes[state * NOTES + KIND]
        if kind:
            return steps if kind == GOAL else -1
        state = np.uint64(tables.next_state[state * n_actions + memory.notes[state * NOTES + LABEL]])
    return -1

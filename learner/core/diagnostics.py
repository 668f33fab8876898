"""Compiled passes over the tables, outside the GIL: what was learned, and how far it is from the optimum."""

import numpy as np
from numpy.typing import NDArray

from learner.core.packed import (
    FLAG_BYTES,
    GOAL,
    KIND,
    LABEL,
    N_CHOICES,
    NUMBERS,
    RECENT,
    TRIED,
    Memory,
    Tables,
)
from levels.compiled import njit


@njit
def copy_out(
    memory: Memory, q: NDArray[np.float64], labels: NDArray[np.int8], visits: NDArray[np.int64]
) -> None:
    """Copy action values, labels and visits for others to read.

    Args:
        memory: of the learner.
        q: (n_states, n_actions) float64, filled; NaN where an action is not allowed.
        labels: (n_states,) int8, filled; −1 where no action is allowed.
        visits: (n_states,) int64, filled; transitions made from each state.
    """
    n_states, n_actions = q.shape
    recent = memory.state_flags.view(np.uint32)[RECENT::NUMBERS]
    for state in range(n_states):
        state_flags = np.uint64(state) * FLAG_BYTES
        has_choice = memory.state_flags[state_flags + N_CHOICES] > 0
        labels[state] = memory.state_flags[state_flags + LABEL] if has_choice else -1
        visits[state] = memory.visits[state] + recent[state]
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
            if memory.state_flags[np.uint64(state) * FLAG_BYTES + TRIED] >> action & 1:
                pair = state * n_actions + action
                ahead = np.uint64(tables.next_state[pair])
                value = memory.q[pair]
                error = abs(value - q_star[state, action])
                if np.isfinite(error) and not largest >= error:  # also while NaN
                    largest = error
                target = (
                    tables.reward[pair]
                    + discount
                    * memory.q[ahead * np.uint64(n_actions) + memory.state_flags[ahead * FLAG_BYTES + LABEL]]
                )
                gap = abs(target - value)
                if not residual >= gap:
                    residual = gap
    return largest, residual


@njit
def greedy_steps(tables: Tables, memory: Memory, starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give the transitions of the greedy rollout from each start to a goal, −1 if it circles or gets stuck.

    No state is walked twice, however many starts there are.

    Args:
        tables: of the level.
        memory: of the learner.
        starts: (number of starts,) int64, states.

    Returns:
        (number of starts,) int64.
    """
    n_actions = np.uint64(len(tables.columns))
    n_states = len(memory.state_flags) // int(FLAG_BYTES)
    unknown = -2
    steps = np.full(n_states, unknown, dtype=np.int32)
    walk = np.empty(n_states, dtype=np.uint32)
    found = np.empty(len(starts), dtype=np.int64)
    for k in range(len(starts)):
        state, length = np.uint64(starts[k]), 0
        while steps[state] == unknown:
            kind = memory.state_flags[state * FLAG_BYTES + KIND]
            if kind:
                steps[state] = 0 if kind == GOAL else -1
            else:
                steps[state] = -1  # coming back here means going round
                walk[length] = state
                length += 1
                label = np.uint64(memory.state_flags[state * FLAG_BYTES + LABEL])
                state = np.uint64(tables.next_state[state * n_actions + label])
        left = steps[state]
        if left >= 0:
            for back in range(length):
                steps[walk[length - 1 - back]] = left + 1 + back
        found[k] = steps[starts[k]]
    return found


@njit
def optimal_states(
    tables: Tables, memory: Memory, steps_to_goal: NDArray[np.int32], nearest_first: NDArray[np.int32]
) -> int:
    """Count the states whose greedy path is a shortest one; goals do not count.

    Such a path begins with a transition to a state that is one nearer to a goal and itself counts or is a
    goal. As near states come first, that state has been judged, and nothing is walked; and where no state of
    some distance counts, none farther away does.

    Args:
        tables: of the level.
        memory: of the learner.
        steps_to_goal: (n_states,) int32, fewest transitions to a goal over allowed actions, −1 if none.
        nearest_first: (n,) int32, the states where that is above 0, in its order.

    Returns:
        Their number, len(nearest_first) at most.
    """
    n_actions = np.uint64(len(tables.columns))
    right = np.append(steps_to_goal == 0, np.array([False]))  # the goals, so far; the crash state is last
    found, farthest = 0, 0
    for k in range(len(nearest_first)):
        state = np.uint64(nearest_first[k])
        if steps_to_goal[state] > farthest + 1:
            break
        label = np.uint64(memory.state_flags[state * FLAG_BYTES + LABEL])
        ahead = np.uint64(tables.next_state[state * n_actions + label])
        if right[ahead] and steps_to_goal[ahead] == steps_to_goal[state] - 1:
            right[state] = True
            found, farthest = found + 1, steps_to_goal[state]
    return found

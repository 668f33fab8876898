"""The rule of `learner.core.stopping_rule`, compiled: whether every start's greedy path has settled."""

import numpy as np

from learner.core.packed import FAILED_START, FLAG_BYTES, GOAL, KIND, LABEL, NEXT_PASS, Memory, Rules, Tables
from levels.compiled import njit


@njit
def has_settled(tables: Tables, memory: Memory, rules: Rules, transitions: int) -> bool:
    """Test every start at a bounded cost: the one that failed last first, all of them only now and then.

    A pass over all starts that fails is not repeated until as many transitions were made as there are states.

    `transitions` counts those made so far; where the search continues next time is kept in `memory.counters`.
    """
    counters = memory.counters
    failed = counters[FAILED_START]
    start = np.uint64(tables.starts[failed])
    if not _path_is_settled(tables, memory, rules, start):
        return False
    if len(tables.starts) == 1:
        return True
    if transitions < counters[NEXT_PASS]:
        return False
    failed = unsettled_start(tables, memory, rules, failed)
    if failed >= 0:
        counters[FAILED_START] = failed
        counters[NEXT_PASS] = (
            transitions + len(memory.state_flags) // int(FLAG_BYTES) - 1
        )  # without the crash state
    return bool(failed < 0)


@njit
def unsettled_start(tables: Tables, memory: Memory, rules: Rules, first: int) -> int:
    """Give the place in `tables.starts` of a start whose greedy path has not settled, −1 if all have.

    The search begins at place `first` and goes round. No state is walked twice.
    """
    n_states = len(memory.state_flags) // int(FLAG_BYTES)
    n_starts = len(tables.starts)
    steps_from = np.zeros(
        n_states, dtype=np.int32
    )  # 1 + steps to the goal; 0 unknown, −1 on the present walk
    change_from = np.empty(n_states)  # Σ β|δ| from there to the goal
    walk = np.empty(min(rules.episode_limit, n_states), dtype=np.uint32)
    for k in range(n_starts):
        place = (first + k) % n_starts
        state, length, change = np.uint64(tables.starts[place]), 0, 0.0
        while steps_from[state] == 0 and memory.state_flags[state * FLAG_BYTES + KIND] == 0:
            if length == len(walk):
                return place
            step_change, arrived = _greedy_step(tables, memory, rules, state)
            change += step_change
            if not change < rules.threshold:
                return place
            steps_from[state], change_from[state] = -1, step_change
            walk[length] = state
            length += 1
            state = arrived
        if memory.state_flags[state * FLAG_BYTES + KIND] == GOAL:
            steps, rest = 0, 0.0
        elif steps_from[state] > 0:
            steps, rest = steps_from[state] - 1, change_from[state]
        else:
            return place  # it goes round, or gets stuck
        if length + steps > rules.episode_limit or not change + rest < rules.threshold:
            return place
        for back in range(length):
            state = np.uint64(walk[length - 1 - back])
            steps, rest = steps + 1, rest + change_from[state]
            steps_from[state], change_from[state] = steps + 1, rest
    return -1


@njit
def _path_is_settled(tables: Tables, memory: Memory, rules: Rules, state: np.uint64) -> bool:
    """Whether the greedy path from a state reaches a goal with Σ β|δ| below the threshold."""
    change = 0.0
    for _ in range(min(rules.episode_limit, len(memory.state_flags) // int(FLAG_BYTES)) + 1):
        kind = memory.state_flags[state * FLAG_BYTES + KIND]
        if kind:
            return bool(kind == GOAL)
        step_change, state = _greedy_step(tables, memory, rules, state)
        change += step_change
        if not change < rules.threshold:
            return False
    return False


@njit
def _greedy_step(tables: Tables, memory: Memory, rules: Rules, state: np.uint64) -> tuple[float, np.uint64]:
    """Give β|δ| of a state's greedy action, and the state that the action leads to."""
    n_actions = np.uint64(len(tables.columns))
    pair = state * n_actions + np.uint64(memory.state_flags[state * FLAG_BYTES + LABEL])
    arrived = np.uint64(tables.next_state[pair])
    best = memory.q[arrived * n_actions + np.uint64(memory.state_flags[arrived * FLAG_BYTES + LABEL])]
    return rules.learning_rate * abs(tables.reward[pair] + rules.discount * best - memory.q[pair]), arrived

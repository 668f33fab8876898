"""Compiled walks over a table of transitions: backwards for safety and distance, forwards for reach.

All take `next_state` (n_states, n_actions) int32 with entries ≥ n_states for the crash state, and a bool
mask of the same shape that says which transitions count; one that leads to the crash state never does, since
numba checks no bounds. Each is O(n_states · n_actions).
"""

import numpy as np
from numpy.typing import NDArray

from levels.compiled import njit

IntTable = NDArray[np.int32]
BoolTable = NDArray[np.bool_]


@njit
def predecessors(next_state: IntTable, counts: BoolTable) -> tuple[IntTable, IntTable]:
    """Who leads to each state: `sources[offsets[x]:offsets[x + 1]]`, one entry per transition.

    Returns:
        offsets (n_states + 1,) int32, and sources (number of transitions that count,) int32.
    """
    n_states, n_actions = next_state.shape
    offsets = np.zeros(n_states + 2, dtype=np.int32)
    for x in range(n_states):
        for u in range(n_actions):
            if counts[x, u] and next_state[x, u] < n_states:
                offsets[next_state[x, u] + 2] += 1
    for x in range(n_states + 1):
        offsets[x + 1] += offsets[x]
    sources = np.empty(offsets[n_states + 1], dtype=np.int32)
    for x in range(n_states):
        for u in range(n_actions):
            if counts[x, u] and next_state[x, u] < n_states:
                y = next_state[x, u] + 1  # until all are in, its entry is where y's next source goes
                sources[offsets[y]] = x
                offsets[y] += 1
    return offsets[:-1], sources


@njit
def staying(next_state: IntTable, counts: BoolTable, inside: BoolTable) -> BoolTable:
    """Which of the transitions that count lead to a state that is inside.

    Args:
        next_state: the table.
        counts: the transitions that do.
        inside: (n_states,) bool.

    Returns:
        (n_states, n_actions) bool.
    """
    n_states, n_actions = next_state.shape
    stays = np.empty((n_states, n_actions), dtype=np.bool_)
    for x in range(n_states):
        for u in range(n_actions):
            y = next_state[x, u]
            stays[x, u] = counts[x, u] and y < n_states and inside[y]
    return stays


@njit
def nearest_first(steps: IntTable) -> IntTable:
    """The states with a number of steps above 0, in its order, and by their own numbers where it is equal.

    Args:
        steps: (n_states,) int32, what `distances` gave.
    """
    offsets = np.zeros(max(0, steps.max()) + 1, dtype=np.int32)
    for step in steps:
        if step > 0:
            offsets[step] += 1
    total = 0
    for k in range(len(offsets)):
        offsets[k], total = total, total + offsets[k]
    order = np.empty(total, dtype=np.int32)
    for x in range(len(steps)):
        if steps[x] > 0:
            order[offsets[steps[x]]] = x
            offsets[steps[x]] += 1
    return order


@njit
def survival(next_state: IntTable, one_step: BoolTable, goal: BoolTable, violation: BoolTable) -> IntTable:
    """How long each state can be kept safe: -1 forever, else the number of transitions until a dead end.

    A work list that starts at the states without a safe action and walks backwards. First in, first out, so
    the last successor to fall is the one that lasted longest.

    Args:
        next_state: the table.
        one_step: the transitions that count.
        goal: (n_states,) bool, states that need no action.
        violation: (n_states,) bool, states that violate a constraint, goals or not.

    Returns:
        (n_states,) int32.
    """
    n_states, n_actions = next_state.shape
    offsets, sources = predecessors(next_state, one_step)
    ways = np.zeros(n_states, dtype=np.uint8)
    lasts = np.full(n_states, -1, dtype=np.int32)
    queue = np.empty(n_states, dtype=np.int32)
    head, tail = 0, 0
    for x in range(n_states):
        for u in range(n_actions):
            ways[x] += one_step[x, u] and next_state[x, u] < n_states
        if ways[x] == 0 and (violation[x] or not goal[x]):
            lasts[x] = 0
            queue[tail] = x
            tail += 1
    while head < tail:
        x = queue[head]
        head += 1
        for k in range(offsets[x], offsets[x + 1]):
            y = sources[k]
            ways[y] -= 1
            if ways[y] == 0 and lasts[y] < 0:
                lasts[y] = lasts[x] + 1
                queue[tail] = y
                tail += 1
    return lasts


@njit
def longest_walk(next_state: IntTable, one_step: BoolTable, lasts: IntTable, state: int) -> IntTable:
    """From a state that `survival` gives a number of transitions, the walk that takes as many.

    Args:
        next_state: the table.
        one_step: the transitions that count.
        lasts: (n_states,) int32, what `survival` gave.
        state: lasts[state] ≥ 0.

    Returns:
        (lasts[state] + 1,) int32, the state first, its dead end last.
    """
    n_states, n_actions = next_state.shape
    walk = np.empty(lasts[state] + 1, dtype=np.int32)
    for k in range(len(walk)):
        walk[k] = state
        left = len(walk) - 1 - k  # what remains after this state: its best successor lasts one less
        for u in range(n_actions):
            y = next_state[walk[k], u]
            if one_step[walk[k], u] and y < n_states and lasts[y] == left - 1:
                state = y
                break
    return walk


@njit
def reach(next_state: IntTable, counts: BoolTable, starts: IntTable) -> BoolTable:
    """Which states can be reached from the starts, the starts included.

    Args:
        next_state: the table.
        counts: the transitions that do.
        starts: (number of starts,) int32, states, perhaps several times.

    Returns:
        (n_states,) bool.
    """
    n_states, n_actions = next_state.shape
    found = np.zeros(n_states, dtype=np.bool_)
    queue = np.empty(n_states, dtype=np.int32)
    head, tail = 0, 0
    for x in starts:
        if not found[x]:
            found[x] = True
            queue[tail] = x
            tail += 1
    while head < tail:  # first in, first out: neighbours in memory follow each other, phase by phase
        x = queue[head]
        head += 1
        for u in range(n_actions):
            if counts[x, u]:
                y = next_state[x, u]
                if y < n_states and not found[y]:
                    found[y] = True
                    queue[tail] = y
                    tail += 1
    return found


@njit
def distances(next_state: IntTable, counts: BoolTable, targets: BoolTable) -> IntTable:
    """Fewest transitions from each state to a target, -1 where none can be reached.

    Args:
        next_state: the table.
        counts: the transitions that do.
        targets: (n_states,) bool.

    Returns:
        (n_states,) int32; 0 at targets.
    """
    n_states = len(next_state)
    offsets, sources = predecessors(next_state, counts)
    steps = np.full(n_states, -1, dtype=np.int32)
    queue = np.empty(n_states, dtype=np.int32)
    head, tail = 0, 0
    for x in range(n_states):
        if targets[x]:
            steps[x] = 0
            queue[tail] = x
            tail += 1
    while head < tail:
        x = queue[head]
        head += 1
        for k in range(offsets[x], offsets[x + 1]):
            y = sources[k]
            if steps[y] < 0:
                steps[y] = steps[x] + 1
                queue[tail] = y
                tail += 1
    return steps

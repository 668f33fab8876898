"""What the compiled loops of the baselines share: to explore, to step, to learn, to end an episode.

The numbers are kept in the `Tables` and `Memory` of our own loop (`learner.core.kernel`), so that a `Trainer`
reads them all alike; random numbers, ties and ε are also as there. Our loop is one piece for speed; here each
learner is a few lines in a file of its own, made of these parts, which `njit_inner` keeps fast.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from learner.core.kernel import below, below_from_low_bits, draw_start, open_bucket, relabel, xorshift
from learner.core.packed import (
    BUCKET_EPISODES,
    BUCKET_GOALS,
    BUCKET_WIDTH,
    BUCKETS_USED,
    CHANGE_MAX,
    CHANGE_MIN,
    CHANGE_SUM,
    CONVERGED_EPISODE,
    EPISODE_CHANGE,
    EPISODE_STEPS,
    EPISODES,
    EPSILON,
    FIRST_GOAL_EPISODE,
    FLAG_BYTES,
    GOAL,
    KIND,
    LABEL,
    N_CHOICES,
    NUMBERS,
    RECENT,
    STATE,
    STEPS_MAX,
    STEPS_MIN,
    STEPS_SUM,
    TRACE_LENGTH,
    TRANSITIONS,
    TRIED,
    VIOLATION,
    VIOLATIONS,
    Memory,
    Rules,
    Tables,
)
from learner.core.settled import has_settled
from levels.compiled import njit, njit_inner

_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)
_S11 = np.uint64(11)
_TWO_TO_53 = 9007199254740992.0


class Budget(NamedTuple):
    """When a loop returns.

    Attributes:
        last_transition, last_episode: numbers, from the beginning, of the last ones to be made.
        stop_at: place in `Memory.counters` that ends it once it is not 0; 0 for no such stop.
    """

    last_transition: int
    last_episode: int
    stop_at: int


def budget_of(memory: Memory, max_transitions: int, max_episodes: int, stop_at: int) -> Budget:
    """Give a budget of so many more transitions and episodes, as `Trainer` asks for it."""
    counters = memory.counters
    return Budget(
        int(counters[TRANSITIONS]) + max_transitions, int(counters[EPISODES]) + max_episodes, stop_at
    )


@njit_inner
def here(memory: Memory) -> np.uint64:
    """Give the state in which the agent is."""
    return np.uint64(memory.counters[STATE])


@njit_inner
def label_of(memory: Memory, state: np.uint64) -> np.uint64:
    """Give a state's label; 0 where no action is allowed."""
    return np.uint64(memory.state_flags[state * FLAG_BYTES + LABEL])


@njit_inner
def draw(memory: Memory) -> np.uint64:
    """Draw: give the generator's next state, from which `below` and `below_from_low_bits` take numbers."""
    x = xorshift(memory.rng[0])
    memory.rng[0] = x
    return x


@njit_inner
def explore(tables: Tables, memory: Memory, state: np.uint64) -> np.uint64:
    """Choose an action by ε-greedy: the label, or with probability ε any allowed action (E13)."""
    if (draw(memory) * _MULTIPLIER) >> _S11 < np.uint64(memory.scalars[EPSILON] * _TWO_TO_53):
        n = np.uint64(memory.state_flags[state * FLAG_BYTES + N_CHOICES])
        return np.uint64(tables.choices[state * np.uint64(len(tables.columns)) + below(draw(memory), n)])
    return label_of(memory, state)


@njit_inner
def step(tables: Tables, memory: Memory, action: np.uint64) -> tuple[np.uint64, float]:
    """Take an action, and give the state that it leads to and the reward (E1): the only use of the tables."""
    counters, flags, state = memory.counters, memory.state_flags, here(memory)
    pair = state * np.uint64(len(tables.columns)) + action
    arrived = np.uint64(tables.next_state[pair])
    memory.trace[counters[EPISODE_STEPS] % TRACE_LENGTH] = state
    flags.view(np.uint32)[state * np.uint64(NUMBERS) + np.uint64(RECENT)] += np.uint32(1)
    flags[state * FLAG_BYTES + TRIED] |= np.uint8(1) << np.uint8(action)
    counters[EPISODE_STEPS] += 1
    counters[TRANSITIONS] += 1
    counters[STATE] = arrived
    return arrived, tables.reward[pair]


@njit_inner
def crashed(memory: Memory) -> bool:
    """Whether the agent has just crashed."""
    return bool(memory.state_flags[here(memory) * FLAG_BYTES + KIND] == VIOLATION)


@njit_inner
def terminal(memory: Memory) -> bool:
    """Whether the agent is where an episode ends and values are 0: at a goal, or crashed."""
    return bool(memory.state_flags[here(memory) * FLAG_BYTES + KIND] != 0)


@njit_inner
def learn(memory: Memory, values: NDArray[np.float64], pair: np.uint64, target: float, rate: float) -> None:
    """Move the value of a (state, action) pair towards a target at a learning rate β; Σ|ΔQ| grows by it."""
    old = values[pair]
    values[pair] = old + rate * (target - old)
    memory.scalars[EPISODE_CHANGE] += abs(values[pair] - old)


@njit_inner
def best(
    tables: Tables, values: NDArray[np.float64], state: np.uint64, label: np.uint64, x: np.uint64
) -> np.uint64:
    """Give the best action of a state: `label` while it is among the best, else one of them at random.

    Args:
        tables: of the level.
        values: (at least n_states · n_actions,) −∞ where not allowed.
        state: the state.
        label: its best action until now.
        x: the generator's state after a draw of which only the upper half is used; no number is drawn.
    """
    base = state * np.uint64(len(tables.columns))
    highest = -np.inf
    for column in tables.columns:
        highest = max(highest, values[base + np.uint64(column)])
    if values[base + label] == highest:
        return label
    ties = 0
    for column in tables.columns:
        ties += values[base + np.uint64(column)] == highest
    left = below_from_low_bits(x, np.uint64(ties))
    for column in tables.columns:
        if values[base + np.uint64(column)] == highest:
            if left == 0:
                return np.uint64(column)
            left -= np.uint64(1)
    return label


@njit_inner
def renew_label(tables: Tables, memory: Memory, state: np.uint64, x: np.uint64) -> None:
    """Renew the label of a state in which a value has changed, and the counts; `x` as in `best` (E5, E11)."""
    label = label_of(memory, state)
    new = best(tables, memory.q, state, label, x)
    relabel(memory.state_flags, memory.class_counts, state, label, new)


@njit_inner
def ended(memory: Memory, rules: Rules) -> bool:
    """Whether the episode is over, in a terminal state or at the limit."""
    return bool(terminal(memory) or memory.counters[EPISODE_STEPS] == rules.episode_limit)


@njit
def next_episode(tables: Tables, memory: Memory, rules: Rules) -> None:
    """End the episode: count it, chart it, see whether it converged, let ε decay, draw the next start."""
    counters, scalars, chart = memory.counters, memory.scalars, memory.chart
    kind = memory.state_flags[here(memory) * FLAG_BYTES + KIND]
    reached, change, steps = kind == GOAL, scalars[EPISODE_CHANGE], counters[EPISODE_STEPS]
    counters[EPISODES] += 1
    counters[VIOLATIONS] += kind == VIOLATION
    bucket = counters[BUCKETS_USED] - 1
    if bucket < 0 or chart[bucket, BUCKET_EPISODES] == counters[BUCKET_WIDTH]:
        open_bucket(memory)
        bucket = counters[BUCKETS_USED] - 1
    row = chart[bucket]
    row[CHANGE_MIN] = min(row[CHANGE_MIN], change)
    row[CHANGE_SUM] += change
    row[CHANGE_MAX] = max(row[CHANGE_MAX], change)
    row[STEPS_MIN] = min(row[STEPS_MIN], steps)
    row[STEPS_SUM] += steps
    row[STEPS_MAX] = max(row[STEPS_MAX], steps)
    row[BUCKET_EPISODES] += 1.0
    row[BUCKET_GOALS] += reached
    if reached and counters[FIRST_GOAL_EPISODE] == 0:
        counters[FIRST_GOAL_EPISODE] = counters[EPISODES]
    candidate = reached and change < rules.threshold and counters[CONVERGED_EPISODE] == 0
    if candidate and (not rules.settle or has_settled(tables, memory, rules, counters[TRANSITIONS])):
        counters[CONVERGED_EPISODE] = counters[EPISODES]
    if scalars[EPSILON] > rules.epsilon_floor:  # as learner.core.exploration.decayed
        scalars[EPSILON] = max(scalars[EPSILON] * rules.epsilon_decay, rules.epsilon_floor)
    start, memory.rng[0] = draw_start(tables, memory.rng[0])
    counters[STATE] = start
    counters[EPISODE_STEPS] = 0
    scalars[EPISODE_CHANGE] = 0.0


@njit_inner
def goes_on(memory: Memory, budget: Budget) -> bool:
    """Whether a budget leaves another transition; asked between two of them."""
    counters = memory.counters
    spent = counters[TRANSITIONS] >= budget.last_transition or counters[EPISODES] >= budget.last_episode
    return bool(not spent and not (budget.stop_at and counters[budget.stop_at]))

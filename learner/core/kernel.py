"""The compiled inner loop: Algorithm 1 for a slice of transitions, nothing else.

`Critic`, `Actor`, `EpsilonGreedy` and `XorShift64Star` are its readable twins; a test holds both equal, bit
for bit. Policy and label agree (Theorem 1, and Remark 1 as `learner.core.actor.policy` has it), so the loop
acts from labels; α and h follow from the counts whenever they are read.

What makes it fast: the label gives a state's best value without a search, which happens only when that value
falls; all one needs of a state lies together; indices are unsigned; −∞, not NaN, marks actions that are not
allowed.
"""

import numpy as np
from numpy.typing import NDArray

from learner.core.packed import (
    BUCKET_EPISODES,
    BUCKET_GOALS,
    BUCKET_WIDTH,
    BUCKETS_USED,
    CHANGE_MAX,
    CHANGE_MIN,
    CHANGE_SUM,
    CONVERGED_EPISODE,
    DEAD_END,
    EPISODE_CHANGE,
    EPISODE_STEPS,
    EPISODES,
    EPSILON,
    FIRST_GOAL_EPISODE,
    FLAG_BYTES,
    GOAL,
    KIND,
    LABEL,
    N_BUCKETS,
    N_CHOICES,
    NUMBERS,
    Q_ERROR,
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
from levels.compiled import njit

_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)
_S11, _S12, _S25, _S27, _S32 = (np.uint64(n) for n in (11, 12, 25, 27, 32))
_ONE = np.uint64(1)
_LOWER_HALF = np.uint64(0xFFFFFFFF)
_TWO_TO_53 = 9007199254740992.0
_TRACE_MASK = np.uint64(TRACE_LENGTH - 1)


@njit
def xorshift(x: np.uint64) -> np.uint64:
    """Give the state after x."""
    x ^= x >> _S12
    x ^= x << _S25
    return x ^ (x >> _S27)


@njit
def below(x: np.uint64, n: np.uint64) -> np.uint64:
    """Give 0 … n − 1 from state x."""
    return (((x * _MULTIPLIER) >> _S32) * n) >> _S32


@njit
def below_from_low_bits(x: np.uint64, n: np.uint64) -> np.uint64:
    """Give 0 … n − 1 from the lower half of the number that `chance` or `below` took from state x."""
    return (((x * _MULTIPLIER) & _LOWER_HALF) * n) >> _S32


@njit
def relabel(
    state_flags: NDArray[np.uint8],
    class_counts: NDArray[np.int64],
    state: np.uint64,
    before: np.uint64,
    label: np.uint64,
) -> None:
    """Give a state a label, which may be the one it had before, and keep the counts."""
    state_flags[state * FLAG_BYTES + LABEL] = label
    class_counts[before] -= 1
    class_counts[label] += 1


@njit
def draw_start(tables: Tables, x: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Draw a start cell uniformly, then one of the states it can start at: (state, generator's state)."""
    x = xorshift(x)
    group = below(x, np.uint64(len(tables.start_groups) - 1))
    first = tables.start_groups[group]
    x = xorshift(x)
    drawn = below(x, np.uint64(tables.start_groups[group + np.uint64(1)] - first))
    return np.uint64(tables.starts[np.uint64(first) + drawn]), x


@njit
def begin(tables: Tables, memory: Memory) -> None:
    """Draw and count each state's first label, uniform among its allowed actions, then draw a start."""
    x = memory.rng[0]
    state_flags = memory.state_flags
    for state in range(np.uint64(len(state_flags)) // FLAG_BYTES):
        n = state_flags[state * FLAG_BYTES + N_CHOICES]
        if n:
            x = xorshift(x)
            label = tables.choices[state * np.uint64(len(tables.columns)) + below(x, np.uint64(n))]
            state_flags[state * FLAG_BYTES + LABEL] = label
            memory.class_counts[label] += 1
    start, x = draw_start(tables, x)
    memory.counters[STATE] = start
    memory.rng[0] = x


@njit
def open_bucket(memory: Memory) -> None:
    """Begin a bucket of the chart; when all are used, neighbours merge and buckets hold twice as many."""
    chart, counters = memory.chart, memory.counters
    if counters[BUCKETS_USED] == N_BUCKETS:
        for bucket in range(N_BUCKETS // 2):
            a, b = chart[2 * bucket].copy(), chart[2 * bucket + 1]
            merged = chart[bucket]
            for low in (CHANGE_MIN, STEPS_MIN):
                merged[low] = min(a[low], b[low])
            for high in (CHANGE_MAX, STEPS_MAX):
                merged[high] = max(a[high], b[high])
            for total in (CHANGE_SUM, STEPS_SUM, BUCKET_EPISODES, BUCKET_GOALS):
                merged[total] = a[total] + b[total]
            merged[Q_ERROR] = a[Q_ERROR] if np.isnan(b[Q_ERROR]) else b[Q_ERROR]
        counters[BUCKETS_USED] = N_BUCKETS // 2
        counters[BUCKET_WIDTH] *= 2
    row = chart[counters[BUCKETS_USED]]
    row[:] = 0.0
    row[CHANGE_MIN] = row[STEPS_MIN] = np.inf
    row[Q_ERROR] = np.nan
    counters[BUCKETS_USED] += 1


@njit
def advance(
    tables: Tables, memory: Memory, rules: Rules, max_transitions: int, max_episodes: int, stop_at: int
) -> bool:
    """Run Algorithm 1 until a budget is used up, or counters[stop_at] becomes known; stop_at 0: no such stop.

    Returns:
        False when the agent stands in a dead end: a state, not a goal, with no allowed action. It has not
        learned from the transition that led there, and stays; counters[STATE] names the state.
    """
    counters = memory.counters
    last_transition, last_episode = counters[TRANSITIONS] + max_transitions, counters[EPISODES] + max_episodes
    while True:
        alive, candidate = _learn(
            tables,
            memory,
            rules,
            last_transition - counters[TRANSITIONS],
            last_episode - counters[EPISODES],
            stop_at,
        )
        if candidate:
            if not rules.settle or has_settled(tables, memory, rules, counters[TRANSITIONS]):
                counters[CONVERGED_EPISODE] = counters[EPISODES]
            found = stop_at and counters[stop_at] == counters[EPISODES]
            over = counters[TRANSITIONS] == last_transition or counters[EPISODES] == last_episode or found
        if not candidate or over:
            return bool(alive)


@njit
def _learn(
    tables: Tables, memory: Memory, rules: Rules, max_transitions: int, max_episodes: int, stop_at: int
) -> tuple[bool, bool]:
    """The loop of `advance`, up to the next episode that might converge: (alive, there was one).

    Whether it does is asked outside, which keeps the loop small enough for the processor's registers.
    """
    next_state, reward, choices = tables.next_state, tables.reward, tables.choices
    q, state_flags, class_counts, recent = (
        memory.q,
        memory.state_flags,
        memory.class_counts,
        memory.state_flags.view(np.uint32),
    )
    chart, counters, scalars, trace = memory.chart, memory.counters, memory.scalars, memory.trace

    n_actions = np.uint64(len(tables.columns))
    state = np.uint64(counters[STATE])
    steps = np.uint64(counters[EPISODE_STEPS])
    limit = np.uint64(rules.episode_limit)
    change = scalars[EPISODE_CHANGE]
    chance = np.uint64(scalars[EPSILON] * _TWO_TO_53)
    x = memory.rng[0]
    bucket = counters[BUCKETS_USED] - 1
    episodes = 0
    done = 0
    candidate = False
    alive = state_flags[state * FLAG_BYTES + KIND] & DEAD_END == 0

    while alive and done < max_transitions:
        # Step 1: the policy's action, or at random any allowed one (E13).
        base = state * n_actions
        label = np.uint64(state_flags[state * FLAG_BYTES + LABEL])
        action = label
        x = xorshift(x)
        if (x * _MULTIPLIER) >> _S11 < chance:
            x = xorshift(x)
            action = np.uint64(
                choices[base + below(x, np.uint64(state_flags[state * FLAG_BYTES + N_CHOICES]))]
            )
        pair = base + action

        # Step 2: the world answers (E1).
        arrived = np.uint64(next_state[pair])
        kind = state_flags[arrived * FLAG_BYTES + KIND]
        trace[steps & _TRACE_MASK] = state
        recent[state * np.uint64(NUMBERS) + _ONE] += np.uint32(1)
        done += 1
        steps += _ONE
        if kind & DEAD_END:
            state = arrived
            alive = False
            break

        # Step 3: the critic learns (E4); the label is always among the best, so its value is the maximum.
        old = q[pair]
        target = (
            reward[pair]
            + rules.discount * q[arrived * n_actions + np.uint64(state_flags[arrived * FLAG_BYTES + LABEL])]
        )
        new = old + rules.learning_rate * (target - old)
        change += abs(new - old)
        state_flags[state * FLAG_BYTES + TRIED] |= np.uint8(1) << np.uint8(action)

        # Steps 4 and 5: the state's label, and with it the counts, where they can have changed (E5, E11).
        if action != label:
            if new > q[base + label]:
                relabel(state_flags, class_counts, state, label, action)
        elif new < old:
            # The label's value fell: it stays if no rival's is higher, else the best rivals draw. Without
            # branches, since while learning nothing predicts the outcome.
            rival = -np.inf
            for column in tables.columns:
                value = q[base + np.uint64(column)]
                rival = max(rival, -np.inf if np.uint64(column) == label else value)
            tied = np.uint64(0)  # a bit for each of the best rivals
            for column in tables.columns:
                tied |= np.uint64(q[base + np.uint64(column)] == rival) << np.uint64(column)
            tied &= ~(_ONE << label)
            ties = np.uint64(0)
            for column in tables.columns:
                ties += tied >> np.uint64(column) & _ONE
            drawn = below_from_low_bits(x, ties)
            seen = np.uint64(0)
            winner = label
            for column in tables.columns:
                one = tied >> np.uint64(column) & _ONE
                winner = np.uint64(column) if one & np.uint64(seen <= drawn) else winner
                seen += one
            relabel(state_flags, class_counts, state, label, winner if new < rival else label)
        q[pair] = new

        state = arrived
        if kind or steps == limit:
            # The episode is over: count it, chart it, note convergence, let ε decay, draw the next start.
            reached = kind == GOAL
            episodes += 1
            counters[EPISODES] += 1
            counters[VIOLATIONS] += kind == VIOLATION
            if bucket < 0 or chart[bucket, BUCKET_EPISODES] == counters[BUCKET_WIDTH]:
                open_bucket(memory)
                bucket = counters[BUCKETS_USED] - 1
            chart[bucket, CHANGE_MIN] = min(chart[bucket, CHANGE_MIN], change)
            chart[bucket, CHANGE_SUM] += change
            chart[bucket, CHANGE_MAX] = max(chart[bucket, CHANGE_MAX], change)
            chart[bucket, STEPS_MIN] = min(chart[bucket, STEPS_MIN], steps)
            chart[bucket, STEPS_SUM] += steps
            chart[bucket, STEPS_MAX] = max(chart[bucket, STEPS_MAX], steps)
            chart[bucket, BUCKET_EPISODES] += 1.0
            chart[bucket, BUCKET_GOALS] += reached
            if reached and counters[FIRST_GOAL_EPISODE] == 0:
                counters[FIRST_GOAL_EPISODE] = counters[EPISODES]
            total = change
            if scalars[EPSILON] > rules.epsilon_floor:  # as learner.core.exploration.decayed
                scalars[EPSILON] = max(scalars[EPSILON] * rules.epsilon_decay, rules.epsilon_floor)
                chance = np.uint64(scalars[EPSILON] * _TWO_TO_53)
            state, x = draw_start(tables, x)
            steps = np.uint64(0)
            change = 0.0
            alive = state_flags[state * FLAG_BYTES + KIND] & DEAD_END == 0
            if reached and total < rules.threshold and counters[CONVERGED_EPISODE] == 0:
                candidate = True
                break
            if episodes == max_episodes or (stop_at and counters[stop_at] == counters[EPISODES]):
                break

    counters[TRANSITIONS] += done
    counters[STATE] = state
    counters[EPISODE_STEPS] = steps
    scalars[EPISODE_CHANGE] = change
    memory.rng[0] = x
    return bool(alive), bool(candidate)

"""The compiled inner loop: Algorithm 1 for a slice of transitions, nothing else.

`Critic`, `Actor`, `EpsilonGreedy` and `XorShift64Star` are its readable twins; a test holds both equal, bit for bit.
What makes it fast: the best value of each state is kept and looked at again only when it can have changed; indices
are unsigned; −∞, not NaN, marks actions that are not allowed. Policy and label agree (Theorem 1, and Remark 1 as
`learner.actor.policy` has it), so the loop acts from labels; α and h follow from the counts whenever they are read.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from levels.compiled import njit

# What `flags` says about a state.
GOAL, VIOLATION, DEAD_END = 1, 2, 4

# Places in `counters`.
EPISODES, TRANSITIONS, VIOLATIONS = 0, 1, 2
STATE, EPISODE_STEPS = 3, 4  # where the agent is, and transitions so far in its episode
FIRST_GOAL_EPISODE, CONVERGED_EPISODE = 5, 6  # numbers count from 1; 0 = not yet
BUCKET_WIDTH, BUCKETS_USED = 7, 8  # episodes a full bucket holds; buckets begun
N_COUNTERS = 9

# Places in `gauges`.
EPSILON, EPISODE_CHANGE = 0, 1  # ε in use; Σ|ΔQ| so far in this episode
N_GAUGES = 2

# Columns of `chart`, one row a bucket of episodes.
CHANGE_MIN, CHANGE_SUM, CHANGE_MAX, STEPS_MIN, STEPS_SUM, STEPS_MAX, BUCKET_EPISODES, BUCKET_GOALS, Q_ERROR = range(9)
N_CHART_COLUMNS = 9
N_BUCKETS = 512

TRACE_LENGTH = 64  # the last states of the episode, kept to tell how a dead end was reached; a power of two

_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)
_S11, _S12, _S25, _S27, _S32 = (np.uint64(n) for n in (11, 12, 25, 27, 32))
_TWO_TO_53 = 9007199254740992.0
_TRACE_MASK = np.uint64(TRACE_LENGTH - 1)


class Tables(NamedTuple):
    """What never changes; pairs (x, u) lie at x · n_actions + u, and one extra row stands for the crash state."""

    next_state: NDArray[np.uint32]  # (n_states · n_actions,)
    reward: NDArray[np.float64]  # (n_states · n_actions,)
    choices: NDArray[np.uint8]  # (n_states · n_actions,) the allowed actions of each state, packed to the left
    n_choices: NDArray[np.uint8]  # (n_states + 1,) how many of them count
    flags: NDArray[np.uint8]  # (n_states + 1,)
    starts: NDArray[np.uint32]  # states an episode can start at, grouped by start cell
    start_groups: NDArray[np.int64]  # (n_start_cells + 1,) where each group begins in `starts`


class Memory(NamedTuple):
    """What learning changes."""

    q: NDArray[np.float64]  # (n_states · n_actions,) −∞ where not allowed
    best: NDArray[np.float64]  # (n_states + 1,) max of q over the allowed actions; 0 where there is none
    labels: NDArray[np.uint8]  # (n_states,) meaningless where no action is allowed
    class_counts: NDArray[np.int64]  # (n_actions,) N⁺
    visited: NDArray[np.uint8]  # (n_states · n_actions,) 1 where the pair was tried
    chart: NDArray[np.float64]  # (N_BUCKETS, N_CHART_COLUMNS)
    counters: NDArray[np.int64]  # (N_COUNTERS,)
    gauges: NDArray[np.float64]  # (N_GAUGES,)
    rng: NDArray[np.uint64]  # (1,)
    trace: NDArray[np.uint32]  # (TRACE_LENGTH,) ring of states, by transitions of the episode


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
def nth_best(q: NDArray[np.float64], base: np.uint64, top: float, n: np.uint64) -> np.uint64:
    """Give the action whose value is the n-th, from 0, that equals `top`, in the row of `q` that starts at `base`."""
    action = np.uint64(0)
    while q[base + action] != top or n > 0:
        if q[base + action] == top:
            n -= np.uint64(1)
        action += np.uint64(1)
    return action


@njit
def first_labels(tables: Tables, memory: Memory) -> None:
    """Draw each state's first label uniformly among its allowed actions, and count them."""
    x = memory.rng[0]
    n_actions = len(memory.class_counts)
    for state in range(len(memory.labels)):
        n = tables.n_choices[state]
        if n:
            x = xorshift(x)
            label = tables.choices[state * n_actions + np.int64(below(x, np.uint64(n)))]
            memory.labels[state] = label
            memory.class_counts[label] += 1
    memory.rng[0] = x


@njit
def draw_start(tables: Tables, memory: Memory) -> None:
    """Put the agent at a start: the start cell drawn uniformly, then one of the states that cell can start at."""
    x = xorshift(memory.rng[0])
    group = np.int64(below(x, np.uint64(len(tables.start_groups) - 1)))
    first = tables.start_groups[group]
    x = xorshift(x)
    drawn = np.int64(below(x, np.uint64(tables.start_groups[group + 1] - first)))
    memory.rng[0] = x
    memory.counters[STATE] = tables.starts[first + drawn]
    memory.counters[EPISODE_STEPS] = 0
    memory.gauges[EPISODE_CHANGE] = 0.0


@njit
def record_episode(memory: Memory, change: float, steps: int, reached: bool) -> None:
    """Add an episode to the chart; when every bucket is full, neighbours merge and buckets hold twice as many."""
    chart, counters = memory.chart, memory.counters
    used = counters[BUCKETS_USED]
    if used == 0 or chart[used - 1, BUCKET_EPISODES] == counters[BUCKET_WIDTH]:
        if used == N_BUCKETS:
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
            used = N_BUCKETS // 2
            counters[BUCKET_WIDTH] *= 2
        row = chart[used]
        row[:] = 0.0
        row[CHANGE_MIN] = row[STEPS_MIN] = np.inf
        row[Q_ERROR] = np.nan
        used += 1
        counters[BUCKETS_USED] = used
    row = chart[used - 1]
    row[CHANGE_MIN] = min(row[CHANGE_MIN], change)
    row[CHANGE_SUM] += change
    row[CHANGE_MAX] = max(row[CHANGE_MAX], change)
    row[STEPS_MIN] = min(row[STEPS_MIN], steps)
    row[STEPS_SUM] += steps
    row[STEPS_MAX] = max(row[STEPS_MAX], steps)
    row[BUCKET_EPISODES] += 1.0
    row[BUCKET_GOALS] += 1.0 if reached else 0.0


@njit
def end_episode(
    memory: Memory, change: float, steps: int, reached: bool, threshold: float, decay: float, floor: float
) -> None:
    """Count an episode, record it, note the first goal and convergence, and let ε decay."""
    counters = memory.counters
    counters[EPISODES] += 1
    record_episode(memory, change, steps, reached)
    if reached and counters[FIRST_GOAL_EPISODE] == 0:
        counters[FIRST_GOAL_EPISODE] = counters[EPISODES]
    if reached and change < threshold and counters[CONVERGED_EPISODE] == 0:
        counters[CONVERGED_EPISODE] = counters[EPISODES]
    epsilon = memory.gauges[EPSILON]
    if epsilon > floor:  # as learner.exploration.decayed
        memory.gauges[EPSILON] = max(epsilon * decay, floor)


@njit
def advance(
    tables: Tables,
    memory: Memory,
    learning_rate: float,
    discount: float,
    epsilon_decay: float,
    epsilon_floor: float,
    threshold: float,
    episode_limit: int,
    max_transitions: int,
    max_episodes: int,
    stop_when_converged: bool,
) -> bool:
    """Run Algorithm 1 until a budget is used up; with `stop_when_converged` also until the episode that converges.

    Returns:
        False when the agent stands in a dead end: a state, not a goal, with no allowed action. It has not learned
        from the transition that led there, and stays; counters[STATE] names the state.
    """
    next_state, reward, choices = tables.next_state, tables.reward, tables.choices
    n_choices, flags = tables.n_choices, tables.flags
    q, best, labels, class_counts = memory.q, memory.best, memory.labels, memory.class_counts
    visited, counters, gauges, trace = memory.visited, memory.counters, memory.gauges, memory.trace

    n_actions = np.uint64(len(class_counts))
    state = np.uint64(counters[STATE])
    steps = np.uint64(counters[EPISODE_STEPS])
    limit = np.uint64(episode_limit)
    change = gauges[EPISODE_CHANGE]
    chance = np.uint64(gauges[EPSILON] * _TWO_TO_53)
    x = memory.rng[0]
    episodes = 0
    done = 0
    alive = flags[state] & DEAD_END == 0

    while alive and done < max_transitions:
        # Step 1: the policy's action, or by chance any allowed one (E13).
        x = xorshift(x)
        base = state * n_actions
        label = np.uint64(labels[state])
        if (x * _MULTIPLIER) >> _S11 < chance:
            x = xorshift(x)
            action = np.uint64(choices[base + below(x, np.uint64(n_choices[state]))])
        else:
            action = label
        pair = base + action

        # Step 2: the world answers (E1).
        arrived = np.uint64(next_state[pair])
        flag = flags[arrived]
        trace[steps & _TRACE_MASK] = state
        done += 1
        steps += np.uint64(1)
        if flag & DEAD_END:
            state = arrived
            alive = False
            break

        # Step 3: the critic learns (E4).
        old = q[pair]
        target = reward[pair] + discount * best[arrived]
        new = old + learning_rate * (target - old)
        q[pair] = new
        visited[pair] = 1
        change += abs(new - old)

        # Steps 4 and 5: the label of this state, and with it the counts, where it can have changed (E5, E11).
        # The label is among the best before the update, so another action can only overtake it.
        if action != label:
            if new > best[state]:
                best[state] = new
                labels[state] = action
                class_counts[label] -= 1
                class_counts[action] += 1
        elif new > old:
            best[state] = new
        elif new < old:
            top, winner, ties = new, label, 1
            for k in range(n_actions):
                value = q[base + k]
                ties = 1 if value > top else ties + (value == top)
                winner = k if value > top else winner
                top = max(value, top)
            best[state] = top
            if winner != label:
                if ties > 1:
                    x = xorshift(x)
                    winner = nth_best(q, base, top, below(x, np.uint64(ties)))
                labels[state] = winner
                class_counts[label] -= 1
                class_counts[winner] += 1

        state = arrived
        if flag or steps == limit:
            if flag & VIOLATION:
                counters[VIOLATIONS] += 1
            end_episode(memory, change, steps, flag == GOAL, threshold, epsilon_decay, epsilon_floor)
            memory.rng[0] = x
            draw_start(tables, memory)
            x = memory.rng[0]
            state = np.uint64(counters[STATE])
            steps = np.uint64(0)
            change = 0.0
            chance = np.uint64(gauges[EPSILON] * _TWO_TO_53)
            alive = flags[state] & DEAD_END == 0
            episodes += 1
            if episodes == max_episodes or (
                stop_when_converged and counters[CONVERGED_EPISODE] == counters[EPISODES]
            ):
                break

    counters[TRANSITIONS] += done
    counters[STATE] = state
    counters[EPISODE_STEPS] = steps
    gauges[EPISODE_CHANGE] = change
    memory.rng[0] = x
    return alive

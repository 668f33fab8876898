"""What the compiled loops read and write: rules, tables, memory, and what the numbers in them mean."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from levels.model.level import Learning

# What `state_flags` keep of a state, a byte each: its label y; its kind; the actions tried, a bit each; how
# many actions are allowed. Four more bytes are one number: recent transitions from it, not in `visits`.
LABEL, KIND, TRIED, N_CHOICES = (np.uint64(n) for n in range(4))
FLAG_BYTES = np.uint64(8)
RECENT, NUMBERS = 1, 2  # which number that is, and how many a state has, if `state_flags` are seen as uint32
GOAL, VIOLATION, DEAD_END = 1, 2, 4  # kinds; 0 for all other states

# Places in `counters`.
EPISODES, TRANSITIONS, VIOLATIONS = 0, 1, 2
STATE, EPISODE_STEPS = 3, 4  # where the agent is, and transitions so far in its episode
FIRST_GOAL_EPISODE, CONVERGED_EPISODE = 5, 6  # numbers count from 1; 0 = not yet
BUCKET_WIDTH, BUCKETS_USED = 7, 8  # episodes a full bucket holds; buckets begun
FAILED_START, NEXT_PASS = (
    9,
    10,
)  # of `learner.core.settled`: place in `Tables.starts`; transitions until it waits
N_COUNTERS = 11

# Places in `scalars`.
EPSILON, EPISODE_CHANGE = 0, 1  # ε in use; Σ|ΔQ| so far in this episode
N_SCALARS = 2

# Columns of `chart`, one row per bucket of episodes.
CHANGE_MIN, CHANGE_SUM, CHANGE_MAX, STEPS_MIN, STEPS_SUM, STEPS_MAX = range(6)
BUCKET_EPISODES, BUCKET_GOALS, Q_ERROR = range(6, 9)
N_CHART_COLUMNS = 9
N_BUCKETS = 512

TRACE_LENGTH = 64  # the last states of the episode, kept to show how a dead end was reached; a power of two


class Rules(NamedTuple):
    """The settings that a loop reads, as `levels.model.level.Learning` has them.

    Attributes:
        settle: whether the stopping rule is "settled": an episode converges only if every start's greedy path
            has settled too; otherwise by the paper's rule alone.
    """

    learning_rate: float
    discount: float
    epsilon_decay: float
    epsilon_floor: float
    threshold: float
    episode_limit: int
    settle: bool


def rules_of(learning: Learning) -> Rules:
    """Give a level's settings as a loop reads them."""
    return Rules(
        learning_rate=learning.learning_rate,
        discount=learning.discount,
        epsilon_decay=learning.epsilon_decay,
        epsilon_floor=learning.epsilon_floor,
        threshold=learning.threshold,
        episode_limit=learning.episode_limit,
        settle=learning.stopping_rule == "settled",
    )


class Tables(NamedTuple):
    """What never changes. Pairs (x, u) lie at x · n_actions + u; state n_states is the crash state.

    Attributes:
        next_state: (n_states · n_actions,).
        reward: (n_states · n_actions,).
        choices: (n_states · n_actions,) the allowed actions of each state, packed to the left.
        starts: states an episode can start at, grouped by start cell.
        start_groups: (n_start_cells + 1,) where each group begins in `starts`.
        columns: 0 … n_actions − 1; its length is part of the type, so loops over it are unrolled.
    """

    next_state: NDArray[np.uint32]
    reward: NDArray[np.float64]
    choices: NDArray[np.uint8]
    starts: NDArray[np.uint32]
    start_groups: NDArray[np.int64]
    columns: tuple[int, ...]


class Memory(NamedTuple):
    """What learning changes. A state without allowed actions keeps label 0, and value 0 for it.

    Attributes:
        q: ((n_states + 1) · n_actions,) −∞ where not allowed.
        state_flags: ((n_states + 1) · FLAG_BYTES,) what to know of each state, in one place.
        visits: (n_states + 1,) transitions made from each state, without the recent ones.
        class_counts: (n_actions,) N⁺.
        chart: (N_BUCKETS, N_CHART_COLUMNS).
        counters: (N_COUNTERS,).
        scalars: (N_SCALARS,).
        rng: (1,) the generator's state.
        trace: (TRACE_LENGTH,) ring of states, by transitions of the episode.
    """

    q: NDArray[np.float64]
    state_flags: NDArray[np.uint8]
    visits: NDArray[np.int64]
    class_counts: NDArray[np.int64]
    chart: NDArray[np.float64]
    counters: NDArray[np.int64]
    scalars: NDArray[np.float64]
    rng: NDArray[np.uint64]
    trace: NDArray[np.uint32]

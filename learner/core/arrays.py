"""Arrays as the kernel reads them: a level's tables and an empty memory go in, the chart comes out."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from learner.core import packed
from learner.core.packed import Memory, Tables
from learner.core.snapshot import History
from levels.model.mdp import Mdp
from levels.proof.safety import SafeActions

Array = TypeVar("Array", bound=NDArray[Any])


def build_tables(mdp: Mdp, safe: SafeActions) -> Tables:
    """Lay a level's tables out flat, as the kernel reads them."""
    return Tables(
        next_state=frozen(mdp.next_state.reshape(-1).view(np.uint32)),
        reward=frozen(mdp.reward.reshape(-1)),
        choices=frozen(_packed(safe.allowed).reshape(-1)),
        starts=frozen(np.concatenate(safe.starts).astype(np.uint32)),
        start_groups=frozen(np.cumsum([0, *map(len, safe.starts)]).astype(np.int64)),
        columns=tuple(range(mdp.n_actions)),
    )


def empty_memory(mdp: Mdp, safe: SafeActions, epsilon: float, rng_state: int) -> Memory:
    """Give the memory of a learner that has seen nothing: Q = 0, and no label or start drawn yet."""
    counters = np.zeros(packed.N_COUNTERS, dtype=np.int64)
    counters[packed.BUCKET_WIDTH] = 1
    scalars = np.zeros(packed.N_SCALARS)
    scalars[packed.EPSILON] = epsilon
    state_flags = np.zeros((mdp.n_states + 1, int(packed.FLAG_BYTES)), dtype=np.uint8)
    state_flags[:-1, packed.N_CHOICES] = safe.allowed.sum(axis=1)
    kind = state_flags[:-1, packed.KIND]
    kind[state_flags[:-1, packed.N_CHOICES] == 0] = packed.DEAD_END
    kind[mdp.goal] = packed.GOAL
    kind[mdp.violation] = packed.VIOLATION
    state_flags[mdp.crash, packed.KIND] = packed.VIOLATION
    q = np.zeros((mdp.n_states + 1, mdp.n_actions))
    q[:-1][~safe.allowed] = -np.inf
    q[state_flags[:, packed.N_CHOICES] == 0, 0] = 0.0
    return Memory(
        q=q.reshape(-1),
        state_flags=state_flags.reshape(-1),
        visits=np.zeros(mdp.n_states + 1, dtype=np.int64),
        class_counts=np.zeros(mdp.n_actions, dtype=np.int64),
        chart=np.zeros((packed.N_BUCKETS, packed.N_CHART_COLUMNS)),
        counters=counters,
        scalars=scalars,
        rng=np.array([rng_state], dtype=np.uint64),
        trace=np.zeros(packed.TRACE_LENGTH, dtype=np.uint32),
    )


def build_history(memory: Memory) -> History:
    """Give the chart as a frozen value."""
    chart = memory.chart[: memory.counters[packed.BUCKETS_USED]]
    number = chart[:, packed.BUCKET_EPISODES]
    return History(
        width=int(memory.counters[packed.BUCKET_WIDTH]),
        episodes=frozen(np.cumsum(number).astype(np.int64)),
        change_min=frozen(chart[:, packed.CHANGE_MIN].copy()),
        change_mean=frozen(chart[:, packed.CHANGE_SUM] / number),
        change_max=frozen(chart[:, packed.CHANGE_MAX].copy()),
        steps_min=frozen(chart[:, packed.STEPS_MIN].copy()),
        steps_mean=frozen(chart[:, packed.STEPS_SUM] / number),
        steps_max=frozen(chart[:, packed.STEPS_MAX].copy()),
        goal_share=frozen(chart[:, packed.BUCKET_GOALS] / number),
        q_error=frozen(chart[:, packed.Q_ERROR].copy()),
    )


def _packed(allowed: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """(n_states, n_actions) the allowed actions of each state in their order, packed to the left."""
    packed = np.zeros(allowed.shape, dtype=np.uint8)
    filled = np.zeros(len(allowed), dtype=np.intp)
    for column in range(allowed.shape[1]):
        states = np.flatnonzero(allowed[:, column])
        packed[states, filled[states]] = column
        filled[states] += 1
    return packed


def frozen(array: Array) -> Array:
    """Make an array read-only, for everybody who holds it."""
    array.flags.writeable = False
    return array

"""A mask that allows the crash state: the compiled walks leave it out, since nothing checks their bounds."""

import numpy as np
import pytest

from levels.proof import graph

N = 40
CRASH = 1_000_000_000
"""Far outside every table."""


@pytest.fixture
def tables():
    """A chain 0 → 1 → … → N − 1 with a crash as the second action, and the mask with it and without."""
    next_state = np.full((N, 2), CRASH, dtype=np.int32)
    next_state[:-1, 0] = np.arange(1, N)
    return next_state, np.ones((N, 2), dtype=np.bool_), next_state < N


def test_walks_leave_out_transitions_to_the_crash_state(tables):
    next_state, everything, inside = tables
    last = np.arange(N) == N - 1
    none = np.zeros(N, dtype=np.bool_)
    start = np.zeros(1, dtype=np.int32)

    offsets, sources = graph.predecessors(next_state, everything)
    assert offsets.tolist() == [0, *range(N)]
    assert sources.tolist() == list(range(N - 1))
    assert np.array_equal(graph.staying(next_state, everything, ~none), inside)
    assert graph.distances(next_state, everything, last).tolist() == list(range(N - 1, -1, -1))
    assert graph.reach(next_state, everything, start).all()
    lasts = graph.survival(next_state, everything, none, none)
    assert lasts.tolist() == list(range(N - 1, -1, -1))
    assert graph.longest_walk(next_state, everything, lasts, 0).tolist() == list(range(N))

"""The cost of a new policy after one transition has changed the label of one state.

Four routes lead to the same policy: solve the dual problems again with scikit-learn's SVC; count all labels
again and apply E11; the same count compiled; or correct the two counts that changed, as the kernel does. The
new label is given to all of them.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from learner.bench.timing import Findings, Measurement, Progress, alternate, compare, missing, seconds
from learner.core.actor import multipliers, offsets
from learner.core.kernel import relabel
from learner.core.packed import FLAG_BYTES, LABEL
from learner.svm.svm import SolverMissingError, Svm, numeric, require_solver
from levels.compiled import njit

Labels = NDArray[np.int64]
Counts = NDArray[np.int64]
Notes = NDArray[np.uint8]

SVC_ROUNDS = {16: 7, 64: 7, 225: 7, 1000: 3, 2500: 3, 5000: 1}
"""Sizes N, and the rounds for each in which SVC takes part; it takes seconds where N is in thousands."""
ROUNDS = 7
N_ACTIONS = 4
KERNEL_WIDTH = 30.0
"""η at which SVC and the closed form agree to 1e-9."""
BOX = 10.0
TOLERANCE = 1e-3
"""SVC's own default; it copies all labels with it."""
INCREMENTAL = "incremental"
REFIT, REBUILT, RECOUNTED = "SVC refit", "closed form rebuilt", "closed form rebuilt, compiled"
STREAM = 1 << 16
"""Changes in the stream that the routes work on."""
COUNTED = 20_000_000
"""Labels that the compiled count reads in a round."""


class Labelled:
    """N states on a square grid, each with a label; every route works on the same arrays.

    Attributes:
        at: (N, 2) float64, row and column.
        labels: (N,) int64.
        notes: (N · NOTES,) uint8, the labels again, as the kernel keeps them.
        class_counts: (N_ACTIONS,) int64, N⁺.
        states, news: (STREAM,) int64, the changes to come: which state, which label.
    """

    def __init__(self, n: int, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        side = int(np.ceil(np.sqrt(n)))
        self.at = np.column_stack(np.divmod(np.arange(n), side)).astype(np.float64)
        self.labels: Labels = rng.integers(0, N_ACTIONS, n)
        self.state_flags = np.zeros(n * int(FLAG_BYTES), dtype=np.uint8)
        self.state_flags[int(LABEL) :: int(FLAG_BYTES)] = self.labels
        self.class_counts = np.bincount(self.labels, minlength=N_ACTIONS).astype(np.int64)
        self.states: Labels = rng.integers(0, n, STREAM)
        self.news: Labels = rng.integers(0, N_ACTIONS, STREAM)

    def refit(self, n_changes: int) -> Svm:
        """Make changes, and after each solve every class against the rest and evaluate E9 and E10."""
        for state, label in zip(self.states[:n_changes], self.news, strict=False):
            self.labels[state] = label
            svm = numeric(
                self.at,
                self.labels,
                N_ACTIONS,
                kernel_width=KERNEL_WIDTH,
                box=BOX,
                tolerance=TOLERANCE,
            )
        return svm

    def rebuild(self, n_changes: int) -> Counts:
        """Make changes, and after each count all labels and apply E11; gives the last counts."""
        for state, label in zip(self.states[:n_changes], self.news, strict=False):
            self.labels[state] = label
            counts = np.bincount(self.labels, minlength=N_ACTIONS)
            multipliers(counts)
            offsets(counts)
        return counts

    def recount(self, n_changes: int) -> Counts:
        """Make changes, and after each count all labels in compiled code; gives the last counts."""
        _recount(self.state_flags, self.class_counts, self.states[:n_changes], self.news)
        return self.class_counts

    def update(self, n_changes: int) -> Counts:
        """Make changes, and after each correct the counts as the kernel does; gives the last counts."""
        _update(self.state_flags, self.class_counts, self.states[:n_changes], self.news)
        return self.class_counts


def policy_updates(progress: Progress) -> Findings:
    """Compare the routes for N = 16 … 5,000: seconds for one update, each against the incremental one."""
    left_out: tuple[str, ...] = ()
    try:
        require_solver()
    except SolverMissingError:
        left_out = (missing(REFIT, "scikit-learn"),)
    total = sum(3 * ROUNDS + (0 if left_out else rounds) for rounds in SVC_ROUNDS.values())
    found: list[Measurement] = []
    completed = 0
    for n, svc_rounds in SVC_ROUNDS.items():
        case = f"policy update, N = {n:,}"

        def done(case: str = case) -> None:
            nonlocal completed
            completed += 1
            progress(completed=completed, total=total, description=case)

        some = Labelled(n)
        for route in (some.update, some.recount, some.rebuild):
            route(1)  # compiles, or loads from the cache
        contestants = {
            INCREMENTAL: (_each(some.update, STREAM, times=256), ROUNDS),
            RECOUNTED: (_each(some.recount, min(STREAM, COUNTED // n)), ROUNDS),
            REBUILT: (_each(some.rebuild, 2000), ROUNDS),
        }
        if not left_out:
            contestants[REFIT] = (_each(some.refit, 1), svc_rounds)
        found += compare(case, "s", INCREMENTAL, alternate(contestants, done))
    return Findings(tuple(found), left_out)


def _each(route: Callable[[int], object], n_changes: int, times: int = 1) -> Callable[[int], float]:
    """Measures a route: seconds for one change, over `times` runs of this many changes."""

    def measure(_: int) -> float:
        return sum(seconds(partial(route, n_changes)) for _ in range(times)) / (times * n_changes)

    return measure


@njit
def _update(state_flags: Notes, class_counts: Counts, states: Labels, news: Labels) -> None:
    """Make changes with the kernel's own `relabel`."""
    for i in range(len(states)):
        state = np.uint64(states[i])
        relabel(
            state_flags,
            class_counts,
            state,
            np.uint64(state_flags[state * FLAG_BYTES + LABEL]),
            np.uint64(news[i]),
        )


@njit
def _recount(state_flags: Notes, class_counts: Counts, states: Labels, news: Labels) -> None:
    """Make changes and count all labels after each."""
    for i in range(len(states)):
        state_flags[np.uint64(states[i]) * FLAG_BYTES + LABEL] = news[i]
        class_counts[:] = 0
        for state in range(np.uint64(len(state_flags)) // FLAG_BYTES):
            class_counts[state_flags[state * FLAG_BYTES + LABEL]] += 1

"""Standings: how compared learners do at one moment, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from learner.core.snapshot import Status

if TYPE_CHECKING:  # at run time it would bring numba in before the window's first picture
    from learner.baselines.baseline import Baseline

COMPARED = ("plain", "one_step", "ours")
"""The three that race unless others are selected, by how far they look: not at all, one step, for good."""


@dataclass(frozen=True, eq=False)
class Standing:
    """How one of the three stands; all arrays are read-only.

    Attributes:
        baseline: who it is, with the tables that its rollouts are played on.
        labels: (n_states,) int8, column of the best action it may take, −1 where it has none.
        episodes: finished.
        failures: episodes among them that ended in a crash or, with the one-step set, in a dead end.
        dead_ends: the failures that were dead ends; all others are crashes.
        failures_marked: (n,) int64, failures until each of `Standings.marked`.
        epsilon: the ε in use.
        rollout_steps: transitions of the greedy rollout from the first start, None if it reaches no goal.
        optimal: whether the greedy rollout from every start is as short as the shortest safe path.
        first_optimal: episodes finished when a mark first found it so; None before. It never changes again.
    """

    baseline: Baseline
    labels: NDArray[np.int8]
    episodes: int
    failures: int
    dead_ends: int
    failures_marked: NDArray[np.int64]
    epsilon: float
    rollout_steps: int | None
    optimal: bool
    first_optimal: int | None


@dataclass(frozen=True, eq=False)
class Standings:
    """How all three stand at one moment.

    Attributes:
        version: rises with every standings of a thread.
        status, message: as in a Snapshot.
        transitions: made by each of the three.
        transitions_per_second: of each of the three, lately [1/s].
        marked: (n,) int64, transitions at which failures were noted, evenly spaced; the last is now.
        baselines: one each, in the order in which they were named; empty before they are ready.
    """

    version: int
    status: Status
    message: str
    transitions: int
    transitions_per_second: float
    marked: NDArray[np.int64]
    baselines: tuple[Standing, ...]

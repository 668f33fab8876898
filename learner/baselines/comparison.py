"""ComparisonThread: three learners on one thread, always with equally many transitions; standings come out.

Importing this module does not import numba; that happens on the thread.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from learner.core.snapshot import Status
from learner.threads.failure import in_words
from learner.threads.paced_thread import PacedThread

if TYPE_CHECKING:
    from learner.baselines.baselines import Baseline, Comparison
    from levels.model.level import Level
    from levels.model.mdp import Mdp

FIRST_SLICE = 300
"""Transitions of each in the first slice."""
BaselineName = Literal["plain", "one_step", "viable"]
"""The entries: any action allowed, the published one-step set, the viability kernel."""


@dataclass(frozen=True, eq=False)
class Standing:
    """The standing of one of the three; all arrays are read-only.

    Attributes:
        rival: the baseline, with the tables that its rollouts are played on.
        labels: (n_states,) int8, column of the best action it may take, −1 where it has none.
        episodes: finished.
        failures: episodes among them that ended in a crash or, with the one-step set, in a dead end.
        failures_marked: (n,) int64, failures until each of `Standings.marked`.
        epsilon: the ε in use.
        rollout_steps: transitions of the greedy rollout from the first start, None if it reaches no goal.
        optimal: whether the greedy rollout from every start is as short as the shortest safe path.
        first_optimal: episodes finished when a mark first found it optimal; None before.
    """

    baseline: Baseline
    labels: NDArray[np.int8]
    episodes: int
    failures: int
    failures_marked: NDArray[np.int64]
    epsilon: float
    rollout_steps: int | None
    optimal: bool
    first_optimal: int | None


@dataclass(frozen=True, eq=False)
class Standings:
    """The standings of all three at one moment.

    Attributes:
        version: rises with every standings of a thread.
        status, message: as in a Snapshot.
        transitions: made by each of the three.
        transitions_per_second: of each of the three, lately [1/s].
        marked: (n,) int64, transitions at which failures were noted, evenly spaced; the last is now.
        rivals: one each, always in the order plain, one-step, viable; empty before they are ready.
    """

    version: int
    status: Status
    message: str
    transitions: int
    transitions_per_second: float
    marked: NDArray[np.int64]
    baselines: tuple[Standing, ...]


class ComparisonThread(PacedThread["Comparison", Standings]):
    """Lets the three compete until it is stopped; commands act between two slices, and change no result."""

    def __init__(
        self, level: Level, mdp: Mdp, seed: int, *, rate: float | None = None, paused: bool = False
    ) -> None:
        """Prepare a thread; `start` starts it.

        Args:
            level: its settings are those of all three.
            mdp: its tables.
            seed: of the random numbers of each.
            rate: transitions per second of each at first [1/s], None for as fast as possible.
            paused: wait for the first command instead of learning at once.
        """
        nothing = np.zeros(0, dtype=np.int64)
        first = Standings(0, "warming_up", "", 0, 0.0, nothing, ())
        super().__init__("contest", first, rate, FIRST_SLICE, paused=paused)
        self._level, self._mdp, self._seed = level, mdp, seed

    def _work(self) -> None:
        from learner.baselines.baselines import Comparison  # noqa: PLC0415  brings numba in, on this thread

        self._serve(Comparison(self._level, self._mdp, self._seed))

    def _failed(self, error: BaseException) -> Standings:
        told = str(error) if isinstance(error, ValueError) else in_words(error)
        version, message = self._latest.version + 1, f"the comparison stopped: {told}"
        return replace(self._latest, version=version, status="failed", message=message)

    def _advance(self, job: Comparison, due: int) -> int:
        job.advance(due)
        if self._errand is not None and self._errand.transitions is not None:
            left = self._errand.transitions - due
            self._errand = replace(self._errand, transitions=left) if left else None
            self._urgent |= not left
        return due

    def _told(self, job: Comparison, status: Status, transitions_per_second: float) -> Standings:
        return job.standings(
            version=self._latest.version + 1, status=status, transitions_per_second=transitions_per_second
        )

"""ComparisonThread: three learners on one thread, always with equally many transitions; standings come out.

Importing this module does not import numba; that happens on the thread.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from learner.baselines.standings import COMPARED, Standings
from learner.core.snapshot import Status
from learner.threads.failure import in_words
from learner.threads.paced_thread import PacedThread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from learner.baselines.comparison import Comparison
    from levels.model.level import Level
    from levels.model.mdp import Mdp

FIRST_SLICE = 300
"""Transitions of each in the first slice."""


class ComparisonThread(PacedThread["Comparison", Standings]):
    """Lets the three compete until it is stopped; commands act between two slices, and change no result."""

    def __init__(
        self,
        level: Level,
        mdp: Mdp,
        seed: int,
        names: Sequence[str] = COMPARED,
        *,
        rate: float | None = None,
        paused: bool = False,
    ) -> None:
        """Prepare a thread; `start` starts it.

        Args:
            level: its settings are those of all three.
            mdp: its tables.
            seed: of the random numbers of each.
            names: who they are, keys of `learner.baselines.table.BASELINES`.
            rate: transitions per second of each at first [1/s], None for as fast as possible.
            paused: wait for the first command instead of learning at once.
        """
        nothing = np.zeros(0, dtype=np.int64)
        first = Standings(0, "warming_up", "", 0, 0.0, nothing, ())
        super().__init__("comparison", first, rate, FIRST_SLICE, paused=paused)
        self._level, self._mdp, self._seed, self._names = level, mdp, seed, names

    def _work(self) -> None:
        from learner.baselines.comparison import Comparison  # noqa: PLC0415  brings numba in, on this thread

        self._serve(Comparison(self._level, self._mdp, self._seed, self._names))

    def _failed(self, error: BaseException) -> Standings:
        sentence = str(error) if isinstance(error, ValueError) else in_words(error)
        version, message = self._latest.version + 1, f"the comparison stopped: {sentence}"
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

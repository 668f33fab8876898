"""The SVM that acts in the replay: its rollouts, with the mask or without, and what came of them. No pygame.

This is looking only: the learner knows nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.presenters.crashing import Hit, landing_of

if TYPE_CHECKING:  # the tables' modules bring numba along
    from game.presenters.level_loader import LoadedLevel
    from game.presenters.svm_fit import Fitted
    from learner.core.rollout import Rollout
    from levels.model.delays import Delays


@dataclass(frozen=True, eq=False)
class SvmRun:
    """A rollout of an SVM's policy.

    Attributes:
        rollout: its moves; after a crash its last state is the one it crashed from.
        svm: the SVM that chose them.
        masked: whether the mask kept it to allowed actions.
        intervened: for each move, whether the SVM's own choice is not allowed there.
        hit: how it crashed, if it did.
    """

    rollout: Rollout
    svm: Fitted
    masked: bool
    intervened: tuple[bool, ...]
    hit: Hit | None


@dataclass(frozen=True)
class Counts:
    """What has been shown of an SVM's rollouts.

    Attributes:
        runs: rollouts shown to their end.
        across, crashes: those of them that reached a goal, and that crashed.
        steps: moves shown.
        interventions: those of them at which the SVM's own choice is not allowed.
    """

    runs: int = 0
    across: int = 0
    crashes: int = 0
    steps: int = 0
    interventions: int = 0


class SvmActing:
    """Whether the SVM acts, with the mask or without, and what has come of it.

    Attributes:
        on: whether it acts.
        masked: whether the mask keeps it to allowed actions.
        counts: of what was shown since it began to act as it does.
    """

    def __init__(self) -> None:
        self.on = False
        self.masked = True
        self.counts = Counts()
        self._run: SvmRun | None = None
        self._counted = 0  # moves of that run
        self._ended = False

    def begin(self, *, on: bool, masked: bool) -> None:
        """Lets it act, or stops it; counts start at 0."""
        self.on, self.masked = on, masked
        self.counts = Counts()
        self._run = None

    def is_outdated(self, run: SvmRun | None, latest: Fitted) -> bool:
        """Whether what is on show differs from what the newest SVM, as requested, would do."""
        return run is None or run.masked != self.masked or run.svm.settings != latest.settings

    def follow(self, run: SvmRun, n_moves: int, *, finished: bool) -> None:
        """Counts what is shown of a run by now, each move once."""
        if run is not self._run:
            if self._run is not None and self._run.svm.settings != run.svm.settings:
                self.counts = Counts()
            self._run, self._counted, self._ended = run, 0, False
        counts, new = self.counts, run.intervened[self._counted : n_moves]
        self._counted += len(new)
        ended = finished and not self._ended
        self._ended |= finished
        self.counts = Counts(
            runs=counts.runs + ended,
            across=counts.across + (ended and run.rollout.outcome == "goal"),
            crashes=counts.crashes + (ended and run.rollout.outcome == "crash"),
            steps=counts.steps + len(new),
            interventions=counts.interventions + sum(new),
        )


def svm_run(
    opened: LoadedLevel, svm: Fitted, start: int, *, masked: bool, limit: int, delays: Delays | None
) -> SvmRun:
    """Play an SVM's policy from a start; what could be late is met where it really is."""
    from learner.svm.acting import act  # noqa: PLC0415  loaded by the fit's thread

    hits: list[Hit | None] = [None]

    def step(state: int, column: int, n_moves: int) -> int:
        arrived, hits[0] = landing_of(opened, state, column, delays, n_moves)
        return arrived

    acted = act(opened.mdp, opened.safe, svm.policy, start, masked=masked, limit=limit, step=step)
    rollout = acted.rollout
    if rollout.outcome == "crash":  # it stays where it crashed: beyond that there is no state to look at
        rollout = replace(rollout, states=(*rollout.states[:-1], rollout.states[-2]))
    return SvmRun(rollout, svm, masked, acted.intervened, hits[0])

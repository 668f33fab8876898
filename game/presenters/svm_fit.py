"""Fits the SVM at a finite kernel width in the background: labels in, choices out. No pygame.

The newest request wins. Scikit-learn is imported on the fit's own thread, and nothing here is imported or
started before the window first asks for an SVM.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from learner.threads.worker import Worker
from levels.files.bundled import how_to_add

if TYPE_CHECKING:  # the tables' modules bring numba along
    from numpy.typing import NDArray

    from learner.svm.acting import Standing, SvmPolicy
    from levels.model.mdp import Mdp
    from levels.proof.safety import SafeActions

Route = Literal["numeric", "closed form"]
Box = float | None
"""U_b of the numeric route; None asks for the closed form's multipliers, which know no box."""

ETA: float = 0.5
BOX: Box = 2.0
"""At the start: a kernel that mislabels a few states of most levels, and the box that is enough for η → ∞."""
SHARE: float = 1.0
"""Share of the labelled states that an SVM is fitted to at the start."""
SEED = 0
"""Draws which states these are."""
MOST_SOLVED = 3_000
"""Maximum number of states for which the window solves E7; more would make the slider too slow."""
TOLERANCE = 1e-4
"""Of the solver: decision values are read with two decimals."""
WORK = 100_000_000
"""Kernel entries the solver may touch for each class: iterations times states; half a second to a second."""
MOST_ITERATIONS = 1_000_000
"""The solver's limit for each class where states are few."""
REST, RESTS = 0.5, 3
"""Pause before a fit that has only newer labels: this long [s], or this many times the last fit.

A fit, the learner and the window are three for two cores: resting longer keeps frames short.
"""


@dataclass(frozen=True)
class Settings:
    """What a person chooses of an SVM: η, U_b or None, and the share of the states it is fitted to."""

    eta: float
    box: Box
    share: float


@dataclass(frozen=True, eq=False)
class Request:
    """What to fit: the labels shown, at a kernel width η and a box, on a share of the states.

    `steps_to_goal` are those of the level's `OptimalValues`; only an SVM that leaves states out needs them.
    """

    mdp: Mdp
    safe: SafeActions
    labels: NDArray[np.int8]
    eta: float
    box: Box
    share: float = SHARE
    steps_to_goal: NDArray[np.int32] | None = None

    @property
    def settings(self) -> Settings:
        """The SVM's settings: all but labels and tables."""
        return Settings(self.eta, self.box, self.share)

    def same_svm(self, other: Request | None) -> bool:
        """Whether the other asks for the same settings on the same tables, labels apart."""
        return other is not None and self.mdp is other.mdp and self.settings == other.settings


@dataclass(frozen=True, eq=False)
class Fitted:
    """An SVM at the states that carry a label; all arrays are read-only.

    Attributes:
        settings: η, U_b and the share as asked for.
        route: how the multipliers were found; not always the one asked for, see `note`.
        policy: what it does in every state, also where there is no label.
        labels: (n_states,) int8, those on show; −1 where there is none. It was made from its share of them.
        present: (n_actions,) bool, classes that some of its points carries; no other is ever chosen.
        decision_values: (n_states, n_actions) float64, h.
        margin: (n_states,) float64, the largest h minus the next; ∞ with one class, NaN without label.
        choice: (n_states,) int8, column with the largest h among the classes present; −1 without label.
        mislabelled: (n_states,) bool, the choice is not the label.
        not_allowed: (n_states,) bool, the choice is not allowed: here the mask intervenes.
        n_states: states that carry a label.
        n_fitted: N, those of them that it was made from.
        n_mislabelled, n_not_allowed: how many of the labelled states.
        left_out: how its policy does from those left out, with the mask and without; None if there are none.
        note: a sentence on what one has to know about the route, "" if there is nothing.
        seconds: how long the fit took [s].
    """

    settings: Settings
    route: Route
    policy: SvmPolicy
    labels: NDArray[np.int8]
    present: NDArray[np.bool_]
    decision_values: NDArray[np.float64]
    margin: NDArray[np.float64]
    choice: NDArray[np.int8]
    mislabelled: NDArray[np.bool_]
    not_allowed: NDArray[np.bool_]
    n_states: int
    n_fitted: int
    n_mislabelled: int
    n_not_allowed: int
    left_out: tuple[Standing, Standing] | None
    note: str
    seconds: float


class SvmFit:
    """Fits the newest request on a thread of its own.

    Attributes:
        eta, box, share: η, U_b and the share of the states of the next fits.
    """

    def __init__(self, eta: float = ETA, box: Box = BOX, share: float = SHARE) -> None:
        self.eta, self.box, self.share = eta, box, share
        self._asked: Request | None = None
        self._done: Request | None = None
        self._rested_at = 0.0
        self._worker = Worker[Request, Fitted, Fitted]("svm", self._fit)

    @property
    def latest(self) -> Fitted | None:
        """The newest SVM; before the first is solved the closed form, and before that None."""
        return self._worker.result or self._worker.progress

    @property
    def stands_in(self) -> bool:
        """Whether the newest SVM is the closed form, until the one asked for is solved."""
        return self.pending and self._worker.result is None and self._worker.progress is not None

    @property
    def problem(self) -> str:
        """Why no SVM is fitted any more, as a sentence; "" as long as one is."""
        return f"The SVM stopped: {self._worker.problem}" if self._worker.problem else ""

    @property
    def pending(self) -> bool:
        """Whether the newest SVM still has other settings than requested."""
        latest, wanted = self.latest, Settings(self.eta, self.box, self.share)
        return not self.problem and (latest is None or latest.settings != wanted)

    def ask(
        self,
        mdp: Mdp,
        safe: SafeActions,
        labels: NDArray[np.int8],
        steps_to_goal: NDArray[np.int32] | None = None,
    ) -> None:
        """Requests the SVM of these labels and drops a waiting request. A repeated request costs nothing."""
        request = Request(mdp, safe, labels, self.eta, self.box, self.share, steps_to_goal)
        asked = self._asked
        if asked is not None and request.same_svm(asked) and labels is asked.labels:
            return
        if not self._worker.problem:  # the next labels come at once, and would fail likewise
            self._asked = request
            self._worker.ask(request)

    def stop(self, patience: float) -> bool:
        """Ends the thread after the current fit, waiting at most `patience` [s]; returns whether it ended."""
        return self._worker.stop(patience)

    def _fit(self, request: Request) -> Fitted | None:
        """Fits, after a pause if only the labels are new; None if nothing is new or there is no label yet."""
        if request.same_svm(self._done) and not self._worker.rest(self._rested_at - time.perf_counter()):
            return None
        if self._is_known(request) or not (request.labels >= 0).any():
            return None
        if self._worker.result is None and is_solved(request):
            self._worker.show(stand_in(request))
        svm = fitted(request)
        self._done = request
        self._rested_at = time.perf_counter() + max(REST, RESTS * svm.seconds)
        return svm

    def _is_known(self, request: Request) -> bool:
        """Whether the newest SVM answers it: labels have the same values once learning has settled."""
        done = self._done
        return done is not None and request.same_svm(done) and np.array_equal(request.labels, done.labels)


def is_solved(request: Request) -> bool:
    """Whether the window solves E7 for a request, which takes a while."""
    n_states = np.count_nonzero(request.labels >= 0)
    return request.box is not None and round(request.share * n_states) <= MOST_SOLVED


def stand_in(request: Request) -> Fitted:
    """Give the closed form, which is there at once, for a request that is still to be solved."""
    note = f"The closed form stands in until α is solved for U_b = {request.box:g}."
    return replace(fitted(replace(request, box=None)), note=note)


def fitted(request: Request) -> Fitted:
    """Give the SVM that was asked for, or the nearest to it that can be had, with a note that says why."""
    from learner.svm.acting import fit_policy, part_of  # noqa: PLC0415
    from learner.svm.svm import SolverMissingError, require_solver  # noqa: PLC0415  as the docstring above says

    labels = request.labels if request.share == 1.0 else part_of(request.labels, request.share, SEED)
    n_states = int(np.count_nonzero(labels >= 0))
    box, note = request.box, ""
    if box is not None and n_states > MOST_SOLVED:
        box = None
        note = (
            f"With more than {MOST_SOLVED:,} states the window does not solve for α and uses the closed form."
        )
    elif box is not None:
        try:
            require_solver()  # a second or two when it is first imported, which is no part of the fit
        except SolverMissingError:
            box = None
            note = (
                f"scikit-learn is not installed: {how_to_add('scikit-learn')}. "
                "Until then α comes from the closed form."
            )
    begun, limit = time.perf_counter(), solver_iterations(n_states)
    policy = fit_policy(
        request.mdp, request.safe, labels, request.eta, box, tolerance=TOLERANCE, iterations=limit
    )
    if not policy.converged:
        note = (
            f"The solver stopped at its limit of {limit:,} iterations for a class: more iterations might "
            "copy more labels."
        )
    return _judged(request, "closed form" if box is None else "numeric", policy, note, begun)


def solver_iterations(n_states: int) -> int:
    """The solver's limit for each class: an iteration touches a row of the kernel, so it is less for many."""
    return min(WORK // n_states, MOST_ITERATIONS)


def _judged(request: Request, route: Route, policy: SvmPolicy, note: str, begun: float) -> Fitted:
    """What a policy chooses, against the labels on show and the allowed actions."""
    from learner.svm.acting import judge  # noqa: PLC0415  as above

    labels, labelled = request.labels, request.labels >= 0
    ranked = np.where(policy.present, policy.decision_values, -np.inf)
    ranked.partition(-2, axis=1)
    margin = np.where(labelled, ranked[:, -1] - ranked[:, -2], np.nan)
    choice = np.where(labelled, policy.choice, -1).astype(np.int8)
    mislabelled, not_allowed = choice != labels, labelled & policy.intervenes
    for array in (margin, choice, mislabelled, not_allowed):
        array.flags.writeable = False
    left_out = None
    if request.share < 1.0 and request.steps_to_goal is not None:
        with_mask, without = (
            judge(request.mdp, policy, labels, request.steps_to_goal, ~policy.fitted, masked=masked)
            for masked in (True, False)
        )
        left_out = with_mask, without
    return Fitted(
        settings=request.settings,
        route=route,
        policy=policy,
        labels=labels,
        present=policy.present,
        decision_values=policy.decision_values,
        margin=margin,
        choice=choice,
        mislabelled=mislabelled,
        not_allowed=not_allowed,
        n_states=int(np.count_nonzero(labelled)),
        n_fitted=int(np.count_nonzero(policy.fitted)),
        n_mislabelled=int(np.count_nonzero(mislabelled)),
        n_not_allowed=int(np.count_nonzero(not_allowed)),
        left_out=left_out,
        note=note,
        seconds=time.perf_counter() - begun,
    )

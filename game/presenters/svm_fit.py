"""Fits the SVM at a finite kernel width in the background: labels in, choices out. No pygame.

The newest request wins. Scikit-learn is imported on the fit's own thread, and nothing here is imported or
started before the window first asks for an SVM.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from learner.threads.worker import Worker
from levels.files.bundled import how_to_add

if TYPE_CHECKING:  # the tables' modules bring numba along
    from numpy.typing import NDArray

    from levels.model.mdp import Mdp
    from levels.proof.safety import SafeActions

Route = Literal["numeric", "closed form"]
Box = float | None
"""U_b of the numeric route; None asks for the closed form's multipliers, which know no box."""

ETA: float = 0.5
BOX: Box = 2.0
"""At the start: a kernel that mislabels a few states of most levels, and the box that is enough for η → ∞."""
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


@dataclass(frozen=True, eq=False)
class Request:
    """What to fit: the labels shown, at a kernel width η and a box."""

    mdp: Mdp
    safe: SafeActions
    labels: NDArray[np.int8]
    eta: float
    box: Box

    def same_svm(self, other: Request | None) -> bool:
        """Whether the other asks for the same width and box on the same tables, labels apart."""
        if other is None or self.mdp is not other.mdp:
            return False
        return self.eta == other.eta and self.box == other.box


@dataclass(frozen=True, eq=False)
class Fitted:
    """An SVM at the states it was made from; all arrays are read-only.

    Attributes:
        eta, box: η, and U_b as asked for.
        route: how the multipliers were found; not always the one asked for, see `note`.
        labels: (n_states,) int8, those it was made from; −1 where there is none.
        present: (n_actions,) bool, classes that some state carries; no other is ever chosen.
        decision_values: (n_states, n_actions) float64, h; NaN where there is no label.
        margin: (n_states,) float64, the largest h minus the next; ∞ with one class, NaN without label.
        choice: (n_states,) int8, column with the largest h among the classes present; −1 without label.
        mislabelled: (n_states,) bool, the choice is not the label.
        not_allowed: (n_states,) bool, the choice is not allowed: here the mask intervenes.
        n_states: N, states that carry a label.
        n_mislabelled, n_not_allowed: how many of them.
        note: a sentence on what one has to know about the route, "" if there is nothing.
        seconds: how long the fit took [s].
    """

    eta: float
    box: Box
    route: Route
    labels: NDArray[np.int8]
    present: NDArray[np.bool_]
    decision_values: NDArray[np.float64]
    margin: NDArray[np.float64]
    choice: NDArray[np.int8]
    mislabelled: NDArray[np.bool_]
    not_allowed: NDArray[np.bool_]
    n_states: int
    n_mislabelled: int
    n_not_allowed: int
    note: str
    seconds: float


class SvmFit:
    """Fits the newest request on a thread of its own.

    Attributes:
        eta, box: η and U_b of the next fits.
    """

    def __init__(self, eta: float = ETA, box: Box = BOX) -> None:
        self.eta, self.box = eta, box
        self._asked: Request | None = None
        self._done: Request | None = None
        self._rested_at = 0.0
        self._worker = Worker[Request, None, Fitted]("svm", self._fit)

    @property
    def latest(self) -> Fitted | None:
        """The newest SVM, None before the first."""
        return self._worker.result

    @property
    def problem(self) -> str:
        """Why no SVM is fitted any more, as a sentence; "" as long as one is."""
        return f"The SVM stopped: {self._worker.problem}" if self._worker.problem else ""

    @property
    def pending(self) -> bool:
        """Whether the newest SVM still has another width or box than requested."""
        latest = self.latest
        return not self.problem and (latest is None or (latest.eta, latest.box) != (self.eta, self.box))

    def ask(self, mdp: Mdp, safe: SafeActions, labels: NDArray[np.int8]) -> None:
        """Requests the SVM of these labels and drops a waiting request. A repeated request costs nothing."""
        request, asked = Request(mdp, safe, labels, self.eta, self.box), self._asked
        if asked is not None and request.same_svm(asked) and labels is asked.labels:
            return
        if not self._worker.problem:  # the next labels come at once, and would fail likewise
            self._asked = request
            self._worker.ask(request)

    def stop(self, patience: float) -> bool:
        """Ends the thread after the fit it is at, waiting at most `patience` [s]; tells whether it ended."""
        return self._worker.stop(patience)

    def _fit(self, request: Request) -> Fitted | None:
        """Fits, after a pause if only the labels are new; None if nothing is new or there is no label yet."""
        if request.same_svm(self._done) and not self._worker.rest(self._rested_at - time.perf_counter()):
            return None
        if self._is_known(request) or not (request.labels >= 0).any():
            return None
        svm = fitted(request)
        self._done = request
        self._rested_at = time.perf_counter() + max(REST, RESTS * svm.seconds)
        return svm

    def _is_known(self, request: Request) -> bool:
        """Whether the newest SVM answers it: labels have the same values once learning has settled."""
        done = self._done
        return done is not None and request.same_svm(done) and np.array_equal(request.labels, done.labels)


def fitted(request: Request) -> Fitted:
    """Give the SVM that was asked for, or the nearest to it that can be had, with a note that says why."""
    from learner.svm.grid import closed_form_values  # noqa: PLC0415
    from learner.svm.svm import SolverMissingError, require_solver  # noqa: PLC0415  as the docstring above says

    n_states = int(np.count_nonzero(request.labels >= 0))
    note = ""
    if request.box is not None and n_states > MOST_SOLVED:
        note = (
            f"With more than {MOST_SOLVED:,} states the window does not solve for α and uses the closed form."
        )
    elif request.box is not None:
        try:
            require_solver()  # a second or two when it is first imported, which is no part of the fit
            begun = time.perf_counter()
            h, note = _numeric(request, request.box)
            return _judged(request, "numeric", h, note, begun)
        except SolverMissingError:
            note = (
                f"scikit-learn is not installed: {how_to_add('scikit-learn')}. "
                "Until then α comes from the closed form."
            )
    begun = time.perf_counter()
    h = closed_form_values(request.mdp, request.labels, request.eta)
    return _judged(request, "closed form", h, note, begun)


def solver_iterations(n_states: int) -> int:
    """The solver's limit for each class: an iteration touches a row of the kernel, so it is less for many."""
    return min(WORK // n_states, MOST_ITERATIONS)


def _numeric(request: Request, box: float) -> tuple[NDArray[np.float64], str]:
    """Decision values (n_states, n_actions) of the numeric route, and a note if the solver gave up."""
    from learner.svm.svm import numeric, points  # noqa: PLC0415

    mdp, states = request.mdp, np.flatnonzero(request.labels >= 0)
    limit = solver_iterations(len(states))
    svm = numeric(
        points(mdp, states),
        request.labels[states],
        mdp.n_actions,
        kernel_width=request.eta,
        box=box,
        tolerance=TOLERANCE,
        iterations=limit,
    )
    h = np.zeros((mdp.n_states, mdp.n_actions))
    h[states] = svm.decision_values
    note = (
        f"The solver stopped at its limit of {limit:,} iterations for a class: more iterations might "
        "copy more labels."
    )
    return h, "" if svm.converged else note


def _judged(request: Request, route: Route, h: NDArray[np.float64], note: str, begun: float) -> Fitted:
    """What decision values (n_states, n_actions) choose, against the labels and the allowed actions."""
    labels, labelled = request.labels, request.labels >= 0
    present = np.bincount(labels[labelled], minlength=h.shape[1]) > 0
    ranked = np.where(present, h, -np.inf)
    best = ranked.argmax(axis=1)
    allowed = np.take_along_axis(request.safe.allowed, best[:, None], axis=1)[:, 0]
    ranked.partition(-2, axis=1)
    margin = np.where(labelled, ranked[:, -1] - ranked[:, -2], np.nan)
    h[~labelled] = np.nan
    choice = np.where(labelled, best, -1).astype(np.int8)
    mislabelled, not_allowed = choice != labels, labelled & ~allowed
    for array in (present, h, margin, choice, mislabelled, not_allowed):
        array.flags.writeable = False
    return Fitted(
        eta=request.eta,
        box=request.box,
        route=route,
        labels=labels,
        present=present,
        decision_values=h,
        margin=margin,
        choice=choice,
        mislabelled=mislabelled,
        not_allowed=not_allowed,
        n_states=int(np.count_nonzero(labelled)),
        n_mislabelled=int(np.count_nonzero(mislabelled)),
        n_not_allowed=int(np.count_nonzero(not_allowed)),
        note=note,
        seconds=time.perf_counter() - begun,
    )

"""The numeric route of the multi-class SVM: E7 at any kernel width and box, next to the actor's closed form.

A comparison, never part of the learner's loop: it asks scikit-learn, an optional extra, to solve each dual
problem, one class against the rest. `closed_form` takes the multipliers of E11 instead, at any width.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from learner.core.actor import multipliers
from levels.files.bundled import how_to_add
from levels.files.problems import UserError

if TYPE_CHECKING:
    from levels.model.mdp import Mdp

Values = NDArray[np.float64]
Labels = NDArray[np.integer[Any]]

BLOCK = 1 << 20
"""Entries of the kernel matrix that are in memory at a time."""
SOLVED = 0
"""scikit-learn's word for a solver that met its tolerance within its iterations."""


class SolverMissingError(UserError):
    """Scikit-learn is not installed, as a sentence that says how to get it."""

    def __init__(self) -> None:
        super().__init__(
            f"The numeric SVM needs scikit-learn, which is not installed: {how_to_add('scikit-learn')}."
        )


@dataclass(frozen=True, eq=False)
class Svm:
    """A multi-class SVM, one class against the rest, at the n points it was made from; arrays are read-only.

    Attributes:
        multipliers: (n, n_actions) float64, α of each point in each binary problem.
        offsets: (n_actions,) float64, b; 0 for a class that no point or every point carries.
        decision_values: (n, n_actions) float64, h; 0 for such a class, as in `learner.core.actor`.
        present: (n_actions,) bool, classes that some point carries; no other is ever predicted.
        predicted: (n,) int8, arg max of h over the present classes. With one class present it is that class.
        margin: (n,) float64, h of the point's own label minus the largest h of another present class:
            positive where the label is copied, negative where it is not; ∞ with one class present.
        converged: whether every binary problem was solved to the tolerance within its iterations.
        iterations: of all binary problems together.
    """

    multipliers: Values
    offsets: Values
    decision_values: Values
    present: NDArray[np.bool_]
    predicted: NDArray[np.int8]
    margin: Values
    converged: bool
    iterations: int

    def masked(self, allowed: NDArray[np.bool_]) -> NDArray[np.int8]:
        """Give the arg max of h over actions that are allowed and present: (n,) int8.

        Args:
            allowed: (n, n_actions) bool; every point's own label must be allowed, so none is without choice.
        """
        return _best(self.decision_values, allowed & self.present)


def points(mdp: Mdp, states: NDArray[np.integer[Any]]) -> Values:
    """Place states in the space in which the kernel measures distance.

    Row and column are coordinates, in cells. Traffic repeats, so the phase is a point on a circle, sized so
    that neighbouring phases, the last and the first among them, lie exactly one apart like neighbouring
    cells: its radius is 1 / (2 sin(π / period)). Any two states are then at least 1 apart, whence no
    off-diagonal entry of the kernel exceeds exp(−η). A level without moving obstacles needs no circle.

    Args:
        mdp: the tables that number them.
        states: (n,) state numbers.

    Returns:
        (n, 2) float64 for period 1, else (n, 4) float64.

    Paper: x of E8, the agent's state and that of the moving obstacles together.
    """
    cells: Values = mdp.cells[states % mdp.n_cells].astype(np.float64)
    if mdp.period == 1:
        return cells
    angle = 2.0 * np.pi * (states // mdp.n_cells) / mdp.period
    radius = 0.5 / np.sin(np.pi / mdp.period)
    return np.column_stack([cells, radius * np.cos(angle), radius * np.sin(angle)])


def numeric(
    at: Values,
    labels: Labels,
    n_actions: int,
    *,
    kernel_width: float,
    box: float,
    tolerance: float = 1e-10,
    iterations: int = 1_000_000,
) -> Svm:
    """Solve the dual problem of each class against the rest with scikit-learn's SVC.

    A class that no point or every point carries has no problem to solve: Σ α ỹ = 0 leaves only α = 0. The
    solver holds the kernel in single precision. That is exact where it is 0 or 1, at large η; elsewhere
    decision values are good to about 1e-7 times the largest multiplier, whatever the tolerance.

    Args:
        at: (n, d) float64, distinct points, see `points`.
        labels: (n,) integers from 0 to n_actions − 1.
        n_actions: M, the number of classes.
        kernel_width: η > 0; ∞ takes the identity for the kernel, which is the limit of the paper.
        box: U_b > 0, the largest multiplier.
        tolerance: of the solver's stopping rule, largest violation of the optimality conditions.
        iterations: the solver's limit for each class; reaching it shows in `Svm.converged`.

    Raises:
        SolverMissingError: scikit-learn is not installed.
        ValueError: a width or box that is not positive, or labels that are no classes.

    Paper: Eqs. (6) to (10).
    """
    if not box > 0.0:
        raise ValueError(f"U_b is {box}, but the box of the multipliers must be larger than 0")
    counts = _counts(labels, n_actions, kernel_width)
    solver = require_solver()
    signs = _signs(labels, n_actions)
    alpha = np.zeros((len(labels), n_actions))
    offsets = np.zeros(n_actions)
    converged, done = True, 0
    limit = np.isinf(kernel_width)
    for k in np.flatnonzero((counts > 0) & (counts < len(labels))):
        svc = solver(
            C=box,
            kernel="precomputed" if limit else "rbf",
            gamma="auto" if limit else kernel_width,
            tol=tolerance,
            max_iter=iterations,
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of giving up, see `converged`
            svc.fit(np.eye(len(labels)) if limit else at, signs[:, k])
        alpha[svc.support_, k] = np.abs(svc.dual_coef_[0])
        offsets[k] = svc.intercept_[0]
        converged &= svc.fit_status_ == SOLVED
        done += int(svc.n_iter_.sum())
    return _evaluated(at, labels, kernel_width, alpha, offsets, converged=converged, iterations=done)


def closed_form(at: Values, labels: Labels, n_actions: int, *, kernel_width: float) -> Svm:
    """Use the multipliers of the limit η → ∞ with a kernel of any width; nothing is solved.

    The offset is the mean of the paper's pseudo-offsets b̃ weighted with α, as in its Lemma 1: at a finite
    width these multipliers are no optimum, and “any support vector” would give a different b each. The
    arguments are those of `numeric`.

    Raises:
        ValueError: a width that is not positive, or labels that are no classes.

    Paper: Eqs. (9) to (11), Lemma 1.
    """
    counts = _counts(labels, n_actions, kernel_width)
    positive, negative = multipliers(counts)
    signs = _signs(labels, n_actions)
    alpha = np.where(signs > 0, positive, negative)
    sums = kernel_product(at, alpha * signs, kernel_width)
    total = alpha.sum(axis=0)
    offsets = (alpha * (signs - sums)).sum(axis=0) / np.where(total > 0, total, 1.0)
    return _evaluated(at, labels, kernel_width, alpha, offsets, converged=True, iterations=0)


def kernel_product(at: Values, weights: Values, kernel_width: float) -> Values:
    """Give Σⱼ K(xᵢ, xⱼ) wⱼ with K(x, x′) = exp(−η ‖x − x′‖²), some rows of K at a time.

    Args:
        at: (n, d) float64, the points.
        weights: (n, m) float64.
        kernel_width: η; ∞ makes K the identity.

    Returns:
        (n, m) float64.

    Paper: Eq. (8).
    """
    if np.isinf(kernel_width):
        return weights.copy()
    sums = np.empty_like(weights)
    n_rows = max(1, BLOCK // len(at))
    for first in range(0, len(at), n_rows):
        some = slice(first, first + n_rows)
        apart = sum(np.square(np.subtract.outer(axis[some], axis)) for axis in at.T)
        sums[some] = np.exp(-kernel_width * apart) @ weights
    return sums


def require_solver() -> Any:
    """Give scikit-learn's class SVC.

    Raises:
        SolverMissingError: scikit-learn is not installed.
    """
    try:
        return import_module("sklearn.svm").SVC
    except ImportError:
        raise SolverMissingError from None


def _evaluated(
    at: Values,
    labels: Labels,
    kernel_width: float,
    alpha: Values,
    offsets: Values,
    *,
    converged: bool,
    iterations: int,
) -> Svm:
    """Give the SVM with these multipliers and offsets: E9 and E10 at its own points."""
    n_actions = alpha.shape[1]
    h = kernel_product(at, alpha * _signs(labels, n_actions), kernel_width) + offsets
    present = np.bincount(labels, minlength=n_actions) > 0
    own = labels[:, None] == np.arange(n_actions)
    rivals = np.where(present & ~own, h, -np.inf)
    svm = Svm(
        multipliers=alpha,
        offsets=offsets,
        decision_values=h,
        present=present,
        predicted=_best(h, np.broadcast_to(present, h.shape)),
        margin=h[own] - rivals.max(axis=1),
        converged=converged,
        iterations=iterations,
    )
    for array in (alpha, offsets, h, present, svm.predicted, svm.margin):
        array.flags.writeable = False
    return svm


def _best(h: Values, choices: NDArray[np.bool_]) -> NDArray[np.int8]:
    """(n,) the choice with the largest decision value."""
    best: NDArray[np.int8] = np.where(choices, h, -np.inf).argmax(axis=1).astype(np.int8)
    return best


def _signs(labels: Labels, n_actions: int) -> Values:
    """(n, n_actions) the binary labels ỹ of every class: E6."""
    return np.where(labels[:, None] == np.arange(n_actions), 1.0, -1.0)


def _counts(labels: Labels, n_actions: int, kernel_width: float) -> NDArray[np.int64]:
    """(n_actions,) N⁺ of each class, once labels and width make sense."""
    if not kernel_width > 0.0:
        raise ValueError(f"η is {kernel_width}, but the width of the kernel must be larger than 0")
    if len(labels) == 0 or labels.min() < 0 or labels.max() >= n_actions:
        raise ValueError(f"labels must be classes from 0 to {n_actions - 1}, and at least one of them")
    return np.bincount(labels, minlength=n_actions).astype(np.int64)

"""The closed form's SVM on all states of a level at once: its kernel is a product of three small ones.

States lie on a grid of phases, rows and columns, and the Gaussian kernel of a distance is the product of
those of its axes. A sum over all N states then costs N · (period + rows + columns) instead of N², which is
what lets the window show levels of any size. `learner.svm.svm.closed_form` does the same for any points.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from learner.core.actor import multipliers
from levels.model.mdp import Mdp

Values = NDArray[np.float64]


def closed_form_values(mdp: Mdp, labels: NDArray[np.integer[Any]], kernel_width: float) -> Values:
    """Give the decision values h of the closed form's multipliers at every state of a level.

    Args:
        mdp: the tables that number the states.
        labels: (n_states,) integers, −1 for states without a label, which are no points of the SVM.
        kernel_width: η > 0.

    Returns:
        (n_states, n_actions) float64, also at states without a label; 0 for a class that no point or every
        point carries.

    Raises:
        ValueError: a width that is not positive, or no state that carries a label.

    Paper: Eqs. (8), (9) and (11), with the offset of Lemma 1.
    """
    if not kernel_width > 0.0:
        raise ValueError(f"η is {kernel_width}, but the width of the kernel must be larger than 0")
    labelled = labels >= 0
    counts = np.bincount(labels[labelled], minlength=mdp.n_actions).astype(np.int64)
    if not counts.any():
        raise ValueError("no state has a label, so there is nothing to fit")
    positive, negative = multipliers(counts)
    kernels = _kernels(mdp, kernel_width)
    h = np.zeros((mdp.n_states, mdp.n_actions))
    for k in np.flatnonzero((counts > 0) & (counts < counts.sum())):
        weights = np.where(labels == k, positive[k], -negative[k] * labelled)
        sums = _product(mdp, weights, kernels)
        alpha = np.abs(weights)
        h[:, k] = sums + (weights - alpha * sums).sum() / alpha.sum()
    return h


def values_of(mdp: Mdp, weights: Values, offsets: Values, kernel_width: float) -> Values:
    """Give the decision values of any SVM whose points are states of a level, at every state of it.

    Args:
        mdp: the tables that number the states.
        weights: (n_states, n_actions) float64, α ỹ of each state in each binary problem; 0 for states that
            are no points.
        offsets: (n_actions,) float64, b.
        kernel_width: η > 0.

    Returns:
        (n_states, n_actions) float64.

    Paper: Eqs. (8) and (9).
    """
    kernels = _kernels(mdp, kernel_width)
    return np.stack([_product(mdp, column, kernels) for column in weights.T], axis=1) + offsets


def _kernels(mdp: Mdp, kernel_width: float) -> tuple[Values, Values, Values]:
    """The kernels of phases, rows and columns; a phase is where `learner.svm.svm.points` places it."""
    n_rows, n_cols = mdp.cell_index.shape
    # The chord between two phases of the circle, in lengths of that between neighbours.
    chord = np.sin(np.pi * np.arange(mdp.period) / mdp.period) / np.sin(np.pi / max(mdp.period, 2))
    return (
        _kernel(chord, kernel_width),
        _kernel(np.arange(n_rows, dtype=np.float64), kernel_width),
        _kernel(np.arange(n_cols, dtype=np.float64), kernel_width),
    )


def _kernel(apart: Values, kernel_width: float) -> Values:
    """(n, n) the kernel of n places, `apart[d]` of which is the distance of two that are d places apart."""
    places = np.arange(len(apart))
    near: Values = np.exp(-kernel_width * np.square(apart))
    return near[np.abs(np.subtract.outer(places, places))]


def _product(mdp: Mdp, weights: Values, kernels: tuple[Values, Values, Values]) -> Values:
    """(n_states,) Σⱼ K(xᵢ, xⱼ) wⱼ: E8, one axis after the other.

    Not by matrix products: these wait for threads of their own, which a busy learner makes a long wait.
    """
    phases, rows, cols = kernels
    row, col = mdp.cells.T
    grid = np.zeros((mdp.period, *mdp.cell_index.shape))
    grid[:, row, col] = weights.reshape(mdp.period, mdp.n_cells)
    grid = np.einsum("prc,cd->prd", grid, cols)
    grid = np.einsum("sr,prc->psc", rows, grid)
    if mdp.period > 1:
        grid = np.einsum("qp,prc->qrc", phases, grid)
    sums: Values = grid[:, row, col].reshape(-1)
    return sums

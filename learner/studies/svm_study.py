"""The cost of a finite kernel width: labels that the SVM miscopies, and choices that the mask prevents."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learner.core.trainer import Trainer
from learner.runs.training import until_converged
from learner.svm.svm import Svm, Values, closed_form, numeric, points
from levels.files.saving import replacing
from levels.model.level import Level
from levels.model.mdp import Mdp, compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.safety import SafeActions, safe_actions

Box = float | None
"""U_b of the numeric route; None is the closed form's multipliers, which have no box."""

WIDTHS = (0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Kernel widths η of the study."""
BOXES: tuple[Box, ...] = (None, 2.0, 10.0, 1000.0)
"""In the limit η → ∞ every multiplier stays below 2; at smaller widths a larger box copies more."""
GRID = tuple(2.0 ** (k / 8) for k in range(-48, 33))
"""Widths among which the smallest that copies is sought: from 1/64 to 16, eight to a doubling."""
TOLERANCE = 1e-6
ITERATIONS = 300_000
"""The solver's limit for each class, here where thousands of problems are solved."""


@dataclass(frozen=True, eq=False)
class Learned:
    """A level's labelled states after training: the training set of an SVM.

    Attributes:
        states: (n,) int64, the states that carry a label.
        at: (n, d) float64, their `learner.svm.svm.points`.
        labels: (n,) int8.
    """

    mdp: Mdp
    safe: SafeActions
    states: NDArray[np.int64]
    at: Values
    labels: NDArray[np.int8]


@dataclass(frozen=True)
class StudyRow:
    """One level at one kernel width and box.

    Attributes:
        level, n_states: its name, and N, the states that carry a label.
        box: U_b of the numeric route, None for the closed form's multipliers.
        kernel_width: η.
        mislabelled: share of the N states where arg max h is not the label.
        not_allowed: share of the N states where arg max h is an action that is not allowed.
        overruled: number of those states: there the mask decides, not the SVM.
        unsafe_after_mask: states whose masked choice crashes or leaves the viability kernel, by the tables.
        converged: whether the solver met its tolerance.
    """

    level: str
    n_states: int
    box: Box
    kernel_width: float
    mislabelled: float
    not_allowed: float
    overruled: int
    unsafe_after_mask: int
    converged: bool


@dataclass(frozen=True)
class WidthRow:
    """The smallest kernel width that copies all labels of a level.

    Attributes:
        level, n_states, box: as in `StudyRow`.
        smallest_width: η on the grid that copies all labels while the next smaller one does not; None if
            the largest of the grid does not copy them.
        exact: whether that next smaller width is on the grid and was solved to the tolerance; if not,
            `smallest_width` is an upper bound.
    """

    level: str
    n_states: int
    box: Box
    smallest_width: float | None
    exact: bool


def collect_labels(level: Level, seed: int) -> Learned:
    """Train until the level converges, as the paper has it, and collect the labels."""
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, level.safety, level.learning)
    trainer = Trainer(mdp, safe, level.learning, seed)
    until_converged(trainer)
    labels = trainer.snapshot(solve(mdp, safe, level.learning.discount)).labels
    states = np.flatnonzero(labels >= 0)
    return Learned(mdp, safe, states, points(mdp, states), labels[states])


def fit(learned: Learned, kernel_width: float, box: Box) -> Svm:
    """Give the SVM of these labels by the numeric route, or by the closed form's multipliers.

    Raises:
        SolverMissingError: scikit-learn is not installed, and a box was given.
    """
    at, labels, n_actions = learned.at, learned.labels, learned.mdp.n_actions
    if box is None:
        return closed_form(at, labels, n_actions, kernel_width=kernel_width)
    return numeric(
        at,
        labels,
        n_actions,
        kernel_width=kernel_width,
        box=box,
        tolerance=TOLERANCE,
        iterations=ITERATIONS,
    )


def count_wrong(name: str, learned: Learned, kernel_width: float, box: Box) -> StudyRow:
    """Count the SVM's errors at this width and box, before and after the mask."""
    svm = fit(learned, kernel_width, box)
    mdp, states = learned.mdp, learned.states
    allowed = learned.safe.allowed[states]
    rows = np.arange(len(states))
    not_allowed = ~allowed[rows, svm.predicted]
    ahead = mdp.next_state[states, svm.masked(allowed)]
    stays = np.append(learned.safe.viable, False)[ahead]
    return StudyRow(
        level=name,
        n_states=len(states),
        box=box,
        kernel_width=kernel_width,
        mislabelled=float(np.mean(svm.predicted != learned.labels)),
        not_allowed=float(np.mean(not_allowed)),
        overruled=int(not_allowed.sum()),
        unsafe_after_mask=int((~stays).sum()),
        converged=svm.converged,
    )


def smallest_width(name: str, learned: Learned, box: Box, grid: Sequence[float] = GRID) -> WidthRow:
    """Bisect for the smallest width of the grid that copies all labels.

    Bisection finds a width that copies next to a smaller one that does not; it assumes that all
    larger widths copy too.

    Args:
        name: of the level.
        learned: its labels.
        box: U_b, or None for the closed form's multipliers.
        grid: widths η, rising.
    """
    fails, holds = -1, len(grid)
    exact = False
    middle = holds - 1
    while holds - fails > 1:
        svm = fit(learned, grid[middle], box)
        if (svm.predicted == learned.labels).all():
            holds = middle
        else:
            fails, exact = middle, svm.converged
        middle = (fails + holds) // 2
    smallest = grid[holds] if holds < len(grid) else None
    return WidthRow(name, len(learned.labels), box, smallest, exact)


def study(
    levels: Mapping[str, Level],
    *,
    widths: Sequence[float] = WIDTHS,
    boxes: Sequence[Box] = BOXES,
    seed: int = 0,
) -> Iterator[StudyRow | WidthRow]:
    """Count the errors on each level at each box and width, then find its smallest width.

    Rows come as they are found.

    Same levels, seed and versions of numpy and scikit-learn give the same rows.

    Raises:
        SolverMissingError: scikit-learn is not installed, and some box was given.
    """
    for name, level in levels.items():
        learned = collect_labels(level, seed)
        for box in boxes:
            for width in widths:
                yield count_wrong(name, learned, width, box)
            yield smallest_width(name, learned, box)


def write_csv(rows: Iterable[Any], path: Path) -> None:
    """Write rows of one dataclass, at least one, under a heading of their names; None is an empty field.

    Raises:
        UnwritableError: no file can be written there.
    """
    records: list[dict[str, Any]] = [asdict(row) for row in rows]
    with replacing(path) as file:
        writer = csv.DictWriter(file, records[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)

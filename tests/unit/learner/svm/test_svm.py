"""The numeric route of the SVM: the closed form at large η, the dual problem's own conditions elsewhere."""

import sys
from importlib.util import find_spec

import numpy as np
import pytest

from learner.core import actor
from learner.svm.svm import SolverMissingError, closed_form, kernel_product, numeric, points
from levels.text.reader import builtin_levels, read_level
from tests.conftest import tiny
from tests.unit.learner.reference import world_of

solves = pytest.mark.skipif(
    find_spec("sklearn") is None,
    reason="scikit-learn is not installed: python3 run.py pip install scikit-learn",
)
BOARDS = {16: (3, 6), 81: (9, 10), 225: (15, 16), 1000: (25, 41)}
"""Boards with one cell more than N, the goal, once the end of the last row is walled up."""


def square(n):
    """N points on an integer grid of rows of ten and ten phases at most."""
    return np.array([(i // 10 % 10, i % 10, i // 100) for i in range(n)], dtype=np.float64)


def learned(n):
    """Labels of a real training on a board with N labelled states."""
    n_rows, n_cols = BOARDS[n]
    rows = [list("." * n_cols) for _ in range(n_rows)]
    rows[0][0], rows[0][-1] = "S", "G"
    walls = n_rows * n_cols - n - 1
    rows[-1][n_cols - walls :] = "#" * walls
    return trained(tiny(["".join(row) for row in rows]))


def trained(level):
    from learner.core.trainer import Trainer

    world = world_of(level)
    trainer = Trainer(world.mdp, world.safe, level.learning, seed=3)
    trainer.advance(20_000)
    labels = trainer.snapshot(world.optimal).labels
    states = np.flatnonzero(labels >= 0)
    return world, states, points(world.mdp, states), labels[states]


def random_labels(n, n_classes=4, seed=0):
    return np.random.default_rng(seed).integers(0, n_classes, n)


def is_the_closed_form(svm, labels, n_actions, within):
    """α, b and h are those of learner/core/actor.py, and the policy is the labels."""
    counts = np.bincount(labels, minlength=n_actions)
    some = (counts > 0) & (counts < len(labels))
    positive, negative = actor.multipliers(counts)
    own = labels[:, None] == np.arange(n_actions)
    alpha = np.where(own, positive, negative)
    h = np.array([actor.decision_values(label, counts) for label in labels])
    np.testing.assert_allclose(svm.multipliers, alpha, atol=within, rtol=0)
    np.testing.assert_allclose(svm.offsets[some], actor.offsets(counts)[some], atol=within, rtol=0)
    np.testing.assert_allclose(svm.decision_values, h, atol=within, rtol=0)
    assert svm.predicted.tolist() == labels.tolist()
    assert svm.margin == pytest.approx(2.0, abs=2 * within)
    assert svm.converged


@solves
@pytest.mark.parametrize("kernel_width", [30.0, np.inf])
@pytest.mark.parametrize("n", BOARDS)
def test_at_large_widths_random_labels_give_the_closed_form(n, kernel_width):
    labels = random_labels(n)
    svm = numeric(square(n), labels, 4, kernel_width=kernel_width, box=10.0, tolerance=1e-10)
    is_the_closed_form(svm, labels, 4, within=1e-9)


@solves
@pytest.mark.parametrize("n", BOARDS)
def test_at_large_widths_learned_labels_give_the_closed_form(n):
    _, states, at, labels = learned(n)
    assert len(states) == n
    svm = numeric(at, labels, 4, kernel_width=30.0, box=2.0, tolerance=1e-10)
    is_the_closed_form(svm, labels, 4, within=1e-9)


@solves
def test_at_large_widths_labels_learned_in_traffic_give_the_closed_form():
    """Five actions, 24 phases on their circle."""
    world, _, at, labels = trained(read_level(builtin_levels()["patience"]))
    svm = numeric(at, labels, world.mdp.n_actions, kernel_width=30.0, box=2.0, tolerance=1e-10)
    is_the_closed_form(svm, labels, world.mdp.n_actions, within=1e-9)


@pytest.mark.parametrize("n", BOARDS)
def test_the_closed_form_with_a_kernel_of_large_width_is_the_actors(n):
    labels = random_labels(n)
    is_the_closed_form(closed_form(square(n), labels, 4, kernel_width=40.0), labels, 4, within=1e-12)


@solves
def test_a_box_below_two_breaks_it():
    """One state of its own: α⁺ = 2(N − 1)/N = 1.99 at the limit, so a box of 1.9 already binds.

    α⁺ = U, α⁻ = U/(N − 1), b = −1 + α⁻ from the free ones, hence h = U N/(N − 1) − 1 at the lone state.
    """
    n = 225
    labels = np.zeros(n, dtype=np.int64)
    labels[112] = 1
    enough = numeric(square(n), labels, 4, kernel_width=30.0, box=2 * (n - 1) / n)
    is_the_closed_form(enough, labels, 4, within=1e-9)
    tight = numeric(square(n), labels, 4, kernel_width=30.0, box=1.9)
    assert tight.multipliers[112, 1] == pytest.approx(1.9, abs=1e-9)
    assert tight.decision_values[112, 1] == pytest.approx(1.9 * n / (n - 1) - 1, abs=1e-9)
    assert tight.predicted[112] == 1
    tighter = numeric(square(n), labels, 4, kernel_width=30.0, box=0.9)
    assert tighter.predicted[112] == 0
    assert tighter.margin[112] < 0
    labels[:112] = 2  # now the others have two labels, and neither is as near to 0 as the lone state's own
    shared = numeric(square(n), labels, 4, kernel_width=30.0, box=0.9)
    assert shared.decision_values[112, 1] == pytest.approx(0.9 * n / (n - 1) - 1, abs=1e-9)
    assert shared.predicted[112] == 1


@solves
def test_the_printed_offset_rule_fails_where_a_multiplier_is_at_the_box():
    """E9's b “for any x with α ≠ 0” is right only strictly inside the box; at U_b it gives another number."""
    n, box = 225, 1.9
    labels = np.zeros(n, dtype=np.int64)
    labels[112] = 1
    svm = numeric(square(n), labels, 4, kernel_width=30.0, box=box)
    signs = np.where(labels == 1, 1, -1)
    rule = signs - svm.multipliers[:, 1] * signs  # the kernel is the identity at this width
    free = svm.multipliers[:, 1] < box - 1e-9
    assert np.flatnonzero(~free).tolist() == [112]
    assert rule[free] == pytest.approx(svm.offsets[1], abs=1e-9)
    assert abs(rule[112] - svm.offsets[1]) > 0.09


@solves
@pytest.mark.parametrize(("kernel_width", "box"), [(0.1, 2.0), (0.5, 2.0), (0.5, 50.0), (2.0, 1.0)])
def test_at_any_width_the_solution_meets_the_conditions_of_the_dual_problem(kernel_width, box):
    """Eq. (7) is convex: feasible with complementary slackness is optimal. The kernel is built by loops."""
    n = 81
    at, labels = square(n), random_labels(n, seed=4)
    svm = numeric(at, labels, 4, kernel_width=kernel_width, box=box)
    assert svm.converged
    within = 1e-7 * max(10.0, box)  # the solver's kernel has single precision
    kernel = np.array([[np.exp(-kernel_width * sum((p - q) ** 2)) for q in at] for p in at])
    for k in range(4):
        signs = np.where(labels == k, 1.0, -1.0)
        alpha, h = svm.multipliers[:, k], svm.decision_values[:, k]
        assert alpha.min() >= 0.0
        assert alpha.max() <= box
        assert alpha @ signs == pytest.approx(0.0, abs=1e-8)
        assert h == pytest.approx(kernel @ (alpha * signs) + svm.offsets[k], abs=1e-9)
        clear = signs * h - 1.0
        at_0, at_box = alpha < 1e-9, alpha > box - 1e-9
        assert (clear[at_0] >= -within).all()
        assert (clear[at_box] <= within).all()
        assert np.abs(clear[~at_0 & ~at_box]).max(initial=0.0) <= within


@solves
def test_a_narrow_kernel_or_a_large_box_copies_what_a_wide_one_in_a_small_box_does_not():
    at, labels = square(81), random_labels(81, seed=1)
    assert (numeric(at, labels, 4, kernel_width=0.5, box=2.0).margin < 0).any()
    assert (numeric(at, labels, 4, kernel_width=0.5, box=1e4).margin > 0).all()
    assert (numeric(at, labels, 4, kernel_width=3.0, box=2.0).margin > 0).all()


@solves
def test_margin_tells_where_the_label_is_copied():
    at, labels = square(225), random_labels(225)
    svm = numeric(at, labels, 4, kernel_width=0.3, box=2.0)
    assert 0.05 < np.mean(svm.predicted != labels) < 0.95
    assert ((svm.margin > 0) == (svm.predicted == labels)).all()
    label, baselines = svm.decision_values[7, labels[7]], np.delete(svm.decision_values[7], labels[7])
    assert svm.margin[7] == label - baselines.max()


@pytest.mark.parametrize("route", ["numeric", "closed_form"])
def test_with_one_class_the_policy_is_that_class(route):
    """Remark 1: nothing to solve, every h is 0, and yet not “right”."""
    at, labels = square(9), np.full(9, 2)
    if route == "numeric" and find_spec("sklearn") is None:
        pytest.skip("scikit-learn is not installed")
    svm = (
        numeric(at, labels, 4, kernel_width=1.0, box=2.0)
        if route == "numeric"
        else closed_form(at, labels, 4, kernel_width=1.0)
    )
    assert not svm.multipliers.any()
    assert not svm.decision_values.any()
    assert svm.predicted.tolist() == [2] * 9
    assert np.isposinf(svm.margin).all()


def test_an_absent_class_is_never_predicted_not_even_where_all_others_are_negative():
    places = ["110", "000", "002", "121", "122", "111", "202", "201", "210"]
    at = np.array([[float(figure) for figure in place] for place in places])
    labels = np.array([3, 3, 3, 1, 1, 3, 1, 2, 1])
    svm = closed_form(at, labels, 4, kernel_width=0.1)
    assert not svm.decision_values[:, 0].any()
    assert (svm.decision_values[:, 1:] < 0).all(axis=1).any()
    assert (svm.predicted > 0).all()


def test_the_mask_chooses_the_best_that_is_allowed():
    """The one point with label 1 draws its neighbours along; where that is not allowed the mask decides."""
    at, labels = square(9), np.array([0, 0, 0, 0, 1, 0, 0, 0, 0])
    svm = closed_form(at, labels, 4, kernel_width=0.1)
    assert svm.predicted.tolist() == [0, 0, 0, 1, 1, 1, 0, 0, 0]
    allowed = np.ones((9, 4), dtype=bool)
    assert svm.masked(allowed).tolist() == svm.predicted.tolist()
    allowed[3, 1] = False
    assert svm.masked(allowed).tolist() == [0, 0, 0, 0, 1, 1, 0, 0, 0]


@solves
def test_giving_up_is_told():
    at, labels = square(225), random_labels(225)
    svm = numeric(at, labels, 4, kernel_width=0.1, box=1000.0, iterations=20)
    assert not svm.converged
    assert svm.iterations == 80


def test_points_are_one_apart_where_cells_or_phases_are_neighbours_and_never_closer():
    for rows, obstacles, period in (
        (["S..", "..G"], [], 1),
        (
            ["S..", "===", "..G"],
            [{"kind": "lane", "look": "car", "row": 1, "direction": "left", "at": [2]}],
            3,
        ),
    ):
        mdp = world_of(tiny(rows, obstacles=obstacles)).mdp
        assert mdp.period == period
        at = points(mdp, np.arange(mdp.n_states))
        assert at.shape == (mdp.n_states, 2 if period == 1 else 4)
        apart = np.linalg.norm(at[:, None] - at[None], axis=2)
        assert apart[~np.eye(len(at), dtype=bool)].min() == pytest.approx(1.0)
        assert apart[mdp.state((0, 0), 0), mdp.state((0, 1), 0)] == pytest.approx(1.0)
        here = mdp.states_of((0, 2))
        for phase in range(period if period > 1 else 0):
            assert apart[here[phase], here[(phase + 1) % period]] == pytest.approx(1.0)


def test_the_kernel_is_equation_8_also_in_blocks(monkeypatch):
    at, weights = square(30), np.random.default_rng(0).normal(size=(30, 4))
    expected = np.array([[np.exp(-0.4 * ((p - q) ** 2).sum()) for q in at] for p in at]) @ weights
    monkeypatch.setattr("learner.svm.svm.BLOCK", 70)
    np.testing.assert_allclose(kernel_product(at, weights, 0.4), expected, rtol=1e-13)
    assert (kernel_product(at, weights, np.inf) == weights).all()


@pytest.mark.parametrize(
    ("labels", "settings", "says"),
    [
        ([0, 1], {"kernel_width": 0.0}, "η is 0.0"),
        ([0, 1], {"kernel_width": np.nan}, "η is nan"),
        ([0, 1], {"box": 0.0}, "U_b is 0.0"),
        ([0, -1], {}, "labels"),
        ([0, 4], {}, "labels"),
        ([], {}, "labels"),
    ],
)
def test_what_makes_no_sense_is_refused(labels, settings, says):
    asked = {"kernel_width": 1.0, "box": 2.0} | settings
    with pytest.raises(ValueError, match=says):
        numeric(square(len(labels)), np.array(labels, dtype=np.int64), 4, **asked)


def test_without_the_library_one_sentence_says_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.svm", None)
    with pytest.raises(SolverMissingError, match=r"run\.py pip install scikit-learn"):
        numeric(square(4), np.array([0, 1, 0, 1]), 4, kernel_width=1.0, box=2.0)


def test_its_values_are_frozen():
    svm = closed_form(square(4), np.array([0, 1, 0, 1]), 4, kernel_width=1.0)
    for array in (svm.multipliers, svm.offsets, svm.decision_values, svm.present, svm.predicted, svm.margin):
        assert not array.flags.writeable

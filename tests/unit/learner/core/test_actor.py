"""Labels, multipliers, decision values and the policy: E5 to E12 and both special cases."""

import numpy as np
import pytest

from learner.core.actor import Actor, decision_values, multipliers, offsets, policy, published_decision_values
from learner.core.rng import XorShift64Star
from tests.unit.learner.reference import world_of

LABELS = np.array([0, 0, 1, 3, 3, 3, 0])
COUNTS = np.bincount(LABELS, minlength=4)


@pytest.mark.parametrize("k", range(4))
def test_multipliers_solve_the_dual_problem_where_the_kernel_is_the_identity(k):
    """Eq. (7): feasible, and the gradient α − 1 + νỹ of its Lagrangian vanishes (KKT), solved numerically."""
    if COUNTS[k] == 0:
        pytest.skip("nobody carries this label: its problem has only the solution 0")
    signs = np.where(k == LABELS, 1.0, -1.0)
    positive, negative = multipliers(COUNTS)
    alpha = np.where(signs > 0, positive[k], negative[k])
    assert alpha @ signs == pytest.approx(0.0)
    assert (alpha >= 0).all()
    assert alpha.max() <= 2 * (len(LABELS) - 1) / len(LABELS)
    n = len(LABELS)
    kkt = np.block([[np.eye(n), signs[:, None]], [signs[None, :], np.zeros((1, 1))]])
    solution = np.linalg.solve(kkt, np.append(np.ones(n), 0.0))
    assert alpha == pytest.approx(solution[:n])
    assert offsets(COUNTS)[k] == pytest.approx(solution[n])


@pytest.mark.parametrize("label", [0, 1, 3])
def test_decision_values_are_equation_9_with_these_multipliers(label):
    state = int(np.flatnonzero(label == LABELS)[0])
    positive, negative = multipliers(COUNTS)
    for k in (0, 1, 3):
        signs = np.where(k == LABELS, 1.0, -1.0)
        alpha = np.where(signs > 0, positive[k], negative[k])
        h = alpha[state] * signs[state] + offsets(COUNTS)[k]  # K(x, x') is 1 at x itself, else 0
        assert decision_values(label, COUNTS)[k] == pytest.approx(h)
        printed = published_decision_values(label, COUNTS)[k]
        assert printed == pytest.approx(h * alpha.sum())
        n = len(LABELS)
        sign = 1 if k == label else -1
        assert printed == pytest.approx(sign * 4 * COUNTS[k] * (n - COUNTS[k]) / n)  # Eq. (12)


def test_an_empty_class_decides_nothing():
    assert decision_values(0, COUNTS)[2] == 0.0
    assert published_decision_values(0, COUNTS)[2] == 0.0


@pytest.mark.parametrize("label", [0, 1, 3])
def test_the_policy_is_the_label_where_two_classes_are_present(label):
    """Theorem 1."""
    assert policy(label, COUNTS) == label
    assert published_decision_values(label, COUNTS).argmax() == label


@pytest.mark.parametrize("label", range(4))
def test_with_one_class_the_policy_is_that_class(label):
    """Remark 1: every decision value is 0, and arg max alone would always say the first action."""
    counts = np.zeros(4, dtype=np.int64)
    counts[label] = 9
    assert not decision_values(label, counts).any()
    assert not published_decision_values(label, counts).any()
    assert policy(label, counts) == label


def test_in_a_corridor_that_runs_left_the_policy_runs_left(make_level):
    world = world_of(make_level(["G....S"], actions=["left", "right"]))
    actor = Actor(world.safe, XorShift64Star(0))
    q = np.where(world.safe.allowed, [[-9.0, -1.0]], np.nan)
    actor.refit(q)
    left = world.mdp.actions.index(2)
    states = [world.mdp.state((0, col), 0) for col in range(1, 6)]
    assert [actor.policy(state) for state in states] == [left] * 5


def test_only_states_with_a_choice_are_labelled_and_counted(make_level):
    """Case L09: the goal has no label and is in no class."""
    world = world_of(make_level(["SG"]))
    actor = Actor(world.safe, XorShift64Star(0))
    assert actor.labels.tolist() == [0, -1]
    assert actor.class_counts.tolist() == [1, 0, 0, 0]


def test_a_label_stays_while_it_is_among_the_best_and_is_drawn_among_them_otherwise(open_4x4):
    world = world_of(open_4x4)
    state = world.mdp.state((1, 1), 0)
    q = np.where(world.safe.allowed, 0.0, np.nan)
    drawn = []
    for seed in range(800):
        actor = Actor(world.safe, XorShift64Star(seed))
        before = actor.labels[state]
        actor.update(state, q)
        assert actor.labels[state] == before
        other = q.copy()
        other[state] = [-1.0, -1.0, -1.0, -1.0]
        other[state, before] = -2.0
        actor.update(state, other)
        assert actor.labels[state] != before
        assert actor.class_counts.sum() == 15
        drawn.append((actor.labels[state] - before) % 4)
    assert np.bincount(drawn, minlength=4)[1:] / 800 == pytest.approx([1 / 3] * 3, abs=0.06)

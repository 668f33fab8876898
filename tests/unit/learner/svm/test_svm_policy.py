"""The SVM that acts: its choices in every state, its rollouts with the mask and without, states left out."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from learner.svm.acting import act, fit_policy, judge, part_of, policy_of
from learner.svm.svm import closed_form, kernel_product, numeric, points
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import steps_to_goal
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, read_level
from tests.conftest import tiny
from tests.unit.learner.svm.test_svm import solves


@pytest.fixture(scope="module", params=["maze_15", "patience"])
def world(request):
    """Tables, safe actions, steps to the goal, and the labels of an agent that knows the shortest paths."""
    level = read_level(builtin_levels()[request.param])
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, level.safety)
    steps = steps_to_goal(mdp, safe)
    left = np.where(safe.allowed, np.append(steps, 10_000)[mdp.next_state], 20_000)
    labels = np.where(safe.allowed.any(axis=1), left.argmin(axis=1), -1).astype(np.int8)
    return mdp, safe, steps, labels


BOXES = [None, pytest.param(10.0, marks=solves)]


@pytest.mark.parametrize("box", BOXES)
def test_its_decision_values_are_the_kernels_sums_also_where_it_was_not_fitted(world, box):
    mdp, safe, _steps, labels = world
    part, eta = part_of(labels, 0.5, seed=3), 0.5
    states = np.flatnonzero(part >= 0)
    at = points(mdp, states)
    if box is None:
        svm = closed_form(at, part[states], mdp.n_actions, kernel_width=eta)
    else:
        svm = numeric(at, part[states], mdp.n_actions, kernel_width=eta, box=box, tolerance=1e-6)
    policy = fit_policy(mdp, safe, part, eta, box)
    assert policy.fitted.tolist() == (part >= 0).tolist()
    assert policy.choice[states].tolist() == svm.predicted.tolist()
    assert policy.masked[states].tolist() == svm.masked(safe.allowed[states]).tolist()
    # one kernel with the points first: the product then gives the sums over them at all states
    everywhere = np.concatenate((states, np.flatnonzero(part < 0)))
    signs = np.where(part[states][:, None] == np.arange(mdp.n_actions), 1.0, -1.0)
    weights = np.zeros((mdp.n_states, mdp.n_actions))
    weights[: len(states)] = svm.multipliers * signs
    sums = kernel_product(points(mdp, everywhere), weights, eta)
    np.testing.assert_allclose(policy.decision_values[everywhere], sums + svm.offsets, atol=1e-7, rtol=0)


def test_a_part_is_nested_as_large_as_asked_and_does_not_depend_on_what_the_labels_are(world):
    _mdp, _safe, _steps, labels = world
    n = np.count_nonzero(labels >= 0)
    parts = [part_of(labels, share) for share in (0.1, 0.5, 1.0)]
    assert [np.count_nonzero(part >= 0) for part in parts] == [round(0.1 * n), round(0.5 * n), n]
    assert parts[2].tolist() == labels.tolist()
    for small, large in pairwise(parts):
        assert not (small >= 0)[large < 0].any()
        assert (small == large)[small >= 0].all()
    others = np.where(labels >= 0, (labels + 1) % 4, -1).astype(np.int8)
    assert ((part_of(others, 0.1) >= 0) == (parts[0] >= 0)).all()
    assert ((part_of(labels, 0.1, seed=1) >= 0) != (parts[0] >= 0)).any()
    assert np.count_nonzero(part_of(labels, 1e-9) >= 0) == 1


def test_the_mask_keeps_it_from_every_crash_and_without_it_the_same_svm_crashes(world):
    mdp, safe, _steps, labels = world
    policy = fit_policy(mdp, safe, labels, 0.0625, None)
    states = np.flatnonzero(labels >= 0)
    ends = {masked: set() for masked in (True, False)}
    for masked, outcomes in ends.items():
        for state in states[::5].tolist():
            acted = act(mdp, safe, policy, state, masked=masked)
            moves = list(zip(acted.rollout.states, acted.rollout.actions, strict=False))
            outcomes.add(acted.rollout.outcome)
            assert acted.rollout.actions == tuple(policy.actions(masked=masked)[s] for s, _ in moves)
            refused = [not safe.allowed[s, policy.choice[s]] for s, _ in moves]
            assert list(acted.intervened) == refused
            assert acted.interventions == sum(refused)
            if masked:
                assert all(safe.allowed[s, action] for s, action in moves)
    assert "crash" not in ends[True]
    assert "crash" in ends[False]


@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize("share", [1.0, 0.25])
def test_the_judgement_is_that_of_a_rollout_from_every_state(world, masked, share):
    mdp, safe, steps, labels = world
    policy = fit_policy(mdp, safe, part_of(labels, share), 0.125, None)
    among = ~policy.fitted if share < 1.0 else policy.fitted
    standing = judge(mdp, policy, labels, steps, among, masked=masked)
    states = np.flatnonzero(among & (labels >= 0)).tolist()
    runs = [act(mdp, safe, policy, state, masked=masked, limit=mdp.n_states) for state in states]
    outcomes = [run.rollout.outcome for run in runs]
    over = [run.interventions for run in runs if run.rollout.outcome in {"goal", "crash"}]
    first = policy.actions(masked=masked)[states]
    best = [
        safe.allowed[state, action] and steps[mdp.next_state[state, action]] == steps[state] - 1
        for state, action in zip(states, first, strict=True)
    ]
    assert standing.n_states == len(states)
    assert standing.arrives == pytest.approx(outcomes.count("goal") / len(states))
    assert standing.crashes == pytest.approx(outcomes.count("crash") / len(states))
    assert standing.interventions == pytest.approx(np.mean(over) if over else 0.0)
    assert standing.greedy == pytest.approx(np.mean(first == labels[states]))
    assert standing.optimal == pytest.approx(np.mean(best))
    assert ("crash" in outcomes) is not masked


def test_a_sharp_svm_of_all_states_is_the_greedy_policy_and_needs_no_mask(world):
    mdp, safe, steps, labels = world
    policy = fit_policy(mdp, safe, labels, 8.0, None)
    free = steps > 0
    for masked in (True, False):
        standing = judge(mdp, policy, labels, steps, free, masked=masked)
        assert (standing.greedy, standing.optimal, standing.arrives) == (1.0, 1.0, 1.0)
        assert standing.crashes == standing.interventions == 0.0


def test_nothing_left_out_is_no_states(world):
    mdp, safe, steps, labels = world
    policy = fit_policy(mdp, safe, labels, 1.0, None)
    assert judge(mdp, policy, labels, steps, ~policy.fitted, masked=True).n_states == 0


def test_the_mask_prefers_classes_it_knows_and_takes_an_unknown_one_where_only_that_is_allowed():
    level = tiny(["S..", "..G"])
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, level.safety)
    allowed = np.zeros_like(safe.allowed)
    allowed[0, [1, 2]] = allowed[1, 3] = True
    labels = np.full(mdp.n_states, -1, np.int8)
    labels[0] = 2  # the only class present
    h = np.tile([0.0, 0.0, -5.0, 0.0], (mdp.n_states, 1))
    policy = policy_of(replace(safe, allowed=allowed), labels, h)
    assert policy.choice[:2].tolist() == [2, 2]
    assert policy.masked[:3].tolist() == [2, 3, -1]
    assert policy.intervenes[:2].tolist() == [False, True]


def test_where_moves_really_lead_decides_a_rollout(world):
    mdp, safe, _steps, labels = world
    policy = fit_policy(mdp, safe, labels, 8.0, None)
    told = []

    def step(state, column, n_moves):
        told.append(n_moves)
        return mdp.crash if n_moves == 2 else int(mdp.next_state[state, column])

    acted = act(mdp, safe, policy, mdp.starts[0], masked=False, step=step)
    assert acted.rollout.outcome == "crash"
    assert acted.rollout.states[-1] == mdp.crash
    assert told == [0, 1, 2]


def test_nobody_can_write_into_a_policy(world):
    mdp, safe, _steps, labels = world
    policy = fit_policy(mdp, safe, labels, 1.0, None)
    arrays = (policy.decision_values, policy.fitted, policy.choice, policy.masked, policy.intervenes)
    assert not any(array.flags.writeable for array in arrays)

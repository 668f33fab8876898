"""The SVM's worker: its figures are those of learner/svm/svm.py, the newest request wins, it can end."""

import sys
import threading
import time
from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest

from game.presenters import svm_fit
from game.presenters.svm_fit import MOST_SOLVED, TOLERANCE, Request, SvmFit, fitted, solver_iterations
from learner.svm.svm import closed_form, numeric, points
from levels.model.mdp import compile_mdp
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, read_level
from tests.conftest import tiny

solves = pytest.mark.skipif(
    find_spec("sklearn") is None,
    reason="scikit-learn is not installed: python3 run.py pip install scikit-learn",
)


def tables(level):
    mdp = compile_mdp(level)
    return mdp, safe_actions(mdp, level.safety)


def labels_of(safe, seed=0):
    """A random allowed action for every state that has one."""
    drawn = np.random.default_rng(seed).random(safe.allowed.shape)
    best = np.where(safe.allowed, drawn, -1.0).argmax(axis=1)
    return np.where(safe.allowed.any(axis=1), best, -1).astype(np.int8)


@pytest.fixture(scope="module", params=["grid_4", "maze_15"])
def world(request):
    return tables(read_level(builtin_levels()[request.param]))


@pytest.fixture
def small():
    return tables(tiny(["S...", "....", "...G"]))


@pytest.fixture
def fit():
    worker = SvmFit()
    worker.box = None
    yield worker
    assert worker.stop(20)


def wait_for(condition, seconds=30):
    end = time.perf_counter() + seconds
    while not condition():
        assert time.perf_counter() < end, "it did not happen in time"
        time.sleep(0.002)


def is_what_the_learner_says(svm, safe, labels, states, analyse):
    """Choices, masks and counts follow from the decision values of learner/svm/svm.py."""
    np.testing.assert_allclose(svm.decision_values[states], analyse.decision_values, atol=1e-10, rtol=0)
    assert svm.choice[states].tolist() == analyse.predicted.tolist()
    wrong = analyse.predicted != labels[states]
    forbidden = ~safe.allowed[states, analyse.predicted]
    assert svm.mislabelled[states].tolist() == wrong.tolist()
    assert svm.not_allowed[states].tolist() == forbidden.tolist()
    assert (svm.n_states, svm.n_mislabelled, svm.n_not_allowed) == (len(states), wrong.sum(), forbidden.sum())
    np.testing.assert_allclose(svm.margin[states][~wrong], analyse.margin[~wrong], atol=1e-10, rtol=0)
    assert (svm.margin[states] >= 0).all()


@pytest.mark.parametrize("eta", [1 / 64, 0.25, 1.0, 32.0])
def test_the_closed_form_is_that_of_the_learner(world, eta):
    mdp, safe = world
    labels = labels_of(safe)
    states = np.flatnonzero(labels >= 0)
    svm = fitted(Request(mdp, safe, labels, eta, None))
    analyse = closed_form(points(mdp, states), labels[states], mdp.n_actions, kernel_width=eta)
    is_what_the_learner_says(svm, safe, labels, states, analyse)
    assert (svm.route, svm.note) == ("closed form", "")


@solves
@pytest.mark.parametrize("box", [2.0, 1000.0])
@pytest.mark.parametrize("eta", [1 / 64, 0.25, 1.0, 32.0])
def test_the_numeric_route_is_that_of_the_learner(world, eta, box):
    mdp, safe = world
    labels = labels_of(safe)
    states = np.flatnonzero(labels >= 0)
    svm = fitted(Request(mdp, safe, labels, eta, box))
    analyse = numeric(
        points(mdp, states),
        labels[states],
        mdp.n_actions,
        kernel_width=eta,
        box=box,
        tolerance=TOLERANCE,
        iterations=solver_iterations(len(states)),
    )
    is_what_the_learner_says(svm, safe, labels, states, analyse)
    assert (svm.route, svm.note) == ("numeric", "")


def test_a_large_width_copies_every_label_and_a_small_one_does_not(world):
    mdp, safe = world
    labels = labels_of(safe)
    sharp, blurred = (fitted(Request(mdp, safe, labels, eta, None)) for eta in (32.0, 1 / 64))
    assert sharp.n_mislabelled == sharp.n_not_allowed == 0
    assert np.nanmin(sharp.margin) == pytest.approx(2.0)
    assert blurred.n_mislabelled >= blurred.n_not_allowed > 0


def test_states_without_a_label_are_no_points(small):
    mdp, safe = small
    svm = fitted(Request(mdp, safe, labels_of(safe), 0.5, None))
    goal = np.flatnonzero(mdp.goal)
    assert not svm.policy.fitted[goal].any()
    assert np.isnan(svm.margin[goal]).all()
    assert svm.choice[goal].tolist() == [-1]
    assert not svm.mislabelled[goal].any()
    assert not svm.not_allowed[goal].any()
    assert svm.n_states == mdp.n_states - 1


def test_nobody_can_write_into_a_published_svm(small):
    mdp, safe = small
    svm = fitted(Request(mdp, safe, labels_of(safe), 0.5, None))
    for array in (svm.decision_values, svm.margin, svm.choice, svm.mislabelled, svm.not_allowed, svm.present):
        assert not array.flags.writeable


def test_one_class_alone_is_chosen_everywhere(small):
    mdp, safe = small
    labels = np.where(labels_of(safe) >= 0, 1, -1).astype(np.int8)
    svm = fitted(Request(mdp, safe, labels, 0.5, None))
    assert svm.n_mislabelled == 0
    assert svm.n_not_allowed > 0  # in the top row there is no way up
    assert np.isinf(svm.margin[labels >= 0]).all()


@solves
def test_a_solver_that_gives_up_is_told(world, monkeypatch):
    mdp, safe = world
    monkeypatch.setattr(svm_fit, "WORK", 20 * mdp.n_states)
    svm = fitted(Request(mdp, safe, labels_of(safe), 1 / 64, 1000.0))
    assert svm.route == "numeric"
    assert "stopped at its limit of 2" in svm.note


def test_without_scikit_learn_the_closed_form_is_shown_with_a_way_to_get_it(small, monkeypatch):
    mdp, safe = small
    monkeypatch.setitem(sys.modules, "sklearn.svm", None)
    labels = labels_of(safe)
    svm = fitted(Request(mdp, safe, labels, 0.25, 2.0))
    assert svm.route == "closed form"
    assert svm.settings.box == 2.0
    assert "python3 run.py pip install scikit-learn" in svm.note
    asked = fitted(Request(mdp, safe, labels, 0.25, None))
    np.testing.assert_array_equal(svm.decision_values, asked.decision_values)


def test_a_level_of_many_states_is_not_solved(monkeypatch):
    mdp, safe = tables(tiny(["S" + 59 * "."] + 49 * [60 * "."] + [59 * "." + "G"]))
    assert mdp.n_states > MOST_SOLVED

    def refuse(*_args, **_settings):
        raise AssertionError("it was solved")

    monkeypatch.setattr("learner.svm.svm.numeric", refuse)
    svm = fitted(Request(mdp, safe, labels_of(safe), 0.5, 2.0))
    assert svm.route == "closed form"
    assert "3,000" in svm.note


def test_nothing_runs_before_it_is_asked(small):
    before = threading.active_count()
    worker = SvmFit()
    assert threading.active_count() == before
    assert worker.latest is None
    assert worker.pending
    assert worker.stop(0)


def test_it_publishes_what_was_asked_and_follows_the_width(small, fit):
    mdp, safe = small
    labels = labels_of(safe)
    for eta in (0.25, 4.0):
        fit.eta = eta
        assert fit.pending
        fit.ask(mdp, safe, labels)
        wait_for(lambda: not fit.pending)
        assert fit.latest.settings.eta == eta
        assert fit.latest.labels is labels


def test_the_newest_request_wins(small, fit, monkeypatch):
    mdp, safe = small
    labels, begun, go, done = labels_of(safe), threading.Event(), threading.Event(), []

    def slowly(request):
        begun.set()
        assert go.wait(20)
        done.append(request.eta)
        return fitted(request)

    monkeypatch.setattr(svm_fit, "fitted", slowly)
    for eta in (0.25, 0.5, 1.0, 2.0):
        fit.eta = eta
        fit.ask(mdp, safe, labels)
        assert begun.wait(20)
    go.set()
    wait_for(lambda: not fit.pending)
    assert done == [0.25, 2.0]


def test_labels_with_the_same_values_are_not_fitted_again(small, fit):
    mdp, safe = small
    labels = labels_of(safe)
    fit.ask(mdp, safe, labels)
    wait_for(lambda: not fit.pending)
    first = fit.latest
    fit.ask(mdp, safe, labels.copy())
    other = labels_of(safe, seed=1)
    fit.ask(mdp, safe, other)
    wait_for(lambda: fit.latest is not first)
    assert fit.latest.labels is other
    second = fit.latest
    fit.ask(mdp, safe, other.copy())
    time.sleep(0.1)
    assert fit.latest is second


def test_newer_labels_wait_for_its_rest_and_a_new_width_does_not(small, fit, monkeypatch):
    monkeypatch.setattr(svm_fit, "REST", 1e9)
    mdp, safe = small
    fit.ask(mdp, safe, labels_of(safe))
    wait_for(lambda: not fit.pending)
    first = fit.latest
    fit.ask(mdp, safe, labels_of(safe, seed=1))
    time.sleep(0.1)
    assert fit.latest is first
    fit.eta = 4.0
    fit.ask(mdp, safe, labels_of(safe, seed=1))
    wait_for(lambda: not fit.pending)


def test_the_closed_form_stands_in_until_the_first_svm_is_solved(small, monkeypatch):
    mdp, safe = small
    labels, begun, go = labels_of(safe), threading.Event(), threading.Event()

    def slowly(request):
        if request.box is not None:
            begun.set()
            assert go.wait(20)
        return replace(fitted(replace(request, box=None)), settings=request.settings)

    monkeypatch.setattr(svm_fit, "fitted", slowly)
    worker = SvmFit(eta=0.25)
    assert not worker.stands_in
    worker.ask(mdp, safe, labels)
    assert begun.wait(20)
    first = worker.latest
    assert worker.stands_in
    assert worker.pending
    assert (first.settings.box, first.route) == (None, "closed form")
    assert first.note == "The closed form stands in until α is solved for U_b = 2."
    expected = fitted(Request(mdp, safe, labels, 0.25, None))
    np.testing.assert_array_equal(first.decision_values, expected.decision_values)
    go.set()
    wait_for(lambda: not worker.pending)
    assert worker.latest.settings.box == 2.0
    assert not worker.stands_in
    worker.box = 10.0
    assert not worker.stands_in  # the SVM before stays on show
    assert worker.stop(20)


def test_what_is_not_solved_needs_no_stand_in(small, monkeypatch):
    mdp, safe = small
    request = Request(mdp, safe, labels_of(safe), 0.5, 2.0)
    assert svm_fit.is_solved(request)
    assert not svm_fit.is_solved(replace(request, box=None))
    monkeypatch.setattr(svm_fit, "MOST_SOLVED", 8)  # of 11 labels
    assert not svm_fit.is_solved(request)
    assert svm_fit.is_solved(replace(request, share=0.5))


def test_stop_joins_a_thread_at_work_and_one_that_waits(small, monkeypatch):
    mdp, safe = small
    begun, go = threading.Event(), threading.Event()

    def slowly(request):
        begun.set()
        assert go.wait(20)
        return fitted(request)

    monkeypatch.setattr(svm_fit, "fitted", slowly)
    worker = SvmFit()
    worker.box = None
    worker.ask(mdp, safe, labels_of(safe))
    assert begun.wait(20)
    assert not worker.stop(0.01)
    go.set()
    assert worker.stop(20)
    assert "svm" not in [thread.name for thread in threading.enumerate()]


def test_an_error_of_its_own_is_a_sentence(small, monkeypatch):
    mdp, safe = small

    def fail(_request):
        raise MemoryError("no room")

    monkeypatch.setattr(svm_fit, "fitted", fail)
    worker = SvmFit()
    worker.ask(mdp, safe, labels_of(safe))
    wait_for(lambda: worker.problem)
    assert worker.problem == "The SVM stopped: MemoryError: no room"
    assert not worker.pending
    assert worker.stop(20)


def test_labels_that_nobody_carries_are_waited_for(small, fit):
    mdp, safe = small
    fit.ask(mdp, safe, np.full(mdp.n_states, -1, dtype=np.int8))
    fit.ask(mdp, safe, labels_of(safe))
    wait_for(lambda: fit.latest is not None)
    assert not fit.problem


def test_importing_it_brings_no_solver_and_no_compiler():
    import subprocess

    code = "import sys, game.presenters.svm_fit; print({'numba', 'sklearn', 'pygame'} & set(sys.modules))"
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert ended.stdout.strip() == "set()"

"""The SVM acts on the watch page: by key, plainly labelled, with a way back, and learning does not notice."""

import threading
import time
from dataclasses import replace

import numpy as np
import pygame
import pytest

from game.presenters import svm_fit
from game.presenters.captions import captions_of, crossing_of, replay_note
from game.presenters.svm_fit import fitted
from game.screens.lesson.deeds import DEEDS
from game.screens.watch.projector import projection
from learner.core.trainer import Trainer
from levels.lessons.lesson import Deed
from levels.text.reader import builtin_levels
from tests.unit.game.screens.watch.asking import FRAME, drawn


def press(screen, *, shift=False):
    """Presses A."""
    mod = pygame.KMOD_LSHIFT if shift else 0
    sign = "A" if shift else "a"
    screen.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, mod=mod, unicode=sign))


def until(screen, condition):
    end = time.perf_counter() + 30
    while not condition():
        assert time.perf_counter() < end, "it did not happen in time"
        screen.update(FRAME)
        time.sleep(0.002)


@pytest.fixture
def page(watch_level):
    """A page with a sharp SVM by the closed form, training paused."""
    screen = watch_level(builtin_levels()["grid_4"])
    screen.watching.svm.eta, screen.watching.svm.box = 1 / 16, None
    screen.watching.train_on(stop="converged")
    until(screen, lambda: screen.watching.snapshot.converged_episode is not None)
    return screen


@pytest.fixture
def acting(page):
    """The same page while its SVM acts without the mask."""
    press(page, shift=True)
    press(page)
    until(page, lambda: page.watching.shown.svm is not None)
    return page


def test_the_key_shows_the_svms_rollouts_says_so_and_brings_its_card(acting):
    watching = acting.watching
    run = watching.shown.svm
    assert not run.masked
    actions = run.svm.policy.choice[list(run.rollout.states[: len(run.rollout.actions)])]
    assert run.rollout.actions == tuple(actions.tolist())
    assert acting.cards.tab == "details"
    assert acting.cards.svm.visible
    assert replay_note(watching) == ("The SVM acts", "not the learner · without the mask it may crash")
    assert captions_of(watching)[0] == "The SVM acts, not the learner: without the mask"
    assert crossing_of(watching).steps is None
    assert crossing_of(watching).text.startswith("The SVM: ")
    assert projection(watching)[1] == crossing_of(watching).text
    assert not watching.outdated
    assert watching.choices is run.svm.policy.choice
    acting.overlays = frozenset({"values"})
    drawn(acting)
    assert acting.note.words[0] == "The SVM acts"


def test_the_mask_is_a_switch_and_what_is_on_show_changes_at_once(acting):
    press(acting, shift=True)
    run = acting.watching.shown.svm
    assert run.masked
    safe = acting.watching.opened.safe
    moved = zip(run.rollout.states, run.rollout.actions, strict=False)
    assert all(safe.allowed[state, action] for state, action in moved)
    assert replay_note(acting.watching)[1] == "not the learner · with the mask"


def test_its_crash_is_shown_counted_and_heard_and_no_page_breaks_on_it(acting):
    watching = acting.watching
    assert watching.shown.rollout.outcome == "crash"
    watching.playback.position = 0.0
    drawn(acting)
    acting.sound_cues.heard()
    watching.playback.position = float(watching.playback.n_moves)
    assert "crash" in acting.sound_cues.heard()
    drawn(acting)
    assert acting.scene().hit is not None
    assert replay_note(watching) == ("The SVM acts", "it has crashed")
    counts = watching.acting.counts
    assert (counts.runs, counts.across, counts.crashes) == (1, 0, 1)
    assert counts.steps == len(watching.shown.rollout.actions)
    assert counts.interventions == sum(watching.shown.svm.intervened) > 0
    for tab in ("plain", "details", "cell"):
        acting.cards.turn_to(tab)
        drawn(acting)
    acting.explainer.seek_trap()
    acting.explainer.seek_refusal()
    drawn(acting)


def test_another_width_takes_its_place_as_soon_as_it_is_fitted(acting):
    watching = acting.watching
    watching.svm.eta = 4.0
    until(acting, lambda: watching.shown.svm.svm.settings.eta == 4.0)
    assert watching.acting.counts.runs == 0
    assert watching.shown.rollout.outcome == "goal"
    watching.playback.position = float(watching.playback.n_moves)
    assert not DEEDS[Deed.CROSSED].done(acting)  # a lesson waits for the learner's crossing


def test_the_closed_form_acts_until_the_fitted_svm_is_there_and_says_so(page, monkeypatch):
    go = threading.Event()

    def slowly(request):
        assert request.box is None or go.wait(30)
        return replace(fitted(replace(request, box=None)), settings=request.settings)

    monkeypatch.setattr(svm_fit, "fitted", slowly)
    watching, card = page.watching, page.cards.svm
    watching.svm.box = 2.0
    press(page)
    until(page, lambda: watching.shown.svm is not None)
    assert watching.shown.svm.svm.settings.box is None
    page.update(FRAME)
    assert page.note.words == ("The SVM acts", "the closed form, until the fit is there")
    assert card.head == "closed form · fitting"
    assert card.note.startswith("The closed form stands in")
    go.set()
    until(page, lambda: watching.shown.svm.svm.settings.box == 2.0)
    page.update(FRAME)
    assert page.note.words == ("The SVM acts", "not the learner · with the mask")
    assert card.head.startswith("closed form · N = ")
    assert watching.acting.counts.runs == 0


@pytest.mark.parametrize("way", ["key", "escape", "start over"])
def test_there_are_ways_back_to_the_learner(acting, way):
    watching = acting.watching
    if way == "key":
        press(acting)
    elif way == "escape":
        acting.back_out()
        assert acting.outcome is None
    else:
        watching.restart()
        until(acting, lambda: watching.shown is not None)
    assert not watching.acting.on
    assert watching.shown.svm is None
    assert replay_note(watching)[0] != "The SVM acts"
    assert not watching.acting.masked  # as it was chosen
    assert watching.choices is watching.labels


def test_nothing_acts_before_something_is_learned(page, monkeypatch):
    monkeypatch.setattr(page.watching, "snapshot", None)
    press(page)
    assert not page.watching.acting.on


def test_learning_does_not_notice(page):
    """While the SVM acts and is changed, exactly that is learned which would be learned without it."""
    watching = page.watching
    press(page)
    before = watching.snapshot.transitions
    watching.train_on(transitions=3_000)
    for eta in (0.25, 4.0):
        watching.svm.eta = eta
        until(page, lambda eta=eta: watching.shown.svm and watching.shown.svm.svm.settings.eta == eta)
        press(page, shift=True)
    until(page, lambda: watching.snapshot.transitions == before + 3_000)
    opened = watching.opened
    alone = Trainer(opened.mdp, opened.safe, opened.level.learning, watching.seed)
    alone.advance(before + 3_000)
    np.testing.assert_array_equal(watching.snapshot.q, alone.snapshot(opened.optimal).q)

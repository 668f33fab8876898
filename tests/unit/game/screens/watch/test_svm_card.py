"""The SVM's card and overlay: what they ask for, what they say, and which cells they mark."""

import time
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from game.board.overlays import OVERLAYS, OverlayData
from game.board.overlays.svm import BADGE_FROM, COPIED, MISLABELLED, NOT_ALLOWED, STRENGTHS, TILES_FROM, tile
from game.board.view import BoardView, Scene
from game.presenters.svm_acting import Counts, SvmActing
from game.presenters.svm_fit import Request, SvmFit, fitted
from game.screens.watch.svm import BOXES, ETAS, SvmCard, counts_in_words, describe, verdict
from game.ui.controls import Control
from learner.svm.acting import Standing
from levels.model.board import Action
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import steps_to_goal
from levels.proof.safety import safe_actions
from tests.conftest import tiny


@pytest.fixture
def world():
    level = tiny(["S...", "....", "...G"])
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, level.safety)
    best = np.where(safe.allowed, np.random.default_rng(0).random(safe.allowed.shape), -1.0).argmax(axis=1)
    labels = np.where(safe.allowed.any(axis=1), best, -1).astype(np.int8)
    return level, mdp, safe, labels


@pytest.fixture
def watching(world):
    level, mdp, safe, labels = world
    optimal = SimpleNamespace(steps_to_goal=steps_to_goal(mdp, safe))
    opened = SimpleNamespace(level=level, mdp=mdp, safe=safe, optimal=optimal)
    return SimpleNamespace(
        opened=opened, snapshot=object(), labels=labels, looked_at=mdp.starts[0], acting=SvmActing()
    )


@pytest.fixture
def asked():
    """The controls that the card's buttons stand for."""
    return []


@pytest.fixture
def card(ui, watching, asked):
    fit = SvmFit()
    fit.box = None
    made = SvmCard(ui, watching, fit, asked.append)
    made.rect = pygame.Rect(0, 0, 404, made.height)
    made.arrange()
    ui.root = [made]
    yield made
    assert fit.stop(20)


def settle(card):
    end = time.perf_counter() + 30
    card.follow(0.0)
    while card.fit.pending:
        assert time.perf_counter() < end, "no SVM came in time"
        time.sleep(0.002)
    card.follow(0.0)


def svm_of(world, eta=1 / 64):
    _level, mdp, safe, labels = world
    return fitted(Request(mdp, safe, labels, eta, None))


def changed(svm, state, **values):
    """The SVM with other values at one state."""
    arrays = {}
    for name, value in values.items():
        arrays[name] = getattr(svm, name).copy()
        arrays[name][state] = value
    return replace(svm, **arrays)


def test_the_slider_goes_from_a_64th_to_32_four_steps_to_a_doubling(card):
    assert (ETAS[0], ETAS[-1]) == (1 / 64, 32.0)
    assert ETAS[4] == pytest.approx(2 * ETAS[0])
    assert ETAS[card.eta.stop] == card.fit.eta
    assert BOXES["closed form"] is None


def test_a_hidden_card_asks_for_nothing(card):
    card.visible = False
    card.follow(0.0)
    assert card.fit.latest is None
    card.visible = True
    settle(card)
    assert card.fit.latest is not None


def test_the_overlay_can_ask_while_the_card_is_hidden(card):
    card.visible = False
    card.ask()
    settle(card)
    assert card.fit.latest is not None


def test_nothing_is_asked_before_there_is_something_learned(card, watching):
    watching.snapshot = None
    card.follow(0.0)
    assert card.fit.latest is None
    assert card.fit.stop(0)


def test_moving_the_slider_fits_anew_and_news_are_drawn(card, hands, ui, surface):
    settle(card)
    before = card.fit.latest
    ui.draw(surface)
    card.follow(0.0)
    assert not ui.stale
    hands.click((card.eta.track().right, card.eta.rect.centery))
    assert card.fit.eta == 32.0
    settle(card)
    assert card.fit.latest is not before
    assert ui.stale
    assert card.fit.latest.n_mislabelled == 0


def test_one_box_is_chosen_at_a_time(card, hands):
    last = card.boxes.parts()[-1]
    hands.click(last.center)
    assert card.fit.box == 1000.0
    hands.click(last.center)
    assert card.fit.box == 1000.0


def test_the_head_tells_route_size_and_time(world):
    svm = replace(svm_of(world), n_fitted=2893, seconds=1.26)
    assert describe(svm) == "closed form · N = 2,893 · 1.3 s"
    assert describe(replace(svm, seconds=0.0042)).endswith(" · 4 ms")


def test_the_verdict_tells_choice_label_and_what_the_mask_does(world):
    _level, mdp, safe, labels = world
    svm, state = svm_of(world, 32.0), mdp.state((1, 1), 0)
    label = labels[state]
    name = mdp.actions[label].name.lower()
    allowed = safe.allowed[state]
    assert verdict(svm, mdp.actions, allowed, state) == (f"Chooses {name}, the label · margin 2.00", True)
    other = (label + 1) % 4
    wrong = changed(svm, state, choice=other, mislabelled=True, margin=0.5)
    text, right = verdict(wrong, mdp.actions, allowed, state)
    chosen = mdp.actions[other].name.lower()
    assert text == f"Chooses {chosen}, though the label is {name} · margin 0.50"
    assert not right
    values = [-1.0] * 4
    values[other] = 1.0
    values[(label + 2) % 4] = 0.2
    masked = changed(wrong, state, not_allowed=True, decision_values=values)
    allowed = np.arange(4) != other
    third = mdp.actions[(label + 2) % 4].name.lower()
    text, right = verdict(masked, mdp.actions, allowed, state)
    assert text == f"Chooses {chosen}, not allowed: the mask takes {third} · margin 0.50"
    assert not right


def test_a_goal_is_no_point(world):
    _level, mdp, safe, _labels = world
    goal = int(np.flatnonzero(mdp.goal)[0])
    assert "no label" in verdict(svm_of(world), mdp.actions, safe.allowed[goal], goal)[0]


def test_the_note_is_whole_in_the_tooltip_at_the_foot(card, ui, surface):
    settle(card)
    card.fit._worker.result = replace(card.fit.latest, note=20 * "A long note. ")
    ui.draw(surface)
    assert card.tip_at((100, card.rect.bottom - 10))[0] == card.fit.latest.note
    assert card.tip_at((100, 10))[0] == ""
    card.fit._worker.problem = "MemoryError"
    assert card.note == "The SVM stopped: MemoryError"


@pytest.mark.parametrize("size", [(404, 300), (332, 300), (404, 380)])
def test_all_of_it_stays_on_the_card(card, ui, surface, size):
    card.rect = pygame.Rect((40, 40), size)
    card.arrange()
    settle(card)
    card.fit._worker.result = replace(card.fit.latest, note=20 * "A long note. ")
    surface.fill("#ff00ff")
    ui.draw(surface)
    outside = pygame.surfarray.array3d(surface)
    outside[card.rect.x : card.rect.right, card.rect.y : card.rect.bottom] = (255, 0, 255)
    assert (outside == (255, 0, 255)).all()


# -- the overlay ------------------------------------------------------------------------------------------


def overlay_data_of(world, svm):
    level, mdp, safe, labels = world
    q = np.where(safe.allowed, -1.0, np.nan)
    return OverlayData(level, mdp, safe, q, labels, mdp.starts[0], 0, (-1.0, 0.0), svm=svm)


def picture(view, data):
    surface = pygame.Surface(view.size, pygame.SRCALPHA)
    start = view.level.board.starts[0]
    view.draw(surface, (0, 0), Scene(0, start, start), [OVERLAYS["svm"]], data)
    return pygame.surfarray.array3d(surface).swapaxes(0, 1).astype(int)


def cells_that_differ(view, before, after):
    board = view.level.board
    found = set()
    for row in range(board.n_rows):
        for col in range(board.n_cols):
            box = view.cell_rect((row, col))
            part = slice(box.top, box.bottom), slice(box.left, box.right)
            if (before[part] != after[part]).any():
                found.add((row, col))
    return found


@pytest.mark.parametrize("cell", [48, 16, 8])
def test_a_new_svm_is_drawn_at_once_and_changes_its_own_cells_only(window, world, cell):
    level, mdp, _safe, labels = world
    view, svm = BoardView(level, cell), svm_of(world, 32.0)
    state = mdp.state((2, 1), 0)
    other = (labels[state] + 1) % 4
    wrong = changed(svm, state, choice=other, mislabelled=True)
    masked = changed(wrong, state, not_allowed=True)
    pictures = [picture(view, overlay_data_of(world, shown)) for shown in (svm, wrong, masked)]
    assert cells_that_differ(view, pictures[0], pictures[1]) == {(2, 1)}
    assert cells_that_differ(view, pictures[1], pictures[2]) == {(2, 1)}


def test_before_there_is_an_svm_the_cells_are_bare(window, world):
    view = BoardView(world[0], 48)
    bare = picture(view, overlay_data_of(world, None))
    shown = picture(view, overlay_data_of(world, svm_of(world, 32.0)))
    free = {(row, col) for row in range(3) for col in range(4)} - {(2, 3)}  # the goal has no choice
    assert cells_that_differ(view, bare, shown) == free


@pytest.mark.parametrize("cell", [TILES_FROM, BADGE_FROM, 64])
def test_the_marks_differ_without_colour(window, cell):
    greys = [
        pygame.surfarray.array_alpha(tile(Action.UP, STRENGTHS - 1, kind, cell)).astype(int)
        + pygame.surfarray.array3d(pygame.transform.grayscale(tile(Action.UP, STRENGTHS - 1, kind, cell)))[
            ..., 0
        ]
        for kind in (COPIED, MISLABELLED, NOT_ALLOWED)
    ]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert (np.abs(greys[one] - greys[other]) > 24).mean() > 0.05


# -- the SVM that acts ------------------------------------------------------------------------------------


def test_the_buttons_ask_for_acting_and_for_the_mask(card, hands, asked):
    settle(card)
    assert (card.act.text, card.act.on, card.mask.on) == ("Let this SVM act", False, True)
    hands.click(card.act.rect.center)
    hands.click(card.mask.rect.center)
    assert asked == [Control.SVM_ACTS, Control.SVM_MASK]
    card.watching.acting.begin(on=True, masked=False)
    card.follow(0.0)
    assert (card.act.text, card.act.on, card.mask.on) == ("Back to the learner", True, False)


def test_a_share_fits_anew_and_tells_of_what_was_left_out(card, hands):
    settle(card)
    assert card.lines() == ()
    low = card.height
    hands.click(card.shares.parts()[1].center)
    assert card.fit.share == 0.5
    settle(card)
    svm = card.fit.latest
    assert (svm.n_fitted, svm.n_states) == (6, 11)
    assert [standing.n_states for standing in svm.left_out] == [5, 5]
    assert card.height > low
    judged = Standing(5, 0.6, 0.8, 1.0, 0.0, 0.0), Standing(5, 0.6, 0.4, 0.2, 0.8, 1.0)
    card.fit._worker.result = replace(svm, left_out=judged)
    assert card.lines() == ("5 left out: 80 % best, 100 % across, 0 % crash",)
    card.watching.acting.masked = False
    assert card.lines() == ("5 left out: 40 % best, 20 % across, 80 % crash",)


def test_the_counts_are_told_while_it_acts(card):
    settle(card)
    card.watching.acting.begin(on=True, masked=True)
    card.watching.acting.counts = Counts(12, 9, 0, 1430, 1)
    assert card.lines() == ("12 runs shown: 9 across, 0 crashes", "1,430 steps, 1 intervention of the mask")
    assert counts_in_words(Counts(1, 0, 1, 3, 2), masked=False) == (
        "1 run shown: 0 across, 1 crash",
        "3 steps, 2 of them not allowed",
    )


def test_a_state_that_was_left_out_is_told(world):
    _level, mdp, safe, labels = world
    svm = fitted(Request(mdp, safe, labels, 32.0, None, 0.5, steps_to_goal(mdp, safe)))
    told = {
        bool(svm.policy.fitted[state]): verdict(svm, mdp.actions, safe.allowed[state], state)[0]
        for state in np.flatnonzero(labels >= 0)
    }
    assert "left out" in told[False]
    assert "left out" not in told[True]

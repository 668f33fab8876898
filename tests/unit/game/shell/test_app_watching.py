"""Watching a level in the whole window: display, training, overlays, each with its own controls."""

import time

import numpy as np
import pygame
import pytest

from game.board.overlays import OVERLAYS, next_overlays
from game.board.overlays.error import errors_of
from game.presenters.playback import SPEEDS
from levels.text.reader import builtin_levels
from tests.unit.game.driving import FRAME, frames, playing, press, until


def test_a_level_is_opened_learned_and_played(start):
    app = start(builtin_levels()["grid_4"], unlimited=True)
    frames(app, 2)
    watching = playing(app)
    until(app, lambda: watching.snapshot.converged_episode is not None)
    assert watching.snapshot.violations == 0
    assert app.failures == []
    until(app, lambda: watching.shown.rollout.outcome == "goal")


def test_display_and_training_are_paused_apart(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    press(app, pygame.K_SPACE, sign=" ")
    place = watching.playback.position
    frames(app, 30)
    assert watching.playback.position == place
    assert watching.status == "running"
    press(app, pygame.K_t, sign="t")
    until(app, lambda: watching.status == "paused")
    press(app, pygame.K_SPACE, sign=" ")
    assert not watching.playback.paused
    press(app, pygame.K_t, sign="t")
    until(app, lambda: watching.status == "running")


def test_single_transitions_and_episodes(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    press(app, pygame.K_t, sign="t")
    until(app, lambda: watching.status == "paused")
    made = watching.snapshot.transitions
    press(app, pygame.K_PERIOD, sign=".")
    until(app, lambda: watching.snapshot.transitions == made + 1)
    done = watching.snapshot.episodes
    press(app, pygame.K_COMMA, sign=",")
    until(app, lambda: watching.snapshot.episodes == done + 1)
    press(app, pygame.K_c, sign="c")
    until(app, lambda: watching.snapshot.converged_episode is not None)
    assert watching.training_paused


def test_step_shows_exactly_one_move_and_back_takes_it_back(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    press(app, pygame.K_SPACE, sign=" ")
    move = watching.playback.index
    press(app, pygame.K_n, sign="n")
    frames(app, 60)
    assert watching.playback.position == move + 1
    press(app, pygame.K_LEFT)
    assert watching.playback.position == move


def test_the_exploring_toggle_plays_epsilon_greedy_rollouts_and_leaves_learning_alone(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    press(app, pygame.K_e, sign="e")
    assert watching.shown.exploring
    assert app.top.player.exploring.on is False  # the widgets follow with the next frame
    frames(app)
    assert app.top.player.exploring.on
    press(app, pygame.K_e, sign="e")
    assert not watching.shown.exploring
    assert not any(watching.shown.rollout.random)


def test_whatever_the_display_does_the_same_seed_learns_the_same(start):
    def learned(deeds):
        app = start(builtin_levels()["grid_5"], seed=7)
        press(app, pygame.K_t, sign="t")  # before there is a learner: it begins paused
        watching = playing(app)
        until(app, lambda: watching.status == "paused")
        assert watching.snapshot.transitions == 0
        for made in (3000, 6000):
            for key, sign in deeds:
                press(app, key, sign=sign)
                frames(app)
            watching.train_on(transitions=3000)
            until(app, lambda made=made: watching.snapshot.transitions == made)
        return watching.snapshot

    quiet = learned([])
    signs = "e1 2n3+o-e  "
    busy = learned([(ord(sign), sign) for sign in signs] + [(pygame.K_LEFT, ""), (pygame.K_RIGHT, "")])
    assert quiet.episodes == busy.episodes
    assert np.array_equal(quiet.q, busy.q, equal_nan=True)
    assert np.array_equal(quiet.labels, busy.labels)


def test_random_moves_and_no_others_are_marked(start):
    app = start(builtin_levels()["grid_9"])
    watching = playing(app)
    watching.set_exploring(True)
    until(app, lambda: any(watching.shown.rollout.random) or watching.next_rollout())
    press(app, pygame.K_SPACE, sign=" ")
    marked = []
    for index in range(watching.playback.n_moves):
        watching.playback.position = index + 0.5
        marked.append(app.top.scene().random)
    assert tuple(marked) == watching.shown.rollout.random


@pytest.mark.slow
@pytest.mark.parametrize("speed", [4.0, 16.0])
def test_the_display_moves_as_fast_as_it_says(start, speed):
    app = start(builtin_levels()["maze_15"])
    watching = playing(app)
    watching.set_exploring(True)  # and so the first rollouts wander long instead of going round in a loop
    until(app, lambda: watching.playback.n_moves >= 40 or watching.next_rollout())
    watching.playback.speed_index = SPEEDS.index(speed)
    watching.playback.start(watching.shown.rollout)
    seconds = 32 / speed
    frames(app, round(seconds / FRAME))
    assert 0.9 * 32 <= watching.playback.position <= 1.1 * 32


def test_a_rollout_keeps_its_snapshot_to_the_end(start):
    app = start(builtin_levels()["grid_9"])
    watching = playing(app)
    shown, q, version = watching.shown, watching.shown.q, watching.snapshot.version
    until(app, lambda: watching.snapshot.version > version or watching.shown is not shown)
    assert watching.shown.rollout is watching.playback.rollout
    assert watching.shown is not shown or watching.shown.q is q


def test_overlays_by_number_and_in_turn(start):
    app = start(builtin_levels()["grid_4"], overlays=("values", "nonsense"))
    playing(app)
    assert app.top.overlays == {"values"}
    press(app, pygame.K_2, sign="2")
    press(app, pygame.K_1, sign="1")
    frames(app)
    assert app.top.overlays == {"policy"}
    seen = set()
    for _ in range(len(OVERLAYS) + 2):
        press(app, pygame.K_o, sign="o")
        frames(app)
        seen.add(app.top.overlays)
    assert len(seen) == len(OVERLAYS) + 2
    assert app.failures == []


def test_the_error_takes_the_place_of_values_and_is_that_of_the_moment_on_show(start):
    app = start(builtin_levels()["grid_4"], unlimited=True, overlays=("values", "policy"))
    watching = playing(app)
    until(app, lambda: watching.snapshot.episodes > 50 and len(watching.past.moments) > 5)
    press(app, pygame.K_5, sign="5")
    assert app.top.overlays == {"error", "policy"}
    frames(app, 4)
    errors = []
    for moment in (watching.past.moments[0], None):
        watching.go_to(moment)
        data = app.top.board.overlay_data()
        assert data.visits is watching.visits
        here = np.flatnonzero(watching.snapshot.visits)
        errors.append(errors_of(data.q, data.optimal.q_star)[here].mean())
    assert errors[1] < errors[0] == pytest.approx(np.nanmax(-data.optimal.q_star[here], axis=1).mean())
    press(app, pygame.K_1, sign="1")
    assert app.top.overlays == {"values", "policy"}


def test_the_rounds_of_overlays_come_back_to_none():
    overlays = frozenset()
    for _ in range(len(OVERLAYS) + 2):
        overlays = next_overlays(overlays)
    assert overlays == frozenset()
    assert next_overlays(frozenset({"values", "policy"})) == frozenset()


def test_unlimited_and_the_training_rate(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    paced = watching.rate
    assert paced is not None
    press(app, pygame.K_u, sign="u")
    assert watching.rate is None
    press(app, pygame.K_RIGHTBRACKET, sign="]")
    assert watching.rate > paced
    press(app, pygame.K_LEFTBRACKET, sign="[")
    assert watching.rate == paced


def test_restart_asks_first(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    learner = watching.thread
    press(app, pygame.K_r, sign="r")
    frames(app)
    press(app, pygame.K_ESCAPE)
    assert watching.thread is learner
    press(app, pygame.K_r, sign="r")
    press(app, pygame.K_RETURN, sign="\r")  # what is asked for without a thought does no harm
    assert watching.thread is learner
    press(app, pygame.K_r, sign="r")
    press(app, pygame.K_TAB, pygame.KMOD_SHIFT)
    press(app, pygame.K_RETURN, sign="\r")
    assert watching.thread is not learner
    assert watching.shown is None
    playing(app)


@pytest.mark.slow
def test_the_learner_waits_while_others_learn_and_goes_on_after_that(start):
    app = start(builtin_levels()["grid_4"], unlimited=True)
    watching = playing(app)
    press(app, pygame.K_k)
    frames(app, 30)
    assert app.top.name == "compare"
    held = watching.thread.latest().transitions
    frames(app, 10)
    time.sleep(0.1)
    assert watching.thread.latest().transitions == held
    press(app, pygame.K_ESCAPE)
    until(app, lambda: watching.snapshot.transitions > held)
    assert not watching.training_paused

"""A level that is left for the menu: what was learned waits there, until another level is opened."""

import threading
import time

import pygame
import pytest

from game.screens.menu.menu import Menu
from game.screens.watch.watch import Watch
from levels.text.reader import builtin_levels
from tests.unit.game.driving import drop, frames, playing, press, until

GRID = builtin_levels()["grid_4"]


@pytest.fixture
def app(start):
    """A level that has been learned, and left for the menu."""
    app = start(GRID, unlimited=True)
    watching = playing(app)
    until(app, lambda: watching.snapshot.converged_episode is not None)
    press(app, pygame.K_ESCAPE)
    frames(app, 2)
    assert isinstance(app.top, Menu)
    return app


def learners():
    return [thread for thread in threading.enumerate() if thread.name == "learner"]


def test_it_waits_and_goes_on_where_it_was(app):
    left = app.stack.left
    assert left.board.view is None  # pictures are made again sooner than memory is found
    time.sleep(0.1)
    made = left.watching.thread.latest().transitions
    time.sleep(0.2)
    assert left.watching.thread.latest().transitions == made
    app.window.system.size = (960, 600)
    for event in pygame.event.get():
        app.handle(event)
    drop(app, GRID)
    assert app.top is left
    assert app.stack.left is None
    assert app.top.ui.size == (960, 600)
    until(app, lambda: left.watching.snapshot.transitions > made)
    assert left.watching.snapshot.converged_episode is not None
    assert app.failures == []


def test_another_level_ends_it(app):
    (learner,) = learners()
    drop(app, builtin_levels()["grid_5"])
    playing(app)
    learner.join(5)
    assert not learner.is_alive()
    assert app.stack.left is None
    press(app, pygame.K_ESCAPE)
    drop(app, GRID)
    assert app.top.watching.snapshot is None


def test_one_that_had_paused_training_stays_paused(start):
    app = start(GRID)
    watching = playing(app)
    press(app, pygame.K_t, sign="t")
    until(app, lambda: watching.status == "paused")
    press(app, pygame.K_ESCAPE)
    drop(app, GRID)
    frames(app, 3)
    assert isinstance(app.top, Watch)
    assert watching.status == "paused"
    assert watching.training_paused


def test_the_end_of_the_program_ends_it(app):
    (learner,) = learners()
    app.close()
    learner.join(5)
    assert not learner.is_alive()


def test_a_file_that_cannot_be_opened_leaves_it_alone(app, tmp_path):
    left = app.stack.left
    broken = tmp_path / "broken.yaml"
    broken.write_text("format: 1\nname: b\nmap: |\n  S.\n", encoding="utf-8")
    drop(app, broken)
    until(app, lambda: app.top.name == "errors")
    press(app, pygame.K_ESCAPE)
    drop(app, GRID)
    assert app.top is left


def test_an_errand_does_not_go_on_behind_the_menu(start):
    app = start(builtin_levels()["big_city"])
    watching = playing(app)
    press(app, pygame.K_c, sign="c")
    until(app, lambda: watching.snapshot.transitions > 0)
    press(app, pygame.K_ESCAPE)
    until(app, lambda: watching.thread.latest().status == "paused")
    made = watching.thread.latest().transitions
    time.sleep(0.2)
    assert watching.thread.latest().transitions == made


@pytest.mark.slow
def test_a_surprise_is_forgotten_by_whoever_opens_something_else(start):
    app = start()
    frames(app, 2)
    press(app, pygame.K_s, sign="s")
    drop(app, GRID)
    playing(app)
    press(app, pygame.K_ESCAPE)
    end = time.perf_counter() + 1.5
    while time.perf_counter() < end:
        frames(app)
        time.sleep(0.01)
    assert isinstance(app.top, Menu)
    assert app.stack.left is not None


def test_one_left_before_a_frame_showed_it_ends_the_one_before(app):
    (learner,) = learners()
    drop(app, builtin_levels()["grid_5"])
    end = time.perf_counter() + 60
    while app.top.watching.opened is None:  # no frame passes meanwhile
        assert time.perf_counter() < end
        time.sleep(0.002)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.top, Menu)
    learner.join(5)
    assert not learner.is_alive()

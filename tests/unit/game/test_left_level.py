"""A level that is left for the menu: what was learned waits there, until another level is opened."""

import threading
import time

import pygame
import pytest

from game.screens.menu import Menu
from game.screens.watch import Watch
from levels.reader import builtin_levels
from tests.unit.game.driving import frames, playing, press, until

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


def drop(app, path):
    app.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))


def learners():
    return [thread for thread in threading.enumerate() if thread.name == "learner"]


def test_it_waits_and_goes_on_where_it_was(app):
    left = app.stack.left
    time.sleep(0.1)
    made = left.watching.learner.latest().transitions
    time.sleep(0.2)
    assert left.watching.learner.latest().transitions == made
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

"""Ending the program: at once, or after a question where something is not saved."""

import pygame
import pytest

from game.ui.controls import Control
from levels.text.reader import builtin_levels, read_level
from tests.unit.game.driving import frames, press, until

GRID = builtin_levels()["grid_4"]
CTRL = pygame.KMOD_LCTRL


def by_key(app):
    press(app, pygame.K_q, CTRL)


def by_the_windows_button(app):
    app.handle(pygame.Event(pygame.QUIT))


@pytest.fixture
def learned(start):
    """The program with a level on which the agent gets across."""
    app = start(GRID, unlimited=True)
    until(app, lambda: app.top.watching.snapshot and app.top.watching.snapshot.first_goal_episode)
    return app


@pytest.mark.parametrize("ask", [by_key, by_the_windows_button])
def test_it_ends_at_once_where_nothing_is_lost(start, ask):
    app = start()
    frames(app, 2)
    ask(app)
    assert not app.running


@pytest.mark.parametrize("ask", [by_key, by_the_windows_button])
def test_it_asks_where_something_was_learned(learned, ask):
    ask(learned)
    assert learned.running
    (dialog,) = learned.top.ui.popups
    assert dialog.title == "Quit?"
    press(learned, pygame.K_RETURN)  # Stay
    assert learned.top.ui.popups == []
    ask(learned)
    learned.top.ui.popups[0].answer("Quit")
    assert not learned.running


def test_a_second_wish_is_an_answer(learned):
    by_the_windows_button(learned)
    by_the_windows_button(learned)
    assert not learned.running


def test_it_asks_on_the_home_page_too_while_a_level_waits(learned):
    press(learned, pygame.K_ESCAPE)
    assert learned.top.name == "menu"
    by_key(learned)
    assert learned.running
    assert learned.stack.unsaved == ["What the agent has learned on Grid 4×4 will be lost."]
    press(learned, pygame.K_ESCAPE)
    assert learned.running


def test_it_asks_about_an_editor_with_unsaved_work(start):
    app = start()
    app.top.cards.choose(app.top.paths.index(GRID))
    app.top.do(Control.EDIT)
    frames(app, 2)
    assert app.stack.unsaved == []
    app.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_F4, mod=0, unicode=""))
    app.top.editing.change(app.top.editing.text + "\n")
    by_key(app)
    assert app.running
    assert "draft" in app.stack.unsaved[0]


def test_a_level_that_was_learned_is_noted_once_it_has_converged(start):
    app = start(GRID, unlimited=True)
    best, level = app.services.best, read_level(GRID)
    until(app, lambda: app.top.watching.snapshot and app.top.watching.snapshot.episodes)
    if app.top.watching.snapshot.converged_episode is None:
        assert not best.learned(level)
    until(app, lambda: app.top.watching.snapshot.converged_episode)
    frames(app, 2)
    assert best.learned(level)
    assert best.fewest(level) is None

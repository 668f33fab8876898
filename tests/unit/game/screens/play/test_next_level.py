"""From one crossing to the next: Enter, the page below, and the way back."""

import pygame
import pytest

from game.presenters.level_loader import prepared
from game.screens.play.play import Play
from game.screens.screen import PlayLevel
from levels.text.reader import builtin_levels, read_file
from tests.unit.game.driving import frames, pass_time, playing, press, until
from tests.unit.game.screens.play.test_verdicts import cross


def opened(name):
    path = builtin_levels()[name]
    return prepared(path, read_file(path))


def to_the_next(app):
    """Crosses the level on show and asks for the next one."""
    before = app.top
    cross(before)
    pass_time(app, 1)
    press(app, pygame.K_RETURN)
    until(app, lambda: app.top is not before)


def test_enter_plays_the_next_level_of_the_home_page_and_esc_leads_back_there(start):
    app = start()
    app.stack.take(PlayLevel(opened("grid_4")))
    app.top.toggle_shield()
    app.top.change_speed(1)
    to_the_next(app)
    assert (app.top.playing.shield, app.top.playing.beat_index) == (False, 3)  # played on as before
    assert isinstance(app.top, Play)
    assert app.top.playing.opened.path == builtin_levels()["grid_5"]
    assert [screen.name for screen in app.stack.screens] == ["menu", "play"]
    assert app.top.back.text == "Levels"
    press(app, pygame.K_ESCAPE)
    frames(app, 2)
    assert app.top.name == "menu"


def test_the_level_that_was_watched_below_waits(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    press(app, pygame.K_p)
    frames(app)
    assert app.top.back.text == "Watch"
    to_the_next(app)
    assert [screen.name for screen in app.stack.screens] == ["menu", "play"]
    assert app.stack.left.watching is watching


def test_before_the_goal_enter_leads_nowhere(start):
    app = start()
    app.stack.take(PlayLevel(opened("grid_4")))
    press(app, pygame.K_RETURN)
    frames(app, 3)
    assert app.top.playing.opened.path == builtin_levels()["grid_4"]
    assert app.top.playing.steps == 0


@pytest.mark.parametrize("name", ["grid_9"])
def test_the_last_level_has_no_next(start, name):
    app = start()
    app.stack.take(PlayLevel(opened(name)))
    assert app.top.around.following is None

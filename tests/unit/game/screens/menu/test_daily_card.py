"""Today's crossing on the home page: by key and by button, straight to play, and its result on the card."""

from datetime import date

import pygame
import pytest

from levels.model.board import Action
from tests.conftest import tiny
from tests.unit.game.driving import click, frames, pass_time, press, until


@pytest.fixture
def home(start, monkeypatch):
    """The home page on a day whose crossing is one step long."""
    monkeypatch.setattr("levels.random.surprise.surprise", lambda *_: tiny(["..G", "..S"]))
    app = start()
    app.services.today = lambda: date(2026, 11, 29)
    frames(app, 2)
    return app


@pytest.mark.parametrize("by", ["key", "button"])
def test_it_opens_straight_to_play_and_its_result_is_on_the_card(home, by):
    card = home.top.cards.daily
    assert card.words() == "The same road for everybody, new every day"
    if by == "key":
        press(home, pygame.K_d, sign="d")
    else:
        click(home, card.start.rect.center)
    until(home, lambda: home.top.name == "play")
    assert home.top.title == "Daily crossing, Sunday 29 November, play"
    home.top.move(Action.UP.name)
    pass_time(home, 0.5)
    assert home.top.playing.outcome == "goal"
    press(home, pygame.K_ESCAPE)
    frames(home, 2)
    assert home.top.name == "menu"
    assert card.words() == "Your best today: 1 step, best possible 1"
    home.services.today = lambda: date(2026, 11, 30)
    assert card.words() == "The same road for everybody, new every day"

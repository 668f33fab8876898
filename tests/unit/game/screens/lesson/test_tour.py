"""The tour: on the real pages, from the first step to the race; offered once, and only where it is seen."""

import pygame
import pytest

from game.screens.lesson.places import board
from game.screens.lesson.tour import TOUR, Tour
from game.screens.menu.menu import Menu
from game.services.services import Services
from game.shell.app import offers_tour
from game.shell.options import Options
from game.userdata.settings import Settings, load
from levels.lessons.lesson import Target
from tests.unit.game.driving import click, frames, press


def test_it_leads_over_the_real_pages_to_the_race(start):
    app = start()
    press(app, pygame.K_t)
    tour = app.top
    assert isinstance(tour, Tour)
    assert len(TOUR) <= 7
    for index, stop in enumerate(TOUR):
        frames(app, 2)
        assert tour.run.index == index
        on_watch = isinstance(stop.place, Target)
        assert tour.page is (tour.watch if on_watch else app.stack.screens[0])
        assert tour.words().next == ("Start the race" if index == 6 else "Next")
        press(app, pygame.K_RIGHT)
    assert app.failures == []
    assert [screen.name for screen in app.stack.screens] == ["menu", "compare"]


def test_the_home_page_below_it_has_no_mouse_and_back_leads_back(start):
    app = start()
    press(app, pygame.K_t)
    tour = app.top
    frames(app, 2)
    click(app, tour.menu.cards.card(0).midtop)
    assert app.top is tour
    assert tour.card.back.text == ""
    for _ in range(3):
        press(app, pygame.K_RIGHT)
    assert tour.page is tour.watch
    frames(app, 2)
    assert not tour.card.rect.colliderect(board(tour.watch))  # the hen is to be seen while it is explained
    click(app, tour.watch.player.play.rect.center)
    assert tour.watch.watching.playback.paused
    click(app, tour.card.back.rect.center)
    assert (tour.run.index, tour.page) == (2, tour.menu)


def test_it_is_remembered_when_it_begins_and_esc_skips_it(start, tmp_path):
    app = start()
    app.services.settings_path = tmp_path / "settings.json"
    press(app, pygame.K_t)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.top, Menu)
    assert load(tmp_path / "settings.json")[0].tour_seen


@pytest.mark.parametrize(
    ("settings", "kept", "options", "driver", "offered"),
    [
        (Settings(), True, Options(), "x11", True),
        (Settings(tour_seen=True), True, Options(), "x11", False),
        (Settings(), False, Options(), "x11", False),
        (Settings(), True, Options(frames=3), "x11", False),
        (Settings(), True, Options(), "dummy", False),
    ],
)
def test_it_offers_itself_at_the_first_start_that_somebody_sees(
    monkeypatch, tmp_path, settings, kept, options, driver, offered
):
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    services = Services(settings, tmp_path / "settings.json" if kept else None, folder=tmp_path)
    assert offers_tour(services, options) is offered

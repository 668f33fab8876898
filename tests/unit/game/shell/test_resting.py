"""Idle is cheap: the loop draws nothing while nothing moves or nobody sees it, and wakes with an event."""

import pygame
import pytest

from game.services.services import Services
from game.shell import loop
from game.shell.app import App
from game.shell.options import Options
from game.userdata.settings import Settings
from levels.text.reader import builtin_levels
from tests.unit.game.driving import frames, until

MOVED = pygame.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0))


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Runs the loop on these events, a list a round; gives rounds drawn, and each one's patience."""

    def _run(rounds, *, at_rest, **options):
        drawn, patience = [], []

        def events(_app, seconds):
            patience.append(seconds)
            number = len(patience) - 1
            return rounds[number] if number < len(rounds) else [pygame.Event(pygame.QUIT)]

        monkeypatch.setattr(loop, "events_for", events)
        monkeypatch.setattr(loop, "services_of", lambda _: Services(Settings(), folder=tmp_path))
        monkeypatch.setattr(App, "at_rest", property(lambda _: at_rest))
        monkeypatch.setattr(App, "draw", lambda _: drawn.append(len(patience) - 1))
        loop.run(Options(**options))
        return drawn, patience

    return _run


def test_a_round_at_rest_draws_nothing_and_the_next_waits(run):
    drawn, patience = run([[], [], [MOVED], []], at_rest=True)
    assert drawn == [2, 4]  # the event's, and the end's
    assert patience == [0.0, loop.REST, loop.REST, 0.0, loop.REST]


def test_what_moves_is_drawn_in_every_round(run):
    drawn, patience = run([[], [], []], at_rest=False)
    assert drawn == [0, 1, 2, 3]
    assert set(patience) == {0.0}


def test_frames_asked_for_by_number_are_all_drawn(run):
    drawn, _ = run([[]] * 9, at_rest=True, frames=3)
    assert drawn == [0, 1, 2]


@pytest.mark.parametrize("gone", [pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN])
@pytest.mark.parametrize("back", [pygame.WINDOWRESTORED, pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN])
def test_a_window_that_nobody_sees_is_at_rest_whatever_moves(start, gone, back):
    app = start(builtin_levels()["grid_4"])
    until(app, lambda: app.top.watching.shown is not None)
    assert not app.at_rest
    app.handle(pygame.Event(gone))
    assert app.at_rest
    app.handle(pygame.Event(back))
    assert not app.at_rest


def test_a_film_goes_on_unseen(start):
    app = start()
    app.handle(pygame.Event(pygame.WINDOWMINIMIZED))
    app.toggle_film()
    frames(app, 2)
    assert not app.at_rest
    app.services.recording.throw_away()


def test_a_message_is_seen_to_its_end(start):
    app = start()
    app.services.settings = Settings(reduce_motion=True)
    until(app, lambda: len(app.top.certifier.known.ways) == len(app.top.paths))
    until(app, lambda: app.at_rest)
    app.services.messages.show("A sentence", "info", "#ffffff")
    assert not app.at_rest
    until(app, lambda: app.at_rest, frame=0.5)
    assert app.services.messages.message is None


def test_waiting_for_an_event_ends_with_it(start):
    app = start()
    pygame.event.clear()
    assert loop.events_for(app, 0.01) == []
    pygame.event.post(pygame.Event(pygame.USEREVENT))
    assert [event.type for event in loop.events_for(app, 5.0)] == [pygame.USEREVENT]

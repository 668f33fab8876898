"""Quitting while there is a film: it is finished first, in sight, or thrown away because somebody said so."""

import time
from threading import Event

import pygame
import pytest

from game.screens.menu.menu import Menu
from game.services.films import recorder
from game.ui.boxes import Box
from game.ui.message import Message, draw_message
from game.ui.progress import draw_progress
from game.ui.theme import ACCENT, RANDOM
from levels.text.reader import builtin_levels
from tests.unit.game.driving import click, drop, frames, pass_time, playing, press, until


@pytest.fixture
def slow(monkeypatch):
    """Films whose making stops half way until the event is set."""
    go = Event()

    def writer(file, reel, n_frames):
        yield 0.5
        while not go.wait(0.01):
            yield 0.5
        file.write(b"film")

    monkeypatch.setitem(recorder.WRITERS, ".gif", writer)
    yield go
    go.set()


@pytest.fixture
def filming(start, monkeypatch):
    """A window with a film of one second that is still being taken, and nothing else to be asked about."""
    monkeypatch.setattr("game.shell.navigation.Stack.unsaved", [])
    app = start(builtin_levels()["grid_4"])
    playing(app)
    press(app, pygame.K_F9)
    pass_time(app, 1.0)
    return app


def quit_(app):
    press(app, pygame.K_q, pygame.KMOD_CTRL)


def films(folder):
    """What is left of films in the user's folder, hidden files included."""
    return [file.name for file in folder.iterdir() if file.is_file()]


def test_what_is_being_taken_is_ended_and_made_before_the_window_closes(filming, slow, tmp_path):
    quit_(filming)
    until(filming, lambda: filming.services.recording.recorder.progress == 0.5)
    frames(filming, 3)
    (dialog,) = filming.top.ui.popups
    assert dialog.progress() == 0.5
    path = filming.services.recording.recorder.path
    slow.set()
    until(filming, lambda: not filming.running)
    assert path.read_bytes() == b"film"


def test_the_window_s_button_asks_as_the_key_does_and_a_second_time_throws_the_film_away(
    filming, slow, tmp_path, capsys
):
    filming.handle(pygame.event.Event(pygame.QUIT))
    frames(filming, 3)
    assert filming.running
    assert len(filming.top.ui.popups) == 1
    filming.handle(pygame.event.Event(pygame.QUIT))
    assert not filming.running
    assert films(tmp_path) == []
    assert capsys.readouterr().err == ""


def test_what_is_not_saved_is_asked_about_before_the_film_is_made(filming, slow, monkeypatch):
    monkeypatch.setattr("game.shell.navigation.Stack.unsaved", ["Something is not saved."])
    quit_(filming)
    frames(filming, 3)
    assert filming.services.recording.recorder.progress == 0.0
    quit_(filming)
    until(filming, lambda: filming.services.recording.recorder.progress == 0.5)
    (dialog,) = filming.top.ui.popups
    assert dialog.progress() == 0.5
    slow.set()
    until(filming, lambda: not filming.running)


def test_the_dialog_s_button_throws_the_film_away(filming, slow, tmp_path):
    quit_(filming)
    frames(filming, 2)
    click(filming, filming.top.ui.popups[0].buttons[0].rect.center)
    frames(filming, 2)
    assert not filming.running
    assert films(tmp_path) == []


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_RETURN])
def test_one_can_go_on_working_and_the_film_is_made_all_the_same(filming, slow, key):
    quit_(filming)
    frames(filming, 2)
    press(filming, key)
    frames(filming, 5)
    assert filming.top.ui.popups == []
    until(filming, lambda: filming.services.recording.message().share == 0.5)
    path = filming.services.recording.recorder.path
    slow.set()
    until(filming, path.exists)
    frames(filming, 5)
    assert filming.running
    quit_(filming)
    assert not filming.running


def test_the_learner_lets_the_film_be_made_and_goes_on_after_that(filming, slow):
    learner = filming.top.watching.thread
    press(filming, pygame.K_u, sign="u")
    quit_(filming)
    until(filming, lambda: filming.services.recording.recorder.progress == 0.5)
    until(filming, lambda: learner.latest().status == "paused")
    held = learner.latest().transitions
    frames(filming, 10)
    time.sleep(0.1)
    assert learner.latest().transitions == held
    press(filming, pygame.K_ESCAPE)
    until(filming, lambda: learner.latest().transitions > held)


def test_leaving_the_menu_ends_the_program_no_sooner(start, slow):
    app = start()
    press(app, pygame.K_F9)
    frames(app, 30)
    quit_(app)
    frames(app, 3)
    assert isinstance(app.top, Menu)
    assert len(app.top.ui.popups) == 1
    slow.set()
    until(app, lambda: not app.running)


def test_the_dialog_stays_in_sight_whatever_screen_comes(filming, slow):
    quit_(filming)
    frames(filming, 2)
    drop(filming, builtin_levels()["grid_5"])
    frames(filming, 2)
    assert len(filming.top.ui.popups) == 1
    press(filming, pygame.K_ESCAPE)
    frames(filming, 2)
    assert [screen.ui.popups for screen in filming.stack.screens] == [[]] * len(filming.stack.screens)


def test_a_film_that_cannot_be_saved_is_told_and_the_window_stays(filming, monkeypatch):
    def writer(file, reel, n_frames):
        yield 0.5
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(recorder.WRITERS, ".gif", writer)
    quit_(filming)
    until(filming, lambda: filming.services.recording.recorder is None)
    frames(filming, 3)
    assert filming.running
    assert filming.top.ui.popups == []
    assert "No space left on device" in filming.services.messages.message.text


@pytest.mark.parametrize("ended", [True, False])
def test_a_program_that_ends_otherwise_says_which_film_is_lost(filming, slow, tmp_path, capsys, ended):
    if ended:
        press(filming, pygame.K_F9)
        frames(filming, 5)
    path = filming.services.recording.recorder.path
    filming.close()
    assert films(tmp_path) == []
    assert (
        capsys.readouterr().err == f"A recording was lost: the program ended before it was saved ({path}).\n"
    )


@pytest.mark.usefixtures("no_minimum")
def test_a_window_without_room_for_the_board_is_filmed_as_a_whole(start, tmp_path):
    app = start(size=(900, 120))
    press(app, pygame.K_n, sign="n")
    frames(app, 2)
    press(app, pygame.K_RETURN, sign="\r")
    frames(app, 2)
    assert app.top.name == "edit"
    app.top.resize((900, 120), 3.75)
    app.window.scale = app.window.first_scale = 3.75
    assert not app.top.filmed.clip(app.window.surface.get_rect())
    press(app, pygame.K_F9)
    frames(app, 30)
    press(app, pygame.K_F9)
    until(app, lambda: app.services.recording.recorder is None)
    assert app.failures == []
    assert app.services.messages.message.text.startswith("Saved")


def test_the_line_fills(ui, surface):
    def filled(share, width=300):
        surface.fill("black")
        draw_progress(ui, surface, pygame.Rect(10, 10, width, 30), share)
        return pygame.mask.from_threshold(surface, pygame.Color(ACCENT), (2, 2, 2)).count()

    a, b = filled(0.25), filled(0.75)
    assert b == pytest.approx(3 * a, rel=0.1)
    assert filled(0.5, 20) == 0  # no room: the percentage alone


@pytest.mark.parametrize(("width", "bar"), [(1280, True), (440, False), (200, False)])
def test_the_message_has_a_bar_where_there_is_room(ui, width, bar):
    surface = pygame.Surface((width, 300))
    draw_message(
        ui, surface, Box(0, 200, width, 40), Message("Saving the recording", "hourglass", RANDOM, 0.4)
    )
    filled = pygame.mask.from_threshold(surface, pygame.Color(ACCENT), (2, 2, 2)).count()
    assert bool(filled) == bar

"""Keys that hold everywhere, under dialogs too; the settings; what is told where nothing can be kept."""

import pygame
import pytest

from game.user.settings import load
from levels.reader import builtin_levels
from tests.unit.game.driving import click, frames, press, until

CTRL = pygame.KMOD_CTRL


@pytest.fixture
def app(start):
    return start(builtin_levels()["grid_4"])


@pytest.mark.parametrize("dialog", [pygame.K_h, pygame.K_F2, pygame.K_r])
def test_a_dialog_lets_the_keys_for_everywhere_through(app, tmp_path, dialog):
    until(app, lambda: app.top.watching.shown is not None)
    press(app, dialog)
    frames(app)
    press(app, pygame.K_F12)
    assert len(list(tmp_path.glob("*.png"))) == 1
    press(app, pygame.K_EQUALS, CTRL)
    assert app.window.scale > 1.0
    press(app, pygame.K_F9)
    assert app.desk.recording.recorder is not None
    app.desk.recording.close()
    press(app, pygame.K_m)
    assert app.desk.settings.muted
    frames(app)
    press(app, pygame.K_SPACE if dialog == pygame.K_h else pygame.K_t)  # the screen's own keys are shut out
    assert not app.top.watching.playback.paused
    assert not app.top.watching.training_paused
    press(app, pygame.K_q, CTRL)
    assert not app.running


def test_the_question_of_the_editor_does_not_hold_ctrl_q_up(start):
    app = start()
    press(app, pygame.K_n, sign="n")
    press(app, pygame.K_RETURN, sign="\r")
    frames(app, 2)
    app.top.editing.change(app.top.editing.text + "\n")
    press(app, pygame.K_ESCAPE)
    assert len(app.top.ui.popups) == 1
    press(app, pygame.K_q, CTRL)
    assert not app.running


@pytest.mark.parametrize("key", [pygame.K_h, pygame.K_F2])
def test_the_key_that_opens_a_dialog_closes_it(app, key):
    press(app, key)
    assert len(app.top.ui.popups) == 1
    press(app, key)
    assert app.top.ui.popups == []
    press(app, pygame.K_h)
    press(app, pygame.K_F2)
    press(app, pygame.K_h)
    assert len(app.top.ui.popups) == 2


def test_the_settings_follow_what_the_keys_change_below_them(app):
    press(app, pygame.K_F2)
    press(app, pygame.K_EQUALS, CTRL)
    press(app, pygame.K_m)
    frames(app)
    (dialog,) = app.top.ui.popups
    assert not dialog.sound.on
    scale = app.window.scale
    click(app, dialog.motion.rect.center)
    frames(app)
    settings = app.desk.settings
    assert (settings.reduce_motion, settings.muted, app.window.scale) == (True, True, scale)


def test_an_arrow_chooses_colours_at_once(app):
    press(app, pygame.K_F2)
    frames(app)
    press(app, pygame.K_RIGHT)
    assert app.desk.settings.palette == "cividis"
    frames(app)
    press(app, pygame.K_LEFT)
    press(app, pygame.K_LEFT)
    assert app.desk.settings.palette == "grey"
    press(app, pygame.K_ESCAPE)
    press(app, pygame.K_F2)
    frames(app)
    (dialog,) = app.top.ui.popups
    assert dialog.palette.place == 3  # the ring is where the choice is


def test_muting_says_too_that_settings_are_not_kept(app, tmp_path):
    (tmp_path / "file").write_text("")
    app.desk.settings_path = tmp_path / "file" / "settings.json"
    for said in ("Sound is off", "Sound is on"):
        press(app, pygame.K_m)
        text = app.desk.telling.message.text
        assert text.startswith(said)
        assert "Settings are not kept" in text
    app.desk.settings_path = tmp_path / "settings.json"
    press(app, pygame.K_m)
    assert app.desk.telling.message.text == "Sound is off"
    assert load(tmp_path / "settings.json")[0].muted

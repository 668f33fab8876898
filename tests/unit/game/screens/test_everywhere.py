"""Keys that hold everywhere, under dialogs too; the settings; what is told where nothing can be kept."""

import pygame
import pytest

from game.ui.keys import key_names
from game.userdata.settings import load
from levels.text.reader import builtin_levels
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
    assert app.services.recording.recorder is not None
    app.services.recording.close()
    press(app, pygame.K_m)
    assert app.services.settings.muted
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
    press(app, pygame.K_q, CTRL)  # asks on its own, for the work is not saved
    assert len(app.top.ui.popups) == 2
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
    settings = app.services.settings
    assert (settings.reduce_motion, settings.muted, app.window.scale) == (True, True, scale)


def test_an_arrow_chooses_colours_at_once(app):
    press(app, pygame.K_F2)
    frames(app)
    press(app, pygame.K_RIGHT)
    assert app.services.settings.palette == "cividis"
    frames(app)
    press(app, pygame.K_LEFT)
    press(app, pygame.K_LEFT)
    assert app.services.settings.palette == "grey"
    press(app, pygame.K_ESCAPE)
    press(app, pygame.K_F2)
    frames(app)
    (dialog,) = app.top.ui.popups
    assert dialog.palette.place == 3  # the ring is where the choice is


def test_muting_says_too_that_settings_are_not_kept(app, tmp_path):
    (tmp_path / "file").write_text("")
    app.services.settings_path = tmp_path / "file" / "settings.json"
    for said in ("Sound is off", "Sound is on"):
        press(app, pygame.K_m)
        text = app.services.messages.message.text
        assert text.startswith(said)
        assert "Settings can't be saved" in text
    app.services.settings_path = tmp_path / "settings.json"
    press(app, pygame.K_m)
    assert app.services.messages.message.text == "Sound is off"
    assert load(tmp_path / "settings.json")[0].muted


ALT, ALTGR, META, SHIFT = pygame.KMOD_LALT, pygame.KMOD_RALT, pygame.KMOD_LMETA, pygame.KMOD_SHIFT


@pytest.mark.parametrize(
    ("key", "mod", "sign", "names"),
    [
        (pygame.K_m, 0, "m", ("m", "m")),
        (pygame.K_m, ALT, "m", ()),
        (pygame.K_m, ALT, "", ()),  # as Windows reports it
        (pygame.K_m, ALTGR, "m", ()),  # the right Alt of a keyboard without AltGr
        (pygame.K_SLASH, ALT | SHIFT, "?", ()),
        (pygame.K_RETURN, ALT, "\r", ()),
        (pygame.K_LEFT, ALT, "", ()),
        (pygame.K_8, ALTGR, "[", ("[",)),  # a German keyboard
        (pygame.K_8, ALTGR | CTRL, "[", ("[",)),  # as Windows reports it
        (pygame.K_8, pygame.KMOD_MODE, "[", ("[",)),
        (pygame.K_e, ALTGR, "€", ("€",)),
        (pygame.K_m, CTRL, "\r", ("ctrl+m",)),
        (pygame.K_m, META, "m", ("ctrl+m",)),
        (pygame.K_q, CTRL | SHIFT, "\x11", ("ctrl+shift+q",)),
        (pygame.K_EQUALS, CTRL | SHIFT, "", ("ctrl+shift+=", "ctrl+=")),
        (pygame.K_RIGHT, CTRL | SHIFT, "", ("ctrl+shift+right",)),
        (pygame.K_PERIOD, SHIFT, ">", ("shift+.", ">")),
    ],
)
def test_with_alt_a_key_is_none_and_altgr_writes_its_sign(key, mod, sign, names):
    assert key_names(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=sign)) == names


def test_option_writes_signs_on_a_mac_and_left_alt_nowhere_else(monkeypatch):
    event = pygame.Event(pygame.KEYDOWN, key=pygame.K_5, mod=ALT, unicode="[")
    assert key_names(event) == ()
    monkeypatch.setattr("game.ui.keys.WRITING", pygame.KMOD_ALT)
    assert key_names(event) == ("[",)


def test_alt_and_a_letter_and_unbound_combinations_do_nothing(app):
    until(app, lambda: app.top.watching.shown is not None)
    watching, before = app.top.watching, app.top.watching.rate_index
    for key, sign in ((pygame.K_m, "m"), (pygame.K_t, "t"), (pygame.K_e, "e"), (pygame.K_l, "l")):
        for mod in (ALT, ALTGR, ALT | SHIFT, CTRL, META, CTRL | SHIFT):
            if (key, mod) not in ((pygame.K_e, CTRL), (pygame.K_e, META)):  # these export
                press(app, key, mod, sign)
    frames(app)
    assert app.top.name == "watch"
    assert (app.services.settings.muted, watching.training_paused, watching.exploring) == (
        False,
        False,
        False,
    )
    press(app, pygame.K_8, ALTGR, "[")
    assert watching.rate_index == before - 1


def test_a_focused_widget_leaves_combinations_alone(app):
    until(app, lambda: app.top.watching.shown is not None)
    frames(app)
    slider = app.top.player.speed
    app.top.ui.focus_on(slider)
    for mod in (CTRL, ALT, META):
        press(app, pygame.K_LEFT, mod)
    app.top.ui.focus_on(app.top.player.play)
    press(app, pygame.K_SPACE, CTRL, " ")
    press(app, pygame.K_RETURN, ALT, "\r")
    frames(app)
    assert not app.top.watching.playback.paused
    stop = app.top.watching.playback.speed_index
    app.top.ui.focus_on(slider)
    press(app, pygame.K_LEFT)
    assert app.top.watching.playback.speed_index == stop - 1

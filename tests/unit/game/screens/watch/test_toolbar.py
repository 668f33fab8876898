"""The toolbar: the level's name, the way to everything else for a mouse, and the record button."""

import pygame
import pytest

from game.screens.tool_buttons import HEN_FROM, LevelName, Recorder
from levels.text.reader import builtin_levels
from tests.unit.game.driving import SLOW_FRAME, click, frames, playing, press, until

LONG = "Surprise 4839201, difficulty 2"


@pytest.fixture
def level(ui):
    name = LevelName(ui, lambda: None)
    name.name, name.file = "Crossy Road", "crossy_road.yaml"
    name.rect = pygame.Rect(14, 6, 206, 48)
    return name


def test_a_name_that_fits_has_the_tip_of_its_click_only(level):
    assert level.tip_at((20, 20)) == ("Choose a level (L)", level.rect)


@pytest.mark.parametrize(("width", "whole"), [(122, False), (206, False), (320, True)])
def test_a_cut_name_is_whole_in_the_tooltip(level, width, whole):
    level.name, level.file = LONG, "surprise_4839201_2.yaml"
    level.rect.width = width
    tip, _ = level.tip_at((20, 20))
    assert (LONG in tip) is not whole
    assert ("surprise_4839201_2.yaml" in tip) is not whole
    assert tip.endswith("Choose a level (L)")


def test_a_cut_file_name_is_whole_in_the_tooltip_too(level):
    level.file = "a_crossing_with_a_very_long_file_name.yaml"
    assert level.file in level.tip_at((20, 20))[0]


def test_a_long_file_name_is_cut_in_its_middle(level, monkeypatch):
    level.name, level.file = "Mine", "a_crossing_with_a_long_name_7.yaml"
    shown = drawn(level, monkeypatch)[1]
    start, end = shown.split("…")
    assert start
    assert end.endswith(".yaml")
    assert level.file.startswith(start)
    assert level.file.endswith(end)


def test_a_long_name_that_tells_the_file_goes_on_in_its_line(level, monkeypatch):
    level.name, level.file, level.rect.width = "Surprise 3642, difficulty 2", "surprise_3642_2.yaml", 172
    assert drawn(level, monkeypatch) == ["Surprise", "3642, difficulty 2"]


def drawn(level, monkeypatch):
    """The texts that it draws, from above."""
    texts = []
    monkeypatch.setattr(level.ui, "text", lambda *drawn, **_: texts.append(drawn[1]))
    level.draw(pygame.Surface((400, 60)))
    return texts


@pytest.mark.parametrize("width", [122, HEN_FROM, 206])
def test_the_name_stays_within_its_box(level, surface, width):
    level.name, level.rect.width = "W" * 80, width
    level.draw(surface)
    assert pygame.surfarray.array3d(surface.subsurface(level.rect)).any()
    surface.fill("black", level.rect)
    assert not pygame.surfarray.array3d(surface).any()


# -- the way to everything else ---------------------------------------------------------------------------

WIDTHS = [400, 760, 960, 1280, 1366, 2560]


@pytest.fixture
def watch(start):
    """The program with grid_4 on show."""
    app = start(builtin_levels()["grid_4"])
    playing(app)
    return app


def resized(app, width, height=600):
    app.window.system.size = width, height
    until(app, lambda: app.window.size == (width, height))
    frames(app, 2)


def choose(app, tool, name):
    """Clicks a tool in the bar, or its row in the menu."""
    toolbar = app.top.toolbar
    widget = toolbar.widgets[tool]
    if not widget.visible:
        click(app, toolbar.more.rect.center)
        widget = next(row for row in app.top.ui.popups[-1].rows if row.choice.name == name)
    click(app, widget.rect.center)
    frames(app, 2)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_mouse_leads_to_every_screen(watch, width):
    resized(watch, width)
    for tool, name, screen in [
        ("cross", "Play yourself", "play"),
        ("compare", "Race three learners", "compare"),
        ("edit", "Edit the level", "edit"),
    ]:
        choose(watch, tool, name)
        assert watch.top.name == screen
        press(watch, pygame.K_ESCAPE)
        frames(watch, 2)
        assert watch.top.name == "watch"
    choose(watch, "level", "Choose a level")
    assert watch.top.name == "menu"


@pytest.mark.parametrize("width", WIDTHS)
def test_the_mouse_opens_settings_and_help_turns_the_sound_off_and_films(watch, width):
    resized(watch, width)
    top = watch.top
    for tool, name, popup in (("settings", "Settings", "SettingsDialog"), ("help", "Help", "HelpDialog")):
        choose(watch, tool, name)
        assert [type(popup).__name__ for popup in top.ui.popups] == [popup]
        press(watch, pygame.K_ESCAPE)
    choose(watch, "speaker", "Sound")
    assert watch.services.settings.muted
    choose(watch, "record", "Record a GIF")
    # Pictures are left out while its thread is busy, so that the film may be longer in coming than it is.
    until(watch, lambda: watch.services.recording.taken >= 1.1, frame=SLOW_FRAME)
    frames(watch)  # the button follows what was taken by then
    assert top.toolbar.record.length == "0:01"
    assert top.toolbar.more.recording == (not top.toolbar.record.visible)
    choose(watch, "record", "Stop recording, 0:01")
    assert watch.services.recording.taken is None
    until(watch, lambda: watch.services.recording.recorder is None)


def test_the_menu_is_operated_by_keys_and_lets_other_keys_through(watch):
    resized(watch, 760)
    toolbar, ui = watch.top.toolbar, watch.top.ui
    ui.focus_on(toolbar.more)
    press(watch, pygame.K_RETURN)
    rows = ui.popups[-1].rows
    assert (rows[0].choice.name, rows[0].choice.key) == ("Play yourself", "P")
    assert ui.focus is rows[0]
    press(watch, pygame.K_UP)
    assert ui.focus is rows[-1]
    press(watch, pygame.K_DOWN)
    press(watch, pygame.K_DOWN)
    assert ui.focus is rows[1]
    press(watch, pygame.K_ESCAPE)
    assert ui.popups == []
    assert ui.focus is toolbar.more
    toolbar.open_menu()
    press(watch, pygame.K_LSHIFT)
    assert ui.popups
    press(watch, pygame.K_o)
    assert ui.popups == []
    assert watch.top.overlays
    toolbar.open_menu()
    press(watch, pygame.K_RETURN)
    frames(watch)
    assert watch.top.name == "play"


def test_a_click_beside_the_menu_or_a_new_size_closes_it(watch):
    resized(watch, 760)
    toolbar, ui = watch.top.toolbar, watch.top.ui
    toolbar.open_menu()
    click(watch, (10, 590))
    assert ui.popups == []
    toolbar.open_menu()
    resized(watch, 960)
    assert ui.popups == []


@pytest.mark.parametrize("width", [*WIDTHS, 130, 250])
def test_the_menu_lies_in_the_window_and_its_rows_in_the_menu(watch, width):
    resized(watch, width, 300)
    toolbar, ui = watch.top.toolbar, watch.top.ui
    if toolbar.more.visible:
        toolbar.open_menu()
        frames(watch)
        menu = ui.popups[-1]
        assert pygame.Rect((0, 0), ui.size).contains(menu.rect)
        assert all(menu.rect.contains(row.rect) for row in menu.rows)
    assert watch.failures == []


def test_recording_is_shown_by_the_time_that_it_takes(ui, surface):
    recorder = Recorder(ui, "watch", lambda _: None)
    recorder.rect = pygame.Rect(100, 10, 36, 36)
    recorder.draw(surface)
    before = pygame.surfarray.array3d(surface)
    ui.dirty = False
    recorder.follow(75.4)
    assert ui.dirty
    assert recorder.length == "1:15"
    assert recorder.tip_at((110, 20))[0] == "Stop recording (F9)"
    recorder.draw(surface)
    assert (pygame.surfarray.array3d(surface) != before).any()
    ui.dirty = False
    recorder.follow(75.9)
    assert not ui.dirty


def test_playing_or_comparing_before_the_level_is_read_is_answered(start):
    app = start(builtin_levels()["grid_4"])
    for key in (pygame.K_p, pygame.K_k):
        app.services.messages.message = None
        press(app, key)
        assert app.top.name == "watch"
        assert "not ready yet" in app.services.messages.message.text

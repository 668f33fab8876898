"""The toolbar: the level's name, the way to everything else for a mouse, and the record button."""

import pygame
import pytest

from game.screens.tool_buttons import LevelName, Recorder
from game.screens.watch.toolbar import MENU
from game.ui.controls import Control
from levels.text.reader import builtin_levels
from tests.unit.game.driving import SLOW_FRAME, click, frames, playing, press, until

LONG = "Surprise 4839201, difficulty 2"

pytestmark = pytest.mark.usefixtures("no_minimum")


@pytest.fixture
def level(ui):
    name = LevelName(ui)
    name.name, name.note, name.file = "Crossy Road", "First steps · 1 of 4", "crossy_road.yaml"
    name.rect = pygame.Rect(14, 6, 206, 48)
    return name


def test_a_name_that_fits_has_the_tip_of_its_file_only(level):
    assert level.tip_at((20, 20)) == ("crossy_road.yaml", level.rect)


@pytest.mark.parametrize(("width", "whole"), [(122, False), (206, False), (320, True)])
def test_a_cut_name_is_whole_in_the_tooltip(level, width, whole):
    level.name, level.file = LONG, "surprise_4839201_2.yaml"
    level.rect.width = width
    tip, _ = level.tip_at((20, 20))
    assert (LONG in tip) is not whole
    assert ("First steps · 1 of 4" in tip) is not whole
    assert tip.endswith("surprise_4839201_2.yaml")


@pytest.mark.parametrize("width", [122, 176, 330])
def test_the_name_stays_within_its_box(level, surface, width):
    level.name, level.rect.width = "W" * 80, width
    level.draw(surface)
    assert pygame.surfarray.array3d(surface.subsurface(level.rect)).any()
    surface.fill("black", level.rect)
    assert not pygame.surfarray.array3d(surface).any()


# -- the way to everything else ---------------------------------------------------------------------------

WIDTHS = [130, 400, 960, 1280, 2560]


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
    widget = toolbar.widgets.get(tool)
    if widget is None or not widget.visible:
        click(app, toolbar.more.rect.center)
        widget = next(row for row in app.top.ui.popups[-1].rows if row.choice.name == name)
    click(app, widget.rect.center)
    frames(app, 2)


@pytest.mark.parametrize(
    "width", [1280, *(pytest.param(width, marks=pytest.mark.slow) for width in WIDTHS if width != 1280)]
)
def test_the_mouse_leads_to_every_screen(watch, width):
    resized(watch, width)
    for tool, name, screen in [
        ("play_level", "Play it yourself", "play"),
        ("race", "Race three learners", "compare"),
        ("edit", "Edit the level", "edit"),
    ]:
        choose(watch, tool, name)
        assert watch.top.name == screen
        press(watch, pygame.K_ESCAPE)
        frames(watch, 2)
        assert watch.top.name == "watch"
    choose(watch, "levels", "Levels")
    assert watch.top.name == "menu"


@pytest.mark.parametrize(
    "width", [130, *(pytest.param(width, marks=pytest.mark.slow) for width in WIDTHS if width != 130)]
)
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
    assert (rows[0].choice.name, rows[0].choice.key) == ("Record a GIF", "F9")
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
    press(watch, pygame.K_UP)
    press(watch, pygame.K_RETURN)
    assert [type(popup).__name__ for popup in ui.popups] == ["SettingsDialog"]


def test_a_click_beside_the_menu_or_a_new_size_closes_it(watch):
    resized(watch, 760)
    toolbar, ui = watch.top.toolbar, watch.top.ui
    toolbar.open_menu()
    click(watch, (10, 590))
    assert ui.popups == []
    toolbar.open_menu()
    resized(watch, 960)
    assert ui.popups == []


@pytest.mark.parametrize("width", [*WIDTHS, 250])
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


LEADS_TO = {
    "again": Control.REPLAY,
    "back": Control.BACK,
    "play": Control.PAUSE,
    "step": Control.STEP,
    "exploring": Control.EXPLORING,
}
"""The player bar's buttons, and what they do."""


def test_at_every_width_the_menu_has_what_the_bars_have_no_room_for(watch):
    """Everything that a wide window has in sight is in sight or in the menu, at every width from 130 up."""
    top = watch.top
    for width in [*range(130, 980, 50), 1180, 1280, 2560]:
        top.resize((width, 600), 1.0)
        top.toolbar.open_menu()
        offered = {row.choice.name for row in top.ui.popups[-1].rows}
        top.ui.close(top.ui.popups[-1])
        on_page = [widget for root in top.ui.root for widget in root.walk()]
        places = [*top.toolbar.widgets.items(), *top.toolbar.elsewhere.items()]
        in_sight = {tool for tool, widget in places if widget in on_page}
        for tool, _, _, name in MENU:
            assert (tool in in_sight) is (name not in offered), (width, name)
        in_menu = {control for _, control, _, name in MENU if name in offered}
        for name, control in LEADS_TO.items():
            assert getattr(top.player, name) in on_page or control in in_menu, (width, name)
        window = pygame.Rect(0, 0, width, 600)
        assert all(window.contains(widget.rect) for widget in on_page if not widget.floats), width


def test_the_menu_leads_to_another_moment_where_the_timeline_has_no_room(watch):
    until(watch, lambda: len(watch.top.watching.past.moments) > 2)
    resized(watch, 240)
    assert not watch.top.player.timeline.visible
    choose(watch, "", "What it knew earlier")
    assert watch.top.watching.moment is watch.top.watching.past.moments[-1]
    choose(watch, "", "What it knew later")
    assert watch.top.watching.moment is None

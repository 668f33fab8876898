"""The editor in the whole window: strokes by mouse and keys, obstacles, saving, leaving, watching."""

import pygame
import pytest

from game.board.kinds import KINDS
from game.screens.edit.edit import Edit
from game.screens.edit.palette import ToolButton
from game.screens.edit.tools import TOOLS, Tool, obstacle_at
from game.screens.watch.watch import Watch
from game.ui.controls import Control
from levels.text.reader import builtin_levels, read_level
from levels.text.templates import TEMPLATES
from tests.unit.game.driving import click, frames, press, until
from tests.unit.game.screens.edit.editing_hands import level_of, paste, settle, stroke

MENU_LEVEL = next(iter(builtin_levels()))


def slider_of(card, label):
    """The slider of that name for the chosen obstacle."""
    return next(slider for slider in card.sliders if slider.label == label)


def test_a_new_level_begins_certified(app):
    assert app.top.title == "My Crossing, editor"
    assert app.top.editing.judged.faults == ()
    assert app.failures == []


def test_a_stroke_paints_a_line_even_when_the_mouse_jumps_and_is_undone_at_once(app):
    before = level_of(app)
    press(app, pygame.K_0, sign="0")
    stroke(app, (3, 0), (3, 5))
    assert level_of(app).map[3] == "RRRRRR,,,"
    press(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert level_of(app) == before
    press(app, pygame.K_y, mod=pygame.KMOD_CTRL)
    assert level_of(app).map[3] == "RRRRRR,,,"


def test_undo_and_redo_look_as_if_they_did_something_only_when_they_do(app):
    def idle():
        frames(app)
        return [app.top.toolbar.widgets[name].idle for name in ("UNDO", "REDO")]

    assert idle() == [True, True]
    press(app, pygame.K_0, sign="0")
    stroke(app, (3, 0), (3, 5))
    assert idle() == [False, True]
    press(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert idle() == [True, False]


def test_the_keyboard_draws_as_well(app):
    pane = app.top.pane
    press(app, pygame.K_6, sign="6")
    for _ in range(3):
        press(app, pygame.K_DOWN)
    press(app, pygame.K_SPACE, sign=" ")
    press(app, pygame.K_RIGHT)
    press(app, pygame.K_RIGHT)
    assert pane.stroking
    press(app, pygame.K_SPACE, sign=" ")
    assert not pane.stroking
    assert level_of(app).map[3] == "###,,,,,,"
    assert app.top.editing.undo()
    assert not app.top.editing.changed


def test_starts_are_moved_by_dragging_and_added_and_taken_away_by_a_click(app):
    press(app, pygame.K_s, sign="s")
    stroke(app, (5, 4), (5, 2))
    assert level_of(app).map[5] == "T.S....T."
    stroke(app, (5, 6))
    assert level_of(app).map[5] == "T.S...ST."
    stroke(app, (5, 2))
    assert level_of(app).map[5] == "T.....ST."
    stroke(app, (5, 6))  # the last one stays
    assert level_of(app).map[5] == "T.....ST."


def test_a_lane_is_laid_by_dragging_and_changed_by_its_card(app):
    screen = app.top
    press(app, pygame.K_l, sign="l")
    stroke(app, (3, 6), (3, 2))
    laid = level_of(app).obstacles[-1]
    assert (laid.kind, laid.look, laid.row, laid.direction, laid.at) == ("lane", "car", 3, "left", (6,))
    card = screen.obstacle
    assert screen.pane.obstacle == laid
    slider_of(card, "Vehicles").key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT))
    settle(app)
    slider_of(card, "Length").key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT))
    settle(app)
    slider_of(card, "Moves every").key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT))
    changed = level_of(app).obstacles[-1]
    assert (len(changed.at), changed.length, changed.every) == (2, 2, 2)
    click(app, card.drives.parts()[1].center)
    assert level_of(app).obstacles[-1].direction == "right"
    n = len(level_of(app).obstacles)
    press(app, pygame.K_DELETE)
    assert len(level_of(app).obstacles) == n - 1
    assert screen.pane.obstacle is None


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_laid_by_its_tool_and_changed_by_its_card(app, kind):
    """The tool's button is clicked, a stroke drawn, each slider moved, the obstacle turned round."""
    screen, n = app.top, len(level_of(app).obstacles)
    click(app, next(button for button in screen.palette.buttons if button.tool.kind == kind).rect.center)
    stroke(app, (3, 6), (3, 2))
    assert [obstacle.kind for obstacle in level_of(app).obstacles[n:]] == [kind]
    card = screen.obstacle
    assert screen.pane.obstacle == level_of(app).obstacles[-1]
    visible = [slider for slider in card.sliders if slider.visible]
    assert [slider.label for slider in visible[:3]] == ["Moves every", "Cells per move", "Late, at most"]
    assert len(visible) == 3 + len(KINDS[kind].settings)
    assert card.drives.visible == (KINDS[kind].turn is not None)
    for moved in visible:
        before = screen.editing.text
        towards = pygame.K_RIGHT if moved.stop < moved.stops - 1 else pygame.K_LEFT
        moved.key(pygame.event.Event(pygame.KEYDOWN, key=towards))
        settle(app)
        assert screen.editing.text != before, moved.label
        assert screen.pane.obstacle is not None, moved.label
    if card.drives.visible:
        before = screen.pane.obstacle
        place = next(p for p, _ in enumerate(card.drives.segments) if not card.drives.is_chosen(p))
        click(app, card.drives.parts()[place].center)
        settle(app)
        assert screen.pane.obstacle not in (before, None)
    assert app.failures == []


def test_a_switch_makes_it_a_carrier_which_is_never_late(app):
    press(app, pygame.K_l, sign="l")
    stroke(app, (3, 6), (3, 2))
    settle(app)
    card = app.top.obstacle
    slider_of(card, "Late, at most").key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT))
    settle(app)
    assert level_of(app).obstacles[-1].late == 1
    card.carries.activate()
    last = app.top.editing.text.splitlines()[-1]
    assert "carries: true" in last
    assert "late: 0" in last


def test_a_tool_without_a_key_is_chosen_by_its_button(app):
    screen = app.top
    tool = Tool("Plain", kind="patrol")
    button = ToolButton(screen.ui, tool, screen.pane, screen.do)
    assert button.tip == "Plain"
    button.activate()
    stroke(app, (3, 2), (3, 4))
    assert level_of(app).obstacles[-1].path == ((3, 2), (3, 4))


def test_what_lies_beyond_the_sliders_is_kept_when_another_is_moved(app):
    lane = "{kind: lane, look: car, row: 3, direction: right, length: 20, loop: 99, at: [40, 70]}"
    rows = "\n".join(["  ..G..", *["  ....."] * 3, "  ..S.."])
    paste(app, f"format: 1\nname: Far\nmap: |\n{rows}\nobstacles:\n  - {lane}\n")
    app.top.pane.chosen = 0
    settle(app)
    card = app.top.obstacle
    assert [slider_of(card, name).stop for name in ("Length", "Offset")] == [15, 30]
    frames(app)
    readings = [slider_of(card, name).reading(slider_of(card, name)) for name in ("Length", "Offset")]
    assert readings == ["20 cells", "40"]
    slider_of(card, "Vehicles").key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LEFT))
    changed = level_of(app).obstacles[0]
    assert (changed.length, changed.at) == (20, (40 % changed.loop,))


def test_a_patrol_is_laid_along_a_stroke_and_an_obstacle_chosen_by_a_click(app):
    press(app, pygame.K_p, sign="p")
    stroke(app, (3, 1), (3, 4))
    laid = level_of(app).obstacles[-1]
    assert (laid.path, laid.closed) == (((3, 1), (3, 4)), False)
    press(app, pygame.K_c, sign="c")
    stroke(app, (1, 3))
    assert app.top.pane.obstacle.row == 1
    stroke(app, (3, 2))
    assert app.top.pane.obstacle == laid


def test_what_is_wrong_is_told_and_the_board_stays_in_sight(app):
    press(app, pygame.K_1, sign="1")
    stroke(app, (0, 4))  # the only goal is gone
    screen = settle(app)
    assert screen.editing.judged.level is None
    assert screen.pane.level.map[0][4] == "."
    press(app, pygame.K_F5)
    frames(app)
    assert app.top is screen
    assert "can't be crossed safely" in app.services.messages.message.text


def test_doomed_cells_light_up(start, tmp_path):
    app = start(builtin_levels()["dead_end"])
    app.services.folder = tmp_path
    until(app, lambda: app.top.watching.opened is not None)
    press(app, pygame.K_F4)
    screen = settle(app)
    screen.pane.paused = True
    proof = screen.editing.judged.proof
    lost = (proof.safe.survival >= 0) & ~proof.mdp.violation & ~proof.mdp.goal
    state = int(lost.nonzero()[0][0])
    cell, tick = proof.mdp.cell(state), proof.mdp.phase(state)
    square = screen.pane.rect_of(cell)
    pixel = (square.x + square.width // 4, square.y + square.height // 4)
    same_cell = lost[state % proof.mdp.n_cells :: proof.mdp.n_cells]
    screen.pane.time = int((~same_cell).nonzero()[0][0])
    frames(app)
    plain = app.window.surface.get_at(pixel)
    screen.pane.time = tick
    frames(app)
    lit = app.window.surface.get_at(pixel)
    assert lit.r - lit.b > plain.r - plain.b + 20


def test_the_board_grows_and_waiting_is_switched(app):
    press(app, pygame.K_RIGHT, mod=pygame.KMOD_CTRL)
    press(app, pygame.K_DOWN, mod=pygame.KMOD_CTRL)
    level = level_of(app)
    assert (len(level.map), len(level.map[0])) == (7, 10)
    press(app, pygame.K_w, sign="w")
    assert [action.name for action in level_of(app).actions][-1] == "WAIT"
    press(app, pygame.K_w, sign="w")
    assert len(level_of(app).actions) == 4


def test_the_text_is_copied_and_pasted(app):
    press(app, pygame.K_c, mod=pygame.KMOD_CTRL)
    assert pygame.scrap.get_text() == app.top.editing.text
    pygame.scrap.put_text(TEMPLATES["Maze"])
    press(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    assert level_of(app).name == "My Maze"
    press(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert level_of(app).name == "My Crossing"


def test_a_bare_drawing_that_is_pasted_is_read_as_its_file_would_be(app):
    before = app.top.editing.text
    pygame.scrap.put_text("1,1,1\r\nS,0,G\r\n")
    press(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    assert level_of(app).map == ("###", "S.G")
    pygame.scrap.put_text("S.?\n..G\n")
    press(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    assert level_of(app).map == ("###", "S.G")
    assert "unknown character “?”" in app.services.messages.message.text
    press(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert app.top.editing.text == before


@pytest.mark.parametrize(("answer", "cells"), [(0, 2), (1, 3)])
def test_a_pasted_drawing_of_two_readings_is_asked_about(app, answer, cells):
    pygame.scrap.put_text("S,.\n.,G\n")
    press(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    (dialog,) = app.top.ui.popups
    dialog.buttons[answer].activate()
    assert len(level_of(app).map[0]) == cells


def test_f5_saves_and_watches(app, tmp_path):
    press(app, pygame.K_0, sign="0")
    stroke(app, (3, 0))
    settle(app)
    press(app, pygame.K_F5)
    until(app, lambda: isinstance(app.top, Watch) and app.top.watching.opened is not None)
    assert app.top.watching.opened.path == tmp_path / "levels" / "my_crossing.yaml"
    assert read_level(app.top.watching.opened.path).map[3][0] == "R"
    press(app, pygame.K_F4)
    assert not settle(app).editing.changed


@pytest.mark.parametrize(("tabs", "draft", "saved"), [(0, False, True), (2, True, False), (1, False, False)])
def test_leaving_asks_about_unsaved_work(app, tmp_path, tabs, draft, saved):
    editing = app.top.editing
    press(app, pygame.K_0, sign="0")
    stroke(app, (3, 0))
    settle(app)
    press(app, pygame.K_ESCAPE)
    assert app.top.ui.popups
    press(app, pygame.K_ESCAPE)  # on with editing
    assert isinstance(app.top, Edit)
    press(app, pygame.K_ESCAPE)
    for _ in range(tabs):
        press(app, pygame.K_TAB)
    press(app, pygame.K_RETURN, sign="\r")
    frames(app, 3)
    assert app.top.name == "menu"
    assert editing.draft.exists() == draft
    assert (tmp_path / "levels" / "my_crossing.yaml").exists() == saved


def test_without_changes_it_is_left_at_once(app):
    press(app, pygame.K_ESCAPE)
    frames(app, 2)
    assert app.top.name == "menu"


def test_a_file_that_cannot_be_edited_is_told(menu, tmp_path):
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\x00\x01\x02\x00")
    menu.top.paths = (path,)
    press(menu, pygame.K_F4)
    frames(menu)
    assert menu.top.name == "menu"
    assert "x.yaml" in menu.services.messages.message.text


@pytest.mark.parametrize("size", [(640, 480), (1920, 1080)])
def test_it_draws_in_windows_of_all_sizes(app, size):
    app.top.resize(size, 1.0)
    app.top.draw(pygame.Surface(size))
    assert app.failures == []


def test_a_small_window_keeps_the_buttons_that_save_and_watch(app):
    app.top.resize((400, 300), 1.0)
    shown = {name for name, button in app.top.toolbar.widgets.items() if button.visible}
    assert {"BACK_OUT", "SAVE", "WATCH", "CARDS", "MORE"} <= shown
    assert app.top.pane.rect.width > 350


def test_a_change_from_elsewhere_ends_a_stroke(app):
    pane = app.top.pane
    press(app, pygame.K_s, sign="s")
    app.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pane.rect_of((5, 4)).center, button=1))
    press(app, pygame.K_DOWN, mod=pygame.KMOD_CTRL)
    app.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pane.rect_of((4, 4)).center, button=1))
    settle(app)
    assert app.failures == []
    assert app.top.editing.undo()
    assert not app.top.editing.changed


def test_a_tool_chosen_within_a_stroke_is_for_the_next(app):
    press(app, pygame.K_0, sign="0")
    for _ in range(3):
        press(app, pygame.K_DOWN)
    press(app, pygame.K_SPACE, sign=" ")
    press(app, pygame.K_g, sign="g")
    press(app, pygame.K_SPACE, sign=" ")
    assert sum(row.count("G") for row in level_of(app).map) == 1


def test_waiting_is_switched_on_and_off_faster_than_it_is_proved(app):
    press(app, pygame.K_w, sign="w")
    press(app, pygame.K_w, sign="w")
    assert len(level_of(app).actions) == 4


def test_half_a_character_on_the_clipboard_does_no_harm(app, monkeypatch):
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: TEMPLATES["Maze"].replace("My", "M\ud800"))
    monkeypatch.setattr(pygame.scrap, "has_text", lambda: True)
    press(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    assert level_of(app).name == "M? Maze"


def test_a_board_too_large_to_be_drawn_on_is_told_and_left_alone(menu, tmp_path):
    path = tmp_path / "wide.yaml"
    path.write_text("format: 1\nname: Wide\nmap: |\n  S" + "." * 120 + "G\n")
    menu.top.paths = (path,)
    press(menu, pygame.K_F4)
    screen = settle(menu)
    click(menu, screen.pane.rect.center)
    press(menu, pygame.K_SPACE, sign=" ")
    press(menu, pygame.K_SPACE, sign=" ")
    frames(menu, 3)
    assert menu.failures == []
    press(menu, pygame.K_RIGHT, mod=pygame.KMOD_CTRL)
    assert "100 × 100" in menu.services.messages.message.text
    assert not screen.editing.changed


def test_every_tool_has_a_command_of_its_own():
    assert len({tool.control for tool in TOOLS}) == len(TOOLS)
    assert len({tool.char for tool in TOOLS if tool.char}) == 12


def test_a_click_chooses_the_obstacles_of_a_cell_in_turn():
    crossing = read_level(builtin_levels()["crossy_road"])
    size = crossing.board.n_rows, crossing.board.n_cols
    first = obstacle_at(crossing.obstacles, size, (1, 0), None)
    assert obstacle_at(crossing.obstacles, size, (1, 0), first) == first + 1
    assert obstacle_at(crossing.obstacles, size, (0, 0), None) is None


def test_all_controls_of_the_editor_do_something(app):
    from game.ui.controls import CONTROLS

    for row in CONTROLS:
        if row.screen == "edit" and row.control not in {Control.WATCH, Control.BACK_OUT}:
            app.top.do(row.control)
            frames(app)
    assert app.failures == []

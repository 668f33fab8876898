"""The editor's Level card, its files and codes, and what is pasted, in the whole window."""

import random

import pygame
import pytest

from game.board.art.scenery_theme import light_of
from game.presenters import level_settings
from game.screens.edit.edit import Edit
from levels.text.editing import value_of
from levels.text.share_code import share_code
from levels.text.templates import TEMPLATES
from tests.unit.game.driving import click, frames, press
from tests.unit.game.screens.edit.editing_hands import level_of, paste, stroke


def write(app, text):
    press(app, pygame.K_a, mod=pygame.KMOD_CTRL)
    for sign in text:
        press(app, ord(sign.lower()), sign=sign)
        app.handle(pygame.event.Event(pygame.TEXTINPUT, text=sign))
    frames(app)


def into_sight(app, widget):
    app.top.panel.bring_into_sight(widget)
    assert app.top.panel.rect.contains(widget.rect)


def test_a_name_is_typed_signs_are_no_tools_and_all_of_it_is_undone_at_once(app):
    screen, before = app.top, app.top.editing.text
    tool = screen.pane.tool
    click(app, screen.level_card.name.rect.center)
    write(app, "Lane 1: g, #2")
    assert screen.pane.tool is tool
    assert level_of(app).name == "Lane 1: g, #2"
    assert "not saved yet" in screen.toolbar.level.note
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.top, Edit)
    assert not screen.ui.popups
    frames(app, 2)
    assert screen.ui.typing is None
    press(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert screen.editing.text == before
    frames(app)
    assert screen.level_card.name.text == "My Crossing"
    press(app, pygame.K_y, mod=pygame.KMOD_CTRL)
    click(app, screen.level_card.about.rect.center)
    write(app, "Mind the bus")
    stroke(app, (3, 3))  # with Select: nothing is painted, and what was typed stands for itself
    assert (level_of(app).name, level_of(app).about) == ("Lane 1: g, #2", "Mind the bus")
    press(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert (level_of(app).name, level_of(app).about) == ("Lane 1: g, #2", "")


def test_every_setting_is_changed_by_a_click_and_undone(app):
    screen, card = app.top, app.top.level_card
    before = screen.editing.text
    for setting, stepper in card.steppers.items():
        into_sight(app, stepper)
        for direction in (1, -1):
            now = level_settings.value(screen.editing.text, setting)
            click(app, stepper.ends()[direction].center)
            assert level_settings.value(screen.editing.text, setting) != now or now in (
                setting.values[0],
                setting.values[-1],
            ), setting.key
    for setting, segments in card.words.items():
        into_sight(app, segments)
        click(app, segments.parts()[1].center)
        assert level_settings.value(screen.editing.text, setting) == setting.values[1]
    while screen.editing.undo():
        pass
    assert screen.editing.text == before
    assert app.failures == []


def test_the_wheel_over_a_control_scrolls_the_panel_and_changes_nothing(app):
    screen = app.top
    screen.pane.chosen = 0
    frames(app, 2)
    slider, before = screen.obstacle.sliders[0], screen.editing.text
    for place in (slider.rect.center, screen.level_card.rows.rect.center):
        move = pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))
        app.handle(move)
        low = slider.rect.y
        app.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
        frames(app)
        assert slider.rect.y < low
        screen.panel.scroll_by(-999)
    assert screen.editing.text == before


def test_a_letter_is_added_drawn_changed_and_deleted(app):
    screen, card = app.top, app.top.level_card
    into_sight(app, card.add_letter)
    click(app, card.add_letter.rect.center)
    stroke(app, (3, 3))
    frames(app, 2)
    level = level_of(app)
    assert (level.map[3][3], level.legend["a"].look) == ("a", "crate")
    row = card.letters["a"]
    into_sight(app, row)
    click(app, row.blocks.rect.center)
    click(app, row.look.rect.center)
    (menu,) = screen.ui.popups
    click(app, next(line for line in menu.rows if line.choice.name == "bush").rect.center)
    assert (level_of(app).legend["a"].look, level_of(app).legend["a"].blocks) == ("bush", False)
    frames(app, 2)
    into_sight(app, row)
    click(app, row.delete.rect.center)
    frames(app, 2)
    assert (level_of(app).map[3][3], level_of(app).legend, card.letters) == (".", {}, {})


def test_the_light_stays_while_a_name_is_typed(app):
    level, pane = level_of(app), app.top.pane
    names = (f"Road {k}" for k in range(1000))
    name = next(n for n in names if light_of(level.model_copy(update={"name": n})) is not light_of(level))
    pane.paused, pane.cursor = True, (0, 0)
    frames(app, 2)
    board = app.window.canvas.subsurface(pane.rect)
    before = pygame.image.tobytes(board, "RGB")
    click(app, app.top.level_card.name.rect.center)
    write(app, name)
    assert level_of(app).name == name
    assert pygame.image.tobytes(board, "RGB") == before


def test_growing_lengthens_the_loops_of_lanes_that_would_be_too_short(app):
    for _ in range(5):
        press(app, pygame.K_RIGHT, mod=pygame.KMOD_CTRL)
    level = level_of(app)
    assert len(level.map[0]) == 14
    assert [lane.loop for lane in level.obstacles] == [14, 14, 14]
    assert app.top.editing.judged.faults == ()


def test_save_as_keeps_the_old_file_and_a_level_needs_a_name(app, tmp_path):
    press(app, pygame.K_s, mod=pygame.KMOD_CTRL)
    old = app.top.editing.path
    press(app, pygame.K_s, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    (dialog,) = app.top.ui.popups
    write(app, "")
    dialog.field.write("")
    dialog.buttons[-1].activate()
    assert dialog.problem == "A level needs a name."
    write(app, "My Crossing")  # the same name: a file of its own all the same
    press(app, pygame.K_RETURN, sign="\r")
    frames(app)
    assert app.top.editing.path == tmp_path / "levels" / "my_crossing_2.yaml"
    assert old.exists()
    assert not app.top.editing.changed


def test_a_file_is_shown_in_its_folder_once_there_is_one(app, monkeypatch):
    shown = []
    monkeypatch.setattr("game.screens.edit.edit.show_in_folder", lambda path: shown.append(path) or "")
    press(app, pygame.K_l, mod=pygame.KMOD_CTRL)
    assert "no file yet" in app.services.messages.message.text
    press(app, pygame.K_s, mod=pygame.KMOD_CTRL)
    press(app, pygame.K_l, mod=pygame.KMOD_CTRL)
    assert shown == [app.top.editing.path]


def test_a_code_is_shared_and_pasted_and_a_level_too_long_for_one_says_so(app):
    text = app.top.editing.text
    press(app, pygame.K_e, mod=pygame.KMOD_CTRL)
    code = pygame.scrap.get_text()
    (dialog,) = app.top.ui.popups
    assert code == share_code(text)
    assert code == "".join(line.text for line in dialog.body.rows() if line.mono)
    press(app, pygame.K_ESCAPE)
    paste(app, TEMPLATES["Maze"])
    paste(app, code)
    assert app.top.editing.text == text
    paste(app, code[:-8])
    assert "damaged or incomplete" in app.services.messages.message.text
    assert app.top.editing.text == text
    noise = "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=6_000))
    app.top.editing.change(f"{text}# {noise}\n")
    press(app, pygame.K_e, mod=pygame.KMOD_CTRL)
    assert "too long for a code" in app.services.messages.message.text
    assert not app.top.ui.popups


def test_what_its_file_would_lack_is_said_of_a_pasted_map_too(app):
    before = app.top.editing.text
    paste(app, "type octile\nheight 1\nwidth 3\nmap\n...\n")
    assert app.top.editing.text == before
    assert "scen" in app.services.messages.message.text, app.services.messages.message.text


@pytest.mark.parametrize(
    ("drawing", "row", "said"),
    [
        ("#####\n#@$.#\n#####\n", "#S$G#", "Sokoban"),
        ("SFFF\nFHFH\nFFFH\nHFFG\n", "S...", "FrozenLake"),
        ("%%%%%\n%P .%\n%%%%%\n", "#S.G#", "Pac-Man"),
    ],
)
def test_a_drawing_of_another_program_is_pasted_as_its_file_is_read(app, drawing, row, said):
    paste(app, drawing)
    screen = app.top
    assert said in screen.services.messages.message.text
    assert row in screen.editing.judged.shown.map
    assert value_of(screen.editing.text, "format") == 1
    press(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert level_of(app).name == "My Crossing"

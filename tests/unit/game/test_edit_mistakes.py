"""Levels with mistakes in the editor: drawn as far as they go, and mended there."""

import pygame
import pytest

from game.screens.errors import Errors
from game.screens.watch import Watch
from levels.editing import value_of, with_obstacle
from levels.reader import read_level
from tests.unit.game.driving import frames, press, until
from tests.unit.game.editing_hands import level_of, paste, settle, stroke


@pytest.fixture
def menu(start, tmp_path):
    app = start()
    app.desk.folder = tmp_path
    frames(app, 2)
    return app


@pytest.fixture
def app(menu):
    press(menu, pygame.K_n, sign="n")
    press(menu, pygame.K_TAB)  # from the last template to the first
    press(menu, pygame.K_RETURN, sign="\r")
    frames(menu, 2)
    settle(menu)
    return menu


def test_an_obstacle_of_a_level_with_a_mistake_is_chosen_and_mended(app):
    screen = app.top
    row, start = screen.pane.level.obstacles[0].row, screen.pane.level.board.starts[0]
    listed = value_of(screen.editing.text, "obstacles")
    screen.editing.change(with_obstacle(screen.editing.text, {**listed[1], "row": 999}, 1))
    screen.editing.change(
        with_obstacle(screen.editing.text, {**listed[0], "row": start[0], "at": [start[1]]}, 0)
    )
    settle(app)
    assert screen.editing.judged.level is None
    assert [obstacle is None for obstacle in screen.editing.judged.obstacles[:3]] == [False, True, False]
    press(app, pygame.K_c, sign="c")
    stroke(app, (start[0], 0))
    assert screen.pane.chosen == 0
    press(app, pygame.K_DELETE)
    settle(app)
    left = value_of(screen.editing.text, "obstacles")
    assert [item.get("row") for item in left] == [999, *(item["row"] for item in listed[2:])]
    assert row != 999


def test_a_file_with_mistakes_is_mended_from_the_report_of_them(menu, tmp_path):
    path = tmp_path / "broken.yaml"
    path.write_text("format: 1\nname: b\nmap: |\n  S..\n  ...\n", encoding="utf-8")
    menu.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    until(menu, lambda: isinstance(menu.top, Errors))
    press(menu, pygame.K_F4)
    screen = settle(menu)
    assert any("goal" in fault for fault in screen.editing.judged.faults)
    press(menu, pygame.K_g, sign="g")
    stroke(menu, (1, 2))
    assert level_of(menu) is not None
    press(menu, pygame.K_s, mod=pygame.KMOD_CTRL)
    press(menu, pygame.K_ESCAPE)
    until(menu, lambda: isinstance(menu.top, Watch) and menu.top.watching.shown is not None)
    assert read_level(path).map == ("S..", "..G")
    assert menu.failures == []


def test_a_level_that_shrinks_below_its_obstacles_is_drawn_and_told(app):
    for _ in range(4):
        press(app, pygame.K_UP, mod=pygame.KMOD_CTRL)
        press(app, pygame.K_LEFT, mod=pygame.KMOD_CTRL)
    screen = settle(app)
    frames(app, 30)
    assert app.failures == []
    assert screen.editing.judged.level is None
    shown = screen.pane.level
    assert (len(shown.map), shown.board.n_rows, shown.board.n_cols) == (2, 2, 5)


def test_the_cursor_comes_back_onto_a_smaller_board(app):
    for _ in range(8):
        press(app, pygame.K_DOWN)
        press(app, pygame.K_RIGHT)
    paste(app, "format: 1\nname: s\nmap: |\n  SG\n")
    assert app.top.pane.cursor == (0, 1)
    for sign in "glps":
        press(app, getattr(pygame, f"K_{sign}"), sign=sign)
        press(app, pygame.K_SPACE, sign=" ")
        press(app, pygame.K_SPACE, sign=" ")
        settle(app)
    assert app.failures == []

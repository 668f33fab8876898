"""Levels with mistakes in the editor: drawn as far as they go, and mended there."""

import pygame
import pytest

from game.presenters.analysis import analyse
from game.screens.errors import Errors
from game.screens.watch.watch import Watch
from game.ui.theme import UNSAFE
from levels.text.editing import painted, value_of, with_map, with_obstacle
from levels.text.reader import read_level
from levels.text.templates import TEMPLATES
from tests.unit.game.driving import drop, frames, press, until
from tests.unit.game.screens.edit.editing_hands import level_of, paste, settle, stroke


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
    drop(menu, path)
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


def test_a_board_never_shrinks_over_a_start_a_goal_or_an_obstacle(app):
    before = level_of(app)
    press(app, pygame.K_UP, mod=pygame.KMOD_CTRL)
    assert level_of(app) == before
    assert "The start at row 5, column 4 would be lost" in app.services.messages.message.text
    screen = app.top
    screen.editing.change(painted(screen.editing.text, {(5, 4): ".", (3, 4): "S"}))
    press(app, pygame.K_UP, mod=pygame.KMOD_CTRL)
    assert len(level_of(app).map) == 5
    press(app, pygame.K_UP, mod=pygame.KMOD_CTRL)
    assert len(level_of(app).map) == 5
    assert "Lane in row 4 would be lost" in app.services.messages.message.text


def test_a_level_that_is_too_small_for_its_obstacles_is_drawn_and_told(app):
    screen = app.top
    screen.editing.change(with_map(screen.editing.text, [".T.SG", "====="]))
    settle(app)
    frames(app, 3)
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


ROAD = TEMPLATES["Crossing"]  # a lane in row 1, the start at (5, 4), the goal at (0, 4)


@pytest.mark.parametrize(
    ("text", "said", "wrong"),
    [
        (painted(ROAD, {(1, 6): "T"}), "crosses a blocked cell: “T” at row 1, column 6 –", ((1, 6),)),
        (painted(ROAD, {(3, 2): "q"}), "Unknown character “q” in row 3, column 2 –", ((3, 2),)),
        (
            with_obstacle(ROAD, {"kind": "lane", "look": "car", "row": 5, "direction": "right", "at": [4]}),
            "The start cell at row 5, column 4 is occupied at step 0 by the car –",
            ((5, 0), (5, 4)),
        ),
        (painted(ROAD, {(0, 4): "."}), "The map has no goal –", ()),
        (
            painted(ROAD, {(3, col): "#" for col in range(9)}),
            "The goal cannot be reached from the start at row 5, column 4",
            ((5, 4),),
        ),
        (
            with_obstacle(
                ROAD, {"kind": "lane", "look": "car", "row": 3, "direction": "right", "at": [2, 2]}
            ),
            "Car in row 3: two vehicles in one lane must not overlap",
            (),
        ),
        (ROAD + "rewards: {step: 1}\n", "Line ", ()),
    ],
)
def test_a_mistake_is_told_by_its_place_on_the_board(text, said, wrong):
    judged = analyse(text)
    assert any(said in fault for fault in judged.faults), judged.faults
    assert judged.wrong == wrong
    seen = [fault for fault in judged.faults if not said.startswith("Line")]
    assert not any("Line " in fault or "counted from" in fault for fault in seen)
    assert judged.shown is not None


def test_a_row_of_another_length_is_counted_as_the_window_counts():
    judged = analyse(ROAD.replace("  =========", "  ========", 1), analyse(ROAD))
    assert judged.faults[0].startswith("Row 1 has 8 cells, expected 9")
    assert (judged.wrong, judged.shown.map[0]) == ((), ".T..G...T")


def test_the_cell_of_a_mistake_is_ringed(app):
    screen = app.top
    screen.pane.paused = True
    square = screen.pane.rect_of((3, 2))

    def ringed():
        frames(app)
        left = [app.window.surface.get_at((square.x + dx, square.centery))[:3] for dx in range(-4, 5)]
        return tuple(pygame.Color(UNSAFE)[:3]) in left

    assert not ringed()
    screen.editing.change(painted(screen.editing.text, {(3, 2): "q"}))
    settle(app)
    assert ringed()

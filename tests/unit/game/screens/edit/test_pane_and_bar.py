"""The editor's board and traffic bar: how a lane is grasped, what is erased, the steps of a round.

When the mouse's brush stops is in tests/unit/game/ui/test_let_go.py.
"""

import time

import pygame
import pytest

from game.presenters.editing import Editing, Source
from game.screens.edit.edit import Edit
from game.screens.edit.resizing import with_size
from game.services.services import Services
from game.ui.controls import Control
from game.userdata.settings import Settings
from levels.text.editing import with_obstacle
from levels.text.templates import TEMPLATES
from tests.unit.game.driving import click, frames, press
from tests.unit.game.screens.edit.editing_hands import level_of, settle, stroke

LOST = pygame.event.Event(pygame.WINDOWFOCUSLOST)
POPUP = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F1, mod=0, unicode="")


def rocks(app):
    return "".join(level_of(app).map).count("R")


def test_another_button_does_not_paint(app):
    press(app, pygame.K_0, sign="0")
    pos = app.top.pane.rect_of((3, 0)).center
    app.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=3))
    pos = app.top.pane.rect_of((3, 3)).center
    app.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 1)))
    assert rocks(app) == 0


@pytest.mark.parametrize("event", [LOST, POPUP], ids=["focus lost", "popup"])
def test_a_stroke_of_the_keyboard_ends_as_well(app, event):
    press(app, pygame.K_0, sign="0")
    app.top.pane.cursor = (3, 0)
    press(app, pygame.K_SPACE, sign=" ")
    frames(app)
    assert app.top.hint.text == "Arrows lead the stroke, Space ends it"
    app.handle(event)
    assert not app.top.pane.stroking
    for popup in [*app.top.ui.popups]:
        popup.cancel()
    press(app, pygame.K_RIGHT)
    assert rocks(app) == 1


def select(app, index):
    app.top.pane.chosen, app.top.pane.paused, app.top.pane.time = index, True, 0.0
    settle(app)


def test_a_tool_that_is_dragged_says_how(app):
    press(app, pygame.K_l, sign="l")
    frames(app)
    assert (app.top.hint.visible, app.top.hint.text) == (True, "Lane: drag along a row or column")
    press(app, pygame.K_2, sign="2")
    frames(app)
    assert not app.top.hint.visible


def test_an_end_of_the_chosen_lane_turns_it_round_with_any_tool(app):
    press(app, pygame.K_0, sign="0")
    select(app, 0)
    assert app.top.lane_label.text == "Lane in row 1 · car, to the left"
    (left, icon), (right, _) = app.top.pane.ends()
    assert icon == "arrow-left"
    click(app, right)
    assert level_of(app).obstacles[0].direction == "right"
    frames(app)
    click(app, left)
    assert level_of(app).obstacles[0].direction == "left"
    assert rocks(app) == 0


def test_a_vehicle_that_is_dragged_takes_all_of_its_lane_along_in_one_change(app):
    select(app, 0)
    before = app.top.editing.text
    stroke(app, (1, 1), (1, 2), (1, 4))
    assert level_of(app).obstacles[0].at == (4, 10)  # from 1 and 7, on a loop of 12
    assert app.top.pane.chosen == 0
    assert app.top.editing.undo()
    assert app.top.editing.text == before
    settle(app)
    stroke(app, (1, 1), (0, 1), (1, 0))
    assert level_of(app).obstacles[0].at == (0, 6)


def test_a_click_on_a_vehicle_of_the_chosen_lane_goes_to_the_next_obstacle_there(app):
    text = with_obstacle(
        app.top.editing.text,
        {"kind": "patrol", "look": "robot", "path": [[1, 1]], "closed": False, "at": [0]},
    )
    app.top.editing.change(text)
    select(app, 0)
    stroke(app, (1, 1))
    assert app.top.pane.chosen == 3


def test_erasing_leaves_ground_and_the_last_start_and_a_click_deletes_traffic(app):
    press(app, pygame.K_e, sign="e")
    stroke(app, (5, 0), (5, 8))
    assert level_of(app).map[5] == "....S...."
    stroke(app, (1, 3))
    assert [lane.row for lane in level_of(app).obstacles] == [2, 4]
    stroke(app, (2, 0), (2, 8))  # a stroke over a lane is no click
    assert len(level_of(app).obstacles) == 2


def test_show_leads_to_the_culprit(app):
    screen = app.top
    bad = {"kind": "lane", "look": "bus", "row": 5, "direction": "right", "at": [4]}
    screen.editing.change(with_obstacle(screen.editing.text, bad))
    settle(app)
    click(app, screen.proof.show.rect.center)
    settle(app)
    assert (screen.pane.chosen, screen.pane.cursor) == (3, (5, 0))
    assert screen.obstacle.delete.visible
    click(app, screen.obstacle.delete.rect.center)
    settle(app)
    assert not screen.proof.show.visible
    assert app.failures == []


def test_the_bar_counts_the_traps_of_each_step_and_a_click_goes_there(app):
    screen = app.top
    cycle, proof = screen.bar.round, screen.editing.judged.proof
    lost = (proof.safe.survival >= 0) & ~proof.mdp.violation & ~proof.mdp.goal
    assert cycle.period == proof.mdp.period > 1
    assert [*cycle.traps] == [int(lost[proof.mdp.states_at(step)].sum()) for step in range(cycle.period)]
    step = cycle.period - 2
    click(app, (cycle.place(step), cycle.track.centery))
    assert (cycle.now, screen.pane.paused) == (step, True)
    press(app, pygame.K_n, sign="n")
    assert cycle.now == step + 1
    cycle.key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT))
    assert cycle.now == 0


def test_the_traffic_has_a_speed_of_its_own(app):
    pane = app.top.pane
    for key, sign, speed in ((pygame.K_PLUS, "+", 2), (pygame.K_MINUS, "-", 1), (pygame.K_MINUS, "-", 0)):
        press(app, key, sign=sign)
        assert pane.speed == speed
    click(app, app.top.bar.speed.parts()[3].center)
    pane.time = 0.0
    pane.advance(0.5)
    assert pane.time == 4.0


@pytest.fixture
def small(tmp_path, window):
    """The editor in a window too narrow for a panel, without a program around it."""
    editing = Editing(Source(TEMPLATES["Crossing"]), tmp_path)
    end = time.perf_counter() + 60
    while not editing.up_to_date:
        assert time.perf_counter() < end
        time.sleep(0.002)
    screen = Edit((540, 500), 1.0, Services(Settings(), folder=tmp_path), editing)
    yield screen
    screen.close(10)


def test_a_narrow_window_has_tools_and_cards_in_a_sheet(small):
    assert not small.panel.visible
    assert not small.palette.visible
    assert {Control.SAVE_AS, Control.SHARE, Control.SHOW_FILE} <= {*small.toolbar.elsewhere}
    small.toolbar.widgets["CARDS"].activate()
    assert small.ui.popups == [small.sheet]
    cards = (small.tool_card, small.proof, small.obstacle, small.level_card)
    assert all(card.visible for card in cards)
    assert small.sheet.rect.contains(small.tool_card.rect)
    next(button for button in small.tool_card.buttons if button.tool.name == "Road").activate()
    assert small.pane.tool.name == "Road"
    small.do(Control.CARDS)
    assert not small.sheet.shown
    assert small.ui.popups == []
    small.toolbar.level.on_click()
    assert small.ui.focus is small.level_card.name
    small.resize((1280, 800), 1.0)
    assert not small.sheet.shown
    assert small.panel.visible
    assert small.panel in small.ui.root


def test_a_stroke_over_rows_that_are_not_read_yet_does_no_harm(small, monkeypatch):
    small.draw(pygame.Surface((540, 500)))
    monkeypatch.setattr(small.editing._worker, "ask", lambda _: None)
    small.editing.change(with_size(small.editing.text, 2, 0))
    before = small.editing.text
    small.choose_tool("Lane")
    small.pane.begin((7, 0))
    small.pane.lead((7, 4))
    small.pane.end()
    assert small.editing.text == before

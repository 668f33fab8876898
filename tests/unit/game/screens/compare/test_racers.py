"""Selecting who races: by key, by mouse, remembered, and harmless when cancelled."""

import pygame
import pytest

from game.presenters.comparing import Comparing
from game.presenters.entry import DESCRIPTIONS, LATE
from game.presenters.level_loader import prepared
from game.screens.compare.cards import line_colors
from game.screens.compare.compare import Compare
from game.screens.compare.layout import compare_layout
from game.screens.compare.racers import RacerDialog
from game.screens.screen import CompareLevel, Pop
from game.services.services import Services
from game.ui import WidgetTree
from game.ui.theme import PAD, ROLES
from game.userdata.settings import Settings, load
from learner.baselines.standings import COMPARED
from levels.text.reader import builtin_levels, read_file
from tests.unit.game.driving import click, frames, wait


@pytest.fixture(scope="module")
def opened():
    path = builtin_levels()["grid_4"]
    return prepared(path, read_file(path))


@pytest.fixture
def screen(opened, window, monkeypatch):
    """The race without a thread; its comparing's `begun` are who raced at each beginning."""
    comparing = Comparing(opened)
    comparing.begun = []
    monkeypatch.setattr(comparing, "_start", lambda _opened: comparing.begun.append(comparing.names))
    return Compare((1280, 800), 1.0, Services(), comparing)


def key(screen, code, sign=""):
    screen.handle(pygame.Event(pygame.KEYDOWN, key=code, mod=0, unicode=sign))


def dialog(screen):
    (popup,) = screen.ui.popups
    assert isinstance(popup, RacerDialog)
    return popup


def test_a_number_opens_the_list_and_the_arrows_and_enter_select(screen):
    key(screen, pygame.K_2, "2")
    assert [*dialog(screen).rows] == [*DESCRIPTIONS]
    notes = {name: row.note for name, row in dialog(screen).rows.items() if row.note}
    assert notes == {"plain": "races first", "one_step": "races here", "ours": "races third"}
    for _ in range(2):
        key(screen, pygame.K_DOWN)
    key(screen, pygame.K_RETURN)
    assert screen.ui.popups == []
    assert screen.comparing.begun == [("plain", "lagrangian", "ours")]
    assert screen.services.settings.racers == ("plain", "lagrangian", "ours")


def test_escape_cancel_or_who_races_there_already_changes_nothing(screen):
    for leave in (pygame.K_ESCAPE, pygame.K_RETURN, None):
        key(screen, pygame.K_1, "1")
        if leave is None:
            dialog(screen).close.activate()
        else:
            key(screen, leave)
        assert screen.ui.popups == []
    assert screen.comparing.begun == []
    assert screen.outcome is None


@pytest.mark.parametrize("size", [(960, 600), (400, 300), (300, 700)])
def test_the_list_fits_any_window_and_the_focus_comes_into_sight(screen, size):
    screen.resize(size, 1.0)
    key(screen, pygame.K_3, "3")
    for _ in range(4):
        key(screen, pygame.K_DOWN)
    screen.draw(pygame.Surface(size))
    popup = dialog(screen)
    assert pygame.Rect((0, 0), size).contains(popup.rect)
    assert popup.rect.contains(popup.rows["double_q"].rect)
    assert popup.rect.contains(popup.close.rect)
    assert screen.ui.focus is popup.rows["double_q"]


def test_a_click_on_the_card_does_the_same_and_the_page_remembers(start):
    app = start()
    app._act(CompareLevel(builtin_levels()["grid_4"]))
    frames(app)
    click(app, app.top.heads[2].rect.center)
    frames(app)
    click(app, dialog(app.top).rows["plain"].rect.center)
    assert app.top.comparing.names == ("ours", "one_step", "plain")
    wait(app, lambda: app.top.comparing.standings is not None)
    raced = [one.baseline.name for one in app.top.comparing.standings.baselines]
    assert raced == ["ours", "one_step", "plain"]
    app._act(Pop())
    app._act(CompareLevel(builtin_levels()["grid_4"]))
    assert [entry.name for entry in app.top.comparing.entries] == raced


def test_settings_know_all_learners_and_refuse_one_twice(tmp_path):
    assert Settings().racers == COMPARED
    for name in DESCRIPTIONS:
        others = [other for other in COMPARED if other != name]
        assert Settings(racers=(name, *others[:2])).racers[0] == name
    path = tmp_path / "settings.json"
    for racers in ('["ours", "ours", "plain"]', '["ours", "nobody", "plain"]', '["ours"]'):
        path.write_text(f'{{"version": 1, "muted": true, "racers": {racers}}}', encoding="utf-8")
        settings, notice = load(path)
        assert (settings.racers, settings.muted) == (COMPARED, True)
        assert "racers" in notice


def test_learners_with_the_same_role_have_lines_of_their_own_colour():
    assert line_colors(["unsafe", "doomed", "safe"]) == [ROLES[role] for role in ("unsafe", "doomed", "safe")]
    for role in ROLES:
        colors = line_colors([role, role, role])
        assert len(set(colors)) == 3
        assert colors[0] == ROLES[role]


@pytest.mark.parametrize(("size", "scale"), [((1366, 768), 1.5), ((960, 600), 1.0)])
def test_what_each_may_try_is_whole_also_in_large_letters(surface, size, scale):
    ui = WidgetTree(size, scale)
    room = compare_layout(*size, scale, aspect=1.5).columns[0].head.width - 2 * ui.px(PAD)
    rules = [known.rule for known in (*DESCRIPTIONS.values(), *LATE.values())]
    assert [rule for rule in rules if ui.text_width(rule, 12) > room] == []

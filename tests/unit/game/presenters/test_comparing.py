"""The compare screen's state, and the screen in the window: from the menu and back, keys, marks, threads."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.presenters.comparing import Comparing
from game.presenters.entry import Entry
from game.presenters.level_loader import prepared
from game.presenters.playback import SPEEDS
from game.screens.compare.cards import FIGURE_TIPS, Figures
from game.screens.screen import CompareLevel
from game.ui import WidgetTree
from learner.baselines.comparison import Comparison
from learner.baselines.standings import Standings
from levels.model.board import Action
from levels.text.reader import builtin_levels, read_file
from tests.unit.game.driving import click, frames, press, until


@pytest.fixture(scope="module")
def opened():
    path = builtin_levels()["crossy_road"]
    return prepared(Path("crossy_road.yaml"), read_file(path))


@pytest.fixture(scope="module")
def standings(opened):
    comparison = Comparison(opened.level, opened.mdp, seed=0)
    comparison.advance(3_000)
    return comparison.standings()


class Ready:
    """Stands for the comparison's thread: one standings, and a list of what was asked."""

    def __init__(self, standings):
        self.standings = standings
        self.asked = []

    def latest(self):
        return self.standings

    def send(self, command):
        self.asked.append(command)

    def stop(self, _patience):
        return True


@pytest.fixture
def comparing(opened, standings):
    comparing = Comparing(opened)
    comparing.thread = Ready(standings)
    comparing._rng = np.random.default_rng(0)
    return comparing


def test_who_races_is_on_the_page_in_that_order_and_any_learner_counts_its_failures(opened, standings):
    comparing = Comparing(opened, names=("ours", "sarsa", "plain"))
    titles = [entry.description(opened).title for entry in comparing.entries]
    assert titles == ["Sees every trap", "Learns from what it does", "Learns by crashing"]
    comparing.entries[2].standing = replace(standings.baselines[0], dead_ends=7)
    figures = Figures(WidgetTree((960, 600), 1.0), comparing, 2).figures()
    crashes = standings.baselines[0].failures - 7
    assert crashes > 0
    assert [figure[:2] for figure in figures[:2]] == [(f"{crashes:,}", "crashes"), ("7", "trapped")]


def test_another_learner_starts_the_race_over_and_one_that_races_changes_places(comparing, monkeypatch):
    made = []
    monkeypatch.setattr(comparing, "_start", lambda _opened: made.append(comparing.names))
    comparing.update(0.02)
    comparing.select(0, "plain")
    assert made == []
    comparing.select(1, "double_q")
    comparing.select(0, "ours")
    assert made == [("plain", "double_q", "ours"), ("ours", "double_q", "plain")]
    assert [entry.name for entry in comparing.entries] == ["ours", "double_q", "plain"]
    assert comparing.standings is None
    assert all(entry.standing is None and entry.playback.rollout is None for entry in comparing.entries)


def failing(entry, opened, kinds, n=2000):
    """Plays episodes of a contestant until one fails in one of these ways."""
    rng = np.random.default_rng(1)
    for _ in range(n):
        entry.play(opened, rng, exploring=True)
        if entry.failure is not None and entry.failure.text in kinds:
            return entry.playback.rollout
    raise AssertionError(f"no failure among {kinds}")


def test_all_three_play_an_episode_each_and_ours_never_fails(comparing, opened):
    comparing.update(0.02)
    assert all(one.playback.rollout is not None for one in comparing.entries)
    rng = np.random.default_rng(0)
    outcomes = {one.name: set() for one in comparing.entries}
    for _ in range(200):
        for one in comparing.entries:
            one.play(opened, rng, exploring=True)
            outcomes[one.name].add(one.playback.rollout.outcome)
    assert "crash" in outcomes["plain"]
    assert "dead_end" not in outcomes["plain"]
    assert "crash" not in outcomes["one_step"] | outcomes["ours"]
    assert "dead_end" in outcomes["one_step"]
    assert "dead_end" not in outcomes["ours"]
    assert comparing.entries[2].failure is None


def test_a_crash_into_traffic_ends_on_the_cell_of_the_crash(comparing, opened):
    comparing.update(0.02)
    plain = comparing.entries[0]
    rollout = failing(plain, opened, {"hit by a car", "hit by a truck", "hit by a bus", "hit by a train"})
    assert rollout.states[-1] == opened.mdp.crash
    assert len(plain.way) == len(rollout.states)
    plain.playback.position = float(plain.playback.n_moves)
    assert plain.failed
    scene = plain.scene(opened)
    assert scene.agent_to == plain.failure.cell
    time = scene.time
    entered = {
        mover.stands_on(plain.failure.cell, int(time)) or mover.sweeps(plain.failure.cell, int(time) - 1)
        for mover in opened.level.movers
    }
    swapped = any(mover.enters(plain.way[-2], int(time) - 1) for mover in opened.level.movers)
    assert True in entered or swapped


def test_a_crash_into_what_blocks_leaves_the_agent_where_it_is(comparing, opened):
    comparing.update(0.02)
    plain = comparing.entries[0]
    rollout = failing(plain, opened, {"into a tree", "off the board", "into a bush", "into a rock"})
    plain.playback.position = plain.playback.n_moves - 0.5
    before = opened.mdp.cell(rollout.states[-2])
    scene = plain.scene(opened)
    assert scene.agent_from == scene.agent_to == before
    assert scene.refused is opened.mdp.actions[rollout.actions[-1]]
    plain.playback.position = float(plain.playback.n_moves)
    assert plain.scene(opened).agent_to == before
    assert plain.failure.cell != before


def test_before_anything_is_learned_the_agent_stands_at_the_start(opened):
    scene = Entry("plain").scene(opened)
    assert scene.agent_to == opened.level.board.starts[0]
    assert scene.facing is Action.DOWN


def test_pause_step_and_speed_concern_all_three_displays(comparing):
    comparing.update(0.02)
    comparing.toggle_pause()
    comparing.update(0.1)
    assert [one.playback.position for one in comparing.entries] == [
        comparing.entries[0].playback.position
    ] * 3
    comparing.step()
    for _ in range(20):
        comparing.update(0.1)
    assert {one.playback.index for one in comparing.entries} == {1}
    assert comparing.paused
    comparing.set_speed(len(SPEEDS) - 1)
    assert {one.playback.speed_index for one in comparing.entries} == {len(SPEEDS) - 1}


def test_displays_never_touch_training(comparing):
    comparing.update(0.02)
    comparing.toggle_pause()
    comparing.step()
    comparing.set_exploring(False)
    assert comparing.thread.asked == []
    assert all(not any(one.playback.rollout.random) for one in comparing.entries)


def test_a_failed_contest_is_kept_to_be_told(comparing):
    nothing = np.zeros(0, dtype=np.int64)
    comparing.thread.standings = Standings(1, "failed", "the comparison stopped: x", 0, 0.0, nothing, ())
    comparing.update(0.2)
    assert comparing.standings.message == "the comparison stopped: x"


# -- in the window ----------------------------------------------------------------------------------------


@pytest.fixture
def app(start):
    """The program with the compare screen on dead_end."""
    app = start()
    app._act(CompareLevel(builtin_levels()["dead_end"]))
    until(app, lambda: app.top.comparing.standings is not None)
    return app


def test_k_opens_it_from_the_menu_and_escape_leads_back(start):
    app = start()
    frames(app)
    press(app, pygame.K_k)
    assert app.top.name == "compare"
    until(app, lambda: app.top.comparing.standings is not None)
    press(app, pygame.K_ESCAPE)
    assert app.top.name == "menu"


def test_the_counters_run_equally_far_and_ours_stays_at_zero(app):
    until(app, lambda: app.top.comparing.standings.transitions > 5_000)
    plain, one_step, ours = app.top.comparing.standings.baselines
    assert plain.failures > 100
    assert one_step.failures > 0
    assert ours.failures == 0
    assert [figure for figure, _, _ in app.top.figures[2].figures()[:2]] == ["0", "0"]


def test_keys(app):
    comparing = app.top.comparing
    press(app, pygame.K_SPACE)
    assert comparing.paused
    press(app, pygame.K_t)
    assert comparing.training_paused
    until(app, lambda: comparing.standings.status == "paused")
    before = comparing.thread.latest().transitions
    press(app, pygame.K_PERIOD, sign=".")
    until(app, lambda: comparing.standings.transitions == before + 1)
    press(app, pygame.K_e)
    assert not comparing.exploring
    press(app, pygame.K_u)
    assert comparing.unlimited
    press(app, pygame.K_r)
    until(app, lambda: comparing.standings is not None)
    assert not comparing.training_paused
    assert app.failures == []


def test_moves_are_shown_backwards_as_well(app):
    comparing = app.top.comparing
    until(app, lambda: all(one.playback.index > 0 for one in comparing.entries))
    press(app, pygame.K_SPACE)
    frames(app, 60)
    before = [one.playback.position for one in comparing.entries]
    press(app, pygame.K_LEFT)
    frames(app, 2)
    assert [one.playback.position for one in comparing.entries] == [max(x - 1, 0) for x in before]
    press(app, pygame.K_RIGHT)
    frames(app, 60)
    assert [one.playback.position for one in comparing.entries] == before


def test_a_film_is_begun_with_the_mouse_and_what_is_told_hides_no_figure(app):
    frames(app)
    click(app, app.top.record.rect.center)
    frames(app, 30)
    assert app.services.recording.taken
    assert app.top.record.on
    assert all(not app.top.message_area.colliderect(card.rect) for card in [*app.top.heads, *app.top.figures])
    click(app, app.top.speaker.rect.center)
    frames(app)
    assert app.services.settings.muted
    assert app.top.speaker.icon == "volume-x"


@pytest.mark.parametrize("size", [(1280, 800), (640, 480), (500, 900), (400, 300), (300, 400), (200, 120)])
def test_any_size_is_drawn_with_marks(app, size):
    app.top.resize(size, 1.0)
    for entry in app.top.comparing.entries:
        entry.playback.speed_index = len(SPEEDS) - 1
    surface = pygame.Surface(size)
    for _ in range(30):
        app.advance(1 / 10)
        app.top.draw(surface)
    assert app.failures == []


@pytest.mark.parametrize(("width", "names"), [(409, 4), (300, 3), (200, 2), (150, 1)])
def test_figures_that_find_no_room_are_left_out_whole(app, width, names):
    figures = app.top.figures[0]
    figures.rect.width = width
    assert figures.n_shown == names
    assert figures.tip_at((figures.rect.right - 1, 0))[0] == FIGURE_TIPS[-1].format(best="best possible")
    assert figures.tip_at((figures.rect.x, 0))[0] == FIGURE_TIPS[-names].format(best="best possible")


def test_when_it_first_was_optimal_is_told_as_that(app):
    figures = app.top.figures[0]
    standing = figures.entry.standing
    figures.entry.standing = replace(standing, optimal=False, first_optimal=1234)
    assert figures.figures()[-1][:2] == ("run 1,234", "best path at")
    figures.entry.standing = replace(standing, first_optimal=None)
    assert figures.figures()[-1][:2] == ("not yet", "best path at")


def test_a_file_that_is_no_level_is_told(start, tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text("format: 1\nname: x\nmap: |\n  S.#\n", encoding="utf-8")
    app = start()
    app._act(CompareLevel(bad))
    until(app, lambda: app.top.name == "errors")
    press(app, pygame.K_ESCAPE)
    assert app.top.name == "menu"

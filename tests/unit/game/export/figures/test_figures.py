"""The paper's figures: what they are drawn from, and the same bytes for the same seeds."""

import csv
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from game.export.figures import FIGURES, FiguresError, boards, make_figures
from game.export.figures.page import CAPTION, GAP, page
from game.export.figures.runs import builtin, learn, trend
from game.export.figures.trends import WINDOWS, windows
from game.ui.drawing import draw
from game.ui.drawing.pictures import save_picture
from learner.core import packed
from learner.core.trainer import Trainer
from levels.model.board import Action
from levels.model.delays import Delays
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import steps_to_goal
from levels.proof.safety import safe_actions

BLUE, RED = "#0000ff", "#ff0000"


@pytest.fixture(autouse=True)
def fonts():
    pygame.font.init()
    yield
    draw.clear_caches()


def bytes_of(picture, path):
    save_picture(picture, path)
    return path.read_bytes()


def test_a_trend_holds_every_single_episode_of_every_seed():
    level = builtin("grid_9")
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, level.safety)
    seen = trend("grid_9", (3, 4))
    n_seeds, n_episodes = seen.changes.shape
    assert (n_seeds, n_episodes) == (2, seen.converged.max())
    assert n_episodes > 512  # the chart has merged its buckets in the meantime
    for changes, converged, seed in zip(seen.changes, seen.converged, (3, 4), strict=True):
        assert changes[converged - 1] < level.learning.threshold <= changes[: converged - 1].min()
        trainer = Trainer(mdp, safe, level.learning, seed)
        trainer.advance(n_episodes=512)
        trainer_says = trainer.memory.chart[:512, packed.CHANGE_SUM]  # one episode a bucket
        assert changes[:512] == pytest.approx(trainer_says, rel=1e-9, abs=1e-12)


def test_a_level_that_was_learned_goes_the_shortest_safe_way():
    learned = learn("grid_4", 0)
    assert learned.snapshot.episodes == learned.snapshot.converged_episode
    assert len(learned.rollout.actions) == 6


@pytest.mark.parametrize("name", ["grid_4", "maze_15"])
def test_no_arrow_of_a_policy_leads_in_a_circle(name, monkeypatch):
    """What is drawn are the labels that `policy` learns: each path of arrows is a shortest one."""
    drawn = []
    monkeypatch.setattr(
        boards, "picture", lambda *arguments: drawn.append(arguments) or pygame.Surface((9, 9))
    )
    boards.policy(name, 0)
    overlay_data = drawn[0][4]
    mdp, labels = overlay_data.mdp, overlay_data.labels
    shortest = steps_to_goal(mdp, overlay_data.safe)
    for first in np.flatnonzero(shortest > 0).tolist():
        state = first
        for _ in range(int(shortest[first])):
            state = int(mdp.next_state[state, labels[state]])
        assert mdp.goal[state]


def test_windows_keep_few_episodes_as_they_are():
    at, median, least, most = windows(np.array([[8.0, 4.0, 1.0], [6.0, 2.0, 3.0], [9.0, 3.0, 5.0]]))
    assert at.tolist() == [1, 2, 3]
    assert median.tolist() == [8, 3, 3]
    assert least.tolist() == [6, 2, 1]
    assert most.tolist() == [9, 4, 5]


def test_windows_thin_out_many_episodes():
    at, median, least, most = windows(np.arange(1.0, 4 * WINDOWS + 1).reshape(1, -1))
    assert at[:3].tolist() == median[:3].tolist() == [2.5, 6.5, 10.5]
    assert least[:3].tolist() == [1, 5, 9]
    assert most[:3].tolist() == [4, 8, 12]
    assert len(at) == WINDOWS


@pytest.mark.parametrize(
    ("last", "ticks"),
    [
        (1, [0, 1]),
        (5, [0, 1, 2, 3, 4, 5]),
        (15, [0, 2, 4, 6, 8, 10, 12, 14, 15]),
        (24, [*range(0, 24, 3), 24]),
    ],
)
def test_a_strip_shows_every_kth_tick_and_the_last(last, ticks):
    assert boards.shown_ticks(last) == ticks


def test_a_strip_shows_the_agent_where_the_rollout_has_it():
    learned = learn("patrol_15x9", 0)
    cells = [learned.mdp.cell(state) for state in learned.rollout.states]
    middle, end = boards.at_tick(learned, 6), boards.at_tick(learned, 16)
    assert (middle.time, middle.agent_from, middle.agent_to) == (6, cells[6], cells[6])
    assert middle.trail == tuple(cells[:7])
    assert learned.mdp.actions[learned.rollout.actions[5]] is middle.facing
    assert not middle.at_goal
    assert (end.time, end.agent_to, end.at_goal) == (16, learned.level.board.goals[0], True)
    assert boards.at_tick(learned, 0).facing is learned.mdp.actions[learned.rollout.actions[0]]


def test_a_strip_of_late_traffic_is_as_late_as_its_seed_has_it(make_level):
    lane = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "at": [0], "late": 3}
    level = make_level(["...G", "====", "S..."], obstacles=[lane], actions=["right", "up", "wait"])
    mdp = compile_mdp(level)
    waits = mdp.actions.index(Action.WAIT)
    rollout = SimpleNamespace(states=(mdp.starts[0],) * 21, actions=(waits,) * 20)
    for seed in (1, 2):
        learned = SimpleNamespace(level=level, mdp=mdp, rollout=rollout, seed=seed)
        delays = Delays(level, seed)
        assert [boards.at_tick(learned, tick).late for tick in range(21)] == [
            delays.at(tick) for tick in range(21)
        ]
    late = boards.at_tick(learned, 20)
    assert late.timetable(0) == 20 - late.delay(0)


def test_the_robot_of_a_strip_is_where_its_tick_has_it():
    level = builtin("patrol_15x9")
    (robot,) = level.movers
    size = (15 * 24, 15 * 24)
    start = level.board.starts[0]
    pictures = [
        boards.picture(level, boards.Scene(tick, start, start, facing=Action.RIGHT), size) for tick in (0, 4)
    ]
    both = [pygame.surfarray.array3d(picture).astype(int) for picture in pictures]
    differs = np.argwhere((both[0] != both[1]).any(axis=2))  # x, y
    cell = boards.cell_px_for(level, *size)
    columns = {robot.body(tick)[0][1] for tick in (0, 4)}
    # half a cell of room and the frame stand left of the board
    found = {int((x - cell // 2 - round(0.14 * cell)) // cell) for x in differs[:, 0]}
    assert columns <= found
    assert found <= set(range(min(columns) - 2, max(columns) + 3))


def test_a_page_is_wide_enough_for_captions_and_stands_its_pictures_on_one_line():
    small, tall = pygame.Surface((20, 30)), pygame.Surface((20, 90))
    small.fill(BLUE)
    tall.fill(RED)
    whole = page([(small, "a caption much wider than its picture"), (tall, "b")], columns=2)
    width = draw.text_size("a caption much wider than its picture", CAPTION, "Medium")[0]
    assert whole.get_width() >= width + 20 + 3 * GAP
    foot = GAP + 90 - 1
    assert whole.get_at((GAP + width // 2, foot)) == pygame.Color(BLUE)
    assert whole.get_at((GAP + width // 2, foot - 30)) == pygame.Color("white")
    assert whole.get_at((2 * GAP + width + 8, foot)) == pygame.Color(RED)


def test_the_same_picture_is_the_same_file(tmp_path):
    first = bytes_of(boards.policy("grid_4", 0), tmp_path / "a.png")
    draw.clear_caches()
    assert bytes_of(boards.policy("grid_4", 0), tmp_path / "b.png") == first
    assert not any(chunk in first for chunk in (b"tEXt", b"iTXt", b"zTXt", b"tIME"))


def test_without_matplotlib_a_sentence_says_how_to_get_it_and_nothing_is_made(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(
        FiguresError, match=r"(?s)matplotlib, which is not installed here.*pip install matplotlib"
    ):
        make_figures(tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
class TestWithMatplotlib:
    """What needs the extra."""

    @pytest.fixture(autouse=True)
    def extra(self):
        pytest.importorskip("matplotlib", reason="the figures' extra, matplotlib, is not installed")

    @pytest.mark.slow
    def test_the_same_seeds_give_the_same_bytes(self, tmp_path, monkeypatch):
        import game.export.figures
        from game.export.figures.trends import draw_trends

        small = {
            "policy_grid_4.png": FIGURES["policy_grid_4.png"],
            "trend.png": lambda path, seeds: draw_trends(
                [[trend("grid_4", seeds)], [trend("grid_5", seeds)]], path
            ),
            "trends.png": lambda path, seeds: draw_trends(
                [[trend(f"grid_{n}", seeds) for n in (4, 5)]], path
            ),
        }
        monkeypatch.setattr(game.export.figures, "FIGURES", small)
        told = []
        once = make_figures(tmp_path / "once", (0, 1), lambda *step: told.append(step))
        again = make_figures(tmp_path / "again", (0, 1))
        assert [path.name for path in once] == list(small)
        assert told == [(0, 3, "policy_grid_4.png"), (1, 3, "trend.png"), (2, 3, "trends.png"), (3, 3, "")]
        for a, b in zip(once, again, strict=True):
            assert a.read_bytes() == b.read_bytes()
            assert not any(chunk in a.read_bytes() for chunk in (b"tEXt", b"iTXt", b"zTXt", b"tIME"))
        other = make_figures(tmp_path / "other", (2, 3), names=["trend.png"])
        assert other[0].read_bytes() != once[1].read_bytes()

    @pytest.mark.slow
    def test_somebody_elses_settings_change_nothing(self, tmp_path):
        from matplotlib import rc_context, rcParams

        from game.export.figures.trends import draw_trends

        shown = [[trend("grid_4", (0, 1))]]
        draw_trends(shown, tmp_path / "plain.png")
        with rc_context({"lines.linewidth": 9, "font.size": 20, "axes.facecolor": "red"}):
            draw_trends(shown, tmp_path / "set.png")
            assert rcParams["lines.linewidth"] == 9
        assert (tmp_path / "plain.png").read_bytes() == (tmp_path / "set.png").read_bytes()

    def test_results_hold_what_the_runs_say(self, tmp_path):
        (path,) = make_figures(tmp_path, (0, 1), names=["results.csv"])
        rows = {row["level"]: row for row in csv.DictReader(path.read_text("utf-8").splitlines())}
        converged = sorted(trend("grid_4", (0, 1)).converged)
        assert [int(rows["grid_4"][f"episodes_{end}"]) for end in ("min", "max")] == converged
        assert {(row["optimal"], row["violations"]) for row in rows.values()} == {("1.0", "0")}
        assert "seconds" not in rows["grid_4"]


def test_every_figure_of_the_table_is_named_in_the_page_about_the_paper():
    text = (draw.ASSETS.parent / "docs" / "paper.md").read_text("utf-8")
    assert [name for name in FIGURES if f"`{name}`" not in text] == []


@pytest.mark.slow
def test_the_gallery_in_the_readme_shows_the_levels_as_they_are():
    pygame.font.init()
    kept = pygame.image.load(Path(__file__).parents[5] / "docs" / "gallery.png")
    drawn = boards.gallery()
    assert kept.get_size() == drawn.get_size()
    difference = np.abs(pygame.surfarray.array3d(kept).astype(int) - pygame.surfarray.array3d(drawn))
    assert (difference.max(axis=2) > 24).mean() < 0.0005

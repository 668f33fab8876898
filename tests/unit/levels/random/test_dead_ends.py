"""The dead-end study: exact on levels reckoned by hand, and as the oracle finds it on random crossings."""

import csv
import re
from pathlib import Path

import pytest

from levels.model.mdp import compile_mdp
from levels.proof.safety import safe_actions
from levels.random.dead_ends import Judged, Study, chance_of_dead_end, judge, study, write_csv
from levels.random.generator import random_crossing
from tests.conftest import tiny
from tests.oracle import World

PAGE = Path(__file__).resolve().parents[4] / "docs" / "dead_ends.md"
POCKET = ["G#", "S."]
"""Up is the goal; right is a pocket that neither right nor up leads out of."""


def chances(level, limit):
    mdp = compile_mdp(level)
    return chance_of_dead_end(mdp, safe_actions(mdp, "one_step"), limit)


def played_out(figures, starts, limit):
    """The same chances with dictionaries, from the oracle's one-step-safe moves."""
    now, met = {start: 1 / len(starts) for start in starts}, 0.0
    for _ in range(limit + 1):
        then = {}
        for state, chance in now.items():
            if state[0] in figures.world.goals:
                continue
            moves = figures.next[state].values()
            met += 0.0 if moves else chance
            for after in moves:
                then[after] = then.get(after, 0.0) + chance / len(moves)
        now, unfinished = then, sum(then.values())
    return met, unfinished


@pytest.mark.parametrize(
    ("rows", "limit", "expected"),
    [
        (POCKET, 0, (0.0, 1.0)),  # nothing happens in no time
        (POCKET, 1, (0.5, 0.0)),
        (["G##", "SS."], 0, (0.0, 1.0)),
        (["G##", "SS."], 1, (0.5, 0.25)),  # half begin where right, into the pocket, is all that is left
        (["G##", "SS."], 2, (0.75, 0.0)),
    ],
)
def test_a_chance_reckoned_by_hand(rows, limit, expected):
    level = tiny(rows, actions=["right", "up"])
    assert chances(level, limit) == expected


def test_without_traffic_there_is_no_dead_end(open_4x4):
    met, unfinished = chances(open_4x4, 5000)
    assert met == 0.0
    assert unfinished < 1e-12
    assert chances(open_4x4, 5)[1] == 1.0  # six steps at least


@pytest.mark.parametrize("wait", [False, True])
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))])
def test_the_oracle_finds_the_same(seed, wait):
    level = random_crossing(seed, wait=wait)
    world = World(level)
    published, repaired = world.figures("one_step"), world.figures("viable")
    starts = [(cell, 0) for cell in world.starts]
    reached = [state for state in published.distance if state[0] not in world.goals]
    judged = judge(level, seed, limit=300)
    assert (judged.seed, judged.wait) == (seed, wait)
    assert judged.doomed == published.doomed_reachable
    assert judged.dead_ends == sum(not published.next[state] for state in reached)
    assert judged.solvable == (repaired.starts_viable and all(start in repaired.to_goal for start in starts))
    assert (judged.chance, judged.unfinished) == pytest.approx(played_out(published, starts, 300), abs=1e-12)


def test_a_level_that_has_no_safe_way_is_not_counted():
    judged = judge(tiny(["S#G"]), 0)
    assert not judged.solvable
    with pytest.raises(ValueError, match="none of the levels is solvable"):
        Study((judged,)).summary(wait=False)


def test_a_summary_is_about_the_solvable_levels():
    def one(seed, solvable, dead_ends, chance, wait=False):
        return Judged(seed, wait, 10, solvable, dead_ends, dead_ends, chance, 0.1)

    plain = [one(0, True, 2, 0.5), one(1, False, 1, 1.0), one(2, True, 0, 0.0), one(3, True, 1, 0.1)]
    result = Study((*plain, one(0, True, 0, 0.0, wait=True)))
    line = result.summary(wait=False)
    assert (line.levels, line.solvable, line.with_dead_end) == (4, 3, 2)
    assert (line.mean, line.median, line.worst) == (pytest.approx(0.2), 0.1, 0.5)
    assert line.unfinished == pytest.approx(0.1)
    cells = [cell.strip() for cell in result.table().splitlines()[2].strip("|").split("|")]
    assert cells == ["four moves", "4", "3", "2 (67%)", "20.0%", "10.0%", "50.0%", "10.00%"]


def test_the_csv_has_a_line_a_level_and_the_same_bytes_each_time(tmp_path):
    told = []
    for name in ("a.csv", "b.csv"):
        write_csv(study(3, done=told.append), tmp_path / name)
    assert told == [1, 2, 3] * 2
    text = (tmp_path / "a.csv").read_bytes()
    assert text == (tmp_path / "b.csv").read_bytes()
    rows = list(csv.DictReader(text.decode().splitlines()))
    assert [(row["seed"], row["wait"]) for row in rows] == [
        (str(s), w) for s in range(3) for w in ("False", "True")
    ]
    assert all(re.fullmatch(r"[01]\.\d{9}", row["chance"]) for row in rows)


@pytest.mark.soak
def test_the_page_shows_the_study_of_300_seeds():
    assert study(300).table() in PAGE.read_text(encoding="utf-8")

"""A race in late traffic: real delays, the same in all three, real crashes, and words that say so."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from game.presenters.comparing import Comparing
from game.presenters.entry import Entry
from game.presenters.level_loader import prepared
from game.screens.compare.cards import Figures
from game.ui import WidgetTree
from learner.baselines.comparison import Comparison
from levels.model.board import Action
from levels.model.delays import vehicle_met
from levels.text.reader import builtin_levels, parse_file, read_file

RIVER = """
format: 1
name: River
map: |
  G..
  ~~~
  ..S
obstacles: [{kind: lane, look: log, row: 1, direction: right, loop: 3, carries: true, at: [1]}]
"""


@pytest.fixture(scope="module")
def opened():
    return prepared(Path("late_road.yaml"), read_file(builtin_levels()["late_road"]))


@pytest.fixture(scope="module")
def raced(opened):
    comparison = Comparison(opened.level, opened.mdp, seed=0)
    comparison.advance(3_000)
    return comparison.standings().baselines


@pytest.fixture
def comparing(opened, raced):
    comparing = Comparing(opened)
    for entry, standing in zip(comparing.entries, raced, strict=True):
        entry.standing = standing
    return comparing


def test_episodes_of_one_number_have_the_same_delays_in_all_three(comparing, opened):
    rng, seen = np.random.default_rng(0), set()
    for _ in range(3):
        for entry in comparing.entries:
            entry.play(opened, rng, exploring=True)
        drawn = {tuple(map(entry.playback.delays.at, range(30))) for entry in comparing.entries}
        assert len(drawn) == 1
        seen |= drawn
    assert len(seen) == 3
    entry = comparing.entries[0]
    entry.playback.position = 4.0
    assert (scene := entry.scene(opened)).late == entry.playback.delays.at(4)
    assert scene.later == entry.playback.delays.at(5)


def test_plain_and_the_published_set_are_shown_being_hit_and_ours_never_is(comparing, opened):
    rng, level, mdp = np.random.default_rng(1), opened.level, opened.mdp
    hits = {entry.name: 0 for entry in comparing.entries}
    for _ in range(25):
        for entry in comparing.entries:
            entry.play(opened, rng, exploring=True)
            delays, way = entry.playback.delays, entry.way
            met = [
                vehicle_met(level, here, there, tick, delays.at(tick), delays.at(tick + 1))
                for tick, (here, there) in enumerate(pairwise(way))
            ]
            if entry.failure is not None and not entry.failure.moved:
                met[-1] = None  # it ran into a rock: what comes to the cell that it stood on is not the crash
            hit = entry.failure is not None and entry.failure.text.startswith("hit by a")
            assert [mover is not None for mover in met] == [False] * (len(met) - 1) + [hit]
            if hit:
                assert met[-1].look in entry.failure.text
                assert entry.failure.cell == way[-1]
            hits[entry.name] += hit
    assert hits["plain"] > 0
    assert hits["one_step"] > 0
    assert hits["ours"] == 0
    assert comparing.entries[2].failure is None
    assert mdp.crash not in comparing.entries[2].playback.rollout.states


@pytest.mark.usefixtures("window")
def test_words_on_a_late_level_promise_no_more_than_holds(comparing, opened):
    figures = Figures(WidgetTree((960, 600), 1.0), comparing, 1)
    figures.rect.width = 400
    assert "as short as the best guaranteed one" in figures.tip_at((399, 0))[0]
    assert "Somebody who sees the delays may do better" in figures.tip_at((399, 0))[0]
    assert figures.figures()[-1][1] == "guaranteed at"
    one_step = comparing.entries[1]
    assert one_step.description(opened).failures == "crashes and traps"
    assert one_step.description(None).failures == "times trapped"
    counted = [int(figure[0].replace(",", "")) for figure in figures.figures()[:2]]
    assert counted == [one_step.standing.failures - one_step.standing.dead_ends, one_step.standing.dead_ends]
    assert counted[0] > 0


@pytest.mark.parametrize(("front", "told"), [(0, "into the water"), (2, "carried off by a log")])
def test_on_a_river_a_crash_says_what_the_water_did(front, told):
    opened = prepared(Path("river.yaml"), parse_file(RIVER.replace("at: [1]", f"at: [{front}]"), "river"))
    (plain, *_) = Comparison(opened.level, opened.mdp, seed=0).standings().baselines
    entry = Entry("plain")
    up = np.full(opened.mdp.n_states, opened.mdp.actions.index(Action.UP), dtype=np.int8)
    entry.standing = replace(plain, labels=up)
    entry.play(opened, np.random.default_rng(0), exploring=False)
    assert entry.failure.text == told
    assert entry.way == ((2, 2), (1, 2))

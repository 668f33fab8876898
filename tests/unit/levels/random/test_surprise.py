"""Surprises: certified, as hard as asked for, the same for the same seed; what the tightest gap is."""

import hashlib
from itertools import pairwise

import numpy as np
import pytest

from levels.model.mdp import compile_mdp
from levels.proof.certificate import certify
from levels.proof.safety import safe_actions
from levels.random import surprise as module
from levels.random.codes import code_of
from levels.random.surprise import DIFFICULTIES, free_spells, surprise, tightest_gap
from levels.text.reader import parse_level
from levels.text.writer import to_yaml
from tests.oracle import World

LATE = [(12, 1), (20, 2), (53, 3), (16, 4), (10, 5)]
RIVERS = [(11, 1), (1, 2), (20, 3), (34, 4), (13, 5)]
"""Seeds and difficulties for which one of the first two crossings fits, so that they are found at once."""
CODES = [(0, difficulty, "road") for difficulty in DIFFICULTIES]
CODES += [(*code, "late") for code in LATE] + [(*code, "river") for code in RIVERS]
MORE = [(4711, difficulty, "road") for difficulty in DIFFICULTIES]
MORE += [(0, difficulty, kind) for difficulty in DIFFICULTIES for kind in ("late", "river")]


@pytest.mark.parametrize("code", [*CODES, *(pytest.param(code, marks=pytest.mark.slow) for code in MORE)])
def test_every_surprise_is_certified_and_as_hard_as_it_was_asked_to_be(code):
    level = surprise(*code)
    _, difficulty, kind = code
    wanted = DIFFICULTIES[difficulty]
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    figures = certify(level, mdp, safe)
    assert figures.certified
    assert figures.goal_reachable_from_all
    assert World(level).fault() == ""
    assert figures.rows == wanted.rows
    assert wanted.doomed[0] <= figures.doomed / figures.states < wanted.doomed[1]
    assert wanted.way[0] <= figures.shortest <= wanted.way[1]
    assert wanted.gap[0] <= tightest_gap(mdp, safe) <= wanted.gap[1]
    assert code_of(level.name.removeprefix("Surprise ")) == code
    assert f"{figures.shortest} steps at best" in level.about
    assert ("guaranteed" in level.about) == (kind == "late")
    assert parse_level(to_yaml(level), "again.yaml") == level


def test_difficulties_rise_in_every_figure():
    table = list(DIFFICULTIES.values())
    for easy, hard in pairwise(table):
        assert easy.rows < hard.rows
        assert easy.doomed[1] <= hard.doomed[0]
        assert easy.way[1] < hard.way[0]
        assert easy.gap[0] > hard.gap[0]
        assert easy.gap[1] > hard.gap[1]


def test_a_seed_and_a_difficulty_give_the_same_level_for_ever():
    made = {difficulty: surprise(7, difficulty) for difficulty in DIFFICULTIES}
    text = "".join(map(to_yaml, made.values()))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "00b058bdf521b3ad"
    assert parse_level(to_yaml(made[1]), "again.yaml") == made[1] == surprise(7, 1)
    assert made[1].map != surprise(8, 1).map


@pytest.mark.parametrize(
    ("codes", "kind", "digest"), [(LATE, "late", "0e40d37002f07a9e"), (RIVERS, "river", "10fb7f6f36dd336d")]
)
def test_a_code_of_another_kind_gives_the_same_level_for_ever(codes, kind, digest):
    text = "".join(to_yaml(surprise(*code, kind)) for code in codes)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


@pytest.mark.parametrize("wrong", [(-1, 3), (0, 0), (0, 6)])
def test_what_is_out_of_range_is_told(wrong):
    with pytest.raises(ValueError, match="difficulties are 1 to 5"):
        surprise(*wrong)


def test_tries_end(monkeypatch):
    monkeypatch.setattr(module, "TRIES", 2)
    monkeypatch.setitem(DIFFICULTIES, 1, DIFFICULTIES[1]._replace(way=(1, 1)))
    with pytest.raises(RuntimeError, match="try another seed"):
        surprise(0, 1)


ROAD = """format: 1
name: Road
map: |
  .G.
  ===
  .S.
obstacles:
  - {{kind: lane, look: car, row: 1, direction: right, loop: 6, at: {at}}}
"""


@pytest.mark.parametrize(("at", "gap"), [("[0]", 5), ("[0, 3]", 2), ("[0, 2]", 3), ("[0, 2, 4]", 0)])
def test_the_tightest_gap_of_one_lane_is_its_widest_one(at, gap):
    mdp = compile_mdp(parse_level(ROAD.format(at=at), "road.yaml"))
    assert tightest_gap(mdp, safe_actions(mdp, "viable")) == gap


def test_spells_wrap_round_the_period_and_end_with_it():
    mdp = compile_mdp(parse_level(ROAD.format(at="[0]"), "road.yaml"))
    spells = free_spells(mdp).reshape(mdp.period, 3, 3)
    assert set(spells[:, 1].ravel().tolist()) == {0, 5}
    assert (spells[:, [0, 2]] == mdp.period).all()
    assert np.array_equal(spells.ravel() > 0, ~mdp.violation)

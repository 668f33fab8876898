"""The chart of an exported run: what its title names, and that every kind of run can be drawn."""

import re
from contextlib import suppress

import pytest

from game.export.figures.run import draw_run, title_of
from learner.core.commands import SetLearning
from learner.core.trainer import DeadEndError, Trainer
from learner.runs.export import ExportedRun
from levels.proof.optimal_values import solve
from tests.conftest import tiny
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import world_of


def run_of(level, changes=(), seed=3, transitions=200):
    world = world_of(level)
    trainer = Trainer(world.mdp, world.safe, level.learning, 3)
    for change in changes:
        trainer.advance(100)
        trainer.change(change)
    with suppress(DeadEndError):
        trainer.advance(transitions)
    snapshot = trainer.snapshot(solve(world.mdp, world.safe, trainer.learning.discount))
    return ExportedRun(level, world.mdp, world.safe, snapshot, seed)


def test_the_title_names_the_settings_and_the_first_changes():
    changes = [SetLearning(epsilon=value) for value in (0.2, 0.3, 0.4, 0.5, 0.6)]
    changes[0] = SetLearning(epsilon=0.2, discount=0.9)
    assert title_of(run_of(LEVELS["a road"])).split("\n")[1:] == []
    assert title_of(run_of(LEVELS["a road"], changes, seed=None)).split("\n") == [
        f"{LEVELS['a road'].name} · β 0.07 · γ 1 · ε 0.1",
        "γ 0.9, ε 0.2 from transition 100; ε 0.3 from transition 200; and 3 more",
    ]
    assert " · seed 3 · " in title_of(run_of(LEVELS["a road"]))


@pytest.mark.slow  # matplotlib draws
@pytest.mark.parametrize("transitions", [0, 10])
def test_a_run_without_a_finished_episode_or_with_a_dead_end_is_drawn_too(tmp_path, transitions):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    dead = tiny(["S..#G"], actions=["right"], safety="one_step")
    draw_run(run_of(dead, transitions=transitions), tmp_path / "chart.svg")
    assert b"<svg" in (tmp_path / "chart.svg").read_bytes()


@pytest.mark.slow  # as above
def test_steps_are_plain_numbers_on_the_axis(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    draw_run(run_of(LEVELS["a road"]), tmp_path / "chart.svg")
    labels = re.findall("<!-- (.*) -->", (tmp_path / "chart.svg").read_text(encoding="utf-8"))
    assert {"10", "20"} <= set(labels)
    assert not [label for label in labels if "times" in label]

"""The share of states whose greedy path is a shortest one, and learning until it is all of them."""

import pytest

from learner.core import packed
from learner.core.trainer import Trainer
from learner.runs.training import until_converged
from levels.model.board import Action
from levels.text.reader import builtin_levels, read_level
from tests.conftest import tiny
from tests.random_levels import random_level
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import share_of, world_of

EVERYWHERE = {"start_cells": "all", "start_phases": "all"}
R, U, L, D = Action.RIGHT, Action.UP, Action.LEFT, Action.DOWN


def everywhere(level):
    return level.model_copy(update={"learning": level.learning.model_copy(update=EVERYWHERE)})


def share(rows, labels):
    """Of a tiny level with these labels, cell by cell in reading order."""
    world = world_of(tiny(rows))
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    flags = trainer.memory.state_flags.reshape(-1, int(packed.FLAG_BYTES))
    flags[: len(labels), int(packed.LABEL)] = labels
    return trainer.snapshot(world.optimal).optimal_states


def test_what_is_right_on_the_path_and_wrong_elsewhere_is_worked_out_by_hand():
    """A row S → → G and four cells below it: seven states count."""
    rows = ["S..G", "...."]
    anything = R  # the goal's
    path = [R, R, R, anything]
    assert share(rows, [*path, U, U, U, U]) == 1.0
    assert share(rows, [*path, R, L, U, U]) == 5 / 7  # the two below the start go round
    assert share(rows, [*path, U, L, U, U]) == 6 / 7  # one of them takes a detour of two
    assert share(rows, [*path, R, R, R, U]) == 1.0  # ties
    assert share(rows, [D, R, R, anything, U, U, U, U]) == 5 / 7  # the start goes round with the cell below


def test_a_cell_without_a_path_and_a_goal_do_not_count():
    assert share(["S.G#."], [R, R, R, R]) == 1.0


@pytest.mark.parametrize("seed", range(12))
def test_the_share_is_what_each_path_alone_says(seed):
    world = world_of(random_level(seed).model_copy(update={"safety": "viable"}))
    if not all(world.safe.allowed[start].any() for start in world.mdp.starts):
        pytest.skip("a start is doomed")
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed)
    for n in (0, 300, 3000):
        trainer.advance(n)
        snapshot = trainer.snapshot(world.optimal)
        assert snapshot.optimal_states == pytest.approx(share_of(world, snapshot.labels), nan_ok=True)


@pytest.mark.parametrize("name", ["all equal", "corridor both ways", "three starts, two goals", "a road"])
def test_with_every_start_learning_converges_where_all_states_are_right(name):
    world = world_of(everywhere(LEVELS[name]))
    for seed in range(3):
        trainer = Trainer(world.mdp, world.safe, world.level.learning, seed)
        until_converged(trainer, 100_000)
        snapshot = trainer.snapshot(world.optimal)
        assert snapshot.converged_episode
        assert snapshot.optimal_states == 1.0
        assert snapshot.optimal


def test_from_the_levels_start_alone_other_states_stay_wrong():
    world = world_of(read_level(builtin_levels()["grid_8"]))
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    until_converged(trainer)
    snapshot = trainer.snapshot(world.optimal)
    assert snapshot.optimal
    assert snapshot.optimal_states < 0.9

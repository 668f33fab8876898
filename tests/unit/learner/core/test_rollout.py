"""Shown episodes: they follow the tables, and they end."""

import numpy as np
import pytest

from learner.core.rollout import play
from learner.core.trainer import Trainer
from levels.model.board import Action
from levels.text.reader import builtin_levels, read_level
from tests.conftest import tiny
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import world_of


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def labels_after(world, n_episodes):
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    trainer.advance(n_episodes=n_episodes)
    return trainer.snapshot(world.optimal).labels


def test_a_rollout_follows_the_tables_and_allowed_actions_only(rng):
    world = world_of(LEVELS["a road"])
    rollout = play(world.mdp, world.safe, labels_after(world, 50), world.mdp.starts[0], 0.5, rng)
    assert len(rollout.states) == len(rollout.actions) + 1 == len(rollout.random) + 1
    for x, action, arrived in zip(rollout.states, rollout.actions, rollout.states[1:], strict=False):
        assert world.safe.allowed[x, action]
        assert world.mdp.next_state[x, action] == arrived
        assert not world.mdp.violation[arrived]


def test_random_moves_are_marked_also_where_they_are_the_policys(rng):
    world = world_of(tiny(["S.G"], actions=["right"]))
    labels = labels_after(world, 1)
    marked = [play(world.mdp, world.safe, labels, world.mdp.starts[0], 0.3, rng).random for _ in range(2000)]
    assert np.mean(marked) == pytest.approx(0.3, abs=0.03)


def test_an_exploring_rollout_may_come_back_and_is_cut_off_at_the_cap(rng):
    world = world_of(tiny(["S" + "." * 60 + "G"]))
    labels = labels_after(world, 0)
    rollout = play(world.mdp, world.safe, labels, world.mdp.starts[0], 1.0, rng, limit=50)
    assert len(set(rollout.states)) < len(rollout.states)
    assert rollout.outcome == "limit"
    assert rollout.message == "no goal reached after 50 steps; the rollout stops there"


def test_a_rollout_into_a_dead_end_names_it(rng):
    world = world_of(read_level(builtin_levels()["dead_end"]), mode="one_step")
    labels = Trainer(world.mdp, world.safe, world.level.learning, 0).snapshot(world.optimal).labels
    rollouts = [play(world.mdp, world.safe, labels, world.mdp.starts[0], 1.0, rng) for _ in range(50)]
    dead = [rollout for rollout in rollouts if rollout.outcome == "dead_end"]
    assert dead
    row, col = world.mdp.cell(dead[0].states[-1])
    assert f"no action is safe at row {row}, column {col}" in dead[0].message


def test_an_unsafe_label_is_refused_not_played(rng):
    """Case S04: nothing unsafe comes out at prediction time."""
    world = world_of(tiny(["S..", "..G"]))
    labels = labels_after(world, 10).copy()
    labels[world.mdp.starts[0]] = Action.UP
    with pytest.raises(ValueError, match="not among its allowed actions"):
        play(world.mdp, world.safe, labels, world.mdp.starts[0], 0.0, rng)

"""Shown episodes: they follow the tables, and they end."""

import numpy as np
import pytest

from learner.rollout import play
from learner.trainer import Trainer
from levels.board import Action
from levels.reader import builtin_levels, read_level
from tests.conftest import tiny
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import world_of


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def labels_after(world, n_episodes):
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    trainer.advance(n_episodes=n_episodes)
    return trainer.snapshot(world.truth).labels


def cliff():
    return tiny(["." * 12, "." * 12, "." * 12, "S" + "R" * 10 + "G"])


def test_after_training_the_cliff_takes_13_steps(rng):
    """Cases L02 and G02: ten unsafe cells between start and goal."""
    world = world_of(cliff())
    rollout = play(world.mdp, world.safe, labels_after(world, 3000), world.mdp.starts[0], 0.0, rng)
    assert rollout.outcome == "goal"
    assert len(rollout.actions) == 13
    assert world.mdp.reward[list(rollout.states[:-1]), list(rollout.actions)].sum() == -13
    assert rollout.message == "goal reached after 13 steps"
    assert not any(rollout.random)


@pytest.mark.parametrize("n_episodes", [0, 5])
def test_an_unfinished_policy_circles_and_is_told_so(n_episodes, rng):
    """Case L02: the greedy check of an unfinished table ends, with a plain message."""
    world = world_of(cliff())
    outcomes = set()
    for seed in range(20):
        trainer = Trainer(world.mdp, world.safe, world.level.learning, seed)
        trainer.advance(n_episodes=n_episodes)
        labels = trainer.snapshot(world.truth).labels
        rollout = play(world.mdp, world.safe, labels, world.mdp.starts[0], 0.0, rng)
        outcomes.add(rollout.outcome)
        if rollout.outcome == "loop":
            steps = len(rollout.actions)
            assert rollout.states[-1] in rollout.states[:-1]
            expected = f"no goal reached after {steps} step{'s' * (steps != 1)}"
            assert rollout.message == f"{expected}; the agent is going round in a loop"
    assert "loop" in outcomes
    assert outcomes <= {"loop", "goal"}


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
    rollout = play(world.mdp, world.safe, labels, world.mdp.starts[0], 1.0, rng, cap=50)
    assert len(set(rollout.states)) < len(rollout.states)
    assert rollout.outcome == "cap"
    assert rollout.message == "no goal reached after 50 steps; the rollout stops there"


def test_a_rollout_into_a_dead_end_names_it(rng):
    world = world_of(read_level(builtin_levels()["dead_end"]), mode="one_step")
    labels = Trainer(world.mdp, world.safe, world.level.learning, 0).snapshot(world.truth).labels
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

"""What an episode counts as when it ends: a goal, a crash, or cut off, at the limit as before it."""

from dataclasses import replace

import numpy as np
import pytest

from learner.core.trainer import Trainer
from tests.conftest import tiny
from tests.unit.learner.reference import world_of

ODD = 7
"""A limit that no way to a goal an even distance off can end at."""


def trainer_of(level, seed=0):
    world = world_of(level)
    return world, Trainer(world.mdp, world.safe, world.level.learning, seed)


def test_no_episode_counts_as_the_first_with_a_goal_while_none_is_reached():
    """The goal is six steps off, and an episode has five."""
    world, trainer = trainer_of(
        tiny(["S....", ".....", "....G"], learning={"episode_limit": 5, "epsilon": 0.5})
    )
    trainer.advance(n_episodes=200)
    assert trainer.episodes == 200
    assert trainer.first_goal_episode is None
    snapshot = trainer.snapshot(world.optimal)
    assert snapshot.first_goal_episode is None
    assert not snapshot.history.goal_share.any()


@pytest.mark.parametrize("seed", range(5))
def test_the_first_goal_is_that_of_the_first_episode_that_is_not_cut_off(seed):
    level = tiny(["S....", ".....", "....G"], learning={"episode_limit": ODD, "epsilon": 0.5})
    _, trainer = trainer_of(level, seed)
    cut_off = 0
    while True:
        before = trainer.transitions
        trainer.advance(stop="episode")
        if trainer.transitions - before < ODD:
            break
        cut_off += 1
        assert trainer.first_goal_episode is None
    assert cut_off > 0
    assert trainer.first_goal_episode == trainer.episodes == cut_off + 1
    trainer.advance(n_episodes=100)
    assert trainer.first_goal_episode == cut_off + 1


@pytest.mark.parametrize(("limit", "crashes"), [(1, 0), (2, 10), (3, 10)])
def test_a_crash_counts_in_the_last_tick_of_an_episode_too(limit, crashes):
    """Two steps to the right are into the wall, whatever is drawn; all is called allowed."""
    level = tiny(["S.#G"], actions=["right"], learning={"episode_limit": limit})
    world = world_of(level)
    everything = np.ones_like(world.safe.allowed)
    everything[world.mdp.goal] = False
    trainer = Trainer(world.mdp, replace(world.safe, allowed=everything), level.learning, seed=0)
    trainer.advance(n_episodes=10)
    assert trainer.transitions == 10 * min(limit, 2)
    snapshot = trainer.snapshot(world.optimal)
    assert snapshot.violations == crashes
    assert snapshot.episodes == 10
    assert snapshot.first_goal_episode is None
    assert not snapshot.history.goal_share.any()

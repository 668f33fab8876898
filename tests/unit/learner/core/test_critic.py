"""E4, by hand."""

import numpy as np
import pytest

from learner.core.critic import Critic
from tests.unit.learner.reference import world_of


@pytest.fixture
def world(make_level):
    return world_of(make_level(["S..", "..G"]))


def critic_of(world, learning_rate=0.5, discount=0.9):
    return Critic(world.mdp, world.safe, learning_rate, discount)


def test_an_update_is_equation_4(world):
    critic = critic_of(world)
    state, ahead = world.mdp.state((0, 0), 0), world.mdp.state((0, 1), 0)
    critic.q[state, 0] = -2.0
    critic.q[ahead] = np.where(world.safe.allowed[ahead], [-3.0, np.nan, -5.0, -4.0], np.nan)
    change = critic.update(state, 0, -1.0, ahead)
    assert critic.q[state, 0] == pytest.approx(0.5 * -2.0 + 0.5 * (-1.0 + 0.9 * -3.0))
    assert change == pytest.approx(abs(critic.q[state, 0] + 2.0))


def test_a_goal_is_worth_nothing_more(world):
    """Case L09: a final state without actions has the value 0, and no maximum of an empty list is taken."""
    critic = critic_of(world, learning_rate=1.0)
    last, goal = world.mdp.state((1, 1), 0), world.mdp.state((1, 2), 0)
    assert critic.value(goal) == 0.0
    critic.update(last, 0, -1.0, goal)
    assert critic.q[last, 0] == -1.0


def test_actions_that_are_not_allowed_are_poison(world):
    critic = critic_of(world)
    assert np.array_equal(np.isnan(critic.q), ~world.safe.allowed)
    assert np.isnan(critic.q[world.mdp.state((1, 2), 0)]).all()


def test_a_value_that_equals_its_target_stays_to_the_last_bit(world):
    critic = critic_of(world, learning_rate=0.07, discount=1.0)
    state, ahead = world.mdp.state((0, 0), 0), world.mdp.state((0, 1), 0)
    critic.q[ahead] = np.where(world.safe.allowed[ahead], -1 / 3, np.nan)
    critic.q[state, 0] = -1.0 + -1 / 3
    assert critic.update(state, 0, -1.0, ahead) == 0.0

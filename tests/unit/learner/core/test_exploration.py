"""E13: shares, and the decay per episode."""

import numpy as np
import pytest

from learner.core.exploration import EpsilonGreedy, decayed
from learner.core.rng import XorShift64Star

ALLOWED = np.array([True, False, True, True])


def test_the_policys_action_is_among_the_random_ones():
    """Eq. (13): the share of moves that are not the policy's is ε (1 − 1/|U|)."""
    rng = XorShift64Star(1)
    greedy = EpsilonGreedy(0.3, 1.0, 0.0)
    drawn = [greedy.choose(2, ALLOWED, rng) for _ in range(20_000)]
    actions = np.bincount([action for action, _ in drawn], minlength=4) / len(drawn)
    assert actions == pytest.approx([0.1, 0.0, 0.8, 0.1], abs=0.01)
    assert np.mean([random for _, random in drawn]) == pytest.approx(0.3, abs=0.01)


def test_epsilon_zero_never_explores():
    rng = XorShift64Star(1)
    greedy = EpsilonGreedy(0.0, 1.0, 0.0)
    assert {greedy.choose(3, ALLOWED, rng) for _ in range(1000)} == {(3, False)}


def test_epsilon_falls_per_episode_and_stops_at_its_floor():
    greedy = EpsilonGreedy(0.8, 0.5, 0.15)
    seen = []
    for _ in range(4):
        seen.append(greedy.epsilon)
        greedy.end_episode()
    assert seen == [0.8, 0.4, 0.2, 0.15]


def test_a_lower_epsilon_set_by_hand_is_not_raised_to_the_floor():
    assert decayed(0.01, 0.9, 0.1) == 0.01

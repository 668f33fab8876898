"""Every learner in the table keeps the contract of a comparison, and the game has words for it."""

import numpy as np
import pytest

from game.presenters.entry import DESCRIPTIONS
from learner.baselines.standings import COMPARED
from learner.baselines.table import BASELINES
from levels.model.mdp import compile_mdp
from tests.unit.learner.levels_to_learn import LEVELS


@pytest.fixture(scope="module", params=["a road", "three starts, two goals"])
def level(request):
    return LEVELS[request.param]


def test_every_baseline_has_words_and_only_baselines_are_compared():
    assert set(COMPARED) <= set(BASELINES)
    assert set(DESCRIPTIONS) == set(BASELINES)


@pytest.mark.parametrize("name", BASELINES)
def test_it_has_its_name_and_terminal_failures_cost_the_penalty_or_what_the_multiplier_says(name, level):
    mdp = compile_mdp(level)
    baseline = BASELINES[name](level, mdp)
    assert baseline.name == name
    allowed = baseline.safe.allowed
    assert allowed.shape == mdp.next_state.shape
    assert not allowed[mdp.goal].any()
    failing = np.append(baseline.mdp.violation, True)[mdp.next_state] & allowed
    penalty = level.rewards.step * level.learning.episode_limit - level.rewards.goal
    if name == "lagrangian":
        penalty = level.rewards.step
    assert (baseline.mdp.reward[failing] == penalty).all()
    kept = allowed & ~failing
    assert (baseline.mdp.reward[kept] == mdp.reward[kept]).all()


@pytest.mark.slow  # five loops are compiled
@pytest.mark.parametrize("name", BASELINES)
def test_it_learns_the_same_from_the_same_seed_in_any_slices(name, level):
    mdp = compile_mdp(level)
    starts = np.array(mdp.starts, dtype=np.int64)
    one, other = (BASELINES[name](level, mdp).learner(level.learning, seed=5) for _ in range(2))
    one.advance(3000)
    for _ in range(30):
        other.advance(100)
    for learner in (one, other):
        assert 0 <= learner.violations <= learner.episodes
        assert learner.epsilon == level.learning.epsilon
    assert (one.episodes, one.violations) == (other.episodes, other.violations)
    assert np.array_equal(one.labels(), other.labels())
    assert np.array_equal(one.greedy_steps(starts), other.greedy_steps(starts))
    labelled = one.labels() >= 0
    allowed = BASELINES[name](level, mdp).safe.allowed
    assert np.array_equal(labelled, allowed.any(axis=1))
    assert allowed[np.flatnonzero(labelled), one.labels()[labelled]].all()

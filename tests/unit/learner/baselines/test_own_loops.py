"""Baselines with a loop of their own equal the readable ones; each finds the optimum where theory says."""

import numpy as np
import pytest

from learner.baselines.table import BASELINES
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.safety import safe_actions
from tests.unit.learner.baselines.readable_baselines import READABLE
from tests.unit.learner.levels_to_learn import LEVELS

pytestmark = pytest.mark.slow

SMALL = ("cut off early", "decaying", "three starts, two goals", "walls that stop", "a road, with waiting")


def made(name, level, **settings):
    """A baseline and the settings to learn with."""
    learning = level.learning.model_copy(update=settings)
    return BASELINES[name](level.model_copy(update={"learning": learning}), compile_mdp(level)), learning


def on_paths(baseline, labels):
    """The states that the greedy paths from the starts lead through."""
    for state in baseline.mdp.starts:
        while not baseline.mdp.goal[state]:
            yield state
            state = int(baseline.mdp.next_state[state, labels[state]])


@pytest.mark.parametrize("small", SMALL)
@pytest.mark.parametrize("name", READABLE)
def test_the_compiled_loop_equals_the_readable_one(name, small):
    baseline, learning = made(name, LEVELS[small])
    learner = baseline.learner(learning, 11)
    readable = READABLE[name](baseline.mdp, baseline.safe, learning, 11)
    for _ in range(60):
        learner.advance(10)
        for _ in range(10):
            readable.step()
        assert int(learner.memory.rng[0]) == readable.rng.state
    q = learner.memory.q.reshape(-1, baseline.mdp.n_actions)[:-1]
    assert np.array_equal(np.where(baseline.safe.allowed, q, np.nan), readable.q, equal_nan=True)
    assert np.array_equal(learner.labels(), readable.actor.labels)
    assert np.array_equal(learner.memory.class_counts, readable.actor.class_counts)
    assert learner.epsilon == readable.exploration.epsilon
    assert (learner.episodes, learner.violations) == (readable.episodes, readable.violations)
    assert learner.episodes > 3


@pytest.mark.parametrize(
    ("name", "decay"),
    [
        *((name, 1.0) for name in ("ours", "one_step", "plain", "double_q")),
        *((name, 0.998) for name in ("sarsa", "expected_sarsa")),
    ],
)
@pytest.mark.parametrize("small", ["a road", "three starts, two goals"])
def test_the_values_of_the_greedy_paths_become_those_of_the_optimum(name, decay, small):
    """On-policy values need an ε that decays to 0; those that are off-policy need one that does not."""
    baseline, learning = made(name, LEVELS[small], epsilon=0.5, epsilon_decay=decay)
    learner = baseline.learner(learning, 0)
    learner.advance(60_000)
    mdp = compile_mdp(LEVELS[small])
    best = solve(mdp, safe_actions(mdp, "viable"), learning.discount)
    starts = np.array(baseline.mdp.starts)
    assert learner.greedy_steps(starts).tolist() == best.steps_to_goal[starts].tolist()
    labels = learner.labels()
    values = learner.memory.q.reshape(-1, baseline.mdp.n_actions)
    for state in on_paths(baseline, labels):
        assert values[state, labels[state]] == pytest.approx(best.v_star[state], abs=1e-6)
    assert (learner.violations > 0) == (name == "plain")
    assert learner.converged_episode is not None


def test_with_a_constant_epsilon_sarsa_keeps_the_values_of_its_random_moves():
    for name in ("sarsa", "expected_sarsa"):
        baseline, learning = made(name, LEVELS["a road"], epsilon=0.5)
        learner = baseline.learner(learning, 0)
        learner.advance(60_000)
        start = baseline.mdp.starts[0]
        best = solve(baseline.mdp, baseline.safe, learning.discount).v_star[start]
        assert learner.memory.q[start * baseline.mdp.n_actions + learner.labels()[start]] < best - 1.0


def test_the_lagrangian_one_crashes_while_it_learns_a_price_at_which_its_path_no_longer_does():
    baseline, learning = made("lagrangian", LEVELS["a road"], epsilon=0.2, epsilon_decay=0.999)
    learner = baseline.learner(learning, 0)
    starts = np.array(baseline.mdp.starts)
    learner.advance(1_000)
    assert learner.greedy_steps(starts)[0] < 0, "before the price is high enough, crashing early pays"
    early = learner.violations
    assert early > 100
    learner.advance(50_000)
    assert learner.greedy_steps(starts).tolist() == [6]
    assert learner.multiplier[0] > 6.0
    crashes, episodes = learner.violations, learner.episodes
    learner.advance(20_000)
    assert learner.violations - crashes < 0.01 * (learner.episodes - episodes)

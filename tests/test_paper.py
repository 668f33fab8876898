"""The paper on the built-in levels: learning converges, to the shortest safe way, without a violation."""

import pytest

from learner.core.trainer import Trainer
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, read_level
from tests.conftest import BUILTINS

SEEDS = range(5)
MOST_EPISODES = {"maze_15": 3000, "river_road": 100_000, "grand_crossing": 500_000}
"""Section 4 of the paper gives a number for the maze only."""
ENOUGH = 20_000


@pytest.mark.parametrize("name", BUILTINS)
def test_training_converges_to_the_shortest_safe_way_without_a_violation(name):
    level = read_level(builtin_levels()[name])
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, level.safety)
    optimal = solve(mdp, safe, level.learning.discount)
    assert (level.learning.learning_rate, level.learning.discount) == (0.07, 1.0)
    for seed in SEEDS:
        trainer = Trainer(mdp, safe, level.learning, seed)
        trainer.advance(stop="converged", n_episodes=MOST_EPISODES.get(name, ENOUGH))
        snapshot = trainer.snapshot(optimal)
        assert snapshot.converged_episode is not None
        assert snapshot.optimal
        assert snapshot.rollout_steps == optimal.steps_to_goal[list(mdp.starts)].min()
        assert snapshot.violations == 0

"""Learning never collides: every transition it makes is judged by the geometry, never by the tables."""

import numpy as np
import pytest

from learner.core.trainer import Trainer
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, read_level
from tests.oracle import World, collides
from tests.random_levels import random_level


def prepare(level, seed):
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    return mdp, solve(mdp, safe, level.learning.discount), Trainer(mdp, safe, level.learning, seed)


@pytest.mark.parametrize("transitions", [1_000_000, pytest.param(100_000_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", ["crossy_road", "patrol_15x9", "dead_end", "patience"])
def test_every_pair_that_was_learned_is_legal_by_the_geometry(name, transitions):
    """A step costs 1, so Q is no longer 0 exactly where the learner has been."""
    level = read_level(builtin_levels()[name])
    assert (level.rewards.step, level.rewards.goal) == (-1, 0)
    mdp, optimal, trainer = prepare(level, seed=0)
    trainer.advance(transitions)
    picture = trainer.snapshot(optimal)
    world = World(level)
    states, columns = np.nonzero(np.nan_to_num(picture.q))
    assert len(states) > 50
    for state, column in zip(states, columns, strict=True):
        cell, phase = mdp.cell(state), mdp.phase(state)
        assert world.move(cell, phase, mdp.actions[column]) is not None, (cell, phase, mdp.actions[column])
    assert picture.transitions == transitions
    assert picture.violations == 0


@pytest.mark.parametrize("seed", range(6))
def test_whole_episodes_on_random_levels_are_legal_by_the_geometry(seed):
    """The agent's cells, tick by tick, from its start until the move that enters a goal."""
    level = next(filter(worth_learning, map(random_level, range(100 * seed, 100 * seed + 100))))
    world, (mdp, optimal, trainer) = World(level), prepare(level, seed)
    path = [mdp.cell(trainer.snapshot(optimal).state)]
    for _ in range(2000):
        episodes = trainer.episodes
        trainer.advance(1)
        here = mdp.cell(trainer.snapshot(optimal).state)
        if trainer.episodes == episodes:
            path.append(here)
            continue
        assert any(collides(level, [*path, goal], world=world) == "" for goal in world.goals)
        path = [here]
    assert trainer.episodes > 0
    assert collides(level, path, world=world) == ""


def worth_learning(level):
    """Traffic on the board, and a safe way from every start."""
    world = World(level)
    figures = world.figures("viable")
    return world.period > 1 and all((start, 0) in figures.to_goal for start in world.starts)

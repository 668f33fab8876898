"""Levels with their tables, and what a trainer and the readable Algorithm 1 have in common."""

from dataclasses import dataclass

import numpy as np

from learner.core.algorithm_1 import Algorithm1
from levels.model.mdp import Mdp, compile_mdp
from levels.proof.optimal_values import OptimalValues, solve
from levels.proof.safety import SafeActions, safe_actions


@dataclass(frozen=True, eq=False)
class World:
    """A level with its tables."""

    level: object
    mdp: Mdp
    safe: SafeActions
    optimal: OptimalValues


def world_of(level, mode=None):
    """Tables, allowed actions and optimal values of a level, as the program computes them."""
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, mode or level.safety, level.learning)
    return World(level, mdp, safe, solve(mdp, safe, level.learning.discount))


def share_of(world, labels):
    """Share of states whose path under these labels is a shortest one, each followed on its own."""
    mdp, right, total = world.mdp, 0, 0
    for first in range(mdp.n_states):
        shortest = int(world.optimal.steps_to_goal[first])
        if shortest <= 0:
            continue
        state, steps = first, 0
        while not mdp.goal[state] and steps <= shortest:
            state, steps = int(mdp.next_state[state, labels[state]]), steps + 1
        right += bool(mdp.goal[state]) and steps == shortest
        total += 1
    return right / total if total else np.nan


class Recorded(Algorithm1):
    """Algorithm 1 that also keeps (Σ|ΔQ|, transitions, reached a goal) of each finished episode."""

    def __init__(self, *arguments, **named):
        self.history = []
        super().__init__(*arguments, **named)

    def _end_episode(self, *, at_goal):
        self.history.append((self.change, self.steps, at_goal))
        super()._end_episode(at_goal=at_goal)


def assert_same(trainer, reference, optimal):
    """Every number both keep is equal, to the last bit."""
    snapshot = trainer.snapshot(optimal)
    assert np.array_equal(snapshot.q, reference.critic.q, equal_nan=True)
    assert np.array_equal(snapshot.labels, reference.actor.labels)
    assert np.array_equal(snapshot.class_counts, reference.actor.class_counts)
    assert (snapshot.state, snapshot.episode_steps) == (reference.state, reference.steps)
    assert snapshot.epsilon == reference.exploration.epsilon
    assert snapshot.episodes == reference.episodes
    assert snapshot.converged_episode == reference.converged_episode
    assert int(trainer.memory.rng[0]) == reference.rng.state

"""The training runs behind the figures: a level learned until it converged, and Σ|ΔQ| of every episode."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from learner.core import rollout
from learner.core.arrays import build_history
from learner.core.rollout import Rollout
from learner.core.snapshot import Snapshot
from learner.core.trainer import Trainer
from learner.runs.training import until_converged, with_settings
from levels.model.level import Level
from levels.model.mdp import Mdp, compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.safety import SafeActions, safe_actions
from levels.text.reader import builtin_levels, read_level

MOST_EPISODES = 100_000
"""No run lasts longer; the built-in levels converge within 6,000 episodes."""


@dataclass(frozen=True, eq=False)
class Learned:
    """A level, the seed of a run, and what was learned on it up to the episode that converged."""

    level: Level
    seed: int
    mdp: Mdp
    safe: SafeActions
    snapshot: Snapshot

    @property
    def rollout(self) -> Rollout:
        """The greedy rollout of the converged policy from the first start."""
        unused = np.random.default_rng(0)  # a greedy rollout draws nothing
        return rollout.play(self.mdp, self.safe, self.snapshot.labels, self.mdp.starts[0], 0.0, unused)


@dataclass(frozen=True, eq=False)
class Trend:
    """How a level was learned, once for each seed.

    Attributes:
        title, threshold: the level's.
        changes: (n_seeds, n_episodes) float64, total |ΔQ| of each episode; all runs continue until the
            slowest of them has converged.
        converged: (n_seeds,) int64, number of the episode that converged, counted from 1.
    """

    title: str
    threshold: float
    changes: NDArray[np.float64]
    converged: NDArray[np.int64]


def builtin(name: str) -> Level:
    """The built-in level of that name."""
    return read_level(builtin_levels()[name])


def learn(name: str, seed: int, *, start_cells: Literal["level", "all"] = "level") -> Learned:
    """Trains a built-in level until it converges by its own stopping rule.

    Args:
        name: the level's.
        seed: of the run.
        start_cells: "all" makes a level without traffic optimal in every state that has a path to a goal.

    Raises:
        RuntimeError: it does not within MOST_EPISODES.
    """
    level = with_settings(builtin(name), None, {"start_cells": start_cells})
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, level.safety, level.learning)
    trainer = _converged(level, mdp, safe, seed)
    return Learned(level, seed, mdp, safe, trainer.snapshot(solve(mdp, safe, level.learning.discount)))


def trend(name: str, seeds: tuple[int, ...]) -> Trend:
    """Trains a built-in level once for each seed and keeps Σ|ΔQ| of every single episode."""
    level = builtin(name)
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, level.safety, level.learning)
    converged = [_converged(level, mdp, safe, seed).converged_episode for seed in seeds]
    n_episodes = max(episode or 0 for episode in converged)
    changes = [_changes(Trainer(mdp, safe, level.learning, seed), n_episodes) for seed in seeds]
    return Trend(level.name, level.learning.threshold, np.array(changes), np.array(converged))


def _converged(level: Level, mdp: Mdp, safe: SafeActions, seed: int) -> Trainer:
    trainer = Trainer(mdp, safe, level.learning, seed)
    until_converged(trainer, MOST_EPISODES)
    if trainer.converged_episode is None:
        raise RuntimeError(f"{level.name}, seed {seed}: not converged within {MOST_EPISODES:,} episodes")
    return trainer


def _changes(trainer: Trainer, n_episodes: int) -> NDArray[np.float64]:
    """(n_episodes,) Σ|ΔQ| of each episode, made one by one: what each adds to the chart's last bucket."""
    changes = np.empty(n_episodes)
    before, begun = 0.0, 0
    for episode in range(n_episodes):
        trainer.advance(stop="episode")
        history = build_history(trainer.memory)
        number = episode + 1 - (int(history.episodes[-2]) if len(history.episodes) > 1 else 0)
        total = float(history.change_mean[-1]) * number
        changes[episode] = total - before if number > begun else total
        before, begun = total, number
    return changes

"""Baseline: a learner that ours is compared with, and what each of them shares.

All learn from the level's own settings and the same seed. Where one can fail, failing ends the episode as a
goal does, and costs `failure_penalty`; the Lagrangian one learns the price itself. Both are departures, in
the baselines' favour: the paper has no crash, and no rule for learning from a dead end, since the maximum of
E4 would be over no action there. A dead end costs what a crash does, because a crash is what every action
there leads to.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from learner.core.trainer import Trainer
from levels.model.level import Learning, Level
from levels.model.mdp import Mdp
from levels.proof.safety import SafeActions, safe_actions

Array = TypeVar("Array", bound=NDArray[Any])


@dataclass(frozen=True, eq=False)
class Baseline:
    """A learner's world: the tables that it learns from, and that its rollouts are played on.

    Attributes:
        name: its key in `learner.baselines.table.BASELINES`.
        mdp: the level's tables; where this one can fail, failing costs the penalty, and dead ends are
            terminal.
        safe: `allowed` holds what it may try.
        learns: makes the learner; Q-learning, unless it has a loop of its own.
    """

    name: str
    mdp: Mdp
    safe: SafeActions
    learns: Callable[[Mdp, SafeActions, Learning, int], Trainer] = Trainer

    def learner(self, learning: Learning, seed: int) -> Trainer:
        """Give a learner that has seen nothing."""
        return self.learns(self.mdp, self.safe, learning, seed)


def failure_penalty(level: Level) -> float:
    """Reward of a crash or a dead end: no more than the worst episode without one brings.

    Were it no more than a step's, failing early would be the best thing to do. That it is so large helps the
    baselines: values are maxima over actions, so it spreads no further, and one failure is enough to warn.
    """
    return level.rewards.step * level.learning.episode_limit - level.rewards.goal


def any_action(mdp: Mdp) -> SafeActions:
    """Give safe sets in which every action is allowed, unless the episode is over."""
    acts = ~(mdp.goal | mdp.violation)
    allowed = np.repeat(acts[:, None], mdp.n_actions, axis=1)
    return replace(safe_actions(mdp, "viable"), allowed=frozen(allowed))


def penalised(mdp: Mdp, penalty: float, failing: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(n_states, n_actions) the rewards, with the penalty for the transitions that fail."""
    return frozen(np.where(failing, penalty, mdp.reward))


def frozen(array: Array) -> Array:
    """Make an array read-only, for everybody who holds it."""
    array.flags.writeable = False
    return array

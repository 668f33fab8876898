"""SARSA within the viability kernel: it learns the values of what it does, random moves included.

    Q(x, u) ← Q(x, u) + β (r + γ Q(x′, u′) − Q(x, u))

u′ is the action that it takes next, chosen by ε-greedy among the allowed ones before this update; at a goal
the target is r. An episode cut off at its limit is no end: u′ is drawn for the target all the same. Where ε
decays to 0 slowly enough, the values become those of the optimum; while it is constant they stay those of the
ε-greedy policy. Rummery and Niranjan 1994; Sutton and Barto 2018, section 6.4.
"""

import numpy as np
from numpy.typing import NDArray

from learner.baselines.baseline import Baseline
from learner.baselines.loop import (
    Budget,
    budget_of,
    ended,
    explore,
    goes_on,
    here,
    learn,
    next_episode,
    renew_label,
    step,
    terminal,
)
from learner.core.packed import Memory, Rules, Tables, rules_of
from learner.core.trainer import Trainer
from levels.compiled import njit_inner
from levels.model.level import Learning, Level
from levels.model.mdp import Mdp
from levels.proof.safety import SafeActions, safe_actions


class Sarsa(Trainer):
    """SARSA on a level's tables.

    Attributes:
        chosen: (1,) int64, the action to take next, −1 where none has been chosen yet.
    """

    def __init__(self, mdp: Mdp, safe: SafeActions, learning: Learning, seed: int) -> None:
        super().__init__(mdp, safe, learning, seed)
        self.chosen = np.array([-1], dtype=np.int64)

    def _run(self, max_transitions: int, max_episodes: int, stop_at: int) -> bool:
        budget = budget_of(self.memory, max_transitions, max_episodes, stop_at)
        _learn(self.tables, self.memory, rules_of(self.learning), budget, self.chosen)
        return True


def sarsa(_level: Level, mdp: Mdp) -> Baseline:
    """Make it for a level."""
    return Baseline("sarsa", mdp, safe_actions(mdp, "viable"), Sarsa)


@njit_inner
def _learn(tables: Tables, memory: Memory, rules: Rules, budget: Budget, chosen: NDArray[np.int64]) -> None:
    n_actions = np.uint64(len(tables.columns))
    while goes_on(memory, budget):
        state = here(memory)
        action = explore(tables, memory, state) if chosen[0] < 0 else np.uint64(chosen[0])
        arrived, target = step(tables, memory, action)
        chosen[0] = -1
        if not terminal(memory):
            following = explore(tables, memory, arrived)
            chosen[0] = following
            target += rules.discount * memory.q[arrived * n_actions + following]
        learn(memory, memory.q, state * n_actions + action, target, rules.learning_rate)
        renew_label(tables, memory, state, memory.rng[0])
        if ended(memory, rules):
            chosen[0] = -1
            next_episode(tables, memory, rules)

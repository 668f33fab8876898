"""Double Q-learning within the viability kernel: one table names the best action, the other one values it.

    with probability ½:  A(x, u) ← A(x, u) + β (r + γ B(x′, arg max A(x′, ·)) − A(x, u))
    otherwise the same with A and B exchanged

It acts by ε-greedy on Q = (A + B) / 2, which is what a `Snapshot` shows. On a deterministic level both tables
become Q*; the bias that the method removes, the maximum over noisy values, exists only where the world is
random. Van Hasselt 2010.
"""

import numpy as np
from numpy.typing import NDArray

from learner.baselines.baseline import Baseline
from learner.baselines.loop import (
    Budget,
    best,
    budget_of,
    draw,
    ended,
    explore,
    goes_on,
    here,
    learn,
    next_episode,
    renew_label,
    step,
)
from learner.core.kernel import below
from learner.core.packed import FLAG_BYTES, LABEL, Memory, Rules, Tables, rules_of
from learner.core.trainer import Trainer
from levels.compiled import njit_inner
from levels.model.level import Learning, Level
from levels.model.mdp import Mdp
from levels.proof.safety import SafeActions, safe_actions


class DoubleQ(Trainer):
    """Double Q-learning on a level's tables.

    Attributes:
        values: (2, (n_states + 1) · n_actions) float64, A and B, laid out as `Memory.q`.
        favourites: (2, n_states + 1) uint8, the best action of each state in A and in B; kept like labels.
    """

    def __init__(self, mdp: Mdp, safe: SafeActions, learning: Learning, seed: int) -> None:
        super().__init__(mdp, safe, learning, seed)
        self.values = np.stack([self.memory.q, self.memory.q])
        labels = self.memory.state_flags[int(LABEL) :: int(FLAG_BYTES)]
        self.favourites = np.stack([labels, labels])

    def _run(self, max_transitions: int, max_episodes: int, stop_at: int) -> bool:
        budget = budget_of(self.memory, max_transitions, max_episodes, stop_at)
        _learn(self.tables, self.memory, rules_of(self.learning), budget, self.values, self.favourites)
        return True


def double_q(_level: Level, mdp: Mdp) -> Baseline:
    """Make it for a level."""
    return Baseline("double_q", mdp, safe_actions(mdp, "viable"), DoubleQ)


@njit_inner
def _learn(
    tables: Tables,
    memory: Memory,
    rules: Rules,
    budget: Budget,
    values: NDArray[np.float64],
    favourites: NDArray[np.uint8],
) -> None:
    n_actions = np.uint64(len(tables.columns))
    while goes_on(memory, budget):
        state = here(memory)
        action = explore(tables, memory, state)
        of_action = memory.rng[0]
        arrived, reward = step(tables, memory, action)
        coin = draw(memory)
        table = below(coin, np.uint64(2))
        own, other, favourite = values[table], values[np.uint64(1) - table], favourites[table]
        ahead = arrived * n_actions + np.uint64(favourite[arrived])
        target = reward + rules.discount * other[ahead]
        pair = state * n_actions + action
        learn(memory, own, pair, target, rules.learning_rate)
        favourite[state] = best(tables, own, state, np.uint64(favourite[state]), coin)
        memory.q[pair] = (own[pair] + other[pair]) / 2.0
        renew_label(tables, memory, state, of_action)
        if ended(memory, rules):
            next_episode(tables, memory, rules)

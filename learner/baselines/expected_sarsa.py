"""Expected SARSA within the viability kernel: SARSA with the mean over the next action in place of a draw.

    Q(x, u) ← Q(x, u) + β (r + γ Σ π(u′ | x′) Q(x′, u′) − Q(x, u))

π is ε-greedy: 1 − ε for the label, and ε shared evenly by all allowed actions; at a goal the sum is 0. On a
deterministic level its target has no noise left, so that it converges with a constant β: to the values of the
ε-greedy policy, which are those of the optimum where ε is or becomes 0. Van Seijen, van Hasselt, Whiteson and
Wiering 2009; Sutton and Barto 2018, section 6.6.
"""

import numpy as np

from learner.baselines.baseline import Baseline
from learner.baselines.loop import (
    Budget,
    budget_of,
    ended,
    explore,
    goes_on,
    here,
    label_of,
    learn,
    next_episode,
    renew_label,
    step,
)
from learner.core.packed import EPSILON, FLAG_BYTES, N_CHOICES, Memory, Rules, Tables, rules_of
from learner.core.trainer import Trainer
from levels.compiled import njit_inner
from levels.model.level import Level
from levels.model.mdp import Mdp
from levels.proof.safety import safe_actions


class ExpectedSarsa(Trainer):
    """Expected SARSA on a level's tables."""

    def _run(self, max_transitions: int, max_episodes: int, stop_at: int) -> bool:
        budget = budget_of(self.memory, max_transitions, max_episodes, stop_at)
        _learn(self.tables, self.memory, rules_of(self.learning), budget)
        return True


def expected_sarsa(_level: Level, mdp: Mdp) -> Baseline:
    """Make it for a level."""
    return Baseline("expected_sarsa", mdp, safe_actions(mdp, "viable"), ExpectedSarsa)


@njit_inner
def _expected(tables: Tables, memory: Memory, state: np.uint64) -> float:
    """The mean value of a state's next action under ε-greedy; 0 where no action is allowed."""
    base = state * np.uint64(len(tables.columns))
    n = np.uint64(memory.state_flags[state * FLAG_BYTES + N_CHOICES])
    if n == 0:
        return 0.0
    total = 0.0
    for choice in range(n):
        total += memory.q[base + np.uint64(tables.choices[base + choice])]
    epsilon = memory.scalars[EPSILON]
    return float((1.0 - epsilon) * memory.q[base + label_of(memory, state)] + epsilon * (total / n))


@njit_inner
def _learn(tables: Tables, memory: Memory, rules: Rules, budget: Budget) -> None:
    n_actions = np.uint64(len(tables.columns))
    while goes_on(memory, budget):
        state = here(memory)
        action = explore(tables, memory, state)
        arrived, reward = step(tables, memory, action)
        target = reward + rules.discount * _expected(tables, memory, arrived)
        learn(memory, memory.q, state * n_actions + action, target, rules.learning_rate)
        renew_label(tables, memory, state, memory.rng[0])
        if ended(memory, rules):
            next_episode(tables, memory, rules)

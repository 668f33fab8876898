"""Lagrangian Q-learning, the constrained-MDP way: any action may be tried, and a multiplier prices crashes.

Wanted is the best expected return among the policies whose share of episodes that crash is at most a limit d.
A crash costs c = 1, everything else 0, and Q-learning maximises the Lagrangian reward r − λc:

    after each transition:   Q(x, u) ← Q(x, u) + β (r − λc + γ max Q(x′, u′) − Q(x, u)),  no γ-term on a crash
    after episode n = 0, 1 …:   λ ← max(0, λ + ζₙ (cₙ − d)),  ζₙ = ζ₀ / (1 + n / n₀)

cₙ is 1 if episode n crashed: dual ascent along an unbiased estimate of how far the constraint is broken. As
usual there are two time scales: values learn with the constant β at every transition, the multiplier once an
episode with a step that vanishes, Σζₙ = ∞ and Σζₙ² < ∞, so that the values see λ as nearly constant.

It has to crash to learn λ. And the rate is that of what it does, random moves included: a constant ε keeps it
above d on most levels, λ then goes on rising, and only the greedy path stops crashing. Altman 1999, chapter
3; Borkar 2005; for two time scales Tessler, Mankowitz and Mannor 2019.
"""

from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from learner.baselines.baseline import Baseline, any_action, penalised
from learner.baselines.late import Delays, LateTraffic, LateTrainer, LateWorld, late_step, late_world
from learner.baselines.loop import (
    Budget,
    budget_of,
    crashed,
    ended,
    explore,
    goes_on,
    here,
    label_of,
    learn,
    next_episode,
    renew_label,
)
from learner.core.packed import EPISODES, Memory, Rules, Tables, rules_of
from levels.compiled import njit_inner
from levels.model.level import Learning, Level
from levels.model.mdp import Mdp
from levels.proof.safety import SafeActions

LIMIT = 0.01
"""d: the share of episodes that may crash."""
FIRST_STEP = 0.1
"""ζ₀, in units of reward: what the first crash adds to λ, but for the limit."""
HALVED_AFTER = 1000
"""n₀: episodes after which the step is half as large."""


class Lagrangian(LateTrainer):
    """Lagrangian Q-learning among what is late, if anything is.

    Attributes:
        multiplier: (1,) float64, λ ≥ 0, in units of reward.
    """

    def __init__(self, world: LateWorld, mdp: Mdp, safe: SafeActions, learning: Learning, seed: int) -> None:
        super().__init__(world, mdp, safe, learning, seed)
        self.multiplier = np.zeros(1)

    def _run(self, max_transitions: int, max_episodes: int, stop_at: int) -> bool:
        budget = budget_of(self.memory, max_transitions, max_episodes, stop_at)
        rules, where = rules_of(self.learning), (self.traffic, self.delays)
        _learn(self.tables, self.real, self.memory, rules, budget, self.multiplier, *where)
        return True


def lagrangian(level: Level, mdp: Mdp) -> Baseline:
    """Make it for a level."""
    world = late_world(level, mdp, level.rewards.step)
    reward = penalised(world.empty, level.rewards.step, world.empty.next_state == mdp.crash)
    tables = replace(world.empty, reward=reward)
    return Baseline("lagrangian", tables, any_action(tables), partial(Lagrangian, world))


@njit_inner
def _learn(
    tables: Tables,
    real: Tables,
    memory: Memory,
    rules: Rules,
    budget: Budget,
    multiplier: NDArray[np.float64],
    traffic: LateTraffic,
    delays: Delays,
) -> None:
    n_actions = np.uint64(len(tables.columns))
    while goes_on(memory, budget):
        state = here(memory)
        action = explore(tables, memory, state)
        arrived, reward = late_step(real, memory, action, traffic, delays)
        cost = 1.0 if crashed(memory) else 0.0
        value = memory.q[arrived * n_actions + label_of(memory, arrived)]
        target = reward - multiplier[0] * cost + rules.discount * value
        learn(memory, memory.q, state * n_actions + action, target, rules.learning_rate)
        renew_label(tables, memory, state, memory.rng[0])
        if ended(memory, rules):
            size = FIRST_STEP / (1.0 + memory.counters[EPISODES] / HALVED_AFTER)
            multiplier[0] = max(0.0, multiplier[0] + size * (cost - LIMIT))
            next_episode(tables, memory, rules)

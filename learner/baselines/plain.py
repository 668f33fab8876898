"""Plain ε-greedy Q-learning: any action may be tried, and a crash is penalised.

In late traffic it learns from what really hits it.
"""

from dataclasses import replace

from learner.baselines.baseline import Baseline, any_action, failure_penalty, penalised
from learner.baselines.late import late_world
from levels.model.level import Level
from levels.model.mdp import Mdp


def plain(level: Level, mdp: Mdp) -> Baseline:
    """Make it for a level."""
    penalty = failure_penalty(level)
    world = late_world(level, mdp, penalty)
    reward = penalised(world.empty, penalty, world.empty.next_state == mdp.crash)
    tables = replace(world.empty, reward=reward)
    return Baseline("plain", tables, any_action(tables), world.trainer())

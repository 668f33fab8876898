"""Plain ε-greedy Q-learning: any action may be tried, and a crash is penalised."""

from dataclasses import replace

from learner.baselines.baseline import Baseline, any_action, failure_penalty, penalised
from levels.model.level import Level
from levels.model.mdp import Mdp


def plain(level: Level, mdp: Mdp) -> Baseline:
    """Make it for a level."""
    reward = penalised(mdp, failure_penalty(level), mdp.next_state == mdp.crash)
    return Baseline("plain", replace(mdp, reward=reward), any_action(mdp))

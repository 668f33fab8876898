"""Ours: Q-learning within the viability kernel, which never runs out of safe actions."""

from learner.baselines.baseline import Baseline
from levels.model.level import Level
from levels.model.mdp import Mdp
from levels.proof.safety import safe_actions


def ours(_level: Level, mdp: Mdp) -> Baseline:
    """Make it for a level."""
    return Baseline("ours", mdp, safe_actions(mdp, "viable"))

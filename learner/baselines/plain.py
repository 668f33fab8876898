"""Plain ε-greedy Q-learning: any action may be tried, and a crash is penalised."""

from dataclasses import replace

import numpy as np

from learner.baselines.baseline import Baseline, failure_penalty, frozen, penalised
from levels.model.level import Level
from levels.model.mdp import Mdp
from levels.proof.safety import safe_actions


def plain(level: Level, mdp: Mdp) -> Baseline:
    """Make it for a level."""
    acts = ~(mdp.goal | mdp.violation)
    anything = np.repeat(acts[:, None], mdp.n_actions, axis=1)
    reward = penalised(mdp, failure_penalty(level), mdp.next_state == mdp.crash)
    return Baseline(
        "plain",
        replace(mdp, reward=reward),
        replace(safe_actions(mdp, "viable"), allowed=frozen(anything)),
    )

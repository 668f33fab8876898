"""The published one-step set (Definition 1): safe now is enough, and a dead end is penalised.

Paper: Eq. (3). It has no rule for a state without a safe action; here it ends the episode.
"""

from dataclasses import replace

import numpy as np

from learner.baselines.baseline import Baseline, failure_penalty, frozen, penalised
from levels.model.level import Level
from levels.model.mdp import Mdp
from levels.proof.safety import safe_actions


def one_step(level: Level, mdp: Mdp) -> Baseline:
    """Make it for a level."""
    safe = safe_actions(mdp, "one_step")
    stuck = ~(mdp.goal | mdp.violation) & ~safe.one_step.any(axis=1)
    reward = penalised(mdp, failure_penalty(level), np.append(stuck, False)[mdp.next_state])
    return Baseline("one_step", replace(mdp, reward=reward, violation=frozen(mdp.violation | stuck)), safe)

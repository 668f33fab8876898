"""The published one-step set (Definition 1): safe now is enough, and a dead end is penalised.

Paper: Eq. (3). It has no rule for a state without a safe action; here it ends the episode. In late traffic
the set is that of the timetable, since that is what it knows; it learns from what really hits it.
"""

from dataclasses import replace

import numpy as np

from learner.baselines.baseline import Baseline, failure_penalty, frozen, penalised
from learner.baselines.late import late_world, on_time
from learner.core.trainer import Trainer
from levels.model.level import Level
from levels.model.mdp import Mdp, compile_mdp
from levels.proof.safety import safe_actions


class OneStep(Trainer):
    """Q-learning where nothing is late: no action of the set leads into a crash."""

    @property
    def dead_ends(self) -> int:
        """Every failure is one."""
        return self.violations


def one_step(level: Level, mdp: Mdp) -> Baseline:
    """Make it for a level."""
    penalty = failure_penalty(level)
    world = late_world(level, mdp, penalty)
    safe = safe_actions(compile_mdp(on_time(level)) if world.traffic.late.size else mdp, "one_step")
    empty = world.empty
    stuck = ~(empty.goal | empty.violation) & ~safe.allowed.any(axis=1)
    reward = penalised(empty, penalty, np.append(stuck, True)[empty.next_state])
    tables = replace(empty, reward=reward, violation=frozen(empty.violation | stuck))
    return Baseline("one_step", tables, safe, world.trainer(OneStep))

"""All learners that can be compared, by name: a learner is one file beside this one and one line here."""

from collections.abc import Callable

from learner.baselines.baseline import Baseline
from learner.baselines.double_q import double_q
from learner.baselines.expected_sarsa import expected_sarsa
from learner.baselines.lagrangian import lagrangian
from learner.baselines.one_step import one_step
from learner.baselines.ours import ours
from learner.baselines.plain import plain
from learner.baselines.sarsa import sarsa
from learner.core.trainer import Trainer
from levels.model.level import Level
from levels.model.mdp import Mdp

BASELINES: dict[str, Callable[[Level, Mdp], Baseline]] = {
    "ours": ours,
    "one_step": one_step,
    "plain": plain,
    "lagrangian": lagrangian,
    "sarsa": sarsa,
    "expected_sarsa": expected_sarsa,
    "double_q": double_q,
}


def failures(name: str, learner: Trainer) -> tuple[int, int]:
    """(crashes, dead ends) in which episodes of the learner of this name ended.

    The learner “one_step” never crashes: all its failures are dead ends. No other one ends an episode there.
    """
    return (0, learner.violations) if name == "one_step" else (learner.violations, 0)

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

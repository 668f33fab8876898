"""All learners that can be compared, by name: a learner is one file beside this one and one line here."""

from collections.abc import Callable

from learner.baselines.baseline import Baseline
from learner.baselines.one_step import one_step
from learner.baselines.ours import ours
from learner.baselines.plain import plain
from levels.model.level import Level
from levels.model.mdp import Mdp

BASELINES: dict[str, Callable[[Level, Mdp], Baseline]] = {
    "plain": plain,
    "one_step": one_step,
    "ours": ours,
}

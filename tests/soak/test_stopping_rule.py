"""What `converged` is worth: random certified levels, five seeds each, under the published rule and ours."""

from collections import Counter

import pytest

from learner.core.trainer import Trainer
from learner.runs.training import until_converged
from levels.model.level import Learning, Rewards
from levels.proof.certificate import certify
from tests.random_levels import random_level
from tests.unit.learner.reference import world_of

N_LEVELS = 2_675
SEEDS = range(5)
MOST_EPISODES = 1_000_000


def certified_levels(n):
    """Random levels whose shortest path learning provably finds: −1 a step, γ = 1."""
    seed, found = 0, 0
    while found < n:
        level = random_level(seed).model_copy(update={"rewards": Rewards(), "safety": "viable"})
        world = world_of(level)
        if certify(level, world.mdp, world.safe).certified:
            found += 1
            yield world
        seed += 1


def outcomes(rule, n_levels):
    """How many runs there were, and how many of them converged without being optimal, by number of starts."""
    runs, wrong = Counter(), Counter()
    for world in certified_levels(n_levels):
        start_phases = world.level.learning.start_phases
        learning = Learning(stopping_rule=rule, start_phases=start_phases)
        kind = "one start" if sum(map(len, world.safe.starts)) == 1 else "several"
        for seed in SEEDS:
            trainer = Trainer(world.mdp, world.safe, learning, seed)
            until_converged(trainer, MOST_EPISODES)
            snapshot = trainer.snapshot(world.optimal)
            runs[kind, snapshot.converged_episode is not None] += 1
            wrong[kind] += snapshot.converged_episode is not None and not snapshot.optimal
    return runs, wrong


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_no_run_that_has_converged_is_on_a_path_that_is_too_long():
    runs, wrong = outcomes("settled", N_LEVELS)
    print(f"settled: runs (starts, converged) {dict(runs)}, wrong {dict(wrong)}")
    assert not any(wrong.values())
    assert runs["one start", False] + runs["several", False] == 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_the_published_rule_stops_on_paths_that_are_too_long():
    runs, wrong = outcomes("published", N_LEVELS)
    print(f"published: runs (starts, converged) {dict(runs)}, wrong {dict(wrong)}")
    assert wrong["one start"] > 0
    assert wrong["several"] > 0

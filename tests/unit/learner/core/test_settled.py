"""The stopping rule: an episode converges only if every start's greedy path has settled."""

import numpy as np
import pytest

from learner.core import packed
from learner.core.algorithm_1 import Algorithm1
from learner.core.settled import unsettled_start
from learner.core.trainer import Trainer
from learner.runs.training import until_converged
from levels.model.level import Learning
from levels.text.reader import builtin_levels, read_level
from tests.conftest import tiny
from tests.random_levels import random_level
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import assert_same, world_of

SEVERAL = ("three starts, two goals", "a road, from every phase")


def trained(level, seed=0, **learning):
    world = world_of(level)
    settings = level.learning.model_copy(update=learning)
    trainer = Trainer(world.mdp, world.safe, settings, seed)
    until_converged(trainer, 50_000)
    return trainer.snapshot(world.optimal)


def test_the_published_rule_stops_where_the_greedy_path_never_arrives_and_ours_does_not():
    """The last update of the episode that stops lowers the label below its rival."""
    level = tiny([".SG"])
    for seed in range(200):
        published = trained(level, seed, epsilon=0.0, stopping_rule="published")
        assert (published.converged_episode, published.rollout_steps) == (60, None)
        settled = trained(level, seed, epsilon=0.0)
        assert settled.converged_episode > 60
        assert settled.optimal


def test_the_crossing_converges_six_episodes_later():
    level = read_level(builtin_levels()["crossy_road"])
    assert trained(level, stopping_rule="published").converged_episode == 5788
    assert trained(level).converged_episode == 5794


def test_every_start_has_to_settle_not_only_the_near_one():
    level = tiny(["S.......GS"])
    assert trained(level, seed=1, stopping_rule="published").start_steps.tolist() == [-1, 1]
    for seed in range(20):
        settled = trained(level, seed)
        assert settled.start_steps.tolist() == [8, 1]
        assert settled.optimal


@pytest.mark.parametrize("rule", ["settled", "published"])
@pytest.mark.parametrize("name", [*SEVERAL, "all equal", "cut off early", "a road"])
def test_the_kernel_converges_when_its_readable_twin_does(name, rule):
    """At the very episode, also where a pass over many starts has to wait."""
    level = LEVELS[name]
    world = world_of(level)
    learning = level.learning.model_copy(update={"learning_rate": 0.5, "stopping_rule": rule})
    trainer = Trainer(world.mdp, world.safe, learning, seed=1)
    reference = Algorithm1(world.mdp, world.safe, learning, seed=1)
    while reference.converged_episode is None and reference.episodes < 3000:
        reference.step()
    trainer.advance(reference.transitions)
    assert_same(trainer, reference, world.optimal)
    counters = trainer.memory.counters[[packed.FAILED_START, packed.NEXT_PASS]]
    assert counters.tolist() == [reference.stopping_rule.failed, reference.stopping_rule.next_pass]
    assert trainer.converged_episode is not None or name == "cut off early"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_the_search_over_starts_says_what_each_path_says_alone(seed):
    """From every state, in every order, after little and after much learning."""
    world = world_of(random_level(seed).model_copy(update={"safety": "viable"}))
    if not all(world.safe.allowed[start].any() for start in world.mdp.starts):
        pytest.skip("a start is doomed")
    for n, threshold, limit in ((0, 0.5, 50), (2000, 0.05, 50), (50_000, 0.05, 4)):
        learning = Learning(learning_rate=0.5, threshold=threshold, episode_limit=limit)
        trainer = Trainer(world.mdp, world.safe, learning, seed)
        trainer.advance(n)
        reference = Algorithm1(world.mdp, world.safe, learning, seed)
        snapshot = trainer.snapshot(world.optimal)
        reference.critic.q[:] = snapshot.q
        reference.actor.labels[:] = snapshot.labels
        reference.actor.class_counts[:] = snapshot.class_counts
        states = np.random.default_rng(seed).permutation(np.flatnonzero(~world.mdp.violation))
        rule, knows = reference.stopping_rule, (reference.critic, reference.actor)
        settled = [rule.path_has_settled(int(state), *knows) for state in states]
        tables = trainer.tables._replace(starts=states.astype(np.uint32))
        for first in (0, len(states) // 2):
            found = unsettled_start(tables, trainer.memory, packed.rules_of(learning), first)
            around = [*range(first, len(states)), *range(first)]
            assert found == next((place for place in around if not settled[place]), -1)


def test_a_path_as_long_as_the_limit_can_settle_and_a_longer_one_cannot():
    level = tiny(["S..G"], actions=["right"], learning={"learning_rate": 1.0})
    world = world_of(level)
    trainer = Trainer(world.mdp, world.safe, level.learning, seed=0)
    trainer.advance(n_episodes=10)
    for limit, expected in ((3, -1), (2, 0)):
        rules = packed.rules_of(level.learning.model_copy(update={"episode_limit": limit}))
        assert unsettled_start(trainer.tables, trainer.memory, rules, 0) == expected

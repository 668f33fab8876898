"""The compiled loop does what the readable classes do, to the last bit, and slicing changes nothing."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from learner.core import packed
from learner.core.algorithm_1 import Algorithm1
from learner.core.commands import SetLearning
from learner.core.trainer import DeadEndError, Trainer
from levels.text.reader import builtin_levels, read_level
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import Recorded, assert_same, world_of


@pytest.mark.parametrize("name", LEVELS)
def test_the_kernel_equals_the_readable_classes_transition_for_transition(name):
    world = world_of(LEVELS[name])
    learning = world.level.learning
    trainer = Trainer(world.mdp, world.safe, learning, seed=11)
    reference = Algorithm1(world.mdp, world.safe, learning, seed=11)
    assert_same(trainer, reference, world.optimal)
    for _ in range(400):
        trainer.advance(1)
        reference.step()
        assert_same(trainer, reference, world.optimal)
    assert trainer.transitions == 400
    assert trainer.episodes > 0


@pytest.mark.parametrize("seed", range(4))
def test_both_stop_in_the_same_dead_end(seed):
    world = world_of(read_level(builtin_levels()["dead_end"]), mode="one_step")
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed)
    reference = Algorithm1(world.mdp, world.safe, world.level.learning, seed)
    with pytest.raises(DeadEndError):
        trainer.advance(100_000)
    while not reference.dead_end:
        reference.step()
    assert_same(trainer, reference, world.optimal)


@pytest.mark.parametrize("slices", [[1] * 3000, [7, 1, 992] * 3, [2999, 1], [0, 3000, 0]])
def test_slicing_changes_nothing(slices):
    world = world_of(LEVELS["a road, from every phase"])
    whole = Trainer(world.mdp, world.safe, world.level.learning, seed=5)
    whole.advance(3000)
    sliced = Trainer(world.mdp, world.safe, world.level.learning, seed=5)
    for n in slices:
        sliced.advance(n)
    assert sliced.transitions == 3000
    for a, b in zip(whole.memory, sliced.memory, strict=True):
        assert a.tobytes() == b.tobytes()


def test_before_learning_all_actions_are_chosen_about_equally_often(open_4x4):
    """Case L01: where all four are safe, each is the first move in 25 % ± 5 of 2,000 runs."""
    world = world_of(open_4x4)
    start = world.mdp.state((1, 1), 0)
    middle = replace(world.safe, starts=(np.array([start]),))
    first = []
    for seed in range(2000):
        trainer = Trainer(world.mdp, middle, world.level.learning, seed)
        trainer.advance(1)
        first.append(int(np.flatnonzero(np.nan_to_num(trainer.snapshot(world.optimal).q[start]))[0]))
    assert np.bincount(first, minlength=4) / 2000 == pytest.approx([0.25] * 4, abs=0.05)


def test_different_seeds_differ(open_4x4):
    world = world_of(open_4x4)
    a, b = (Trainer(world.mdp, world.safe, world.level.learning, seed) for seed in (0, 1))
    assert not np.array_equal(a.snapshot(world.optimal).labels, b.snapshot(world.optimal).labels)


def test_a_broken_constraint_is_counted_never_hidden():
    """Tables that call an unsafe action allowed: the loop counts each crash, ends the episode and goes on."""
    world = world_of(LEVELS["a road"])
    everything = np.ones_like(world.safe.allowed)
    everything[world.mdp.goal] = False
    trainer = Trainer(world.mdp, replace(world.safe, allowed=everything), world.level.learning, seed=0)
    trainer.advance(5000)
    snapshot = trainer.snapshot(world.optimal)
    assert snapshot.violations > 0
    assert snapshot.episodes >= snapshot.violations
    assert trainer.transitions == 5000


def test_no_constraint_is_broken_on_the_crossing():
    world = world_of(read_level(builtin_levels()["crossy_road"]))
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    trainer.change(SetLearning(epsilon=0.5))
    trainer.advance(2_000_000)
    assert trainer.snapshot(world.optimal).violations == 0


@pytest.mark.parametrize("n_episodes", [1, 511, 512, 513, 1024, pytest.param(5000, marks=pytest.mark.slow)])
def test_the_chart_holds_every_episode_in_buckets_of_equal_width(n_episodes, open_4x4):
    world = world_of(open_4x4)
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=2)
    reference = Recorded(world.mdp, world.safe, world.level.learning, seed=2)
    trainer.advance(n_episodes=n_episodes)
    while reference.episodes < n_episodes:
        reference.step()
    history = trainer.snapshot(world.optimal).history
    assert history.episodes[-1] == n_episodes
    assert len(history.episodes) <= packed.N_BUCKETS
    assert np.all(np.diff(history.episodes)[:-1] == history.width)
    change, steps, reached = (
        np.array(column, dtype=float) for column in zip(*reference.history, strict=True)
    )
    edges = [0, *history.episodes]
    for bucket, (a, b) in enumerate(itertools.pairwise(edges)):
        assert history.change_min[bucket] == change[a:b].min()
        assert history.change_max[bucket] == change[a:b].max()
        assert history.change_mean[bucket] == pytest.approx(change[a:b].mean())
        assert history.steps_min[bucket] == steps[a:b].min()
        assert history.steps_max[bucket] == steps[a:b].max()
        assert history.steps_mean[bucket] == pytest.approx(steps[a:b].mean())
        assert history.goal_share[bucket] == pytest.approx(reached[a:b].mean())


def test_the_chart_remembers_the_distance_to_the_truth_when_buckets_merge(open_4x4):
    world = world_of(open_4x4)
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=2)
    trainer.advance(n_episodes=300)
    measured = trainer.snapshot(world.optimal).largest_q_error
    trainer.advance(n_episodes=600)
    history = trainer.snapshot(world.optimal).history
    assert history.width == 2
    assert history.q_error[149] == measured
    assert np.isfinite(history.q_error).sum() == 2

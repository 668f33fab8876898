"""What holds for learning on every level."""

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from learner.core.actor import Actor, decision_values, policy, published_decision_values
from learner.core.algorithm_1 import Algorithm1
from learner.core.rng import XorShift64Star
from learner.core.trainer import Trainer
from tests.random_levels import levels
from tests.unit.learner.reference import assert_same, world_of

SEEDS = st.integers(0, 2**64 - 1)


def worlds():
    """Random levels under the viable set whose starts are viable."""
    return levels().map(lambda level: world_of(level, mode="viable"))


def startable(world):
    return all(world.safe.allowed[start].any() for start in world.mdp.starts)


@settings(max_examples=40, deadline=None)
@given(worlds(), SEEDS)
def test_the_kernel_equals_the_readable_classes(world, seed):
    assume(startable(world))
    learning = world.level.learning.model_copy(update={"epsilon": 0.4, "episode_limit": 40})
    trainer = Trainer(world.mdp, world.safe, learning, seed)
    reference = Algorithm1(world.mdp, world.safe, learning, seed)
    for n in (1, 2, 37, 160):
        trainer.advance(n)
        for _ in range(n):
            reference.step()
        assert_same(trainer, reference, world.optimal)


@settings(max_examples=15, deadline=None)
@given(worlds(), SEEDS)
def test_incremental_labels_and_counts_equal_the_full_rebuild(world, seed):
    """Steps 4 and 5 of Algorithm 1 as the paper writes them change nothing after each single update."""
    assume(startable(world))
    reference = Algorithm1(world.mdp, world.safe, world.level.learning, seed)
    full = Actor(world.safe, XorShift64Star(seed))
    for _ in range(40):
        reference.step()
        full.labels = reference.actor.labels.copy()
        full.refit(reference.critic.q)
        assert np.array_equal(full.labels, reference.actor.labels)
        assert np.array_equal(full.class_counts, reference.actor.class_counts)


@settings(max_examples=30, deadline=None)
@given(worlds(), SEEDS, st.integers(0, 20_000))
def test_labels_are_best_and_allowed_and_nothing_ever_crashes(world, seed, n):
    assume(startable(world))
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed)
    trainer.advance(n)
    snapshot = trainer.snapshot(world.optimal)
    assert snapshot.violations == 0
    assert np.array_equal(np.isnan(snapshot.q), ~world.safe.allowed)
    labelled = np.flatnonzero(world.safe.allowed.any(axis=1))
    assert np.array_equal(np.flatnonzero(snapshot.labels >= 0), labelled)
    labels = snapshot.labels[labelled]
    assert world.safe.allowed[labelled, labels].all()
    assert np.array_equal(snapshot.q[labelled, labels], np.nanmax(snapshot.q[labelled], axis=1))
    assert np.array_equal(np.bincount(labels, minlength=len(snapshot.class_counts)), snapshot.class_counts)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=60))
def test_the_policy_is_the_label_whatever_the_labels(labels):
    """Theorem 1, and Remark 1 where only one label occurs."""
    counts = np.bincount(labels, minlength=5)
    for label in set(labels):
        assert policy(label, counts) == label
        n = len(labels)
        sign = np.where(np.arange(5) == label, 1, -1)
        assert np.allclose(published_decision_values(label, counts), sign * 4 * counts * (n - counts) / n)
        assert np.array_equal(
            np.sign(published_decision_values(label, counts)), decision_values(label, counts)
        )

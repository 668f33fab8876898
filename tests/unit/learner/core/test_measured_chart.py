"""The chart's curve of |Q − Q*|: found while learning, with no effect on it."""

import numpy as np
import pytest

from learner.core import trainer as trainers
from learner.core.packed import Q_ERROR
from learner.core.trainer import Trainer
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import world_of


@pytest.fixture
def world():
    return world_of(LEVELS["a road"])


def trained(world, slices=(3_000,), optimal=None):
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=3)
    for n in slices:
        trainer.advance(n, optimal=optimal)
    return trainer


def measured(trainer):
    return trainer.memory.chart[:, Q_ERROR]


def test_the_distance_is_found_along_the_way_and_learning_does_not_notice(world):
    plain, observed = trained(world), trained(world, optimal=world.optimal)
    for name, array in plain.memory._asdict().items():
        if name != "chart":
            assert array.tobytes() == getattr(observed.memory, name).tobytes(), name
    np.testing.assert_array_equal(plain.memory.chart[:, :Q_ERROR], observed.memory.chart[:, :Q_ERROR])
    history = observed.snapshot(world.optimal).history
    assert np.isfinite(history.q_error).sum() > 0.3 * len(history.q_error)
    assert np.isfinite(plain.snapshot(world.optimal).history.q_error).sum() == 1


def test_each_distance_is_that_of_its_moment_however_the_work_is_sliced(world):
    n = world.mdp.n_states
    at_once = trained(world, (40 * n,), world.optimal)
    sliced = trained(world, (n // 2, 7 * n, 1, 40 * n - 7 * n - 1 - n // 2), world.optimal)
    np.testing.assert_array_equal(measured(at_once), measured(sliced))
    by_hand = trained(world, ())
    for _ in range(40):
        by_hand.advance(n)
        by_hand.snapshot(world.optimal)
    np.testing.assert_array_equal(measured(at_once), measured(by_hand))


def test_a_long_run_is_measured_less_often(world, monkeypatch):
    monkeypatch.setattr(trainers, "MOST_MEASURED", 4)
    n, found = world.mdp.n_states, []
    monkeypatch.setattr(Trainer, "_measure", lambda self, _optimal: found.append(self.transitions // n))
    trained(world, (20 * n,), world.optimal)
    assert found == [1, 2, 3, 4, 6, 8, 12, 16]

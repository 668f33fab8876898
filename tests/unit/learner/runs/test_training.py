"""Training without a window: settings in place of the level's own, and learning until it converges."""

import pytest

from learner.core.trainer import Trainer
from learner.runs.training import SettingsError, until_converged, with_settings
from tests.conftest import tiny
from tests.unit.learner.reference import world_of

DECAYING = {"epsilon": 0.5, "epsilon_decay": 0.9, "epsilon_floor": 0.05}


@pytest.fixture
def trainer(open_4x4):
    world = world_of(open_4x4)
    return Trainer(world.mdp, world.safe, world.level.learning, seed=0)


def test_an_epsilon_below_the_levels_floor_lowers_the_floor():
    level = tiny(["S..", "..G"], learning=DECAYING)
    learning = with_settings(level, None, {"epsilon": 0.01}).learning
    assert (learning.epsilon, learning.epsilon_decay, learning.epsilon_floor) == (0.01, 0.9, 0.01)
    learning = with_settings(level, None, {"epsilon": 0.2}).learning
    assert (learning.epsilon, learning.epsilon_floor) == (0.2, 0.05)


def test_a_floor_that_is_given_above_epsilon_is_refused():
    with pytest.raises(SettingsError, match=r"epsilon_floor \(0.3\) is above epsilon \(0.2\)"):
        with_settings(tiny(["SG"]), None, {"epsilon": 0.2, "epsilon_floor": 0.3})


def test_a_fault_without_a_hint_ends_with_its_sentence():
    with pytest.raises(SettingsError, match=r"^epsilon: “x” is not a number$"):
        with_settings(tiny(["SG"]), None, {"epsilon": "x"})


def test_learning_in_slices_ends_where_it_would_in_one_go(trainer, open_4x4, monkeypatch):
    monkeypatch.setattr("learner.runs.training.SLICE", 100)
    counts = []
    seconds = until_converged(trainer, progress=counts.append)
    assert seconds > 0.0
    assert counts == sorted(counts)
    assert len(counts) == -(-trainer.transitions // 100)
    assert counts[-1] == trainer.episodes == trainer.converged_episode
    world = world_of(open_4x4)
    at_once = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    at_once.advance(stop="converged")
    assert trainer.memory.q.tobytes() == at_once.memory.q.tobytes()
    assert until_converged(trainer) == 0.0
    assert trainer.transitions == at_once.transitions


def test_learning_is_given_up_after_so_many_episodes_in_all(trainer):
    trainer.advance(n_episodes=3)
    until_converged(trainer, 5)
    assert (trainer.episodes, trainer.converged_episode) == (5, None)
    until_converged(trainer, 4)
    assert trainer.episodes == 5

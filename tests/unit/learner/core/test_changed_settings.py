"""Other settings in the middle of a run: they act from one transition on, whatever the slices are."""

import numpy as np
import pytest
from pydantic import ValidationError

from learner.core.algorithm_1 import Algorithm1
from learner.core.commands import SetLearning, changes_to_json
from learner.core.trainer import Trainer
from levels.proof.optimal_values import solve
from tests.conftest import tiny
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import assert_same, world_of

CHANGES = (
    (137, SetLearning(epsilon=0.4)),
    (250, SetLearning(learning_rate=0.3, discount=0.9)),
    (900, SetLearning(epsilon=0.02, learning_rate=0.07)),
)


def trainer_of(world, seed=5):
    return Trainer(world.mdp, world.safe, world.level.learning, seed)


def learned(world, slices, changes=CHANGES):
    """A run of as many transitions as the slices have together, with changes on its course."""
    trainer, changes, target = trainer_of(world), list(changes), 0
    for n in slices:
        target += n
        while changes and changes[0][0] <= target:
            at, change = changes.pop(0)
            trainer.advance(at - trainer.transitions)
            trainer.change(change)
        trainer.advance(target - trainer.transitions)
    return trainer


@pytest.mark.parametrize("name", ["a road, from every phase", "decaying"])
def test_the_same_changes_at_the_same_transitions_give_the_same_run(name):
    world = world_of(LEVELS[name])
    whole = learned(world, [1500])
    for slices in ([1] * 1500, [136, 1, 1, 1362], [250, 650, 600]):
        sliced = learned(world, slices)
        assert sliced.changes == whole.changes
        for a, b in zip(whole.memory, sliced.memory, strict=True):
            assert a.tobytes() == b.tobytes()
    later = learned(world, [1500], [(at + 1, change) for at, change in CHANGES])
    assert later.memory.q.tobytes() != whole.memory.q.tobytes()


def test_a_change_acts_from_the_next_transition_as_in_the_readable_classes():
    world = world_of(LEVELS["a road"])
    trainer, reference = trainer_of(world), Algorithm1(world.mdp, world.safe, world.level.learning, 5)
    changes = dict(CHANGES)
    for made in range(1000):
        if change := changes.get(made):
            trainer.change(change)
            reference.learning = change.applied(reference.learning)
            reference.critic.learning_rate = reference.learning.learning_rate
            reference.critic.discount = reference.learning.discount
            reference.stopping_rule._learning = reference.learning
            reference.exploration.epsilon = change.epsilon or reference.exploration.epsilon
            if change.discount or change.learning_rate:
                reference.converged_episode = None
        trainer.advance(1)
        reference.step()
        assert_same(trainer, reference, world.optimal)


def test_a_run_names_what_it_began_with_and_what_was_new_when():
    world = world_of(LEVELS["a road"])
    trainer = trainer_of(world)
    trainer.change(SetLearning(epsilon=0.3))
    assert trainer.began_with.epsilon == trainer.epsilon == 0.3
    trainer.advance(100)
    trainer.change(SetLearning(epsilon=0.3, learning_rate=trainer.learning.learning_rate))
    trainer.change(SetLearning(epsilon=0.3, discount=0.5))
    assert changes_to_json(trainer.changes) == [{"transition": 100, "discount": 0.5}]
    assert (trainer.began_with.discount, trainer.learning.discount) == (1.0, 0.5)
    snapshot = trainer.snapshot(world.optimal)
    assert (snapshot.learning, snapshot.changes) == (trainer.learning, trainer.changes)


def test_settings_of_before_the_first_transition_are_those_of_a_fresh_run():
    world = world_of(LEVELS["a road"])
    given = SetLearning(learning_rate=0.5, discount=0.8, epsilon=0.2)
    changed = trainer_of(world)
    changed.change(given)
    fresh = Trainer(world.mdp, world.safe, given.applied(world.level.learning), 5)
    assert (changed.began_with, changed.changes) == (fresh.began_with, ())
    for trainer in (changed, fresh):
        trainer.advance(2000)
    assert changed.memory.q.tobytes() == fresh.memory.q.tobytes()


def test_with_another_discount_a_run_converges_again_to_the_new_optimum(open_4x4):
    world = world_of(open_4x4)
    trainer = trainer_of(world)
    trainer.advance(stop="converged")
    first = trainer.converged_episode
    trainer.change(SetLearning(epsilon=0.9))
    assert trainer.converged_episode == first  # what has settled has, however the agent explores
    trainer.change(SetLearning(epsilon=0.1, discount=0.5))
    assert trainer.converged_episode is None
    trainer.advance(stop="converged")
    assert trainer.converged_episode > first
    start = world.mdp.starts[0]
    best = np.nanmax(trainer.snapshot(world.optimal).q[start])
    n = int(world.optimal.steps_to_goal[start])
    assert best == pytest.approx(-2 * (1 - 0.5**n), abs=0.01)  # −(1 + γ + … + γⁿ⁻¹)
    assert solve(world.mdp, world.safe, 0.5).v_star[start] == pytest.approx(-2 * (1 - 0.5**n))
    trainer.change(SetLearning(learning_rate=1.0))
    assert trainer.converged_episode is None


def test_an_epsilon_below_the_floor_stays_and_one_above_decays_from_there():
    world = world_of(tiny(["S.G"], learning={"epsilon": 0.5, "epsilon_decay": 0.5, "epsilon_floor": 0.1}))
    trainer = trainer_of(world)
    trainer.advance(n_episodes=5)
    assert trainer.epsilon == 0.1
    trainer.change(SetLearning(epsilon=0.01))
    trainer.advance(n_episodes=2)
    assert (trainer.epsilon, trainer.learning.epsilon_floor) == (0.01, 0.01)
    trainer.change(SetLearning(epsilon=0.8))
    trainer.advance(n_episodes=2)
    assert trainer.epsilon == 0.2


def test_senseless_settings_are_refused():
    for wrong in ({"epsilon": 1.5}, {"learning_rate": 0.0}, {"discount": 1.01}):
        with pytest.raises(ValidationError):
            SetLearning(**wrong)
    level = tiny(["S..G"], rewards={"step": 0, "goal": 1}, learning={"discount": 0.9})
    trainer = trainer_of(world_of(level))
    with pytest.raises(ValueError, match="does not define a shortest path"):
        trainer.change(SetLearning(discount=1.0))

"""The named dead end: the place, the obstacles and the way are those of the geometry, wherever it is told."""

import json

import pytest

from learner.core.dead_end import name_dead_end
from learner.core.rollout import MOVES_SHOWN, replay_dead_end
from learner.core.trainer import DeadEndError, Trainer
from levels.random.generator import random_crossing
from levels.text.reader import builtin_levels, read_level
from tests.conftest import tiny
from tests.oracle import World, collides
from tests.unit.learner.reference import world_of


def led_into(level, seed=0):
    """The tables, and the dead end that learning with the one-step set runs into."""
    world = world_of(level, mode="one_step")
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed)
    with pytest.raises(DeadEndError) as caught:
        trainer.advance(1_000_000)
    return world, caught.value.named(world.level, world.mdp, world.safe)


LEVELS = {
    "dead_end": read_level(builtin_levels()["dead_end"]),
    **{f"crossing {seed}": random_crossing(seed) for seed in (0, 1, 2)},
}


@pytest.mark.parametrize("name", LEVELS)
def test_it_is_a_dead_end_of_the_geometry_and_so_is_the_way(name):
    level = LEVELS[name]
    world, found = led_into(level)
    oracle = World(level)
    ticks = [tick for tick, _ in found.trace]
    assert ticks == list(range(ticks[0], found.tick + 1))
    assert found.trace[-1] == (found.tick, found.cell)
    assert found.phase == found.tick % oracle.period  # episodes begin at phase 0
    assert world.mdp.state(found.cell, found.phase) == found.state
    assert collides(level, [cell for _, cell in found.trace], ticks[0], oracle) == ""
    assert all(oracle.move(found.cell, found.tick, action) is None for action in level.actions)


@pytest.mark.parametrize("name", LEVELS)
def test_the_obstacles_are_those_that_close_it(name):
    level = LEVELS[name]
    _, found = led_into(level)
    assert found.obstacles
    oracle = World(level)
    near = {oracle.verdict(found.cell, found.tick, action)[0] for action in level.actions}
    for index in found.obstacles:
        pictures = [ride.picture(found.tick) for ride in oracle.obstacles[index]]
        assert any(near & (occupied | stood) for occupied, _, stood in pictures)
        obstacle = level.obstacles[index]
        seen = (f"the {obstacle.look} in row {obstacle.row} ", f"the {obstacle.look} at row {obstacle.row},")
        assert any(word in sentence for sentence in found.sentences for word in seen)
    assert [sentence.split(":")[0] for sentence in found.sentences] == ["right", "up", "left", "down"]


def test_it_is_told_in_sentences_and_in_json():
    _, found = led_into(LEVELS["dead_end"])
    row, col = found.cell
    assert found.describe().startswith(
        f"dead end at row {row}, column {col}, phase {found.phase}, at tick {found.tick} of the episode: "
    )
    assert "the train in row 2" in found.describe()
    assert f"→ tick {found.tick} at row {row}, column {col}. Use “safety: viable”" in found.describe()
    assert json.loads(json.dumps(found.to_json())) == {
        "cell": [row, col],
        "phase": found.phase,
        "tick": found.tick,
        "obstacles": [0],
        "sentences": list(found.sentences),
        "trace": [[tick, list(cell)] for tick, cell in found.trace],
    }


def test_a_start_without_a_safe_action_is_one_too():
    _, found = led_into(tiny(["S#G"]))
    assert (found.tick, found.trace, found.obstacles) == (0, ((0, (0, 0)),), ())
    assert found.sentences[0] == "right: a wall is in the way"


def test_a_rollouts_last_states_name_the_same():
    world, found = led_into(LEVELS["dead_end"])
    states = [world.mdp.state(cell, tick) for tick, cell in found.trace]
    assert name_dead_end(world.level, world.mdp, world.safe, states, found.tick) == found


@pytest.mark.parametrize("name", LEVELS)
def test_learnings_own_path_is_replayed_as_a_rollout(name):
    world, found = led_into(LEVELS[name])
    rollout = replay_dead_end(world.mdp, found)
    assert rollout.states[-1] == found.state
    assert len(rollout.actions) == min(MOVES_SHOWN, len(found.trace) - 1)
    cells = [world.mdp.cell(state) for state in rollout.states]
    assert cells == [cell for _tick, cell in found.trace[-len(cells) :]]
    for here, action, there in zip(rollout.states, rollout.actions, rollout.states[1:], strict=False):
        assert world.safe.one_step[here, action]
        assert world.mdp.next_state[here, action] == there
    assert rollout.outcome == "dead_end"
    assert rollout.message.startswith(f"dead end after {found.tick} steps")

"""Copies that step together do what the single environment does; the registry knows every level."""

import numpy as np
import pytest

from levels.text.reader import builtin_levels

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
from learner import registration  # noqa: E402
from learner.environment import CrossingEnv  # noqa: E402
from learner.vector_environment import CrossingVectorEnv  # noqa: E402


def test_every_level_has_an_id():
    assert registration.id_of("crossy_road") == "safe_crossing/CrossyRoad-v0"
    for name in builtin_levels():
        assert gymnasium.spec(registration.id_of(name)).kwargs == {"level": name}
    assert "safe_crossing/Level-v0" in gymnasium.registry


def test_copies_do_what_the_single_environment_does():
    rng = np.random.default_rng(0)
    copies = gymnasium.make_vec("safe_crossing/CrossyRoad-v0", num_envs=3)
    singles = [CrossingEnv("crossy_road") for _ in range(3)]
    observed, info = copies.reset(seed=0)
    told = [single.reset(seed=0) for single in singles]
    assert observed.tolist() == [state for state, _ in told]
    over, refusals = [False] * 3, 0
    for _ in range(400):
        actions = (
            copies.action_space.sample()
            if rng.random() < 0.05
            else np.argmax(info["action_mask"] * rng.random((3, copies.single_action_space.n)), axis=1)
        )
        observed, rewards, terminated, truncated, info = copies.step(actions)
        for i, single in enumerate(singles):
            if over[i]:
                state, own = single.reset()
                expected = (state, 0.0, False, False)
            else:
                *expected, own = single.step(actions[i])
            assert (observed[i], rewards[i], terminated[i], truncated[i]) == tuple(expected)
            assert info["action_mask"][i].tolist() == own["action_mask"].tolist()
            assert info["cost"][i] == own["cost"]
            assert copies.action_masks()[i].tolist() == own["action_mask"].astype(bool).tolist()
            over[i] = bool(terminated[i] or truncated[i])
            refusals += int(own["cost"])
    assert refusals > 5


def test_what_copies_are_given_wrongly_is_a_sentence():
    copies = CrossingVectorEnv("grid_4", 2)
    with pytest.raises(RuntimeError, match="call reset first"):
        copies.step(np.zeros(2))
    copies.reset(seed=1)
    for actions in ([0], [0, 4], [-1, 0]):
        with pytest.raises(ValueError, match="2 whole numbers from 0 to 3"):
            copies.step(np.array(actions))


def test_an_episode_can_begin_in_a_state_by_name():
    env = CrossingEnv("grid_4")
    mdp = env.proof.mdp
    state, _ = env.reset(options={"cell": (1, 2), "phase": 0})
    assert mdp.cell(int(state)) == (1, 2)
    for options, sentence in (
        ({"row": 1}, "'row' is not an option"),
        ({"cell": 3}, "write it as"),
        ({"cell": (9, 0)}, "not on the board"),
        ({"phase": 1}, "from 0 to 0"),
        ({"cell": mdp.cell(int(np.flatnonzero(mdp.goal)[0]))}, "is a goal"),
    ):
        with pytest.raises(ValueError, match=sentence):
            env.reset(options=options)


def test_actions_have_names_and_masks():
    env = CrossingEnv("grid_4")
    _, info = env.reset()
    assert env.metadata["action_names"] == ("right", "up", "left", "down")
    assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()

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
    for actions in ([0], [0, 4], [-1, 0], [0.0, 0.9], [0.0, np.nan], [0.0, np.inf], None, [True, False]):
        with pytest.raises(ValueError, match="2 whole numbers from 0 to 3"):
            copies.step(np.array(actions))


def wrong_options(mdp):
    """What names no state of grid_4 to begin in, each with a part of the sentence that says so."""
    return (
        ({"row": 1}, "'row' is not an option"),
        ({"cell": 3}, "write it as"),
        ({"cell": (9, 0)}, "not on the board"),
        ({"phase": 1}, "from 0 to 0"),
        ({"cell": mdp.cell(int(np.flatnonzero(mdp.goal)[0]))}, "is a goal"),
    )


def test_an_episode_can_begin_in_a_state_by_name():
    env = CrossingEnv("grid_4")
    mdp = env.proof.mdp
    state, _ = env.reset(options={"cell": (1, 2), "phase": 0})
    assert mdp.cell(int(state)) == (1, 2)
    for options, sentence in wrong_options(mdp):
        with pytest.raises(ValueError, match=sentence):
            env.reset(options=options)


def test_all_copies_can_begin_in_a_state_by_name():
    copies, single = CrossingVectorEnv("crossy_road", 2), CrossingEnv("crossy_road")
    options = {"cell": (1, 4), "phase": 2}
    state, own = single.reset(options=options)
    observed, info = copies.reset(options=options)
    assert observed.tolist() == [state] * 2
    assert info["action_mask"].tolist() == [own["action_mask"].tolist()] * 2
    assert info["cost"].tolist() == [0.0, 0.0]
    after, _, terminated, _, info = copies.step(np.array([2, 1]))
    assert (after[0], terminated.tolist()) == (single.step(2)[0], [False, True])
    assert info["cost"].tolist() == [0.0, 1.0]


def test_a_wrong_name_gets_the_single_environments_sentence_and_changes_nothing():
    copies = CrossingVectorEnv("grid_4", 2)
    observed, _ = copies.reset(seed=1)
    for options, sentence in wrong_options(copies.proof.mdp):
        with pytest.raises(ValueError, match=sentence):
            copies.reset(seed=2, options=options)
    assert copies.step(np.zeros(2))[0].tolist() == (observed + 1).tolist()


@pytest.fixture
def several(tmp_path):
    """Four copies of a level with five starts in a row, above the goal's."""
    path = tmp_path / "several.yaml"
    path.write_text("format: 1\nname: x\nmap: |\n  SSSSS\n  ....G\n", encoding="utf-8")
    return CrossingVectorEnv(path, 4)


def test_only_the_copies_of_a_mask_begin_and_the_others_go_on(several):
    begun, _ = several.reset(seed=0)
    there = several.step(np.full(4, 3))[0]  # down, each below its start
    mask = np.array([True, False, False, True])
    observed, info = several.reset(options={"cell": (0, 1), "reset_mask": mask})
    assert observed.tolist() == [1, there[1], there[2], 1]
    assert info["action_mask"].tolist() == several.proof.safe.allowed[observed].astype(int).tolist()
    again, _ = several.reset(seed=0, options={"reset_mask": ~mask})
    assert again.tolist() == [1, begun[1], begun[2], 1]


def test_a_named_start_draws_nothing(several):
    first, _ = several.reset(seed=6)
    several.reset(seed=6, options={"cell": (0, 1)})
    assert several.reset()[0].tolist() == first.tolist()
    assert len(set(first.tolist())) > 1


def test_a_copy_whose_episode_is_over_begins_by_a_mask_and_not_again_at_its_next_step(several):
    mdp = several.proof.mdp
    several.reset(options={"cell": (0, 4)})
    assert several.step(np.full(4, 3))[2].all()
    observed, info = several.reset(options={"cell": (1, 3), "reset_mask": np.arange(4) == 0})
    assert info["action_mask"].any(axis=1).tolist() == [True, False, False, False]
    after, rewards, terminated, _, _ = several.step(np.zeros(4))
    assert (mdp.cell(int(observed[0])), mdp.cell(int(after[0]))) == ((1, 3), (1, 4))
    assert (rewards.tolist(), terminated.tolist()) == ([-1.0, 0.0, 0.0, 0.0], [True, False, False, False])
    assert all(mdp.cell(int(state))[0] == 0 for state in after[1:])


def test_a_mask_that_is_none_is_refused(several):
    with pytest.raises(ValueError, match="call reset without “reset_mask” first"):
        several.reset(options={"reset_mask": np.arange(4) == 0})
    for mask in ([True] * 4, np.ones(3, dtype=bool), np.ones(4), np.zeros(4, dtype=bool)):
        with pytest.raises(ValueError, match="“reset_mask” is an array of 4 truth values"):
            several.reset(options={"reset_mask": mask})


def test_actions_have_names_and_masks():
    env = CrossingEnv("grid_4")
    _, info = env.reset()
    assert env.metadata["action_names"] == ("right", "up", "left", "down")
    assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()

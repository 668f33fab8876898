"""The field's cases about Gymnasium (S03, S04, S21, G01): masks, refused actions, costs."""

import numpy as np
import pytest

from levels.files.problems import LevelError
from levels.model.delays import Delays
from levels.text.editing import with_value
from levels.text.reader import builtin_levels

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
from gymnasium.utils.env_checker import check_env  # noqa: E402

import learner.registration  # noqa: E402, F401  registers the levels
from learner.environment import CrossingEnv  # noqa: E402


@pytest.fixture(params=["crossy_road", "patrol_15x9", "maze_15"])
def env(request):
    return CrossingEnv(request.param)


def episode(env, seed):
    """Five values of each step of an episode of random allowed actions."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    steps = []
    while not steps or not (steps[-1][2] or steps[-1][3]):
        steps.append(env.step(env.action_space.sample(info["action_mask"])))
        info = steps[-1][4]
    return steps


def test_s03_the_mask_is_what_the_action_space_takes_after_reset_and_every_step(env):
    _, info = env.reset(seed=0)
    for _ in range(300):
        mask = info["action_mask"]
        assert (mask.dtype, mask.shape) == (np.int8, (env.action_space.n,))
        action = env.action_space.sample(mask)
        assert mask[action] == 1
        _, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            assert info["action_mask"].any() == (not terminated)
            _, info = env.reset()


def test_s04_an_action_that_is_not_allowed_is_never_carried_out(env):
    mdp, safe = env.proof.mdp, env.proof.safe
    observation, info = env.reset(seed=1)
    for _ in range(10_000):
        refused = np.flatnonzero(info["action_mask"] == 0)
        if len(refused):
            break
        observation, _, _, _, info = env.step(env.action_space.sample(info["action_mask"]))
    after, reward, terminated, truncated, info = env.step(refused[0])
    assert (after, terminated, truncated, info["cost"]) == (observation, True, False, 1.0)
    assert reward == -1.0 * env.proof.level.learning.episode_limit
    assert not mdp.violation[after]
    assert info["refused"]
    assert safe.viable[after]
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_s21_g01_a_step_has_five_values_and_a_cost_even_when_it_is_0(env):
    violation = env.proof.mdp.violation
    for seed in range(3):
        for observation, _, _, _, info in episode(env, seed):
            assert isinstance(info["cost"], float)
            assert info["cost"] == 0.0
            assert not violation[observation]


def test_the_same_seed_gives_the_same_episode(env):
    told = [[(int(step[0]), step[1]) for step in episode(env, 7)] for _ in range(2)]
    assert told[0] == told[1]


def test_the_shortest_way_earns_its_reward():
    env = CrossingEnv("grid_4")
    total, terminated, info = 0.0, False, env.reset(seed=0)[1]
    for column in [0, 0, 0, 1, 1, 1]:
        assert info["action_mask"][column]
        _, reward, terminated, _, info = env.step(column)
        total += reward
    assert (terminated, total) == (True, -6.0)


def test_an_episode_is_cut_at_the_levels_limit():
    env = CrossingEnv("grid_4")
    _, info = env.reset(seed=0)
    truncated, n = False, 0
    while not truncated:
        action = 0 if n % 2 == 0 else 2  # to and fro
        assert info["action_mask"][action]
        _, _, terminated, truncated, info = env.step(action)
        assert not terminated
        n += 1
    assert n == env.proof.level.learning.episode_limit
    assert info["action_mask"].any()  # cut, not final


def test_gymnasiums_own_checks_pass():
    check_env(CrossingEnv("patrol_15x9", render_mode="ansi"))


def test_the_state_is_drawn_as_text():
    env = CrossingEnv("crossy_road", render_mode="ansi")
    mdp, drawing = env.proof.mdp, env.proof.level.map
    state, info = env.reset(seed=0)
    for _ in range(20):
        rows = env.render().split("\n")
        phase = mdp.phase(int(state))
        occupied = {mdp.cell(x) for x in np.flatnonzero(mdp.violation).tolist() if mdp.phase(x) == phase}
        for row, drawn in enumerate(drawing):
            for col, char in enumerate(drawn):
                here = "@" if (row, col) == mdp.cell(state) else "o" if (row, col) in occupied else char
                assert rows[row][col] == here
        state, _, _, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert CrossingEnv("crossy_road").render() is None
    with pytest.raises(ValueError, match="use “ansi”"):
        CrossingEnv("crossy_road", render_mode="human")


def lane(tmp_path, ground, look, keys):
    """A level with one lane of three cells."""
    path = tmp_path / "lane.yaml"
    obstacle = f"{{kind: lane, look: {look}, row: 1, direction: right, loop: 6, at: [1], {keys}}}"
    rules = f"actions: [up, left, wait]\nobstacles: [{obstacle}]\n"
    path.write_text(f"format: 1\nname: x\nmap: |\n  G..\n  {ground}\n  S..\n{rules}", encoding="utf-8")
    return CrossingEnv(path, render_mode="ansi")


def test_a_log_is_drawn_where_the_agent_can_stand_and_open_water_as_water(tmp_path):
    env = lane(tmp_path, "~~~", "log", "carries: true, length: 2, every: 2")
    env.reset(seed=0)
    shown = [env.render()]
    for _ in range(10):
        env.step(2)
        shown.append(env.render())
    water = [row for row in ("cc~", "~cc", "~~c", "~~~", "~~~") for _ in range(2)] + ["c~~"]
    assert shown == [f"G..\n{row}\n@.." for row in water]


def test_late_traffic_is_drawn_where_the_delays_of_the_seed_have_it(tmp_path):
    env = lane(tmp_path, "===", "car", "late: 2")
    delays = Delays(env.proof.level, 5)
    env.reset(seed=5)
    for tick in range(24):
        place = (1 + tick - delays.at(tick)[0]) % 6
        row = "".join("o" if column == place else "=" for column in range(3))
        assert env.render() == f"G..\n{row}\n@.."
        env.step(2)
    assert len({delays.at(tick) for tick in range(24)}) == 3


@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_no_level_at_all_gets_a_sentence(make):
    with pytest.raises(LevelError, match="no level is named"):
        make("safe_crossing/Level-v0")


def test_episodes_begin_at_the_phases_the_level_says(tmp_path):
    path = tmp_path / "all.yaml"
    text = builtin_levels()["crossy_road"].read_text(encoding="utf-8")
    path.write_text(with_value(text, "learning", {"start_phases": "all"}), encoding="utf-8")
    for level, more_than_one in ((path, True), ("crossy_road", False)):
        env = CrossingEnv(level)
        states = [env.reset(seed=seed)[0] for seed in range(40)]
        assert all(env.proof.safe.allowed[state].any() for state in states)
        cell = env.proof.mdp.cell
        assert {cell(int(state)) for state in states} == {cell(env.proof.mdp.starts[0])}
        assert (len(set(states)) > 1) is more_than_one


def test_episodes_begin_in_every_cell_where_the_level_says_so(tmp_path):
    path = tmp_path / "all.yaml"
    text = builtin_levels()["grid_4"].read_text(encoding="utf-8")
    path.write_text(with_value(text, "learning", {"start_cells": "all"}), encoding="utf-8")
    env = CrossingEnv(path)
    states = {int(env.reset(seed=seed)[0]) for seed in range(200)}
    assert states == set(np.flatnonzero(~env.proof.mdp.goal).tolist())


def test_what_is_no_action_or_no_safe_level_is_an_error():
    env = CrossingEnv("grid_4")
    env.reset()
    with pytest.raises(ValueError, match="0 to 3"):
        env.step(4)
    with pytest.raises(LevelError):
        CrossingEnv("no_such_level")

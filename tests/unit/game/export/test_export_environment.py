"""The environment with the game's pictures."""

import copy
import os
import pickle
import sys
import warnings

import numpy as np
import pygame
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
from gymnasium.utils.env_checker import check_env  # noqa: E402

import learner.registration  # noqa: E402, F401  registers the levels
from game.board.view import BoardView  # noqa: E402
from game.shell.window.display import WindowError  # noqa: E402
from levels.model.delays import Delays  # noqa: E402
from levels.text.reader import read_file  # noqa: E402


def test_each_state_has_its_picture_and_gymnasium_has_nothing_to_say():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("safe_crossing/Grid4-v0", render_mode="rgb_array")
        check_env(env.unwrapped, skip_render_check=True)
        env.reset(seed=0)
        before = env.render()
        env.step(0)
        after = env.render()
    assert before.dtype == np.uint8
    assert [side % 2 for side in before.shape] == [0, 0, 1]
    assert before.shape == after.shape
    assert (before != after).any()
    env.close()
    pygame.display.quit()


def test_late_traffic_is_drawn_with_the_delays_of_the_seed(tmp_path, monkeypatch):
    lane = "{kind: lane, look: car, row: 1, direction: right, loop: 9, at: [4], late: 3}"
    text = f"format: 1\nname: late\nmap: |\n  G..\n  ===\n  S..\nactions: [up, wait]\nobstacles: [{lane}]\n"
    path, scenes = tmp_path / "late.yaml", []
    path.write_text(text, encoding="utf-8")
    env = gymnasium.make("safe_crossing/Level-v0", level=path, render_mode="rgb_array")
    monkeypatch.setattr(BoardView, "draw", lambda _view, _surface, _origin, scene: scenes.append(scene))
    monkeypatch.setattr("game.export.environment.SIDE", 60)
    wait, shown = 1, []
    for seed in (5, 5, None):
        scenes.clear()
        env.reset(seed=seed)
        for _ in range(12):
            env.render()
            env.step(wait)
        shown.append([scene.late for scene in scenes])
    delays = Delays(read_file(path).level, 5)
    assert shown[0] == shown[1] == [delays.at(tick) for tick in range(12)] != shown[2]
    env.close()
    pygame.display.quit()


def test_a_window_shows_the_state(monkeypatch):
    env = gymnasium.make("safe_crossing/Grid4-v0", render_mode="human")
    monkeypatch.setitem(env.unwrapped.metadata, "render_fps", 0)
    env.reset(seed=0)
    assert pygame.display.get_surface().get_width() > 300
    env.close()
    assert not pygame.display.get_init()
    env.close()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301
def test_a_copy_goes_on_by_itself_and_is_drawn_alike(copied):
    env = gymnasium.make("safe_crossing/LateRoad-v0", render_mode="rgb_array").unwrapped
    env.reset(seed=3)
    env.step(4)
    first = env.render()
    other = copied(env)
    assert (other.render() == first).all()
    assert other.step(4)[0] != env._state
    assert (env.render() == first).all()
    env.step(4)
    assert (other.render() == env.render()).all()


def test_a_closed_window_opens_again(monkeypatch):
    env = gymnasium.make("safe_crossing/Grid4-v0", render_mode="human")
    monkeypatch.setitem(env.unwrapped.metadata, "render_fps", 0)
    env.reset(seed=0)
    env.close()
    env.reset(seed=0)
    assert pygame.display.get_surface().get_width() > 300
    env.close()


@pytest.mark.skipif(sys.platform != "linux", reason="takes the display away by Linux's variables")
def test_pictures_leave_no_choice_of_display_behind(monkeypatch):
    pygame.display.quit()
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    env = gymnasium.make("safe_crossing/Grid4-v0", render_mode="rgb_array")
    env.reset(seed=0)
    assert env.render().any()
    assert "SDL_VIDEODRIVER" not in os.environ
    window = gymnasium.make("safe_crossing/Grid4-v0", render_mode="human")
    with pytest.raises(WindowError, match="No "):  # rather than a window that nobody sees
        window.reset(seed=0)
    assert env.render().any()
    pygame.display.quit()

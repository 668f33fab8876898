"""Playback with a clock of the test's own: every second is said aloud."""

from itertools import pairwise
from types import SimpleNamespace

import pytest

from game.presenters.playback import ANIMATED_UP_TO, SPEEDS, Playback

FRAME = 1 / 60


def rollout(n_moves):
    return SimpleNamespace(states=tuple(range(n_moves + 1)), actions=(0,) * n_moves)


def playing(n_moves=1000, speed=2.0):
    playback = Playback(speed_index=SPEEDS.index(speed))
    playback.start(rollout(n_moves))
    return playback


@pytest.mark.parametrize("speed", SPEEDS)
def test_the_rate_of_moves_is_the_speed_within_a_tenth(speed):
    playback = playing(speed=speed)
    for _ in range(60 * 8 + 1):
        playback.advance(FRAME)
    assert playback.index / 8 == pytest.approx(speed, rel=0.1)


def test_a_change_of_speed_acts_at_once():
    playback = playing(speed=2.0)
    playback.advance(0.1)
    assert playback.position == pytest.approx(0.2)
    playback.change_speed(1)
    playback.advance(0.1)
    assert playback.position == pytest.approx(0.6)
    for _ in range(20):
        playback.change_speed(-1)
    assert playback.speed == SPEEDS[0]
    for _ in range(20):
        playback.change_speed(1)
    assert playback.speed == SPEEDS[-1]
    assert playback.speed > ANIMATED_UP_TO
    assert not playback.animated


@pytest.mark.parametrize("speed_index", range(len(SPEEDS)))
def test_a_pause_lets_the_move_under_way_land_and_no_more(speed_index):
    playback = playing()
    playback.speed_index = speed_index
    playback.advance(0.2 / playback.speed)
    playback.toggle_pause()
    assert playback.paused
    for _ in range(15):  # a quarter of a second
        playback.advance(FRAME)
    assert playback.position == 1.0
    for _ in range(100):
        playback.advance(FRAME)
    assert playback.position == 1.0
    playback.toggle_pause()
    playback.advance(FRAME)
    assert playback.position == pytest.approx(1.0 + FRAME * playback.speed)


def test_a_pause_between_two_moves_acts_at_once_and_one_taken_back_too():
    playback = playing()
    playback.toggle_pause()
    playback.advance(0.1)
    assert playback.position == 0.0
    playback.toggle_pause()
    playback.advance(0.1)
    playback.toggle_pause()
    playback.toggle_pause()
    before = playback.position
    playback.advance(0.1)
    assert playback.position == pytest.approx(before + 0.1 * playback.speed)


def test_step_makes_exactly_one_move_and_stays_paused():
    playback = playing()
    playback.step()
    for _ in range(100):
        playback.advance(0.1)
    assert playback.position == 1.0
    assert playback.paused


def test_step_in_mid_move_completes_that_move():
    playback = playing()
    for _ in range(7):
        playback.advance(0.1)
    playback.step()
    for _ in range(100):
        playback.advance(0.1)
    assert playback.position == 2.0


def test_three_quick_steps_make_three_moves():
    playback = playing()
    for _ in range(3):
        playback.step()
        playback.advance(FRAME)
    for _ in range(100):
        playback.advance(0.1)
    assert playback.position == 3.0


def test_back_returns_to_the_tick_before():
    playback = playing()
    for _ in range(7):
        playback.advance(0.1)
    playback.back()
    assert playback.position == 1.0
    playback.back()
    playback.back()
    playback.back()
    assert playback.position == 0.0
    assert playback.paused


def test_back_in_the_middle_of_a_step_takes_it_back():
    playback = playing()
    playback.step()
    playback.advance(0.1)
    playback.back()
    for _ in range(10):
        playback.advance(0.1)
    assert playback.position == 0.0


def test_the_end_rests_and_then_asks_for_the_next_rollout():
    playback = playing(n_moves=1)
    for _ in range(5):
        playback.advance(0.1)
    assert playback.finished
    assert not playback.wants_rollout
    for _ in range(13):
        playback.advance(0.1)
    assert playback.wants_rollout
    playback.start(rollout(4))
    assert playback.position == 0.0
    assert not playback.wants_rollout


def test_an_arrival_is_cheered_until_its_rest_is_over_and_while_paused():
    playback = playing(n_moves=1)
    assert playback.cheer == 1.0
    for _ in range(5):
        playback.advance(0.1)
    assert playback.finished
    playback.toggle_pause()
    seen = [playback.cheer]
    for _ in range(20):
        playback.advance(0.05)
        seen.append(playback.cheer)
    assert seen[0] < 0.2
    assert seen[-1] == 1.0
    assert seen == sorted(seen)
    playback.start(rollout(4))
    assert playback.cheer == 1.0


def test_a_paused_playback_stays_at_the_end_until_one_steps_on():
    playback = playing(n_moves=1)
    for _ in range(5):
        playback.advance(0.1)
    playback.toggle_pause()
    for _ in range(50):
        playback.advance(0.1)
    assert not playback.wants_rollout
    playback.step()
    assert playback.wants_rollout


def test_without_a_rollout_it_asks_for_one_and_survives_every_command():
    playback = Playback()
    assert playback.wants_rollout
    playback.advance(0.1)
    playback.back()
    playback.step()
    playback.toggle_pause()
    playback.advance(0.1)
    assert playback.position == 0.0


def test_a_rollout_without_moves_is_finished():
    playback = Playback()
    playback.start(rollout(0))
    assert playback.finished
    playback.step()
    assert playback.wants_rollout


def test_a_window_that_was_dragged_for_ten_seconds_skips_nothing():
    playback = playing(speed=2.0)
    playback.advance(10.0)
    assert playback.position == pytest.approx(0.2)
    playback.advance(-5.0)
    assert playback.position == pytest.approx(0.2)


@pytest.mark.parametrize("speed", [s for s in SPEEDS if s <= ANIMATED_UP_TO])
def test_a_hop_takes_140_to_180_ms_in_the_middle_of_the_tick_or_all_of_a_shorter_one(speed):
    playback = playing(speed=speed)
    samples = []
    for _ in range(int(1000 / speed)):
        samples.append(playback.hop_progress)
        playback.advance(0.001)
    airborne = sum(0 < sample < 1 for sample in samples)
    assert airborne == pytest.approx(160 if speed <= 4 else 1000 / speed, abs=3)
    assert samples == sorted(samples)
    assert samples[0] == 0.0


def test_from_the_middle_of_a_hop_the_next_state_is_the_one_of_interest():
    playback = playing(n_moves=2, speed=4.0)
    seen = []
    for position in (0.0, 0.4, 0.6, 1.0, 1.6, 2.0):
        playback.position = position
        seen.append(playback.deciding)
    assert seen == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("speed", "reduce_motion", "shown"), [(SPEEDS[-1], False, 8), (16.0, False, 12), (SPEEDS[0], True, 13)]
)
def test_without_animation_the_state_of_interest_is_the_one_shown(speed, reduce_motion, shown):
    playback = playing(n_moves=20, speed=speed)
    playback.reduce_motion = reduce_motion
    playback.position = 13.9
    assert not playback.animated
    assert playback.deciding == playback.index == shown


@pytest.mark.parametrize("speed", [speed for speed in SPEEDS if speed > ANIMATED_UP_TO])
def test_a_fast_board_changes_four_times_a_second_and_is_exact_at_rest(speed):
    playback, shown = playing(n_moves=75, speed=speed), []
    while not playback.finished:
        shown.append(playback.index)
        playback.advance(FRAME)
    jumps = [k for k in range(1, len(shown)) if shown[k] != shown[k - 1]]
    assert jumps
    assert min(b - a for a, b in pairwise([0, *jumps])) >= 0.25 / FRAME - 1
    assert playback.index == 75
    playback.start(rollout(75))
    playback.position = 13.9
    playback.toggle_pause()
    while playback.position < 14:
        assert playback.index <= 13
        playback.advance(FRAME)
    assert playback.index == 14
    playback.step()
    playback.advance(FRAME)
    playback.advance(FRAME)
    playback.advance(FRAME)
    playback.advance(FRAME)
    assert playback.index == 15


@pytest.mark.parametrize("speed", [0.5, 32.0])
def test_playing_to_a_state_ends_there_paused_and_is_never_slow(speed):
    playback = playing(speed=speed)
    playback.play_to(6)
    frames = 0
    while playback.position < 6:
        playback.advance(FRAME)
        frames += 1
    assert playback.paused
    assert frames <= 6 / max(speed, 8.0) / FRAME + 1
    for _ in range(60):
        playback.advance(FRAME)
    assert playback.position == 6.0
    playback.toggle_pause()
    playback.advance(FRAME)
    assert playback.position == pytest.approx(6 + speed * FRAME)  # the speed is the user's again


def test_a_step_on_the_way_to_a_state_is_one_move():
    playback = playing()
    playback.play_to(50)
    playback.advance(FRAME)
    playback.step()
    assert playback.position == 1.0
    for _ in range(120):
        playback.advance(FRAME)
    assert playback.position == 2.0

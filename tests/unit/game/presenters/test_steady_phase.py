"""The maps follow the board's phase: at once where that is slow, never faster than eyes can bear."""

from itertools import pairwise

import pytest

from game.presenters.playback import SPEEDS
from game.presenters.steady_phase import STAYS, SteadyPhase

FRAME = 1 / 60
PERIOD = 24


def followed(speed, seconds=4.0):
    """(time, phase shown by the maps, phase of the board) of every frame."""
    steady, found = SteadyPhase(), []
    for frame in range(round(seconds / FRAME)):
        phase = int(frame * FRAME * speed) % PERIOD
        found.append((frame * FRAME, steady.follow(FRAME, phase, PERIOD, speed), phase))
    return found


@pytest.mark.parametrize("speed", [speed for speed in SPEEDS if speed <= 4])
def test_a_slow_board_is_followed_tick_by_tick_in_the_same_frame(speed):
    assert all(shown == phase for _time, shown, phase in followed(speed))


@pytest.mark.parametrize("speed", [speed for speed in SPEEDS if speed > 4])
def test_a_fast_board_is_followed_every_fifth_of_a_second_by_even_numbers_of_ticks(speed):
    frames = followed(speed)
    changes = [later[0] for earlier, later in pairwise(frames) if later[1] != earlier[1]]
    assert 10 <= len(changes) <= 4 / STAYS
    assert min(later - earlier for earlier, later in pairwise(changes)) > STAYS - FRAME
    assert all(shown % 2 == 0 for _time, shown, _phase in frames)
    assert max((phase - shown) % PERIOD for _time, shown, phase in frames) <= 2 + speed * (STAYS + FRAME)


def test_a_board_that_stops_is_shown_as_it_is():
    steady = SteadyPhase()
    steady.follow(FRAME, 0, PERIOD, 32.0)
    assert steady.follow(STAYS / 2, 5, PERIOD, 0.0) == 0
    assert steady.follow(STAYS, 5, PERIOD, 0.0) == 5


def test_a_board_that_never_changes_needs_nothing():
    steady = SteadyPhase()
    assert {steady.follow(1.0, 0, 1, 32.0) for _ in range(5)} == {0}

"""Railway signals: they warn in time, as long as a train is there, and stand only at rails."""

from itertools import pairwise

import pytest

from game.board.art.signals import AHEAD, STEPS, drawn, lowered, signals, warns
from game.board.view import BoardView
from game.presenters.scene import Scene

ROWS = ["S....", "-----", "....G"]


def train(**changes):
    return {"kind": "lane", "look": "train", "row": 1, "direction": "right", "at": [7], **changes}


def signal_of(level):
    (found,) = signals(level)
    return found


@pytest.mark.parametrize("direction", ["left", "right"])
@pytest.mark.parametrize("length", [1, 4])
def test_they_warn_three_ticks_before_a_train_is_on_the_board_until_it_is_gone(make_level, direction, length):
    lane = train(direction=direction, length=length, loop=24, hop=2)
    level = make_level(ROWS, obstacles=[lane])
    (mover,), signal = level.movers, signal_of(level)
    there = [bool(mover.body(tick)) for tick in range(24 + AHEAD)]
    told = [warns(signal, tick) for tick in range(24)]
    assert told == [any(there[tick : tick + AHEAD + 1]) for tick in range(24)]
    assert {True, False} == set(told)


def test_the_barrier_comes_down_and_goes_up_step_by_step(make_level):
    level = make_level(ROWS, obstacles=[train(loop=24, hop=2)])
    signal = signal_of(level)
    ways = [lowered(signal, k / 16) for k in range(24 * 16)]
    assert set(ways) == set(range(STEPS + 1))
    assert max(abs(b - a) for a, b in pairwise(ways)) == 1


def test_they_stand_at_both_ends_of_rails_only(make_level):
    column = {"kind": "lane", "look": "train", "column": 1, "direction": "up", "at": [2]}
    assert signals(make_level(["S....", "=====", "....G"], obstacles=[train()])) == []
    assert signal_of(make_level(ROWS, obstacles=[train()])).posts == ((1, 0, False), (1, 4, True))
    level = make_level(["S-...", ".-...", ".-..G"], obstacles=[column])
    assert signal_of(level).posts == ((0, 1, False), (2, 1, False))


@pytest.mark.usefixtures("window")
def test_they_warn_of_a_late_train_where_it_really_is(make_level):
    level = make_level(ROWS, obstacles=[train(loop=24, late=4, at=[0], length=1)])
    geo, found = BoardView(level, 40).geometry, signals(level)

    def image(time, delay):
        scene = Scene(time, (0, 0), (0, 0), late=(delay,), later=(delay,), animate=False)
        return drawn(found, geo, scene)[0].image

    up, down = image(12, 0), image(2, 0)
    assert up is not down
    assert image(6, 0) is up  # on time it has left the board
    assert image(6, 4) is down  # four ticks late it is still there

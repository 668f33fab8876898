"""Lanes and patrols: tracks, fronts, bodies, sub-steps and periods, in numbers one can follow by hand."""

import pytest

from levels.model.mdp import compile_mdp
from levels.model.obstacle import movers_of
from levels.model.obstacles.lane import Lane
from levels.model.obstacles.patrol import Patrol, straight
from tests.conftest import tiny
from tests.oracle import World


def lane(**settings):
    settings = {"kind": "lane", "look": "car", "at": [0], **settings}
    return Lane.model_validate(settings)


def patrol(**settings):
    settings = {"kind": "patrol", "look": "robot", "at": [0], "closed": True, **settings}
    return Patrol.model_validate(settings)


def fronts(obstacle, ticks, n_rows=4, n_cols=5):
    (mover,) = movers_of(obstacle, 0, n_rows, n_cols)
    return [mover.track[mover.position(tick)] for tick in range(ticks)]


@pytest.mark.parametrize(
    ("direction", "place", "expected"),
    [
        ("right", {"row": 1}, [(1, 3), (1, 4), (1, 0)]),
        ("left", {"row": 1}, [(1, 3), (1, 2), (1, 1)]),
        ("down", {"column": 2}, [(3, 2), (0, 2), (1, 2)]),
        ("up", {"column": 2}, [(3, 2), (2, 2), (1, 2)]),
    ],
)
def test_a_lane_starts_at_its_front_and_drives_its_way(direction, place, expected):
    assert fronts(lane(direction=direction, at=[3], **place), 3) == expected


def test_a_longer_loop_runs_beyond_the_far_edge():
    assert fronts(lane(row=0, direction="right", at=[4], loop=7), 5) == [(0, 4), None, None, (0, 0), (0, 1)]
    assert fronts(lane(row=0, direction="left", at=[0], loop=7), 5) == [(0, 0), None, None, (0, 4), (0, 3)]


def test_every_and_hop():
    """m(t) = hop · ⌊t / every⌋."""
    (mover,) = movers_of(lane(row=0, direction="right", every=3, hop=2), 0, 1, 10)
    assert [mover.moved(tick) for tick in range(8)] == [0, 0, 0, 2, 2, 2, 4, 4]
    assert [mover.substeps(tick) for tick in range(8)] == [0, 0, 2, 0, 0, 2, 0, 0]


def test_the_body_trails_behind_the_front_round_the_loop():
    (mover,) = movers_of(lane(row=0, direction="right", at=[1], length=4, loop=7), 0, 1, 5)
    assert mover.body(0) == ((0, 1), (0, 0))  # two more cells of it are off the board, at 6 and 5
    assert mover.body(3) == ((0, 4), (0, 3), (0, 2), (0, 1))
    (mover,) = movers_of(lane(row=0, direction="left", at=[1], length=2), 0, 1, 5)
    assert mover.body(0) == ((0, 1), (0, 2))


def test_entered_and_swept_cells_of_a_long_fast_vehicle():
    (mover,) = movers_of(lane(row=0, direction="right", at=[3], hop=2, length=3, loop=9), 0, 1, 9)
    assert mover.entered(0) == ((0, 4), (0, 5))
    assert set(mover.swept(0)) == {(0, 2), (0, 3), (0, 4), (0, 5)}  # not its tail's first cell


def test_a_standing_vehicle_enters_nothing_and_stands_where_it_is():
    (mover,) = movers_of(lane(row=0, direction="right", at=[1], every=2, length=2), 0, 1, 5)
    assert mover.entered(0) == ()
    assert set(mover.swept(0)) == {(0, 1), (0, 0)}


def test_a_closed_patrol_returns_along_a_last_straight_segment():
    ring = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)]
    obstacle = patrol(path=[[0, 0], [0, 2], [2, 2], [2, 0]])
    assert fronts(obstacle, 9) == [*ring, ring[0]]


def test_an_open_patrol_of_n_cells_has_a_cycle_of_twice_n_minus_one():
    obstacle = patrol(path=[[0, 0], [0, 2], [1, 2]], closed=False)
    there = [(0, 0), (0, 1), (0, 2), (1, 2)]
    assert fronts(obstacle, 7) == [*there, (0, 2), (0, 1), (0, 0)]
    assert len(obstacle.track(4, 5)) == 2 * (len(there) - 1)


def test_a_patrol_of_one_cell_stands_still():
    assert fronts(patrol(path=[[1, 1]], closed=False), 2) == [(1, 1), (1, 1)]
    assert fronts(patrol(path=[[1, 1]]), 2) == [(1, 1), (1, 1)]


def test_patrol_places_are_indices_along_the_cycle():
    assert fronts(patrol(path=[[0, 0], [0, 2]], closed=False, at=[3]), 2) == [(0, 1), (0, 0)]


def test_straight_refuses_a_slanted_segment():
    assert straight((1, 4), (1, 2)) == [(1, 3), (1, 2)]
    assert straight((1, 4), (1, 4)) == []
    with pytest.raises(ValueError, match="not straight"):
        straight((0, 0), (1, 1))


PERIODS = [
    (5, {"direction": "right"}),
    (7, {"direction": "left", "loop": 7}),
    (15, {"direction": "right", "every": 3}),
    (5, {"direction": "right", "hop": 2}),  # 5 and 2 share no factor
    (3, {"direction": "right", "hop": 2, "loop": 6}),
    (1, {"direction": "right", "hop": 3, "loop": 6, "at": [0, 3]}),
    (3, {"direction": "right", "loop": 6, "at": [0, 3]}),  # evenly spaced: early
    (6, {"direction": "right", "loop": 6, "at": [0, 2]}),  # not evenly
    (2, {"direction": "left", "loop": 6, "at": [0, 2, 4]}),
    (4, {"direction": "left", "loop": 6, "at": [0, 2, 4], "every": 2}),
    (2, {"direction": "left", "loop": 6, "at": [1, 3, 5], "length": 2}),  # full; fronts still show
    (1, {"direction": "left", "loop": 6, "at": [1, 3, 5], "length": 2, "hop": 2}),
    (1, {"direction": "left", "loop": 6, "at": [1, 3, 5], "length": 2, "hop": 3}),  # fronts enter every cell
    (1, {"direction": "right", "loop": 8, "at": [0, 4], "length": 4, "hop": 7}),
    (3, {"direction": "right", "loop": 6, "at": [0, 3], "length": 3, "hop": 5, "every": 3}),
    (1, {"direction": "right", "at": [0, 1, 2, 3, 4]}),
    (1, {"direction": "left", "loop": 5, "hop": 5}),  # a full round in every tick
]


@pytest.mark.parametrize(("period", "settings"), PERIODS)
def test_the_period_of_a_lane(period, settings):
    document = {"kind": "lane", "look": "car", "row": 1, "at": [0], **settings}
    level = tiny(["S....", ".....", "....G"], obstacles=[document])
    assert compile_mdp(level).period == period
    assert World(level).periods == [period]


@pytest.mark.parametrize(
    ("period", "settings"),
    [
        (8, {"path": [[0, 0], [0, 2], [2, 2], [2, 0]]}),
        (4, {"path": [[0, 0], [0, 2], [2, 2], [2, 0]], "at": [0, 4]}),
        (4, {"path": [[0, 0], [0, 2]], "closed": False}),
        (8, {"path": [[0, 0], [0, 2]], "closed": False, "every": 2}),
        (4, {"path": [[0, 0], [0, 2]], "closed": True}),
        (1, {"path": [[1, 1]], "closed": False}),
        (4, {"path": [[1, 1]], "closed": False, "every": 4}),  # in every fourth tick it enters its cell anew
        (1, {"path": [[0, 0], [0, 1]], "closed": False, "hop": 2}),  # there and back within a tick
    ],
)
def test_the_period_of_a_patrol(period, settings):
    document = {"kind": "patrol", "look": "robot", "closed": True, "at": [0], **settings}
    level = tiny(["....S", "....G", "....."], obstacles=[document])
    assert compile_mdp(level).period == period
    assert World(level).periods == [period]


def test_the_level_repeats_after_the_least_common_multiple():
    lanes = [
        {"kind": "lane", "look": "car", "row": 1, "direction": "right", "loop": 6, "at": [0]},
        {"kind": "lane", "look": "car", "row": 2, "direction": "left", "every": 2, "at": [0]},
    ]
    level = tiny(["S....", ".....", ".....", "....G"], obstacles=lanes)
    assert World(level).period == 30  # 6 and 10


def test_values_are_frozen(one_car):
    (mover,) = one_car.movers
    with pytest.raises(AttributeError):
        mover.front = 2
    with pytest.raises(ValueError, match="frozen"):
        one_car.obstacles[0].every = 2

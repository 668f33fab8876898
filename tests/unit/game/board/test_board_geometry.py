"""Where things are on the picture: sizes, hops, and vehicles exactly on their cells at every tick."""

import math

import pytest

from game.board import geometry
from game.board.geometry import (
    CELL_MAX,
    CELL_MIN,
    cells_between,
    fitting,
    hop_pose,
    low_ends,
    nudge,
    place_at,
    walker_place,
)
from levels.model.movers import Mover
from levels.model.obstacles.lane import Lane

LANES = [
    {"row": 1, "direction": "right", "look": "car", "at": [0, 3]},
    {"row": 1, "direction": "left", "look": "car", "at": [2], "loop": 9, "every": 3},
    {"row": 1, "direction": "left", "look": "truck", "at": [0], "length": 3, "hop": 2},
    {
        "row": 1,
        "direction": "right",
        "look": "train",
        "at": [4],
        "length": 9,
        "loop": 11,
        "every": 2,
        "hop": 3,
    },
    {"column": 2, "direction": "up", "look": "car", "at": [1], "loop": 7},
    {"column": 2, "direction": "down", "look": "bus", "at": [5], "length": 2, "loop": 8, "every": 2},
]


@pytest.mark.parametrize("lane", LANES)
def test_vehicles_cover_exactly_their_cells_at_every_tick(make_level, lane):
    level = make_level(["S.....", "......", "......", ".....G"], obstacles=[{"kind": "lane", **lane}])
    obstacle = level.obstacles[0]
    assert isinstance(obstacle, Lane)
    board = level.board
    cells = board.n_cols if obstacle.row is not None else board.n_rows
    for mover in level.movers:
        for tick in range(2 * len(mover.track) * mover.every):
            drawn = set()
            for low in low_ends(obstacle.line, mover, cells, tick):
                assert low == int(low)
                for place in range(int(low), int(low) + mover.length):
                    cell = (obstacle.row, place) if obstacle.row is not None else (place, obstacle.column)
                    if board.inside(cell):
                        drawn.add(cell)
            assert drawn == set(mover.body(tick)), f"tick {tick}"


def test_a_slow_vehicle_moves_only_in_the_tick_in_which_the_tables_move_it(make_level):
    car = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "every": 3, "at": [0]}
    mover = make_level(["S....", ".....", "....G"], obstacles=[car]).movers[0]
    assert [place_at(mover, time) for time in (0, 0.5, 1.9, 2, 2.5, 2.75, 3, 3.9)] == [
        0,
        0,
        0,
        0,
        0.5,
        0.75,
        1,
        1,
    ]


def test_a_vehicle_enters_the_board_cell_by_cell(make_level):
    car = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "loop": 8, "at": [7]}
    level = make_level(["S....", ".....", "....G"], obstacles=[car])
    lane, mover = level.obstacles[0], level.movers[0]
    assert low_ends(lane.line, mover, 5, 0) == []
    assert low_ends(lane.line, mover, 5, 0.75) == [-0.25]
    assert low_ends(lane.line, mover, 5, 1) == [0]


def test_patrols_stand_on_their_cells_and_turn_corners_on_the_track(make_level):
    robot = {"kind": "patrol", "look": "robot", "path": [[1, 1], [1, 3], [2, 3]], "closed": False, "at": [0]}
    mover = make_level(["S....", ".....", ".....", "....G"], obstacles=[robot]).movers[0]
    for tick in range(12):
        assert (walker_place(mover, place_at(mover, tick)),) == mover.body(tick)
    assert walker_place(mover, 2.5) == (1.5, 3)
    assert geometry.walker_heading(mover, 2.0) == (1, 0)
    assert geometry.walker_heading(mover, 3.0) == (-1, 0)


@pytest.mark.parametrize("shape", [(4, 4), (12, 15), (15, 15), (41, 401)])
@pytest.mark.parametrize("room", [(820, 690), (300, 200), (1900, 1000)])
def test_the_largest_fitting_cell_is_chosen(shape, room):
    cell = fitting(*shape, 0.75, *room)

    def fits(side):
        width, height = geometry.geometry(*shape, 0.75, side).size
        return width <= room[0] and height <= room[1]

    assert CELL_MIN <= cell <= CELL_MAX
    assert fits(cell) or cell == CELL_MIN
    assert not fits(cell + 1) or cell == CELL_MAX


def test_a_small_board_grows_with_the_scale():
    assert fitting(2, 2, 0.75, 4000, 4000) == CELL_MAX
    assert fitting(2, 2, 0.75, 4000, 4000, 2.0) == 2 * CELL_MAX


def test_cell_at_is_the_inverse_of_corner():
    geo = geometry.geometry(3, 5, 0.75, 20)
    for row in range(3):
        for col in range(5):
            x, y = geo.corner(row, col)
            assert geo.cell_at(x, y) == geo.cell_at(x + 19, y + 19) == (row, col)
    x, y = geo.corner(0, 0)
    assert geo.cell_at(x - 1, y) is None
    assert geo.cell_at(x, y - 1) is None
    assert geo.cell_at(*geo.corner(3, 0)) is None


def test_a_stroke_runs_along_rows_and_columns_with_both_ends():
    assert cells_between((0, 0), (2, 1)) == [(0, 0), (1, 0), (1, 1), (2, 1)]
    assert cells_between((1, 3), (1, 1)) == [(1, 3), (1, 2), (1, 1)]


def test_a_walker_that_leaves_the_board_is_on_its_last_cell_until_the_tick_ends():
    track = ((1, 1), None, None)
    mover = Mover(track, 0, 1, 1, 1, "robot", 0, {(1, 1): (0,)})
    assert [walker_place(mover, time) for time in (0, 0.9, 1, 1.5, 2)] == [(1, 1), (1, 1), None, None, None]
    assert [walker_place(mover, time) for time in (2.1, 3)] == [(1, 1), (1, 1)]
    assert geometry.walker_heading(mover, 0.5) == (0, 0)


def test_a_hop_starts_and_ends_at_rest_and_flies_between():
    assert hop_pose(0) == hop_pose(1) == geometry.Pose(0, 1)
    lifts = [hop_pose(share / 20).lift for share in range(21)]
    assert max(lifts) == pytest.approx(geometry.HOP_HEIGHT)
    assert lifts.index(max(lifts)) == 10
    assert hop_pose(0.9).stretch < 1 < hop_pose(0.5).stretch
    assert hop_pose(7) == hop_pose(1)


def test_a_nudge_returns_to_where_it_began():
    assert nudge(0) == 0
    assert math.isclose(nudge(geometry.NUDGE_SHARE), 0, abs_tol=1e-12)
    assert math.isclose(nudge(1), 0, abs_tol=1e-12)
    assert nudge(geometry.NUDGE_SHARE / 2) == geometry.NUDGE

"""Every rule of traffic as a drawing of a few ticks; see `tests/strips.py` for how to read one."""

from tests.conftest import tiny
from tests.strips import check_strip

WAITING = ["right", "up", "left", "down", "wait"]


def car(look="car", **settings):
    return {"kind": "lane", "look": look, "row": 0, "direction": "right", "at": [0], **settings}


def robot(**settings):
    return {"kind": "patrol", "look": "robot", "closed": True, "at": [0], **settings}


def test_following_behind_is_allowed():
    level = tiny(["S.....G"], obstacles=[car(at=[1])])
    check_strip(
        level,
        """
        start     right     right
        @c.....   .@c....   ..@c...
        """,
    )


def test_driving_between_two_cars_is_no_swap():
    """One car leaves the cell, another enters the agent's: following, since they are not the same vehicle."""
    level = tiny(["..S...", "......", ".....G"], obstacles=[car(row=1, at=[0, 2])])
    check_strip(
        level,
        """
        start    down     right    right
        ..@...   ......   ......   ......
        c.c...   .c@c..   ..c@c.   ...c@c
        ......   ......   ......   ......
        """,
    )


def test_head_on_swap_is_refused():
    level = tiny(["S....", "....G"], obstacles=[car(direction="left", at=[1])])
    check_strip(
        level,
        """
        start   right!swap   down
        @c...   @c...        c....
        .....   .....        @....
        """,
    )


def test_head_on_swap_with_a_fast_car_is_refused():
    """The car stands behind the agent after the tick, and never on the agent's next cell."""
    level = tiny(["..S...", ".....G"], obstacles=[car(direction="left", at=[3], hop=2)])
    check_strip(
        level,
        """
        start    right!swap   left!occupied   down
        ..@c..   ..@c..       ..@c..          .c....
        ......   ......       ......          ..@...
        """,
    )


def test_a_fast_car_does_not_tunnel():
    level = tiny(["..S..", ".....", "....G"], obstacles=[car(row=1, at=[0], hop=3)])
    check_strip(
        level,
        """
        start   down!occupied   right
        ..@..   ..@..           ...@.
        c....   c....           ...c.
        .....   .....           .....
        """,
    )


def test_waiting_under_a_passing_car_is_refused():
    """Before the tick the car is left of the agent, after it right of it."""
    level = tiny(["..S..", "....G"], actions=WAITING, obstacles=[car(at=[0], hop=3)])
    check_strip(
        level,
        """
        start   wait!occupied   down
        c.@..   c.@..           ...c.
        .....   .....           ..@..
        """,
    )


def test_a_tail_is_not_dragged_over_the_agent():
    """After the first of its two sub-steps the truck still stands on the agent's next cell."""
    level = tiny([".......", "..S....", "......G"], obstacles=[car("truck", at=[3], hop=2, length=3, loop=9)])
    check_strip(
        level,
        """
        start     up!occupied   left
        .ttt...   .ttt...       ...ttt.
        ..@....   ..@....       .@.....
        .......   .......       .......
        """,
    )


def test_the_cell_behind_the_tail_is_free_after_the_first_sub_step():
    level = tiny([".......", ".S.....", "......G"], obstacles=[car("truck", at=[3], hop=2, length=3, loop=9)])
    check_strip(
        level,
        """
        start     up        down
        .ttt...   .@.ttt.   .....tt
        .@.....   .......   .@.....
        .......   .......   .......
        """,
    )


def test_a_train_longer_than_the_board():
    """Six cells on a loop of eight, a board of four: its head comes in while its tail still leaves."""
    train = car("train", row=1, at=[6], length=6, loop=8)
    level = tiny(["S...", "....", "...G"], actions=WAITING, obstacles=[train])
    check_strip(
        level,
        """
        start   down   wait!occupied   right   down   right
        @...    ....   ....            ....    ....   ....
        .ttt    @.tt   @.tt            t@.t    tt..   ttt.
        ....    ....   ....            ....    .@..   ..@.
        """,
    )


def test_a_column_lane_that_moves_every_second_tick():
    """Up the column; between its moves the car stands, and what stands is as solid as what moves."""
    lane = {"kind": "lane", "look": "car", "column": 1, "direction": "up", "every": 2, "at": [3]}
    level = tiny(["...", "S..", "...", "..G"], obstacles=[lane])
    check_strip(
        level,
        """
        start   right   up    right   down   left!occupied
        ...     ...     .@.   ..@     ...    ...
        @..     .@.     ...   ...     .c@    .c@
        ...     ...     .c.   .c.     ...    ...
        .c.     .c.     ...   ...     ...    ...
        """,
    )


def test_a_lane_down_a_column_wraps_beyond_the_board():
    """Loop of five on three rows: two ticks out of sight, and the body follows the front round the loop."""
    lane = {
        "kind": "lane", "look": "truck", "column": 0, "direction": "down", "length": 2, "loop": 5, "at": [2],
    }  # fmt: skip
    level = tiny(["...", ".S.", "..G"], actions=WAITING, obstacles=[lane])
    check_strip(
        level,
        """
        start   wait   wait   wait   wait
        ...     ...    ...    t..    t..
        t@.     .@.    .@.    .@.    t@.
        t..     t..    ...    ...    ...
        """,
    )


def test_a_closed_patrol_goes_round():
    ring = robot(path=[[0, 0], [0, 2], [2, 2], [2, 0]])
    level = tiny(["....", ".S..", "...G"], obstacles=[ring])
    check_strip(
        level,
        """
        start   up!occupied   left   up     right   down
        r...    r...          .r..   @.r.   .@..    ....
        .@..    .@..          @...   ....   ..r.    .@..
        ....    ....          ....   ....   ....    ..r.
        """,
    )


def test_a_turning_patrol_walks_there_and_back():
    level = tiny(["...", "S.G"], actions=WAITING, obstacles=[robot(path=[[0, 0], [0, 2]], closed=False)])
    check_strip(
        level,
        """
        start   up    wait   right!occupied   wait   wait!occupied   right!swap   down
        r..     @r.   @.r    @.r              @r.    @r.             @r.          r..
        @..     ...   ...    ...              ...    ...             ...          @..
        """,
    )


def test_walls_forbidden():
    level = tiny(["S#.", "..G"])
    check_strip(
        level,
        """
        start   up!outside   left!outside   right!blocked   down   right
        @#.     @#.          @#.            @#.             .#.    .#.
        ...     ...          ...            ...          @..    .@.
        """,
    )


def test_walls_stay():
    """A bump keeps the agent where it is, for as long as no car enters that cell; it is never a swap."""
    level = tiny(["S#..", "...G"], walls="stay", obstacles=[car(row=1, direction="left", at=[3])])
    check_strip(
        level,
        """
        start   right   down   down!occupied   left!occupied   up
        @#..    @#..    .#..   .#..            .#..            @#..
        ...c    ..c.    @c..   @c..            @c..            c...
        """,
    )


def test_two_obstacles_at_different_speeds():
    """A car every tick above a lorry every second tick that hops two cells: each by its own clock."""
    lanes = [car(row=0, direction="left", at=[4]), car("lorry", row=1, at=[0], every=2, hop=2)]
    level = tiny([".....", ".....", "S...G"], actions=WAITING, obstacles=lanes)
    check_strip(
        level,
        """
        start   up!occupied   wait    up      up
        ....c   ....c         ...c.   ..c..   @c...
        l....   l....         l....   @.l..   ..l..
        @....   @....         @....   .....   .....
        """,
    )

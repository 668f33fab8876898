"""Vehicles that meet within a tick are refused with the tick and the cells; those that don't are not."""

import time

import pytest

from levels.files.problems import LevelError
from levels.model.mdp import compile_mdp
from levels.model.refusals import LevelConflict, LevelTooLarge
from levels.proof.prove import prove
from levels.text.reader import parse_file
from tests.conftest import tiny
from tests.oracle import World

ROWS = ["......", "......", "S....G"]


def lane(direction, at, **settings):
    place = {} if {"row", "column"} & set(settings) else {"row": 0}
    return {"kind": "lane", "look": "car", "direction": direction, "at": at, **place, **settings}


def patrol(path, at, **settings):
    return {"kind": "patrol", "look": "robot", "path": path, "at": at, "closed": False, **settings}


def meeting(*obstacles, rows=ROWS):
    """What the program says of the traffic, once the oracle has said the same of tick, sub-step and cells."""
    level = tiny(rows, obstacles=obstacles)
    with pytest.raises(LevelConflict) as refusal:
        compile_mdp(level)
    said = str(refusal.value)
    assert refusal.value.obstacle == len(obstacles) - 1
    world = World(level)
    assert world.fault() == "meeting"
    tick, k, cells = world.meeting()
    assert said.endswith((f"at tick {tick}", f"at sub-step {k} of tick {tick}"))
    assert all(f"row {row}, column {col}" in said for row, col in cells)
    return said


def test_two_walkers_an_odd_distance_apart_pass_through_each_other():
    said = meeting(patrol([[0, 0], [0, 3]], [0, 1]))
    assert said == (
        "the robot of obstacle 1 (patrol from row 0, column 0) and another of its own pass through each "
        "other between row 0, column 2 and row 0, column 3 at tick 2"
    )


def test_a_car_and_a_robot_head_on_in_one_row():
    said = meeting(lane("right", [0], loop=12), patrol([[0, 5], [0, 2]], [0]))
    assert said == (
        "the robot of obstacle 2 (patrol from row 0, column 5) and the car of obstacle 1 (row 0) pass "
        "through each other between row 0, column 2 and row 0, column 3 at tick 2"
    )


def test_two_lanes_of_one_row_that_drive_head_on():
    meeting(lane("right", [0]), lane("left", [3]))


def test_what_stands_most_of_the_time_is_met_in_the_tick_in_which_it_moves():
    said = meeting(lane("right", [0], loop=60), lane("left", [5], every=2, loop=30))
    assert said.endswith("between row 0, column 3 and row 0, column 4 at tick 3")


@pytest.mark.parametrize(
    ("obstacles", "end"),
    [
        # three cells apart, two sub-steps each: the second takes each to the other's place
        (
            [lane("right", [0], hop=2, loop=12), lane("left", [3], hop=2, loop=12)],
            "between row 0, column 1 and row 0, column 2 at sub-step 2 of tick 0",
        ),
        # two cells apart: they change places in a tick and share the cell between after the first sub-step
        (
            [lane("right", [0], hop=2, loop=12), lane("left", [2], hop=2, loop=12)],
            "are both at row 0, column 1 at sub-step 1 of tick 0",
        ),
        # neighbours, one sub-step against two
        (
            [lane("right", [1], loop=12), lane("left", [2], hop=2, loop=12)],
            "between row 0, column 1 and row 0, column 2 at sub-step 1 of tick 0",
        ),
        # two cells apart, one sub-step against three: after the first both stand between
        (
            [lane("right", [1], loop=12), lane("left", [3], hop=3, loop=12)],
            "are both at row 0, column 2 at sub-step 1 of tick 0",
        ),
        # the fast one drives through the slow one that is ahead of it
        (
            [lane("right", [2], loop=12), lane("right", [1], hop=3, loop=12)],
            "are both at row 0, column 3 at sub-step 2 of tick 0",
        ),
        # and through one that stands
        (
            [patrol([[0, 2]], [0]), lane("right", [1], hop=2, loop=12)],
            "are both at row 0, column 2 at sub-step 1 of tick 0",
        ),
        # a train runs over a car on the level crossing
        (
            [lane("down", [0], column=3, loop=12), lane("right", [0], row=1, hop=6, loop=12)],
            "are both at row 1, column 3 at sub-step 3 of tick 0",
        ),
        # long vehicles
        (
            [lane("right", [1], length=2, hop=3, loop=12), lane("left", [3], length=2, hop=3, loop=12)],
            "are both at row 0, column 2 at sub-step 1 of tick 0",
        ),
    ],
)
def test_fast_ones_are_judged_at_every_sub_step(obstacles, end):
    assert meeting(*obstacles).endswith(end)


@pytest.mark.parametrize(
    "obstacles",
    [
        [
            patrol([[0, 0], [0, 3]], [0])
        ],  # meets nobody: it crosses each border both ways, but at its own time
        [patrol([[0, 0], [0, 2], [1, 2], [1, 0]], [0, 2, 4], closed=True)],  # one behind the other
        [lane("right", [0, 1, 2, 3, 4, 5])],  # every cell is entered as it is left
        [lane("right", [0, 3], hop=2)],
        [lane("right", [0], hop=2, loop=12), lane("right", [1], hop=2, loop=12)],  # one speed: never nearer
        [lane("right", [5], loop=14), lane("left", [7], loop=14)],  # they pass out of sight
        # the train has left the crossing by the time the car comes, in the same tick
        [lane("right", [2], row=1, hop=6, loop=12), lane("down", [10], column=3, hop=6, loop=12)],
    ],
)
def test_who_does_not_meet_is_left_alone(obstacles):
    level = tiny(ROWS, obstacles=obstacles)
    assert World(level).fault() == ""
    assert compile_mdp(level).period == World(level).period


@pytest.mark.parametrize("direction", ["left", "right", "up", "down"])
def test_a_lane_on_a_board_of_two_cells_goes_round_its_edge(direction):
    """Each vehicle leaves on one side as the other comes in there: nobody meets."""
    line = {"row": 0} if direction in ("left", "right") else {"column": 0}
    rows = ["..", "S.", ".G"] if "row" in line else ["S..", "..G"]
    rows = rows if "row" in line else [".S.", "..G"]
    level = tiny(rows, obstacles=[lane(direction, [0, 1], **line)])
    assert World(level).fault() == ""
    assert compile_mdp(level).period == 1


def test_two_walkers_that_change_places_on_two_cells_are_refused():
    for closed in (False, True):
        meeting(patrol([[0, 0], [0, 1]], [0, 1], closed=closed))


def test_the_refusal_stands_at_the_obstacle_in_the_file():
    text = (
        "format: 1\nname: two walkers\nmap: |\n  ....\n  S..G\nobstacles:\n"
        "  - {kind: patrol, look: robot, path: [[0, 0], [0, 3]], closed: false, at: [0, 1]}\n"
    )
    with pytest.raises(LevelError) as caught:
        prove(parse_file(text, "walkers.yaml"))
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (7, 5)
    assert "pass through each other" in problem.message


def test_a_long_hop_on_a_short_loop_is_judged_at_once():
    """A thousand sub-steps a tick come round soon: only what is new is looked at."""
    ring = [[0, 0], [0, 2], [2, 2], [2, 0]]
    robots = [patrol(ring, [0], closed=True, hop=999), patrol(ring, [4], closed=True, hop=999)]
    slow = lane("right", [0], row=3, loop=997)
    begin = time.process_time()
    compile_mdp(tiny(["...", "...", "...", "...", "S.G"], obstacles=[*robots, slow]))
    assert time.process_time() - begin < 1


def test_too_much_to_look_at_is_refused_in_a_sentence():
    """Twelve crossings, each looked at for 1,999 ticks of 997 sub-steps."""
    columns = [lane("down", [997], column=col, hop=997, loop=1999) for col in range(12)]
    with pytest.raises(LevelTooLarge, match="take too many sub-steps: 47,832,072") as refusal:
        compile_mdp(
            tiny(["." * 12, "S..........G"], obstacles=[lane("right", [0], hop=997, loop=1999), *columns])
        )
    assert refusal.value.obstacles == tuple(range(13))

"""Where what floats takes the agent, and where a late vehicle is drawn."""

from game.presenters.crashing import LANDED, left_at
from game.presenters.riding import action_between, aim
from game.presenters.scene import Scene
from levels.model.board import Action
from levels.model.riding import ride
from levels.text.reader import parse_level

RIVER = """
format: 1
name: River
map: |
  ..G
  ~~~
  S..
actions: [right, up, left, down, wait]
obstacles:
  - {kind: lane, look: log, row: 1, direction: right, hop: 2, length: 2, loop: 6, at: [1], carries: true}
"""


def test_a_log_takes_the_agent_cell_by_cell_and_over_the_edge():
    level = parse_level(RIVER, "river.yaml")
    assert ride(level, (1, 0), 0) == ((1, 0), (1, 1), (1, 2))
    assert ride(level, (1, 1), 0) == ((1, 1), (1, 2), (1, 3))
    assert ride(level, (1, 2), 0) == ((1, 2),)  # nothing floats there
    assert ride(level, (2, 0), 0) == ((2, 0),)
    assert aim(level, (2, 0), Action.UP) == (1, 0)
    assert aim(level, (2, 0), Action.LEFT) == (2, 0)


def test_a_late_vehicle_stands_where_its_timetable_had_it_and_its_badge_changes_within_the_tick():
    keeps = Scene(5.5, (0, 0), (0, 0), late=(2,), later=(2,))
    stands = Scene(5.25, (0, 0), (0, 0), late=(1,), later=(2,))
    makes_up = Scene(5.5, (0, 0), (0, 0), late=(2,), later=(1,))
    assert [scene.timetable(0) for scene in (keeps, stands, makes_up)] == [3.5, 4.0, 4.0]
    assert [scene.delay(0) for scene in (keeps, stands, makes_up)] == [2, 1, 1]
    assert Scene(5.5, (0, 0), (0, 0), animate=False).timetable(0) == 5


def test_the_move_behind_a_ride_is_found():
    level = parse_level(RIVER, "river.yaml")
    assert action_between(level, (2, 0), (1, 2), 0) is Action.UP
    assert action_between(level, (1, 0), (1, 2), 0) is Action.WAIT
    assert action_between(level, (1, 1), (1, 2), 0) is Action.LEFT  # against the log, which is faster
    assert action_between(level, (2, 0), (2, 1), 0) is Action.RIGHT
    assert action_between(level, (2, 0), (2, 0), 0) is Action.WAIT


def test_the_agent_leaves_the_board_within_the_tick():
    board = parse_level(RIVER, "river.yaml").board
    assert left_at(((1, 1), (1, 2), (1, 3)), board) == 0.8  # 0.6 cells beyond the second of two sub-steps
    assert left_at(((1, 2), (1, 3)), board) == LANDED

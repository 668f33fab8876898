"""The levels that come with the program: sound, certified, with the figures their files promise."""

import random
import re
from pathlib import Path

import pytest

from levels.model.board import Action
from levels.model.mdp import compile_mdp
from levels.proof.certificate import certify
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, read_level, studied_levels

# name: (rows, columns, cells, period, states, viable, reachable, doomed_reachable, shortest)
FIGURES = {
    "crossy_road": (12, 15, 149, 24, 2962, 2917, 1409, 18, 15),
    "first_road": (5, 9, 38, 24, 804, 804, 804, 0, 7),
    "maze_15": (15, 15, 103, 1, 103, 103, 103, 0, 40),
    "patrol_15x9": (9, 15, 108, 12, 1284, 1284, 636, 0, 16),
    "courtyard": (7, 15, 73, 12, 852, 849, 423, 0, 18),
    "river": (7, 17, 63, 12, 744, 732, 324, 0, 15),
    "night_watch": (11, 15, 74, 12, 852, 852, 396, 0, 24),
    "niches": (5, 15, 22, 24, 504, 380, 264, 0, 18),
    "tram": (7, 12, 76, 24, 1600, 1600, 1600, 0, 14),
    "crossroads": (8, 11, 75, 4, 262, 262, 121, 0, 17),
    "dead_end": (5, 9, 24, 15, 342, 330, 314, 12, 14),
    "roundabout": (11, 11, 103, 32, 2880, 2831, 1460, 14, 7),
    "trains": (7, 13, 83, 24, 1615, 1585, 791, 5, 12),
    "patience": (7, 9, 31, 24, 474, 339, 194, 127, 10),
    "rush_hour": (8, 13, 94, 32, 2124, 1986, 957, 51, 15),
    "motorway": (9, 15, 120, 24, 2432, 2350, 989, 34, 12),
    "big_city": (15, 17, 191, 48, 7876, 7755, 3780, 43, 24),
    "log_river": (6, 13, 68, 36, 1954, 1954, 1901, 0, 11),
    "ferry": (9, 13, 38, 12, 432, 432, 396, 0, 19),
    "turtles": (8, 15, 100, 24, 1470, 1449, 1404, 21, 11),
    "river_road": (9, 15, 110, 48, 4050, 4018, 3911, 32, 16),
    "late_train": (7, 12, 54, 24, 1152, 1134, 1035, 18, 13),
    "late_road": (7, 13, 66, 48, 2557, 2551, 2549, 6, 13),
    "late_rush_hour": (9, 15, 121, 48, 4795, 4765, 4650, 30, 10),
    "grand_crossing": (20, 22, 384, 240, 75510, 75495, 75260, 15, 30),
    "grid_4": (4, 4, 14, 1, 14, 14, 14, 0, 6),
    "grid_5": (5, 5, 21, 1, 21, 21, 21, 0, 8),
    "grid_6": (6, 6, 26, 1, 26, 26, 26, 0, 10),
    "grid_7": (7, 7, 36, 1, 36, 36, 36, 0, 12),
    "grid_8": (8, 8, 48, 1, 48, 48, 48, 0, 14),
    "grid_9": (9, 9, 60, 1, 60, 60, 60, 0, 16),
}
SCHEMA = "# yaml-language-server: $schema=../level.schema.json"
FOUR_MOVES = (Action.RIGHT, Action.UP, Action.LEFT, Action.DOWN)
NEW_WORLDS = {
    *("log_river", "ferry", "turtles", "river_road"),
    *("late_train", "late_road", "late_rush_hour", "grand_crossing"),
}
WAITING = {"first_road", "tram", "patience"} | NEW_WORLDS
"""Levels on which the agent may stand still."""


def read(name):
    return read_level(builtin_levels()[name])


def certificate(level):
    mdp = compile_mdp(level)
    return certify(level, mdp, safe_actions(mdp, level.safety))


def test_exactly_these_levels_are_listed_in_this_order():
    assert list(builtin_levels()) == list(FIGURES)
    assert next(iter(builtin_levels())) == "crossy_road"  # what a newcomer came to see


def test_the_table_of_storm_has_every_studied_level_and_every_new_world():
    """`tests/test_storm.py` holds that Storm finds the figures that stand here."""
    page = (Path(__file__).parents[4] / "docs" / "proof.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", page, re.MULTILINE)
    told = {name: tuple(int(figure.replace(",", "")) for figure in figures) for name, *figures in rows}
    expected = {}
    for name in {*studied_levels(), *NEW_WORLDS}:
        _, _, cells, period, _, viable, _, _, shortest = FIGURES[name]
        expected[name] = (cells * period + 1, viable, shortest)  # and the crash is a state
    assert told == expected


@pytest.mark.parametrize("name", FIGURES)
def test_certificate(name):
    level = read(name)
    found = certificate(level)
    assert found.certified
    assert found.goal_reachable_from_all
    assert found.doomed == found.states - found.viable
    figures = (
        found.rows,
        found.columns,
        found.cells,
        found.period,
        found.states,
        found.viable,
        found.reachable,
        found.doomed_reachable,
        found.shortest,
    )
    assert figures == FIGURES[name]


@pytest.mark.parametrize("name", FIGURES)
def test_file_begins_with_the_schema_and_says_what_it_teaches(name):
    path = builtin_levels()[name]
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    assert first == SCHEMA
    assert (path.parent / "../level.schema.json").is_file()
    assert [line.split(":")[0] for line in rest[:4]] == ["format", "name", "about", "map"]
    about = read(name).about
    assert about.endswith(".")
    assert about.count(". ") == 0


def test_levels_of_our_own_are_twelve_and_more_and_the_studied_ones_are_there():
    beyond = (
        set(FIGURES) - {name for name in FIGURES if name.startswith("grid_")} - {"maze_15", "patrol_15x9"}
    )
    assert len(beyond) >= 12
    assert set(studied_levels()) <= set(FIGURES)
    assert all(path.is_file() for path in studied_levels().values())


def test_names_are_told_apart():
    names = [read(name).name for name in FIGURES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", FIGURES)
def test_the_papers_four_moves_and_its_settings(name):
    level = read(name)
    assert level.actions == (*FOUR_MOVES, *([Action.WAIT] if name in WAITING else []))
    assert level.safety == "viable"
    assert (level.learning.learning_rate, level.learning.discount) == (0.07, 1.0)
    assert (level.rewards.step, level.rewards.goal) == (-1.0, 0.0)


@pytest.mark.parametrize("size", range(4, 10))
def test_grids_are_square_run_corner_to_corner_and_hold_obstacles(size):
    level = read(f"grid_{size}")
    board = level.board
    assert (board.n_rows, board.n_cols) == (size, size)
    assert board.starts == ((size - 1, 0),)
    assert board.goals == ((0, size - 1),)
    assert board.blocked.sum() >= 2
    assert certificate(level).shortest == 2 * (size - 1)


def test_maze_has_more_than_one_way():
    mdp = compile_mdp(read("maze_15"))
    passages = sum(int((mdp.next_state[:, action] < mdp.n_states).sum()) for action in FOUR_MOVES) // 2
    # in a maze with one way only, a tree, there would be one passage less than cells
    assert passages > mdp.n_cells - 1


def test_patrol_is_the_board_with_a_ring_of_twelve_round_the_middle_block():
    level = read("patrol_15x9")
    walls = [(2, 1, 7), (2, 8, 14), (4, 6, 9), (6, 1, 7), (6, 8, 14)]
    expected = {(row, col) for row, first, after in walls for col in range(first, after)}
    rows, cols = level.board.blocked.nonzero()
    assert set(zip(rows.tolist(), cols.tolist(), strict=True)) == expected
    (robot,) = level.movers
    ring = {(row, col) for row in range(3, 6) for col in range(5, 10)} - {(4, 6), (4, 7), (4, 8)}
    assert len(robot.track) == 12
    assert set(robot.track) == ring


def test_crossy_road_is_a_whole_town():
    level = read("crossy_road")
    board = level.board
    looks = {look for row in board.looks for look in row}
    assert looks >= {"tree", "house", "building", "rock"}
    assert {kind for row in board.ground for kind in row} >= {"grass", "road", "pavement", "rail"}
    assert {lane.look for lane in level.obstacles} >= {"car", "truck", "train"}
    middle = board.n_cols // 2
    assert board.starts == ((board.n_rows - 1, middle),)
    assert board.goals == ((0, middle),)


def test_crossy_road_has_three_speeds_on_the_roads_and_both_directions():
    lanes = [lane for lane in read("crossy_road").obstacles if lane.look != "train"]
    assert len({lane.hop / lane.every for lane in lanes}) >= 3
    assert {lane.direction for lane in lanes} == {"left", "right"}


def test_crossy_road_has_a_train_longer_than_the_board():
    level = read("crossy_road")
    (train,) = [mover for mover in level.movers if mover.look == "train"]
    assert train.length > level.board.n_cols
    covers_all = [tick for tick in range(24) if len(train.body(tick)) == level.board.n_cols]
    away = [tick for tick in range(24) if not train.body(tick)]
    assert covers_all
    assert away


def test_lanes_run_on_their_own_ground():
    for name in FIGURES:
        level = read(name)
        for mover in level.movers:
            ground = {level.board.ground[row][col] for row, col in filter(None, mover.track)}
            named = {"train": {"rail"}, "tram": {"rail"}, "robot": {"grass"}}
            expected = {"water"} if mover.carries else named.get(mover.look, {"road"})
            assert ground == expected, (name, mover.look)


def test_dead_end_catches_whoever_looks_one_step_ahead():
    mdp = compile_mdp(read("dead_end"))
    one_step, ours = safe_actions(mdp, "one_step"), safe_actions(mdp, "viable")
    caught = 0
    for seed in range(200):
        rng, state = random.Random(seed), mdp.starts[0]
        for _ in range(100):
            choices = one_step.allowed[state].nonzero()[0]
            if mdp.goal[state] or not len(choices):
                break
            state = int(mdp.next_state[state, rng.choice(choices)])
        caught += not mdp.goal[state] and not one_step.allowed[state].any()
    assert caught > 60  # soon met: in 100 transitions or fewer
    met = ours.reachable & ~mdp.goal
    assert ours.allowed[met].any(axis=1).all()


def test_dead_end_is_not_certified_as_published():
    level = read("dead_end").model_copy(update={"safety": "one_step"})
    assert not certificate(level).certified


def test_patience_cannot_do_without_wait():
    level = read("patience")
    assert Action.WAIT in level.actions
    hurried = level.model_copy(update={"actions": FOUR_MOVES})
    found = certificate(hurried)
    assert not found.certified
    assert found.refusal is not None
    assert found.shortest is None

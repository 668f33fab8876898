"""Reasons name vehicles as people see them on the board, never by their place in the file."""

import re

import pytest

from levels.model.board import Action, with_article
from levels.model.mdp import compile_mdp
from levels.proof.certificate import certify
from levels.proof.reasons import explain, vehicle, vehicles
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, parse_level, read_level

BOARD = "format: 1\nname: Words\nmap: |\n  ......\n  ======\n  ======\n  S....G\nobstacles:\n"
CAR = "  - {{kind: lane, look: car, row: {row}, direction: right, at: {at}}}\n"
TRUCK = "  - {kind: lane, look: truck, row: 1, direction: left, length: 2, loop: 9, at: [7]}\n"
ROBOT = "  - {{kind: patrol, look: robot, path: {path}, closed: true, at: [0]}}\n"
ROUND = "[[1, 0], [1, 1], [2, 1], [2, 0]]"


def words(obstacles, index=0, phase=0):
    level = parse_level(BOARD + obstacles, "words.yaml")
    return vehicle(level, level.movers[index], phase)


def test_one_alone_in_its_row_goes_by_look_and_row():
    assert words(CAR.format(row=1, at=[0])) == "the car in row 1"
    assert words(CAR.format(row=1, at=[0]) + CAR.format(row=2, at=[3]), 1) == "the car in row 2"
    assert words(CAR.format(row=2, at=[0]) + TRUCK, 1) == "the truck in row 1"


@pytest.mark.parametrize(
    "several",
    [CAR.format(row=1, at=[0, 3]), CAR.format(row=1, at=[0]) + CAR.format(row=1, at=[3])],
    ids=["of one obstacle", "of two"],
)
def test_several_of_one_look_in_a_row_are_told_apart_by_their_cells_now(several):
    assert [words(several, index) for index in (0, 1)] == [
        "the car at row 1, column 0",
        "the car at row 1, column 3",
    ]
    assert words(several, 1, phase=2) == "the car at row 1, column 5"


def test_one_that_is_not_on_the_board_yet_is_about_to_come():
    column = "  - {kind: lane, look: truck, column: 2, direction: down, at: [0]}\n"
    assert words(column + TRUCK) == "the truck at row 0, column 2"
    assert words(column + TRUCK, 1) == "the truck about to come in row 1"
    assert words(column + TRUCK, 1, phase=2) == "the truck at row 1, column 5"


def test_one_that_walks_about_goes_by_its_look_while_it_is_the_only_one():
    assert words(ROBOT.format(path=ROUND)) == "the robot"
    two = ROBOT.format(path=ROUND) + ROBOT.format(path="[[1, 4], [1, 5], [2, 5], [2, 4]]")
    assert words(two, 1, phase=1) == "the robot at row 1, column 5"
    assert words(ROBOT.format(path="[[1, 2]]")) == "the robot in row 1"


def test_a_look_of_two_words_is_said_as_two():
    assert words(CAR.format(row=1, at=[0]).replace("car", "fire_engine")) == "the fire engine in row 1"


def test_all_vehicles_of_several_obstacles():
    text = CAR.format(row=1, at=[0, 2]) + CAR.format(row=2, at=[1]) + ROBOT.format(path="[[0, 3]]")
    level = parse_level(BOARD + text, "words.yaml")
    assert vehicles(level, (0, 1)) == "the cars in row 1 and the car in row 2"
    assert vehicles(level, (2,)) == "the robot in row 0"
    buses = parse_level(BOARD + CAR.format(row=1, at=[0, 2]).replace("car", "bus"), "words.yaml")
    assert vehicles(buses, (0,)) == "the buses in row 1"
    late = CAR.format(row=1, at=[0]) + CAR.format(row=2, at="[1], late: 2").replace("car", "bus")
    level = parse_level(BOARD + late, "late.yaml")
    assert vehicles(level, (0, 1)) == "the car in row 1 and the bus in row 2 (up to 2 steps late)"


@pytest.mark.parametrize("name", ["crossy_road", "dead_end", "rush_hour", "courtyard"])
def test_no_reason_of_a_built_in_level_tells_the_files_index_and_each_names_its_vehicle(name):
    level = read_level(builtin_levels()[name])
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    assert certify(level, mdp, safe).certified
    told = 0
    for state in range(0, mdp.n_states, 7):
        for action in mdp.actions:
            reason = explain(level, mdp, safe, state, action)
            assert "obstacle 1" not in reason.text
            if reason.kind not in {"occupied", "swap"}:
                continue
            told += 1
            look = level.obstacles[reason.obstacle].look
            assert reason.text.startswith(f"the {look}")
            place = re.search(r" at row (\d+), column (\d+)", reason.text)
            if place:
                cell = tuple(map(int, place.groups()))
                here = [m for m in level.movers if m.look == look and cell in m.body(mdp.phase(state))]
                assert [m.obstacle for m in here] == [reason.obstacle]
    assert told


def test_a_trap_names_what_closes_it_as_it_is_seen_now():
    level = read_level(builtin_levels()["dead_end"])
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    texts = {
        explain(level, mdp, safe, state, Action.RIGHT).text
        for state in range(mdp.n_states)
        if not mdp.violation[state] and not mdp.goal[state]
    }
    traps = [text for text in texts if text.startswith("a trap")]
    assert traps
    assert all(" the train in row 2 leaves no safe move at row " in text for text in traps)


def test_a_look_takes_the_article_that_english_gives_it():
    assert with_article("tree") == "a tree"
    assert with_article("orange_tree") == "an orange tree"
    assert with_article("water") == "water"


def test_water_is_in_the_way_without_an_article():
    level = parse_level("format: 1\nname: Pond\nmap: |\n  S~G\n  ...\n", "pond.yaml")
    mdp = compile_mdp(level)
    state = mdp.starts[0]
    assert explain(level, mdp, safe_actions(mdp, "viable"), state, Action.RIGHT).text == "water is in the way"

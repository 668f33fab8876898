"""The field's cases about safety (S): each a question somebody once brought to a neighbouring project."""

import pytest

from levels.model.board import Action
from levels.model.mdp import compile_mdp
from levels.model.traffic import LevelConflict
from levels.proof.certificate import certify
from levels.proof.reasons import explain
from levels.proof.safety import safe_actions
from levels.text.reader import LevelError, builtin_levels, parse_level, read_level
from tests.conftest import tiny
from tests.oracle import World, collides

FILE = """\
format: 1
name: Case
map: |
{rows}
obstacles:
{obstacles}
"""


def read(rows, *obstacles):
    """The level of a drawing and of obstacles written as YAML."""
    drawing = "\n".join(f"  {row}" for row in rows)
    listed = "\n".join(f"  - {obstacle}" for obstacle in obstacles)
    return parse_level(FILE.format(rows=drawing, obstacles=listed), "case.yaml")


@pytest.mark.parametrize("name", ["crossy_road", "patrol_15x9", "dead_end"])
def test_s10_tables_mask_and_picture_speak_of_the_same_moment(name):
    """Where vehicles are drawn is what the tables forbid; a mask is about the tick that comes."""
    level = read_level(builtin_levels()[name])
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    world = World(level)
    state = mdp.starts[0]
    for tick in range(3 * mdp.period):
        drawn = {cell for mover in level.movers for cell in mover.body(tick)}
        in_tables = {
            mdp.cell(mdp.state(cell, tick)) for cell in world.passable if mdp.violation[mdp.state(cell, tick)]
        }
        assert drawn == in_tables == world.occupied(tick)
        here = mdp.cell(state)
        mask = {action for column, action in enumerate(mdp.actions) if safe.one_step[state, column]}
        assert mask == {action for action in mdp.actions if world.move(here, tick, action) is not None}
        if mdp.goal[state] or not safe.allowed[state].any():
            break
        columns = safe.allowed[state].nonzero()[0]
        state = int(mdp.next_state[state, columns[tick % len(columns)]])
        assert mdp.phase(state) == (tick + 1) % mdp.period


def test_s11_two_vehicles_of_one_lane_that_overlap_are_refused():
    with pytest.raises(LevelError, match="overlap") as refusal:
        read(
            ["S....", ".....", "....G"],
            "{kind: lane, look: truck, row: 1, direction: left, length: 2, at: [1, 2]}",
        )
    assert refusal.value.problems[0].line == 8


def test_s11_two_speeds_in_one_row_that_meet_are_refused_with_the_place():
    level = read(
        ["S....", ".....", "....G"],
        "{kind: lane, look: car, row: 1, direction: right, at: [0]}",
        "{kind: lane, look: bus, row: 1, direction: right, hop: 2, at: [3]}",
    )
    tick, cell = World(level).shared_cell()
    with pytest.raises(LevelConflict, match="are both at") as refusal:
        compile_mdp(level)
    assert f"row {cell[0]}, column {cell[1]} at tick {tick}" in str(refusal.value)


def test_s11_two_vehicles_that_never_meet_stay_two():
    level = tiny(
        ["S....", ".....", "....G"],
        obstacles=[{"kind": "lane", "look": "car", "row": 1, "direction": "right", "at": [0, 1]}],
    )
    assert all(len({cell for mover in level.movers for cell in mover.body(tick)}) == 2 for tick in range(10))


def refused(level, cell, action):
    """The rule that refuses the action at tick 0, after checking that mask, table and judge agree on it."""
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "one_step")
    state = mdp.state(cell, 0)
    column = mdp.actions.index(action)
    assert not safe.one_step[state, column]
    assert mdp.next_state[state, column] == mdp.crash
    assert World(level).move(cell, 0, action) is None
    return explain(level, mdp, safe, state, action).kind


def test_s12_walking_into_an_obstacle_and_being_walked_into_are_both_violations():
    car = {"kind": "lane", "look": "car", "row": 1, "direction": "left", "at": [2]}
    level = tiny(["..S..", ".....", "....G"], obstacles=[car])
    assert refused(level, (1, 1), Action.RIGHT) == "swap", "the agent left of a car that drives left"
    assert refused(level, (0, 1), Action.DOWN) == "occupied", "the agent above the car's next cell"
    standing = tiny(["..S..", ".....", "....G"], obstacles=[{**car, "every": 2}])
    assert refused(standing, (0, 2), Action.DOWN) == "occupied", "the agent walks into a car that stands"
    waiting = tiny(["..S..", ".....", "....G"], actions=["up", "wait"], obstacles=[car])
    assert refused(waiting, (1, 1), Action.WAIT) == "occupied", "the car drives into an agent that stands"


def test_s12_the_judge_counts_both_kinds_of_hit():
    car = {"kind": "lane", "look": "car", "row": 1, "direction": "left", "at": [2]}
    level = tiny(["..S..", ".....", "....G"], actions=["right", "down", "wait"], obstacles=[car])
    assert collides(level, [(1, 1), (1, 2)])
    assert collides(level, [(0, 1), (1, 1)])
    assert collides(level, [(1, 1), (1, 1)])
    assert not collides(level, [(0, 2), (1, 2)]), "behind the car"


def test_s14_a_start_in_a_car_is_refused():
    """Goal above start, a car two cells long at the start of the lower row."""
    with pytest.raises(LevelError) as refusal:
        read(["G...", "S..."], "{kind: lane, look: car, row: 1, direction: right, length: 2, at: [1]}")
    (problem,) = refusal.value.problems
    assert "start" in problem.message
    assert "occupied" in problem.message
    assert "0" in problem.message, "at tick 0"
    assert problem.line == 7


def test_s14_a_start_that_the_car_reaches_later_is_fine_when_the_agent_can_go():
    level = read(["....", "S..G"], "{kind: lane, look: car, row: 1, direction: left, at: [2]}")
    mdp = compile_mdp(level)
    assert certify(level, mdp, safe_actions(mdp, "viable")).certified

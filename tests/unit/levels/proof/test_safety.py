"""One-step sets, kernel and allowed actions on boards small enough to see through."""

import numpy as np
import pytest

from levels.model.board import Action
from levels.model.mdp import compile_mdp
from levels.proof.safety import safe_actions
from tests.conftest import tiny

POCKET = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "loop": 5, "at": [0]}


@pytest.fixture
def pocket():
    """A pocket below a road: stepping into it one tick before the car comes is a trap."""
    return compile_mdp(tiny(["S..G", "....", "#.##"], obstacles=[POCKET]))


def test_without_traffic_everything_that_is_no_wall_is_allowed(open_4x4):
    mdp = compile_mdp(open_4x4)
    safe = safe_actions(mdp, "viable")
    assert safe.viable.all()
    assert safe.reachable.all()
    assert (safe.allowed == safe.one_step).all()
    assert safe.allowed[mdp.state((0, 0), 0)].tolist() == [True, False, False, True]
    assert safe.doomed_reachable == 0


def test_goals_have_no_actions(open_4x4):
    mdp = compile_mdp(open_4x4)
    for mode in ("viable", "one_step"):
        safe = safe_actions(mdp, mode)
        assert not safe.allowed[mdp.goal].any()
        assert safe.viable[mdp.goal].all()


def test_a_pocket_is_doomed_only_at_the_phase_in_which_the_car_closes_it(pocket):
    safe = safe_actions(pocket, "viable")
    doomed = np.flatnonzero(~safe.viable & ~pocket.violation)
    assert [(pocket.cell(state), pocket.phase(state)) for state in doomed] == [((2, 1), 0)]
    before = pocket.state((1, 1), 4)
    assert safe.one_step[before, Action.DOWN]
    assert not safe.allowed[before, Action.DOWN]
    assert safe.doomed_reachable == 1


def test_one_step_mode_is_the_published_set(pocket):
    safe = safe_actions(pocket, "one_step")
    assert (safe.allowed == safe.one_step).all()
    assert safe.reachable[pocket.state((2, 1), 0)]
    assert not safe.allowed[pocket.state((2, 1), 0)].any(), "the named dead end"


def test_crashed_states_are_neither_viable_nor_allowed_anything(pocket):
    safe = safe_actions(pocket, "viable")
    assert not safe.viable[pocket.violation].any()
    assert not safe.one_step[pocket.violation].any()


def test_a_long_trap_is_doomed_to_its_mouth():
    """A car drives into a dead-end corridor faster than the agent can leave it."""
    car = {"kind": "lane", "look": "car", "row": 0, "direction": "left", "loop": 5, "at": [4]}
    mdp = compile_mdp(tiny(["S....", "####G"], actions=["right", "left", "down", "wait"], obstacles=[car]))
    safe = safe_actions(mdp, "viable")
    start = mdp.starts[0]
    assert not safe.viable[start]
    assert safe.survival[start] == 3
    assert not safe.allowed[start].any()


def test_wait_can_be_what_keeps_a_state_viable():
    """A cell of one: without wait there is nothing to do in it."""
    rows = ["S#.", "##G"]
    assert not safe_actions(compile_mdp(tiny(rows)), "viable").viable[0]
    assert safe_actions(compile_mdp(tiny(rows, actions=["right", "wait"])), "viable").viable[0]
    assert safe_actions(compile_mdp(tiny(rows, walls="stay")), "viable").viable[0]


def test_a_goal_under_a_car_is_not_viable():
    car = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "at": [2]}
    mdp = compile_mdp(tiny(["S..", "..G"], obstacles=[car]))
    safe = safe_actions(mdp, "viable")
    goal = [mdp.state((1, 2), phase) for phase in range(3)]
    assert mdp.violation[goal].tolist() == [True, False, False]
    assert safe.viable[goal].tolist() == [False, True, True]


def test_tables_are_read_only(pocket):
    safe = safe_actions(pocket, "viable")
    for name in ("one_step", "viable", "allowed", "reachable"):
        assert not getattr(safe, name).flags.writeable

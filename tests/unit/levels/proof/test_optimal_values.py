"""Q*, V* and shortest safe ways where they can be worked out by hand."""

import math

import numpy as np
import pytest

from levels.model.board import Action
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.safety import safe_actions
from tests.conftest import tiny


def solved(level, discount=1.0, mode="viable"):
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, mode)
    return mdp, safe, solve(mdp, safe, discount)


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8, 9])
def test_open_grids_take_twice_n_minus_one(n):
    rows = ["S" + "." * (n - 1), *["." * n] * (n - 2), "." * (n - 1) + "G"]
    mdp, _, optimal = solved(tiny(rows))
    assert optimal.steps_to_goal[mdp.starts[0]] == 2 * (n - 1)
    assert optimal.v_star[mdp.starts[0]] == -2 * (n - 1)


def test_the_goal_has_value_zero_and_its_neighbour_minus_one(open_4x4):
    mdp, _, optimal = solved(open_4x4)
    assert optimal.v_star[mdp.state((3, 3), 0)] == 0
    assert optimal.q_star[mdp.state((3, 2), 0), Action.RIGHT] == -1
    assert optimal.q_star[mdp.state((3, 2), 0), Action.LEFT] == -3


def test_actions_that_are_not_allowed_are_nan(open_4x4):
    _, safe, optimal = solved(open_4x4)
    assert (np.isnan(optimal.q_star) == ~safe.allowed).all()


def test_discounting_and_the_goals_reward():
    mdp, _, optimal = solved(tiny(["S..G"], rewards={"step": -1, "goal": 10}), discount=0.5)
    expected = [-1 - 0.5 + 0.25 * 9, -1 + 0.5 * 9, 9, 0]
    assert optimal.v_star.tolist() == pytest.approx(expected)
    assert optimal.q_star[mdp.state((0, 1), 0), Action.LEFT] == pytest.approx(-1 + 0.5 * expected[0])


def test_states_without_a_way_are_minus_infinity_without_a_discount():
    mdp, _, optimal = solved(tiny(["S.G#.."]))
    cut_off = mdp.state((0, 4), 0)
    assert optimal.steps_to_goal[cut_off] == -1
    assert optimal.v_star[cut_off] == -math.inf
    _, _, discounted = solved(tiny(["S.G#.."]), discount=0.5)
    assert discounted.v_star[cut_off] == pytest.approx(-2)


def test_the_value_satisfies_bellmans_equation(one_car):
    mdp, safe, optimal = solved(one_car)
    states, actions = np.nonzero(safe.allowed)
    ahead = optimal.v_star[mdp.next_state[states, actions]]
    assert np.allclose(optimal.q_star[states, actions], mdp.reward[states, actions] + ahead)
    acting = safe.allowed.any(axis=1)
    assert np.allclose(np.nanmax(optimal.q_star[acting], axis=1), optimal.v_star[acting])


def test_traffic_can_make_the_shortest_way_longer():
    """A lorry of four cells on a loop of five: its gap is at column t at tick t, out of the agent's reach.

    One round later it is back at column 0: the agent enters it at tick 5, leaves it at 6, arrives at 10.
    """
    lorry = {"kind": "lane", "look": "truck", "row": 1, "direction": "right", "length": 4, "at": [4]}
    rows = ["S....", ".....", "....G"]
    mdp, _, free = solved(tiny(rows))
    assert free.steps_to_goal[mdp.starts[0]] == 6
    mdp, _, optimal = solved(tiny(rows, obstacles=[lorry]))
    assert optimal.steps_to_goal[mdp.starts[0]] == 10

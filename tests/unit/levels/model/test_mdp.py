"""The tables of small levels, entry by entry where that is short."""

import time

import numpy as np
import pytest

from levels.model.board import Action
from levels.model.mdp import compile_mdp
from levels.model.traffic import LevelConflict, LevelTooLarge
from tests.conftest import tiny


def lane(**settings):
    return {"kind": "lane", "look": "car", "row": 1, "direction": "right", "at": [0], **settings}


def test_a_still_board_by_hand():
    mdp = compile_mdp(tiny(["S#", ".G"]))
    assert mdp.cells.tolist() == [[0, 0], [1, 0], [1, 1]]
    assert mdp.cell_index.tolist() == [[0, -1], [1, 2]]
    assert (mdp.period, mdp.n_states, mdp.n_actions, mdp.crash) == (1, 3, 4, 3)
    assert mdp.next_state[0].tolist() == [3, 3, 3, 1]  # right is a wall, up and left leave the board
    assert mdp.next_state[1].tolist() == [2, 0, 3, 3]
    assert mdp.goal.tolist() == [False, False, True]
    assert not mdp.violation.any()
    assert mdp.starts == (0,)


def test_states_by_cell_and_by_phase():
    mdp = compile_mdp(tiny(["S#.", "...", "..G"], obstacles=[lane()]))
    assert (mdp.period, mdp.n_cells) == (3, 8)
    states = mdp.states_of((1, 2))
    assert states.tolist() == [4, 12, 20]
    assert [(mdp.cell(state), mdp.phase(state)) for state in states] == [((1, 2), k) for k in range(3)]
    assert mdp.cell_numbers(states).tolist() == [4, 4, 4]
    assert list(range(mdp.n_states))[mdp.states_at(2)] == list(range(16, 24))


def test_walls_stay_keeps_the_agent_where_it_is():
    mdp = compile_mdp(tiny(["S#", ".G"], walls="stay"))
    assert mdp.next_state[0].tolist() == [0, 0, 0, 1]


def test_rewards():
    mdp = compile_mdp(tiny(["S.G"], rewards={"step": -2, "goal": 5}))
    right = Action.RIGHT
    assert mdp.reward[0, right] == -2
    assert mdp.reward[1, right] == 3
    assert mdp.reward[2].tolist() == [0, 0, 0, 0]


def test_columns_follow_the_papers_order_whatever_the_file_says():
    mdp = compile_mdp(tiny(["S.G"], actions=["wait", "down", "left", "right"]))
    assert mdp.actions == (Action.RIGHT, Action.LEFT, Action.DOWN, Action.WAIT)
    assert mdp.next_state[1].tolist() == [2, 0, 3, 1]


def test_states_are_cells_times_phases(one_car):
    mdp = compile_mdp(one_car)
    assert mdp.period == 5
    assert mdp.n_states == 5 * 15
    for state in range(mdp.n_states):
        assert mdp.state(mdp.cell(state), mdp.phase(state)) == state
    assert mdp.state((0, 0), 5) == mdp.state((0, 0), 0), "any tick counts, modulo the period"
    occupied = [mdp.cell(state) for state in np.flatnonzero(mdp.violation)]
    assert occupied == [(1, 4), (1, 3), (1, 2), (1, 1), (1, 0)]


def test_several_starts_and_goals():
    mdp = compile_mdp(tiny(["S.G", "G.S"]))
    assert [mdp.cell(start) for start in mdp.starts] == [(0, 0), (1, 2)]
    assert [mdp.cell(state) for state in np.flatnonzero(mdp.goal)] == [(0, 2), (1, 0)]


def test_tables_are_read_only_and_typed(one_car):
    mdp = compile_mdp(one_car)
    types = {"next_state": np.int32, "reward": np.float64, "goal": np.bool_, "violation": np.bool_}
    for name, dtype in types.items():
        table = getattr(mdp, name)
        assert table.dtype == dtype
        assert table.flags.c_contiguous, "the compiled loops expect rows one after the other"
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 0


def test_two_obstacles_on_one_cell_are_refused_with_cell_and_tick():
    crossing = lane(row=None, column=2, direction="down", at=[0])
    level = tiny(["S....", ".....", "....G"], obstacles=[lane(at=[1]), crossing])
    with pytest.raises(LevelConflict, match="at row 1, column 2 at tick 1") as refusal:
        compile_mdp(level)
    assert refusal.value.obstacle == 1


def test_a_joint_period_above_the_limit_is_refused_before_anything_is_allocated():
    loops = [101, 103, 107, 109]
    lanes = [lane(row=row + 1, loop=loop) for row, loop in enumerate(loops)]
    level = tiny(["S....", *["....."] * 4, "....G"], obstacles=lanes)
    before = time.perf_counter()
    with pytest.raises(LevelTooLarge, match="121,330,189 ticks") as refusal:
        compile_mdp(level)
    assert time.perf_counter() - before < 1.0
    assert refusal.value.obstacles
    assert f"{121_330_189 * 30:,} states" in str(refusal.value)
    assert all(f"row {row}" in str(refusal.value) for row in (2, 3, 4)), "the lanes that cause it are named"

"""The values behind the Cell card: the classes of a state, and one update of Q in numbers."""

from pathlib import Path

import numpy as np
import pytest

from game.presenters.cell_details import class_rows, figure, signed, update_of, value_rows
from game.presenters.level_loader import prepared
from learner.core.critic import Critic
from learner.core.trainer import Trainer
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, read_file


@pytest.fixture(scope="module")
def learned():
    path = builtin_levels()["grid_4"]
    opened = prepared(Path(path), read_file(path))
    trainer = Trainer(opened.mdp, opened.safe, opened.level.learning, 0)
    trainer.advance(2000)
    return opened, trainer.snapshot(opened.optimal)


def test_the_rows_are_the_closed_form(learned):
    opened, snapshot = learned
    state = opened.mdp.starts[0]
    rows = class_rows(opened.mdp, snapshot.labels, snapshot.class_counts, state)
    n = int(snapshot.class_counts.sum())
    for column, row in enumerate(rows):
        carried = int(np.count_nonzero(snapshot.labels == column))
        mine = snapshot.labels[state] == column
        assert (row.positive, row.negative) == (carried, n - carried)
        assert row.alpha == pytest.approx(2 * (n - carried if mine else carried) / n)
        assert row.decision == (0 if carried in (0, n) else 1 if mine else -1)


def test_a_goal_has_no_rows(learned):
    opened, snapshot = learned
    goal = int(np.flatnonzero(opened.mdp.goal)[0])
    assert class_rows(opened.mdp, snapshot.labels, snapshot.class_counts, goal) == ()


def test_an_update_is_what_the_critic_makes_of_it(learned):
    opened, snapshot = learned
    for state, action in np.argwhere(opened.safe.allowed).tolist():
        update = update_of(opened.mdp, snapshot.q, opened.level.learning, state, action)
        learning = opened.level.learning
        critic = Critic(opened.mdp, opened.safe, learning.learning_rate, learning.discount)
        critic.q[:] = snapshot.q
        critic.update(
            state, action, float(opened.mdp.reward[state, action]), int(opened.mdp.next_state[state, action])
        )
        assert update.new == pytest.approx(critic.q[state, action], abs=1e-12)
        assert update.lines()[1].endswith(f"= {signed(update.new)}")


@pytest.fixture
def three_ways(make_level):
    """Tables, Q* at γ = 0.5, and the cell above the middle: from there two ways to the goal are shortest.

    By hand: V* is 9 beside the goal, −1 + 9/2 = 3.5 two steps and 0.75 three steps away.
    """
    level = make_level(["S..", "..G"], rewards={"step": -1, "goal": 10})
    mdp = compile_mdp(level)
    q_star = solve(mdp, safe_actions(mdp, level.safety), 0.5).q_star
    return mdp, q_star, mdp.state((0, 1), 0)


def test_a_state_s_values_stand_beside_their_optimum(three_ways):
    mdp, q_star, state = three_ways
    q = np.where(np.isnan(q_star), np.nan, -2.0)
    label = [action.name for action in mdp.actions].index("LEFT")
    rows = {row.action.name: row for row in value_rows(mdp, q, q_star, label, state, visited=True)}
    assert {name: row.q_star for name, row in rows.items()} == {
        "RIGHT": 3.5,
        "UP": None,
        "LEFT": -0.625,
        "DOWN": 3.5,
    }
    assert {name: row.difference for name, row in rows.items()} == {
        "RIGHT": -5.5,
        "UP": None,
        "LEFT": -1.375,
        "DOWN": -5.5,
    }
    assert [name for name, row in rows.items() if row.optimal] == ["RIGHT", "DOWN"]
    assert [name for name, row in rows.items() if row.greedy] == ["LEFT"]


def test_of_a_state_never_visited_the_optimum_is_known_and_no_value(three_ways):
    mdp, q_star, state = three_ways
    rows = value_rows(mdp, q_star * 0, q_star, 0, state, visited=False)
    assert {(row.q, row.difference, row.greedy) for row in rows} == {(None, None, False)}
    assert sum(row.optimal for row in rows) == 2


def test_where_no_goal_can_be_reached_no_action_is_optimal(make_level):
    level = make_level(["S.G#.."])
    mdp = compile_mdp(level)
    q_star = solve(mdp, safe_actions(mdp, level.safety), 1.0).q_star
    rows = value_rows(mdp, np.sign(q_star), q_star, 0, mdp.state((0, 4), 0), visited=True)
    assert {row.q_star for row in rows} == {None, -np.inf}
    assert not any(row.optimal for row in rows)
    assert {row.difference for row in rows} == {None}


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (-1.755, "−1.75"),
        (3.0, "+3.00"),
        (-0.001, "0.00"),
        (-12345.6, "−12,346"),
        (None, "–"),
        (-np.inf, "−∞"),
    ],
)
def test_figures_have_true_signs(number, written):
    assert figure(number, sign=True) == written

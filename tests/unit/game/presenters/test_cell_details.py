"""The values behind the Cell card: the classes of a state, and one update of Q in numbers."""

from pathlib import Path

import numpy as np
import pytest

from game.presenters.cell_details import class_rows, signed, update_of
from game.presenters.level_loader import prepared
from learner.core.critic import Critic
from learner.core.trainer import Trainer
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

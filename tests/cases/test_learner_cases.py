"""The field's cases about learning (L), end to end: text → level → tables → safe sets → learner → rollout."""

import time
from collections import Counter

import numpy as np
import pytest

from learner.core.rollout import play
from learner.core.trainer import Trainer
from levels.model.board import Action
from levels.model.mdp import compile_mdp
from levels.proof.certificate import certify
from levels.proof.optimal_values import solve
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, parse_level, read_level

EPISODES = 3000


def read(*rows, extra=""):
    """The level of a bare drawing."""
    drawing = "\n".join(f"  {row}" for row in rows)
    return parse_level(f"format: 1\nname: Case\nmap: |\n{drawing}\n{extra}", "case.yaml")


class Run:
    """A level with its tables, its optimal values and a learner that has learned nothing yet."""

    def __init__(self, level, seed=0):
        self.mdp = compile_mdp(level)
        self.safe = safe_actions(self.mdp, level.safety)
        self.optimal = solve(self.mdp, self.safe, level.learning.discount)
        self.trainer = Trainer(self.mdp, self.safe, level.learning, seed)

    def learn(self, episodes=EPISODES):
        self.trainer.advance(stop="converged", n_episodes=episodes)
        return self.picture()

    def picture(self):
        return self.trainer.snapshot(self.optimal)

    def rollout(self, limit=1000):
        start = self.mdp.starts[0]
        return play(self.mdp, self.safe, self.picture().labels, start, 0.0, np.random.default_rng(0), limit)


ALL_TIE = ["S...", "....", "....", "...G"]


GOAL_ONLY = "rewards: {step: 0, goal: 1}\n"


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(
    "extra",
    ["", GOAL_ONLY + "learning: {discount: 0.9, threshold: 1e-9}\n"],
    ids=["paper", "reward only at the goal"],
)
def test_l01_an_all_zero_table_with_ties_everywhere_learns_a_shortest_way(extra, seed):
    run = Run(read(*ALL_TIE, extra=extra), seed)
    run.trainer.advance(n_episodes=EPISODES)
    rollout = run.rollout()
    assert rollout.outcome == "goal"
    assert len(rollout.actions) == 6


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(
    "extra",
    ["learning: {epsilon: 0}\n", GOAL_ONLY + "learning: {discount: 0.9, epsilon: 0}\n"],
    ids=["paper", "reward only at the goal"],
)
def test_l01_training_without_exploration_ends_too(extra, seed):
    """Equal values may send the agent in a circle: an episode is cut off, a rollout says so."""
    run = Run(read(*ALL_TIE, extra=extra), seed)
    run.trainer.advance(n_episodes=20)
    assert run.trainer.episodes == 20
    rollout = run.rollout()
    assert rollout.outcome == "goal" or "going in circles" in rollout.message


def test_l01_first_moves_are_drawn_evenly_and_by_the_seed():
    """In the middle of an open board all four actions are safe."""
    level = read(".....", ".....", "..S..", ".....", "....G")
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    optimal = solve(mdp, safe, 1.0)

    def first_move(seed):
        trainer = Trainer(mdp, safe, level.learning, seed)
        trainer.advance(n_transitions=1)
        row, col = mdp.cell(trainer.snapshot(optimal).state)
        return row - 2, col - 2

    moves = [first_move(seed) for seed in range(2000)]
    counts = Counter(moves)
    assert len(counts) == 4
    assert all(400 <= count <= 600 for count in counts.values()), counts
    assert moves[:50] == [first_move(seed) for seed in range(50)]


CLIFF = ["............", "............", "............", "S##########G"]


@pytest.mark.parametrize("episodes", [0, 5])
def test_l02_a_rollout_of_an_unfinished_table_ends_with_a_plain_message(episodes):
    outcomes = set()
    for seed in range(20):
        run = Run(read(*CLIFF), seed)
        run.trainer.advance(n_episodes=episodes)
        rollout = run.rollout()
        outcomes.add(rollout.outcome)
        if rollout.outcome == "loop":
            steps = len(rollout.actions)
            assert rollout.states[-1] in rollout.states[:-1]
            said = f"no goal reached after {steps} step{'s' * (steps != 1)}; the agent is going in circles"
            assert rollout.message == said
    assert "loop" in outcomes
    assert outcomes <= {"loop", "goal"}


def test_l02_the_cliff_is_walked_in_13_steps():
    run = Run(read(*CLIFF))
    picture = run.learn()
    rollout = run.rollout()
    assert rollout.outcome == "goal"
    assert len(rollout.actions) == picture.rollout_steps == 13
    assert rollout.message == "goal reached after 13 steps"
    assert not any(rollout.random)
    assert picture.violations == 0
    assert picture.optimal
    assert run.mdp.reward[list(rollout.states[:-1]), list(rollout.actions)].sum() == -13


def test_l09_the_start_beside_the_goal():
    run = Run(read("SG"))
    picture = run.learn(50)
    goal = run.mdp.state((0, 1), 0)
    assert picture.rollout_steps == 1
    assert picture.labels[goal] == -1, "no arrow at the goal"
    assert picture.class_counts.sum() == 1, "no label either"
    assert np.isnan(picture.q[goal]).all()
    assert run.optimal.v_star[goal] == 0
    assert run.rollout().states[-1] == goal


@pytest.mark.parametrize(
    "rows",
    [[".#...", "#S#..", ".#..G"], ["S..#G", "...##", "....."]],
    ids=["l04_enclosed_start", "t15_goal_walled_in"],
)
def test_l13_a_goal_that_cannot_be_reached_is_refused_before_training(rows):
    began = time.perf_counter()
    level = read(*rows)
    mdp = compile_mdp(level)
    certificate = certify(level, mdp, safe_actions(mdp, "viable"))
    assert time.perf_counter() - began < 1.0
    assert not certificate.certified
    assert certificate.shortest is None
    assert "the goal cannot be reached from the start" in certificate.refusal.message


def test_l16_up_lowers_the_row_number_and_right_raises_the_column():
    mdp = compile_mdp(read(".....", ".SG..", "....."))
    start = mdp.starts[0]
    assert mdp.cell(start) == (1, 1)
    after = {action: mdp.cell(int(mdp.next_state[start, action])) for action in mdp.actions}
    assert after == {Action.RIGHT: (1, 2), Action.UP: (0, 1), Action.LEFT: (1, 0), Action.DOWN: (2, 1)}


def test_l16_the_goal_right_of_the_start_is_reached_by_right():
    run = Run(read(".....", ".SG..", "....."))
    run.learn()
    assert [run.mdp.actions[column] for column in run.rollout().actions] == [Action.RIGHT]


def test_l16_a_15_by_9_level_is_15_wide_and_9_high():
    level = read_level(builtin_levels()["patrol_15x9"])
    mdp = compile_mdp(level)
    assert (level.board.n_rows, level.board.n_cols) == (9, 15)
    assert mdp.cell_index.shape == (9, 15)
    assert mdp.cells.max(axis=0).tolist() == [8, 14]


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8, 9])
def test_l19_open_grids_settle_at_twice_n_minus_one(n):
    rows = ["S" + "." * (n - 1), *["." * n] * (n - 2), "." * (n - 1) + "G"]
    run = Run(read(*rows, extra="learning: {learning_rate: 0.07, discount: 1.0}\n"))
    picture = run.learn(20_000)
    assert picture.converged_episode == picture.episodes
    assert picture.optimal
    assert picture.rollout_steps == 2 * (n - 1)
    assert picture.violations == 0
    assert np.nanmax(picture.q[run.mdp.starts[0]]) == pytest.approx(-2 * (n - 1), abs=0.05)


@pytest.mark.parametrize("seed", range(5))
def test_l19_the_15_by_15_maze_settles_within_3000_episodes(seed):
    level = read_level(builtin_levels()["maze_15"])
    assert (level.learning.learning_rate, level.learning.discount) == (0.07, 1.0)
    picture = Run(level, seed).learn(3000)
    assert picture.converged_episode is not None
    assert picture.optimal
    assert picture.violations == 0

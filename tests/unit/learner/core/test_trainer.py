"""What learning finds, next to the optimum, and where it stops."""

import numpy as np
import pytest

from learner.core.commands import Advance, SetLearning
from learner.core.diagnostics import greedy_steps
from learner.core.rollout import play
from learner.core.trainer import DeadEndError, Trainer
from levels.text.reader import builtin_levels, read_level
from tests.conftest import tiny
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import world_of


def trained(world, seed=0, **budget):
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed)
    trainer.advance(**budget)
    return trainer


@pytest.mark.parametrize("name", [name for name in LEVELS if name != "cut off early"])
def test_with_a_learning_rate_of_one_and_enough_exploration_q_is_the_truth(name):
    world = world_of(LEVELS[name])
    learning = world.level.learning.model_copy(update={"learning_rate": 1.0, "epsilon": 1.0})
    trainer = Trainer(world.mdp, world.safe, learning, seed=0)
    trainer.advance(200_000)
    snapshot = trainer.snapshot(world.optimal)
    assert snapshot.largest_q_error == 0.0
    assert snapshot.bellman_residual == 0.0
    assert snapshot.optimal


def test_the_residual_and_the_distance_are_those_of_the_visited_pairs(open_4x4):
    world = world_of(open_4x4)
    trainer = trained(world, n_transitions=1)
    snapshot = trainer.snapshot(world.optimal)
    ((state, action),) = np.argwhere(np.nan_to_num(snapshot.q))
    q = snapshot.q[state, action]
    assert q == -0.07
    assert snapshot.largest_q_error == abs(q - world.optimal.q_star[state, action])
    assert snapshot.bellman_residual == pytest.approx(1 - 0.07)
    assert np.isnan(trained(world, n_transitions=0).snapshot(world.optimal).largest_q_error)


def test_epsilon_is_constant_within_an_episode_and_falls_between():
    """Case L05: three episodes of different length."""
    world = world_of(LEVELS["decaying"])
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    for episode in range(3):
        while trainer.episodes == episode:
            assert trainer.epsilon == pytest.approx(0.9 * 0.7**episode)
            trainer.advance(1)
    trainer.advance(n_episodes=50)
    assert trainer.epsilon == 0.05


def test_a_dead_end_is_named_with_its_cell_phase_and_the_way_there():
    world = world_of(read_level(builtin_levels()["dead_end"]), mode="one_step")
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    with pytest.raises(DeadEndError) as caught:
        trainer.advance(1_000_000)
    error = caught.value
    assert not world.safe.allowed[error.state].any()
    row, col = world.mdp.cell(error.state)
    assert f"dead end at row {row}, column {col}, phase {world.mdp.phase(error.state)}" in str(error)
    assert error.trace[-1] == error.state
    assert len(error.trace) >= 2
    for x, arrived in zip(error.trace, error.trace[1:], strict=False):
        assert arrived in world.mdp.next_state[x][world.safe.one_step[x]]
    with pytest.raises(DeadEndError):
        trainer.advance(1)
    assert trainer.snapshot(world.optimal).violations == 0


def test_the_viable_set_never_leads_into_a_dead_end():
    world = world_of(read_level(builtin_levels()["dead_end"]))
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    trainer.change(SetLearning(epsilon=1.0))
    trainer.advance(1_000_000)
    assert trainer.snapshot(world.optimal).violations == 0


def test_advance_stops_where_it_is_told(open_4x4):
    world = world_of(open_4x4)
    trainer = trained(world, n_transitions=10)
    assert trainer.transitions == 10
    before = trainer.episodes
    trainer.advance(stop="episode")
    assert trainer.episodes == before + 1
    trainer.advance(n_transitions=1, stop="episode")
    assert trainer.snapshot(world.optimal).episode_steps == 1
    trainer.advance(stop="converged")
    assert trainer.converged_episode == trainer.episodes
    done = trainer.transitions
    trainer.advance(stop="converged")
    assert trainer.transitions == done
    trainer.advance(n_episodes=3)
    assert trainer.episodes == trainer.converged_episode + 3
    with pytest.raises(ValueError, match="needs a number"):
        trainer.advance()


def test_advance_stops_at_marks(open_4x4):
    world = world_of(open_4x4)
    trainer = trained(world, n_transitions=0)
    trainer.advance(10**9, stop_at_marks=True)
    assert trainer.first_goal_episode == trainer.episodes
    trainer.advance(10**9, stop_at_marks=True)
    assert trainer.converged_episode == trainer.episodes
    trainer.advance(1000, stop_at_marks=True)
    assert trainer.transitions > 1000


def test_an_episode_that_is_cut_off_never_converges():
    """Where only the goal is rewarded, an agent that goes round without exploring changes nothing at all."""
    learning = {"discount": 0.9, "epsilon": 0.0, "episode_limit": 6}
    rewards = {"step": 0, "goal": 1}
    world = world_of(tiny(["S...", "....", "....", "...G"], rewards=rewards, learning=learning))
    trainer = trained(world, n_transitions=6000)
    snapshot = trainer.snapshot(world.optimal)
    assert (snapshot.episodes, snapshot.history.goal_share.max()) == (1000, 0.0)
    assert snapshot.history.change_max.max() == 0.0 < world.level.learning.threshold
    assert trainer.converged_episode is None


def test_a_goal_may_be_reached_on_the_last_permitted_transition():
    """The only way is as long as an episode may be."""
    level = tiny(["S..G"], actions=["right"], learning={"episode_limit": 3, "learning_rate": 1.0})
    trainer = trained(world_of(level), n_episodes=4)
    history = trainer.snapshot(world_of(level).optimal).history
    assert (trainer.transitions, history.goal_share.tolist()) == (12, [1.0] * 4)
    assert trainer.first_goal_episode == 1
    assert trainer.converged_episode == 4  # Q of −3, −2, −1 comes in three episodes, the nearest cell first


@pytest.mark.parametrize("rows", [["SG.....S"], ["S.....GS"]], ids=["the first", "the second"])
def test_ways_are_optimal_only_if_those_from_every_start_are(rows):
    """The start beside the goal has but one action; the other one's labels are still random."""
    world = world_of(tiny(rows))
    way = [1, 6] if rows[0][1] == "G" else [6, 1]
    trainer = trained(world, n_transitions=0)
    before = trainer.snapshot(world.optimal)
    assert before.start_steps.tolist() == [steps if steps == 1 else -1 for steps in way]
    assert (before.rollout_steps, before.detour, before.optimal) == (1, None, False)
    trainer.advance(n_episodes=2000)
    after = trainer.snapshot(world.optimal)
    assert after.start_steps.tolist() == way
    assert (after.rollout_steps, after.detour, after.optimal) == (1, 0, True)


def test_visits_are_the_transitions_made_from_each_state(monkeypatch):
    """Those of the last totals and those since, in whatever slices."""
    monkeypatch.setattr("learner.core.trainer.HARVEST", 999)
    world = world_of(LEVELS["a road, from every phase"])
    sliced, whole = trained(world, n_transitions=0), trained(world, n_transitions=0)
    counted = np.zeros(world.mdp.n_states, dtype=np.int64)
    for _ in range(4000):
        counted[sliced.snapshot(world.optimal).state] += 1
        sliced.advance(1)
    whole.advance(4000)
    assert whole.memory.visits.sum() == 4 * 999
    for trainer in (sliced, whole):
        visits = trainer.snapshot(world.optimal).visits
        assert np.array_equal(visits, counted)
        assert not visits.flags.writeable
    assert whole.memory.state_flags.tobytes() == sliced.memory.state_flags.tobytes()


@pytest.mark.parametrize("budget", [{"n_transitions": -1}, {"n_episodes": -1}])
def test_a_budget_below_zero_is_refused(open_4x4, budget):
    trainer = trained(world_of(open_4x4), n_transitions=0)
    with pytest.raises(ValueError, match="-1 can't be used up"):
        trainer.advance(**budget)
    with pytest.raises(ValueError, match="1 or more"):
        Advance(min(budget.values()))
    with pytest.raises(ValueError, match="1 or more"):
        Advance(0)


def test_episodes_start_at_every_phase_that_has_a_way_only_if_the_level_says_so():
    level = LEVELS["a road, from every phase"]
    zero = level.model_copy(update={"learning": level.learning.model_copy(update={"start_phases": "zero"})})
    for world, expected in ((world_of(level), set(range(5))), (world_of(zero), {0})):
        trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
        phases, cells = set(), set()
        for _ in range(300):
            state = trainer.snapshot(world.optimal).state
            phases.add(world.mdp.phase(state))
            cells.add(world.mdp.cell(state))
            trainer.advance(stop="episode")
        assert phases == expected
        assert cells == {(0, 0), (2, 0)}


def test_a_snapshot_is_a_read_only_copy(open_4x4):
    world = world_of(open_4x4)
    trainer = trained(world, n_transitions=100)
    snapshot = trainer.snapshot(world.optimal)
    q = snapshot.q.copy()
    trainer.advance(100)
    assert np.array_equal(snapshot.q, q, equal_nan=True)
    for array in (snapshot.q, snapshot.labels, snapshot.class_counts, snapshot.history.change_mean):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    assert np.array_equal(np.isnan(snapshot.q), ~world.safe.allowed)


def test_looking_changes_nothing(open_4x4):
    world = world_of(open_4x4)
    looked, alone = trained(world, n_transitions=0), trained(world, n_transitions=1000)
    for _ in range(1000):
        looked.advance(1)
        looked.snapshot(world.optimal)
    assert looked.memory.q.tobytes() == alone.memory.q.tobytes()
    assert looked.memory.rng[0] == alone.memory.rng[0]


@pytest.mark.parametrize("n_transitions", [0, 300, 30_000])
@pytest.mark.parametrize("name", ["a road", "three starts, two goals"])
def test_greedy_ways_are_as_long_as_their_rollouts(name, n_transitions):
    """From every state, whatever was walked before from others."""
    world = world_of(LEVELS[name])
    trainer = trained(world, n_transitions=n_transitions)
    labels = trainer.snapshot(world.optimal).labels
    starts = np.random.default_rng(0).permutation(world.mdp.n_states)
    found = greedy_steps(trainer.tables, trainer.memory, starts)
    for start, steps in zip(starts.tolist(), found.tolist(), strict=True):
        if world.mdp.violation[start]:
            assert steps == -1
            continue
        rollout = play(world.mdp, world.safe, labels, start, 0.0, np.random.default_rng(0), 10_000)
        assert steps == (len(rollout.actions) if rollout.outcome == "goal" else -1)

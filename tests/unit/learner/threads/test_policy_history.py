"""Learning's past: the same for the same seed whatever the window does, bounded, and what it says it is."""

import time
from itertools import cycle

import numpy as np
import pytest

from learner.core.commands import Advance, Pause, Resume, SetLearning, SetRate
from learner.core.rollout import play
from learner.core.trainer import Trainer
from learner.threads.learner_thread import LearnerThread
from learner.threads.policy_history import (
    LEAST_MOMENTS,
    MOST_MOMENTS,
    ROOM,
    Marks,
    PolicyRecorder,
    bytes_a_state,
    history_of,
)
from levels.text.reader import builtin_levels, read_level
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import world_of


@pytest.fixture(scope="module")
def world():
    return world_of(read_level(builtin_levels()["grid_4"]))


def archive_of(world):
    return PolicyRecorder(*world.safe.allowed.shape)


def trained(world, episodes, slices=(10_000_000,), seed=3, archive=None):
    """An archive kept while a Trainer makes transitions in slices of these sizes, as the thread does it."""
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed)
    archive = archive or archive_of(world)
    archive.remember(trainer, world.optimal)
    sizes = cycle(slices)
    while trainer.episodes < episodes:
        until = min(archive.due, episodes) - trainer.episodes
        trainer.advance(next(sizes), n_episodes=until, stop_at_marks=True)
        archive.remember(trainer, world.optimal)
        assert len(archive.past.moments) <= MOST_MOMENTS
    return archive


def assert_same(a, b):
    assert a.marks == b.marks
    assert [moment.episode for moment in a.moments] == [moment.episode for moment in b.moments]
    for one, other in zip(a.moments, b.moments, strict=True):
        assert (one.transitions, one.rollout_steps, one.optimal) == (
            other.transitions,
            other.rollout_steps,
            other.optimal,
        )
        assert np.array_equal(one.q, other.q, equal_nan=True)
        assert np.array_equal(one.labels, other.labels)
        assert np.array_equal(one.visits, other.visits)


@pytest.mark.parametrize("slices", [(7,), (1000,), (1, 50, 333, 100_000)])
@pytest.mark.parametrize("name", ["a road, from every phase", "three starts, two goals"])
def test_slicing_changes_nothing(name, slices):
    world = world_of(LEVELS[name])
    assert_same(trained(world, 1500, slices).past, trained(world, 1500).past)


@pytest.mark.slow
def test_a_thread_that_is_disturbed_keeps_the_same_past(world):
    def past_of(*commands):
        thread = LearnerThread(world.level, world.mdp, world.safe, world.optimal, seed=3, paused=True)
        thread.start()
        for command in commands:
            thread.send(command)
            time.sleep(0.03)
        wait_for_pause(thread)
        thread.send(Advance(40_000 - thread.latest().transitions))
        end = time.perf_counter() + 60
        while thread.latest().transitions < 40_000:
            assert time.perf_counter() < end
            time.sleep(0.005)
        assert thread.stop(5)
        return thread.past()

    quiet = past_of()
    slow = SetRate(5000.0)
    disturbed = past_of(Advance(100), slow, Resume(), Pause(), Advance(None, "episode"), Resume(), Pause())
    assert len(quiet.moments) > 40
    assert_same(quiet, disturbed)
    assert_same(quiet, past_of(Advance(None, "converged")))


def wait_for_pause(thread):
    """Until every command is obeyed: paused, with nothing waiting, and no news for a while."""
    end = time.perf_counter() + 60
    version, since = -1, time.perf_counter()
    while time.perf_counter() - since < 0.3:
        latest = thread.latest()
        busy = latest.status != "paused" or not thread._queue.empty()
        if busy or latest.version != version:
            version, since = latest.version, time.perf_counter()
        assert time.perf_counter() < end
        time.sleep(0.005)


def test_after_a_million_episodes_it_is_small_spans_all_and_still_tells_of_learning(world):
    past = trained(world, 1_000_000).past
    episodes = [moment.episode for moment in past.moments]
    marks = past.marks
    assert MOST_MOMENTS // 4 < len(episodes) <= MOST_MOMENTS
    assert (
        sum(moment.q.nbytes + moment.labels.nbytes + moment.visits.nbytes for moment in past.moments) <= ROOM
    )
    assert episodes == sorted(set(episodes))
    assert episodes[0] == 0
    assert episodes[-1] > 900_000
    assert {marks.first_goal_episode, marks.converged_episode, marks.optimal_episode} <= set(episodes)
    assert sum(episode < marks.converged_episode for episode in episodes) >= MOST_MOMENTS // 8
    assert [moment.optimal for moment in past.moments].index(True) == episodes.index(marks.optimal_episode)
    alone = Trainer(world.mdp, world.safe, world.level.learning, 3)
    alone.advance(stop="converged")
    assert marks.converged_transitions == alone.transitions


def test_the_archive_of_a_level_that_leaves_room_for_a_dozen_keeps_its_marks(world, monkeypatch):
    n_states, n_actions = world.safe.allowed.shape
    monkeypatch.setattr(
        "learner.threads.policy_history.ROOM", LEAST_MOMENTS * n_states * bytes_a_state(n_actions)
    )
    past = trained(world, 100_000, archive=archive_of(world)).past
    marks = past.marks
    episodes = [moment.episode for moment in past.moments]
    assert len(episodes) <= LEAST_MOMENTS
    assert {0, marks.first_goal_episode, marks.converged_episode, marks.optimal_episode} < set(episodes)


@pytest.mark.parametrize("most", [LEAST_MOMENTS, 13, MOST_MOMENTS])
def test_a_run_that_converges_again_and_again_keeps_its_marks_and_some_of_before(world, monkeypatch, most):
    """Other settings in the middle of a run: it has to converge again, and there is no end to how often."""
    monkeypatch.setattr("learner.threads.policy_history.MOST_MOMENTS", most)
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=3)
    archive = archive_of(world)
    archive.remember(trainer, world.optimal)
    firsts, first = [], 0
    for rate in (0.08, 0.1, 0.07, 0.09, 0.2, 0.07):
        converged = None
        while converged is None or trainer.episodes < converged + 500:
            trainer.advance(n_episodes=archive.due - trainer.episodes, stop_at_marks=True)
            archive.remember(trainer, world.optimal)
            if converged is None and trainer.converged_episode is not None:
                transitions = trainer.transitions
            converged = trainer.converged_episode
            assert len(archive.past.moments) <= most
        assert archive.past.marks.converged_transitions == transitions
        first = first or converged
        episodes = [moment.episode for moment in archive.past.moments]
        assert {0, converged, archive.past.marks.first_goal_episode} <= set(episodes)
        firsts.append(sum(episode < first for episode in episodes))
        trainer.change(SetLearning(learning_rate=rate))
    assert firsts[1] >= firsts[0] // 2


def test_a_level_too_large_for_a_dozen_moments_keeps_none_and_says_so(world):
    assert PolicyRecorder(200_000, 5).due == 0
    archive = PolicyRecorder(2_000_000, 5)
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    trainer.advance(stop="converged")
    transitions = trainer.transitions
    archive.remember(trainer, world.optimal)
    trainer.advance(1)  # within the next episode, which has not ended
    archive.remember(trainer, world.optimal)
    assert archive.due is None
    assert archive.past.moments == ()
    first, converged = trainer.first_goal_episode, trainer.converged_episode
    assert archive.past.marks == Marks(first, converged, converged_transitions=transitions)
    trainer.change(SetLearning(learning_rate=0.08))
    archive.remember(trainer, world.optimal)
    assert archive.past.marks == Marks(first)
    sentence = "this level has 2,000,000 states, and 12 moments of it would take more than 80 MB"
    assert archive.past.missing == f"no history is kept: {sentence}"


def test_a_moment_is_what_a_fresh_trainer_has_learned_by_then(world):
    past = trained(world, 700, (123,)).past
    first = next(m for m in past.moments if m.episode == past.marks.first_goal_episode)
    for moment in (*past.moments[1 :: len(past.moments) // 5], first):
        trainer = Trainer(world.mdp, world.safe, world.level.learning, 3)
        trainer.advance(n_episodes=moment.episode - 1)
        trainer.advance(n_episodes=1)
        snapshot = trainer.snapshot(world.optimal)
        assert np.array_equal(snapshot.labels, moment.labels)
        assert np.array_equal(snapshot.visits, moment.visits)
        assert moment.visits.sum() == moment.transitions
        assert np.array_equal(snapshot.q.astype(np.float32), moment.q, equal_nan=True)
        assert (snapshot.optimal, snapshot.transitions) == (moment.optimal, moment.transitions)


def test_a_moment_can_be_played_and_cannot_be_changed(world):
    past = trained(world, 700).past
    optimal = next(moment for moment in past.moments if moment.optimal)
    start = world.mdp.starts[0]
    rollout = play(world.mdp, world.safe, optimal.labels, start, 0.0, np.random.default_rng(0))
    assert rollout.outcome == "goal"
    assert len(rollout.actions) == optimal.rollout_steps
    for array in (optimal.q, optimal.labels):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_how_a_state_grew_starts_at_nothing_and_ends_at_the_newest(world):
    moments = trained(world, 700).past.moments
    state = world.mdp.starts[0]
    episodes, values = history_of(moments, state)
    assert episodes.tolist() == [moment.episode for moment in moments]
    assert np.array_equal(np.isnan(values), np.tile(~world.safe.allowed[state], (len(moments), 1)))
    assert not np.nan_to_num(values[0]).any()
    assert np.array_equal(values[-1], moments[-1].q[state], equal_nan=True)

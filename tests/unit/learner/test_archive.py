"""Learning's past: the same for the same seed whatever the window does, bounded, and what it says it is."""

import time

import numpy as np
import pytest

from learner.archive import LEAST_MOMENTS, MOST_MOMENTS, Archive, history_of
from learner.commands import Advance, Pause, Resume, SetRate
from learner.thread import LearnerThread
from learner.trainer import Trainer
from levels.mdp import compile_mdp
from levels.reader import builtin_levels, read_level
from levels.safety import safe_actions
from levels.truth import solve


@pytest.fixture(scope="module")
def world():
    level = read_level(builtin_levels()["grid_4"])
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, level.safety)
    return level, mdp, safe, solve(mdp, safe, level.learning.discount)


def trained(world, episodes, slices, seed=3):
    """An archive kept while a Trainer makes transitions in slices of these sizes, as the thread does it."""
    level, mdp, safe, truth = world
    trainer = Trainer(mdp, safe, level.learning, seed)
    archive = Archive(mdp.n_states, mdp.n_actions)
    archive.take(trainer.snapshot(truth))
    sizes = iter(lambda: next(slices), None)
    while trainer.episodes < episodes:
        trainer.advance(next(sizes), n_episodes=archive.due - trainer.episodes)
        if trainer.episodes == archive.due:
            archive.take(trainer.snapshot(truth))
    return archive


def forever(*sizes):
    while True:
        yield from sizes


def same(a, b):
    n = min(len(a), len(b))
    assert n > 20
    for one, other in zip(a[:n], b[:n], strict=True):
        assert one.episode == other.episode
        assert one.transitions == other.transitions
        assert one.q.tobytes() == other.q.tobytes()
        assert one.labels.tobytes() == other.labels.tobytes()


def test_slicing_changes_nothing(world):
    pasts = [trained(world, 3000, forever(*sizes)).past for sizes in [(7,), (1000,), (1, 50, 333, 100_000)]]
    for past in pasts[1:]:
        same(past.moments, pasts[0].moments)
        assert past.marks.optimal_episode == pasts[0].marks.optimal_episode


def test_a_thread_that_is_disturbed_keeps_the_same_past(world):
    level, mdp, safe, truth = world
    threads = [LearnerThread(level, mdp, safe, truth, 3) for _ in range(2)]
    for thread in threads:
        thread.start()
    for command in (
        Pause(),
        Advance(100),
        Resume(),
        SetRate(5000.0),
        Advance(None, "episode"),
        SetRate(None),
    ):
        threads[1].send(command)
        time.sleep(0.03)
    threads[1].send(Resume())
    end = time.perf_counter() + 60
    while any(len(thread.past().moments) < 20 for thread in threads):
        assert time.perf_counter() < end
        time.sleep(0.01)
    for thread in threads:
        assert thread.stop(5)
    for thread in threads:
        moments = thread.past().moments
        reference = trained(world, moments[-1].episode, forever(10_000_000)).past.moments
        assert len(moments) == len(reference)
        same(moments, reference)


def test_it_stays_small_and_spans_everything(world):
    archive = trained(world, 1_000_000, forever(10_000_000))
    episodes = [moment.episode for moment in archive.past.moments]
    assert MOST_MOMENTS // 2 - 2 <= len(episodes) <= MOST_MOMENTS + 3
    assert episodes[0] == 0
    assert episodes[-1] > 900_000
    assert archive.past.marks.optimal_episode in episodes
    assert max(np.diff(episodes)) <= 2 * (archive.due - episodes[-1])


def test_a_large_level_keeps_fewer_and_a_huge_one_none():
    assert Archive(250_000, 4).due == 0
    assert Archive(2_000_000, 5).due is None
    assert LEAST_MOMENTS > 1


def test_a_moment_is_what_a_fresh_trainer_has_learned_by_then(world):
    level, mdp, safe, truth = world
    past = trained(world, 700, forever(123)).past
    for moment in past.moments[:: len(past.moments) // 5]:
        trainer = Trainer(mdp, safe, level.learning, 3)
        if moment.episode:
            trainer.advance(n_episodes=moment.episode)
        snapshot = trainer.snapshot(truth)
        assert np.array_equal(snapshot.labels, moment.labels)
        assert np.array_equal(snapshot.q.astype(np.float32), moment.q, equal_nan=True)
        assert snapshot.optimal == moment.optimal


def test_how_a_state_grew_starts_at_nothing_and_ends_at_the_newest(world):
    _, mdp, safe, _ = world
    moments = trained(world, 700, forever(500)).past.moments
    state = mdp.starts[0]
    episodes, values = history_of(moments, state)
    assert episodes[0] == 0
    assert np.array_equal(np.isnan(values), np.tile(~safe.allowed[state], (len(moments), 1)))
    assert not np.nan_to_num(values[0]).any()
    assert np.array_equal(values[-1], moments[-1].q[state], equal_nan=True)


def test_visits_are_the_transitions_made_from_each_state(world, monkeypatch):
    level, mdp, safe, truth = world
    monkeypatch.setattr("learner.trainer._COUNTED", 999)
    trainer = Trainer(mdp, safe, level.learning, 0)
    counted = np.zeros(mdp.n_states, dtype=np.int64)
    for _ in range(4000):
        counted[trainer.snapshot(truth).state] += 1
        trainer.advance(1)
    whole = Trainer(mdp, safe, level.learning, 0)
    whole.advance(4000)
    assert np.array_equal(trainer.snapshot(truth).visits, counted)
    assert np.array_equal(whole.snapshot(truth).visits, counted)
    assert counted.sum() == 4000

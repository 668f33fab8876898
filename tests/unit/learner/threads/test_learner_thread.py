"""The learner thread: what it learns, how it obeys, how fast it answers, how it fails."""

import subprocess
import sys
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from learner.core.commands import Advance, Pause, Resume, SetLearning, SetRate
from learner.core.trainer import Trainer
from learner.threads.learner_thread import LearnerThread
from levels.proof.optimal_values import solve
from levels.text.reader import builtin_levels, read_level
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import world_of


@pytest.fixture
def run():
    """Starts learner threads, and ends every one of them after the test."""
    threads = []

    def start(world, seed=0, **settings):
        thread = LearnerThread(world.level, world.mdp, world.safe, world.optimal, seed, **settings)
        threads.append(thread)
        thread.start()
        return thread

    yield start
    assert all(thread.stop() for thread in threads)


@pytest.fixture(scope="module")
def road():
    return world_of(LEVELS["a road"])


def wait_for(thread, condition, timeout=20.0):
    """The first snapshot that meets the condition."""
    end = time.perf_counter() + timeout
    while time.perf_counter() < end:
        snapshot = thread.latest()
        if condition(snapshot):
            return snapshot
        time.sleep(0.001)
    raise AssertionError(f"still {thread.latest()}")


def ready(snapshot):
    return snapshot.status != "warming_up"


def test_the_thread_learns_what_a_trainer_learns(run, road):
    thread = run(road, seed=3, paused=True)
    trainer = Trainer(road.mdp, road.safe, road.level.learning, seed=3)
    for amount in (1, 100_000, 12_345):
        target = trainer.transitions + amount
        thread.send(Advance(transitions=amount))
        trainer.advance(amount)
        shown = wait_for(thread, lambda s, n=target: s.status == "paused" and s.transitions == n)
    direct = trainer.snapshot(road.optimal)
    assert np.array_equal(shown.q, direct.q, equal_nan=True)
    assert np.array_equal(shown.labels, direct.labels)
    assert (shown.state, shown.episodes) == (direct.state, direct.episodes)


def test_it_says_that_it_is_warming_up_before_anything_else(road):
    thread = LearnerThread(road.level, road.mdp, road.safe, road.optimal, seed=0)
    snapshot = thread.latest()
    assert snapshot.status == "warming_up"
    assert "warming up" in snapshot.message
    assert (snapshot.q == 0).all()
    assert snapshot.q.shape == road.safe.allowed.shape
    assert (snapshot.labels == -1).all()
    assert not any(
        any(table.strides) for table in (snapshot.q, snapshot.labels, snapshot.visits)
    )  # no memory
    assert thread.stop()


def test_commands_pause_resume_and_step(run, road):
    thread = run(road, paused=True)
    assert wait_for(thread, ready).status == "paused"
    assert thread.latest().transitions == 0
    thread.send(Advance(transitions=1))
    wait_for(thread, lambda s: s.transitions == 1 and s.status == "paused")
    thread.send(Advance(stop="episode"))
    shown = wait_for(thread, lambda s: s.episodes == 1 and s.status == "paused")
    assert shown.episode_steps == 0
    thread.send(Advance(stop="converged"))
    shown = wait_for(thread, lambda s: s.converged_episode is not None and s.status == "paused")
    assert shown.converged_episode == shown.episodes
    assert shown.optimal
    thread.send(Resume())
    assert wait_for(thread, lambda s: s.status == "running" and s.transitions > shown.transitions)
    thread.send(SetLearning(epsilon=0.25))
    assert wait_for(thread, lambda s: s.epsilon == 0.25)
    thread.send(Pause())
    shown = wait_for(thread, lambda s: s.status == "paused")
    time.sleep(0.1)
    assert thread.latest().transitions == shown.transitions


def test_other_settings_act_between_transitions_and_distances_are_to_their_own_optimum(run, road):
    thread = run(road, seed=3, paused=True)
    thread.send(Advance(transitions=500))
    wait_for(thread, lambda s: s.transitions == 500)
    thread.send(SetLearning(discount=0.5))
    thread.send(Advance(transitions=500))
    shown = wait_for(thread, lambda s: s.status == "paused" and s.transitions == 1000)
    trainer = Trainer(road.mdp, road.safe, road.level.learning, seed=3)
    trainer.advance(500)
    trainer.change(SetLearning(discount=0.5))
    trainer.advance(500)
    direct = trainer.snapshot(solve(road.mdp, road.safe, 0.5))
    assert np.array_equal(shown.q, direct.q, equal_nan=True)
    assert shown.largest_q_error == direct.largest_q_error
    assert shown.optimum.v_star[road.mdp.starts[0]] == direct.optimum.v_star[road.mdp.starts[0]]
    assert shown.changes == ((500, SetLearning(discount=0.5)),)


def test_the_chart_of_a_run_at_full_speed_has_the_distance_all_along(run, road):
    thread = run(road, paused=True)
    thread.send(Advance(transitions=300_000))
    shown = wait_for(thread, lambda s: s.transitions == 300_000)
    measured = shown.history.episodes[np.isfinite(shown.history.q_error)]
    assert np.diff(measured, prepend=0).max() < shown.episodes / 30


def test_an_advance_is_cut_short_by_a_pause(run, road):
    thread = run(road, paused=True)
    thread.send(Advance(transitions=10**15))
    wait_for(thread, lambda s: s.transitions > 0)
    thread.send(Pause())
    assert wait_for(thread, lambda s: s.status == "paused").transitions < 10**15


@pytest.mark.parametrize(
    "rate",
    [pytest.param(20.0, marks=pytest.mark.slow), 300.0, pytest.param(20_000.0, marks=pytest.mark.slow)],
)
def test_the_throttle_keeps_its_rate_within_a_tenth(run, road, rate):
    """Case W10, for learning."""
    thread = run(road, rate=rate)
    first = wait_for(thread, lambda s: s.transitions > 0)
    begun = time.perf_counter()
    time.sleep(1.0)
    last = wait_for(thread, lambda s: s.version > first.version)
    last = wait_for(thread, lambda s, v=last.version: s.version > v)
    measured = (last.transitions - first.transitions) / (time.perf_counter() - begun)
    assert measured == pytest.approx(rate, rel=0.1)


def test_a_throttled_thread_answers_within_20_ms(run, road):
    thread = run(road, rate=2.0)
    wait_for(thread, ready)
    waits = []
    for command in (Pause(), Resume()) * 5:
        time.sleep(0.04)  # past the last snapshot's own interval
        wanted = "paused" if isinstance(command, Pause) else "running"
        begun = time.perf_counter()
        thread.send(command)
        wait_for(thread, lambda s, wanted=wanted: s.status == wanted)
        waits.append(time.perf_counter() - begun)
    assert np.median(waits) < 0.02


def test_a_new_rate_acts_at_once(run, road):
    thread = run(road, rate=0.01)
    wait_for(thread, ready)
    thread.send(SetRate(None))
    assert wait_for(thread, lambda s: s.transitions > 100_000, timeout=2.0)


def test_snapshots_come_at_most_30_times_a_second_and_their_versions_rise(run, road):
    thread = run(road)
    first = wait_for(thread, lambda s: s.status == "running")
    versions, begun = [], time.perf_counter()
    while time.perf_counter() < begun + 0.5:
        versions.append(thread.latest().version)
        time.sleep(0.002)
    assert versions == sorted(versions)
    assert 2 <= versions[-1] - first.version <= 16
    assert wait_for(thread, lambda s: s.transitions_per_second > 0)


def test_it_ends_within_a_second_and_says_so(road):
    for settings in ({}, {"rate": 0.1}, {"paused": True}):
        thread = LearnerThread(road.level, road.mdp, road.safe, road.optimal, seed=0, **settings)
        thread.start()
        wait_for(thread, ready)
        begun = time.perf_counter()
        assert thread.stop()
        assert time.perf_counter() - begun < 1.0
        assert thread.latest().status == "stopped"
    assert not [thread for thread in threading.enumerate() if thread.name == "learner"]


def test_a_dead_end_is_shown_with_what_closes_it(run):
    world = world_of(read_level(builtin_levels()["dead_end"]), mode="one_step")
    shown = wait_for(run(world), lambda s: s.status == "failed")
    assert shown.message == shown.dead_end.describe()
    assert shown.transitions >= shown.dead_end.tick > 0  # what was learned on the way is shown too
    assert "dead end at row" in shown.message
    assert "train" in shown.message
    assert shown.violations == 0


def test_any_other_failure_is_shown_too(run, road):
    broken = replace(road, optimal=replace(road.optimal, q_star=None))
    shown = wait_for(run(broken), lambda s: s.status == "failed")
    assert shown.message.startswith("the learner stopped: ")
    assert shown.dead_end is None
    assert shown.q.shape == road.safe.allowed.shape


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (Advance, "needs a number"),
        (lambda: SetLearning(epsilon=1.1), "less than or equal to 1"),
        (lambda: SetRate(0.0), "above 0"),
    ],
)
def test_a_senseless_command_is_refused_where_it_is_made(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


def test_what_the_window_imports_first_does_not_bring_numba_in():
    code = (
        "import sys\n"
        "import learner.threads.learner_thread, learner.core.commands, learner.core.snapshot\n"
        "import learner.core.rollout, learner.core.actor\n"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"

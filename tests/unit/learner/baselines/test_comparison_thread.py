"""The comparison's thread: what a Comparison makes, pauses and steps, a failure told, and an end."""

import subprocess
import sys
import time

import pytest

from learner.baselines.comparison import Comparison
from learner.baselines.comparison_thread import ComparisonThread
from learner.core.commands import Advance, Pause, Resume, SetRate
from levels.model.mdp import compile_mdp
from levels.text.reader import builtin_levels, read_level
from tests.unit.learner.baselines.test_comparison import figures_of


@pytest.fixture(scope="module")
def trap():
    level = read_level(builtin_levels()["dead_end"])
    return level, compile_mdp(level)


@pytest.fixture
def run(trap):
    threads = []

    def start(**settings):
        threads.append(ComparisonThread(*trap, seed=0, **settings))
        threads[-1].start()
        return threads[-1]

    yield start
    assert all(thread.stop() for thread in threads)


def wait_for(thread, condition, timeout=20.0):
    end = time.perf_counter() + timeout
    while time.perf_counter() < end:
        standings = thread.latest()
        if condition(standings):
            return standings
        time.sleep(0.001)
    raise AssertionError(f"still {thread.latest()}")


def test_it_makes_what_a_contest_makes(run, trap):
    thread, comparison = run(paused=True), Comparison(*trap, seed=0)
    for amount in (1, 5_000, 3_210):
        comparison.advance(amount)
        thread.send(Advance(transitions=amount))
        total = comparison.transitions
        shown = wait_for(thread, lambda s, n=total: s.status == "paused" and s.transitions == n)
        assert figures_of(shown) == figures_of(comparison.standings())


def test_it_keeps_its_pace_and_pauses(run):
    thread = run(rate=2000.0)
    wait_for(thread, lambda s: s.transitions > 0)
    begun, before = time.perf_counter(), thread.latest().transitions
    time.sleep(0.5)
    made, elapsed = thread.latest().transitions - before, time.perf_counter() - begun
    assert made <= 2000 * (elapsed + 0.5)
    thread.send(Pause())
    paused = wait_for(thread, lambda s: s.status == "paused")
    time.sleep(0.05)
    assert thread.latest().transitions == paused.transitions
    thread.send(SetRate(None))
    thread.send(Resume())
    running = wait_for(thread, lambda s: s.transitions > paused.transitions + 10_000)
    assert running.status == "running"


def test_a_failure_is_told(trap):
    thread = ComparisonThread(trap[0], None, seed=0)
    thread.start()
    shown = wait_for(thread, lambda s: s.status == "failed")
    assert "the comparison stopped" in shown.message
    assert thread.stop()


def test_importing_it_does_not_bring_numba_in():
    code = "import sys, learner.baselines.comparison_thread; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

"""The worker: the newest job wins, progress and errors are values, and a stop is an end."""

import gc
import os
import sys
import threading
import time
import weakref
from threading import Event

import pytest

from learner.threads.pacing import STEPS_BEHIND
from learner.threads.worker import Worker


def wait(condition, seconds=20):
    end = time.perf_counter() + seconds
    while not condition():
        assert time.perf_counter() < end, "it did not happen in time"
        time.sleep(0.001)


class Held:
    """A job that begins, waits for `go`, and gives ten times its number; `made` are those that began."""

    def __init__(self):
        self.made, self.go = [], Event()

    def __call__(self, job):
        self.made.append(job)
        assert self.go.wait(20)
        return 10 * job


@pytest.fixture
def held():
    job = Held()
    yield job
    job.go.set()


def test_of_the_jobs_that_wait_only_the_newest_is_done(held):
    worker = Worker("test", held)
    worker.ask(1)
    wait(lambda: held.made)
    for job in (2, 3, 4):
        worker.ask(job)
    assert (worker.busy, worker.result) == (True, None)
    held.go.set()
    assert worker.join(20)
    assert held.made == [1, 4]
    assert (worker.result, worker.problem, worker.busy) == (40, "", False)


def test_the_thread_lives_while_there_is_something_to_do_and_begins_anew():
    worker, threads = Worker("test", lambda _: threading.current_thread()), threading.active_count()
    for job in range(3):
        worker.ask(job)
        assert worker.join(20)
        assert worker.result.name == "test"
        assert worker.result.daemon
        assert threading.active_count() == threads


def test_a_job_that_is_asked_for_as_the_thread_ends_is_done():
    """The thread looks in vain for a job and counts as gone in one step: no job falls in between."""

    class Asking(Worker):
        """Asks for another job as soon as it has looked for one in vain, at most twice."""

        def _next(self):
            job = super()._next()
            if job is None and len(made) < 3:
                asking = threading.Thread(target=self.ask, args=(len(made),))
                asking.start()
                asking.join(20)
            return job

    made = []
    worker = Asking("test", made.append)
    worker.ask(0)
    wait(lambda: made == [0, 1, 2])
    wait(lambda: not worker.busy)


def test_an_error_is_a_value_and_the_next_job_is_done():
    def work(job):
        if job:
            raise SystemExit(job)
        return "done"

    worker = Worker("test", work)
    worker.ask(0)
    worker.join(20)
    worker.ask(3)
    worker.join(20)
    assert (worker.result, worker.problem) == ("done", "SystemExit: 3")
    worker.ask(0)
    worker.join(20)
    assert worker.problem == ""


def test_a_job_without_a_result_leaves_the_one_before():
    worker = Worker("test", lambda job: job or None)
    for job in (7, 0):
        worker.ask(job)
        worker.join(20)
    assert worker.result == 7


def test_progress_is_there_before_the_result():
    go = Event()

    def work(job):
        worker.show(f"half of {job}")
        assert go.wait(20)
        return f"all of {job}"

    worker = Worker("test", work)
    worker.ask("it")
    wait(lambda: worker.progress == "half of it")
    assert worker.result is None
    go.set()
    worker.join(20)
    assert (worker.progress, worker.result) == ("half of it", "all of it")


def test_a_rest_ends_with_a_newer_job():
    rested = []

    def work(seconds):
        rested.append((seconds, worker.rest(seconds)))

    worker = Worker("test", work)
    worker.ask(1000.0)
    wait(lambda: worker.busy and not worker.superseded)
    worker.ask(0.01)
    assert worker.join(20)
    assert rested == [(1000.0, False), (0.01, True)]
    worker.ask(-1.0)
    assert worker.join(20)
    assert rested[-1] == (-1.0, True)


def test_a_stop_ends_a_rest_and_what_waits_is_never_done():
    made = []

    def work(job):
        made.append(job)
        worker.rest(1000.0)
        made.append(worker.superseded)

    worker = Worker("test", work)
    worker.ask(1)
    wait(lambda: made)
    begun = time.perf_counter()
    assert worker.stop(20)
    assert time.perf_counter() - begun < 1.0
    worker.ask(2)
    assert not worker.busy
    assert made == [1, True]


def test_a_stop_waits_no_longer_than_its_patience_and_nothing_is_shown_after_it(held):
    def work(job):
        worker.show(1)
        held(job)
        worker.show(2)
        raise ValueError(job)

    worker = Worker("test", work)
    worker.ask(1)
    wait(lambda: held.made)
    worker.ask(2)
    begun = time.perf_counter()
    assert not worker.stop(0.05)
    assert 0.05 <= time.perf_counter() - begun < 1.0
    held.go.set()
    assert worker.join(20)
    assert held.made == [1]
    assert (worker.progress, worker.result, worker.problem) == (None, None, "")


def test_nothing_runs_before_it_is_asked_and_a_stop_is_no_wait_then():
    threads = threading.active_count()
    worker = Worker("test", print)
    assert threading.active_count() == threads
    assert worker.stop(1000)
    assert worker.join()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux makes single threads less urgent")
def test_it_gives_way_to_the_window():
    worker = Worker("test", lambda _: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
    worker.ask(0)
    worker.join(20)
    before = os.getpriority(os.PRIO_PROCESS, 0)
    assert worker.result == min(before + STEPS_BEHIND, 19)


def test_where_it_may_not_give_way_it_works_all_the_same(monkeypatch):
    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "setpriority", refuse, raising=False)
    worker = Worker("test", lambda job: job)
    worker.ask(1)
    worker.join(20)
    assert (worker.result, worker.problem) == (1, "")


def test_a_stopped_worker_keeps_nothing_of_its_owner_alive():
    class Owner:
        def __init__(self):
            self.worker = Worker("test", self.work)
            self.worker.ask(1)

        def work(self, _job):
            return self

    owner = Owner()
    owner.worker.join(20)
    owner.worker.stop(20)
    gone = weakref.ref(owner)
    gc.disable()
    try:
        del owner
        assert gone() is None
    finally:
        gc.enable()

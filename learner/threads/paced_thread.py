"""PacedThread: learns in slices at a pace, obeys commands between them, and reports its state.

Importing this module does not import numba; that happens on the thread, while the window is already drawing.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from queue import SimpleQueue
from typing import Generic, Protocol, TypeVar

from learner.core.commands import Advance, Command, Pause, Resume, SetRate, Stop
from learner.core.snapshot import Status
from learner.threads.pacing import Throttle, give_way, next_slice, waiting

NEWS_INTERVAL = 1 / 30
"""Shortest time from one piece of news to the next [s]."""
NEWS_SHARE = 0.1
"""Largest share of the time spent on news: on huge tables they come more rarely."""
RATE_WINDOW = 1.0
"""Transitions per second are measured over about this time [s]."""


class Work(Protocol):
    """The work on the thread; it counts its transitions."""

    @property
    def transitions(self) -> int:
        """Transitions made."""


Job = TypeVar("Job", bound=Work)
News = TypeVar("News")


class PacedThread(ABC, Generic[Job, News]):
    """A daemon thread with commands going in and frozen news coming out."""

    def __init__(self, name: str, first: News, rate: float | None, slice_size: int, *, paused: bool) -> None:
        """Prepare a thread; `start` starts it.

        Args:
            name: of the thread.
            first: the news before there are any.
            rate: transitions per second at first [1/s], None for as fast as possible.
            slice_size: transitions in the first slice; the next ones follow from the time it took.
            paused: wait for the first command instead of learning at once.
        """
        self._queue: SimpleQueue[Command] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._latest = first
        self._throttle = Throttle(rate)
        self._slice_size = slice_size
        self._paused = paused
        self._errand: Advance | None = None  # what is still to be done while paused
        self._samples: deque[tuple[float, int]] = deque()
        self._news = self._urgent = True  # something to report; something a viewer waits for
        self._told_at = self._telling_cost = 0.0

    def start(self) -> None:
        """Begin: first warm up, then learn or wait."""
        self._thread.start()

    def send(self, command: Command) -> None:
        """Send a command; it acts between two slices, and the next news shows it."""
        self._queue.put(command)

    def latest(self) -> News:
        """Give the newest news; there always is some."""
        return self._latest

    def stop(self, timeout: float = 1.0) -> bool:
        """End the thread and wait for it at most `timeout` [s]; give whether it has ended."""
        self.send(Stop())
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    # -- what each kind of thread does in its own way -------------------------------------------------------

    @abstractmethod
    def _work(self) -> None:
        """Make the job, and serve it until that ends."""

    @abstractmethod
    def _failed(self, error: BaseException) -> News:
        """Give the news that an error ended the work."""

    @abstractmethod
    def _advance(self, job: Job, due: int) -> int:
        """Make at most this many transitions; give how many were made."""

    @abstractmethod
    def _told(self, job: Job, status: Status, transitions_per_second: float) -> News:
        """Give the state of the job."""

    def _obey(self, command: Command, job: Job) -> None:
        """Obey a command of this kind of thread's own."""

    # -- the loop -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            give_way()
            self._work()
        except BaseException as error:  # noqa: BLE001  even SystemExit, which a thread would end with unseen
            self._latest = self._failed(error)

    def _serve(self, job: Job) -> None:
        """Obey, advance and report in turn until `Stop`."""
        last = time.perf_counter()
        while True:
            for command in waiting(self._queue, self._patience()):
                if isinstance(command, Stop):
                    self._tell(job, "stopped")
                    return
                self._take(command, job)
            now = time.perf_counter()
            if not self._paused:
                self._throttle.earn(now - last)
            last = now
            due = self._due()
            if due:
                self._make(job, due)
            if self._news and time.perf_counter() >= self._next_news():
                self._tell(job, "paused" if self._idle() else "running")

    def _take(self, command: Command, job: Job) -> None:
        self._news = self._urgent = True
        match command:
            case Pause():
                self._paused, self._errand = True, None
            case Resume():
                self._paused, self._errand = False, None
            case Advance():
                self._paused, self._errand = True, command
            case SetRate(rate):
                self._throttle.rate = rate
            case _:
                self._obey(command, job)
        self._throttle.credit = 0.0
        self._samples.clear()

    def _idle(self) -> bool:
        return self._paused and self._errand is None

    def _patience(self) -> float | None:
        """How long there is nothing to do but wait for commands [s]; None: forever."""
        waits = []
        if not self._idle():
            wait = 0.0 if self._paused else self._throttle.wait()
            if not wait:
                return 0.0
            waits.append(wait)
        if self._news:
            waits.append(max(0.0, self._next_news() - time.perf_counter()))
        return min(waits, default=None)

    def _due(self) -> int:
        """Transitions to make now."""
        if not self._paused:
            return self._throttle.due(self._slice_size)
        if self._errand is None:
            return 0
        wanted = self._errand.transitions
        return self._slice_size if wanted is None else min(wanted, self._slice_size)

    def _make(self, job: Job, due: int) -> None:
        begun = time.perf_counter()
        self._news = True
        done = self._advance(job, due)
        if done == self._slice_size:
            self._slice_size = next_slice(done, time.perf_counter() - begun)
        if not self._paused:
            self._throttle.spend(done)

    def _next_news(self) -> float:
        """When the next news may be published, on the clock of perf_counter [s]."""
        rest = 0.0 if self._urgent else self._telling_cost / NEWS_SHARE
        return self._told_at + max(NEWS_INTERVAL, rest)

    def _tell(self, job: Job, status: Status) -> None:
        now = self._told_at = time.perf_counter()
        speed = self._speed(now, job.transitions) if status == "running" else 0.0
        self._latest = self._told(job, status, speed)
        self._telling_cost = time.perf_counter() - now
        self._news = self._urgent = False

    def _speed(self, now: float, transitions: int) -> float:
        """Transitions per second lately [1/s]."""
        self._samples.append((now, transitions))
        while self._samples[0][0] < now - RATE_WINDOW and len(self._samples) > 2:
            self._samples.popleft()
        then, before = self._samples[0]
        return (transitions - before) / (now - then) if now > then else 0.0

"""Worker: does the newest job on a thread beside the window; progress, results and errors are values.

The thread lives only while there is a job. A job that still waits when a newer one is asked for is dropped.
The job at work is never broken off: it looks at `superseded`, or pauses by `rest`, and gives up by itself.
"""

from collections import deque
from collections.abc import Callable
from threading import Condition, Thread
from typing import Generic, TypeVar

from learner.threads.failure import in_words
from learner.threads.pacing import give_way

Job = TypeVar("Job")
Progress = TypeVar("Progress")
Result = TypeVar("Result")


class Worker(Generic[Job, Progress, Result]):
    """One thread, one job at a time, the newest that was asked for.

    Jobs, progress and results cross from one thread to another: they are to be frozen.

    Attributes:
        busy: whether a job waits or is at work.
        progress: what was shown last by `show`, None before.
        result: what was returned last, None before.
        problem: the error that ended the job done last, in words; "" if it ended well.
    """

    def __init__(self, name: str, work: Callable[[Job], Result | None]) -> None:
        """Prepare it; nothing runs before the first `ask`.

        Args:
            name: of the thread.
            work: does a job on the thread. None as its result leaves the result before in place; whatever it
                raises becomes `problem`, and the next job may do.
        """
        self.busy = False
        self.progress: Progress | None = None
        self.result: Result | None = None
        self.problem = ""
        self._name, self._work = name, work
        self._news = Condition()
        self._waiting: deque[Job] = deque(maxlen=1)  # another job takes the place of the one before
        self._stopped = False
        self._thread: Thread | None = None

    # -- for whoever wants something done -----------------------------------------------------------------

    def ask(self, job: Job) -> None:
        """Have a job done once the one at work has ended; after `stop` nothing is."""
        with self._news:
            if self._stopped:
                return
            self._waiting.append(job)
            self._news.notify_all()
            if not self.busy:
                self._thread = Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
                self.busy = True

    def join(self, patience: float | None = None) -> bool:
        """Wait until all is done, at most `patience` [s], None forever; give whether it is."""
        thread = self._thread
        if thread is not None:
            thread.join(patience)
        return thread is None or not thread.is_alive()

    def stop(self, patience: float) -> bool:
        """End it, and let go of what it found; wait for the thread at most `patience` [s].

        No job begins and nothing is shown from now on. Gives whether the thread has ended.
        """
        with self._news:
            self._stopped = True
            self._waiting.clear()
            self.progress = self.result = None
            self.problem = ""
            self._work = lambda _job: None  # whose method it was is free now, without the garbage collector
            self._news.notify_all()
        return self.join(patience)

    # -- for the job at work ------------------------------------------------------------------------------

    @property
    def superseded(self) -> bool:
        """Whether a newer job waits, or the worker is stopped."""
        return self._stopped or bool(self._waiting)

    def rest(self, seconds: float) -> bool:
        """Pause the job at work for so long [s], or until it is superseded; give whether it was not."""
        with self._news:
            return not self._news.wait_for(lambda: self.superseded, max(seconds, 0.0))

    def show(self, progress: Progress) -> None:
        """Publish how far the job at work is."""
        with self._news:
            if not self._stopped:
                self.progress = progress

    # -- the thread ---------------------------------------------------------------------------------------

    def _run(self) -> None:
        give_way()
        while (job := self._next()) is not None:
            problem, result = "", None
            try:
                result = self._work(*job)
            except BaseException as error:  # noqa: BLE001  even SystemExit, which a thread would end with unseen
                problem = in_words(error)
            with self._news:
                if not self._stopped:
                    self.problem = problem
                    self.result = self.result if result is None else result

    def _next(self) -> tuple[Job] | None:
        """Take the job that waits; None, and the thread ends, if there is none."""
        with self._news:
            self.busy = bool(self._waiting)
            return (self._waiting.pop(),) if self._waiting else None

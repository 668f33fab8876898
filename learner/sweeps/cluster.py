"""Runs on Dask: worker processes of this machine, or a scheduler elsewhere."""

import logging
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any

from learner.sweeps.plan import Run
from learner.sweeps.preloading import START_METHOD
from learner.sweeps.run import Result, make
from levels.files.problems import UserError
from levels.files.terminal import tell

PORTION = 1.0
"""How long a worker makes runs before it reports them [s]: a report costs as much as a short run."""
LARGEST_PORTION = 256
ABREAST = 2
"""Portions handed out for each worker, so that none waits for the next."""
FEWEST_ABREAST = 4
"""Where no worker is there yet."""
CONFIG = {
    "distributed.scheduler.allowed-failures": 10,  # workers that may die at a portion before it is given up
    "distributed.worker.multiprocessing-method": START_METHOD,
    "distributed.worker.profile.enabled": False,
    "distributed.worker.http.routes": [],
    "distributed.scheduler.http.routes": [],
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
}
"""Dask without what watches it: pages, profiles and clocks cost a tenth of a core, and nobody looks."""
GLANCE = 5.0
"""From one look whether any worker is left to the next [s]."""
NOBODY = "No Dask worker is connected; the sweep waits for one that can load this program."
GO_ON = "Finished runs are kept; start the same command again"


@contextmanager
def client(scheduler: str | None, workers: int) -> Iterator[Any]:
    """A client of a scheduler, or of worker processes of its own, with one thread each.

    Raises:
        UserError: no scheduler answers there.
    """
    import dask  # noqa: PLC0415  an extra
    from distributed import Client, LocalCluster  # noqa: PLC0415  an extra

    dask.config.set(CONFIG)
    logging.disable()  # Dask logs with tracebacks what `explained` says in a sentence
    if scheduler is not None:
        try:
            there = Client(scheduler, timeout="10s")
        except (OSError, ValueError) as error:
            raise UserError(f"No Dask scheduler answers at {scheduler}.") from error
        with there:
            yield there
        return
    with (
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            memory_limit=None,
            dashboard_address="127.0.0.1:0",  # its server listens all the same, and warns if 8787 is taken
            scheduler_kwargs={"dashboard": False},
            silence_logs=50,
        ) as cluster,
        Client(cluster) as there,
    ):
        yield there


def run_all(there: Any, runs: Sequence[Run]) -> Iterator[tuple[Run, Result]]:
    """Make the runs, and give each with its result as soon as it is there, in any order.

    A worker that can't load this program is refused at the start. One that joins later ends by itself when it
    is given a portion, which Dask then gives to another worker.

    Raises:
        UserError: the scheduler was lost, can't import this program or has workers that can't, or a portion's
            workers died again and again.
        Exception: what a run raised.
    """
    from distributed import as_completed  # noqa: PLC0415  an extra

    portions = Portions(runs)
    of_key: dict[str, tuple[Run, ...]] = {}
    queue = as_completed()

    def hand_out() -> None:
        abreast = max(FEWEST_ABREAST, ABREAST * sum(there.nthreads().values()))
        while len(of_key) < abreast and (portion := portions.next(abreast)):
            future = there.submit(make_all, portion, key=portion[0].key, pure=False)
            of_key[future.key] = portion
            queue.add(future)

    try:
        with _missing_workers_reported(there):
            _refuse_strangers(there)
            hand_out()
            for future in queue:
                results = future.result()
                portion = of_key.pop(future.key)
                portions.learn(portion, results)
                hand_out()
                yield from zip(portion, results, strict=True)
    except Exception as error:
        if sentence := explained(error, there, of_key):
            raise UserError(sentence) from error
        raise


@contextmanager
def _missing_workers_reported(there: Any) -> Iterator[None]:
    """Say so each time that no worker is left while the block runs: Dask waits for one in silence."""
    over = Event()

    def look() -> None:
        reported = False
        while not over.wait(GLANCE):
            alone = not there.nthreads()
            if alone and not reported:
                tell(NOBODY, error=True)
            reported = alone

    with ThreadPoolExecutor(1) as looking:
        looking.submit(look)
        try:
            yield
        finally:
            over.set()


def _refuse_strangers(there: Any) -> None:
    """Raise a UserError if a worker can't import this program: Dask drops such a one and waits forever."""
    there.wait_for_workers(1)
    for answer in there.run(make_all, [], on_error="return").values():
        if isinstance(answer, Exception) and not isinstance(answer, OSError):
            raise UserError(_unloadable(answer))


def _unloadable(reason: object) -> str:
    return (
        f"The Dask scheduler or a worker of it can't load this program ({reason}). "
        f"Start them in this program's folder and with its Python. {GO_ON}."
    )


def explained(error: Exception, there: Any, portions: Mapping[str, Sequence[Run]]) -> str:
    """What an error of Dask means and what to do; "" if it is a run's own."""
    from distributed import KilledWorker  # noqa: PLC0415  an extra

    if isinstance(error, CancelledError) or there.status != "running":
        return f"The connection to the Dask scheduler was lost. {GO_ON}."
    if isinstance(error, RuntimeError) and "deserialization" in str(error):
        return _unloadable(error.__cause__)
    if isinstance(error, KilledWorker):
        portion = portions[error.task]
        first, more = portion[0], len(portion) - 1
        others = f", or one of the {more} after it," if more else ""
        return (
            f"The run {first.level}, {first.learner}, seed {first.seed}{others} ended its worker "
            f"{error.allowed_failures + 1} times: its memory ran out, or it can't load this program; its log "
            f"says which. {GO_ON} with fewer workers, or with workers that can load it."
        )
    return ""


class Portions:
    """Runs, a portion at a time: as many of one kind as fit into its time, fewer towards the end."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self._left = deque(runs)
        self._seconds: dict[Any, float] = {}

    def next(self, abreast: int) -> tuple[Run, ...]:
        """Give the next portion, of `abreast` handed out at a time; none is left if it is empty."""
        if not self._left:
            return ()
        kind = _kind(self._left[0])
        fitting = int(PORTION / self._seconds.get(kind, PORTION))
        most = min(fitting, len(self._left) // abreast, LARGEST_PORTION)
        portion = [self._left.popleft()]
        while len(portion) < most and _kind(self._left[0]) == kind:
            portion.append(self._left.popleft())
        return tuple(portion)

    def learn(self, portion: Sequence[Run], results: Sequence[Result]) -> None:
        """Note how long a run of this kind takes."""
        mean = sum(result.row["seconds"] for result in results) / len(results)
        self._seconds[_kind(portion[0])] = max(mean, PORTION / LARGEST_PORTION)


def _kind(run: Run) -> object:
    return run.level, run.learner, run.settings


def make_all(runs: Sequence[Run]) -> list[Result]:
    """Make a portion of the runs, on a worker."""
    return [make(run) for run in runs]

"""Runs on Dask: worker processes of this machine, or a scheduler elsewhere."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from learner.sweeps.plan import Run
from learner.sweeps.preloading import START_METHOD
from learner.sweeps.run import Result, make
from levels.files.problems import UserError

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


@contextmanager
def client(scheduler: str | None, workers: int) -> Iterator[Any]:
    """A client of a scheduler, or of worker processes of its own, with one thread each.

    Raises:
        UserError: no scheduler answers there.
    """
    import dask  # noqa: PLC0415  an extra
    from distributed import Client, LocalCluster  # noqa: PLC0415  an extra

    dask.config.set(CONFIG)
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
            dashboard_address=None,
            silence_logs=50,
        ) as cluster,
        Client(cluster) as there,
    ):
        yield there


def run_all(there: Any, runs: Sequence[Run]) -> Iterator[tuple[Run, Result]]:
    """Make the runs, and give each with its result as soon as it is there, in any order.

    Raises:
        Exception: what a run raised, or that its workers died again and again.
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

    hand_out()
    for future in queue:
        portion, results = of_key.pop(future.key), future.result()
        portions.learn(portion, results)
        hand_out()
        yield from zip(portion, results, strict=True)


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

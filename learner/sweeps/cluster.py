"""Runs on Dask: worker processes of this machine, or a scheduler elsewhere."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from learner.sweeps.plan import Run
from learner.sweeps.run import Result, make
from levels.files.bundled import how_to_add
from levels.files.problems import UserError

PORTION = 8
"""Runs that a worker makes before it reports them: short ones would mostly wait for the next."""
IN_FLIGHT = 16
"""Portions that are handed out at a time."""
MOST_DEATHS = 10
"""Workers that may die at a run before it is given up."""


def require_dask() -> None:
    """Raise UserError where dask or distributed is not installed."""
    try:
        import distributed  # noqa: F401, PLC0415  an extra
    except ImportError as error:
        packages = "dask distributed"
        raise UserError(f"A sweep runs on Dask, which is missing: {how_to_add(packages)}.") from error


@contextmanager
def client(scheduler: str | None, workers: int) -> Iterator[Any]:
    """A client of a scheduler, or of worker processes of its own, with one thread each.

    Raises:
        UserError: no scheduler answers there.
    """
    import dask  # noqa: PLC0415  an extra
    from distributed import Client, LocalCluster  # noqa: PLC0415  an extra

    dask.config.set({"distributed.scheduler.allowed-failures": MOST_DEATHS})
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
            n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
        ) as cluster,
        Client(cluster) as there,
    ):
        yield there


def run_all(there: Any, runs: Sequence[Run], keep: Callable[[Run, Result], object]) -> None:
    """Make the runs, and give each result as soon as it is there, in any order.

    Raises:
        Exception: what a run raised, or that its workers died again and again.
    """
    from distributed import as_completed  # noqa: PLC0415  an extra

    portions = iter([tuple(runs[at : at + PORTION]) for at in range(0, len(runs), PORTION)])
    of_key: dict[str, tuple[Run, ...]] = {}

    def submitted(most: int) -> list[Any]:
        """The next portions, handed out."""
        futures = []
        for portion in islice(portions, most):
            future = there.submit(make_all, portion, key=portion[0].key, pure=False)
            of_key[future.key] = portion
            futures.append(future)
        return futures

    queue = as_completed(submitted(IN_FLIGHT))
    for future in queue:
        for run, result in zip(of_key.pop(future.key), future.result(), strict=True):
            keep(run, result)
        for more in submitted(1):
            queue.add(more)


def make_all(runs: Sequence[Run]) -> list[Result]:
    """Make a portion of the runs, on a worker."""
    return [make(run) for run in runs]

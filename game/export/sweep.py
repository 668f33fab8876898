"""The command `sweep`: a plan, its runs on Dask, and tables, a summary and charts of them."""

# ruff: noqa: PLC0415  imports are in the functions: what takes seconds to load is loaded while others work

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from learner.sweeps.preloading import preload
from levels.files.bundled import how_to_add
from levels.files.problems import UserError
from levels.files.terminal import named, progress_bar, tell

if TYPE_CHECKING:
    from learner.sweeps.plan import Run
    from learner.sweeps.results import Store
    from learner.sweeps.run import Result

PACKAGES = ("dask", "distributed", "pyarrow", "scipy", "matplotlib")
LAST = (
    "game.export.figures.sweeps",
    "matplotlib.backends.backend_agg",
    "matplotlib.backends.backend_svg",
    "matplotlib.figure",
    "pyarrow.parquet",
    "scipy.stats",
)
"""What tables and charts need, which is loaded while workers work."""
KINDS = ("png", "svg")
"""Of files of a chart."""


def sweep(
    levels: Sequence[str],
    *,
    seeds: str,
    settings: Sequence[str],
    learners: str,
    out: Path,
    workers: int,
    scheduler: str | None,
    episodes: int,
) -> None:
    """Make all runs that are not finished in the folder, then its tables, summary and charts.

    Raises:
        UserError: an argument is wrong, a package is missing, or no scheduler answers.
        UnwritableError: a file can't be written.
    """
    missing = " ".join(name for name in PACKAGES if find_spec(name) is None)
    if missing:
        raise UserError(f"A sweep needs packages that are missing: {how_to_add(missing)}.")
    if scheduler is None:
        preload()
    from learner.sweeps.plan import plan, seeds_of, setting_of
    from learner.sweeps.results import Store
    from learner.sweeps.summary import summarise, summary_table, write_summary

    values = [setting_of(text) for text in settings]
    twice = {name for name, _ in values if [other for other, _ in values].count(name) > 1}
    if twice:
        raise UserError(f"--set {twice.pop()} is given twice: write its values in one list.")
    chosen = tuple(dict.fromkeys(name.strip() for name in learners.split(",") if name.strip()))
    if not chosen:
        raise UserError("--learner names no learner: write for example ours,plain.")
    runs = plan(levels, seeds_of(seeds), chosen, values, episodes)
    store = Store(out)
    results = made(runs, store, workers, scheduler)
    from game.export.figures.sweeps import draw_curves, draw_summary

    written = [*store.write_tables(results), out / "summary.csv"]
    lines = summarise([result.row for result in results])
    write_summary(lines, written[-1])
    summaries, curves = ([out / f"{name}.{kind}" for kind in KINDS] for name in ("summary", "curves"))
    draw_summary(lines, summaries)
    draw_curves(results, curves)
    tell(summary_table(lines))
    tell(f"{named(out)}: wrote {', '.join(path.name for path in (*written, *summaries, *curves))}")


def made(runs: Sequence["Run"], store: "Store", workers: int, scheduler: str | None) -> list["Result"]:
    """The results of all runs in their order; those that are not in the store yet are made."""
    from learner.sweeps.cluster import client, run_all

    found = store.finished()
    missing = [run for run in runs if run.key not in found]
    if len(missing) < len(runs):
        tell(f"{len(runs) - len(missing):,} of {len(runs):,} runs are finished already")
    if missing:
        with (
            progress_bar() as bar,
            store.keeping() as keep,
            client(scheduler, workers) as there,
            ThreadPoolExecutor(1) as loading,
        ):
            task = bar.add_task("runs", total=len(runs), completed=len(runs) - len(missing))
            loading.submit(load, LAST)
            for run, result in run_all(there, missing):
                keep(run, result)
                found[run.key] = result
                bar.advance(task)
    return [found[run.key] for run in runs]


def load(modules: Sequence[str]) -> None:
    """Import what tables and charts need."""
    for name in modules:
        import_module(name)

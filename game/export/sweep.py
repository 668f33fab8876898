"""The command `sweep`: a plan, its runs on Dask, and tables, a summary and charts of them."""

from collections.abc import Sequence
from pathlib import Path

from game.export.figures.chart import require_matplotlib
from game.export.figures.sweeps import draw_curves, draw_summary
from learner.sweeps.cluster import client, require_dask, run_all
from learner.sweeps.plan import Run, plan, seeds_of, setting_of
from learner.sweeps.results import Store, require_pyarrow
from learner.sweeps.run import Result
from learner.sweeps.summary import require_scipy, summarise, summary_table, write_summary
from levels.files.problems import UserError
from levels.files.terminal import named, progress_bar, tell


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
    for require in (require_dask, require_pyarrow, require_scipy, require_matplotlib):
        require()
    values = [setting_of(text) for text in settings]
    twice = {name for name, _ in values if [other for other, _ in values].count(name) > 1}
    if twice:
        raise UserError(f"--set {twice.pop()} is given twice: write its values in one list.")
    chosen = tuple(dict.fromkeys(name.strip() for name in learners.split(",") if name.strip()))
    runs = plan(levels, seeds_of(seeds), chosen, values, episodes)
    store = Store(out)
    results = made(runs, store, workers, scheduler)
    written = [*store.write_tables(results), out / "summary.csv"]
    lines = summarise([result.row for result in results])
    write_summary(lines, written[-1])
    for kind in ("png", "svg"):
        written += [out / f"summary.{kind}", out / f"curves.{kind}"]
        draw_summary(lines, written[-2])
        draw_curves(results, written[-1])
    tell(summary_table(lines))
    tell(f"{named(out)}: wrote {', '.join(path.name for path in written)}")


def made(runs: Sequence[Run], store: Store, workers: int, scheduler: str | None) -> list[Result]:
    """The results of all runs in their order; those that are not in the store yet are made."""
    found = {run.key: result for run in runs if (result := store.finished(run)) is not None}
    missing = [run for run in runs if run.key not in found]
    if found:
        tell(f"{len(runs) - len(missing):,} of {len(runs):,} runs are finished already")
    if missing:
        with progress_bar() as bar, client(scheduler, workers) as there:
            task = bar.add_task("runs", total=len(runs), completed=len(runs) - len(missing))

            def keep(run: Run, result: Result) -> None:
                store.keep(run, result)
                found[run.key] = result
                bar.advance(task)

            run_all(there, missing, keep)
    return [found[run.key] for run in runs]

"""The studies of `docs/paper.md`: each one's numbers as CSV, its chart as PNG, its table for people."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from game.export.figures.chart import FiguresError, require_matplotlib
from game.export.figures.dead_ends import draw_dead_ends
from game.export.figures.everywhere import draw_everywhere
from game.export.figures.learners import draw_baselines
from game.export.figures.widths import draw_widths
from learner.baselines.table import BASELINES
from learner.studies import baselines, everywhere, svm_acting, svm_study
from learner.studies.svm_acting import ActingRow, Yardstick
from learner.studies.svm_study import StudyRow, WidthRow
from learner.studies.svm_tables import tables
from learner.svm.svm import SolverMissingError, require_solver
from levels.files.problems import UserError, printable
from levels.files.saving import make_folder, refuse_unwritable
from levels.files.terminal import progress_bar, tell
from levels.random import dead_ends
from levels.text.reader import read_level, studied_levels

__all__ = ["STUDIES", "FiguresError", "SolverMissingError", "run_study", "study"]

Progress = Callable[..., object]
"""Called with `completed`, `total` and `description`, as rich's bars take them."""


@dataclass(frozen=True)
class Study:
    """A study of the table below.

    Attributes:
        files: names of those it writes.
        run: writes them to paths in the same order, and gives the table for people.
        require: raises where a package that it needs is missing.
    """

    files: tuple[str, ...]
    run: Callable[[Sequence[Path], Progress], str]
    require: Callable[[], object] = require_matplotlib


def study(name: str, out: Path) -> None:
    """Make a study in a folder, with a progress bar, and print its table: the command `study`."""
    if name not in STUDIES:
        raise UserError(f"There is no study “{printable(name)}”; the studies are {', '.join(STUDIES)}.")
    with progress_bar() as bar:
        table = run_study(name, out, partial(bar.update, bar.add_task(name, total=None)))
    tell(table)


def run_study(name: str, out: Path, progress: Progress = lambda **_: None) -> str:
    """Makes a study of STUDIES in a folder, which is made too if need be; gives its table for people.

    Raises:
        FiguresError: matplotlib is not installed; nothing has been made then.
        SolverMissingError: the same for scikit-learn, where the study needs it.
        UnwritableError: a file cannot be written.
    """
    study = STUDIES[name]
    require_matplotlib()
    study.require()
    make_folder(out)
    paths = [out / file for file in study.files]
    for path in paths:
        refuse_unwritable(path)
    return study.run(paths, progress)


def _dead_ends(paths: Sequence[Path], progress: Progress) -> str:
    table, chart = paths
    n = dead_ends.SEEDS
    study = dead_ends.study(
        n, done=lambda done: progress(completed=done, total=n, description=f"crossing {done - 1}")
    )
    dead_ends.write_csv(study, table)
    draw_dead_ends(study, chart)
    return study.table()


def _everywhere(paths: Sequence[Path], progress: Progress) -> str:
    table, chart = paths
    runs = []
    for run in everywhere.study(everywhere.BOARDS, everywhere.SEEDS):
        runs.append(run)
        total = len(everywhere.BOARDS) * everywhere.SEEDS
        progress(completed=len(runs), total=total, description=run.level)
    everywhere.write_csv(runs, table)
    draw_everywhere(runs, chart)
    return everywhere.table(runs)


def _baselines(paths: Sequence[Path], progress: Progress) -> str:
    table, chart = paths
    runs = []
    total = len(baselines.BOARDS) * len(BASELINES) * baselines.SEEDS
    for run in baselines.study(baselines.BOARDS, baselines.SEEDS, baselines.TRANSITIONS):
        runs.append(run)
        progress(completed=len(runs), total=total, description=f"{run.level}, {run.learner}")
    baselines.write_csv(runs, table)
    draw_baselines(runs, chart)
    return baselines.table(runs)


def _svm(paths: Sequence[Path], progress: Progress) -> str:
    table, widths_table, acting_table, chart = paths
    levels = {name: read_level(path) for name, path in studied_levels().items()}
    acting = {name: levels[name] for name in svm_acting.BOARDS}
    fits = len(levels) * len(svm_study.BOXES) * (len(svm_study.WIDTHS) + 1)
    total = fits + len(acting) * svm_acting.FITS
    rows = []
    for row in svm_study.study(levels):
        rows.append(row)
        progress(completed=len(rows), total=total, description=row.level)
    shares = [row for row in rows if isinstance(row, StudyRow)]
    widths = [row for row in rows if isinstance(row, WidthRow)]
    acted: list[ActingRow | Yardstick] = []
    for found in svm_acting.study(acting):
        acted.append(found)
        done = sum(isinstance(row, ActingRow) for row in acted) // 2
        progress(completed=fits + done, total=total, description=f"{found.level} acts")
    svm_study.write_csv(shares, table)
    svm_study.write_csv(widths, widths_table)
    svm_study.write_csv([row for row in acted if isinstance(row, ActingRow)], acting_table)
    draw_widths(shares, widths, chart)
    return "\n\n".join((tables(shares, widths), "The SVM that acts:", svm_acting.tables(acted)))


STUDIES = {
    "baselines": Study(("baselines.csv", "baselines.png"), _baselines),
    "dead-ends": Study(("dead_ends.csv", "dead_ends.png"), _dead_ends),
    "everywhere": Study(("everywhere.csv", "everywhere.png"), _everywhere),
    "svm": Study(("svm_study.csv", "svm_widths.csv", "svm_acting.csv", "svm.png"), _svm, require_solver),
}
"""Every study under its name on the command line."""

"""Export of a run: a folder with its curves, tables and description, as docs/python.md has them.

Each file is replaced whole, `run.json` last. A chart is drawn by whoever can draw; this module can't.
"""

import csv
import json
import os
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learner.core.actor import decision_values, multipliers
from learner.core.snapshot import History, Snapshot
from learner.runs.report import VERSION, figures_of
from levels.files.problems import UserError
from levels.files.reading import is_there, open_ordinary
from levels.files.saving import make_folder, replacing, replacing_bytes
from levels.files.terminal import named
from levels.model.level import Level
from levels.model.mdp import Mdp
from levels.proof.safety import SafeActions

CHARTS = ("chart.png", "chart.svg")
FILES = ("curves.csv", *CHARTS, "run.npz", "run.json")
CURVES = tuple(field.name for field in fields(History) if field.name not in ("width", "episodes"))
"""Columns of curves.csv after the first two: what `History` has for each bucket of episodes."""
_LARGEST = 10_000_000
"""Bytes of a run.json that are read to see whose it is."""


@dataclass(frozen=True, eq=False)
class ExportedRun:
    """What is exported.

    Attributes:
        level, mdp, safe: what was learned.
        snapshot: what has been learned.
        seed: of the run, None if it is not known.
    """

    level: Level
    mdp: Mdp
    safe: SafeActions
    snapshot: Snapshot
    seed: int | None


DrawRun = Callable[[ExportedRun, Path], None]
"""Draws the chart of a run as a PNG or SVG; raises a UserError where it can't."""


def is_part_of(folder: Path, path: Path) -> bool:
    """Whether an export into a folder would write this file."""
    place = os.path.realpath(path)  # unlike Path.resolve it takes a loop of links
    return any(os.path.realpath(folder / name) == place for name in FILES)


def refuse_foreign(folder: Path) -> None:
    """Raise UserError if a file would be replaced that is no part of an older export."""
    if not any(is_there(folder / name) for name in FILES):
        return
    try:
        with open_ordinary(folder / "run.json") as file:
            found = json.loads(file.read(_LARGEST))
    except (OSError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("program") != "safe-crossing":
        raise UserError(
            f"{named(folder)} holds files of the same names that are no export of a run: choose another "
            "folder, or add --force."
        )


def export_run(folder: Path, run: ExportedRun, draw: DrawRun | None) -> str:
    """Write all files of a run, without the charts if nobody draws; the folder is made where it is missing.

    Returns:
        Why there is no chart, as a sentence; "" if there is one.

    Raises:
        UnwritableError: a file or the folder can't be written.
    """
    make_folder(folder)
    with replacing(folder / "curves.csv") as text:
        csv.writer(text, lineterminator="\n").writerows(_curves(run.snapshot.history))
    with replacing_bytes(folder / "run.npz") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as npz:
        for name, array in _arrays(run):  # one at a time: those of a large level fill the memory
            with npz.open(f"{name}.npy", "w", force_zip64=True) as part:
                np.lib.format.write_array(part, array, allow_pickle=False)
    missing = ""
    try:
        if draw is not None:
            for name in CHARTS:
                draw(run, folder / name)
    except UserError as error:
        missing = str(error)
        for name in CHARTS:  # of an older export
            (folder / name).unlink(missing_ok=True)
    with replacing(folder / "run.json") as text:
        json.dump(_description(run), text, indent=1, ensure_ascii=False)
        text.write("\n")
    return missing


def _description(run: ExportedRun) -> dict[str, Any]:
    level = run.level
    return {
        "program": "safe-crossing",
        "version": VERSION,
        "level": level.name,
        "safety": level.safety,
        "n_rows": level.board.n_rows,
        "n_cols": level.board.n_cols,
        "period": run.mdp.period,
        **figures_of(run.snapshot, run.mdp, run.snapshot.optimum, run.seed),
    }


def _curves(history: History) -> Iterator[list[Any]]:
    """The rows of curves.csv, the names first; a figure that was not measured is empty."""
    yield ["first_episode", "last_episode", *CURVES]
    columns = [getattr(history, name).tolist() for name in CURVES]
    last = history.episodes.tolist()
    for first, end, *values in zip([0, *last], last, *columns, strict=False):
        yield [first + 1, end, *("" if value != value else value for value in values)]  # noqa: PLR0124  NaN


def _arrays(run: ExportedRun) -> Iterator[tuple[str, NDArray[Any]]]:
    """The arrays of run.npz by name; rows are states, columns of tables are actions."""
    mdp, snapshot = run.mdp, run.snapshot
    yield "actions", np.array([action.name.lower() for action in mdp.actions])
    yield "cells", np.tile(mdp.cells, (mdp.period, 1)).astype(np.int32)
    yield "phases", np.repeat(np.arange(mdp.period, dtype=np.int32), mdp.n_cells)
    yield "starts", np.array(mdp.starts, dtype=np.int64)
    yield "goal", mdp.goal
    yield "allowed", run.safe.allowed
    yield "q", snapshot.q
    yield "q_star", snapshot.optimum.q_star
    yield "labels", snapshot.labels
    yield "visits", snapshot.visits
    yield "class_counts", snapshot.class_counts
    columns = range(mdp.n_actions)
    plus, minus = multipliers(snapshot.class_counts)
    alpha = np.where(np.eye(mdp.n_actions, dtype=bool), plus, minus)
    yield "alpha", _of_labels(snapshot.labels, alpha)
    h = np.array([decision_values(label, snapshot.class_counts) for label in columns])
    yield "h", _of_labels(snapshot.labels, h)


def _of_labels(labels: NDArray[np.int8], rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n_states, n_actions) the row of each state's label, NaN where there is none."""
    values = rows[labels]
    values[labels < 0] = np.nan
    return values

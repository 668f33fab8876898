"""The files of a sweep: finished runs one by one, and the tables made of them in the plan's order.

A run is written whole as soon as it is known, so that whatever is killed loses only what it was doing. The
tables follow from these files and the plan alone; nothing in them but `seconds` depends on who worked.
"""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from learner.sweeps.plan import Run
from learner.sweeps.run import Result
from levels.files.bundled import how_to_add
from levels.files.problems import UserError
from levels.files.saving import make_folder, replacing, replacing_bytes

CURVE = ("episodes", "transitions", "violations", "greedy_steps")


def require_pyarrow() -> None:
    """Raise UserError where pyarrow is not installed."""
    try:
        import pyarrow as pa  # noqa: F401, PLC0415  an extra
    except ImportError as error:
        raise UserError(
            f"A sweep's tables need pyarrow, which is missing: {how_to_add('pyarrow')}."
        ) from error


class Store:
    """The folder of a sweep."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._runs = folder / "runs"
        make_folder(self._runs)

    def path(self, run: Run) -> Path:
        """The file of a run, in one of 256 folders: each save looks through the folder that it goes to."""
        return self._runs / run.key[:2] / f"{run.key}.json"

    def finished(self, run: Run) -> Result | None:
        """What the run gave; None if it is to be made: there is no whole file of it."""
        try:
            found = json.loads(self.path(run).read_text("utf-8"))
            return Result(found["row"], tuple(tuple(point) for point in found["curve"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, run: Run, result: Result) -> None:
        """Write a run's result."""
        path = self.path(run)
        make_folder(path.parent)
        with replacing(path) as file:
            file.write(json.dumps(result.to_json()))  # not dump, which goes through Python a token at a time

    def write_tables(self, results: Sequence[Result]) -> tuple[Path, ...]:
        """Write results.csv, results.parquet and curves.parquet."""
        from pyarrow import Table, parquet  # noqa: PLC0415  an extra

        rows = [result.row for result in results]
        paths = tuple(self.folder / name for name in ("results.csv", "results.parquet", "curves.parquet"))
        with replacing(paths[0]) as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        for path, table in zip(paths[1:], (rows, _curves(results)), strict=True):
            with replacing_bytes(path) as binary:
                parquet.write_table(Table.from_pylist(table), binary, compression="zstd")
        return paths


def _curves(results: Sequence[Result]) -> list[dict[str, Any]]:
    """A row a point: the number of the run in the table, from 0, and the four numbers."""
    return [
        {"run": number, **dict(zip(CURVE, point, strict=True))}
        for number, result in enumerate(results)
        for point in result.curve
    ]

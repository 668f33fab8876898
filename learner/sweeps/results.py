"""The files of a sweep: finished runs line by line, and the tables made of them in the plan's order.

Results come back a portion at a time and are written at once: whatever is killed loses, for each worker,
about a second of finished runs and the run in progress. The tables follow from these files and the
plan alone; nothing in them but `seconds` depends on who worked.
"""

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from learner.sweeps.plan import Run
from learner.sweeps.run import Result
from levels.files.saving import appending, make_folder, replacing, replacing_bytes

CURVE = ("episodes", "transitions", "violations", "greedy_steps")


class Store:
    """The folder of a sweep."""

    def __init__(self, folder: Path) -> None:
        make_folder(folder)
        self.folder = folder
        self.log = folder / "runs.jsonl"
        """A line a finished run, in the order in which they ended."""

    def finished(self) -> dict[str, Result]:
        """What finished runs gave, by their keys; lines that were cut or damaged are left out."""
        found = {}
        with suppress(FileNotFoundError), self.log.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                with suppress(ValueError, KeyError, TypeError):
                    told = json.loads(line)
                    found[told["key"]] = Result(told["row"], tuple(tuple(point) for point in told["curve"]))
        return found

    @contextmanager
    def keeping(self) -> Iterator[Callable[[Run, Result], None]]:
        """Give a function that writes a run's result."""
        with appending(self.log) as add:
            yield lambda run, result: add(
                json.dumps({"key": run.key, "row": result.row, "curve": result.curve})
            )

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

"""The command `bench`."""

import json
from functools import partial

from game.export.frame_bench import frame_times
from learner.bench import BENCHMARKS, run_benchmarks
from levels.files.terminal import progress_bar, tell


def bench(*, as_json: bool) -> None:
    """Run all benchmarks, frame times last, and print the result."""
    with progress_bar() as bar:
        update = partial(bar.update, bar.add_task("bench", total=None))
        report = run_benchmarks(BENCHMARKS | {"frames": frame_times}, update)
    if as_json:
        print(json.dumps(report.to_json()))
    else:
        tell(report.describe())

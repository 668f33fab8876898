"""Our speed against others', as ratios measured in one run: `main.py bench`."""

import os
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import metadata

from learner.bench.copies import copied_steps
from learner.bench.learning import transitions
from learner.bench.timing import Findings, Progress
from learner.bench.updates import policy_updates
from levels.markdown import table

Benchmark = Callable[[Progress], Findings]
BENCHMARKS: dict[str, Benchmark] = {
    "policy_update": policy_updates,
    "learner": transitions,
    "copies": copied_steps,
}
"""Every benchmark of the learner, under its name in the JSON."""
HEADINGS = ("benchmark", "beside", "ours", "theirs", "ratio", "rounds")
PACKAGES = ("numpy", "numba", "scikit-learn", "gymnasium")


@dataclass(frozen=True)
class Report:
    """The result of a run of benchmarks.

    Attributes:
        findings: of each benchmark, under its name.
        seconds: duration of the whole run.
    """

    findings: Mapping[str, Findings]
    seconds: float

    def to_json(self) -> dict[str, object]:
        """The findings, what was skipped, and the versions; figures to four digits."""
        return {
            "benchmarks": {
                name: [line.to_json() for line in found.comparisons] for name, found in self.findings.items()
            },
            "left_out": [sentence for found in self.findings.values() for sentence in found.left_out],
            "run_with": {"python": platform.python_version(), "processors": os.cpu_count()} | _versions(),
            "seconds": round(self.seconds, 1),
        }

    def describe(self) -> str:
        """A readable table, and below it what was skipped."""
        lines = [line.cells() for found in self.findings.values() for line in found.comparisons]
        sentences = [sentence for found in self.findings.values() for sentence in found.left_out]
        return "\n".join([table([HEADINGS, *lines]), *sentences])


def run_benchmarks(benchmarks: Mapping[str, Benchmark], progress: Progress = lambda **_: None) -> Report:
    """Run benchmarks one after the other; two minutes for those of BENCHMARKS."""
    begun = time.perf_counter()
    findings = {name: benchmark(progress) for name, benchmark in benchmarks.items()}
    return Report(findings, time.perf_counter() - begun)


def _versions() -> dict[str, str | None]:
    """Version of each package involved, None where it is not installed."""
    found: dict[str, str | None] = dict.fromkeys(PACKAGES)
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found

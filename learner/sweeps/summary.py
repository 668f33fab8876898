"""What a sweep says as a whole: interquartile means with 95 % bootstrap intervals, stratified by level."""

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learner.sweeps.plan import SETTINGS
from levels.files.saving import replacing
from levels.markdown import table

RESAMPLES = 2000
QUARTER = 0.25
MEASURES = ("episodes", "transitions", "violations", "dead_ends", "optimal_states")
ALL_LEVELS = "all levels"


@dataclass(frozen=True)
class Line:
    """One measure of the runs of one learner with the same settings.

    Attributes:
        level: its name, or ALL_LEVELS, whose interval resamples the seeds within each level.
        settings: those that the sweep varies, as “epsilon=0.1”.
        runs: how many there are.
        converged: share of them.
        mean: interquartile mean: of the middle half of the runs.
        low, high: its 95 % interval.
    """

    level: str
    learner: str
    settings: str
    runs: int
    converged: float
    measure: str
    mean: float
    low: float
    high: float


def summarise(rows: Sequence[dict[str, Any]]) -> tuple[Line, ...]:
    """Lines for each learner and setting: level by level, then over all levels if there are several."""
    levels = list(dict.fromkeys(row["level"] for row in rows))
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row, settings in zip(rows, settings_of(rows), strict=True):
        groups.setdefault((row["learner"], settings), []).append(row)
    lines = []
    for (learner, settings), group in groups.items():
        strata = [[row for row in group if row["level"] == level] for level in levels]
        named = [*zip(levels, [[stratum] for stratum in strata], strict=True)]
        if len(levels) > 1:
            named.append((ALL_LEVELS, strata))
        for name, parts in named:
            members = [row for part in parts for row in part]
            converged = float(np.mean([row["converged"] for row in members]))
            for measure in MEASURES:
                values = [np.array([float(row[measure]) for row in part]) for part in parts]
                found = interval(values)
                lines.append(Line(name, learner, settings, len(members), converged, measure, *found))
    return tuple(lines)


def settings_of(rows: Sequence[dict[str, Any]]) -> list[str]:
    """What a sweep varies of each row's settings, as “epsilon=0.1”; levels may differ in their own."""
    first: dict[str, dict[str, Any]] = {}
    for row in rows:
        first.setdefault(row["level"], row)
    varied = [name for name in SETTINGS if any(row[name] != first[row["level"]][name] for row in rows)]
    return [" ".join(f"{name}={row[name]}" for name in varied) for row in rows]


def interval(strata: Sequence[NDArray[np.float64]]) -> tuple[float, float, float]:
    """The interquartile mean of all values, and its percentile bootstrap interval, each stratum resampled."""
    from scipy.stats import bootstrap, trim_mean  # noqa: PLC0415  an extra

    mean: Callable[..., Any] = lambda *samples, axis=-1: trim_mean(  # noqa: E731
        np.concatenate(samples, axis=axis), QUARTER, axis=axis
    )
    middle = float(mean(*strata))
    if max(len(stratum) for stratum in strata) == 1 or len({float(v) for s in strata for v in s}) == 1:
        return middle, middle, middle
    filled = [np.repeat(stratum, 2) if len(stratum) == 1 else stratum for stratum in strata]
    found = bootstrap(
        filled,
        mean,
        n_resamples=RESAMPLES,
        method="percentile",
        rng=np.random.default_rng(0),
        vectorized=True,
    ).confidence_interval
    return middle, float(found.low), float(found.high)


def write_summary(lines: Sequence[Line], path: Path) -> None:
    """One line a measure."""
    with replacing(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        names = [field.name for field in fields(Line)]
        writer.writerow(names)
        writer.writerows([getattr(line, name) for name in names] for line in lines)


def summary_table(lines: Sequence[Line]) -> str:
    """The summary for people: a row a learner, level and setting."""
    rows: dict[tuple[str, str, str], list[str]] = {}
    for line in lines:
        head = [line.level, line.learner, line.settings, f"{line.runs:,}", f"{100 * line.converged:.0f} %"]
        row = rows.setdefault((line.level, line.learner, line.settings), head)
        row.append(f"{line.mean:,.4g} [{line.low:,.4g}, {line.high:,.4g}]")
    head = ["level", "learner", "settings", "runs", "converged", *MEASURES]
    return table([head, *rows.values()])

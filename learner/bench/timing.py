"""Ratios in one run: contestants take turns, round after round, and each round gives a ratio of its own.

A machine that slows down for a while slows down both sides of a round; the median forgets the rounds where it
hit one of them. Times are of the thread, so that other programs disturb less.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Literal

from levels.files.bundled import how_to_add

Progress = Callable[..., object]
"""Called with `completed`, `total` and `description`, as rich's bars take them."""
Unit = Literal["s", "/s"]
"""Seconds for one of something, or how many of it in a second."""
PREFIXES = {1e9: "G", 1e6: "M", 1e3: "k", 1.0: "", 1e-3: "m", 1e-6: "µ", 1e-9: "n"}


@dataclass(frozen=True)
class Measurement:
    """One line of a benchmark.

    Attributes:
        case: what is measured, and on what.
        rival: the other entry.
        unit: of both figures.
        ours, theirs: medians over the rounds.
        ratio: how many times faster ours is: median over the rounds of each round's ratio.
        rounds: how many there were.
    """

    case: str
    rival: str
    unit: Unit
    ours: float
    theirs: float
    ratio: float
    rounds: int

    def to_json(self) -> dict[str, object]:
        """The attributes, figures to four digits."""
        figures = {name: float(f"{getattr(self, name):.4g}") for name in ("ours", "theirs", "ratio")}
        return vars(self) | figures

    def cells(self) -> tuple[str, ...]:
        """The attributes as people read them."""
        return (
            self.case,
            self.rival,
            quantity(self.ours, self.unit),
            quantity(self.theirs, self.unit),
            f"{float(f'{self.ratio:.3g}'):,.12g}",
            str(self.rounds),
        )


@dataclass(frozen=True)
class Findings:
    """The result of a benchmark.

    Attributes:
        comparisons: its lines.
        left_out: what was not measured and which packages that takes: sentences, mostly none.
    """

    comparisons: tuple[Measurement, ...]
    left_out: tuple[str, ...] = ()


def alternate(
    contestants: Mapping[str, tuple[Callable[[int], float], int]],
    done: Callable[[], object],
) -> dict[str, list[float]]:
    """Measure the contestants in turn, round after round.

    Args:
        contestants: for each a function that takes the number of the round, from 0, and gives a figure, and
            the number of rounds it takes part in; a contestant with fewer leaves early.
        done: called after each measurement.

    Returns:
        The figures of each, by round.
    """
    figures: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(max(rounds for _, rounds in contestants.values())):
        for name, (measure, rounds) in contestants.items():
            if number < rounds:
                figures[name].append(measure(number))
                done()
    return figures


def compare(case: str, unit: Unit, ours: str, figures: Mapping[str, list[float]]) -> list[Measurement]:
    """Compare one contestant with each of the others, over the rounds in which both were measured."""
    found = []
    for rival, theirs in figures.items():
        if rival == ours:
            continue
        mine = figures[ours][: len(theirs)]
        ratios = [b / a if unit == "s" else a / b for a, b in zip(mine, theirs, strict=True)]
        found.append(
            Measurement(case, rival, unit, median(mine), median(theirs), median(ratios), len(ratios))
        )
    return found


def missing(part: str, package: str) -> str:
    """Give the sentence that says what is skipped because a package is missing, and how to add it."""
    return f"{part} was skipped, because {package} is not installed: {how_to_add('scikit-learn gymnasium')}."


def seconds(work: Callable[[], object]) -> float:
    """Give the time that some work takes this thread [s]."""
    begun = time.thread_time()
    work()
    return max(time.thread_time() - begun, 1e-9)  # a coarse clock may not have moved


def quantity(value: float, unit: str) -> str:
    """Give three digits with a prefix of the unit, as in “1.53 ns” or “64.2 M/s”."""
    value = float(f"{value:.3g}")
    factor = next((factor for factor in PREFIXES if value >= factor), 1e-9)
    return f"{value / factor:.3g} {PREFIXES[factor]}{unit}"

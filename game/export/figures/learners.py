"""The chart of the study “baselines”: what each learner's mistakes cost, and what it has learned by then."""

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from game.export.figures.chart import chart
from game.ui.theme import hex_of, scale_color
from learner.studies.baselines import BaselineRun

SIZE = (8.4, 4.6)
"""Width and height of the figure [inch]."""
MARKERS = "osXD^v>"
"""A shape for each learner, so that none is known by colour alone."""
LARGEST_COLOR = 0.9
"""Where on the colour scale the last learner is."""
SPREAD = 0.12
"""Distance of two learners on one level, in distances of two levels."""


def draw_baselines(runs: Sequence[BaselineRun], path: Path) -> None:
    """Draws the failed episodes per run and the share of runs with a shortest path, and saves them as a PNG.

    Levels are lines from top to bottom; a mark is the mean of a learner's runs on one of them.

    Raises:
        FiguresError: matplotlib is not installed.
        UnwritableError: the file cannot be written.
    """
    levels = list(dict.fromkeys(run.level for run in runs))
    learners = list(dict.fromkeys(run.learner for run in runs))
    with chart(path, SIZE, columns=2) as (figure, ((failed, right),)):
        for k, learner in enumerate(learners):
            own = [[run for run in runs if (run.level, run.learner) == (level, learner)] for level in levels]
            at = [place + SPREAD * (k - (len(learners) - 1) / 2) for place in range(len(levels))]
            style = {"zorder": 3, "color": hex_of(scale_color(LARGEST_COLOR * k / max(1, len(learners) - 1)))}
            failures = [fmean(run.crashes + run.dead_ends for run in of_level) for of_level in own]
            shortest = [100.0 * fmean(run.cost == run.shortest for run in of_level) for of_level in own]
            failed.plot(failures, at, MARKERS[k], label=learner, **style)
            right.plot(shortest, at, MARKERS[k], **style)
        failed.set_xscale("symlog", linthresh=1)
        failed.set_xlim(-0.4, None)
        failed.set_xlabel("episodes that end in a crash or a dead end, a run")
        right.set_xlim(-4, 104)
        right.set_xlabel("runs whose greedy path is a shortest one [%]")
        failed.set_yticks(range(len(levels)), levels)
        failed.set_ylim(len(levels) - 0.5, -0.5)
        figure.legend(loc="outside upper center", ncols=len(learners))

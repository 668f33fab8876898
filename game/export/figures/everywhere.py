"""The chart of the study “everywhere”: the share of states with a shortest greedy path, over episodes."""

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from game.export.figures.chart import chart
from game.export.figures.page import GREY
from game.ui.theme import hex_of, scale_color
from learner.studies.everywhere import EverywhereRun

SIZE = (8.4, 3.6)
"""Width and height of the figure [inch]."""


def draw_everywhere(runs: Sequence[EverywhereRun], path: Path) -> None:
    """Draws a panel for the grids and one for the other levels, and saves them as a PNG.

    A line is the median of all runs of a level; a run that has converged keeps its last share. A dot marks
    the median of the converged episodes.

    Raises:
        FiguresError: matplotlib is not installed.
        UnwritableError: the file cannot be written.
    """
    grids = [run for run in runs if run.level.startswith("grid")]
    others = [run for run in runs if not run.level.startswith("grid")]
    with chart(path, SIZE, columns=2) as (figure, (panels,)):
        for axes, shown in zip(panels, (grids, others), strict=True):
            levels = list(dict.fromkeys(run.level for run in shown))
            for k, level in enumerate(levels):
                color = hex_of(scale_color(0.86 * k / max(1, len(levels) - 1)))
                _draw_level(axes, [run for run in shown if run.level == level], color)
            axes.set_xscale("log")
            axes.set_xlim(1, None)
            axes.set_ylim(0, 104)
            axes.set_xlabel("episode")
            if levels:
                axes.legend(loc="upper left", fontsize=7.5)
        panels[0].set_ylabel("states with a shortest greedy path [%]")
        panels[0].plot([], [], "o", color=GREY, label="converged")
        figure.legend(
            *([entry[-1]] for entry in panels[0].get_legend_handles_labels()), loc="outside upper center"
        )


def _draw_level(axes: Any, runs: Sequence[EverywhereRun], color: str) -> None:
    at = [episodes for episodes, _ in max((run.shares for run in runs), key=len)]
    shares = [[share for _, share in run.shares] for run in runs]
    rows = zip_longest(*shares)
    known = [
        [own[-1] if share is None else share for share, own in zip(row, shares, strict=True)] for row in rows
    ]
    axes.plot(at, 100.0 * np.median(known, axis=1), color=color, label=runs[0].level)
    converged = [run.converged for run in runs if run.converged is not None]
    if converged:
        axes.plot(np.median(converged), 100.0, "o", color=color, clip_on=False, zorder=5)

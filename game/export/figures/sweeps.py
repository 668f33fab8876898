"""The charts of a sweep: the summary with its intervals, and learning curves."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from game.export.figures.chart import chart
from game.ui.theme import hex_of, scale_color
from learner.sweeps.run import Result
from learner.sweeps.summary import ALL_LEVELS, Line

SHOWN = ("episodes", "violations", "optimal_states")
TITLES = {"episodes": "episodes", "violations": "crashes", "optimal_states": "share of optimal states"}
PANEL = 3.0
"""Width of a panel [inch]."""
ROW = 0.28
"""Height of a line of the summary [inch]."""


def draw_summary(lines: Sequence[Line], paths: Sequence[Path]) -> None:
    """A panel a measure: a dot for each interquartile mean, a bar for its interval; PNGs or SVGs."""
    told = [line for line in lines if line.measure in SHOWN]
    names = list(dict.fromkeys(_name(line) for line in told))
    size = (PANEL * len(SHOWN) + 2.0, 1.2 + ROW * len(names))
    with chart(paths, size, columns=len(SHOWN)) as (_, (axes,)):
        for panel, measure in zip(axes, SHOWN, strict=True):
            for line in told:
                if line.measure == measure:
                    row = names.index(_name(line))
                    panel.plot([line.low, line.high], [row, row], color="#2f6fb3", linewidth=3, alpha=0.5)
                    panel.plot(line.mean, row, "o", color="#2f6fb3")
            panel.set_title(TITLES[measure])
            panel.set_yticks(range(len(names)), names)
            panel.xaxis.set_major_formatter("{x:,.6g}")
            panel.locator_params(axis="x", nbins=4)
        axes[0].invert_yaxis()


def draw_curves(results: Sequence[Result], paths: Sequence[Path]) -> None:
    """A panel a level: the median of crashes so far against episodes, a line for each learner."""
    levels = list(dict.fromkeys(result.row["level"] for result in results))
    learners = list(dict.fromkeys(result.row["learner"] for result in results))
    with chart(paths, (PANEL * len(levels) + 1.5, 3.4), columns=len(levels)) as (figure, (axes,)):
        for panel, level in zip(axes, levels, strict=True):
            for number, learner in enumerate(learners):
                curves = [
                    np.array(result.curve)
                    for result in results
                    if (result.row["level"], result.row["learner"]) == (level, learner)
                ]
                at = np.unique(np.concatenate([curve[:, 0] for curve in curves]))
                violations = [np.interp(at, curve[:, 0], curve[:, 2]) for curve in curves]
                color = hex_of(scale_color(0.86 * number / max(1, len(learners) - 1)))
                panel.plot(at, np.median(violations, axis=0), color=color, label=learner)
            panel.set_title(level)
            panel.set_xlabel("episode")
            panel.xaxis.set_major_formatter("{x:,.0f}")
            panel.yaxis.set_major_formatter("{x:,.0f}")
            panel.locator_params(axis="x", nbins=5)
        axes[0].set_ylabel("episodes that failed")
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=4)


def _name(line: Line) -> str:
    level = "" if line.level == ALL_LEVELS else f" · {line.level}"
    return f"{line.learner}{level}{f' · {line.settings}' if line.settings else ''}"

"""The charts of a sweep: the summary with its intervals, and learning curves."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.export.figures.chart import chart
from game.export.figures.page import GREY
from game.ui.theme import hex_of, scale_color
from learner.sweeps.run import Result
from learner.sweeps.summary import ALL_LEVELS, Line, settings_of

SHOWN = ("episodes", "violations", "optimal_states")
TITLES = {"episodes": "episodes", "violations": "crashes", "optimal_states": "share of optimal states"}
PANEL = 3.0
"""Width of a panel [inch]."""
ROW = 0.28
"""Height of a line of the summary [inch]."""
HEIGHT = 5.0
"""Height of the curves [inch]."""
LEAST_WIDTH = 6.4
"""Width that the curves' legend needs [inch]."""
DASHES: tuple[Any, ...] = (
    "-",
    (0, (5, 2)),
    (0, (1, 1.2)),
    (0, (6, 2, 1, 2)),
    (0, (9, 2)),
    (0, (3, 1, 1, 1, 1, 1)),
    (0, (2, 1)),
)
"""A dash for each line, so that none is known by colour alone and what lies under another shows."""
MARKERS = "osD^vXP*"
MARKED_EVERY = 6
"""Points of a curve from one mark to the next."""
LAST_COLOR = 0.86
"""Where on the colour scale the last line is."""


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
    """A column a level: medians of failures so far, and below them of the greedy path's steps, by episodes.

    Each combination of learner and settings has its own line. Colours and dashes are the learners', and marks
    the settings'; where there is one learner, its settings have the colours. A path has a length where it
    arrives in more than half of the runs.
    """
    told = settings_of([result.row for result in results])
    groups: dict[tuple[str, str, str], list[NDArray[np.int64]]] = {}
    for result, settings in zip(results, told, strict=True):
        key = result.row["level"], result.row["learner"], settings
        groups.setdefault(key, []).append(np.array(result.curve))
    levels, learners, varied = (list(dict.fromkeys(names)) for names in zip(*groups, strict=True))
    lines = learners if len(learners) > 1 else varied
    styles = {name: _style(number, len(lines)) for number, name in enumerate(lines)}
    medians = {key: _medians(curves) for key, curves in groups.items()}
    episodes, failed, lengths = (np.concatenate(values) for values in zip(*medians.values(), strict=True))
    lengths = lengths[np.isfinite(lengths)]
    marked = len(learners) > 1 and len(varied) > 1
    size = max(LEAST_WIDTH, PANEL * len(levels) + 1.5), HEIGHT
    with chart(paths, size, rows=2, columns=len(levels)) as (figure, axes):
        for (level, learner, settings), (at, failures, steps) in medians.items():
            style = dict(styles[learner if len(learners) > 1 else settings])
            if marked:
                number = varied.index(settings)
                style |= {"marker": MARKERS[number % len(MARKERS)], "markevery": (number, MARKED_EVERY)}
            above, below = axes[:, levels.index(level)]
            above.plot(at, failures, **style)
            below.plot(at, steps, **style)
            below.plot(at, steps, ".", color=style["color"], markersize=3)  # one between gaps has no line
        for level, (above, below) in zip(levels, axes.T, strict=True):
            above.set_title(level)
            above.set_xscale("log")
            above.set_yscale("symlog", linthresh=1)
            below.set_yscale("log", subs=(2, 3, 5))
            below.set_xlim(0.8, 1.3 * episodes.max(initial=10))
            below.set_xlabel("episode")
            below.xaxis.set_major_formatter("{x:,.0f}")
            below.xaxis.set_minor_formatter("")
        axes[0, 0].set_ylim(-0.4, 2.0 * failed.max(initial=1.0))
        axes[0, 0].yaxis.set_major_formatter("{x:,.0f}")
        axes[0, 0].set_ylabel("failed episodes, median")
        if lengths.size:
            axes[1, 0].set_ylim(lengths.min() / 1.3, 1.3 * lengths.max())
        else:
            axes[1, 0].set_ylim(1, 100)
        axes[1, 0].yaxis.set_major_formatter("{x:,.0f}")
        axes[1, 0].yaxis.set_minor_formatter("{x:,.0f}")
        axes[1, 0].set_ylabel("greedy path, median [steps]")
        for name in lines:
            axes[0, 0].plot([], [], label=name or learners[0], **styles[name])
        if marked:
            for number, settings in enumerate(varied):
                axes[0, 0].plot([], [], MARKERS[number % len(MARKERS)], color=GREY, label=settings)
        figure.legend(loc="outside upper center", ncols=4)


def _style(number: int, count: int) -> dict[str, Any]:
    """How the line of that number is drawn: the first is the widest, so that it shows under the others."""
    share = number / max(1, count - 1)
    color = hex_of(scale_color(LAST_COLOR * share))
    return {"color": color, "linestyle": DASHES[number % len(DASHES)], "linewidth": 2.4 - 1.2 * share}


def _medians(
    curves: Sequence[NDArray[np.int64]],
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Episodes from the first on, and the medians by then of failures and of greedy steps, NaN for no path.

    A run that is over keeps its last values.
    """
    at = max((curve[:, 0] for curve in curves), key=lambda episodes: int(episodes[-1]))
    at = at[at > 0]
    known = np.stack([curve[np.searchsorted(curve[:, 0], at, side="right") - 1] for curve in curves])
    steps = np.median(np.where(known[..., 3] < 0, np.inf, known[..., 3]), axis=0)
    return at, np.median(known[..., 2], axis=0), np.where(np.isinf(steps), np.nan, steps)


def _name(line: Line) -> str:
    level = "" if line.level == ALL_LEVELS else f" · {line.level}"
    return f"{line.learner}{level}{f' · {line.settings}' if line.settings else ''}"

"""Convergence trends: the total |ΔQ| of an episode against the number of episodes, on a logarithmic axis."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.export.figures.chart import SINGLE, chart
from game.export.figures.page import GREY
from game.export.figures.runs import Trend
from game.ui.theme import UNSAFE, hex_of, scale_color

WIDTHS = {1: 5.2, 2: 8.4}
"""Width of a figure by its number of panels [inch]."""
HEIGHT = 3.6
WINDOWS = 75
"""Points of a line at most."""


def draw_trends(panels: Sequence[Sequence[Trend]], path: Path) -> None:
    """Draws a panel for each group of trends, side by side, and saves them as a PNG.

    A line is the median of Σ|ΔQ| over all seeds in a window of episodes, its band reaches from the least to
    the greatest. The dashed line is the threshold; a dot on it marks the median of the converged episodes.

    Raises:
        FiguresError: matplotlib is not installed.
    """
    with chart(path, (WIDTHS[len(panels)], HEIGHT), columns=len(panels)) as (figure, (axes,)):
        for panel, trends in zip(axes, panels, strict=True):
            _draw_panel(panel, trends)
        axes[0].set_ylabel("total |ΔQ| of an episode")
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=4)


def windows(changes: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """Thins out runs to at most WINDOWS points, each of a window of neighbouring episodes.

    Args:
        changes: (n_seeds, n_episodes) float64.

    Returns:
        Four arrays (n_windows,) float64: the middle episode of each window, counted from 1; the median, the
        least and the greatest Σ|ΔQ| of all episodes of all runs in it.
    """
    n_episodes = changes.shape[1]
    edges = np.unique(np.linspace(0, n_episodes, WINDOWS + 1).round().astype(int))
    middles = (edges[:-1] + edges[1:] + 1) / 2
    pieces = [changes[:, first:end] for first, end in pairwise(edges)]
    median, least, most = np.array([(np.median(piece), piece.min(), piece.max()) for piece in pieces]).T
    return middles, median, least, most


def _draw_panel(axes: Any, trends: Sequence[Trend]) -> None:
    (threshold,) = {trend.threshold for trend in trends}
    alone = len(trends) == 1
    for k, trend in enumerate(trends):
        color = SINGLE if alone else hex_of(scale_color(0.86 * k / (len(trends) - 1)))
        at, median, least, most = windows(trend.changes)
        band = axes.fill_between(at, least, most, color=color, alpha=0.18 if alone else 0.1, linewidth=0)
        axes.plot(at, median, color=color, label="median" if alone else trend.title)
        axes.plot(np.median(trend.converged), threshold, "o", color=color, clip_on=False, zorder=5)
        if alone:
            band.set_label("range")
            axes.set_title(trend.title)
    axes.axhline(
        threshold, color=UNSAFE, linestyle=(0, (5, 3)), linewidth=1.2, label=f"threshold {threshold:g}"
    )
    axes.plot([], [], "o", color=GREY, label="converged")
    axes.set_yscale("log")
    axes.set_xlim(0, 1.02 * max(trend.changes.shape[1] for trend in trends))
    axes.set_xlabel("episode")
    axes.xaxis.set_major_formatter("{x:,.0f}")

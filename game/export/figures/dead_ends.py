"""The chart of the dead-end study: how likely a random episode meets one, level by level."""

from pathlib import Path

import numpy as np

from game.export.figures.chart import chart
from game.export.figures.page import GREY
from game.ui.theme import hex_of, scale_color
from levels.random.dead_ends import ACTIONS, Study

SIZE = (5.2, 3.6)
"""Width and height of the figure [inch]."""


def draw_dead_ends(study: Study, path: Path) -> None:
    """Draws a line for four moves and one with wait, and saves them as a PNG.

    A line goes through the solvable levels, those with the smallest chance first. A dot marks its median.

    Raises:
        FiguresError: matplotlib is not installed.
        UnwritableError: the file cannot be written.
    """
    with chart(path, SIZE) as (figure, ((axes,),)):
        for wait, name in ACTIONS.items():
            chances = sorted(one.chance for one in study.levels if one.wait == wait and one.solvable)
            color = hex_of(scale_color(0.62 if wait else 0.2))
            share = 100.0 * np.arange(1, len(chances) + 1) / len(chances)
            axes.plot(share, 100.0 * np.array(chances), color=color, label=name)
            axes.plot(50.0, 100.0 * np.median(chances), "o", color=color, zorder=5)
        axes.plot([], [], "o", color=GREY, label="median")
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 100)
        axes.set_xlabel("share of the solvable levels [%]")
        axes.set_ylabel("chance to meet a dead end [%]")
        figure.legend(loc="outside upper center", ncols=3)

"""The chart of the SVM study: what a finite kernel width costs, on a logarithmic axis of η."""

from collections.abc import Sequence
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from game.export.figures.chart import chart
from game.export.figures.page import GREY
from game.ui.theme import hex_of, scale_color
from learner.studies.svm_study import BOXES, GRID, Box, StudyRow, WidthRow
from learner.studies.svm_tables import box_name, width_name

SIZE = (8.4, 4.9)
"""Width and height of the figure [inch]."""
SHARES = {"mislabelled": "mislabelled [% of N]", "not_allowed": "not allowed [% of N]"}
"""What each row of panels shows: a field of StudyRow, and the words on the axis."""
TICKS = (1 / 64, 1 / 16, 1 / 4, 1, 4)
ENDS = (0.0, 0.86), (0.4, 0.86)
"""Where on their colour scales grids and other levels begin and end."""


def draw_widths(shares: Sequence[StudyRow], widths: Sequence[WidthRow], path: Path) -> None:
    """Draws a column of panels for each box, a line for each level, and saves them as a PNG.

    Above is the share of mislabelled states, below that of choices that are not allowed. A dot on the axis
    marks the smallest width that copies all labels. Grids go from dark to light as N grows, and so do the
    other levels on a scale of their own.

    Raises:
        FiguresError: matplotlib is not installed.
        UnwritableError: the file cannot be written.
    """
    colors = _colors(widths)
    with chart(path, SIZE, rows=len(SHARES), columns=len(BOXES)) as (figure, panels):
        for (above, below), box in zip(panels.T, BOXES, strict=True):
            for level, color in colors.items():
                rows = [row for row in shares if (row.level, row.box) == (level, box)]
                at = [row.kernel_width for row in rows]
                for axes, field in ((above, "mislabelled"), (below, "not_allowed")):
                    axes.plot(at, [100.0 * getattr(row, field) for row in rows], color=color, label=level)
            for row in widths:
                if row.box == box and row.smallest_width is not None:
                    above.plot(row.smallest_width, 0.0, "o", color=colors[row.level], clip_on=False, zorder=5)
            _finish_column(above, below, box)
        for axes, words in zip(panels[:, 0], SHARES.values(), strict=True):
            axes.set_ylabel(words)
            axes.set_ylim(0, None)
        _draw_legend(figure, panels[0, 0])


def _colors(widths: Sequence[WidthRow]) -> dict[str, str]:
    """A colour for each level, grids first, both kinds by their number of states."""
    sizes = {row.level: row.n_states for row in widths}
    levels = sorted(sizes, key=lambda level: sizes[level])
    colors = {}
    kinds = [level for level in levels if _is_grid(level)], [level for level in levels if not _is_grid(level)]
    for kind, (first, last), palette in zip(kinds, ENDS, ("viridis", "contrast"), strict=True):
        for k, level in enumerate(kind):
            share = k / max(1, len(kind) - 1)
            colors[level] = hex_of(scale_color(first + (last - first) * share, palette))
    return colors


def _is_grid(level: str) -> bool:
    return level.startswith("grid")


def _finish_column(above: Any, below: Any, box: Box) -> None:
    above.set_title(box_name(box).replace("U_b", "$U_b$"))
    below.set_xlabel("kernel width η")
    below.set_xscale("log", base=2)
    below.set_xlim(GRID[0], TICKS[-1])
    below.set_xticks(TICKS, [width_name(width) for width in TICKS])


def _draw_legend(figure: Any, axes: Any) -> None:
    """Grids in the first line, other levels and the dot in the second: matplotlib goes down columns."""
    axes.plot([], [], "o", color=GREY, label="copies all labels")
    lines, names = axes.get_legend_handles_labels()
    entries = list(zip(lines, names, strict=True))
    grids = [entry for entry in entries if _is_grid(entry[1])]
    others = [entry for entry in entries if not _is_grid(entry[1])]
    mixed = [entry for entry in chain.from_iterable(zip_longest(grids, others)) if entry]
    figure.legend(*zip(*mixed, strict=True), loc="outside upper center", ncols=len(grids))

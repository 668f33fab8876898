"""The study of finite kernel widths in tables, as in `docs/svm.md`."""

from collections.abc import Sequence

from learner.studies.svm_study import BOXES, WIDTHS, Box, StudyRow, WidthRow
from levels.markdown import table

UNSOLVED = "¹"
"""Marks a figure of a solver that stopped at its limit of iterations."""


def box_name(box: Box) -> str:
    """Give the route's name: the closed form's multipliers, or the numeric route's U_b."""
    return "limit's α" if box is None else f"U_b = {box:,.0f}"


def width_name(kernel_width: float) -> str:
    """Give a power of two as people write it: 4, 1/16."""
    return f"{kernel_width:.0f}" if kernel_width >= 1.0 else f"1/{1.0 / kernel_width:.0f}"


def widths_table(widths: Sequence[WidthRow]) -> str:
    """Give the smallest width that copies all labels, a line a level and a column a box, in Markdown."""
    levels = {row.level: row.n_states for row in widths}
    found = {(row.level, row.box): row for row in widths}
    heading = ["level", "N", *map(box_name, BOXES)]
    return table(
        [heading]
        + [
            [f"`{level}`", f"{n_states:,}", *(_smallest(found[level, box]) for box in BOXES)]
            for level, n_states in levels.items()
        ]
    )


def shares_table(shares: Sequence[StudyRow], box: Box) -> str:
    """Give the two shares of each level at each width, in per cent, for one box in Markdown."""
    found = {(row.level, row.kernel_width): row for row in shares if row.box == box}
    levels = dict.fromkeys(level for level, _ in found)
    return table(
        [["level", *(f"η = {width_name(width)}" for width in WIDTHS)]]
        + [[f"`{level}`", *(_shares(found[level, width]) for width in WIDTHS)] for level in levels]
    )


def tables(shares: Sequence[StudyRow], widths: Sequence[WidthRow]) -> str:
    """Give the whole study as text or Markdown: what copies, what does not, the effect of the mask."""
    parts = ["Smallest η that copies all labels:", widths_table(widths)]
    for box in BOXES:
        parts += [f"{box_name(box)}: % of N mislabelled / not allowed:", shares_table(shares, box)]
    overruled = sum(row.overruled for row in shares)
    unsafe = sum(row.unsafe_after_mask for row in shares)
    parts += [f"{UNSOLVED} The solver stopped at its limit of iterations."]
    parts += [f"The mask overruled the SVM in {overruled:,} states, over {len(shares)} fits."]
    parts += [f"{unsafe} of the masked choices crash or leave the viability kernel."]
    return "\n\n".join(parts)


def _smallest(row: WidthRow) -> str:
    if row.smallest_width is None:
        return "none"
    return f"{'' if row.exact else '≤ '}{row.smallest_width:.3f}"


def _shares(row: StudyRow) -> str:
    shares = f"{100 * row.mislabelled:.1f} / {100 * row.not_allowed:.1f}"
    return shares if row.converged else f"{shares} {UNSOLVED}"

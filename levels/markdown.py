"""Tables that read well in a terminal and are Markdown as they stand, for a page in `docs`."""

from collections.abc import Sequence


def table(rows: Sequence[Sequence[str]]) -> str:
    """Give rows of equally many cells, the heading first, as a table whose columns are as wide as need be.

    The first column stands on the left, all others on the right.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    lines = []
    for first, *others in (rows[0], rule, *rows[1:]):
        cells = [first.ljust(widths[0]), *map(str.rjust, others, widths[1:])]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)

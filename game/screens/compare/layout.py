"""The layout of the compare screen. No pygame.

Lengths in the constants are units; a unit is `scale` pixels. Boxes are in pixels.
"""

from collections.abc import Callable
from dataclasses import dataclass

from game.ui.layout import EDGE, GAP, STATUS, TOOLBAR, Box

HEADLINE_CARD, FIGURES_CARD, TREND_LEAST = 108, 52, 108
"""Heights of the cards: headline, figures, and the chart's least [units]."""
HEADLINE_SMALL, BOARD_LEAST = 74, 90
"""Height of the headline, without its rule, where boards would be lower than the least otherwise [units]."""
BOARD_SHARE = 0.8
"""The chart may make boards smaller, but not below this share of what they could be."""
TITLE_LEAST = 300
"""Width that the title keeps next to the tools [units]."""
_TOOLS = (
    ("help", 36),
    ("speaker", 36),
    ("record", 36),
    ("unlimited", 36),
    ("training", 104),
    ("exploring", 106),
    ("speed", 180),
    ("step", 36),
    ("play", 42),
)
"""The tools at the right end of the toolbar, the outermost first, and their widths [units]."""


@dataclass(frozen=True)
class CompareColumn:
    """Boxes of one of the three: its headline, its board, its figures; None where they find no room."""

    head: Box
    board: Box
    figures: Box | None


@dataclass(frozen=True)
class CompareLayout:
    """Boxes of the compare screen; `chart` is None where there is no room for one."""

    toolbar: Box
    tools: dict[str, Box]
    columns: tuple[CompareColumn, CompareColumn, CompareColumn]
    chart: Box | None
    status: Box


def compare_layout(width: int, height: int, scale: float, aspect: float) -> CompareLayout:
    """The compare screen in a window of `width` × `height` [px].

    The three are side by side, or one below the other in a window that is taller than wide. `aspect` is
    the width of the board's picture by its height. The chart gets what boards leave, and a little of theirs.
    """

    def px(units: float) -> int:
        return round(units * scale)

    toolbar, status = Box(0, 0, width, px(TOOLBAR)), Box(0, height - px(STATUS), width, px(STATUS))
    x, top, bottom = px(EDGE), toolbar.bottom + px(EDGE), status.y
    whole, gap, least = width - 2 * px(EDGE), px(GAP), px(TREND_LEAST)
    chart = None
    if width >= height:
        column = (whole - 2 * gap) // 3
        head, figures = _cards(bottom - top - px(BOARD_LEAST) - gap, px)
        room = max(bottom - top - head - gap - (figures + gap if figures else 0), 1)
        wanted = min(round(column / aspect), room)
        board = min(wanted, room - gap - least)
        if board >= BOARD_SHARE * wanted:
            y = top + head + board + 2 * gap + (figures + gap if figures else 0)
            chart = Box(x, y, whole, bottom - y)
        else:
            board = room
        boxes = []
        for place in (x, x + column + gap, x + 2 * (column + gap)):
            under = top + head + gap
            foot = under + board + gap
            boxes.append(
                CompareColumn(
                    Box(place, top, column, head),
                    Box(place, under, column, board),
                    Box(place, foot, column, figures) if figures else None,
                )
            )
    else:
        row = (bottom - top - least - 3 * gap) // 3
        if row >= px(HEADLINE_SMALL):
            chart = Box(x, bottom - least, whole, least)
        else:
            row = max((bottom - top - 2 * gap) // 3, 1)
        head, figures = _cards(row, px)
        left = min(round(row * aspect), whole // 2)
        right, beside = x + left + gap, max(whole - left - gap, 1)
        boxes = [
            CompareColumn(
                Box(right, y, beside, head),
                Box(x, y, left, row),
                Box(right, y + head + gap, beside, figures) if figures else None,
            )
            for y in (top + k * (row + gap) for k in range(3))
        ]
    return CompareLayout(toolbar, _tools(toolbar, px), (boxes[0], boxes[1], boxes[2]), chart, status)


def _cards(room: int, px: Callable[[float], int]) -> tuple[int, int]:
    """Heights of headline and figures in so much height, figures 0 if they are left out [px]."""
    head, figures = px(HEADLINE_CARD), px(FIGURES_CARD)
    if room >= head + px(GAP) + figures:
        return head, figures
    return (head if room >= head else px(HEADLINE_SMALL)), 0


def _tools(toolbar: Box, px: Callable[[float], int]) -> dict[str, Box]:
    """The back button at the left end, all else at the right, as far as it fits next to the title."""
    back = Box(px(EDGE), (toolbar.height - px(36)) // 2, px(36), px(36))
    boxes, right = {"back": back}, toolbar.width - px(EDGE)
    for name, units in _TOOLS:
        if name != "play" and right - px(units) < back.right + px(TITLE_LEAST):
            continue
        right -= px(units)
        boxes[name] = Box(right, (toolbar.height - px(36)) // 2, px(units), px(36))
        right -= px(10)
    return boxes

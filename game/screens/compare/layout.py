"""The compare screen's rows and columns. No pygame.

Lengths in the constants are units; a unit is `scale` pixels. Boxes are in pixels.
"""

from dataclasses import dataclass

from game.ui.boxes import Box, Column, Layout, Part, Row, lay_out
from game.ui.layout import EDGE, FOLDED, GAP, PageLayout, Pixels, frame_of, page

HEADLINE_CARD, FIGURES_CARD, TREND_LEAST = 108, 52, 108
"""Heights of the cards: headline, figures, and the chart's least [units]."""
HEADLINE_SMALL, BOARD_LEAST = 74, 60
"""Height of the headline without its rule, and least height of a board [units]."""
BOARD_SHARE, BESIDE_OPENED = 0.8, 0.5
"""The chart may make boards smaller, but not below this share of what they could be; the latter if opened."""
TITLE_LEAST = 200
"""Width that the title keeps next to the tools [units]."""
NAMED = 54
"""Width from which a tool has its name below it."""
_TOOLS = (
    ("play", 42, 42, 36, 16),
    ("step", 36, 36, 36, 10),
    ("speed", 108, 180, 36, 10),
    ("exploring", 106, 106, 36, 10),
    ("training", 36, 104, 36, 10),
    ("unlimited", 36, 36, 36, 10),
    *((name, 36, NAMED, 48, 4) for name in ("record", "speaker", "help")),
)
"""The tools right of the title: name, least and preferred width, height, and the space before it [units]."""
_GIVES_WAY = ("speed", "record", "help", "unlimited", "speaker", "training", "title", "exploring", "step")
"""What a very narrow window leaves to its keys, and in which order."""


@dataclass(frozen=True)
class CompareColumn:
    """Boxes of one of the three: its headline, its board, its figures; None where they find no room."""

    head: Box
    board: Box
    figures: Box | None


@dataclass(frozen=True, kw_only=True)
class CompareLayout(PageLayout):
    """Boxes of the compare screen; it has no panel.

    Attributes:
        columns: of the three.
        chart: of the chart, or of the heading that stands for it.
        folded: whether that is so.
    """

    columns: tuple[CompareColumn, CompareColumn, CompareColumn]
    chart: Box
    folded: bool


def compare_layout(
    width: int, height: int, scale: float, aspect: float, *, opened: bool = False
) -> CompareLayout:
    """The compare screen in a window of `width` × `height` [px].

    The three are side by side, or one below the other in a window that is taller than wide. `aspect` is
    the width of the board's picture by its height. The chart gets what boards leave, and a little of theirs;
    it folds where that is not enough, unless it was `opened`.
    """

    def px(units: float) -> int:
        return round(units * scale)

    gap, sides = px(GAP), width - 2 * px(EDGE)
    frame = lay_out(page(px, Row((Part("inner", 1, grow=1),), pad=px(EDGE))), Box(0, 0, width, height))
    room = frame.boxes["inner"].height if "inner" in frame.boxes else 1
    share = BESIDE_OPENED if opened else BOARD_SHARE
    if width >= height:
        around = px(HEADLINE_CARD) + px(FIGURES_CARD) + 2 * gap
        wanted = max(min(round((sides - 2 * gap) // 3 / aspect), room - around), px(BOARD_LEAST))
        parts = tuple(Part(f"{k}", 1, grow=1, inside=_column(px, k)) for k in range(3))
        three: Row | Column = Row(parts, gap=gap)
        whole = around + wanted
        least = around + round(share * wanted)
    else:
        row = (room - px(TREND_LEAST) - 3 * gap) // 3
        left = min(round(row * aspect), sides // 2)
        parts = tuple(Part(f"{k}", 1, grow=1, inside=_row(px, k, left)) for k in range(3))
        three, whole = Column(parts, gap=gap), 0
        least = 3 * px(HEADLINE_SMALL) + 2 * gap
    least = min(least, max(room - px(FOLDED) - gap, 1))
    limit = whole if least + gap + px(TREND_LEAST) <= room else 0
    inner = Column(
        (
            Part("three", least, grow=1, most=limit, inside=three),
            Part("chart", px(TREND_LEAST), grow=float(limit > 0), folded=px(FOLDED)),
        ),
        gap=gap,
    )
    middle = Row((Part("inner", 1, grow=1, inside=inner),), pad=px(EDGE))
    layout = lay_out(page(px, middle, _toolbar(px)), Box(0, 0, width, height), "chart" if opened else "")
    boxes, names = layout.boxes, {"back", "title", *(name for name, *_ in _TOOLS)}
    return CompareLayout(
        **frame_of(layout, names),
        columns=(_boxes(layout, 0), _boxes(layout, 1), _boxes(layout, 2)),
        chart=boxes["chart"],
        folded="chart" in layout.folded,
    )


def _boxes(layout: Layout, k: int) -> CompareColumn:
    return CompareColumn(
        layout.boxes[f"head {k}"], layout.boxes[f"board {k}"], layout.boxes.get(f"figures {k}")
    )


def _head(px: Pixels, k: int) -> Part:
    return Part(f"head {k}", px(HEADLINE_SMALL), px(HEADLINE_CARD), priority=1)


def _figures(px: Pixels, k: int) -> Part:
    return Part(f"figures {k}", px(FIGURES_CARD), folded=0)


def _column(px: Pixels, k: int) -> Column:
    """One of three side by side."""
    return Column((_head(px, k), Part(f"board {k}", px(BOARD_LEAST), grow=1), _figures(px, k)), gap=px(GAP))


def _row(px: Pixels, k: int, left: int) -> Row:
    """One of three one below the other, its board `left` [px] wide."""
    beside = Column((_head(px, k), _figures(px, k)), gap=px(GAP))
    return Row((Part(f"board {k}", left), Part(f"beside {k}", 1, grow=1, inside=beside)), gap=px(GAP))


def _toolbar(px: Pixels) -> Row:
    """The way back and the title at the left end, everything else at the right."""
    tools = tuple(
        Part(
            name,
            px(least),
            px(preferred),
            across=px(height),
            before=px(before),
            priority=_GIVES_WAY.index(name) if name in _GIVES_WAY else len(_GIVES_WAY),
            folded=0 if name in _GIVES_WAY else None,
        )
        for name, least, preferred, height, before in _TOOLS
    )
    title = Part(
        "title", px(TITLE_LEAST), grow=1, before=px(16), folded=0, priority=_GIVES_WAY.index("title")
    )
    return Row((Part("back", px(36), px(84), across=px(36)), title, *tools), pad=px(EDGE))

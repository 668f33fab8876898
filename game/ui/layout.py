"""The pages' rows and columns, for a window's size and scale. No pygame.

Lengths in the constants are units; a unit is `scale` pixels. Boxes are in pixels.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from game.ui.boxes import Box, Column, Layout, Part, Row, lay_out

TOOLBAR = 60
STATUS = 36
EDGE = 14
"""Space between the window's edge and what stands in it."""
GAP = 12
"""Space between two cards."""
WIDE_PANEL, NARROW_PANEL = 404, 332
WIDE_FROM = 1180
"""Window width from which the panel is wide."""
RUN_CARD, SWITCH_CARD, MOVE_CARD = 166, 92, 128
"""Heights of the play screen's cards: the run, each with a switch, the moves at least [units]."""
FOLDED = 32
"""Height of a heading that stands for a card [units]."""
CARDS_FROM = 560
"""Window width from which this screen has its cards next to the board [units]."""
TEXT_SIZES = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
"""Sizes of letters and buttons that can be had, as shares of what suits the screen."""
MOST_SCALE = 4.0
"""Largest scale that the program selects by itself."""
NORMAL_WINDOW = (1280, 800)
"""Size of the window at the start [units]."""
LEAST_WINDOW, LEAST_PIXELS = (600, 400), (640, 480)
"""Sizes below which pages lack room, whatever the letters' size [units], and in small ones too [px]."""
WHOLE_FROM = 770
"""Window height from which the watch screen has all its cards, with five actions too [units]."""


NOWHERE = Box(0, 0, 0, 0)
Pixels = Callable[[float], int]
"""Units → pixels."""


def pixels(scale: float) -> Pixels:
    """The conversion at a scale."""
    return lambda units: round(units * scale)


@dataclass(frozen=True)
class Cards:
    """The cards of a panel.

    Attributes:
        panel: the panel with the room for its scroll bar, None where the window is too narrow for one.
        boxes: of the cards by name, of the headings for those that are folded; not scrolled.
        folded: names of the folded ones.
        reach: how far they go beyond the panel's lower edge [px].
    """

    panel: Box | None = None
    boxes: dict[str, Box] = field(default_factory=dict)
    folded: frozenset[str] = frozenset()
    reach: int = 0


@dataclass(frozen=True, kw_only=True)
class PageLayout:
    """Boxes that every page has; a page without a toolbar, cards or a status line leaves them out.

    Attributes:
        toolbar, status: lines along the upper and lower edge.
        tools: the toolbar's parts by name; one that is missing has no room.
        cards: of the panel.
    """

    toolbar: Box = NOWHERE
    status: Box = NOWHERE
    tools: dict[str, Box] = field(default_factory=dict)
    cards: Cards = field(default_factory=Cards)


def page(px: Pixels, middle: Row | Column, tools: Row | None = None) -> Column:
    """A page of toolbar, status line, and what lies between."""
    return Column(
        (
            Part("toolbar", px(TOOLBAR), inside=tools),
            Part("middle", 0, grow=1, before=px(EDGE), inside=middle),
            Part("status", px(STATUS)),
        )
    )


def _beside(px: Pixels, board: Part, panel: int, cards: tuple[Part, ...]) -> Row:
    """The board, and beside it cards in a panel of so many units; 0 for none.

    The panel's scroll bar has the window's edge.
    """
    if not panel:
        return Row((Part("edge", px(EDGE)), board, Part("right edge", px(EDGE))))
    column = Column(cards, gap=px(GAP), scroll=px(EDGE))
    return Row(
        (Part("edge", px(EDGE)), board, Part("panel", px(panel + EDGE), before=px(EDGE), inside=column))
    )


def cards_of(layout: Layout, parts: tuple[Part, ...]) -> Cards:
    """The cards of a panel, from the layout that has it; `parts` are theirs."""
    names = {part.name for part in parts}
    boxes = {name: box for name, box in layout.boxes.items() if name in names}
    return Cards(layout.boxes.get("panel"), boxes, layout.folded & names, layout.reach.get("panel", 0))


def frame_of(layout: Layout, tools: set[str]) -> dict[str, Any]:
    """What every page has but its cards; `tools` are the names of its toolbar's parts."""
    boxes = layout.boxes
    return {
        "toolbar": boxes["toolbar"],
        "status": boxes.get("status", NOWHERE),
        "tools": {name: box for name, box in boxes.items() if name in tools},
    }


@dataclass(frozen=True, kw_only=True)
class BoardLayout(PageLayout):
    """Boxes of a page with one board."""

    board: Box


def play_layout(width: int, height: int, scale: float, opened: str = "") -> BoardLayout:
    """The play screen in a window of `width` × `height` [px]; the board takes what the panel leaves."""
    px = pixels(scale)
    back = Part("back", px(104 if width >= px(CARDS_FROM) else 38), across=px(38))
    button = (px(54), px(48)) if width >= px(CARDS_FROM) else (px(36), px(36))  # with its name, or without
    tools = Row(
        (
            back,
            Part("title", 1, grow=1, before=px(18)),
            Part("speaker", button[0], across=button[1], before=px(18)),
            Part("help", button[0], across=button[1], before=px(4)),
        ),
        pad=px(EDGE),
    )
    cards = (
        Part("run", px(RUN_CARD)),
        Part("shield", px(SWITCH_CARD), priority=2),
        Part("race", px(SWITCH_CARD), folded=px(FOLDED), priority=1),
        Part("time", px(SWITCH_CARD), folded=px(FOLDED), priority=1),
        Part("moves", px(MOVE_CARD), folded=px(FOLDED), grow=1),
    )
    layout = lay_out(page(px, _with_cards(width, px, cards), tools), Box(0, 0, width, height), opened)
    names = {tool.name for tool in tools.parts}
    return BoardLayout(**frame_of(layout, names), cards=cards_of(layout, cards), board=layout.boxes["board"])


def _with_cards(width: int, px: Pixels, cards: tuple[Part, ...]) -> Row:
    """The board, and beside it these cards where the window is wide enough."""
    panel = WIDE_PANEL if width >= px(WIDE_FROM) else NARROW_PANEL if width >= px(CARDS_FROM) else 0
    return _beside(px, Part("board", 1, grow=1), panel, cards)


CARD_FROM, MOST_COLUMNS = 300, 4
"""Width of a level's card at least [units], and how many stand side by side at most."""


def menu_columns(width: int, scale: float) -> int:
    """How many level cards stand side by side in a page of `width` [px]."""
    return max(1, min(MOST_COLUMNS, int(width / scale) // CARD_FROM))


def window_size(
    desktop: tuple[int, int], scale: float, last: tuple[int, int] | None = None
) -> tuple[int, int]:
    """The window's size at the start [px]: as it was last, or the normal one, or what fits the desktop."""
    return _fitting(desktop, _wanted(scale, last))


def least_window(desktop: tuple[int, int], scale: float) -> tuple[int, int]:
    """The smallest size that the window can be given [px]: what pages need, as far as the desktop has it."""
    (width, height), (wide, high) = LEAST_WINDOW, LEAST_PIXELS
    return _fitting(desktop, (max(round(width * scale), wide), max(round(height * scale), high)))


def _fitting(desktop: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
    return min(size[0], round(desktop[0] * 0.96)), min(size[1], round(desktop[1] * 0.88))


def wants_whole_screen(desktop: tuple[int, int], scale: float, last: tuple[int, int] | None = None) -> bool:
    """Whether the window had better be maximised at the start: what fits the desktop would lack a card."""
    height = window_size(desktop, scale, last)[1]
    return height < min(_wanted(scale, last)[1], round(WHOLE_FROM * scale))


def _wanted(scale: float, last: tuple[int, int] | None) -> tuple[int, int]:
    return last or (round(NORMAL_WINDOW[0] * scale), round(NORMAL_WINDOW[1] * scale))


def scale_for(desktop: tuple[int, int]) -> float:
    """The scale at the start: 1 on a full-HD screen, 2 on one with four times the pixels, in quarters."""
    fitting = min(desktop[0] / 1920, desktop[1] / 1080)
    return min(max(int(fitting * 4) / 4, 1.0), MOST_SCALE)


def next_scale(scale: float, usual: float, direction: int) -> float:
    """The next larger (direction 1) or smaller (−1) of TEXT_SIZES, where 1 is the `usual` scale."""
    scales = [usual * size for size in TEXT_SIZES]
    if direction > 0:
        return next((larger for larger in scales if larger > scale + 0.01), scales[-1])
    return next((smaller for smaller in reversed(scales) if smaller < scale - 0.01), scales[0])

"""The watch page's rows and columns. No pygame.

Lengths in the constants are units; a unit is `scale` pixels. Boxes are in pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from game.ui.boxes import Box, Column, Part, Row, lay_out
from game.ui.layout import Cards, PageLayout, Pixels, cards_of, frame_of, pixels

EDGE, GAP = 16, 8
"""Space at the window's edge, and between two cards."""
TOOLBAR, LOW_TOOLBAR, TOOL = 64, 50, 54
"""Heights of the toolbar, in a low window too, and width of a button with its name."""
PLAYER, LOW_PLAYER, LOW = 88, 60, 420
"""Heights of the player bar; the lower ones are for windows below `LOW`."""
CROWN = 12
"""Space between the toolbar and what stands below it."""
PANEL, WIDE_PANEL, NARROW_PANEL = 384, 448, 340
PANEL_FROM, MIDDLE_FROM, WIDE_FROM = 900, 1180, 1360
"""Window widths from which there is a panel, a usual one, and in a wide and low window a wide one."""
BOARD_SHARE = 0.4
"""Of the window's area that a panel leaves to the board at least; else it becomes a sheet."""
NAMED_FROM = 900
"""Window width from which tools and views have their names in sight."""
NAMED_VIEWS, CLOSE_VIEWS, BARE_VIEWS, LEVEL_LEAST = 520, 460, 230, 176
"""Widths of the switch of views: with names, in a narrow window too, without; least of the level's name."""
HEADING = 44
"""Height of the line that stands for a folded card."""
SHEET_HEAD = 42
"""Height of the line above the cards of a sheet."""

TOOLS = ("play_level", "race", "edit", "record", "speaker", "help")
"""Tools with a name below their icon, from the left."""
_GIVES_WAY = (
    *("speaker", "record", "edit", "race", "help", "play_level", "level"),
    *("views", "cards", "levels"),
)
"""What goes into the menu where the toolbar is too narrow, in this order."""


@dataclass(frozen=True)
class CardSize:
    """A card of the panel: its least height, what it would like, and whether it takes more [units].

    Attributes:
        folds: its place among those that fold to their heading, the lowest first; None if it never folds.
        closed: whether it is folded even where there is room, until it is opened by hand.
    """

    name: str
    least: int
    preferred: int = 0
    grows: bool = False
    folds: int | None = None
    closed: bool = False


@dataclass(frozen=True, kw_only=True)
class WatchLayout(PageLayout):
    """Boxes of the watch page.

    Attributes:
        board: what the board is drawn in.
        player: the bar below it.
        low: whether the window is so low that bars are reduced to what is needed.
    """

    board: Box
    player: Box
    low: bool


def has_panel(width: int, height: int, scale: float) -> bool:
    """Whether a window of `width` × `height` [px] has room for cards next to the board."""
    px = pixels(scale)
    low = height < px(LOW)
    bars = px(LOW_TOOLBAR if low else TOOLBAR) + px(LOW_PLAYER if low else PLAYER)
    board = (width - _panel(width, height, scale) - px(3 * EDGE)) * (height - bars - px(CROWN + GAP + EDGE))
    return width >= px(PANEL_FROM) and board >= BOARD_SHARE * width * height


def _panel(width: int, height: int, scale: float) -> int:
    """Width of a panel in a window that has one [px]."""
    px = pixels(scale)
    wide = width >= px(WIDE_FROM) and width >= 1.7 * height
    return px(WIDE_PANEL if wide else PANEL if width >= px(MIDDLE_FROM) else NARROW_PANEL)


def watch_layout(
    width: int, height: int, scale: float, cards: Sequence[CardSize], opened: str = ""
) -> WatchLayout:
    """The watch page in a window of `width` × `height` [px]; the card named `opened` does not fold."""
    px = pixels(scale)
    low = height < px(LOW)
    panel = _panel(width, height, scale) if has_panel(width, height, scale) else 0
    parts = _card_parts(px, cards)
    left = Column(
        (
            Part("board", 1, grow=1),
            Part("player", px(LOW_PLAYER if low else PLAYER), before=px(GAP)),
        )
    )
    middle = [Part("edge", px(EDGE)), Part("left", 1, grow=1, inside=left)]
    if panel:
        column = Column(parts, gap=px(GAP), scroll=px(EDGE))
        middle.append(Part("panel", panel + px(EDGE), before=px(EDGE), inside=column))
    else:
        middle.append(Part("right edge", px(EDGE)))
    named = width >= px(NAMED_FROM)
    views = BARE_VIEWS if not named else CLOSE_VIEWS if width < px(MIDDLE_FROM) else NAMED_VIEWS
    tools = _toolbar(px, views, named=named, panel=bool(panel), low=low)
    page = Column(
        (
            Part("toolbar", px(LOW_TOOLBAR if low else TOOLBAR), inside=tools),
            Part("middle", 1, grow=1, before=px(CROWN), inside=Row(tuple(middle))),
            Part("foot", px(EDGE if not low else GAP)),
        )
    )
    layout = lay_out(page, Box(0, 0, width, height), opened)
    boxes, names = layout.boxes, {tool.name for tool in tools.parts} - {"spare"}
    return WatchLayout(
        **frame_of(layout, names),
        cards=cards_of(layout, parts) if panel else Cards(),
        board=boxes["board"],
        player=boxes["player"],
        low=low,
    )


def sheet_layout(box: Box, scale: float, cards: Sequence[CardSize], opened: str = "") -> Cards:
    """The same cards in a sheet [px] that a narrow window shows above the board."""
    px = pixels(scale)
    parts = _card_parts(px, cards)
    column = Column(parts, gap=px(GAP), scroll=px(EDGE))
    page = Row((Part("panel", 1, grow=1, before=px(EDGE), inside=column),))
    head = px(SHEET_HEAD)
    within = box._replace(y=box.y + head, height=max(box.height - head - px(EDGE), 1))
    return cards_of(lay_out(page, within, opened), parts)


def sheet_box(width: int, height: int, scale: float) -> Box:
    """Where that sheet is in a window of `width` × `height` [px]."""
    sheet = min(round((NARROW_PANEL + 2 * EDGE) * scale), width)
    return Box(width - sheet, 0, sheet, height)


def _card_parts(px: Pixels, cards: Sequence[CardSize]) -> tuple[Part, ...]:
    """The cards as parts of a column."""
    return tuple(
        Part(
            card.name,
            px(card.least),
            px(card.preferred),
            grow=float(card.grows),
            priority=len(cards) if card.folds is None else card.folds,
            folded=None if card.folds is None else px(HEADING),
            closed=card.closed,
        )
        for card in cards
    )


def _toolbar(px: Pixels, views: int, *, named: bool, panel: bool, low: bool) -> Row:
    """Back and the level's name at the left end, the views, and everything else at the right end."""
    height = px(42 if low else 52)
    tool = px(TOOL if named else 40)
    parts = [
        Part(
            "levels",
            px(96 if named else 40),
            across=px(36),
            folded=0,
            priority=_GIVES_WAY.index("levels"),
        ),
        Part(
            "level",
            px(LEVEL_LEAST),
            grow=1,
            across=px(44),
            before=px(10),
            folded=0,
            priority=_GIVES_WAY.index("level"),
        ),
        Part("spare", 0, grow=0.001, before=0),
        Part(
            "views",
            px(views),
            across=px(38),
            before=px(8),
            folded=0,
            priority=_GIVES_WAY.index("views"),
        ),
    ]
    if not panel:
        parts.append(
            Part(
                "cards",
                tool,
                across=height,
                before=px(8),
                folded=0,
                priority=_GIVES_WAY.index("cards"),
            )
        )
    parts += [
        Part(
            name,
            tool,
            across=height,
            before=px(12 if name == TOOLS[0] and panel else 2),
            folded=0,
            priority=_GIVES_WAY.index(name),
        )
        for name in TOOLS
    ]
    parts.append(Part("more", tool, across=height, before=px(2), priority=20))
    return Row(tuple(parts), pad=px(EDGE))


def projector_layout(width: int, height: int, scale: float) -> WatchLayout:
    """The page for a whole room: the board, one huge sentence below it, and the lowest of player bars."""
    px = pixels(scale)
    page = Column(
        (
            Part("board", 1, grow=1, before=px(GAP)),
            Part("sentence", max(round(0.17 * height), px(40)), before=px(GAP)),
            Part("player", px(LOW_PLAYER), before=px(GAP)),
            Part("foot", px(GAP)),
        )
    )
    inner = Row((Part("page", 1, grow=1, inside=page),), pad=px(EDGE))
    boxes = lay_out(inner, Box(0, 0, width, height)).boxes
    return WatchLayout(board=boxes["board"], player=boxes["player"], low=True, status=boxes["sentence"])

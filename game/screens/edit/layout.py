"""The editor's rows and columns. No pygame.

Lengths in the constants are units; a unit is `scale` pixels. Boxes are in pixels.
"""

from dataclasses import dataclass

from game.screens.watch.layout import SHEET_HEAD
from game.ui.boxes import Box, Column, Part, Row, lay_out
from game.ui.layout import NOWHERE, Cards, PageLayout, Pixels, cards_of, frame_of, pixels

EDGE, GAP = 16, 8
"""Space at the window's edge, and between two cards."""
TOOLBAR, LOW_TOOLBAR = 64, 56
BAR, LOW_BAR = 88, 60
"""Heights of the traffic bar."""
LOW = 660
"""Height of the window below which bars are low."""
TOOLS, BARE_TOOLS = 152, 92
"""Widths of the column of tools, with names and without."""
PANEL, WIDE_PANEL, NARROW_PANEL = 384, 428, 300
MIDDLE_FROM, WIDE_FROM = 1180, 1360
"""Window widths from which the panel is a usual one, and in a wide and low window a wide one."""
PANEL_FROM, TOOLS_FROM = 760, 560
"""Window widths from which panel and tools stand beside the board; else they are in a sheet."""
NAMED_FROM = 820
"""Window width from which the toolbar's buttons have their names in sight."""
SHEET = 340
"""Width of the sheet's cards."""

_GIVES_WAY = ("PASTE", "COPY", "MUTE", "HELP", "PLAY", "name", "REDO", "UNDO", "SAVE")
"""What goes into the menu where the toolbar is too narrow, in this order."""


@dataclass(frozen=True, kw_only=True)
class EditLayout(PageLayout):
    """Boxes of the edit page.

    Attributes:
        board: what the board is drawn in.
        palette: the column of tools; NOWHERE where it is in the sheet.
        bar: the traffic bar.
        low: whether bars have room for what is needed only.
    """

    board: Box
    palette: Box
    bar: Box
    low: bool


def has_panel(width: int, scale: float) -> bool:
    """Whether a window so wide [px] has room for cards next to the board."""
    return width >= pixels(scale)(PANEL_FROM)


def is_named(width: int, scale: float) -> bool:
    """Whether a window so wide [px] has room for the names of the toolbar's buttons."""
    return width >= pixels(scale)(NAMED_FROM)


def panel_width(width: int, height: int, scale: float) -> int:
    """How wide the cards are in a window of `width` × `height`, beside the board or in a sheet [px]."""
    px = pixels(scale)
    if not has_panel(width, scale):
        return min(px(SHEET), max(width - 2 * px(EDGE), 1))
    wide = width >= px(WIDE_FROM) and width >= 1.7 * height
    return px(WIDE_PANEL if wide else PANEL if width >= px(MIDDLE_FROM) else NARROW_PANEL)


def edit_layout(
    width: int, height: int, scale: float, buttons: dict[str, int], cards: dict[str, int]
) -> EditLayout:
    """The edit page in a window of `width` × `height` [px].

    `buttons` has the widths of the toolbar's buttons, `cards` the heights of the panel's cards [px]. The
    panel scrolls where the cards are higher than it is.
    """
    px = pixels(scale)
    low = height < px(LOW)
    left = Column((Part("board", 1, grow=1), Part("bar", px(LOW_BAR if low else BAR), before=px(GAP))))
    middle = [Part("edge", px(EDGE))]
    if width >= px(TOOLS_FROM):
        tools = px(TOOLS if width >= px(MIDDLE_FROM) else BARE_TOOLS)
        middle.append(Part("palette", tools))
        middle.append(Part("left", 1, grow=1, before=px(GAP if low else EDGE), inside=left))
    else:
        middle.append(Part("left", 1, grow=1, inside=left))
    parts = _parts(cards)
    beside = has_panel(width, scale)
    if beside:
        column = Column(parts, gap=px(GAP), scroll=px(EDGE))
        middle.append(
            Part(
                "panel",
                panel_width(width, height, scale) + px(EDGE),
                before=px(GAP if low else EDGE),
                inside=column,
            )
        )
    else:
        middle.append(Part("right edge", px(EDGE)))
    bar = _toolbar(px, buttons, low=low)
    page = Column(
        (
            Part("toolbar", px(LOW_TOOLBAR if low else TOOLBAR), inside=bar),
            Part("middle", 1, grow=1, before=px(GAP), inside=Row(tuple(middle))),
            Part("foot", px(10 if low else EDGE)),
        )
    )
    layout = lay_out(page, Box(0, 0, width, height))
    boxes, names = layout.boxes, {tool.name for tool in bar.parts} - {"spare"}
    return EditLayout(
        **frame_of(layout, names),
        cards=cards_of(layout, parts) if beside else Cards(),
        board=boxes["board"],
        palette=boxes.get("palette", NOWHERE),
        bar=boxes["bar"],
        low=low,
    )


def sheet_layout(box: Box, scale: float, cards: dict[str, int]) -> Cards:
    """The panel's cards in a sheet [px] that a narrow window shows above the board."""
    px = pixels(scale)
    parts = _parts(cards)
    page = Row(
        (Part("panel", 1, grow=1, before=px(EDGE), inside=Column(parts, gap=px(GAP), scroll=px(EDGE))),)
    )
    head = px(SHEET_HEAD)
    within = box._replace(y=box.y + head, height=max(box.height - head - px(EDGE), 1))
    return cards_of(lay_out(page, within), parts)


def sheet_box(width: int, height: int, scale: float) -> Box:
    """Where that sheet is in a window of `width` × `height` [px]."""
    sheet = min(round((SHEET + 2 * EDGE) * scale), width)
    return Box(width - sheet, 0, sheet, height)


def _parts(cards: dict[str, int]) -> tuple[Part, ...]:
    """The cards as parts of a column, the last of them down to the panel's foot."""
    last = list(cards)[-1]
    return tuple(Part(name, height, grow=float(name == last)) for name, height in cards.items())


def _toolbar(px: Pixels, buttons: dict[str, int], *, low: bool) -> Row:
    """Back and the level's name at the left end, what changes the text behind them, the rest at the right."""
    height = px(48 if low else 52)
    parts: list[Part] = []
    for name, width in buttons.items():
        named = name in ("BACK_OUT", "PLAY", "SAVE", "WATCH")
        parts.append(
            Part(
                name,
                width,
                grow=float(name == "name"),
                across=px(38) if named else height,
                before=px(0 if not parts else 10 if name in ("name", "UNDO", "PLAY") else 8 if named else 2),
                folded=0 if name in _GIVES_WAY else None,
                priority=_GIVES_WAY.index(name) if name in _GIVES_WAY else len(_GIVES_WAY),
            )
        )
    return Row(tuple(parts), pad=px(EDGE))

"""Where everything stands: rectangles for a window's size and scale. No pygame.

Lengths in the constants are units; a unit is `scale` pixels. Boxes are in pixels.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

TOOLBAR = 60
STATUS = 36
TIMELINE = 34
EDGE = 14
"""Space between the window's edge and what stands in it."""
GAP = 12
"""Space between two cards."""
WIDE_PANEL, NARROW_PANEL = 404, 332
WIDE_FROM, PANEL_FROM = 1180, 900
"""Window widths from which the panel is wide, and from which there is one at all."""
SAFETY, SAFETY_SMALL, ACTION_ROW, ACTIONS_HEAD, TABS, DETAIL_LEAST, LEGEND = 112, 56, 27, 46, 34, 210, 74
"""Heights of the panel's cards, Safety's in a low window too; the card below the tabs takes what is left."""
RUN_CARD, CHOICES_CARD, TOLD_CARD = 118, 216, 132
"""Heights of the play screen's cards [units]."""
PROOF_CARD, OBSTACLE_LEAST = 138, 90
"""Height of the edit screen's proof, and least height of its obstacle [units]."""
CARDS_FROM = 560
"""Window width from which these two screens have their cards next to the board [units]."""
LONGEST_NAME = 320
"""The toolbar gives the level's name up to this width [units]."""
SMALLEST, LARGEST = 0.75, 4.0
"""Range of the scale."""
NORMAL_WINDOW = (1280, 800)
"""Size of the window at the start [units]."""
WHOLE_FROM = 770
"""Window height from which the watch screen has all its cards, with five actions too [units]."""


_Px = Callable[[float], int]
"""Units → pixels."""


class Box(NamedTuple):
    """A rectangle [px]; pygame takes it wherever it takes a Rect."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """First column right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """First row below it."""
        return self.y + self.height


@dataclass(frozen=True)
class WatchLayout:
    """Boxes of the watch screen. `panel` is None where the window is too narrow for one.

    `tools` are the toolbar's parts by name, `cards` the panel's; a name that is missing found no room.
    """

    toolbar: Box
    board: Box
    timeline: Box
    panel: Box | None
    status: Box
    tools: dict[str, Box] = field(default_factory=dict)
    cards: dict[str, Box] = field(default_factory=dict)


class _Tool(NamedTuple):
    """A part of the toolbar: its width and height, and the space before it [units]."""

    name: str
    width: int
    height: int
    gap: int


_TOOLS = (
    _Tool("level", 196, 48, 14),
    _Tool("restart", 36, 36, 10),
    _Tool("play", 42, 42, 8),
    _Tool("step", 36, 36, 8),
    _Tool("speed", 180, 36, 17),
    _Tool("exploring", 100, 36, 17),
    _Tool("overlays", 350, 36, 17),
    _Tool("training", 104, 36, 17),
    _Tool("unlimited", 36, 36, 4),
    _Tool("cross", 36, 36, 17),
    _Tool("compare", 36, 36, 4),
    _Tool("record", 36, 36, 4),
    _Tool("edit", 36, 36, 4),
    _Tool("settings", 36, 36, 4),
    _Tool("speaker", 36, 36, 4),
    _Tool("help", 36, 36, 4),
)
_MORE = _Tool("more", 36, 36, 4)
"""Opens the menu of the tools that found no room; only there if there are such."""
_GIVES_WAY = (
    *(("speed", 108), ("level", 134), ("edit", 0), ("settings", 0), ("compare", 0), ("restart", 0)),
    *(("training", 36), ("restart", 36), ("overlays", 180), ("speed", 0), ("level", 122)),
    *(("cross", 0), ("record", 0), ("restart", 0), ("help", 0)),
    *(("exploring", 0), ("unlimited", 0), ("training", 0), ("speaker", 0), ("level", 0), ("step", 0)),
    ("overlays", 0),
)
"""What becomes narrower, or goes into the menu (0), in a window that is too narrow, and in which order.

What goes early may come back once something wider has gone: a name for the button that pauses training is
worth more than the button to start over, and that one more than nothing.
"""
_APART = ("training", "speaker", "more")
"""The first of these that is there stands apart, at the right end, with all that follows it."""


def watch_layout(width: int, height: int, scale: float, n_actions: int) -> WatchLayout:
    """The watch screen in a window of `width` × `height` [px] for a level of `n_actions` actions."""

    def px(units: float) -> int:
        return round(units * scale)

    toolbar = Box(0, 0, width, px(TOOLBAR))
    status = Box(0, height - px(STATUS), width, px(STATUS))
    top, bottom = toolbar.bottom + px(EDGE), status.y
    panel_units = WIDE_PANEL if width >= px(WIDE_FROM) else NARROW_PANEL if width >= px(PANEL_FROM) else 0
    panel = None
    right = width - px(EDGE)
    if panel_units:
        panel = Box(right - px(panel_units), top, px(panel_units), max(bottom - top, 0))
        right = panel.x - px(EDGE)
    foot = bottom - px(TIMELINE)
    board = Box(px(EDGE), top, max(right - px(EDGE), 1), max(foot - top, 1))
    timeline = Box(board.x, foot, board.width, px(TIMELINE))
    cards = _cards(panel, px, n_actions) if panel else {}
    return WatchLayout(toolbar, board, timeline, panel, status, _tools(width, toolbar.height, px), cards)


def _tools(width: int, height: int, px: _Px) -> dict[str, Box]:
    widths = {tool.name: tool.width for tool in _TOOLS}
    for name, units in _GIVES_WAY:
        if _length(_fitted(widths), px) <= width:
            break
        widths[name] = units
    tools = _fitted(widths)
    spare = max(width - _length(tools, px), 0)
    apart = next((tool.name for tool in tools if tool.name in _APART), "")
    x = 0
    boxes = {}
    for tool in tools:
        x += px(tool.gap)
        if tool.name == apart:
            x += spare
        tool_width, tool_height = px(tool.width), px(tool.height)
        if tool.name == "level":  # a long name is the first to profit from room
            longer = min(spare, max(px(LONGEST_NAME) - tool_width, 0))
            tool_width, spare = tool_width + longer, spare - longer
        if x + tool_width <= width:
            boxes[tool.name] = Box(x, (height - tool_height) // 2, tool_width, tool_height)
        x += tool_width
    return boxes


def _length(tools: tuple[_Tool, ...], px: _Px) -> int:
    """Width of a toolbar that holds these, with the window's edge [px]."""
    return sum(px(tool.gap) + px(tool.width) for tool in tools) + px(EDGE)


def _fitted(widths: dict[str, int]) -> tuple[_Tool, ...]:
    """The tools that have a width, in it, and the menu of the others if there are such."""
    tools = tuple(tool._replace(width=widths[tool.name]) for tool in _TOOLS if widths[tool.name])
    return tools if len(tools) == len(_TOOLS) else (*tools, _MORE)


def _cards(panel: Box, px: _Px, n_actions: int) -> dict[str, Box]:
    heights = {
        "safety": px(SAFETY),
        "actions": px(ACTIONS_HEAD + ACTION_ROW * n_actions),
        "tabs": px(TABS),
        "detail": px(DETAIL_LEAST),
        "legend": px(LEGEND),
    }

    def spare() -> int:
        return panel.height - sum(heights.values()) - px(GAP) * (len(heights) - 1)

    if spare() < 0:
        heights["safety"] = px(SAFETY_SMALL)
    for optional in ("legend", "tabs", "actions", "safety"):
        if spare() < 0:
            del heights[optional]
    heights["detail"] += spare()
    boxes = {}
    y = panel.y
    for name, height in heights.items():
        boxes[name] = Box(panel.x, y, panel.width, max(height, 0))
        y += height + px(GAP)
    return boxes


@dataclass(frozen=True)
class PlayLayout:
    """Boxes of the play screen: the toolbar's buttons, the panel's cards by name, as far as they fit."""

    toolbar: Box
    back: Box
    speaker: Box
    help: Box
    board: Box
    cards: dict[str, Box]
    status: Box


def play_layout(width: int, height: int, scale: float) -> PlayLayout:
    """The play screen in a window of `width` × `height` [px]; the board takes what the panel leaves."""

    def px(units: float) -> int:
        return round(units * scale)

    toolbar, status = Box(0, 0, width, px(TOOLBAR)), Box(0, height - px(STATUS), width, px(STATUS))
    top, bottom = toolbar.bottom + px(EDGE), status.y
    heights = {"run": px(RUN_CARD), "choices": px(CHOICES_CARD), "told": px(TOLD_CARD)}
    board, cards = _with_cards(width, top, bottom, px, heights, ("choices", "run", "told"))
    wide = width >= px(CARDS_FROM)
    back = Box(px(EDGE), (toolbar.height - px(38)) // 2, px(190 if wide else 38), px(38))
    helping = Box(width - px(EDGE) - px(36), (toolbar.height - px(36)) // 2, px(36), px(36))
    speaker = helping._replace(x=helping.x - px(40))
    return PlayLayout(toolbar, back, speaker, helping, board, cards, status)


@dataclass(frozen=True)
class EditLayout:
    """Boxes of the edit screen; the cards are tools, proof and obstacle, as far as they fit."""

    toolbar: Box
    board: Box
    cards: dict[str, Box]
    status: Box


def edit_layout(width: int, height: int, scale: float, tools: int) -> EditLayout:
    """The edit screen in a window of `width` × `height` [px]; the tools need `tools` [px]."""

    def px(units: float) -> int:
        return round(units * scale)

    toolbar, status = Box(0, 0, width, px(TOOLBAR)), Box(0, height - px(STATUS), width, px(STATUS))
    top, bottom = toolbar.bottom + px(EDGE), status.y
    heights = {"tools": tools, "proof": px(PROOF_CARD), "obstacle": px(OBSTACLE_LEAST)}
    board, cards = _with_cards(width, top, bottom, px, heights, ("obstacle", "proof", "tools"))
    if "obstacle" in cards:
        cards["obstacle"] = cards["obstacle"]._replace(height=bottom - cards["obstacle"].y)
    return EditLayout(toolbar, board, cards, status)


def _with_cards(
    width: int, top: int, bottom: int, px: _Px, heights: dict[str, int], gives_way: tuple[str, ...]
) -> tuple[Box, dict[str, Box]]:
    """The board, and next to it the cards of these heights [px], one below the other.

    Cards that find no room are left out, in the order of `gives_way`; the board takes what they leave.
    """
    fitting = dict(heights)
    for name in gives_way:
        if width < px(CARDS_FROM) or sum(fitting.values()) + px(GAP) * (len(fitting) - 1) > bottom - top:
            del fitting[name]
    panel = px(WIDE_PANEL if width >= px(WIDE_FROM) else NARROW_PANEL)
    x, y = width - px(EDGE) - panel, top
    cards = {}
    for name, height in fitting.items():
        cards[name] = Box(x, y, panel, height)
        y += height + px(GAP)
    right = x - px(EDGE) if cards else width - px(EDGE)
    return Box(px(EDGE), top, max(right - px(EDGE), 1), max(bottom - top, 1)), cards


def menu_columns(width: int, scale: float) -> int:
    """How many level cards stand side by side in a window of `width` [px]."""
    return max(1, min(4, int((width / scale - 2 * EDGE) // 300)))


def window_size(
    desktop: tuple[int, int], scale: float, last: tuple[int, int] | None = None
) -> tuple[int, int]:
    """The window's size at the start [px]: as it was last, or the normal one, or what fits the desktop."""
    normal = _wanted(scale, last)
    return min(normal[0], round(desktop[0] * 0.96)), min(normal[1], round(desktop[1] * 0.88))


def wants_whole_screen(desktop: tuple[int, int], scale: float, last: tuple[int, int] | None = None) -> bool:
    """Whether the window had better be maximised at the start: what fits the desktop would lack a card."""
    height = window_size(desktop, scale, last)[1]
    return height < min(_wanted(scale, last)[1], round(WHOLE_FROM * scale))


def _wanted(scale: float, last: tuple[int, int] | None) -> tuple[int, int]:
    return last or (round(NORMAL_WINDOW[0] * scale), round(NORMAL_WINDOW[1] * scale))


def scale_for(desktop: tuple[int, int]) -> float:
    """The scale at the start: 1 on a full-HD screen, 2 on one with four times the pixels, in quarters."""
    fitting = min(desktop[0] / 1920, desktop[1] / 1080)
    return min(max(int(fitting * 4) / 4, 1.0), LARGEST)


def next_scale(scale: float, direction: int) -> float:
    """A quarter more (direction 1) or less (−1), within the range."""
    return min(max(scale + 0.25 * direction, SMALLEST), LARGEST)

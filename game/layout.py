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
PROOF_CARD = 138
"""Height of the edit screen's proof [units]."""
LONGEST_NAME = 320
"""The toolbar gives the level's name up to this width [units]."""
SMALLEST, LARGEST = 0.75, 4.0
"""Range of the scale."""
NORMAL_WINDOW = (1280, 800)
"""Size of the window at the start [units]."""


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
    """A part of the toolbar: its widths [units] in ever narrower windows (0: left out)."""

    name: str
    widths: tuple[int, int, int, int, int]
    height: int
    gap: int
    """Space before it."""


_TOOLS = (
    _Tool("level", (196, 196, 172, 122, 122), 48, 14),
    _Tool("restart", (36, 36, 36, 36, 36), 36, 12),
    _Tool("play", (42, 42, 42, 42, 42), 42, 8),
    _Tool("step", (36, 36, 36, 36, 36), 36, 8),
    _Tool("speed", (180, 128, 128, 0, 0), 36, 22),
    _Tool("exploring", (106, 106, 106, 106, 106), 36, 20),
    _Tool("overlays", (350, 350, 200, 176, 176), 36, 20),
    _Tool("training", (104, 104, 36, 36, 36), 36, 22),
    _Tool("unlimited", (36, 36, 36, 36, 36), 36, 8),
    _Tool("speaker", (36, 36, 36, 36, 36), 36, 8),
    _Tool("help", (36, 36, 36, 36, 0), 36, 8),
)


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
    size = next((s for s in range(5) if px(_length(s) + EDGE) <= width), 4)
    spare = width - px(_length(size) + EDGE)
    x = 0
    boxes = {}
    for tool in _TOOLS:
        if not tool.widths[size]:
            continue
        x += px(tool.gap)
        if tool.name == "training":
            x += max(spare, 0)  # training stands apart, at the right end
        tool_width, tool_height = px(tool.widths[size]), px(tool.height)
        if tool.name == "level" and spare > 0:  # a long name is the first to profit from room
            longer = min(spare, max(px(LONGEST_NAME) - tool_width, 0))
            tool_width, spare = tool_width + longer, spare - longer
        if x + tool_width <= width:
            boxes[tool.name] = Box(x, (height - tool_height) // 2, tool_width, tool_height)
        x += tool_width
    return boxes


def _length(size: int) -> int:
    return sum(tool.gap + tool.widths[size] for tool in _TOOLS if tool.widths[size])


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
        del heights["legend"]
    if spare() < 0:
        heights["safety"] = px(SAFETY_SMALL)
    for optional in ("tabs", "actions", "safety"):
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
    """Boxes of the play screen: the toolbar's two buttons, and the panel's three cards."""

    toolbar: Box
    back: Box
    speaker: Box
    board: Box
    cards: tuple[Box, Box, Box]
    status: Box


def play_layout(width: int, height: int, scale: float) -> PlayLayout:
    """The play screen in a window of `width` × `height` [px]; the board takes what the panel leaves."""

    def px(units: float) -> int:
        return round(units * scale)

    toolbar, status = Box(0, 0, width, px(TOOLBAR)), Box(0, height - px(STATUS), width, px(STATUS))
    top, bottom = toolbar.bottom + px(EDGE), status.y
    panel = min(px(WIDE_PANEL if width >= px(WIDE_FROM) else NARROW_PANEL), width - 2 * px(EDGE))
    x = width - px(EDGE) - panel
    boxes, y = [], top
    for units in (RUN_CARD, CHOICES_CARD, TOLD_CARD):
        boxes.append(Box(x, y, panel, px(units)))
        y += px(units + GAP)
    back = Box(px(EDGE), (toolbar.height - px(38)) // 2, px(190), px(38))
    speaker = Box(width - px(EDGE) - px(36), (toolbar.height - px(36)) // 2, px(36), px(36))
    board = Box(px(EDGE), top, max(x - 2 * px(EDGE), 1), max(bottom - top, 1))
    return PlayLayout(toolbar, back, speaker, board, (boxes[0], boxes[2], boxes[1]), status)


@dataclass(frozen=True)
class EditLayout:
    """Boxes of the edit screen; the cards are tools, proof and obstacle."""

    toolbar: Box
    board: Box
    cards: tuple[Box, Box, Box]
    status: Box


def edit_layout(width: int, height: int, scale: float, tools: int) -> EditLayout:
    """The edit screen in a window of `width` × `height` [px]; the tools need `tools` [px]."""

    def px(units: float) -> int:
        return round(units * scale)

    toolbar, status = Box(0, 0, width, px(TOOLBAR)), Box(0, height - px(STATUS), width, px(STATUS))
    top, bottom = toolbar.bottom + px(EDGE), status.y
    panel = min(px(WIDE_PANEL if width >= px(WIDE_FROM) else NARROW_PANEL), width - 2 * px(EDGE))
    x = width - px(EDGE) - panel
    second = top + tools + px(GAP)
    third = second + px(PROOF_CARD) + px(GAP)
    board = Box(px(EDGE), top, max(x - 2 * px(EDGE), 1), max(bottom - top, 1))
    cards = (
        Box(x, top, panel, tools),
        Box(x, second, panel, px(PROOF_CARD)),
        Box(x, third, panel, max(bottom - third, 1)),
    )
    return EditLayout(toolbar, board, cards, status)


def menu_columns(width: int, scale: float) -> int:
    """How many level cards stand side by side in a window of `width` [px]."""
    return max(1, min(4, int((width / scale - 2 * EDGE) // 300)))


def window_size(
    desktop: tuple[int, int], scale: float, last: tuple[int, int] | None = None
) -> tuple[int, int]:
    """The window's size at the start [px]: as it was last, or the normal one, or what fits the desktop."""
    normal = last or (round(NORMAL_WINDOW[0] * scale), round(NORMAL_WINDOW[1] * scale))
    return min(normal[0], round(desktop[0] * 0.96)), min(normal[1], round(desktop[1] * 0.88))


def scale_for(desktop: tuple[int, int]) -> float:
    """The scale at the start: 1 on a full-HD screen, 2 on one with four times the pixels, in quarters."""
    fitting = min(desktop[0] / 1920, desktop[1] / 1080)
    return min(max(int(fitting * 4) / 4, 1.0), LARGEST)


def next_scale(scale: float, direction: int) -> float:
    """A quarter more (direction 1) or less (−1), within the range."""
    return min(max(scale + 0.25 * direction, SMALLEST), LARGEST)

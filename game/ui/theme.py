"""Colours, spacing and radii of the window: plain constants, one place.

Colours are hex strings. Safe, unsafe and doomed are the sky blue, vermilion and amber of Okabe and Ito's set
for colour-blind readers, lightened for a dark ground; they always come with a shape.
"""

import math

BACKGROUND = "#0d1118"
PANEL = "#141a24"
CARD = "#1a212d"
CARD_LOW = "#181e29"
"""The lower end of a card's gradient."""
CARD_RAISED = "#222b3a"
CARD_HOVER = "#2c374a"
CARD_PRESSED = "#1c2431"
WELL = "#0f141c"
"""Sunken grounds: the empty part of a bar, the ground of segments."""
TRACK = "#2f3a4d"
"""The unfilled part of sliders and switched-off toggles."""
LINE = "#2b3547"
TEXT = "#e9eef6"
MUTED = "#9aa7bb"
DIM = "#8190a8"
"""The faintest text: still 4.5 : 1 against PANEL and CARD."""
ACCENT = "#4fd1b5"
ACCENT_LIGHT = "#63e0c5"
ACCENT_DEEP = "#35b89b"
ON_ACCENT = "#06241d"
"""Text and icons on an accent ground."""
SELECTED = "#24443f"
BLUE = "#5aa9ff"
SAFE = "#56b4e9"
SAFE_GROUND = "#23364d"
UNSAFE = "#e8663c"
DOOMED = "#f2b84b"
GOLD = "#ffd766"
"""The best possible: stars and cups."""
GOLD_GROUND = "#3a2f14"
UNSAFE_GROUND = "#3b1f18"
ACCENT_GROUND = "#163a36"
UNSAFE_TEXT = "#ff9a78"
"""Vermilion as letters: 4.5 : 1 on cards."""
RANDOM = "#dd93dc"
"""A random move: none of the three that mean what is safe."""
PAPER, INK = "#f7f9fc", "#14202e"
"""Ground and letters of speech: it explains, everything dark is the machine."""
PAPER_LINE, PAPER_WELL = "#b9c6dc", "#e4eaf3"
"""Edges of what can be pressed on paper, and grounds of what can't be now."""
PAPER_MUTED, PAPER_ACCENT, PAPER_UNSAFE = "#4a586e", "#0f7a5f", "#b3371c"
"""Second lines, what acts or is right, and what is wrong, on paper: at least 4.5 : 1."""
PAPER_ACCENT_GROUND, PAPER_UNSAFE_GROUND = "#dff5ec", "#fbe6df"
WHITE = "#ffffff"
BLACK = "#05070b"

RADIUS = 10
"""Corners of buttons and fields [units of Ui.px]."""
RADIUS_CARD = 12
GAP = 8
"""Space between neighbours."""
PAD = 16
"""Space between a card's edge and its content."""
CONTROL = 36
"""Height of a button, a field, a row of a menu."""
MIN_TEXT = 12
"""Smallest letters drawn [px]."""

ROLES = {"safe": SAFE, "doomed": DOOMED, "unsafe": UNSAFE}
"""What a colour stands for, by name, for values that know nothing of colours."""

Rgb = tuple[int, int, int]

PALETTES: dict[str, tuple[Rgb, ...]] = {
    "viridis": (
        (68, 1, 84),
        (72, 36, 117),
        (65, 68, 135),
        (53, 95, 141),
        (42, 120, 142),
        (33, 145, 140),
        (34, 168, 132),
        (68, 191, 112),
        (122, 209, 81),
        (189, 223, 38),
        (253, 231, 37),
    ),
    "cividis": (
        (0, 34, 78),
        (8, 51, 112),
        (53, 69, 108),
        (79, 87, 108),
        (102, 105, 112),
        (125, 124, 120),
        (148, 142, 119),
        (174, 163, 113),
        (200, 184, 102),
        (229, 207, 82),
        (254, 232, 56),
    ),
    "contrast": (
        (0, 0, 0),
        (30, 8, 92),
        (104, 10, 132),
        (184, 24, 92),
        (236, 74, 36),
        (255, 150, 0),
        (255, 214, 60),
        (255, 255, 235),
    ),
    "grey": ((24, 24, 28), (250, 250, 250)),
}
"""Colour scales from low to high values, each at even distances; all rise in lightness from end to end.

`viridis` and `cividis` are matplotlib's; `contrast` runs from black to white through violet and orange, for
projectors and tired eyes; `grey` leaves all hues to the marks.
"""


def scale_color(t: float, palette: str = "viridis") -> Rgb:
    """The colour at `t` in [0, 1] of a scale in PALETTES; outside it the nearest end, for NaN the low one."""
    stops = PALETTES[palette]
    place = 0.0 if math.isnan(t) else min(max(t, 0.0), 1.0) * (len(stops) - 1)
    low = min(int(place), len(stops) - 2)
    share = place - low
    below, above = stops[low], stops[low + 1]
    r, g, b = (round(a + (z - a) * share) for a, z in zip(below, above, strict=True))
    return r, g, b


def hex_of(color: str | Rgb) -> str:
    """The colour as a hex string, whichever of the two forms it came in."""
    return color if isinstance(color, str) else "#{:02x}{:02x}{:02x}".format(*color)

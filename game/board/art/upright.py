"""Vehicles of column lanes, which no sprite shows: seen from above and in front, drawn for any length."""

from dataclasses import dataclass

import pygame

from game.board.art.lighting import WINDOW, Light
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.drawing.draw import MARGIN, UNITS

TOP = 16
"""Headroom of these images above their first cell [units]."""


@dataclass(frozen=True)
class Paint:
    """Colours of an upright vehicle: body, its light and dark shade, and what it carries (its roof)."""

    body: str
    light: str
    dark: str
    load: str
    load_dark: str


PAINTS: dict[str, tuple[Paint, ...]] = {
    "car": (
        Paint("#e5484d", "#ff7b76", "#b22f3a", "#ff7b76", "#e5484d"),
        Paint("#3e7bdc", "#74a9f7", "#2a55a8", "#74a9f7", "#3e7bdc"),
        Paint("#18a999", "#58d3c2", "#0f7a73", "#58d3c2", "#18a999"),
        Paint("#8a63d2", "#b493f0", "#63429f", "#b493f0", "#8a63d2"),
        Paint("#f5b92e", "#ffd767", "#cf8c14", "#ffd767", "#f5b92e"),
    ),
    "truck": (
        Paint("#3f9b57", "#74c98b", "#2a7040", "#fafcfd", "#d3dbe0"),
        Paint("#ef7d32", "#ffa667", "#b85516", "#ffffff", "#dadfe6"),
    ),
    "bus": (Paint("#f0b43c", "#ffdf86", "#c9862a", "#ffe29a", "#f0b43c"),),
    "tram": (Paint("#3f86c9", "#fdf8ea", "#28588f", "#6aaae0", "#3f86c9"),),
    "train": (Paint("#d83a45", "#f06a6a", "#9d2230", "#f06a6a", "#d83a45"),),
}
"""Looks that have an upright shape, and the colours their vehicles take in turn."""


GLASS = "#5d8fb0"


@surfaces.keep
def upright(
    look: str,
    index: int,
    length: int,
    cell: int,
    *,
    up: bool,
    head: bool = True,
    light: Light | None = None,
) -> pygame.Surface:
    """The `index`-th vehicle of a look in PAINTS, `length` cells long, driving up or down.

    Without `head` it is a wagon. Where a light is dark its lamps are on. The canvas has
    a sprite's margin left, right and below, and TOP units above.
    """
    paint = PAINTS[look][index % len(PAINTS[look])]
    end = length * UNITS
    aside = 8 if light is None else 8 + light.lean
    parts = [
        f'<rect x="{aside}" y="8" width="52" height="{end - 8}" rx="12" fill="#101820" fill-opacity=".26"/>',
        _wheels(end),
    ]
    if look == "car":
        parts.append(_car(paint, end, up))
    elif look == "truck":
        parts.append(_truck(paint, end, up))
    else:
        panes = WINDOW if light is not None and light.dark else GLASS
        parts.append(_coach(paint, end, up, head, panes, joined=look == "train"))
    drawn = "".join(parts)
    if light is not None:
        drawn = light.retouch(drawn)
    scale = cell / UNITS
    group = f'<g transform="scale({scale:.4f}) translate({MARGIN} {TOP})">{drawn}</g>'
    return draw.svg(group, (UNITS + 2 * MARGIN) * scale, (end + TOP + MARGIN) * scale)


def box(rect: tuple[float, float, float, float], radius: float, color: str, opacity: float = 1) -> str:
    """A rectangle with round corners, its corner and size first."""
    x, y, w, h = rect
    size = f'x="{x}" y="{y}" width="{w}" height="{h}" rx="{radius}"'
    return f'<rect {size} fill="{color}" fill-opacity="{opacity}"/>'


def _wheels(end: float) -> str:
    return "".join(box((x, y, 7, 13), 3, "#20242c") for x in (8, 49) for y in (9, end - 20))


def _lamps(y: float, front: bool) -> str:
    color = "#fff3b0" if front else "#ff5a4e"
    return box((13, y, 9, 6), 2.5, color) + box((42, y, 9, 6), 2.5, color)


def _car(paint: Paint, end: float, up: bool) -> str:
    """A car: bonnet and boot around a cabin of glass under a roof; the face below shows front or rear."""
    front, back = (17, 11) if up else (11, 17)
    y1 = end - 14
    return (
        box((10, 2, 44, end - 8), 10, paint.dark)
        + box((10, -2, 44, end - 10), 11, paint.body)
        + box((14, 1, 36, 4), 2, paint.light)
        + box((14, front - 2, 36, y1 - front - back + 6), 8, GLASS)
        + box((16, front, 32, 5 if up else 3), 2, "#bfe3f5")
        + box((14, front + (6 if up else 3), 36, y1 - front - back - (5 if up else 6)), 7, paint.light)
        + box((18, front + (8 if up else 5), 28, 4), 2, "#ffffff", 0.35)
        + _lamps(end - 14, front=not up)
        + box((25, end - 12.5, 14, 3.4), 1.5, "#20242c", 0.5)
    )


def _truck(paint: Paint, end: float, up: bool) -> str:
    """A truck: a cab and a long white box; driving up its doors face us, driving down its windscreen does."""
    cab = 30
    if up:
        return (
            box((12, -4, 40, cab + 8), 8, paint.body)
            + box((15, 1, 34, 7), 3, GLASS)
            + box((14, 9, 36, 18), 5, paint.light)
            + box((9, 24, 46, end - 28), 4, paint.load_dark)
            + box((9, 16, 46, end - 44), 4, paint.load)
            + box((9, end - 17, 46, 4), 0, paint.body)
            + "".join(box((13, y, 38, 1.6), 0, "#000000", 0.07) for y in range(26, int(end) - 34, 12))
            + box((31.2, end - 27, 1.6, 22), 0, "#000000", 0.18)
            + _lamps(end - 10, front=False)
        )
    return (
        box((9, -4, 46, end - cab + 2), 4, paint.load)
        + "".join(box((13, y, 38, 1.6), 0, "#000000", 0.07) for y in range(6, int(end) - cab - 10, 12))
        + box((9, end - cab - 12, 46, 10), 3, paint.load_dark)
        + box((12, end - cab - 4, 40, cab - 2), 8, paint.dark)
        + box((12, end - cab - 8, 40, cab - 4), 8, paint.body)
        + box((14, end - cab - 7, 36, 9), 5, paint.light)
        + box((15, end - cab + 3, 34, 9), 3, GLASS)
        + box((17, end - cab + 4, 30, 3), 1.5, "#bfe3f5", 0.9)
        + _lamps(end - 13, front=True)
    )


def _coach(paint: Paint, end: float, up: bool, head: bool, panes: str, joined: bool) -> str:
    """A bus or a part of a train: a long roof with hatches, and a face with a window below it."""
    y0, radius = (0, 5) if joined and not (head and up) else (1, 12)
    body = (
        box((9, y0, 46, end - 5 - y0), 6, paint.dark)
        + box((9, y0 - 10, 46, end - 12 - y0), radius, paint.load)
        + box((13, y0 - 6, 4, end - 20 - y0), 2, "#ffffff", 0.3)
        + "".join(box((24, y, 16, 12), 3, paint.load_dark) for y in range(10, int(end) - 34, 32))
        + box((9, end - 22, 46, 17), 5, paint.body)
        + box((9, end - 22, 46, 4), 2, paint.light)
    )
    if head and not up:
        return body + box((14, end - 20, 36, 8), 3, panes) + _lamps(end - 11, front=True)
    if head and up:
        body += box((15, 0, 34, 5), 2.5, panes)
    return body + box((18, end - 18, 28, 6), 2, panes, 0.8) + _lamps(end - 11, front=False)

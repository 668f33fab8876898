"""What floats along a column, seen from behind or in front, drawn for any length: logs, rafts, ferries."""

from collections.abc import Callable

import pygame

from game.board.art.lighting import WINDOW, Light
from game.board.art.upright import GLASS, TOP, box
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.drawing.draw import MARGIN, UNITS

FOAM = "#d9f2fd"
"""Colour of the water's edge along a hull."""
SUNK = "#0d3b5c"
"""Colour of a shadow on water."""


@surfaces.keep
def afloat(look: str, length: int, cell: int, *, up: bool, light: Light | None = None) -> pygame.Surface:
    """A carrier of a look in AFLOAT, `length` cells long, drifting up or down; the canvas is `upright`'s."""
    end = length * UNITS
    lean = 0 if light is None else light.lean
    lit = light is not None and light.dark
    drawn = box((8 + lean, 10, 50, end - 8), 12, SUNK, 0.26) + AFLOAT[look](end, up, lit)
    if light is not None:
        drawn = light.retouch(drawn)
    scale = cell / UNITS
    group = f'<g transform="scale({scale:.4f}) translate({MARGIN} {TOP})">{drawn}</g>'
    return draw.svg(group, (UNITS + 2 * MARGIN) * scale, (end + TOP + MARGIN) * scale)


def _log(end: int, _up: bool, _lit: bool) -> str:
    """A trunk whose sawn end faces us, lit from the left."""
    shades = ((13, 38, "#573524"), (13, 31, "#7d4f33"), (14, 22, "#a9734a"), (16, 9, "#c08b5c"))
    bark = "".join(
        f"M{x} {y} V{y + tall}"
        for top in range(0, end - 32, 32)
        for x, y, tall in ((20, top + 8, 11), (28, top + 2, 14), (36, top + 14, 12), (43, top + 4, 9))
    )
    return (
        "".join(box((x, 2, width, end - 12), 9, color) for x, width, color in shades)
        + f'<path d="{bark}" stroke="#4e2f20" stroke-opacity=".5" stroke-width="2.2" stroke-linecap="round"/>'
        + '<path d="M15 14 Q13 3 23 3 Q33 0 34 8 Q28 10 27 14 Q20 20 15 14 Z" fill="#6aa04c"/>'
        + f'<ellipse cx="32" cy="{end - 16}" rx="19.4" ry="13.4" fill="#6b432d"/>'
        + f'<ellipse cx="32" cy="{end - 15.4}" rx="17.4" ry="11.6" fill="#e3bd86"/>'
        + "".join(
            f'<ellipse cx="32" cy="{end - 15}" rx="{rx}" ry="{ry}" fill="none" stroke="#a8743f" '
            'stroke-width="1.6"/>'
            for rx, ry in ((11.6, 7.4), (5.4, 3.2))
        )
        + _foam(f"M13 {end - 12} Q16 {end - 1} 32 {end - 1} Q48 {end - 1} 51 {end - 12}")
    )


def _raft(end: int, _up: bool, _lit: bool) -> str:
    """Three trunks whose sawn ends face us, bound together by a rope near each end."""
    trunks = ""
    for x, top, foot in ((4, 4, 10), (23, 1, 8), (42, 5, 11)):
        low = end - foot
        trunks += (
            "".join(
                box((x, top, width, low - top), 6, color)
                for width, color in ((18, "#7a5232"), (14, "#c99a62"), (7, "#e2b981"))
            )
            + "".join(box((x + 8, y, 1.5, 8), 0.7, "#8d6038", 0.6) for y in range(top + 24, low - 28, 20))
            + f'<ellipse cx="{x + 9}" cy="{low - 1}" rx="9" ry="6.4" fill="#7a5232"/>'
            + f'<ellipse cx="{x + 9}" cy="{low - 0.6}" rx="7.8" ry="5.2" fill="#f4dcae"/>'
            + f'<ellipse cx="{x + 9}" cy="{low - 0.4}" rx="3.8" ry="2.4" fill="none" stroke="#b98750" '
            'stroke-width="1.3"/>'
        )
    rope = "".join(f"Q{x + 9} {{dip}} {x + 19} {{y}} " for x in (3.5, 22.5, 41.5))
    ropes = "".join(
        f'<path d="M3.5 {y} {rope.format(dip=y + 5, y=y)}" stroke="{color}" stroke-opacity="{opacity}" '
        f'stroke-width="{width}" stroke-linecap="round" fill="none"/>'
        for height in (14, end - 30)
        for y, color, opacity, width in ((height + 1.8, "#5d3a1d", 0.5, 6), (height, "#f3e3bd", 1, 5))
    )
    return trunks + ropes + _foam(f"M5 {end - 6} Q8 {end - 2} 14 {end - 3} H48 Q56 {end - 2} 60 {end - 8}")


def _ferry(end: int, up: bool, lit: bool) -> str:
    """A hull around a deck of planks, pointed at its bow, with a wheelhouse and a funnel at its stern."""
    bow, stern = (0, end - 6) if up else (end - 4, 2)
    tip = 28 if up else -28

    def hull(inset: float, color: str, drop: float) -> str:
        left, right, toe, heel = 1 + inset, 63 - inset, bow + drop, stern + drop
        toe, heel = (toe + inset, heel - inset) if up else (toe - inset, heel + inset)
        return (
            f'<path d="M{left} {heel} V{toe + tip} Q{left + 2} {toe + tip / 3} 32 {toe} '
            f'Q{right - 2} {toe + tip / 3} {right} {toe + tip} V{heel} Z" fill="{color}"/>'
        )

    low, high = min(bow, stern) + 16, max(bow, stern) - 22
    planks = "".join(f"M{x} {low} V{high}" for x in (12, 20, 28, 36, 44, 52))
    roof = end - 66 if up else -12
    panes = WINDOW if lit else GLASS
    return (
        hull(0, "#1d4478", 4)
        + hull(0, "#2f6db0", 0)
        + hull(1, "#f4f7fa", -6)
        + hull(5, "#c4945d", -6)
        + f'<path d="{planks}" stroke="#8f6236" stroke-opacity=".45" stroke-width="1.3"/>'
        + box((14, roof + 14, 36, 30), 3, "#dfe5ec")
        + "".join(box((x, roof + 23, 8.6, 10), 2, panes) for x in (17, 27.7, 38.4))
        + box((11, roof, 42, 20), 4, "#d83a45")
        + box((14, roof + 2, 36, 3), 1.5, "#ffffff", 0.4)
        + box((26, roof - 8, 12, 20), 3, "#c23440")
        + box((26, roof - 4, 12, 4), 0, "#ffffff")
        + box((25, roof - 10, 14, 4), 2, "#39424f")
        + _foam(
            f"M2 {end - 8} Q3 {end} 32 {end} Q61 {end} 62 {end - 8}"
            if up
            else f"M5 {end - 20} Q15 {end - 2} 32 {end + 1} Q49 {end - 2} 59 {end - 20}"
        )
    )


def _foam(line: str) -> str:
    """The water's edge along a line."""
    return (
        f'<path d="{line}" stroke="{FOAM}" stroke-opacity=".9" stroke-width="2.4" stroke-linecap="round" '
        'fill="none"/>'
    )


AFLOAT: dict[str, Callable[[int, bool, bool], str]] = {"log": _log, "raft": _raft, "ferry": _ferry}
"""Looks that are drawn here, by the lower end of their shape [units], whether they go up, and are lit."""

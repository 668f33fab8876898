"""Chart: series of numbers over episodes, drawn once per change of data or size and kept as a picture."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import NamedTuple

import numpy as np
import pygame

from game.ui.axis import Axis, Numbers, linear_axis, log_axis, short
from game.ui.context import Point, Ui
from game.ui.drawing import draw
from game.ui.theme import CARD, DIM, MUTED, TEXT, Rgb
from game.ui.widget import Widget

AXIS_TEXT = 12
"""Size of the letters on axes and legend [design px]."""
CHIP = 22
"""Length of the piece of a line before its name in the legend [design px]."""
DOT = 2
"""Side of a dot [design px]."""
DOTS_SHARE = 0.55
"""Of its colour in a dot, since many lie side by side."""
PLOT_LEAST = 24
"""Height of the plain plot below which there is none [design px]."""
PICK_END = 3
"""How far from the right end of the axis the mouse still picks the end [design px]."""
NO_ROOM = "Make the window larger to see the chart"


@dataclass(frozen=True, eq=False)
class Series:
    """A line: `x` (n,), increasing, and `y` (n,); `low` and `high` (n,), if given, are its band.

    NaN and infinite numbers interrupt line and band. `dash` has the lengths of strokes and gaps in turn
    [design px], by which lines differ without their colours; a line without one is solid. With `dots` the
    points are drawn by themselves, without a line through them. At the cursor the legend has the series'
    `name` ("" for its label) and what it is there, from `exact` (n,) if `y` is cut where the chart ends.
    """

    label: str
    color: str
    x: Numbers
    y: Numbers
    low: Numbers | None = None
    high: Numbers | None = None
    dash: tuple[int, ...] = ()
    dots: bool = False
    name: str = ""
    exact: Numbers | None = None

    def point_at(self, x: float) -> int | None:
        """Index of the point at `x`, or of the next, which stands for all before it; None beyond the ends."""
        if not len(self.x) or not self.x[0] <= x <= self.x[-1]:
            return None
        return int(np.searchsorted(self.x, x))

    def reading(self, x: float) -> str:
        """The series' name and what it is at `x`, "–" for nothing."""
        index = self.point_at(x)
        numbers = self.y if self.exact is None else self.exact
        known = index is not None and np.isfinite(numbers[index])
        return f"{self.name or self.label} {short(float(numbers[index])) if known else '–'}"


THRESHOLD_DASH = (5, 4)
DOTS_OF_CHIP = (0.1, 0.5, 0.9)
"""Where the dots before a name in the legend are, in lengths of the chip."""


class _Chip(NamedTuple):
    """A name in the legend, how it is drawn, and where its row's middle begins [px]."""

    label: str
    color: str
    dash: tuple[int, ...]
    dots: bool
    x: int
    y: int


class Chart(Widget):
    """Axes, the vertical one logarithmic unless `linear`, legend, lines with bands, and a dashed threshold.

    Draw it on a finished ground: it keeps a picture of the ground with the lines on it.

    Attributes:
        cursor: the x of a vertical line with a reading of every series, None for no line; beyond the axis
            there is none either.
    """

    def __init__(
        self,
        ui: Ui,
        *,
        unit: str,
        empty: str,
        linear: bool = False,
        on_pick: Callable[[float | None], None] | None = None,
    ) -> None:
        """`on_pick` hears where the mouse is pressed and dragged: x, or None for the right end."""
        super().__init__(ui)
        self.on_pick = on_pick
        self.reactive = on_pick is not None
        self.cursor: float | None = None
        self._plot: tuple[pygame.Rect, Axis] | None = None
        self.unit = unit
        self.linear = linear
        self.empty = empty
        self._series: tuple[Series, ...] = ()
        self._threshold: tuple[float, str, str] | None = None
        self._version: object = None
        self._drawn: tuple[object, ...] = ()
        self._picture: pygame.Surface | None = None

    def show(
        self, series: Sequence[Series], version: object, *, threshold: tuple[float, str, str] | None = None
    ) -> None:
        """Takes new data: redrawn once `version` differs. `threshold` is a number, its name, its colour."""
        if version != self._version:
            self._series, self._version, self._threshold = tuple(series), version, threshold
            self.ui.stale = True

    def point_to(self, x: float | None) -> None:
        """Moves the cursor, or takes it away."""
        self.ui.dirty |= x != self.cursor
        self.cursor = x

    def press(self, pos: Point) -> None:
        """Picks what is there, from the left end of the axis to the right one; nothing without an axis."""
        if self.on_pick is None or self._plot is None:
            return
        plot, across = self._plot
        share = (pos[0] - plot.x) / (plot.width - 1)
        at_end = pos[0] >= plot.right - self.ui.px(PICK_END)
        self.on_pick(None if at_end else across.low + max(share, 0.0) * (across.high - across.low))

    def drag(self, pos: Point) -> None:
        """Picks what is there."""
        self.press(pos)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the picture, remade if data, cursor, place, scale or words have changed."""
        for _part in self._draw_in_parts(surface):
            pass

    def draw_parts(self, surface: pygame.Surface) -> Iterator[None]:
        """Draws itself line by line: many dashes take longer than a frame has."""
        if self.visible:
            yield from self._draw_in_parts(surface)

    def _draw_in_parts(self, surface: pygame.Surface) -> Iterator[None]:
        box = self.rect.clip(surface.get_rect())
        if not box.width or not box.height:
            return
        now = (self._version, tuple(self.rect), self.ui.scale, self.empty, self.cursor)
        if self._picture is None or now != self._drawn:
            yield from self._draw_now(surface)
            self._drawn, self._picture = now, surface.subsurface(box).copy()
        else:
            surface.blit(self._picture, box)
        yield

    # -- making the picture -------------------------------------------------------------------------------

    def _draw_now(self, surface: pygame.Surface) -> Iterator[None]:
        ui = self.ui
        numbers, across = self._numbers(), self._across()
        axis = linear_axis(numbers) if self.linear else log_axis(numbers)
        left = self.rect.x + self._margin(axis)
        cursor = self.cursor if self.cursor is not None and self.cursor <= across.high else None
        chips = self._chips(left, cursor)
        self._plot = None
        letters = draw.text_size("0", ui.px(AXIS_TEXT), mono=True)[1]
        plot = pygame.Rect(left, chips[-1].y + ui.px(18) if chips else self.rect.y + ui.px(4), 0, 0)
        plot.width = self.rect.right - ui.px(10) - plot.x
        plot.height = self.rect.bottom - max(ui.px(20), ui.px(4) + letters) - plot.y
        fits = plot.width >= ui.px(40) and plot.height >= ui.px(PLOT_LEAST)
        if not fits or not numbers.size:
            self._tell(surface, self.empty if fits else NO_ROOM)
            return
        self._draw_legend(surface, chips)
        self._plot = plot, across
        lines = [(series, _Curve(series, plot, across, axis)) for series in self._series]
        for series, curve in lines:
            curve.draw_band(surface, series.color)
        flag = None if cursor is None else self._draw_cursor(surface, plot, across, cursor)
        self._draw_axes(surface, plot, across, axis, flag)
        yield
        for series, curve in lines:
            if series.dots:
                curve.draw_dots(surface, mixed(series.color, CARD, DOTS_SHARE), max(2, ui.px(DOT)))
            else:
                curve.draw_line(surface, draw_color(series.color), ui.scale, series.dash)
            yield
        for series, curve in lines:
            place = curve.end() if cursor is None else curve.place_of(series.point_at(cursor))
            if place is not None and not (series.dots and cursor is None):
                draw.disc(surface, place, ui.px(5), series.color, ring=CARD)

    def _across(self) -> Axis:
        """The horizontal axis, from 0 or the least x to the greatest."""
        ends = _joined([s.x[np.isfinite(s.x)] for s in self._series])
        last = float(ends.max()) if ends.size else 0.0
        return Axis(min(0.0, float(ends.min()) if ends.size else 0.0), max(last, 1.0))

    def _draw_cursor(
        self, surface: pygame.Surface, plot: pygame.Rect, across: Axis, cursor: float
    ) -> pygame.Rect:
        """The vertical line, and below it where it is; gives the place of these words [px]."""
        ui = self.ui
        x = plot.x + round(float(across.place(np.array([cursor]))[0]) * (plot.width - 1))
        surface.fill(draw_color(TEXT), (x - ui.px(1) // 2, plot.y, max(1, ui.px(1.5)), plot.height))
        words = f"{cursor:,.0f} {self.unit if cursor != 1 else self.unit.removesuffix('s')}"
        half = ui.text_width(words, AXIS_TEXT, mono=True) / 2
        middle = min(max(x, plot.x + half), plot.right - half), plot.bottom + ui.px(4)
        return ui.text(surface, words, middle, AXIS_TEXT, TEXT, mono=True, anchor="midtop")

    def _tell(self, surface: pygame.Surface, words: str) -> None:
        """Writes in the middle why there are no lines, as much as there is room for."""
        ui, line = self.ui, self.ui.px(17)
        lines = draw.wrap(words, ui.px(12), self.rect.width)[: max(self.rect.height // line, 0)]
        y = self.rect.centery - line * (len(lines) - 1) / 2
        for row, text in enumerate(lines):
            ui.text(surface, text, (self.rect.centerx, y + row * line), 12, MUTED, anchor="center")

    def _margin(self, axis: Axis) -> int:
        """Room for the numbers left of the lines [px]: letters have a least size, whatever the scale."""
        ui = self.ui
        labels = [label for _, label in axis.ticks(self._most_ticks(self.rect.height))]
        widest = max((ui.text_width(label, AXIS_TEXT, mono=True) for label in labels), default=0)
        return max(ui.px(44), widest + ui.px(8))

    def _most_ticks(self, height: int) -> int:
        return max(2, height // self.ui.px(26))

    def _numbers(self) -> Numbers:
        """All finite numbers on the y axis, the threshold among them once there is a line."""
        parts = [part for s in self._series for part in (s.y, s.low, s.high) if part is not None]
        numbers = _joined(parts)
        numbers = numbers[np.isfinite(numbers)]
        if self._threshold and numbers.size:
            numbers = np.append(numbers, self._threshold[0])
        return numbers

    def _chips(self, left: int, cursor: float | None) -> list[_Chip]:
        """The legend's names in their places, in rows that begin at `left` [px]; with readings at a cursor.

        These take the room of the threshold's name.
        """
        ui = self.ui
        named = [
            (
                series.label if cursor is None else series.reading(cursor),
                series.color,
                series.dash,
                series.dots,
            )
            for series in self._series
        ]
        if self._threshold and cursor is None:
            named.append((*self._threshold[1:], THRESHOLD_DASH, False))
        x, y = left, self.rect.y + ui.px(7)
        chips = []
        for label, color, dash, dots in named:
            width = ui.px(CHIP + 6) + ui.text_width(label, AXIS_TEXT)
            if x + width > self.rect.right and x > left:
                x, y = left, y + ui.px(17)
            chips.append(_Chip(label, color, dash, dots, x, y))
            x += width + ui.px(16)
        return chips

    def _draw_legend(self, surface: pygame.Surface, chips: list[_Chip]) -> None:
        ui = self.ui
        for label, color, dash, dots, x, y in chips:
            if dots:
                for place in DOTS_OF_CHIP:
                    draw.disc(surface, (x + ui.px(place * CHIP), y), max(1.5, 1.5 * ui.scale), color)
            for begin, end in () if dots else strokes(dash, CHIP):
                stroke = (x + ui.px(begin), y - ui.px(1.5), ui.px(end - begin), ui.px(3))
                draw.rounded(surface, stroke, ui.px(1.5), color)
            ui.text(surface, label, (x + ui.px(CHIP + 6), y), AXIS_TEXT, MUTED, anchor="midleft")

    def _draw_axes(
        self, surface: pygame.Surface, plot: pygame.Rect, across: Axis, axis: Axis, flag: pygame.Rect | None
    ) -> None:
        """Draws both axes; at the lower one nothing that would touch the cursor's words."""
        ui = self.ui
        taken = flag.inflate(ui.px(10), 0) if flag is not None else pygame.Rect(plot.x, plot.y, 0, 0)
        rule = mixed("#ffffff", CARD, 0.08)
        for number, label in axis.ticks(self._most_ticks(plot.height)):
            y = _down(plot, float(axis.place(np.array([number]))[0]))
            pygame.draw.line(surface, rule, (plot.x, y), (plot.right - 1, y))
            ui.text(surface, label, (plot.x - ui.px(8), y), AXIS_TEXT, DIM, mono=True, anchor="midright")
        if self._threshold:
            y = _down(plot, float(axis.place(np.array([self._threshold[0]]))[0]))
            for begin, end in strokes(THRESHOLD_DASH, plot.width / ui.scale):
                stroke = (plot.x + ui.px(begin), y, ui.px(end - begin), max(2, ui.px(2)))
                surface.fill(self._threshold[2], stroke)
        last = f"{short(across.high)} {self.unit}"
        end = plot.right - ui.text_width(last, AXIS_TEXT, mono=True)
        room = end - ui.px(10)
        foot = plot.bottom + ui.px(4)
        if taken.right <= end:
            ui.text(surface, last, (plot.right, foot), AXIS_TEXT, DIM, mono=True, anchor="topright")
        for number, label in across.ticks(4):
            x = plot.x + round(float(across.place(np.array([number]))[0]) * (plot.width - 1))
            half = ui.text_width(label, AXIS_TEXT, mono=True) / 2
            middle = max(x, plot.x + half)
            if x + half < room and not taken.left - half < middle < taken.right + half:
                ui.text(surface, label, (middle, foot), AXIS_TEXT, DIM, mono=True, anchor="midtop")


class _Curve:
    """A series in pixels of a plot, at most a few points a pixel column."""

    def __init__(self, series: Series, plot: pygame.Rect, across: Axis, axis: Axis) -> None:
        self.plot = plot
        n = min(len(series.x), len(series.y))
        x = plot.x + across.place(np.asarray(series.x[:n], np.float64)) * (plot.width - 1)
        columns = [series.y, series.low, series.high]
        y, low, high = (
            None
            if c is None
            else plot.bottom - 1 - axis.place(np.asarray(c[:n], np.float64)) * (plot.height - 1)
            for c in columns
        )
        assert y is not None
        self.points = np.column_stack((x, y))  # all of them, before any is left out
        if n > 2 * plot.width:
            if low is None or high is None:
                low = high = y
            x, y, high, low = _thinned(x, y, high, low, plot.width)
        self.x, self.y, self.low, self.high = x, y, low, high

    def runs(self) -> Iterator[slice]:
        """The stretches without a gap."""
        good = np.isfinite(self.x) & np.isfinite(self.y)
        edges = np.flatnonzero(np.diff(np.concatenate(([0], good.view(np.int8), [0]))))
        for start, stop in edges.reshape(-1, 2):
            yield slice(int(start), int(stop))

    def place_of(self, index: int | None) -> tuple[float, float] | None:
        """A point of the series, None where it has none."""
        if index is None or not np.isfinite(self.points[index]).all():
            return None
        return float(self.points[index][0]), float(self.points[index][1])

    def end(self) -> tuple[float, float] | None:
        """The newest point, or None without one."""
        runs = list(self.runs())
        return (float(self.x[runs[-1].stop - 1]), float(self.y[runs[-1].stop - 1])) if runs else None

    def draw_band(self, surface: pygame.Surface, color: str) -> None:
        """Draws the band, which lies below the lines of the axes."""
        if self.low is None or self.high is None:
            return
        for run in self.runs():
            x, y = self.x[run], self.y[run]
            if len(x) > 1:
                low = np.where(np.isfinite(self.low[run]), self.low[run], y)
                high = np.where(np.isfinite(self.high[run]), self.high[run], y)
                pygame.draw.polygon(surface, mixed(color, CARD, 0.22), _outline(x, high, low))

    def draw_dots(self, surface: pygame.Surface, color: Rgb, side: int) -> None:
        """Draws each point as a square of `side` [px]."""
        good = np.isfinite(self.x) & np.isfinite(self.y)
        for x, y in np.column_stack((self.x[good], self.y[good])).round().astype(int).tolist():
            surface.fill(color, (x - side // 2, y - side // 2, side, side))

    def draw_line(self, surface: pygame.Surface, color: Rgb, scale: float, dash: tuple[int, ...]) -> None:
        """Draws the line about two design px thick: smooth lines side by side."""
        spread = 0.5 * scale
        shifts = (
            ((0.0, -spread), (0.0, spread), (-spread, 0.0), (spread, 0.0)) if scale >= 1 else ((0.0, 0.0),)
        )
        for run in self.runs():
            points = np.column_stack((self.x[run], self.y[run]))
            if len(points) == 1:
                draw.disc(surface, tuple(points[0]), max(2.0, 2.5 * scale), color)
                continue
            for shift in shifts:
                for stroke in _dashed(points + shift, dash, scale):
                    pygame.draw.aalines(surface, color, False, stroke)


def strokes(dash: tuple[int, ...], length: float) -> Iterator[tuple[float, float]]:
    """Where the strokes of a dashed line of some length begin and end, in the unit of the dash."""
    place = 0.0
    lengths = cycle(dash or (length, 0))
    while place < length:
        stroke, gap = next(lengths), next(lengths)
        yield place, min(place + stroke, length)
        place += stroke + gap


def _dashed(points: Numbers, dash: tuple[int, ...], scale: float) -> Iterator[list[list[float]]]:
    """The strokes of a line through points (n, 2) [px], each with the points that lie in it.

    All ends are found at once: a chart is redrawn within a frame, and a long line has hundreds of strokes.
    """
    whole: list[list[float]] = points.tolist()
    if not dash:
        yield whole
        return
    along = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))))
    ends = scale * np.array([*strokes(dash, along[-1] / scale)]).reshape(-1, 2)
    corners = np.stack([np.interp(ends, along, axis) for axis in points.T], axis=-1).tolist()
    after, before = np.searchsorted(along, ends[:, 0], "right"), np.searchsorted(along, ends[:, 1], "left")
    for (first, last), start, stop in zip(corners, after.tolist(), before.tolist(), strict=True):
        yield [first, *whole[start:stop], last]


def _thinned(x: Numbers, y: Numbers, high: Numbers, low: Numbers, columns: int) -> tuple[Numbers, ...]:
    """One point a pixel column: the last y, and the band's outermost (in pixels `high` is the smaller)."""
    good = np.isfinite(x) & np.isfinite(y)
    x, y, high, low = x[good], y[good], high[good], low[good]
    if not x.size:
        return x, y, high, low
    column = np.floor((x - x[0]) / max(float(x[-1] - x[0]), 1e-9) * (columns - 1)).astype(np.int64)
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    ends = np.append(starts[1:], x.size) - 1
    return x[ends], y[ends], np.fmin.reduceat(high, starts), np.fmax.reduceat(low, starts)


def _outline(x: Numbers, above: Numbers, below: Numbers) -> list[tuple[float, float]]:
    """The polygon between two lines over the same x."""
    points = np.concatenate((np.column_stack((x, above)), np.column_stack((x, below))[::-1]))
    return [(float(a), float(b)) for a, b in points]


def _down(plot: pygame.Rect, place: float) -> int:
    return plot.bottom - 1 - round(place * (plot.height - 1))


def _joined(parts: list[Numbers]) -> Numbers:
    return np.concatenate([np.asarray(part, np.float64) for part in parts]) if parts else np.empty(0)


def draw_color(color: str) -> Rgb:
    """The hex string as (r, g, b)."""
    parsed = pygame.Color(color)
    return parsed.r, parsed.g, parsed.b


def mixed(color: str, ground: str, share: float) -> Rgb:
    """`share` of a colour over a ground, opaque: what transparency would give, for primitives without it."""
    r, g, b = (
        round(a * share + z * (1 - share)) for a, z in zip(draw_color(color), draw_color(ground), strict=True)
    )
    return r, g, b

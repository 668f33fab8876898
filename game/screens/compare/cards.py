"""The compare screen's cards: each learner's failures in large figures, the others, one chart of all."""

from collections.abc import Callable, Iterable

import numpy as np
import pygame
from numpy.typing import NDArray

from game.presenters.captions import best_on
from game.presenters.comparing import Comparing
from game.presenters.entry import Entry
from game.screens.compare.layout import HEADLINE_CARD
from game.screens.terms import best_tip
from game.ui import Chart, Clickable, Series, Ui, Widget, draw_card
from game.ui.context import Point
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip
from game.ui.theme import ACCENT, MUTED, PAD, RANDOM, ROLES, SAFE, TEXT
from levels.model.delays import is_late

LARGEST, SMALLEST = 40, 22
"""Sizes of the headline's number [units]: as large as there is room for it and its words."""
FIGURE_LEAST = 72
"""Width that a figure needs [units]; where there is less for each, the headline's own are left out first."""
STACKED_BELOW = 190
"""Width below which the headline has its words below the number [units]."""
FIGURE_TIPS = (
    "Practice runs that ended in a crash: into traffic, into an obstacle, off the board.",
    "Practice runs that ended where no move was safe. Only a learner that looks one step ahead gets there.",
    "Practice runs so far. A learner that fails early has shorter ones; all three make equally many moves.",
    "The practice run after which the learned path was first as short as the {best} one.",
)
BEST_AT, GUARANTEED_AT = "best path at", "guaranteed at"
"""Names of the last figure, the practice run after which the learned path was first the shortest: on levels
where nothing is late, and on late ones.
"""
DASHES: tuple[tuple[int, ...], ...] = ((), (9, 5), (2, 4))
"""The three lines of the chart: solid, dashed, dotted."""
SPARE = (RANDOM, ACCENT)
"""Colours of lines whose role has its own in the chart already."""
CHART_EVERY = 0.5
"""How often the chart is redrawn [s]."""


class Headline(Clickable):
    """Who it is, what it may try, and how often it failed, in large figures; a click selects another."""

    def __init__(self, ui: Ui, comparing: Comparing, place: int, on_open: Callable[[int], None]) -> None:
        super().__init__(ui)
        self.comparing = comparing
        self.place = place
        self.on_open = on_open

    @property
    def entry(self) -> Entry:
        """The learner in its place."""
        return self.comparing.entries[self.place]

    def activate(self) -> None:
        """Lets another learner be selected."""
        self.on_open(self.place)

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """How it was set up, and what a click does."""
        about = self.entry.description(self.comparing.opened).about
        control = (Control.RACER_1, Control.RACER_2, Control.RACER_3)[self.place]
        return f"{about}\n{tip('compare', control)}", self.rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draws title, rule and the headline: a number and what it counts, below it where it is narrow."""
        ui, standing = self.ui, self.entry.standing
        description = self.entry.description(self.comparing.opened)
        draw_card(ui, surface, self.rect)
        self.draw_ring(surface, self.rect.inflate(-2 * ui.px(4), -2 * ui.px(4)))
        stacked = self.rect.width < ui.px(STACKED_BELOW)
        pad = ui.px(10 if stacked else PAD)
        x, room = self.rect.x + pad, self.rect.width - 2 * pad
        y = self.rect.y + ui.px(21 if self.rect.height >= ui.px(HEADLINE_CARD) else 18)
        ui.icon(surface, description.icon, (x + ui.px(9), y), 18, ROLES[description.role])
        left = x + ui.px(27)
        more = x + room - ui.px(8)
        ui.icon(surface, "chevrons-up-down", (more, y), 16, TEXT if self.hovered else MUTED)
        title = self._or_less(description.title, description.short, 14, more - ui.px(14) - left)
        ui.text(surface, title, (left, y), 14, weight="SemiBold", anchor="midleft")
        if self.rect.height >= ui.px(HEADLINE_CARD):
            rule = draw.fit(description.rule, ui.px(12), room)
            ui.text(surface, rule, (x, y + ui.px(21)), 12, MUTED, anchor="midleft")
        number = "–" if standing is None else f"{standing.failures:,}"
        color = MUTED if standing is None else ROLES[description.role] if standing.failures else SAFE
        if stacked:
            y = self.rect.bottom - ui.px(32)
            ui.text(surface, number, (x, y), 18, color, weight="Bold", anchor="midleft")
            ui.text(
                surface,
                draw.fit(description.few, ui.px(12), room),
                (x, y + ui.px(18)),
                12,
                TEXT,
                anchor="midleft",
            )
            return
        words = max(ui.text_width(description.failures, 15, "SemiBold"), ui.text_width("while learning", 12))
        size = next(
            (
                size
                for size in range(LARGEST, SMALLEST, -2)
                if ui.text_width(number, size, "Bold") + ui.px(12) + words <= room
            ),
            SMALLEST,
        )
        y = self.rect.bottom - ui.px(33 if self.rect.height >= ui.px(HEADLINE_CARD) else 24)
        end = ui.text(surface, number, (x, y), size, color, weight="Bold", anchor="midleft").right
        left = end + ui.px(12)
        failures = self._or_less(description.failures, description.few, 15, x + room - left)
        ui.text(surface, failures, (left, y - ui.px(9)), 15, TEXT, weight="SemiBold", anchor="midleft")
        while_learning = draw.fit("while learning", ui.px(12), x + room - left)
        ui.text(surface, while_learning, (left, y + ui.px(10)), 12, MUTED, anchor="midleft")

    def _or_less(self, whole: str, short: str, size: int, room: int) -> str:
        """The whole text if there is room for it, or else the short one."""
        if self.ui.text_width(whole, size, "SemiBold") <= room:
            return whole
        return draw.fit(short, self.ui.px(size), room, "SemiBold")


class Figures(Widget):
    """The same figures for each of the three: four, or fewer where there is less room, the last ones."""

    reactive = tracks_mouse = True

    def __init__(self, ui: Ui, comparing: Comparing, place: int) -> None:
        super().__init__(ui)
        self.comparing = comparing
        self.place = place

    @property
    def entry(self) -> Entry:
        """The learner in its place."""
        return self.comparing.entries[self.place]

    def figures(self) -> tuple[tuple[str, str, str], ...]:
        """Number, name and colour of each figure."""
        color = ROLES[self.entry.description(self.comparing.opened).role]
        standing = self.entry.standing
        if standing is None:
            return tuple(("–", name, MUTED) for name in ("crashes", "trapped", "runs", self.best_at))
        dead_ends = standing.dead_ends
        crashes = standing.failures - dead_ends
        first = standing.first_optimal
        return (
            (f"{crashes:,}", "crashes", color if crashes else SAFE),
            (f"{dead_ends:,}", "trapped", color if dead_ends else SAFE),
            (f"{standing.episodes:,}", "runs", TEXT),
            ("not yet", self.best_at, MUTED) if first is None else (f"run {first:,}", self.best_at, ACCENT),
        )

    @property
    def best_at(self) -> str:
        """Name of the last figure."""
        opened = self.comparing.opened
        return GUARANTEED_AT if opened is not None and is_late(opened.level) else BEST_AT

    @property
    def n_shown(self) -> int:
        """How many figures find room."""
        room = self.rect.width - 2 * self.ui.px(PAD)
        least = max(self.ui.px(FIGURE_LEAST), self.ui.text_width(self.best_at, 12))
        return next((n for n in (4, 3, 2) if room >= n * least), 1)

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """The meaning of the figure there."""
        shown = self.n_shown
        width = self.rect.width // shown
        column = min(max((pos[0] - self.rect.x) // max(width, 1), 0), shown - 1)
        place = pygame.Rect(self.rect.x + column * width, self.rect.y, width, self.rect.height)
        opened = self.comparing.opened
        told = FIGURE_TIPS[len(FIGURE_TIPS) - shown + column]
        if opened is None or column < shown - 1:
            return told.format(best="best possible"), place
        return f"{told.format(best=best_on(opened.level))}\n{best_tip(opened.level)}".rstrip(), place

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the figures side by side, names below."""
        ui = self.ui
        draw_card(ui, surface, self.rect)
        width = (self.rect.width - 2 * ui.px(PAD)) / self.n_shown
        for column, (figure, name, color) in enumerate(self.figures()[-self.n_shown :]):
            x = self.rect.x + ui.px(PAD) + round(column * width)
            y = self.rect.centery - ui.px(8)
            shown = draw.fit(figure, ui.px(15), round(width), "SemiBold")
            ui.text(surface, shown, (x, y), 15, color, weight="SemiBold", anchor="midleft")
            shown = draw.fit(name, ui.px(12), round(width))
            ui.text(surface, shown, (x, y + ui.px(18)), 12, MUTED, anchor="midleft")


class TrendCard(Widget):
    """Failures of all three over the transitions that each has made, on one pair of axes."""

    def __init__(self, ui: Ui, comparing: Comparing) -> None:
        super().__init__(ui)
        self.comparing = comparing
        self.chart = Chart(ui, unit="practice moves each", empty="No crash or trap yet")
        self.children = [self.chart]
        self._age = CHART_EVERY

    def arrange(self) -> None:
        """The chart fills the card."""
        self.chart.rect = self.rect.inflate(-self.ui.px(PAD), -self.ui.px(12))

    def follow(self, dt: float) -> None:
        """Gives the chart the newest standings now and then."""
        standings = self.comparing.standings
        self._age += dt
        if standings is None or (self._age < CHART_EVERY and standings.status == "running"):
            return
        self._age = 0.0
        descriptions = [entry.description(self.comparing.opened) for entry in self.comparing.entries]
        colors = line_colors(known.role for known in descriptions)
        series = [
            Series(
                f"{known.title}: {known.failures}",
                color,
                _numbers(standings.marked),
                _numbers(standing.failures_marked),
                dash=dash,
            )
            for known, color, standing, dash in zip(
                descriptions, colors, standings.baselines, DASHES, strict=True
            )
        ]
        self.chart.show(series, (id(self.comparing.thread), standings.version))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground; the chart draws itself."""
        draw_card(self.ui, surface, self.rect)


def line_colors(roles: Iterable[str]) -> list[str]:
    """A colour for each line: its role's, or a spare one where a line before it has that."""
    spare, colors = iter(SPARE), list[str]()
    for role in roles:
        colors.append(next(spare) if ROLES[role] in colors else ROLES[role])
    return colors


def _numbers(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    return counts.astype(np.float64)

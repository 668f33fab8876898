"""The compare screen's cards: each learner's failures in large figures, the others, one chart of all."""

import numpy as np
import pygame
from numpy.typing import NDArray

from game import draw
from game.comparing import Comparing
from game.contestant import ENTRIES, Contestant
from game.theme import ACCENT, MUTED, PAD, SAFE, TEXT
from game.ui import Chart, Series, Ui, Widget, draw_card
from game.ui.widget import Point

LARGEST, SMALLEST = 40, 22
"""Sizes of the headline's number [units]: as large as there is room for it and its words."""
FIGURES_AT = (0.0, 0.25, 0.5, 0.75)
"""Where the figures begin, as shares of the card's width."""
FIGURE_TIPS = (
    "Episodes that ended with a broken constraint: into traffic, into what blocks, off the board.",
    "Episodes that ended where no move was safe. Only a set that looks one tick ahead leads there.",
    "Episodes learned. They are shorter for whoever fails early, so all three make equally many moves.",
    "Episodes until the greedy way from the start was as short as the shortest safe way, and stayed so.",
)
CHART_EVERY = 0.5
"""How often the chart is drawn anew [s]."""


class Headline(Widget):
    """Who it is, what it may try, and how often it failed, in large figures."""

    reactive = True

    def __init__(self, ui: Ui, contestant: Contestant) -> None:
        super().__init__(ui, contestant.entry.about)
        self.contestant = contestant

    def draw(self, surface: pygame.Surface) -> None:
        """Draws title, rule and the headline: a number and what it counts."""
        ui, entry, standing = self.ui, self.contestant.entry, self.contestant.standing
        draw_card(ui, surface, self.rect)
        x, room = self.rect.x + ui.px(PAD), self.rect.width - 2 * ui.px(PAD)
        y = self.rect.y + ui.px(21)
        ui.icon(surface, entry.icon, (x + ui.px(9), y), 18, entry.color)
        left = x + ui.px(27)
        title = draw.fit(entry.title, ui.px(14), room - ui.px(27), "SemiBold")
        ui.text(surface, title, (left, y), 14, weight="SemiBold", anchor="midleft")
        rule = draw.fit(entry.rule, ui.px(12), room)
        ui.text(surface, rule, (x, y + ui.px(21)), 12, MUTED, anchor="midleft")
        number = "–" if standing is None else f"{standing.failures:,}"
        words = max(
            ui.text_width(entry.failures, 15, "SemiBold"), ui.text_width("while learning", 12, "Regular")
        )
        size = next(
            (
                size
                for size in range(LARGEST, SMALLEST, -2)
                if ui.text_width(number, size, "Bold") + ui.px(12) + words <= room
            ),
            SMALLEST,
        )
        y = self.rect.bottom - ui.px(33)
        color = entry.color if standing is not None and standing.failures else SAFE
        end = ui.text(surface, number, (x, y), size, color, weight="Bold", anchor="midleft").right
        left = end + ui.px(12)
        failures = draw.fit(entry.failures, ui.px(15), x + room - left, "SemiBold")
        ui.text(surface, failures, (left, y - ui.px(9)), 15, TEXT, weight="SemiBold", anchor="midleft")
        ui.text(surface, "while learning", (left, y + ui.px(10)), 12, MUTED, anchor="midleft")


class Figures(Widget):
    """The same four figures for each of the three."""

    reactive = tracks_mouse = True

    def __init__(self, ui: Ui, contestant: Contestant) -> None:
        super().__init__(ui)
        self.contestant = contestant

    def figures(self) -> tuple[tuple[str, str, str], ...]:
        """Number, name and colour of each figure."""
        kind, entry, standing = self.contestant.kind, self.contestant.entry, self.contestant.standing
        if standing is None:
            return tuple(("–", name, MUTED) for name in ("crashes", "dead ends", "episodes", "to optimal"))
        crashes = standing.failures if kind == "plain" else 0
        dead_ends = standing.failures if kind == "one_step" else 0
        since = standing.optimal_since
        return (
            (f"{crashes:,}", "crashes", entry.color if crashes else SAFE),
            (f"{dead_ends:,}", "dead ends", entry.color if dead_ends else SAFE),
            (f"{standing.episodes:,}", "episodes", TEXT),
            ("not yet", "to optimal", MUTED) if since is None else (f"{since:,}", "to optimal", ACCENT),
        )

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """What the figure there means."""
        quarter = self.rect.width // len(FIGURE_TIPS)
        column = min(max((pos[0] - self.rect.x) // max(quarter, 1), 0), len(FIGURE_TIPS) - 1)
        return FIGURE_TIPS[column], pygame.Rect(
            self.rect.x + column * quarter, self.rect.y, quarter, self.rect.height
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the figures side by side, names below."""
        ui = self.ui
        draw_card(ui, surface, self.rect)
        room = self.rect.width - 2 * ui.px(PAD)
        for share, (figure, name, color) in zip(FIGURES_AT, self.figures(), strict=True):
            x = self.rect.x + ui.px(PAD) + round(share * room)
            y = self.rect.centery - ui.px(8)
            ui.text(surface, figure, (x, y), 15, color, weight="SemiBold", anchor="midleft")
            ui.text(surface, name, (x, y + ui.px(18)), 11, MUTED, anchor="midleft")


class TrendCard(Widget):
    """Failures of all three over the transitions that each has made, on one pair of axes."""

    def __init__(self, ui: Ui, comparing: Comparing) -> None:
        super().__init__(ui)
        self.comparing = comparing
        self.chart = Chart(ui, unit="transitions each", empty="Nobody has failed yet")
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
        series = [
            Series(
                f"{ENTRIES[standing.rival.kind].title}: {ENTRIES[standing.rival.kind].failures}",
                ENTRIES[standing.rival.kind].color,
                _numbers(standings.marked),
                _numbers(standing.failures_marked),
            )
            for standing in standings.rivals
        ]
        self.chart.show(series, (id(self.comparing.thread), standings.version))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground; the chart draws itself."""
        draw_card(self.ui, surface, self.rect)


def _numbers(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    return counts.astype(np.float64)

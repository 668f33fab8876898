"""The cards in the paper's words: figures of learning, the change of Q, and the certificate."""

import math
from typing import NamedTuple

import numpy as np
import pygame

from game.presenters.captions import progress_of
from game.presenters.watching import Watching
from game.screens.panel import ACTION_ICONS, abbreviated
from game.screens.terms import TERMS
from game.screens.watch.past import PICK_TIP, follow_past, past_chart
from game.ui import Series, Ui, Widget, draw_card
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.theme import ACCENT, BLUE, MUTED, PAD, SAFE, TEXT
from learner.core.snapshot import History

FIGURES, CHANGE_LEAST, CHANGE, CERTIFICATE = 160, 104, 168, 107
"""Heights of the three cards, the chart's least and preferred [units]."""
ROW = 39
"""Height of a row of figures [units]."""
LINE = 21
"""Height of each of the two lines below them [units]."""
CHART_EVERY = 0.4
"""How often the chart takes new data [s]."""
FLOOR = 10
"""How far below the threshold the chart reaches, as a factor."""


class Figure(NamedTuple):
    """A figure: its name and value as written, and the term that its tooltip explains."""

    name: str
    value: str
    term: str


class FiguresCard(Widget):
    """Six figures of learning, the share of states with a shortest greedy path, and each label's states."""

    reactive = True

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching

    def figures(self) -> list[Figure]:
        """The six figures, from the upper left, and the share of optimal states below them."""
        snapshot = self.watching.snapshot
        if snapshot is None:
            values = ["–"] * 7
        else:
            change = snapshot.history.change_mean
            values = [
                abbreviated(snapshot.episodes),
                abbreviated(snapshot.transitions),
                f"{snapshot.epsilon:.3g}",
                _short(float(change[-1]) if len(change) else math.nan),
                _short(snapshot.largest_q_error),
                _short(snapshot.bellman_residual),
                _percent(snapshot.optimal_states),
            ]
        names = (
            *("Episodes", "Transitions", "ε now", "Σ|ΔQ|, last", "Largest |Q − Q*|", "Bellman residual"),
            "Optimal states",
        )
        terms = ("episode", "transition", "epsilon", "change", "error", "residual", "optimal_states")
        return [Figure(*figure) for figure in zip(names, values, terms, strict=True)]

    def _places(self) -> list[pygame.Rect]:
        """The room of each figure, and of the two lines below: optimal states, and labels last [px]."""
        ui, pad = self.ui, self.ui.px(PAD)
        width = (self.rect.width - 2 * pad) // 3
        places = [
            pygame.Rect(
                self.rect.x + pad + column * width, self.rect.y + ui.px(34 + ROW * row), width, ui.px(ROW)
            )
            for row in range(2)
            for column in range(3)
        ]
        lines = [
            pygame.Rect(self.rect.x + pad, self.rect.bottom - ui.px(7 + LINE * line), 3 * width, ui.px(LINE))
            for line in (2, 1)
        ]
        return [*places, *lines]

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the verdict, the figures in two rows, and below them the optimal states and the labels."""
        ui = self.ui
        box = draw_card(ui, surface, self.rect)
        verdict = draw.fit(progress_of(self.watching), ui.px(14), box.width, "SemiBold")
        ui.text(surface, verdict, (box.x, self.rect.y + ui.px(19)), 14, weight="SemiBold", anchor="midleft")
        *places, line, labels = self._places()
        *figures, optimal = self.figures()
        for figure, place in zip(figures, places, strict=True):
            name = draw.fit(figure.name, ui.px(12), place.width - ui.px(6))
            ui.text(surface, name, (place.x, place.y + ui.px(9)), 12, MUTED, anchor="midleft")
            value = (place.x, place.y + ui.px(26))
            ui.text(surface, figure.value, value, 15, TEXT, mono=True, weight="Medium", anchor="midleft")
        x = ui.text(surface, optimal.name, line.midleft, 12, MUTED, anchor="midleft").right + ui.px(12)
        ui.text(surface, optimal.value, (x, line.centery), 13, TEXT, mono=True, anchor="midleft")
        self._draw_labels(surface, labels)

    def _draw_labels(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        ui, watching = self.ui, self.watching
        if watching.snapshot is None or watching.opened is None:
            return
        x = ui.text(surface, "Labels N⁺", box.midleft, 12, MUTED, anchor="midleft").right + ui.px(12)
        actions = watching.opened.mdp.actions
        step = (box.right - x) // len(actions)
        for action, count in zip(actions, watching.counts, strict=True):
            ui.icon(surface, ACTION_ICONS[action], (x + ui.px(6), box.centery), 13, MUTED)
            number = draw.fit(abbreviated(int(count)), ui.px(13), step - ui.px(18), mono=True)
            ui.text(surface, number, (x + ui.px(15), box.centery), 13, TEXT, mono=True, anchor="midleft")
            x += step

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """The meaning of the figure there."""
        terms = [*((figure.name, figure.term) for figure in self.figures()), ("Labels N⁺", "counts")]
        for (name, term), place in zip(terms, self._places(), strict=True):
            if place.collidepoint(pos):
                return f"{name}: {TERMS[term].meaning}", place
        return "", self.rect


class ChangeCard(Widget):
    """Σ|ΔQ| of an episode and the distance to Q*, over episodes, with the threshold."""

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching
        self.chart = past_chart(ui, watching, unit="episodes", empty="First episode in progress")
        self.chart.tip = f"Σ|ΔQ|: {TERMS['change'].meaning}\n{PICK_TIP}"
        self.children = [self.chart]
        self._charted: object = None
        self._age = CHART_EVERY

    def follow(self, dt: float) -> None:
        """Gives the chart the newest data from time to time, and the moment on show."""
        self._age += dt
        follow_past(self.chart, self.watching)
        watching, snapshot = self.watching, self.watching.snapshot
        if snapshot is None or watching.opened is None or self._age < CHART_EVERY:
            return
        if snapshot is not self._charted and len(snapshot.history.episodes):
            self._charted, self._age = snapshot, 0.0
            threshold = watching.opened.level.learning.threshold
            lines = change_series(snapshot.history, threshold)
            named = (threshold, f"threshold {threshold:g}", MUTED)
            self.chart.show(lines, snapshot, threshold=named)

    def arrange(self) -> None:
        """The chart fills the card."""
        ui, rect = self.ui, self.rect
        self.chart.rect = pygame.Rect(
            rect.x + ui.px(12), rect.y + ui.px(10), rect.width - ui.px(24), max(rect.height - ui.px(18), 1)
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground; the chart draws itself."""
        draw_card(self.ui, surface, self.rect)


class CertificateCard(Widget):
    """What was proved about the level before learning began."""

    reactive = True

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """All of it, and what it is."""
        told = "Checked state by state before learning began."
        return f"{certificate_text(self.watching)}\n{told}", self.rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the title and the figures in three lines."""
        ui = self.ui
        box = draw_card(ui, surface, self.rect, "Certificate", icon="shield-check", color=SAFE)
        for row, line in enumerate(draw.wrap(certificate_text(self.watching), ui.px(13), box.width)[:3]):
            place = (box.x, self.rect.y + ui.px(50 + 19 * row))
            ui.text(surface, line, place, 13, MUTED, anchor="midleft")


def certificate_text(watching: Watching) -> str:
    """What was proved, and where episodes begin if that is not only where the replay does."""
    opened = watching.opened
    if opened is None:
        return "being certified"
    parts = opened.certificate.parts()
    learning = opened.level.learning
    every = ["cells"] * (learning.start_cells == "all")
    every += ["phases"] * (learning.start_phases == "all" and opened.mdp.period > 1)
    if every:
        shown = "phase 0" if every == ["phases"] else "the start"
        parts += (f"shown from {shown}, learned from all {' and '.join(every)}",)
    return " · ".join(parts)


def change_series(history: History, threshold: float) -> tuple[Series, ...]:
    """Σ|ΔQ| of an episode with its band, and the distance to Q*, over episodes.

    What lies far below the threshold is drawn at its tenth: a dying tail would squeeze everything else.
    """
    floor = threshold / FLOOR
    x = history.episodes.astype(np.float64)
    low, mean, high = (
        np.maximum(change, floor) for change in (history.change_min, history.change_mean, history.change_max)
    )
    measured = np.isfinite(history.q_error)
    distance = np.maximum(history.q_error[measured], floor)
    return (
        Series("Σ|ΔQ|", ACCENT, x, mean, low, high, exact=history.change_mean),
        Series("|Q − Q*|", BLUE, x[measured], distance, exact=history.q_error[measured]),
    )


def _short(figure: float) -> str:
    return "–" if math.isnan(figure) else f"{figure:.3g}"


def _percent(share: float) -> str:
    """A share in percent, rounded down: 100 means all."""
    return "–" if math.isnan(share) else f"{math.floor(1000 * share) / 10:g}%"

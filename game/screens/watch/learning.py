"""The panel's Learning card: the learner's status and progress, its chart, and its controls."""

import math
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import numpy as np
import pygame

from game.presenters.pace import RATES
from game.presenters.watching import Watching
from game.screens.panel import ACTION_ICONS, abbreviated
from game.screens.training import STATUS
from game.ui import Button, Chart, Series, Slider, Ui, Widget, draw_card
from game.ui.chart import AXIS_TEXT
from game.ui.context import Point
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip, with_keys
from game.ui.theme import ACCENT, BLUE, DIM, MIN_TEXT, MUTED, PAD, SAFE, TEXT
from learner.core.snapshot import History, Snapshot

CHART_LEAST, CHART_GOOD = 72, 100
"""Heights below which there is no chart, and below which the labels make room for it [units]."""
BRIEF_BELOW = 380
"""Width below which the figures' labels and the chart's legend are brief [units]."""
CHART_EVERY = 0.4
"""How often the chart takes new data [s]."""
FIGURES_AT = (0.0, 0.4, 0.72)
"""Where the figures begin, as shares of the card's width; a long one pushes the next."""
FIGURE_TIPS = (
    "As in the paper: the first episode that reached the goal with a total change of Q below the threshold.",
    "Distance to the optimum: the largest error of a learned value, over the actions tried so far.",
    "Bellman residual: the largest |r + γ max Q(x′, u′) − Q(x, u)|; at 0 all values are consistent.",
)
FIRST_EPISODE = "First episode in progress"
"""In the chart's place once the learner moves."""
FLOOR = 10
"""How far below the threshold the chart reaches, as a factor."""
TOP, LINE, CONTROLS = 42, 21, 42
"""Heights of the head, of a line, and of the controls at the foot [units]."""


class LearningCard(Widget):
    """Status, figures, chart and training controls."""

    reactive = True

    def __init__(self, ui: Ui, watching: Watching, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.watching = watching
        self.chart = Chart(ui, unit="episodes", empty="")
        self.buttons = [
            Button(ui, icon, on_click=partial(do, control), tip=tip("watch", control))
            for icon, control in (
                ("pause", Control.TRAINING),
                ("step-forward", Control.TRANSITION),
                ("fast-forward", Control.EPISODE),
                ("flag", Control.CONVERGE),
            )
        ]
        self.pace = Slider(
            ui,
            "",
            lambda slider: watching.set_pace(slider.stop, unlimited=False),
            stops=len(RATES),
            reading=lambda _: pace_text(watching),
            widest="5,000,000 / s",
            tip=with_keys(
                "watch",
                "Training speed in transitions per second "
                "({RATE_DOWN} and {RATE_UP}; {UNLIMITED} for unlimited)",
            ),
        )
        self.children = [self.chart, *self.buttons, self.pace]
        self.counts_labels = self._chart_fits = True
        self._charted: tuple[Snapshot, bool] | None = None
        self._chart_age = CHART_EVERY

    @property
    def brief(self) -> bool:
        """Whether it is too narrow for the longer words; letters have a least size at small scales."""
        return self.rect.width < self.ui.px(BRIEF_BELOW) * max(1.0, MIN_TEXT / self.ui.px(AXIS_TEXT))

    def follow(self, dt: float) -> None:
        """Updates the controls, and from time to time the chart's data."""
        watching, snapshot = self.watching, self.watching.snapshot
        self.buttons[0].icon = "play" if watching.training_paused else "pause"
        self.buttons[0].on = watching.training_paused
        self.pace.stop = watching.rate_index
        failed = watching.status == "failed"
        self.chart.visible = self._chart_fits and not failed
        self.chart.empty = FIRST_EPISODE if snapshot is not None and snapshot.transitions else ""
        for control in (*self.buttons, self.pace):
            control.visible = not failed
        self._chart_age += dt
        if snapshot is None or watching.opened is None or (snapshot, self.brief) == self._charted:
            return
        if self._chart_age >= CHART_EVERY and len(snapshot.history.episodes):
            self._charted, self._chart_age = (snapshot, self.brief), 0.0
            threshold = watching.opened.level.learning.threshold
            lines = chart_series(snapshot.history, threshold, brief=self.brief)
            self.chart.show(lines, self._charted, threshold=(threshold, f"threshold {threshold:g}"))

    def arrange(self) -> None:
        """Chart between figures and controls; on a small card the labels make room for it, then it goes."""
        ui, rect = self.ui, self.rect
        pad = ui.px(16)
        foot = rect.bottom - ui.px(CONTROLS)
        x = rect.x + pad
        for button in self.buttons:
            button.rect = pygame.Rect(x, foot + ui.px(2), ui.px(30), ui.px(30))
            x += ui.px(36)
        self.pace.rect = pygame.Rect(
            x + ui.px(4), foot + ui.px(2), rect.right - pad - x - ui.px(4), ui.px(30)
        )
        room = foot - rect.y - ui.px(TOP + 3 * LINE + 8)
        self.counts_labels = room >= ui.px(CHART_GOOD)
        room += 0 if self.counts_labels else ui.px(LINE)
        self._chart_fits = room >= ui.px(CHART_LEAST)
        self.chart.rect = pygame.Rect(rect.x + ui.px(6), foot - ui.px(6) - room, rect.width - ui.px(18), room)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws head, verdict and figures; chart and controls draw themselves."""
        ui, watching, snapshot = self.ui, self.watching, self.watching.snapshot
        title, icon, color = status(watching)
        note = f"episode {snapshot.episodes:,} · ε {snapshot.epsilon:g}" if snapshot else ""
        box = draw_card(ui, surface, self.rect, title, icon=icon, note=note, color=color)
        y = self.rect.y + ui.px(TOP + 8)
        if watching.status == "failed" and snapshot is not None:
            self._draw_message(surface, snapshot.message, box, y)
            return
        text, icon, color = verdict(watching)
        ui.icon(surface, icon, (box.x + ui.px(8), y), 16, color)
        line = draw.fit(text, ui.px(13), box.width - ui.px(24), "Medium")
        ui.text(surface, line, (box.x + ui.px(24), y), 13, color, weight="Medium", anchor="midleft")
        x = box.x
        for start, (label, value, ink) in zip(FIGURES_AT, figures(snapshot, brief=self.brief), strict=True):
            x = max(box.x + round(start * box.width), x)
            x = ui.text(surface, label, (x, y + ui.px(LINE)), 12, MUTED, anchor="midleft").right + ui.px(6)
            place = (x, y + ui.px(LINE))
            x = ui.text(surface, value, place, 12, ink, weight="Medium", anchor="midleft").right + ui.px(12)
        if self.counts_labels:
            self._draw_labels(surface, box, y + ui.px(2 * LINE))

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """The meaning of the figure there."""
        box = self.rect.inflate(-2 * self.ui.px(PAD), 0)
        y = self.rect.y + self.ui.px(TOP + 8 + LINE / 2)
        for text, (start, end) in zip(FIGURE_TIPS, pairwise((*FIGURES_AT, 1.0)), strict=True):
            x, width = box.x + round(start * box.width), round((end - start) * box.width)
            part = pygame.Rect(x, y, width, self.ui.px(LINE))
            if part.collidepoint(pos) and self.watching.status != "failed":
                return text, part
        return "", self.rect

    def _draw_message(self, surface: pygame.Surface, message: str, box: pygame.Rect, y: int) -> None:
        """Writes why learning failed, as much of it as the card has room for."""
        ui, line = self.ui, self.ui.px(17)
        lines = draw.wrap(message[:1].upper() + message[1:], ui.px(12), box.width)
        fitting = max((self.rect.bottom - ui.px(14) - y) // line, 1)
        if len(lines) > fitting:
            lines = [*lines[: fitting - 1], lines[fitting - 1] + " …"]
        for row, part in enumerate(lines):
            ui.text(surface, part, (box.x, y + line * row), 12, TEXT, anchor="midleft")

    def _draw_labels(self, surface: pygame.Surface, box: pygame.Rect, middle: int) -> None:
        """How many states carry each label: the classes of the support vector machine."""
        ui, snapshot, opened = self.ui, self.watching.snapshot, self.watching.opened
        if snapshot is None or opened is None:
            return
        x = ui.text(surface, "Labels N⁺", (box.x, middle), 12, MUTED, anchor="midleft").right + ui.px(10)
        for action, count in zip(opened.mdp.actions, snapshot.class_counts, strict=True):
            if x + ui.px(15) + ui.text_width(f"{int(count):,}", 12, "Medium") > box.right:
                return
            ui.icon(surface, ACTION_ICONS[action], (x + ui.px(6), middle), 12, MUTED)
            place = (x + ui.px(15), middle)
            x = ui.text(surface, f"{int(count):,}", place, 12, weight="Medium", anchor="midleft").right
            x += ui.px(9)


def chart_series(history: History, threshold: float, *, brief: bool) -> tuple[Series, ...]:
    """Σ|ΔQ| of an episode with its band, and the distance to Q*, over episodes.

    What lies far below the threshold is drawn at its tenth: a dying tail would squeeze everything else.
    A `brief` legend fits a narrow card.
    """
    floor = threshold / FLOOR
    x = history.episodes.astype(np.float64)
    low, mean, high = (
        np.maximum(change, floor) for change in (history.change_min, history.change_mean, history.change_max)
    )
    measured = np.isfinite(history.q_error)
    distance = np.maximum(history.q_error[measured], floor)
    return (
        Series("Σ|ΔQ|", ACCENT, x, mean, low, high),
        Series("|Q − Q*|" if brief else "largest |Q − Q*|", BLUE, x[measured], distance),
    )


def pace_text(watching: Watching) -> str:
    """The training pace as the slider reads it."""
    if watching.thread is None:
        return "–"
    return "unlimited" if watching.unlimited else f"{RATES[watching.rate_index]:,} / s"


def status(watching: Watching) -> tuple[str, str, str]:
    """The learner's status, in a few words, with an icon and a colour."""
    snapshot = watching.snapshot
    text, icon, color = STATUS[watching.status]
    if watching.status == "running":
        text += f", {abbreviated(float(f'{snapshot.transitions_per_second:.2g}')) if snapshot else '0'} / s"
    return text, icon, color


def verdict(watching: Watching) -> tuple[str, str, str]:
    """Whether it has learned yet, in a sentence, with an icon and a colour; in the past it is about now."""
    text, icon, color = _verdict_now(watching)
    if watching.moment is not None:
        text = f"Now: {text[:1].lower()}{text[1:]}"
    return text, icon, color


def _verdict_now(watching: Watching) -> tuple[str, str, str]:
    snapshot, opened = watching.snapshot, watching.opened
    if snapshot is None or opened is None or not snapshot.transitions:
        return "Nothing learned yet", "graduation-cap", MUTED
    if snapshot.detour == 0:
        found = (
            "Learned: the shortest safe path" if snapshot.converged_episode else "Shortest safe path found"
        )
        return f"{found}, {lengths(snapshot)}", "graduation-cap", SAFE
    if snapshot.detour is not None:
        longer = f"{snapshot.detour} step{'s' if snapshot.detour > 1 else ''} longer than necessary"
        return f"Reaches the goal, {longer}", "graduation-cap", TEXT
    if not (snapshot.start_steps < 0).all():
        return "Not learned yet: no path to the goal from some starts", "graduation-cap", MUTED
    return "Not learned yet: no path to the goal", "graduation-cap", MUTED


def lengths(snapshot: Snapshot) -> str:
    """How long the greedy rollouts are, from the shortest to the longest."""
    least, most = int(snapshot.start_steps.min()), int(snapshot.start_steps.max())
    return f"{least} step{'s' if least != 1 else ''}" if least == most else f"{least} to {most} steps"


def figures(snapshot: Snapshot | None, *, brief: bool) -> list[tuple[str, str, str]]:
    """Label, value and colour: when it converged, the distance to the optimum, the Bellman residual."""
    first, last = ("Conv.", "Res.") if brief else ("Converged", "Residual")
    if snapshot is None:
        return [(first, "–", DIM), ("|Q − Q*|", "–", DIM), (last, "–", DIM)]
    converged = snapshot.converged_episode
    distance, residual = (
        "–" if math.isnan(figure) else f"{figure:.3g}"
        for figure in (snapshot.largest_q_error, snapshot.bellman_residual)
    )
    return [
        (first, f"ep. {converged:,}" if converged else "not yet", SAFE if converged else MUTED),
        ("|Q − Q*|", distance, TEXT),
        (last, residual, TEXT),
    ]

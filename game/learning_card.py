"""The panel's Learning card: what the learner is doing, how far it is, its chart, and its own controls."""

import math
from collections.abc import Callable

import numpy as np
import pygame

from game import draw
from game.controls import Command, tip
from game.pace import RATES
from game.panel import ACTION_ICONS, abbreviated
from game.theme import ACCENT, BLUE, DIM, DOOMED, MUTED, SAFE, TEXT, UNSAFE
from game.ui import Button, Chart, Series, Slider, Ui, Widget, draw_card
from game.watching import Watching
from learner.snapshot import History, Snapshot

CHART_LEAST = 72
"""Height below which there is no chart [units]."""
BRIEF_BELOW = 380
"""Width below which the chart's legend is brief [units]."""
CHART_EVERY = 0.4
"""How often the chart takes new data [s]."""
FLOOR = 10
"""How far below the threshold the chart reaches, as a factor."""
TOP, LINE, CONTROLS = 40, 20, 42
"""Heights of the head, of a line of figures, and of the controls at the foot [units]."""


class LearningCard(Widget):
    """Status, figures, chart and training controls."""

    def __init__(self, ui: Ui, watching: Watching, command: Callable[[Command], None]) -> None:
        super().__init__(ui)
        self.watching = watching
        self.chart = Chart(ui, log=True, empty="The first episode is under way")
        self.buttons = [
            Button(ui, icon, on_click=lambda c=c: command(c), tip=tip(c))  # type: ignore[misc]
            for icon, c in (
                ("pause", Command.TRAINING),
                ("step-forward", Command.TRANSITION),
                ("fast-forward", Command.EPISODE),
                ("flag", Command.CONVERGE),
            )
        ]
        self.pace = Slider(
            ui,
            "",
            lambda slider: watching.set_pace(slider.stop, unlimited=False),
            stops=len(RATES),
            reading=lambda _: pace_text(watching),
            widest="5,000,000 / s",
            tip="Transitions a second of training ([ and ]; U for unlimited)",
        )
        self.children = [self.chart, *self.buttons, self.pace]
        self.counts_labels = self._chart_fits = True
        self._charted: Snapshot | None = None
        self._chart_age = CHART_EVERY

    def follow(self, dt: float) -> None:
        """Makes the controls show what is the case, and now and then gives the chart new data."""
        watching, snapshot = self.watching, self.watching.snapshot
        self.buttons[0].icon = "play" if watching.training_paused else "pause"
        self.buttons[0].on = watching.training_paused
        self.buttons[0].color = DOOMED if watching.training_paused else None
        self.pace.set_stop(watching.rate_index)
        self.chart.visible = self._chart_fits and watching.status != "failed"
        self._chart_age += dt
        if snapshot is None or watching.opened is None or snapshot is self._charted:
            return
        if self._chart_age >= CHART_EVERY and len(snapshot.history.episodes):
            self._charted, self._chart_age = snapshot, 0.0
            threshold = watching.opened.level.learning.threshold
            lines = chart_series(snapshot.history, threshold, brief=self.rect.width < self.ui.px(BRIEF_BELOW))
            self.chart.show(lines, snapshot, threshold=(threshold, "threshold"))

    def arrange(self) -> None:
        """Chart between figures and controls; on a small card the labels give way to it, then it goes too."""
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
        room = foot - rect.y - ui.px(TOP + 4 * LINE + 12)
        self.counts_labels = room >= ui.px(CHART_LEAST)
        room += 0 if self.counts_labels else ui.px(LINE)
        self._chart_fits = room >= ui.px(CHART_LEAST)
        self.chart.rect = pygame.Rect(rect.x + ui.px(6), foot - ui.px(6) - room, rect.width - ui.px(18), room)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws head, status and figures; chart and controls draw themselves."""
        ui, snapshot = self.ui, self.watching.snapshot
        note = f"episode {snapshot.episodes:,}" if snapshot else ""
        box = draw_card(ui, surface, self.rect, "Learning", icon="chart-line", note=note)
        y = self.rect.y + ui.px(TOP + 6)
        text, color = status_text(self.watching)
        draw.disc(surface, (box.x + ui.px(5), y), ui.px(4), color)
        line = draw.fit(text, ui.px(12), box.width - ui.px(16))
        ui.text(surface, line, (box.x + ui.px(16), y), 12, color, weight="Medium", anchor="midleft")
        for index, (label, value, ink) in enumerate(figures(self.watching)):
            row, column = divmod(index, 2)
            left = box.x + column * box.width // 2
            middle = y + ui.px(LINE * (row + 1))
            end = ui.text(surface, label, (left, middle), 12, MUTED, anchor="midleft").right
            room = box.width // 2 - (end - left) - ui.px(12)
            value = draw.fit(value, ui.px(12), room, "Medium")
            ui.text(surface, value, (end + ui.px(6), middle), 12, ink, weight="Medium", anchor="midleft")
        if self.counts_labels:
            self._draw_labels(surface, box, y + ui.px(3 * LINE))
        if self.watching.status == "failed" and snapshot is not None:
            message = snapshot.message[:1].upper() + snapshot.message[1:]
            for row, part in enumerate(draw.wrap(message, ui.px(12), box.width)):
                place = (box.x, self.chart.rect.y + ui.px(10 + 17 * row))
                ui.text(surface, part, place, 12, TEXT)

    def _draw_labels(self, surface: pygame.Surface, box: pygame.Rect, middle: int) -> None:
        """How many states carry each label: the classes of the support vector machine."""
        ui, snapshot, opened = self.ui, self.watching.snapshot, self.watching.opened
        x = ui.text(surface, "Labels N⁺", (box.x, middle), 12, MUTED, anchor="midleft").right + ui.px(10)
        if snapshot is None or opened is None:
            return
        for action, count in zip(opened.mdp.actions, snapshot.class_counts, strict=True):
            ui.icon(surface, ACTION_ICONS[action], (x + ui.px(6), middle), 12, MUTED)
            place = (x + ui.px(15), middle)
            x = ui.text(surface, f"{int(count):,}", place, 12, weight="Medium", anchor="midleft").right
            x += ui.px(9)


def chart_series(history: History, threshold: float, *, brief: bool) -> tuple[Series, ...]:
    """|ΔQ| of an episode with its band, and the distance to Q*, over episodes.

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
        Series("|ΔQ|" if brief else "|ΔQ| an episode", ACCENT, x, mean, low, high),
        Series("|Q − Q*|" if brief else "largest |Q − Q*|", BLUE, x[measured], distance),
    )


def pace_text(watching: Watching) -> str:
    """The training pace as the slider reads it."""
    return "unlimited" if watching.unlimited else f"{RATES[watching.rate_index]:,} / s"


def status_text(watching: Watching) -> tuple[str, str]:
    """What the learner is doing, in words, and a colour for it."""
    snapshot = watching.snapshot
    match watching.status:
        case "opening":
            return "Computing tables and certificate", MUTED
        case "warming_up":
            return "Warming up: the learner is being compiled", MUTED
        case "failed":
            return "Training stopped", UNSAFE
        case "stopped":
            return "Training ended", MUTED
        case "paused":
            return (snapshot.message if snapshot else "") or "Training paused", DOOMED
        case _:
            speed = abbreviated(float(f"{snapshot.transitions_per_second:.2g}")) if snapshot else "0"
            pace = "unlimited" if watching.unlimited else "paced"
            return f"Training, {speed} transitions a second ({pace})", ACCENT


def figures(watching: Watching) -> list[tuple[str, str, str]]:
    """Label, value and colour of the figures: converged as in the paper, and the truth beside it."""
    snapshot, opened = watching.snapshot, watching.opened
    if snapshot is None or opened is None:
        return [("Converged", "–", DIM), ("Optimal", "–", DIM), ("Distance to Q*", "–", DIM), ("ε", "–", DIM)]
    converged = snapshot.converged_episode
    distance = "–" if math.isnan(snapshot.largest_q_error) else f"{snapshot.largest_q_error:.3g}"
    shortest = opened.certificate.shortest
    if snapshot.optimal:
        optimal, ink = f"yes, {snapshot.rollout_steps} steps", SAFE
    elif snapshot.rollout_steps is None or shortest is None:
        optimal, ink = "no way to the goal yet", MUTED
    else:
        optimal, ink = f"no, +{snapshot.rollout_steps - shortest} steps", TEXT
    return [
        ("Converged", f"episode {converged:,}" if converged else "not yet", SAFE if converged else MUTED),
        ("Optimal", optimal, ink),
        ("Distance to Q*", distance, TEXT),
        ("ε", f"{snapshot.epsilon:g}", TEXT),
    ]

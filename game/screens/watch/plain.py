"""The cards in plain words: crashes so far, and how the replay gets across, with a chart of the practice."""

import numpy as np
import pygame
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from game.presenters.captions import best_name, counted, crossing_of
from game.presenters.watching import Watching
from game.screens.terms import best_tip
from game.screens.watch.past import follow_past, past_chart
from game.ui import Series, Ui, Widget, draw_card
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.pill import draw_pill
from game.ui.theme import ACCENT, GOLD, GOLD_GROUND, MUTED, PAD, SAFE, SAFE_GROUND, TEXT, UNSAFE
from learner.core.snapshot import Snapshot
from levels.model.delays import is_late

CRASHES, CROSSING_LEAST, CROSSING = 98, 168, 242
"""Heights of the two cards, the second one's least and preferred [units]."""
CHART_FROM = 84
"""Height from which there is a chart [units]."""
CHART_EVERY = 0.4
"""How often the chart takes new data [s]."""
AFTERWARDS, HEADROOM = 1.2, 1.3
"""How far the chart goes beyond the episode that converged, and beyond nine tenths of the runs."""
MEDIAN_OF = 15
"""Practice runs of which the chart's line is the median; means of several need fewer."""
PROMISE = "No move that could end in a crash is ever made."
LATE_PROMISE = "No move can end in a crash, however late traffic is."
ONE_STEP = "Only the next step is checked, so it can get trapped."
PROOF_TIP = (
    "Every state of this level was checked before learning began. A move after which a crash could no "
    "longer be avoided is not available to the agent."
)
LATE_TIP = (
    "That holds however late vehicles are. A clock shows by how many steps one is late, and a dashed outline "
    "where it would be by its timetable, which is all that the agent sees."
)


class CrashesCard(Widget):
    """How often it has crashed, in how many practice moves, and why that number is what it is."""

    reactive = True

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui, PROOF_TIP)
        self.watching = watching

    @property
    def brief(self) -> tuple[str, str]:
        """The card in two words, for its heading, and their colour."""
        crashes = self._crashes
        return (f"{crashes:,}" if crashes or not self._proved else f"{crashes} · proved"), (
            UNSAFE if crashes else SAFE
        )

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """What was proved, and what late traffic has to do with it."""
        tip, place = super().tip_at(pos)
        return f"{tip}\n{LATE_TIP}" if self._late else tip, place

    @property
    def _late(self) -> bool:
        return self.watching.opened is not None and is_late(self.watching.opened.level)

    @property
    def _crashes(self) -> int:
        return self.watching.snapshot.violations if self.watching.snapshot else 0

    @property
    def _proved(self) -> bool:
        """Whether the safe set in use rules out crashes and dead ends for good."""
        return self.watching.opened is not None and self.watching.opened.level.safety == "viable"

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the figure, the words beside it, the pill, and the sentence below."""
        ui, rect, snapshot = self.ui, self.rect, self.watching.snapshot
        draw_card(ui, surface, rect)
        crashes, pad = self._crashes, ui.px(PAD)
        color = UNSAFE if crashes else SAFE
        place = (rect.x + pad, rect.y + ui.px(38))
        right = ui.text(surface, f"{crashes:,}", place, 44, color, weight="Bold", anchor="midleft").right
        x = right + ui.px(14)
        end = rect.right - pad
        if self._proved:
            end = draw_pill(
                ui, surface, "proved", (end, rect.y + ui.px(28)), SAFE, SAFE_GROUND, icon="shield-check"
            ).x
        noun = "crash so far" if crashes == 1 else "crashes so far"
        noun = draw.fit(noun, ui.px(16), end - x, "SemiBold")
        ui.text(surface, noun, (x, rect.y + ui.px(27)), 16, weight="SemiBold", anchor="midleft")
        moves = counted(snapshot.transitions, "practice move") if snapshot else "no practice moves"
        moves = draw.fit(f"in {moves}", ui.px(14), rect.right - pad - x)
        ui.text(surface, moves, (x, rect.y + ui.px(50)), 14, MUTED, anchor="midleft")
        promise = LATE_PROMISE if self._late else PROMISE
        told = promise if self._proved else ONE_STEP if self.watching.opened else "Being proved safe"
        told = draw.fit(told, ui.px(13), rect.width - 2 * pad)
        ui.text(surface, told, (rect.x + pad, rect.bottom - ui.px(19)), 13, TEXT, anchor="midleft")


class CrossingCard(Widget):
    """How many steps the replay takes and how many are possible, and the chart of practice runs."""

    reactive = True

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching
        self.chart = past_chart(
            ui, watching, unit="practice runs", empty="No practice run finished yet", linear=True
        )
        self.children = [self.chart]
        self._charted: object = None
        self._ended = False
        self._age = CHART_EVERY

    @property
    def brief(self) -> tuple[str, str]:
        """The card in a few words, for its heading, and their colour."""
        crossing, shown = crossing_of(self.watching), self.watching.shown
        if shown is not None and shown.svm is not None:
            return "the SVM acts", TEXT
        if crossing.steps is None:
            return "not in this replay" if self.watching.newest_steps is not None else "not yet", TEXT
        if crossing.steps == crossing.best:
            return f"{counted(crossing.steps, 'step')} · {best_name(self.watching)}", GOLD
        return f"{counted(crossing.steps, 'step')} · best {crossing.best}", TEXT

    def follow(self, dt: float) -> None:
        """Gives the chart the newest data from time to time, and the moment on show."""
        self._age += dt
        follow_past(self.chart, self.watching)
        watching, snapshot = self.watching, self.watching.snapshot
        if snapshot is None or watching.opened is None or self._age < CHART_EVERY:
            return
        if snapshot is self._charted or not len(snapshot.history.episodes):
            return
        if self._ended and snapshot.converged_episode is not None:
            return  # what follows would only be added in ever wider buckets
        self._charted, self._age = snapshot, 0.0
        self._ended = snapshot.converged_episode is not None
        best = watching.opened.certificate.shortest
        threshold = (float(best), best_name(watching), GOLD) if best else None
        self.chart.show(practice_series(snapshot), snapshot, threshold=threshold)

    def arrange(self) -> None:
        """The chart below the headline."""
        ui, rect = self.ui, self.rect
        top = rect.y + ui.px(60)
        height = rect.bottom - ui.px(8) - top
        self.chart.visible = height >= ui.px(CHART_FROM)
        self.chart.rect = pygame.Rect(rect.x + ui.px(6), top, rect.width - ui.px(18), max(height, 0))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the headline; the chart draws itself."""
        ui, rect, pad = self.ui, self.rect, self.ui.px(PAD)
        draw_card(ui, surface, rect)
        crossing = crossing_of(self.watching)
        middle = rect.y + ui.px(30)
        end = self._draw_best(surface, crossing.steps, crossing.best, rect.right - pad, middle)
        if crossing.steps is None:
            text = draw.fit(crossing.text, ui.px(17), end - ui.px(12) - rect.x - pad, "SemiBold")
            ui.text(surface, text, (rect.x + pad, middle), 17, weight="SemiBold", anchor="midleft")
            return
        color = GOLD if crossing.steps == crossing.best else TEXT
        x = rect.x + pad
        x = ui.text(surface, "Crosses in", (x, middle), 17, weight="SemiBold", anchor="midleft").right
        figure = f"{crossing.steps:,}"
        place = (x + ui.px(9), middle - ui.px(3))
        x = ui.text(surface, figure, place, 36, color, weight="Bold", anchor="midleft").right + ui.px(9)
        noun = "step" if crossing.steps == 1 else "steps"
        if x + ui.text_width(noun, 17, "SemiBold") <= end - ui.px(6):
            ui.text(surface, noun, (x, middle), 17, weight="SemiBold", anchor="midleft")

    def _draw_best(
        self, surface: pygame.Surface, steps: int | None, best: int | None, right: int, middle: int
    ) -> int:
        """The best possible at the right end; gives where it begins [px]."""
        ui = self.ui
        if best is None:
            return right
        if steps == best:
            return draw_pill(
                ui, surface, best_name(self.watching), (right, middle), GOLD, GOLD_GROUND, icon="trophy"
            ).x
        figure = ui.text(surface, f"{best:,}", (right, middle), 22, GOLD, weight="Bold", anchor="midright")
        place = (figure.x - ui.px(8), middle + ui.px(2))
        return ui.text(
            surface, best_name(self.watching), place, 14, GOLD, weight="Medium", anchor="midright"
        ).x

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """What the figures are of."""
        crossing, opened = crossing_of(self.watching), self.watching.opened
        promise = best_tip(opened.level) if opened else ""
        best = (
            ""
            if crossing.best is None
            else f" No safe path is shorter than {counted(crossing.best, 'step')}. {promise}".rstrip()
        )
        known = None if self.watching.acting.on or crossing.steps is not None else self.watching.newest_steps
        now = f" By now it crosses in {counted(known, 'step')}." if known is not None else ""
        head = pygame.Rect(self.rect.x, self.rect.y, self.rect.width, self.ui.px(56))
        return f"{crossing.text} (the replay on show).{now}{best}", head


def practice_series(snapshot: Snapshot) -> tuple[Series, ...]:
    """Steps that practice runs took, over practice runs: the runs as dots, their running median as a line.

    Once there are more runs than dots, a dot is the mean of some runs. The chart ends soon after learning has
    converged, and what lies far above most runs is drawn at the top: the rest would be squeezed to a line.
    """
    history = snapshot.history
    shown = slice(None)
    if snapshot.converged_episode is not None:
        end = np.searchsorted(history.episodes, AFTERWARDS * snapshot.converged_episode) + 1
        shown = slice(int(end))
    x = history.episodes[shown].astype(np.float64)
    mean = history.steps_mean[shown]
    top = HEADROOM * float(np.percentile(mean, 90))
    dots = "steps a run took" if history.width == 1 else f"steps a run took, means of {history.width:,}"
    line = running_median(mean, max(MEDIAN_OF // history.width, 3))
    return (
        Series(dots, ACCENT, x, np.minimum(mean, top), dots=True, name="steps", exact=mean),
        Series("median (lower is better)", ACCENT, x, np.minimum(line, top), name="median", exact=line),
    )


def running_median(values: NDArray[np.float64], number: int) -> NDArray[np.float64]:
    """The median of `number` values, each with those before it, of fewer at the beginning; (n,) float64."""
    windows = sliding_window_view(np.concatenate((np.full(number - 1, np.nan), values)), number)
    return np.asarray(np.nanmedian(windows, axis=1), np.float64)

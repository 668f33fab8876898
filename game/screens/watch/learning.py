"""The Learning card: what learning has come to, and its own pause, goal and speed."""

from collections.abc import Callable

import pygame

from game.presenters.captions import STAGES, Stage, stage_line, stage_of
from game.presenters.held import Held
from game.presenters.pace import RATES
from game.presenters.watching import Watching
from game.ui import Button, Slider, Ui, Widget, draw_card
from game.ui.boxes import Box, Part, Row, lay_out
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip, with_keys
from game.ui.pill import draw_pill
from game.ui.theme import (
    ACCENT,
    ACCENT_GROUND,
    GOLD,
    GOLD_GROUND,
    MUTED,
    PAD,
    TEXT,
    UNSAFE_GROUND,
    UNSAFE_TEXT,
    WELL,
)

HEIGHT = 134
"""Of the card [units]."""
LINE, BUTTONS, BUTTON, SPEED = 48, 62, 36, 106
"""From the card's top: the line below the title, the buttons, their height, and the slider [units]."""
TO_THE_END = "Until it has learned"
TIPS = {aim: tip("watch", aim) for aim in (Control.CONVERGE, Control.RESTART)}
"""The second button's tooltips."""
COLORS: dict[Stage, tuple[str, str, str]] = {
    "practising": (ACCENT, ACCENT_GROUND, ""),
    "learned": (GOLD, GOLD_GROUND, "trophy"),
    "converged": (ACCENT, ACCENT_GROUND, ""),
    "paused": (TEXT, WELL, "pause"),
    "failed": (UNSAFE_TEXT, UNSAFE_GROUND, "triangle-alert"),
}
"""Ink, ground and icon of the pill that names the stage; before learning starts there is none."""
AT_ONCE: tuple[Stage, ...] = ("preparing", "paused", "failed", "learned")
"""Stages that are shown without delay: they were asked for, or never flip back. The first two end so too."""


class LearningCard(Widget):
    """The learner's stage, and its controls."""

    def __init__(self, ui: Ui, watching: Watching, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.watching = watching
        self.stage: Held[Stage] = Held("preparing")
        self.pause = Button(
            ui,
            "pause",
            "Pause learning",
            on_click=lambda: do(Control.TRAINING),
            tip=tip("watch", Control.TRAINING),
        )
        self.finish = Button(ui, "fast-forward", TO_THE_END, on_click=lambda: do(self._aim()))
        self.pace = Slider(
            ui,
            "Speed",
            lambda slider: watching.set_pace(slider.stop, unlimited=False),
            stops=len(RATES),
            reading=lambda _: pace_text(watching),
            widest="5,000,000 moves/s",
            tip=with_keys(
                "watch",
                "Practice moves per second ({RATE_DOWN} and {RATE_UP}; {UNLIMITED} for as fast as possible)",
            ),
        )
        self.children = [self.pause, self.finish, self.pace]

    @property
    def _learned(self) -> bool:
        snapshot = self.watching.snapshot
        return snapshot is not None and snapshot.converged_episode is not None

    def _aim(self) -> Control:
        """What the second button does: learn to the end, or learn anew."""
        return Control.RESTART if self._learned or self.watching.status == "failed" else Control.CONVERGE

    def follow(self, dt: float) -> None:
        """Makes the card show what is the case; a stage has to last before it is shown."""
        watching = self.watching
        stage = stage_of(watching)
        before = self.stage.shown
        self.stage.follow(stage, dt, at_once=stage in AT_ONCE or before in AT_ONCE[:2])
        self.ui.stale |= self.stage.shown != before
        paused = watching.training_paused
        self.pause.icon, self.pause.text = (
            ("play", "Go on learning") if paused else ("pause", "Pause learning")
        )
        aim = self._aim()
        anew = aim is Control.RESTART
        self.finish.icon = "rotate-ccw" if anew else "fast-forward"
        self.finish.text = "Start learning over" if anew else TO_THE_END
        self.finish.tip = TIPS[aim]
        self.pause.idle = watching.status == "failed"
        self.pace.stop = watching.rate_index

    def arrange(self) -> None:
        """Two buttons side by side, the slider below them."""
        ui, pad = self.ui, self.ui.px(PAD)
        line = Box(self.rect.x + pad, self.rect.y + ui.px(BUTTONS), self.rect.width - 2 * pad, ui.px(BUTTON))
        parts = [Part(words, self.finish.width_of(words), grow=1) for words in ("Pause learning", TO_THE_END)]
        first, second = lay_out(Row(tuple(parts), gap=ui.px(8)), line).boxes.values()
        self.pause.rect, self.finish.rect = pygame.Rect(first), pygame.Rect(second)
        self.pace.rect = pygame.Rect(
            self.rect.x + pad, self.rect.y + ui.px(SPEED), self.rect.width - 2 * pad, ui.px(22)
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draws title, pill and the line below; the controls draw themselves."""
        ui, rect, stage = self.ui, self.rect, self.stage.shown
        box = draw_card(ui, surface, rect, "Learning", icon="graduation-cap")
        word, line = STAGES[stage][0], stage_line(stage, self.watching.snapshot)
        if stage in COLORS:
            ink, ground, icon = COLORS[stage]
            place = (rect.right - ui.px(PAD), rect.y + ui.px(24))
            draw_pill(ui, surface, word, place, ink, ground, icon=icon)
        line = draw.fit(line[:1].lower() + line[1:], ui.px(13), box.width)
        ui.text(surface, line, (box.x, rect.y + ui.px(LINE)), 13, MUTED, anchor="midleft")


def pace_text(watching: Watching) -> str:
    """The training pace as the slider reads it."""
    if watching.thread is None:
        return "–"
    return "unlimited" if watching.unlimited else f"{RATES[watching.rate_index]:,} moves/s"

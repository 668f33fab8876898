"""The errors screen: why a file could not be opened, with its lines and carets, in the window."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame

from game.presenters.reloading import Changes
from game.screens.screen import EditLevel, Open, Outcome, Screen
from game.services.services import Services
from game.ui import Button, Line, ScrollText
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip
from game.ui.layout import EDGE
from game.ui.theme import CARD_LOW, LINE, MUTED, RADIUS_CARD, TEXT, UNSAFE, WELL

READINGS = (Control.READING_1, Control.READING_2, Control.READING_3)
"""The commands that choose a reading of the file, in order."""
WIDEST = 1000
"""The report is at most this wide [units]."""


class Errors(Screen):
    """A heading and a report that scrolls; the screen below is one key away.

    The file that the report is about, if there is one, is opened again once it has been saved. Where it can
    be read in several ways, each has a button.
    """

    name = "errors"

    def __init__(
        self,
        size: tuple[int, int],
        scale: float,
        services: Services,
        heading: str,
        lines: Sequence[str],
        path: Path | None = None,
        readings: Sequence[str] = (),
    ) -> None:
        super().__init__(size, scale, services)
        self.heading = heading
        self.lines = tuple(lines)
        self.changes = Changes(path) if path is not None else None
        self.text = ScrollText(self.ui, [Line(line, mono=True, color=TEXT) for line in lines])
        self.back = Button(
            self.ui,
            "arrow-left",
            "Back",
            on_click=lambda: self.do(Control.BACK_OUT),
            primary=True,
            tip=tip(self.name, Control.BACK_OUT),
        )
        self.edit = Button(
            self.ui,
            "",
            "Edit the file",
            on_click=lambda: self.do(Control.EDIT),
            tip=tip(self.name, Control.EDIT),
        )
        self.edit.visible = path is not None
        self.readings = [
            Button(
                self.ui,
                text=f"{number}: {reading}",
                on_click=partial(self.do, control),
                tip=tip(self.name, control),
            )
            for number, (control, reading) in enumerate(zip(READINGS, readings, strict=False), start=1)
        ]
        self.ui.root = [self.text, *self.readings, self.back, self.edit]
        self.arrange()

    def arrange(self) -> None:
        """The report in the middle, the button below it."""
        ui = self.ui
        width, height = ui.size
        inner = min(width - 2 * ui.px(EDGE + 12), ui.px(WIDEST))
        left, top = (width - inner) // 2, ui.px(104)
        step = ui.px(36 + 8)
        foot = ui.px(36 + 2 * EDGE) + step * len(self.readings)
        room = max(height - top - foot - ui.px(12), 1)
        self.text.rect = pygame.Rect(left, top, inner, room)
        self.text.rect.height = min(room, max(self.text.content_height(), ui.px(80)))
        top = self.text.rect.bottom + ui.px(12 + EDGE)
        for button in self.readings:
            button.rect = pygame.Rect(left, top, min(button.natural_width(), inner), ui.px(36))
            top += step
        self.back.rect = pygame.Rect(left, top, ui.px(104), ui.px(36))
        self.edit.rect = self.back.rect.move(self.back.rect.width + ui.px(EDGE), 0)
        self.edit.rect.width = self.edit.natural_width()

    def edit_level(self) -> None:
        """Opens the file in the editor."""
        if self.changes is not None:
            self.outcome = EditLevel(self.changes.path)

    def open_reading(self, number: int) -> None:
        """Opens the file, read in one of the ways it can be read; they are counted from 1."""
        if self.changes is not None and number <= len(self.readings):
            self.outcome = Open(self.changes.path.with_name(f"{self.changes.path.name}#{number}"))

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass."""
        if self.changes is not None and self.changes.seen(dt):
            self.outcome = Open(self.changes.path)
        return super().update(dt)

    def draw_ground(self, layer: pygame.Surface) -> None:
        """Draws the heading, and the ground of the report."""
        ui, surface = self.ui, layer
        left = self.text.rect.x
        ui.icon(surface, "triangle-alert", (left + ui.px(12), ui.px(46)), 26, UNSAFE)
        ui.text(surface, self.heading, (left + ui.px(36), ui.px(46)), 20, weight="SemiBold", anchor="midleft")
        if self.changes is not None:
            hint = "Fix the file here or in any editor; it reloads when saved."
            if self.readings:
                hint = "Choose one, or add its line to the file; it reloads when saved."
            hint = draw.fit(hint, ui.px(12), ui.size[0] - left - ui.px(EDGE))
            ui.text(surface, hint, (left, ui.px(76)), 12, MUTED, anchor="midleft")
        well = self.text.rect.inflate(2 * ui.px(12), 2 * ui.px(10))
        draw.rounded(
            surface, well, ui.px(RADIUS_CARD), WELL, stroke=LINE, stroke_width=1, gradient_to=CARD_LOW
        )

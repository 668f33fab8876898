"""Slider: a value on a line, with its name before and its reading behind it."""

from collections.abc import Callable

import pygame

from game import draw
from game.theme import ACCENT, DIM, MUTED, TEXT, TRACK, WHITE
from game.ui.kit import Ui
from game.ui.widget import Point, Widget

KEY_STEP = 0.05
"""What an arrow key moves a slider without stops, as a share of its length."""


class Slider(Widget):
    """A value from 0 to 1; with `stops` one of that many evenly spaced ones, counted by `stop`.

    `reading` turns the slider into the text behind it, for instance its speed; `widest` is the longest one.
    """

    focusable = reactive = True

    def __init__(
        self,
        ui: Ui,
        label: str = "",
        on_change: "Callable[[Slider], None] | None" = None,
        *,
        stops: int = 0,
        reading: "Callable[[Slider], str] | None" = None,
        widest: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(ui, tip)
        self.label = label
        self.on_change = on_change
        self.stops = stops
        self.reading = reading
        self.widest = widest
        self.value = 0.0

    @property
    def stop(self) -> int:
        """Which stop it is at, counted from 0."""
        return round(self.value * (self.stops - 1))

    def set_stop(self, stop: int) -> None:
        """Puts it at a stop, from outside: nobody is told."""
        self.value = min(max(stop, 0), self.stops - 1) / (self.stops - 1)

    def natural_width(self) -> int:
        """Room for the name, a line of 110 and the reading."""
        extra = self.ui.text_width(self.widest, 13, "Medium") + self.ui.px(14) if self.widest else 0
        return (
            (self.ui.text_width(self.label) + self.ui.px(14) if self.label else 0) + self.ui.px(110) + extra
        )

    def track(self) -> pygame.Rect:
        """The line itself; the knob's middle runs from its left end to its right end."""
        ui, knob = self.ui, self.ui.px(8)
        left = self.rect.x + (ui.text_width(self.label) + ui.px(14) if self.label else knob)
        right = self.rect.right - (
            ui.text_width(self.widest, 13, "Medium") + ui.px(14) if self.widest else knob
        )
        return pygame.Rect(left, self.rect.centery - ui.px(2), max(1, right - left), ui.px(4))

    def _move_to(self, value: float) -> None:
        value = min(max(value, 0.0), 1.0)
        if self.stops > 1:
            value = round(value * (self.stops - 1)) / (self.stops - 1)
        if value != self.value:
            self.value = value
            if self.on_change:
                self.on_change(self)

    def _move_by(self, steps: float) -> None:
        self._move_to(self.value + steps * (1 / (self.stops - 1) if self.stops > 1 else KEY_STEP))

    def press(self, pos: Point) -> None:
        """The knob jumps to the mouse."""
        self.drag(pos)

    def drag(self, pos: Point) -> None:
        """The knob follows the mouse."""
        track = self.track()
        self._move_to((pos[0] - track.x) / track.width)

    def wheel(self, dx: float, dy: float) -> bool:
        """A notch of the wheel is a step."""
        self._move_by(dy or dx)
        return True

    def key(self, event: pygame.Event) -> bool:
        """Arrows step, page keys take four steps, Home and End go to the ends."""
        steps = {pygame.K_RIGHT: 1, pygame.K_UP: 1, pygame.K_LEFT: -1, pygame.K_DOWN: -1}
        steps |= {pygame.K_PAGEUP: 4, pygame.K_PAGEDOWN: -4, pygame.K_HOME: -1000, pygame.K_END: 1000}
        if event.key in steps:
            self._move_by(steps[event.key])
        return event.key in steps

    def draw(self, surface: pygame.Surface) -> None:
        """Draws name, line, knob, reading and ring."""
        ui, track = self.ui, self.track()
        ink = MUTED if self.enabled else DIM
        ui.text(surface, self.label, self.rect.midleft, 13, ink, anchor="midleft")
        draw.rounded(surface, track, track.height / 2, TRACK)
        reach = round(track.width * self.value)
        color = ACCENT if self.enabled else DIM
        draw.rounded(
            surface, (track.x, track.y, max(reach, track.height), track.height), track.height / 2, color
        )
        radius = ui.px(9 if self.hovered or ui.pressed is self else 8)
        draw.disc(surface, (track.x + reach, track.centery), radius, color)
        draw.disc(surface, (track.x + reach, track.centery), radius - ui.px(2.5), WHITE)
        if self.reading:
            place = (track.right + ui.px(14), track.centery)
            ui.text(surface, self.reading(self), place, 13, TEXT, weight="Medium", anchor="midleft")
        self.draw_ring(surface)

"""Slider: a value on a line, with its name before and its reading behind it."""

from collections.abc import Callable

import pygame

from game.ui.context import Point, Ui
from game.ui.drawing import draw
from game.ui.theme import ACCENT, MUTED, TEXT, TRACK, WHITE
from game.ui.widget import Widget


class Slider(Widget):
    """A knob on one of `stops` evenly spaced places, counted by `stop` from 0.

    `reading` turns the slider into the text behind it, for instance its speed; `widest` is the longest one.
    """

    focusable = reactive = True

    def __init__(
        self,
        ui: Ui,
        label: str,
        on_change: "Callable[[Slider], None]",
        *,
        stops: int,
        reading: "Callable[[Slider], str]",
        widest: str,
        tip: str = "",
    ) -> None:
        super().__init__(ui, tip)
        self.label = label
        self.on_change = on_change
        self.stops = stops
        self.reading = reading
        self.widest = widest
        self.label_width = 0
        """Room for the name [px], the same for sliders one below the other; 0 for what it needs."""
        self.stop = 0
        """Where the knob is; setting it from outside calls nothing."""
        self.stacked = False
        """Whether name and reading stand above the line, which then has the whole width."""

    def track(self) -> pygame.Rect:
        """The line itself; the knob's middle runs from its left end to its right end."""
        ui, knob = self.ui, self.ui.px(8)
        if self.stacked:
            width = max(1, self.rect.width - 2 * knob)
            return pygame.Rect(self.rect.x + knob, self.rect.bottom - ui.px(11), width, ui.px(4))
        name = self.label_width or ui.text_width(self.label)
        left = self.rect.x + (name + ui.px(14) if self.label else knob)
        right = self.rect.right - ui.text_width(self.widest, 13, "Medium") - ui.px(14)
        return pygame.Rect(left, self.rect.centery - ui.px(2), max(1, right - left), ui.px(4))

    def _move_to(self, stop: float) -> None:
        nearest = min(max(round(stop), 0), self.stops - 1)
        if nearest != self.stop:
            self.stop = nearest
            self.on_change(self)

    def press(self, pos: Point) -> None:
        """The knob jumps to the mouse."""
        self.drag(pos)

    def drag(self, pos: Point) -> None:
        """The knob follows the mouse."""
        track = self.track()
        self._move_to((pos[0] - track.x) / track.width * (self.stops - 1))

    def wheel(self, dx: float, dy: float) -> bool:
        """A notch of the wheel is a step."""
        self._move_to(self.stop + (dy or dx))
        return True

    def key(self, event: pygame.Event) -> bool:
        """Arrows step, page keys take four steps, Home and End go to the ends."""
        steps = {pygame.K_RIGHT: 1, pygame.K_UP: 1, pygame.K_LEFT: -1, pygame.K_DOWN: -1}
        steps |= {
            pygame.K_PAGEUP: 4,
            pygame.K_PAGEDOWN: -4,
            pygame.K_HOME: -self.stops,
            pygame.K_END: self.stops,
        }
        if event.key in steps:
            self._move_to(self.stop + steps[event.key])
        return event.key in steps

    def draw(self, surface: pygame.Surface) -> None:
        """Draws name, line, knob, reading and ring."""
        ui, track = self.ui, self.track()
        middle = self.rect.y + ui.px(10) if self.stacked else self.rect.centery
        ui.text(surface, self.label, (self.rect.x, middle), 13, MUTED, anchor="midleft")
        draw.rounded(surface, track, track.height / 2, TRACK)
        reach = round(track.width * self.stop / (self.stops - 1))
        done = (track.x, track.y, max(reach, track.height), track.height)
        draw.rounded(surface, done, track.height / 2, ACCENT)
        radius = ui.px(9 if self.hovered or ui.pressed is self else 8)
        draw.disc(surface, (track.x + reach, track.centery), radius, ACCENT)
        draw.disc(surface, (track.x + reach, track.centery), radius - ui.px(2.5), WHITE)
        place = (self.rect.right, middle if self.stacked else track.centery)
        ui.text(surface, self.reading(self), place, 13, TEXT, weight="Medium", anchor="midright")
        self.draw_ring(surface)

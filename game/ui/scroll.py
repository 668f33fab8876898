"""Scrolling: ScrollArea, a window on something taller, and ScrollText, which is one."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.ui.context import Point, Ui
from game.ui.drawing import draw
from game.ui.theme import MUTED, RADIUS_CARD, TRACK
from game.ui.widget import Widget

NOTCH = 48
"""How far a notch of the wheel scrolls [design px]."""


class ScrollArea(Widget):
    """Scrolls by wheel, keys and bar; subclasses give `content_height` and draw what is visible."""

    focusable = reactive = tracks_mouse = keys_after_click = True

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self.offset = 0.0
        """How much of the content lies above the top edge [px]."""
        self._held: float | None = None

    def content_height(self) -> int:
        """Height of all there is to see [px]."""
        return self.rect.height

    @property
    def reach(self) -> float:
        """The largest offset [px]; 0 when everything fits."""
        return max(0.0, self.content_height() - self.rect.height)

    @property
    def inner_width(self) -> int:
        """Width next to the bar [px]."""
        return self.rect.width - (self.ui.px(12) if self.reach else 0)

    def scroll_by(self, distance: float) -> bool:
        """Scrolls down by `distance` [px], as far as it goes; True when it went."""
        before = self.offset
        self.offset = min(max(self.offset + distance, 0.0), self.reach)
        return self.offset != before

    def bar(self) -> pygame.Rect | None:
        """The grip of the scroll bar, or None when everything fits."""
        if not self.reach:
            return None
        height = max(self.ui.px(28), round(self.rect.height**2 / self.content_height()))
        y = self.rect.y + round((self.rect.height - height) * min(1.0, self.offset / self.reach))
        return pygame.Rect(self.rect.right - self.ui.px(6), y, self.ui.px(6), height)

    def press(self, pos: Point) -> None:
        """Takes hold of the bar, or throws the grip to the mouse."""
        bar = self.bar()
        if bar and pos[0] >= bar.x - self.ui.px(4):
            self._held = pos[1] - bar.y if bar.y <= pos[1] < bar.bottom else bar.height / 2
            self.drag(pos)

    def drag(self, pos: Point) -> None:
        """Moves the bar that is held."""
        bar = self.bar()
        if bar and self._held is not None and self.rect.height > bar.height:
            share = (pos[1] - self._held - self.rect.y) / (self.rect.height - bar.height)
            self.scroll_by(min(max(share, 0.0), 1.0) * self.reach - self.offset)

    def release(self, pos: Point, *, inside: bool) -> None:
        """Releases the bar, or, if it was not held, clicks what is there."""
        held, self._held = self._held is not None, None
        if inside and not held:
            self.click(pos)

    def click(self, pos: Point) -> None:
        """A click on the content."""

    def wheel(self, dx: float, dy: float) -> bool:  # noqa: ARG002
        """A notch scrolls a few lines; at the end the turn is used up all the same."""
        self.scroll_by(-dy * self.ui.px(NOTCH))
        return True

    def key(self, event: pygame.Event) -> bool:
        """Arrows scroll a little, page keys a page, Home and End all the way."""
        page, line = self.rect.height * 0.9, self.ui.px(NOTCH) / 2
        steps = {pygame.K_UP: -line, pygame.K_DOWN: line, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page}
        steps |= {pygame.K_HOME: -self.reach, pygame.K_END: self.reach}
        if event.key in steps:
            self.scroll_by(steps[event.key])
        return event.key in steps

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the visible content, clipped, then bar and ring."""
        self.offset = min(self.offset, self.reach)
        clip = surface.get_clip()
        inner = pygame.Rect(self.rect.topleft, (self.inner_width, self.rect.height))
        surface.set_clip(inner.clip(clip))
        self.draw_content(surface)
        surface.set_clip(clip)
        bar = self.bar()
        if bar:
            draw.rounded(surface, bar, bar.width / 2, MUTED if self._held is not None else TRACK)
        self.draw_ring(surface, radius=RADIUS_CARD + 4)

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draws what is visible; the surface is clipped to the area."""


@dataclass(frozen=True)
class Line:
    """A line of a ScrollText: prose is wrapped, a `mono` line stays whole and scrolls sideways."""

    text: str
    mono: bool = False
    color: str = MUTED


class ScrollText(ScrollArea):
    """Text to read: prose and fixed-width lines, scrolled both ways."""

    SIZE = 13
    LINE_HEIGHT = 21

    def __init__(self, ui: Ui, lines: Sequence[Line | str]) -> None:
        super().__init__(ui)
        self.left = 0.0
        """How far it is scrolled to the right [px]."""
        self._lines = tuple(line if isinstance(line, Line) else Line(line) for line in lines)
        self._rows: list[Line] = []
        self._width = -1

    def rows(self) -> list[Line]:
        """The lines as broken for the present width."""
        width = self.rect.width - self.ui.px(12)
        if width != self._width:
            self._width, self._rows = width, []
            for line in self._lines:
                size = self.ui.px(self.SIZE)
                parts = line.text.split("\n") if line.mono else draw.wrap(line.text, size, width)
                self._rows += [Line(part, line.mono, line.color) for part in parts]
        return self._rows

    def content_height(self) -> int:
        """Height of all rows [px]."""
        return len(self.rows()) * self.ui.px(self.LINE_HEIGHT)

    def widest(self) -> int:
        """Width of the longest fixed-width line [px]."""
        size = self.ui.px(self.SIZE)
        return max(
            (draw.text_size(line.text, size, mono=True)[0] for line in self.rows() if line.mono), default=0
        )

    def scroll_right(self, distance: float) -> None:
        """Scrolls sideways by `distance` [px], as far as the longest line goes."""
        self.left = min(max(self.left + distance, 0.0), max(0.0, self.widest() - self.inner_width))

    def wheel(self, dx: float, dy: float) -> bool:
        """Scrolls both ways."""
        self.scroll_right(dx * self.ui.px(NOTCH))
        return super().wheel(dx, dy)

    def key(self, event: pygame.Event) -> bool:
        """Left and right scroll sideways; the rest as every scrolling area."""
        if event.key in {pygame.K_LEFT, pygame.K_RIGHT}:
            self.scroll_right(self.ui.px(NOTCH) * (1 if event.key == pygame.K_RIGHT else -1))
            return True
        return super().key(event)

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draws the visible rows."""
        self.scroll_right(0)  # no further than there is something
        ui, height, rows = self.ui, self.ui.px(self.LINE_HEIGHT), self.rows()
        first = int(self.offset // height)
        for index in range(first, min(len(rows), first + self.rect.height // height + 2)):
            row = rows[index]
            place = (self.rect.x - (self.left if row.mono else 0), self.rect.y + index * height - self.offset)
            ui.text(surface, row.text, place, self.SIZE, row.color, mono=row.mono)

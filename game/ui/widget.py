"""Widget, which all controls are, and Popup, a widget above all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.context import Point, Ui
from game.ui.drawing import draw
from game.ui.theme import ACCENT, BLACK, CARD, LINE, RADIUS

if TYPE_CHECKING:
    from collections.abc import Iterator


ACTIVATE = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
"""Keys that press the focused widget."""


class Widget:
    """A rectangle that draws itself and answers events; also a plain group of children."""

    focusable = False
    keys_after_click = False
    """Whether a mouse click gives the focus with its keys, as for lists."""
    reactive = False
    """Whether the mouse can hover over and press it."""
    tracks_mouse = False
    """Whether its looks depend on where the mouse is inside it."""
    types = False
    """Whether it is a text field: with the focus it takes what is typed, and the keys that it `wants`."""
    clips = False
    """Whether its children show only as far as they lie inside it: those outside are scrolled away."""

    floats = False
    """Whether it lies above the board: it is drawn in every frame, after what moves."""
    live = False
    """Whether it is drawn in every frame anyway, so that dragging in it makes nothing else dirty."""

    def __init__(self, ui: Ui, tip: str = "") -> None:
        self.ui = ui
        self.tip = tip
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.visible = True
        self.children: list[Widget] = []

    @property
    def hovered(self) -> bool:
        """Whether the mouse is on it."""
        return self.ui.hover is self

    def walk(self) -> Iterator[Widget]:
        """Itself and everything visible inside it, in drawing order."""
        if self.visible:
            yield self
            for child in self.children:
                yield from child.walk()

    def under(self, pos: Point) -> Iterator[Widget]:
        """Itself and everything visible inside it that has the point [px] on it, in drawing order."""
        if self.visible:
            if self.contains(pos):
                yield self
            if not self.clips or self.rect.collidepoint(pos):
                for child in self.children:
                    yield from child.under(pos)

    def arrange(self) -> None:
        """Gives its children their boxes, once it has its own."""

    def bring_into_sight(self, widget: Widget) -> None:
        """A widget inside it got the focus: brings it into sight."""

    def contains(self, pos: Point) -> bool:
        """Whether the point [px] is on the widget."""
        return self.rect.collidepoint(pos)

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """The tooltip for the mouse there, and the rectangle it belongs to."""
        return self.tip, self.rect

    def press(self, pos: Point) -> None:
        """The left button went down on it."""

    def drag(self, pos: Point) -> None:
        """The mouse moved while it is pressed."""

    def release(self, pos: Point, *, inside: bool) -> None:
        """The left button came up again; `inside`: whether over the widget."""

    def wheel(self, dx: float, dy: float) -> bool:  # noqa: ARG002
        """The wheel turned over it (dy > 0: away from the user); True when used."""
        return False

    def key(self, event: pygame.Event) -> bool:  # noqa: ARG002
        """A key went down while it has the focus; True when used."""
        return False

    def wants(self, event: pygame.Event) -> bool:  # noqa: ARG002
        """Whether a key is its own before it is anybody else's, as what is typed into a text field."""
        return False

    def take(self, event: pygame.Event) -> None:
        """Takes text that was typed, or is being composed, while it has the focus."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draws itself, children excluded."""

    def draw_tree(self, surface: pygame.Surface) -> None:
        """Draws itself and its children, unless it is invisible."""
        for _part in self.draw_parts(surface):
            pass

    def draw_parts(self, surface: pygame.Surface) -> Iterator[None]:
        """Draws like `draw_tree`, and stops after each part that may end a frame's share of the work."""
        if self.visible:
            self.draw(surface)
            yield
            for child in [*self.children]:
                yield from child.draw_parts(surface)

    def draw_ring(
        self, surface: pygame.Surface, rect: pygame.Rect | None = None, radius: float = RADIUS + 4
    ) -> None:
        """Draws the focus ring around `rect` (default: itself) if it has the focus."""
        if self.ui.has_focus(self):
            gap = 2 * self.ui.px(4)
            ring = (rect or self.rect).inflate(gap, gap)
            draw.rounded(surface, ring, self.ui.px(radius), None, stroke=ACCENT, stroke_width=self.ui.px(2))


class Clickable(Widget):
    """A widget that a click, Return or Space activates."""

    focusable = reactive = True

    def activate(self) -> None:
        """Does what it is for."""
        raise NotImplementedError

    def release(self, pos: Point, *, inside: bool) -> None:  # noqa: ARG002
        """Activates it when the mouse is still on it."""
        if inside:
            self.activate()
            self.ui.on_activate()

    def key(self, event: pygame.Event) -> bool:
        """Return and Space activate it."""
        if event.key in ACTIVATE:
            self.activate()
            self.ui.on_activate()
        return event.key in ACTIVATE


class Popup(Widget):
    """A widget above all others, which are out of reach while it is open; Escape cancels it."""

    veils = True
    """Whether it darkens what is below it."""
    shares_keys = False
    """Whether keys that it does not use are the screen's."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self.focus_before: tuple[Widget | None, bool] = (None, False)

    def layout(self) -> None:
        """Sets its rectangles for the window's size; called when it opens and when the window changes."""

    def first_focus(self) -> Widget | None:
        """The widget that gets the focus when it opens; None for the first that can."""
        return None

    def cancel(self) -> None:
        """Closes it without an answer."""
        self.ui.close(self)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground with its shadow."""
        ui = self.ui
        draw.rounded(surface, self.rect.inflate(4, 4).move(0, ui.px(4)), ui.px(RADIUS + 2), BLACK, 0.45)
        draw.rounded(surface, self.rect, ui.px(RADIUS), CARD, stroke=LINE, stroke_width=1)

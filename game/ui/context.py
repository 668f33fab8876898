"""Ui: what a widget knows of the window it is in; `game.ui.kit.WidgetTree` adds events, time and popups."""

from collections.abc import Callable
from typing import Any

import pygame

from game.ui.drawing import draw
from game.ui.theme import TEXT

Point = tuple[int, int]


class Ui:
    """Lengths and text in the window's scale, and which widget has the focus and the mouse.

    Attributes:
        size: the window's [px].
        scale: pixels a unit of the design.
        focus, ringed: the widget that has the keyboard, and whether it shows that.
        hover, pressed: the widget below the mouse, and the one that was pressed and not let go yet.
        mouse: where the mouse is [px].
        dirty: something has to be redrawn at once.
        stale: figures have changed, which may be redrawn over a few frames.
        on_activate: called when a button, toggle or choice was pressed.
    """

    def __init__(self, size: tuple[int, int], scale: float = 1.0) -> None:
        self.size = size
        self.scale = scale
        self.focus: Any = None
        self.ringed = False
        self.hover: Any = None
        self.pressed: Any = None
        self.mouse: Point = (-1, -1)
        self.dirty = True
        self.stale = False
        self.on_activate: Callable[[], None] = lambda: None

    def px(self, length: float) -> int:
        """A length of the design in pixels of this window; never rounded down to nothing."""
        return max(1, round(length * self.scale)) if length else 0

    def text(
        self,
        surface: pygame.Surface,
        string: str,
        pos: tuple[float, float],
        size: float = 13,
        color: draw.Color = TEXT,
        *,
        weight: str = "Regular",
        mono: bool = False,
        anchor: str = "topleft",
    ) -> pygame.Rect:
        """Writes like `draw.text`, in a size of the design."""
        return draw.text(surface, string, pos, self.px(size), color, weight=weight, mono=mono, anchor=anchor)

    def icon(
        self,
        surface: pygame.Surface,
        name: str,
        center: tuple[float, float],
        size: float = 18,
        color: draw.Color = TEXT,
    ) -> None:
        """Draws an icon like `draw.icon`, in a size of the design."""
        draw.icon(surface, name, center, self.px(size), color)

    def text_width(
        self, string: str, size: float = 13, weight: str = "Regular", *, mono: bool = False
    ) -> int:
        """Width of the line [px]."""
        return draw.text_size(string, self.px(size), weight, mono)[0]

    def has_focus(self, widget: object) -> bool:
        """Whether the widget wears the focus ring."""
        return self.ringed and self.focus is widget

    def focus_on(self, widget: Any) -> None:
        """Moves the keyboard focus, ring and all."""
        self.focus, self.ringed, self.dirty = widget, widget is not None, True

    def show(self, popup: Any) -> None:
        """Opens a popup above everything."""
        raise NotImplementedError

    def close(self, popup: Any) -> None:
        """Takes a popup away and gives the focus back to where it was."""
        raise NotImplementedError

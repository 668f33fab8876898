"""WidgetTree: one window's widgets, with their focus, hover, tooltips and popups.

Nothing here asks pygame for the mouse, the keyboard or the time: events come through `WidgetTree.event`, time
through `WidgetTree.advance`. A screen lays out rectangles, and redraws its widget layer when
`WidgetTree.dirty` says so; code that changes a widget from outside sets `dirty` itself.
"""

from collections.abc import Iterator

import pygame

from game.ui.context import Point, Ui
from game.ui.drawing import draw
from game.ui.theme import BLACK, GAP, LINE
from game.ui.widget import Popup, Widget

OUT_OF_REACH = {pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST}
"""After these events a button may come up unheard: SDL follows a held mouse outside only with the focus."""
COMBINED = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
"""With one of these held no key is a widget's."""
TIP_DELAY = 0.35
"""How long the mouse or the focus rests on a widget before its tooltip shows [s]."""


class WidgetTree(Ui):
    """One window's widgets: `root` in drawing and focus order, `popups` above it, the topmost last.

    While a popup is open only its widgets are reached. The focus takes keys when it was moved by keyboard
    (then it has a ring): a click on a slider leaves the arrow keys to the program. `on_activate` hears of
    every button, toggle and choice that was pressed.
    """

    def __init__(self, size: tuple[int, int], scale: float = 1.0) -> None:
        super().__init__(size, scale)
        self.focus: Widget | None = None
        self.hover: Widget | None = None
        self.pressed: Widget | None = None
        self.root: list[Widget] = []
        self.popups: list[Popup] = []
        self._tip = ("", pygame.Rect(0, 0, 0, 0))
        self._tip_age = 0.0
        self._opened = False
        """Whether a popup was opened since the last frame."""

    # -- life ---------------------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int], scale: float | None = None) -> None:
        """Takes a new window size or scale; another scale empties caches."""
        if scale not in {None, self.scale}:
            draw.clear_caches()
        self.size, self.scale, self.dirty = size, self.scale if scale is None else scale, True

    def rearrange(self) -> None:
        """Once the widgets have their new places: popups take theirs, and the mouse is over what is there."""
        for popup in self.popups:
            popup.layout()
        self._hover_at(self.mouse)

    def show(self, popup: Popup) -> None:
        """Opens a popup above everything; the widget it asks for, or its first, gets the focus."""
        self.let_go()
        popup.focus_before = (self.focus, self.ringed)
        popup.layout()
        self.popups.append(popup)
        self._tip_age, self._opened = 0.0, True
        self.focus_on(popup.first_focus() or next((w for w in popup.walk() if w.focusable), None))
        self._hover_at(self.mouse)

    def close(self, popup: Popup) -> None:
        """Takes a popup away and gives the focus back to where it was."""
        if popup in self.popups:
            self.let_go()
            self.popups.remove(popup)
            self.focus, self.ringed = popup.focus_before
            self.dirty, self._tip_age = True, 0.0
            self._hover_at(self.mouse)

    def let_go(self) -> None:
        """Ends a press or a drag where it is, as if the button came up outside the widget."""
        if self.pressed is not None:
            widget, self.pressed, self.dirty = self.pressed, None, True
            widget.release(self.mouse, inside=False)

    def focus_on(self, widget: Widget | None) -> None:
        """Moves the keyboard focus, ring and all, and brings what has it now into sight."""
        self.focus, self.ringed, self.dirty = widget, widget is not None, True
        for holder in self.widgets():
            if widget is not None and holder.clips and widget in holder.walk():
                holder.bring_into_sight(widget)

    def widgets(self) -> list[Widget]:
        """The visible widgets within reach, in focus order: the topmost popup's, or else the root's."""
        tops = [self.popups[-1]] if self.popups else self.root
        return [widget for top in tops for widget in top.walk()]

    # -- events and time ----------------------------------------------------------------------------------

    def event(self, event: pygame.Event) -> bool:
        """Takes one event; True when a widget or popup used it up and nobody else should act on it."""
        if event.type == pygame.MOUSEMOTION:
            return self._moved(event.pos, held=bool(event.buttons[0]))
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._down(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._up(event.pos)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheeled(event)
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type in {pygame.TEXTINPUT, pygame.TEXTEDITING} and self.typing is not None:
            if not self._opened:  # otherwise it is the sign of the key that opened the popup
                self.typing.take(event)
            self.dirty = True
            return True
        if event.type in OUT_OF_REACH:
            self.let_go()
        if event.type == pygame.WINDOWLEAVE:
            self._hover_at((-1, -1))
        return False

    def _under(self, pos: Point) -> list[Widget]:
        """The widgets within reach that have the point on them, the uppermost first."""
        tops = [self.popups[-1]] if self.popups else self.root
        return [widget for top in reversed(tops) for widget in reversed([*top.under(pos)])]

    def _at(self, pos: Point) -> Widget | None:
        return next((widget for widget in self._under(pos) if widget.reactive), None)

    def _hover_at(self, pos: Point) -> None:
        self.mouse = pos
        hover = self._at(pos)
        self.dirty |= hover is not self.hover or (hover is not None and hover.tracks_mouse)
        self.hover = hover

    def _moved(self, pos: Point, *, held: bool) -> bool:
        if not held:  # the button came up where nobody could hear of it
            self.let_go()
        self._hover_at(pos)
        if self.pressed:
            self.pressed.drag(pos)
            self.dirty |= not self.pressed.live
        return self.pressed is not None or self.hover is not None or bool(self.popups)

    def _down(self, pos: Point) -> bool:
        self.let_go()
        self._hover_at(pos)
        self._tip_age = 0.0
        widget = self._at(pos)
        self._follow_press(widget)
        if widget is None:
            self.ringed = self.ringed and bool(self.popups)
            return bool(self.popups)
        if widget.focusable:
            self.focus, self.ringed = widget, widget.keys_after_click
        self.pressed = widget
        widget.press(pos)
        return True

    def _up(self, pos: Point) -> bool:
        self._hover_at(pos)
        if self.pressed is None:
            return bool(self.popups)
        widget, self.pressed = self.pressed, None
        self._follow_press(widget)
        widget.release(pos, inside=widget.contains(pos))
        return True

    def _follow_press(self, widget: Widget | None) -> None:
        """Has the widgets redrawn after a press or a release: over a few frames if it is on a live one.

        Whoever begins or ends a drag there looks at what is drawn in every frame.
        """
        if widget is not None and widget.live:
            self.stale = True
        else:
            self.dirty = True

    def _wheeled(self, event: pygame.Event) -> bool:
        for widget in self._under(self.mouse):
            if widget.wheel(event.x, event.y):
                self._hover_at(self.mouse)
                self.dirty = True
                return True
        return bool(self.popups)

    @property
    def typing(self) -> Widget | None:
        """The text field that takes what is typed now, None if none does."""
        focus = self.focus
        return focus if focus and focus.types and self.ringed and focus in self.widgets() else None

    def takes(self, event: pygame.Event) -> bool:
        """Whether a text field has this key before the table of controls has."""
        return self.typing is not None and self.typing.wants(event)

    def _key(self, event: pygame.Event) -> bool:
        if self.typing is not None and self.typing.wants(event):
            self.dirty = True
            return self.typing.key(event)
        if event.key == pygame.K_ESCAPE and self.popups:
            self.popups[-1].cancel()
            return True
        if event.mod & COMBINED:
            return self._keeps_keys
        if event.key == pygame.K_TAB:
            return self._move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        focus = self.focus if self.ringed and self.focus in self.widgets() else None
        if focus and focus.key(event):
            self.dirty = True
            return True
        if self.popups:
            self.popups[-1].key(event)
        return self._keeps_keys

    @property
    def _keeps_keys(self) -> bool:
        """Whether the topmost popup keeps all keys from the screen."""
        return bool(self.popups) and not self.popups[-1].shares_keys

    def _move_focus(self, step: int) -> bool:
        stops = [widget for widget in self.widgets() if widget.focusable]
        if not stops:
            return bool(self.popups)
        if self.focus in stops:
            self.focus_on(stops[(stops.index(self.focus) + step) % len(stops)])
        else:
            self.focus_on(stops[0 if step > 0 else -1])
        return True

    def advance(self, dt: float) -> None:
        """Lets `dt` [s] pass: tooltips wait for their time."""
        self._opened = False
        place = self._tip_place()
        if place != self._tip:
            self._tip, self._tip_age = place, 0.0
        else:
            self._tip_age += dt

    def _tip_place(self) -> tuple[str, pygame.Rect]:
        widgets = self.widgets()  # one that a smaller window has no room for has nothing to say
        if self.hover in widgets and self.hover and self.pressed is None:
            return self.hover.tip_at(self.mouse)
        if self.focus in widgets and self.focus and self.ringed and self.hover is None:
            return self.focus.tip_at(self.focus.rect.center)
        return "", pygame.Rect(0, 0, 0, 0)

    @property
    def tip_is_due(self) -> bool:
        """Whether a tooltip waits for its time, or has only just got it."""
        return bool(self._tip[0]) and self._tip_age < TIP_DELAY + 0.1

    @property
    def tooltip(self) -> str:
        """The tooltip on show now, or an empty string."""
        return self._tip[0] if self._tip_age >= TIP_DELAY else ""

    # -- drawing ------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draws everything: `draw_widgets`, `draw_floats`, then `draw_popups`."""
        self.draw_widgets(surface)
        self.draw_floats(surface)
        self.draw_popups(surface)

    def draw_widgets(self, surface: pygame.Surface) -> None:
        """Draws the root's widgets; the result may be kept until something is dirty or stale."""
        for _part in self.draw_parts(surface):
            pass

    def draw_parts(self, surface: pygame.Surface) -> Iterator[None]:
        """Draws like `draw_widgets`, part by part."""
        self.dirty = self.stale = False
        for widget in [*self.root]:
            if not widget.floats:
                yield from widget.draw_parts(surface)

    def draw_floats(self, surface: pygame.Surface) -> None:
        """Draws the root's widgets that lie above the board."""
        for widget in self.root:
            if widget.floats:
                widget.draw_tree(surface)

    def draw_popups(self, surface: pygame.Surface) -> None:
        """Draws what lies above everything else: popups, and the tooltip once its time has come."""
        for popup in self.popups:
            if popup.veils:
                surface.fill((84, 88, 98), special_flags=pygame.BLEND_RGB_MULT)
            popup.draw_tree(surface)
        if self.tooltip:
            self._draw_tip(surface, *self._tip)

    def _draw_tip(self, surface: pygame.Surface, tip: str, owner: pygame.Rect) -> None:
        lines = draw.wrap(tip, self.px(12), self.px(320))
        height = self.px(18)
        widest = max(draw.text_size(line, self.px(12))[0] for line in lines)
        box = pygame.Rect(
            owner.x, owner.bottom + self.px(GAP), widest + self.px(18), height * len(lines) + self.px(10)
        )
        if box.bottom > surface.get_height():
            box.bottom = owner.top - self.px(GAP)
        box.clamp_ip(surface.get_rect().inflate(-self.px(GAP), 0))
        draw.rounded(surface, box, self.px(7), BLACK, 0.96, stroke=LINE, stroke_width=1)
        for row, line in enumerate(lines):
            self.text(surface, line, (box.x + self.px(9), box.y + self.px(6) + row * height), 12)

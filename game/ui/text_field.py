"""TextField: one line of text that is typed, selected, copied and pasted."""

from collections.abc import Callable
from itertools import accumulate

import pygame

from game.ui.context import Point, Ui
from game.ui.drawing import draw
from game.ui.drawing.characters import clusters
from game.ui.theme import ACCENT, LINE, MUTED, RADIUS, SELECTED, TEXT, WELL
from game.ui.widget import Widget

SIZE = 14
"""Size of its letters [units]."""
SHORTCUTS = pygame.KMOD_CTRL | pygame.KMOD_META
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class TextField(Widget):
    """A line of text with a caret; it scrolls sideways where it is longer than its box.

    While it has the keyboard's focus it takes every key that writes or edits, before the table of controls.

    Attributes:
        text: the line.
        caret, anchor: the ends of the selection, as places between characters; equal if nothing is selected.
        hint: shown while there is no text.
        composing: what an input method has not finished yet; shown underlined, not part of the text.
    """

    focusable = reactive = keys_after_click = types = True

    def __init__(
        self,
        ui: Ui,
        text: str = "",
        *,
        most: int,
        hint: str = "",
        on_change: Callable[[], None] = lambda: None,
        on_enter: Callable[[], None] = lambda: None,
    ) -> None:
        """Begins with all of `text` selected; takes no more than `most` characters."""
        super().__init__(ui)
        self.most = most
        self.hint = hint
        self.on_change = on_change
        self.on_enter = on_enter
        self.composing = ""
        self.text = text
        self.anchor, self.caret = 0, len(text)
        self._left = 0
        """How far the line is scrolled [px]."""

    @property
    def selected(self) -> tuple[int, int]:
        """The first place of the selection and the one behind it."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    # -- editing ------------------------------------------------------------------------------------------

    def write(self, string: str) -> None:
        """Puts text in the place of the selection, as much of it as there is room for."""
        start, end = self.selected
        kept = self.text[:start], self.text[end:]
        line = "".join(char for char in string if char.isprintable())
        line = line[: max(self.most - len(kept[0]) - len(kept[1]), 0)]
        self.text = line.join(kept)
        self.caret = self.anchor = start + len(line)
        self.on_change()

    def take(self, event: pygame.Event) -> None:
        """Takes what was typed or is being composed."""
        if event.type == pygame.TEXTEDITING:
            self.composing = event.text
        else:
            self.composing = ""
            self.write(event.text)

    def wants(self, event: pygame.Event) -> bool:
        """Whether a key is the field's: it writes, edits, or moves the caret."""
        sign = getattr(event, "unicode", "")
        writes = bool(sign) and sign.isprintable()
        if event.mod & SHORTCUTS and not event.mod & pygame.KMOD_ALT:  # with both AltGr writes a sign
            return event.key in self._shortcuts
        return writes or event.key in {*self._moves, *ENTER, pygame.K_BACKSPACE, pygame.K_DELETE}

    def key(self, event: pygame.Event) -> bool:
        """Edits or moves the caret; what writes arrives as text, and is only kept from others here."""
        if not self.wants(event):
            return False
        if event.mod & SHORTCUTS and not event.mod & pygame.KMOD_ALT:
            self._shortcuts[event.key]()
        elif event.key in ENTER:
            self.on_enter()
        elif event.key in self._moves:
            self._move(event.key, selecting=bool(event.mod & pygame.KMOD_SHIFT))
        elif event.key in {pygame.K_BACKSPACE, pygame.K_DELETE}:
            if self.caret == self.anchor:
                self.caret = self._next() if event.key == pygame.K_DELETE else self._previous()
            self.write("")
        return True

    @property
    def _moves(self) -> dict[int, Callable[[], int]]:
        """Where keys lead the caret."""
        return {
            pygame.K_LEFT: self._previous,
            pygame.K_RIGHT: self._next,
            pygame.K_HOME: lambda: 0,
            pygame.K_END: lambda: len(self.text),
        }

    @property
    def _shortcuts(self) -> dict[int, Callable[[], None]]:
        """What keys do with Ctrl."""
        return {
            pygame.K_a: self.select_all,
            pygame.K_c: self._copy,
            pygame.K_x: self._cut,
            pygame.K_v: self._paste,
        }

    def select_all(self) -> None:
        """Selects the whole line."""
        self.anchor, self.caret = 0, len(self.text)

    def _copy(self) -> None:
        start, end = self.selected
        if start != end:
            pygame.scrap.put_text(self.text[start:end])

    def _cut(self) -> None:
        self._copy()
        if self.caret != self.anchor:
            self.write("")

    def _paste(self) -> None:
        if pygame.scrap.has_text():
            self.write(pygame.scrap.get_text())

    def _move(self, key: int, *, selecting: bool) -> None:
        """Leads the caret where a key says; without Shift an arrow leads to its end of a selection."""
        start, end = self.selected
        ends = {pygame.K_LEFT: start, pygame.K_RIGHT: end}
        leaves = not selecting and start != end and key in ends
        self.caret = ends[key] if leaves else self._moves[key]()
        if not selecting:
            self.anchor = self.caret

    def _stops(self) -> list[int]:
        """The places where the caret can stand: between characters as they are read."""
        return [0, *accumulate(map(len, clusters(self.text)))]

    def _previous(self) -> int:
        return max((stop for stop in self._stops() if stop < self.caret), default=0)

    def _next(self) -> int:
        return min((stop for stop in self._stops() if stop > self.caret), default=len(self.text))

    # -- the mouse ----------------------------------------------------------------------------------------

    def press(self, pos: Point) -> None:
        """Puts the caret where the mouse is."""
        self.caret = self.anchor = self._stop_at(pos)

    def drag(self, pos: Point) -> None:
        """Selects up to the mouse."""
        self.caret = self._stop_at(pos)

    def _stop_at(self, pos: Point) -> int:
        x = pos[0] - self._inner.x + self._left
        return min(self._stops(), key=lambda stop: abs(self._width(stop) - x))

    # -- drawing ------------------------------------------------------------------------------------------

    @property
    def _inner(self) -> pygame.Rect:
        """Where the line shows."""
        return self.rect.inflate(-2 * self.ui.px(10), -2 * self.ui.px(3))

    def _width(self, place: int, *, text: str | None = None) -> int:
        """How far from the line's start a place is [px]."""
        return self.ui.text_width((self.text if text is None else text)[:place], SIZE)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the well, the selection, the line as far as it is in sight, and the caret."""
        ui, inner, focused = self.ui, self._inner, self.ui.has_focus(self)
        edge = ACCENT if focused else LINE
        draw.rounded(surface, self.rect, ui.px(RADIUS - 2), WELL, stroke=edge, stroke_width=1)
        start, end = self.selected
        line = self.text[: self.caret] + self.composing + self.text[self.caret :]
        caret = self._width(self.caret + len(self.composing), text=line)
        room = inner.width - ui.px(2)
        self._left = min(self._left, caret, max(self._width(len(line), text=line) - room, 0))
        self._left = max(self._left, caret - room)
        clip = surface.get_clip()
        surface.set_clip(inner.clip(clip))
        x = inner.x - self._left
        if start != end and focused:
            place = x + self._width(start), inner.y, self._width(end) - self._width(start), inner.height
            surface.fill(SELECTED, place)
        shown, ink = (line, TEXT) if line else (self.hint, MUTED)
        ui.text(surface, shown, (x, inner.centery), SIZE, ink, anchor="midleft")
        if self.composing:
            under = self._width(self.caret, text=line)
            surface.fill(ACCENT, (x + under, inner.bottom - ui.px(3), caret - under, ui.px(1)))
        if focused:
            surface.fill(ACCENT, (x + caret, inner.y + ui.px(3), ui.px(2), inner.height - ui.px(6)))
        surface.set_clip(clip)
        self.draw_ring(surface)

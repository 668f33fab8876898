"""Dropdown: a field that opens a list of choices."""

from collections.abc import Callable, Sequence

import pygame

from game import draw
from game.theme import ACCENT, CARD_HOVER, CARD_RAISED, CONTROL, DIM, GAP, LINE, MUTED, RADIUS, TEXT
from game.ui.kit import Ui
from game.ui.scroll import ListBox, draw_plain_row
from game.ui.widget import ACTIVATE, Point, Popup, Widget

MAX_ROWS = 10
"""Rows of an open list before it scrolls."""


class Dropdown(Widget):
    """Shows the chosen one of `items`; a click, Return, Space or an arrow opens the list."""

    focusable = reactive = True

    def __init__(
        self,
        ui: Ui,
        items: Sequence[str],
        on_change: Callable[[int], None] | None = None,
        *,
        index: int = 0,
        tip: str = "",
    ) -> None:
        super().__init__(ui, tip)
        self.items = tuple(items)
        self.on_change = on_change
        self.index = index

    def natural_width(self) -> int:
        """Room for the longest item and the arrow."""
        return max((self.ui.text_width(item) for item in self.items), default=0) + self.ui.px(46)

    def choose(self, index: int) -> None:
        """Chooses an item and tells so."""
        self.index = index
        if self.on_change:
            self.on_change(index)

    def open(self) -> None:
        """Opens the list."""
        self.ui.show(DropdownList(self))

    def release(self, pos: Point, *, inside: bool) -> None:  # noqa: ARG002
        """Opens when the mouse is still on it."""
        if inside:
            self.open()

    def key(self, event: pygame.Event) -> bool:
        """Return, Space, up and down open the list."""
        opens = event.key in ACTIVATE or event.key in {pygame.K_DOWN, pygame.K_UP}
        if opens:
            self.open()
        return opens

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the field with the chosen item."""
        ui, rect = self.ui, self.rect
        ground = CARD_HOVER if self.hovered and self.enabled else CARD_RAISED
        draw.rounded(surface, rect, ui.px(RADIUS), ground, stroke=LINE, stroke_width=1)
        shown = self.items[self.index] if self.items else ""
        shown = draw.fit(shown, ui.px(13), rect.width - ui.px(44))
        ink = TEXT if self.enabled else DIM
        ui.text(surface, shown, (rect.x + ui.px(12), rect.centery), 13, ink, anchor="midleft")
        ui.icon(surface, "chevron-down", (rect.right - ui.px(18), rect.centery), 16, MUTED)
        self.draw_ring(surface)


class DropdownList(Popup):
    """The open list of a Dropdown, below its field, or above where there is more room."""

    def __init__(self, owner: Dropdown) -> None:
        super().__init__(owner.ui)
        self.owner = owner
        self.list = ListBox(owner.ui, len(owner.items), CONTROL - 2, self._draw_row, on_pick=self._pick)
        self.list.ring = False
        self.list.selected = owner.index
        self.children = [self.list]

    def first_focus(self) -> Widget | None:
        """The list."""
        return self.list

    def layout(self) -> None:
        """Fits the list between field and window edge; scrolls where it is too long."""
        ui, field, pad = self.ui, self.owner.rect, self.ui.px(4)
        rows = min(MAX_ROWS, len(self.owner.items))
        wanted = rows * ui.px(self.list.row_height) + 2 * pad
        below = ui.size[1] - field.bottom - 2 * ui.px(GAP)
        above = field.top - 2 * ui.px(GAP)
        height = max(ui.px(CONTROL), min(wanted, max(below, above)))
        self.rect = pygame.Rect(field.x, field.bottom + pad, field.width, height)
        if height > below and above > below:
            self.rect.bottom = field.top - pad
        self.list.rect = self.rect.inflate(-2 * pad, -2 * pad)
        self.list.select(self.owner.index)

    def _pick(self, index: int) -> None:
        self.ui.close(self)
        self.owner.choose(index)

    def _draw_row(
        self, surface: pygame.Surface, index: int, rect: pygame.Rect, selected: bool, lit: bool
    ) -> None:
        draw_plain_row(self.ui, surface, rect, self.owner.items[index], lit=lit or selected)
        if index == self.owner.index:
            self.ui.icon(surface, "check", (rect.right - self.ui.px(16), rect.centery), 15, ACCENT)

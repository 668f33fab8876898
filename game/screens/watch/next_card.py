"""What to try next: the banner's offers, kept in the panel once the banner has gone."""

from collections.abc import Callable

import pygame

from game.screens.watch.banner import CHOICES
from game.ui import Clickable, Ui, Widget, draw_card
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip
from game.ui.theme import ACCENT, CARD_HOVER, MUTED, TEXT

HEAD, ROW, FOOT = 42, 30, 10
"""Heights of the title, of a row, and of the space below the last [units]."""
HINTS = {
    Control.PLAY: "with the shield or without",
    Control.REFUSAL: "a crash that it avoided",
    Control.COMPARE: "and count their crashes",
    Control.NEXT_LEVEL: "",
}
"""What follows the words of an offer, as far as there is room."""


class Offer(Clickable):
    """One thing to do next."""

    def __init__(
        self, ui: Ui, control: Control, icon: str, words: str, do: Callable[[Control], None]
    ) -> None:
        super().__init__(ui, tip("watch", control))
        self.control = control
        self.icon = icon
        self.words = words
        self._do = do

    def activate(self) -> None:
        """Does it."""
        self._do(self.control)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws icon, words and hint."""
        ui, rect = self.ui, self.rect
        if self.hovered:
            draw.rounded(surface, rect, ui.px(7), CARD_HOVER)
        ui.icon(surface, self.icon, (rect.x + ui.px(16), rect.centery), 16, ACCENT)
        place = (rect.x + ui.px(36), rect.centery)
        end = ui.text(surface, self.words, place, 14, TEXT, weight="Medium", anchor="midleft").right
        hint, room = HINTS[self.control], rect.right - ui.px(8) - end - ui.px(10)
        if ui.text_width(hint, 13) <= room:
            place = (end + ui.px(10), rect.centery)
            ui.text(surface, hint, place, 13, MUTED, anchor="midleft")
        inset = 2 * ui.px(4)
        self.draw_ring(surface, rect.inflate(-inset, -inset), 7)


class NextCard(Widget):
    """A row for each offer; none are in sight before `offer` has named some."""

    def __init__(self, ui: Ui, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.offers = {control: Offer(ui, control, icon, words, do) for control, icon, words in CHOICES}
        self.offer(())

    def offer(self, controls: tuple[Control, ...]) -> None:
        """Takes what there is to do."""
        for control, row in self.offers.items():
            row.visible = control in controls
        self.children = [row for row in self.offers.values() if row.visible]

    @property
    def height(self) -> int:
        """Height of the card [units]."""
        return HEAD + ROW * len(self.children) + FOOT

    def arrange(self) -> None:
        """The rows below the title."""
        ui, rect = self.ui, self.rect
        for index, row in enumerate(self.children):
            top = rect.y + ui.px(HEAD + ROW * index)
            row.rect = pygame.Rect(rect.x + ui.px(8), top, rect.width - ui.px(16), ui.px(ROW))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the card and its title; the rows draw themselves."""
        ui, rect = self.ui, self.rect
        draw_card(ui, surface, rect)
        place = (rect.x + ui.px(16), rect.y + ui.px(24))
        ui.text(surface, "Try next", place, 14, weight="SemiBold", anchor="midleft")

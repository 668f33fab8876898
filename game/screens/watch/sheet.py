"""The sheet that shows a narrow window's cards above the board."""

from collections.abc import Callable

import pygame

from game.screens.watch.layout import EDGE, SHEET_HEAD
from game.ui import Button, Popup, WidgetTree
from game.ui.card_column import CardColumn
from game.ui.context import Point
from game.ui.key_texts import with_keys
from game.ui.theme import BACKGROUND, LINE


class Sheet(Popup):
    """The panel's cards at the right edge of a window that has no room for them beside the board.

    Esc, its button or a click beside it closes it; all other keys are the page's.

    Attributes:
        shown: whether it is open.
    """

    ui: WidgetTree
    reactive = shares_keys = True

    def __init__(self, ui: WidgetTree, panel: CardColumn, on_turn: Callable[[], object]) -> None:
        """`on_turn` has the page laid out anew, once the cards are in the sheet or on the page again."""
        super().__init__(ui)
        self.shown = False
        self._close = Button(ui, "x", on_click=self.cancel, tip=with_keys("watch", "Close ({BACK_OUT})"))
        self.children = [self._close, panel]
        self._panel = panel
        self._place = 0  # of the panel on the page
        self._on_turn = on_turn

    def open(self) -> None:
        """Takes the cards off the page and shows them."""
        root = self.ui.root
        self._place = root.index(self._panel)
        root.remove(self._panel)
        self.shown = True
        self._on_turn()
        self.ui.show(self)

    def layout(self) -> None:
        """As wide as its cards, as high as the window."""
        left = self._panel.rect.x - self.ui.px(16)
        self.rect = pygame.Rect(left, 0, self.ui.size[0] - left, self.ui.size[1])
        side = self.ui.px(SHEET_HEAD - 10)
        self._close.rect = pygame.Rect(self.rect.right - self.ui.px(EDGE) - side, self.ui.px(5), side, side)

    def cancel(self) -> None:
        """Closes it if it is open; the page has its cards back."""
        if self.shown:
            self.shown = False
            self.ui.close(self)
            self.ui.root.insert(self._place, self._panel)
            self._on_turn()

    def contains(self, pos: Point) -> bool:  # noqa: ARG002
        """Everywhere: a click beside it closes it."""
        return True

    def press(self, pos: Point) -> None:
        """A press beside it closes it."""
        if not self.rect.collidepoint(pos):
            self.cancel()

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground."""
        surface.fill(BACKGROUND, self.rect)
        surface.fill(LINE, (self.rect.x, 0, 1, self.rect.height))
        place = (self.rect.x + self.ui.px(EDGE), self.ui.px(SHEET_HEAD) // 2)
        self.ui.text(surface, "Cards", place, 16, weight="SemiBold", anchor="midleft")

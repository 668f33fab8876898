"""ListDialog: a title and rows, of which one is selected; they scroll where the window is low."""

from collections.abc import Callable, Mapping

import pygame

from game.ui.boxes import Box, Column, Part, Row, lay_out
from game.ui.buttons import Button
from game.ui.card_column import CardColumn
from game.ui.context import Point, Ui
from game.ui.drawing import draw
from game.ui.layout import cards_of
from game.ui.theme import CARD_HOVER, CARD_RAISED, CONTROL, LINE, MUTED, PAD, RADIUS, TEXT
from game.ui.widget import Clickable, Popup, Widget

WIDTH, HEAD = 770, 60
"""Width of the dialog where the window allows it, and height of its title [units]."""
BAR = 14
"""Room for the scroll bar [units]."""


class ListRow(Clickable):
    """A row of a ListDialog; subclasses draw what it says.

    Attributes:
        line: what it says below its title; where that is cut, the tooltip shows.
    """

    def __init__(self, ui: Ui, line: str, tip: str, on_select: Callable[[], None]) -> None:
        super().__init__(ui, tip)
        self.line = line
        self.on_select = on_select
        self._cut = False

    def activate(self) -> None:
        """Selects it."""
        self.on_select()

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """Its tooltip, where the line is cut."""
        return super().tip_at(pos) if self._cut else ("", self.rect)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground, what it says, and the ring of the keyboard's focus."""
        rect, px = self.rect, self.ui.px
        ground = CARD_HOVER if self.hovered else CARD_RAISED
        draw.rounded(surface, rect, px(RADIUS), ground, stroke=LINE, stroke_width=1)
        self.draw_content(surface)
        self.draw_ring(surface, rect.inflate(-2 * px(4), -2 * px(4)))

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draws what it says."""
        raise NotImplementedError

    def draw_line(self, surface: pygame.Surface, place: tuple[int, int], right: int) -> None:
        """Draws the line from its left end and middle, `place`, as far as there is room [px]."""
        line = draw.fit(self.line, self.ui.px(13), right - place[0])
        self._cut = line != self.line
        self.ui.text(surface, line, place, 13, MUTED, anchor="midleft")


class ListDialog(Popup):
    """A title, rows, and a button that leaves without selecting one. ↑ and ↓ move the focus among the rows.

    Attributes:
        rows: by name, from the top.
        first: the row that has the focus when it opens.
        list: the column they stand in.
        close: the button.
    """

    ROW, GAP, FOOT = 60, 8, 68
    """Heights of a row, of the space between two, and of the foot [units]."""

    def __init__(
        self,
        ui: Ui,
        title: str,
        rows: Mapping[str, ListRow],
        *,
        first: ListRow,
        button: str,
        on_select: Callable[[str], None],
        icon: str,
    ) -> None:
        """`on_select` gets the name of the row that is selected; each row calls `select` with its own."""
        super().__init__(ui)
        self.title = title
        self.icon = icon
        self.rows = rows
        self.first = first
        self.on_select = on_select
        self.list = CardColumn(ui, rows, {}, self.layout)
        self.close = Button(ui, text=button, on_click=self.cancel)
        self.children = [self.list, self.close]

    def first_focus(self) -> Widget | None:
        """The row that was named."""
        return self.first

    def key(self, event: pygame.Event) -> bool:
        """↑ and ↓ move from row to row."""
        step = {pygame.K_DOWN: 1, pygame.K_UP: -1}.get(event.key)
        if step is None:
            return False
        rows = [*self.rows.values()]
        outside = -1 if step > 0 else 0  # from the button ↓ leads to the first row, ↑ to the last
        at = next((place for place, row in enumerate(rows) if row is self.ui.focus), outside)
        self.ui.focus_on(rows[(at + step) % len(rows)])
        return True

    def select(self, name: str) -> None:
        """Closes the dialog, then calls back with the name of the row."""
        self.cancel()
        self.on_select(name)

    def layout(self) -> None:
        """In the middle of the window, as tall as its rows where there is room."""
        ui, px = self.ui, self.ui.px
        parts = tuple(Part(name, px(self.ROW)) for name in self.rows)
        whole = px(HEAD) + len(parts) * px(self.ROW + self.GAP) - px(self.GAP) + px(self.FOOT)
        width = min(px(WIDTH), ui.size[0] - 2 * px(PAD))
        self.rect = pygame.Rect(0, 0, width, min(whole, ui.size[1] - 2 * px(PAD)))
        self.rect.center = ui.size[0] // 2, ui.size[1] // 2
        column = Column(parts, gap=px(self.GAP), scroll=px(BAR))
        sides = Row((Part("panel", 1, grow=1, before=px(PAD), inside=column), Part("right", px(PAD - BAR))))
        page = Column(
            (
                Part("head", px(HEAD)),
                Part("list", 1, grow=1, inside=sides),
                Part("foot", px(self.FOOT)),
            )
        )
        self.list.place(cards_of(lay_out(page, Box(*self.rect)), parts))
        self.close.rect = pygame.Rect(0, 0, max(px(92), self.close.natural_width()), px(CONTROL))
        below = (px(self.FOOT) - px(CONTROL)) // 2
        self.close.rect.bottomright = self.rect.right - px(PAD), self.rect.bottom - below

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, icon and title."""
        super().draw(surface)
        ui, px = self.ui, self.ui.px
        middle = self.rect.y + px(HEAD // 2)
        ui.icon(surface, self.icon, (self.rect.x + px(PAD + 11), middle), 22, TEXT)
        place = (self.rect.x + px(PAD + 32), middle)
        ui.text(surface, self.title, place, 16, weight="SemiBold", anchor="midleft")

"""The dialog in which another learner is put into a place of the race."""

from collections.abc import Callable

import pygame

from game.presenters.comparing import Comparing
from game.presenters.entry import DESCRIPTIONS, Description, described
from game.ui import Button, Clickable, Popup, Ui, Widget
from game.ui.boxes import Box, Column, Part, Row, lay_out
from game.ui.card_column import CardColumn
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.layout import cards_of
from game.ui.theme import ACCENT, CARD_HOVER, CARD_RAISED, CONTROL, LINE, MUTED, PAD, RADIUS, ROLES, TEXT
from levels.model.delays import is_late

WIDTH, ROW, GAP, HEAD, FOOT = 770, 56, 6, 60, 64
"""Width of the dialog; heights of a learner, of the space between two, of the title and the foot [units]."""
BAR = 14
"""Room for the scroll bar [units]."""
NOTE = "The race starts over, so that all three make the same number of moves."


class RacerRow(Clickable):
    """A learner: its mark, who it is, what it does, and where it races if it does."""

    def __init__(
        self, ui: Ui, description: Description, where: int | None, here: int, on_select: Callable[[], None]
    ) -> None:
        super().__init__(ui)
        self.description, self.where, self.here = description, where, here
        self.on_select = on_select
        self._cut = False

    def activate(self) -> None:
        """Selects it."""
        self.on_select()

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """All of what it does, where it is cut."""
        return (self.description.line if self._cut else ""), self.rect

    @property
    def note(self) -> str:
        """Where it races; "" if it does not."""
        if self.where is None:
            return ""
        return (
            "races here" if self.where == self.here else f"races {('first', 'second', 'third')[self.where]}"
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the mark, who it is, what it does, and where it races."""
        ui, rect, px = self.ui, self.rect, self.ui.px
        ground = CARD_HOVER if self.hovered else CARD_RAISED
        draw.rounded(surface, rect, px(RADIUS), ground, stroke=LINE, stroke_width=1)
        ui.icon(
            surface, self.description.icon, (rect.x + px(26), rect.centery), 20, ROLES[self.description.role]
        )
        x, right = rect.x + px(50), rect.right - px(14)
        upper, lower = rect.centery - px(10), rect.centery + px(11)
        end = right
        if self.note:
            color = ACCENT if self.where == self.here else MUTED
            end = ui.text(surface, self.note, (right, upper), 13, color, anchor="midright").x
            if self.where == self.here:
                ui.icon(surface, "check", (end - px(12), upper), 15, ACCENT)
                end -= px(22)
        title = draw.fit(self.description.title, px(15), end - px(10) - x, "SemiBold")
        ui.text(surface, title, (x, upper), 15, weight="SemiBold", anchor="midleft")
        line = draw.fit(self.description.line, px(13), right - x)
        self._cut = line != self.description.line
        ui.text(surface, line, (x, lower), 13, MUTED, anchor="midleft")
        self.draw_ring(surface, rect.inflate(-2 * px(4), -2 * px(4)))


class RacerDialog(Popup):
    """All learners; `on_select` gets the name of the one that is to race in this place. ↑ and ↓ move."""

    def __init__(self, ui: Ui, comparing: Comparing, place: int, on_select: Callable[[str], None]) -> None:
        super().__init__(ui)
        self.place = place
        names = comparing.names
        late = comparing.opened is not None and is_late(comparing.opened.level)

        def row(name: str) -> RacerRow:
            def selected() -> None:
                self.cancel()
                on_select(name)

            where = names.index(name) if name in names else None
            return RacerRow(ui, described(name, late=late), where, place, selected)

        self.rows = {name: row(name) for name in DESCRIPTIONS}
        self.list = CardColumn(ui, dict(self.rows), {}, self.layout)
        self.close = Button(ui, text="Cancel", on_click=self.cancel)
        self.children = [self.list, self.close]

    def first_focus(self) -> Widget | None:
        """The one that races there now."""
        return next(row for row in self.rows.values() if row.where == self.place)

    def key(self, event: pygame.Event) -> bool:
        """↑ and ↓ move through the learners."""
        if event.key not in {pygame.K_DOWN, pygame.K_UP}:
            return False
        rows = [*self.rows.values()]
        at = next((place for place, row in enumerate(rows) if row is self.ui.focus), 0)
        self.ui.focus_on(rows[(at + (1 if event.key == pygame.K_DOWN else -1)) % len(rows)])
        return True

    def layout(self) -> None:
        """In the middle of the window; the learners scroll where it is low."""
        ui, px = self.ui, self.ui.px
        parts = tuple(Part(name, px(ROW)) for name in self.rows)
        whole = px(HEAD) + len(parts) * px(ROW + GAP) - px(GAP) + px(FOOT)
        width = min(px(WIDTH), ui.size[0] - 2 * px(PAD))
        self.rect = pygame.Rect(0, 0, width, min(whole, ui.size[1] - 2 * px(PAD)))
        self.rect.center = ui.size[0] // 2, ui.size[1] // 2
        column = Column(parts, gap=px(GAP), scroll=px(BAR))
        sides = Row((Part("panel", 1, grow=1, before=px(PAD), inside=column), Part("right", px(PAD - BAR))))
        rows = Column(
            (
                Part("head", px(HEAD)),
                Part("list", 1, grow=1, inside=sides),
                Part("foot", px(FOOT)),
            )
        )
        layout = lay_out(rows, Box(*self.rect))
        self.list.place(cards_of(layout, parts))
        wide = max(px(92), self.close.natural_width())
        self.close.rect = pygame.Rect(0, 0, wide, px(CONTROL))
        self.close.rect.midright = self.rect.right - px(PAD), self.rect.bottom - px(FOOT) // 2

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, title, and what a selection does."""
        super().draw(surface)
        ui, px = self.ui, self.ui.px
        middle = self.rect.y + px(HEAD // 2)
        ui.icon(surface, "flag", (self.rect.x + px(PAD + 11), middle), 22, TEXT)
        title = f"Select who races {('first', 'second', 'third')[self.place]}"
        place = (self.rect.x + px(PAD + 32), middle)
        ui.text(surface, title, place, 16, weight="SemiBold", anchor="midleft")
        room = self.close.rect.x - px(10) - self.rect.x - px(PAD)
        note = draw.fit(NOTE, px(13), room)
        place = (self.rect.x + px(PAD), self.close.rect.centery)
        ui.text(surface, note, place, 13, MUTED, anchor="midleft")

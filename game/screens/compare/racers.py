"""The dialog in which another learner is put into a place of the race."""

from collections.abc import Callable
from functools import partial

import pygame

from game.presenters.comparing import Comparing
from game.presenters.entry import DESCRIPTIONS, Description, described
from game.ui import Ui
from game.ui.drawing import draw
from game.ui.list_dialog import ListDialog, ListRow
from game.ui.theme import ACCENT, MUTED, PAD, ROLES
from levels.model.delays import is_late

PLACES = ("first", "second", "third")
NOTE = "The race starts over, so that all three make the same number of moves."


class RacerRow(ListRow):
    """A learner: its mark, who it is, what it does, and where it races if it does."""

    def __init__(
        self, ui: Ui, description: Description, where: int | None, here: int, on_select: Callable[[], None]
    ) -> None:
        super().__init__(ui, description.line, description.line, on_select)
        self.description, self.where, self.here = description, where, here

    @property
    def note(self) -> str:
        """Where it races; "" if it does not."""
        if self.where is None:
            return ""
        return "races here" if self.where == self.here else f"races {PLACES[self.where]}"

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draws the mark, who it is, what it does, and where it races."""
        ui, rect, px = self.ui, self.rect, self.ui.px
        mark = rect.x + px(26), rect.centery
        ui.icon(surface, self.description.icon, mark, 20, ROLES[self.description.role])
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
        self.draw_line(surface, (x, lower), right)


class RacerDialog(ListDialog):
    """All learners; `on_select` gets the name of the one that is to race in this place."""

    ROW, GAP, FOOT = 56, 6, 64

    def __init__(self, ui: Ui, comparing: Comparing, place: int, on_select: Callable[[str], None]) -> None:
        names = comparing.names
        late = comparing.opened is not None and is_late(comparing.opened.level)

        def row(name: str) -> RacerRow:
            where = names.index(name) if name in names else None
            return RacerRow(ui, described(name, late=late), where, place, partial(self.select, name))

        rows = {name: row(name) for name in DESCRIPTIONS}
        super().__init__(
            ui,
            f"Select who races {PLACES[place]}",
            rows,
            first=rows[names[place]],
            button="Cancel",
            on_select=on_select,
            icon="flag",
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draws what a selection does, too."""
        super().draw(surface)
        ui, px = self.ui, self.ui.px
        x = self.rect.x + px(PAD)
        note = draw.fit(NOTE, px(13), self.close.rect.x - px(10) - x)
        ui.text(surface, note, (x, self.close.rect.centery), 13, MUTED, anchor="midleft")

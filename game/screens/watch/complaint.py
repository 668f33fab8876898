"""The errors of a level file as last saved, in a card below the board."""

import pygame

from game.presenters.watching import Watching
from game.ui import Button, Line, ScrollText, Ui, Widget, draw_card
from game.ui.card import HEAD
from game.ui.drawing import draw
from game.ui.key_texts import with_keys
from game.ui.theme import PAD, TEXT, UNSAFE

LARGEST_SHARE = 0.45
"""Of the board's height that the card takes at most."""
GAP = 10
CLOSE = 30
"""Side of the button that closes the card [units]."""


class ComplaintCard(Widget):
    """The report on a save that cannot be opened, while the last good level stays above it."""

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching
        self.visible = False
        self.text = ScrollText(ui, ())
        self.dismiss = Button(
            ui, "x", on_click=self._dismiss, tip=with_keys("watch", "Close this report ({BACK_OUT})")
        )
        self._shown = watching.complaint

    def _dismiss(self) -> None:
        self.watching.complaint = None

    def follow(self) -> bool:
        """Takes the newest report; True when the screen has to be laid out again."""
        complaint = self.watching.complaint
        if complaint is self._shown:
            return False
        self._shown = complaint
        self.visible = complaint is not None
        lines = () if complaint is None else complaint.lines
        self.text = ScrollText(self.ui, [Line(line, mono=True, color=TEXT) for line in lines])
        self.children = [self.text, self.dismiss]
        return True

    def arrange_in(self, box: pygame.Rect) -> pygame.Rect:
        """Takes the foot of a box [px] while there is a report, and returns the rest."""
        if not self.visible:
            return box
        ui, pad = self.ui, self.ui.px(PAD)
        self.text.rect = pygame.Rect(0, 0, box.width - 2 * pad, 1)
        head = ui.px(HEAD)
        height = min(head + self.text.content_height() + pad, round(LARGEST_SHARE * box.height))
        self.rect = pygame.Rect(box.x, box.bottom - height, box.width, height)
        self.text.rect = pygame.Rect(
            self.rect.x + pad, self.rect.y + head, self.rect.width - 2 * pad, max(height - head - pad, 1)
        )
        side = ui.px(CLOSE)
        self.dismiss.rect = pygame.Rect(self.rect.right - side - ui.px(8), self.rect.y + ui.px(8), side, side)
        return pygame.Rect(box.x, box.y, box.width, max(box.height - height - ui.px(GAP), 1))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the card; the report and the button draw themselves."""
        name = self.watching.opening.path.name
        title = f"{name} has an error; still showing the last good version"
        title = draw.fit(title, self.ui.px(14), self.rect.width - self.ui.px(42 + CLOSE + 16), "SemiBold")
        draw_card(self.ui, surface, self.rect, title, icon="triangle-alert", color=UNSAFE)

"""The note above the board's upper left corner: what kind of picture the board is."""

import pygame

from game.board.overlays import OVERLAYS, OverlayData
from game.presenters.captions import replay_note
from game.presenters.watching import Watching
from game.ui import Ui, Widget
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.theme import BLACK, LINE, MUTED, TEXT

HEIGHT, RISES = 26, 6
"""Height of the note, and how far it stands out above the board [units]."""


class Note(Widget):
    """A bold word and a few more; its tooltip has all of them where they are cut.

    Attributes:
        fitting: whether an overlay waits for its SVM.
        overlay: what the only overlay shows, in a bold word and a few more; None if there is none.
    """

    floats = reactive = True

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching
        self.fitting = False
        self.overlay: tuple[str, str] | None = None

    def follow(self, overlays: frozenset[str], data: OverlayData | None, *, fitting: bool) -> None:
        """Takes the overlays that are on, and their data; the note is about one that is the only one."""
        self.fitting = fitting
        self.overlay = None
        if len(overlays) == 1 and data is not None and not self.watching.acting.on:
            (name,) = overlays
            self.overlay = OVERLAYS[name].caption(data)

    @property
    def words(self) -> tuple[str, str]:
        """The bold word and the rest."""
        watching = self.watching
        plain = watching.moment is None and not watching.ahead and not self.fitting
        if plain and self.overlay is not None:
            return self.overlay
        return replay_note(watching, fitting=self.fitting)

    def place(self, board: pygame.Rect) -> None:
        """Stands at the upper left corner of the board's box [px], as wide as its words."""
        ui = self.ui
        width = min(self._whole_width(), board.width)
        self.rect = pygame.Rect(board.x, board.y - ui.px(RISES), width, ui.px(HEIGHT))

    def _whole_width(self) -> int:
        """Width with all words [px]."""
        ui, (bold, rest) = self.ui, self.words
        words = ui.text_width(bold, 13, "SemiBold") + ui.text_width(f" · {rest}", 13)
        return ui.px(32) + words + ui.px(12)

    def contains(self, pos: Point) -> bool:
        """Only where there is more to tell: elsewhere a click is the board's."""
        return super().contains(pos) and self._whole_width() > self.rect.width

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """All words."""
        return " · ".join(self.words), self.rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground, the sign and the words."""
        ui, box = self.ui, self.rect
        bold, rest = self.words
        draw.rounded(surface, box, box.height / 2, BLACK, 0.92, stroke=LINE, stroke_width=1)
        ui.icon(surface, "history", (box.x + ui.px(18), box.centery), 14, TEXT)
        room = box.right - ui.px(12)
        bold = draw.fit(bold, ui.px(13), room - box.x - ui.px(32), "SemiBold")
        place = (box.x + ui.px(32), box.centery)
        x = ui.text(surface, bold, place, 13, weight="SemiBold", anchor="midleft").right
        rest = draw.fit(f" · {rest}", ui.px(13), room - x)
        if len(rest) > len(" · …"):
            ui.text(surface, rest, (x, box.centery), 13, MUTED, anchor="midleft")

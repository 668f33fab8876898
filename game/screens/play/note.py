"""The note on the board while a run goes on: whose turn it is, what was refused, whose move was made."""

import pygame

from game.screens.play.placing import placed
from game.ui import Ui, Widget
from game.ui.drawing import draw
from game.ui.message import Message
from game.ui.theme import BLACK, LINE

LINE_HEIGHT, WIDEST = 20, 460
"""Distance of its lines, and its greatest width [units]."""


class BoardNote(Widget):
    """A pill with an icon and a sentence; it lies next to the agent, or in the board's upper left corner.

    Attributes:
        message: what it says, None for nothing.
    """

    floats = True

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self.message: Message | None = None
        self.visible = False
        self._lines: list[str] = []

    def place(self, within: pygame.Rect, at: pygame.Rect | None) -> None:
        """Lies on the board, `at` the agent's cell [px] or in the corner."""
        ui = self.ui
        self.visible = self.message is not None
        if self.message is None:
            return
        room = min(ui.px(WIDEST), within.width) - ui.px(52)
        self._lines = draw.wrap(self.message.text, ui.px(14), max(room, 1), "Medium")
        width = max(ui.text_width(line, 14, "Medium") for line in self._lines) + ui.px(52)
        size = min(width, within.width), ui.px(16 + LINE_HEIGHT * len(self._lines))
        if at is None:
            self.rect = pygame.Rect(within.topleft, size)
        else:
            around = at.inflate(2 * at.width, 2 * at.height)
            self.rect, _ = placed(size, within, at, [around], at.height + ui.px(6))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, icon and lines."""
        ui, rect = self.ui, self.rect
        if self.message is None:
            return
        draw.rounded(surface, rect, ui.px(16), BLACK, 0.92, stroke=LINE, stroke_width=1)
        ui.icon(surface, self.message.icon, (rect.x + ui.px(20), rect.centery), 17, self.message.color)
        for row, line in enumerate(self._lines):
            place = (rect.x + ui.px(36), rect.y + ui.px(18 + LINE_HEIGHT * row))
            ui.text(surface, line, place, 14, weight="Medium", anchor="midleft")

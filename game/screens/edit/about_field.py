"""AboutField: a sentence or two, shown on two lines; one line while it is being written."""

import pygame

from game.ui import TextField
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.theme import LINE, MUTED, RADIUS, TEXT, WELL

SIZE, LINES, PITCH = 13, 2, 19
"""Size of the letters, and how many lines of which height are in sight [units]."""


class AboutField(TextField):
    """A text field for a text that is longer than its box."""

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """All of the text, if not all is in sight."""
        whole, shown = " ".join(self.text.split()), self._wrapped()
        return ("" if " ".join(shown) == whole else self.text), self.rect

    def _wrapped(self) -> list[str]:
        """The lines in sight; the last one ends in … where there are more."""
        room = self.rect.width - 2 * self.ui.px(10)
        lines = draw.wrap(self.text, self.ui.px(SIZE), room) if self.text else []
        if len(lines) > LINES:
            rest = " ".join(lines[LINES - 1 :])
            lines = [*lines[: LINES - 1], draw.fit(rest, self.ui.px(SIZE), room)]
        return lines

    def draw(self, surface: pygame.Surface) -> None:
        """Draws a field with its caret while it has the focus, otherwise two lines."""
        ui = self.ui
        if ui.has_focus(self):
            super().draw(surface)
            return
        draw.rounded(surface, self.rect, ui.px(RADIUS - 2), WELL, stroke=LINE, stroke_width=1)
        lines = self._wrapped()
        ink = TEXT if lines else MUTED
        lines = lines or [self.hint]
        top = self.rect.centery - ui.px(PITCH) * (len(lines) - 1) / 2
        for row, line in enumerate(lines):
            place = (self.rect.x + ui.px(10), top + row * ui.px(PITCH))
            ui.text(surface, line, place, SIZE, ink, anchor="midleft")

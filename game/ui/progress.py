"""Progress: a line that fills, and the percentage behind it."""

import pygame

from game.ui.context import Ui
from game.ui.drawing import draw
from game.ui.theme import ACCENT, TRACK

PERCENTAGE = 44
"""Room for the percentage behind the line [units]."""


def draw_progress(ui: Ui, surface: pygame.Surface, rect: pygame.Rect, share: float) -> None:
    """Draws a share from 0 to 1 across the rectangle; in a narrow one only the percentage."""
    line = pygame.Rect(rect.x, 0, rect.width - ui.px(PERCENTAGE), ui.px(8))
    line.centery = rect.centery
    if line.width > line.height:
        done = line.copy()
        done.width = max(line.height, round(share * line.width))
        for part, color in ((line, TRACK), (done, ACCENT)):
            draw.rounded(surface, part, line.height / 2, color)
    ui.text(surface, f"{100 * share:.0f} %", rect.midright, 13, weight="Medium", anchor="midright")

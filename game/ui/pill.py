"""Pills: a word or two in a rounded ground, for what something is at this moment."""

import pygame

from game.ui.context import Ui
from game.ui.drawing import draw
from game.ui.drawing.draw import Color

HEIGHT = 26
"""Height of a pill [units]."""


def pill_width(ui: Ui, text: str, *, icon: str = "") -> int:
    """How wide a pill is [px]."""
    return ui.text_width(text, 13, "SemiBold") + ui.px(20 + (20 if icon else 0))


def draw_pill(
    ui: Ui,
    surface: pygame.Surface,
    text: str,
    midright: tuple[int, int],
    ink: Color,
    ground: Color,
    *,
    icon: str = "",
) -> pygame.Rect:
    """Draws a pill whose right end is there; gives its rectangle."""
    rect = pygame.Rect(0, 0, pill_width(ui, text, icon=icon), ui.px(HEIGHT))
    rect.midright = midright
    draw.rounded(surface, rect, rect.height / 2, ground)
    x = rect.x + ui.px(10)
    if icon:
        ui.icon(surface, icon, (x + ui.px(7), rect.centery), 14, ink)
        x += ui.px(20)
    ui.text(surface, text, (x, rect.centery), 13, ink, weight="SemiBold", anchor="midleft")
    return rect

"""Card: the ground of a panel's section, with its head line."""

import pygame

from game.ui.context import Ui
from game.ui.drawing import draw
from game.ui.theme import ACCENT, CARD, CARD_LOW, LINE, MUTED, PAD, RADIUS_CARD

HEAD = 44
"""Height of the head line [design px]."""


def draw_card(
    ui: Ui,
    surface: pygame.Surface,
    rect: pygame.Rect,
    title: str = "",
    *,
    icon: str = "",
    note: str = "",
    color: str = ACCENT,
) -> pygame.Rect:
    """Draws a card with a title on the left and a note on the right; gives the room below the head line.

    `color` is the icon's.
    """
    draw.rounded(surface, rect, ui.px(RADIUS_CARD), CARD, stroke=LINE, stroke_width=1, gradient_to=CARD_LOW)
    pad, middle = ui.px(PAD), rect.y + ui.px(23)
    if title:
        if icon:
            ui.icon(surface, icon, (rect.x + ui.px(24), middle), 18, color)
        x = rect.x + (ui.px(42) if icon else pad)
        ui.text(surface, title, (x, middle), 14, weight="SemiBold", anchor="midleft")
        room = rect.right - pad - x - ui.text_width(title, 14, "SemiBold") - ui.px(12)
        ui.text(
            surface, draw.fit(note, ui.px(12), room), (rect.right - pad, middle), 12, MUTED, anchor="midright"
        )
    head = ui.px(HEAD) if title else pad
    return pygame.Rect(rect.x + pad, rect.y + head, rect.width - 2 * pad, rect.height - head - pad)

"""Messages: sentences for the person at the window, each in a pill of its own."""

from typing import NamedTuple

import pygame

from game.ui.boxes import Box
from game.ui.context import Ui
from game.ui.drawing import draw
from game.ui.layout import EDGE
from game.ui.progress import draw_progress
from game.ui.theme import BLACK, LINE

PILL_LINE = 19
"""Distance of a message's lines [units]."""
BAR = 200
"""Width of the line that shows how much is done, behind a message's words [units]."""


class Message(NamedTuple):
    """A sentence for the person at the window, with an icon in its colour.

    Attributes:
        share: progress of its work from 0 to 1; None where there is nothing to wait for.
    """

    text: str
    icon: str
    color: str
    share: float | None = None


def draw_message(
    ui: Ui, surface: pygame.Surface, box: Box, message: Message, *, hanging: bool = False
) -> None:
    """Draws the message at the right end of a line's `box`, further lines above it, or below if `hanging`."""
    pill, lines, bar = pill_of(ui, box, message, hanging=hanging)
    draw.rounded(surface, pill, ui.px(16), BLACK, stroke=LINE, stroke_width=1)
    ui.icon(surface, message.icon, (pill.x + ui.px(20), pill.centery), 16, message.color)
    for row, line in enumerate(lines):
        place = (pill.x + ui.px(34), pill.y + ui.px(16 + PILL_LINE * row))
        ui.text(surface, line, place, 13, weight="Medium", anchor="midleft")
    if message.share is not None and bar:
        rect = pygame.Rect(pill.right - ui.px(16) - bar, pill.y, bar, pill.height)
        draw_progress(ui, surface, rect, message.share)


def pill_of(
    ui: Ui, box: Box, message: Message, *, hanging: bool = False
) -> tuple[pygame.Rect, list[str], int]:
    """Where the message stands, its lines, and the width of its bar, 0 without one."""
    room, text, bar = box.width - 2 * ui.px(EDGE) - ui.px(50), message.text, 0
    if message.share is not None and room > ui.px(2 * BAR):
        bar = ui.px(BAR)
    elif message.share is not None:
        text = f"{text}, {100 * message.share:.0f} %"
    lines = draw.wrap(text, ui.px(13), room, "Medium")
    width = max(ui.text_width(line, 13, "Medium") for line in lines) + ui.px(50) + (bar and bar + ui.px(12))
    pill = pygame.Rect(0, 0, width, ui.px(32 + PILL_LINE * (len(lines) - 1)))
    pill.bottomright = (box.right - ui.px(EDGE), box.bottom - ui.px(2))
    if hanging:
        pill.top = box.y + ui.px(2)
    return pill, lines, bar

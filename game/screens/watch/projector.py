"""The projector's mode: one huge number and one huge sentence below the board, for the back row."""

from collections.abc import Callable

import pygame

from game.presenters.captions import best_name, crossing_of
from game.presenters.watching import Watching
from game.screens.watch.note import HEIGHT, RISES
from game.ui import Button, Ui
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip
from game.ui.theme import GOLD, SAFE, TEXT, UNSAFE_TEXT


class PageAgain(Button):
    """The button above the board's upper right corner that leads back to the whole page."""

    floats = True

    def __init__(self, ui: Ui, do: Callable[[Control], None]) -> None:
        super().__init__(ui, "x", on_click=lambda: do(Control.PROJECTOR), tip=tip("watch", Control.PROJECTOR))

    def place(self, board: pygame.Rect) -> None:
        """Stands at the upper right corner of the board's box [px], as high as the note at the left."""
        self.rect = pygame.Rect(0, 0, self.ui.px(HEIGHT), self.ui.px(HEIGHT))
        self.rect.topright = board.right, board.y - self.ui.px(RISES)


def draw_projection(ui: Ui, surface: pygame.Surface, box: pygame.Rect, watching: Watching) -> None:
    """Draws the figure at the left and the sentence beside it, as large as the box allows."""
    figure, sentence, color = projection(watching)
    size = round(0.86 * box.height)
    x = box.x
    if figure:
        x = draw.text(surface, figure, box.midleft, size, color, weight="Bold", anchor="midleft").right
        x += round(0.25 * box.height)
    room = box.right - x
    size = round(0.42 * box.height)
    lines = draw.wrap(sentence, size, room, "SemiBold")
    while len(lines) > 2 and size > ui.px(14):
        size = round(0.9 * size)
        lines = draw.wrap(sentence, size, room, "SemiBold")
    step = round(1.15 * size)
    y = box.centery - step * (len(lines) - 1) // 2
    for row, line in enumerate(lines):
        draw.text(surface, line, (x, y + row * step), size, TEXT, weight="SemiBold", anchor="midleft")


def projection(watching: Watching) -> tuple[str, str, str]:
    """The one figure, the one sentence, and the figure's colour."""
    snapshot, crossing = watching.snapshot, crossing_of(watching)
    if snapshot is None or crossing.best is None:
        return "", "Learning has not started yet", TEXT
    if watching.shown is not None and watching.shown.svm is not None:
        return "", crossing.text, TEXT
    if snapshot.violations:
        return f"{snapshot.violations:,}", "crashes while learning", UNSAFE_TEXT
    if crossing.steps is None:
        return "0", f"crashes so far. It {crossing.text[:1].lower()}{crossing.text[1:]}.", SAFE
    if crossing.steps == crossing.best:
        return f"{crossing.steps:,}", f"steps to cross, the {best_name(watching)}. Not one crash.", GOLD
    return (
        f"{crossing.steps:,}",
        f"steps to cross, {best_name(watching)} {crossing.best:,}. Not one crash.",
        TEXT,
    )

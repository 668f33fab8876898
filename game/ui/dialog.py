"""Dialog: a question or a message that must be answered before anything else."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.ui.buttons import Button
from game.ui.context import Ui
from game.ui.drawing import draw
from game.ui.progress import draw_progress
from game.ui.scroll import Line, ScrollText
from game.ui.theme import CONTROL, PAD, TEXT
from game.ui.widget import Popup, Widget

WIDTH = 460
"""Width of a dialog where the window allows it [units]."""
PROGRESS = 36
"""Height of the line that shows a progress [units]."""


class Dialog(Popup):
    """A title, text that scrolls, and buttons, of which the last is primary and focused: the harmless one.

    `on_answer` gets the pressed button's text, or None for Escape. With `progress` a line below the text
    shows the share that it gives.
    """

    def __init__(
        self,
        ui: Ui,
        title: str,
        lines: Sequence[Line | str],
        *,
        buttons: Sequence[str],
        on_answer: Callable[[str | None], None],
        icon: str,
        progress: Callable[[], float] | None = None,
    ) -> None:
        super().__init__(ui)
        self.title = title
        self.icon = icon
        self.on_answer = on_answer
        self.progress = progress
        self.below = PROGRESS if progress else 0
        """Height of what stands between text and buttons [units]."""
        self.body = ScrollText(ui, lines)
        last = len(buttons) - 1
        self.buttons = [
            Button(ui, text=text, on_click=partial(self.answer, text), primary=place == last)
            for place, text in enumerate(buttons)
        ]
        self.children = [self.body, *self.buttons]

    def first_focus(self) -> Widget | None:
        """The primary button."""
        return self.buttons[-1]

    def answer(self, answer: str | None) -> None:
        """Closes the dialog, then calls back with the answer."""
        self.ui.close(self)
        self.on_answer(answer)

    def cancel(self) -> None:
        """Answers None."""
        self.answer(None)

    def key(self, event: pygame.Event) -> bool:
        """What the focused button leaves over scrolls the text."""
        return self.body.key(event)

    def layout(self) -> None:
        """In the middle, as tall as its text within the window."""
        ui, pad = self.ui, self.ui.px(PAD)
        width = min(ui.px(WIDTH), ui.size[0] - 2 * pad)
        self.body.rect = pygame.Rect(0, 0, width - 2 * pad, 10)
        high, gap = ui.px(CONTROL), ui.px(10)
        wide = [max(ui.px(92), button.natural_width()) for button in self.buttons]
        stacked = sum(wide) + gap * (len(wide) - 1) > width - 2 * pad  # no room side by side
        n_rows = len(wide) if stacked else 1
        foot = n_rows * (high + gap) - gap + 2 * pad + ui.px(self.below)
        head = ui.px(60)
        room = max(ui.px(40), ui.size[1] - 2 * pad - head - foot)
        body = min(self.body.content_height(), room)
        self.rect = pygame.Rect(0, 0, width, head + body + foot)
        self.rect.center = (ui.size[0] // 2, ui.size[1] // 2)
        self.body.rect = pygame.Rect(self.rect.x + pad, self.rect.y + head, width - 2 * pad, body)
        self.body.focusable = bool(self.body.reach)
        right, bottom = self.rect.right - pad, self.rect.bottom - pad
        for button, natural in zip(reversed(self.buttons), reversed(wide), strict=True):
            length = width - 2 * pad if stacked else natural
            button.rect = pygame.Rect(right - length, bottom - high, length, high)
            if stacked:
                bottom -= high + gap
            else:
                right -= length + gap

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, icon, title and progress."""
        super().draw(surface)
        ui = self.ui
        middle = self.rect.y + ui.px(32)
        ui.icon(surface, self.icon, (self.rect.x + ui.px(PAD + 11), middle), 22, TEXT)
        title = draw.fit(self.title, ui.px(16), self.rect.width - ui.px(3 * PAD + 26), "SemiBold")
        ui.text(
            surface, title, (self.rect.x + ui.px(PAD + 32), middle), 16, weight="SemiBold", anchor="midleft"
        )
        if self.progress:
            line = pygame.Rect(self.body.rect.x, self.body.rect.bottom, self.body.rect.width, ui.px(PROGRESS))
            draw_progress(ui, surface, line, self.progress())

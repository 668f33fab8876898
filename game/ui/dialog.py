"""Dialog: a question or a message that must be answered before anything else."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game import draw
from game.theme import CARD_LOW, CONTROL, DOOMED, LINE, PAD, RADIUS_CARD, WELL
from game.ui.buttons import Button
from game.ui.kit import Ui
from game.ui.scroll import Line, ScrollText
from game.ui.widget import Popup, Widget


class Dialog(Popup):
    """A title, text that scrolls, and buttons, of which the last is primary and focused.

    `on_answer` gets the pressed button's text, or None for Escape. Fixed-width lines suit caret reports.
    """

    modal = True

    def __init__(
        self,
        ui: Ui,
        title: str,
        lines: Sequence[Line | str] = (),
        *,
        buttons: Sequence[str] = ("OK",),
        on_answer: Callable[[str | None], None] | None = None,
        icon: str = "triangle-alert",
        color: str = DOOMED,
        width: float = 460,
    ) -> None:
        super().__init__(ui)
        self.title = title
        self.icon = icon
        self.color = color
        self.width = width
        self.on_answer = on_answer
        self.body = ScrollText(ui, lines)
        self.boxed = any(isinstance(line, Line) and line.mono for line in lines)
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
        """Closes the dialog, then tells the answer."""
        self.ui.close(self)
        if self.on_answer:
            self.on_answer(answer)

    def cancel(self) -> None:
        """Answers None."""
        self.answer(None)

    def key(self, event: pygame.Event) -> bool:
        """What the focused button leaves over scrolls the text."""
        return self.body.key(event)

    def layout(self) -> None:
        """In the middle, as wide as its fixed-width lines like within the window, as tall as its text."""
        ui, pad, inset = self.ui, self.ui.px(PAD), self.ui.px(12) if self.boxed else 0
        room_x, room_y = ui.size[0] - 2 * pad, ui.size[1] - 2 * pad
        self.body.rect = pygame.Rect(0, 0, 10_000, 10)
        wish = max(ui.px(self.width), self.body.widest() + 2 * pad + 2 * inset + ui.px(14))
        width = min(wish, room_x)
        self.body.rect = pygame.Rect(0, 0, width - 2 * pad - 2 * inset, 10)
        head, foot = ui.px(60), ui.px(CONTROL) + 2 * pad
        body = min(self.body.content_height(), max(ui.px(40), room_y - head - foot - 2 * inset))
        self.rect = pygame.Rect(0, 0, width, head + body + 2 * inset + foot)
        self.rect.center = (ui.size[0] // 2, ui.size[1] // 2)
        self.body.rect = pygame.Rect(
            self.rect.x + pad + inset, self.rect.y + head + inset, width - 2 * pad - 2 * inset, body
        )
        self.body.focusable = bool(self.body.reach) or self.body.widest() > self.body.inner_width
        self._lay_buttons(pad)

    def _lay_buttons(self, pad: int) -> None:
        right = self.rect.right - pad
        for button in reversed(self.buttons):
            wide = max(self.ui.px(92), button.natural_width())
            button.rect = pygame.Rect(
                right - wide, self.rect.bottom - pad - self.ui.px(CONTROL), wide, self.ui.px(CONTROL)
            )
            right -= wide + self.ui.px(10)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, icon, title and the well of a report."""
        super().draw(surface)
        ui = self.ui
        middle = self.rect.y + ui.px(32)
        ui.icon(surface, self.icon, (self.rect.x + ui.px(PAD + 11), middle), 22, self.color)
        title = draw.fit(self.title, ui.px(16), self.rect.width - ui.px(3 * PAD + 26), "SemiBold")
        ui.text(
            surface, title, (self.rect.x + ui.px(PAD + 32), middle), 16, weight="SemiBold", anchor="midleft"
        )
        if self.boxed:
            well = self.body.rect.inflate(2 * ui.px(12), 2 * ui.px(12))
            draw.rounded(
                surface, well, ui.px(RADIUS_CARD - 2), WELL, stroke=LINE, stroke_width=1, gradient_to=CARD_LOW
            )

"""FieldDialog: a question that is answered with a line of text."""

from collections.abc import Callable, Sequence

import pygame

from game.ui.context import Ui
from game.ui.dialog import Dialog
from game.ui.drawing import draw
from game.ui.text_field import TextField
from game.ui.theme import CONTROL, MUTED, UNSAFE_TEXT
from game.ui.widget import Widget

LABEL, PROBLEM = 24, 26
"""Heights of the field's name and of the line below it [units]."""


class FieldDialog(Dialog):
    """A dialog with a text field; its last button, or Enter, takes the text if that is in order.

    Attributes:
        field: the text field.
        label: its name, above it.
        problem: why the text was not taken, below it; "" before that.
    """

    def __init__(
        self,
        ui: Ui,
        title: str,
        lines: Sequence[str],
        *,
        label: str,
        field: TextField,
        button: str,
        check: Callable[[str], str],
        on_text: Callable[[str], None],
        icon: str,
    ) -> None:
        """`check` says what is wrong with a text, "" if nothing is; `on_text` gets one that is in order."""

        def answered(answer: str | None) -> None:
            if answer == button:
                on_text(field.text)

        super().__init__(ui, title, lines, buttons=("Cancel", button), on_answer=answered, icon=icon)
        self.field = field
        self.label = label
        self.problem = ""
        self.check = check
        self.button = button
        self.below = LABEL + CONTROL + PROBLEM
        field.on_change = self._forget_problem
        field.on_enter = lambda: self.answer(button)
        self.children = [self.body, field, *self.buttons]

    def first_focus(self) -> Widget | None:
        """The field."""
        return self.field

    def answer(self, answer: str | None) -> None:
        """Closes the dialog, unless the text is not in order: then it says why."""
        self.problem = self.check(self.field.text) if answer == self.button else ""
        if self.problem:
            self.ui.focus_on(self.field)
        else:
            super().answer(answer)

    def _forget_problem(self) -> None:
        self.problem = ""

    def layout(self) -> None:
        """As every dialog, the field between text and buttons."""
        super().layout()
        ui, body = self.ui, self.body.rect
        top = body.bottom + ui.px(self.below - CONTROL - PROBLEM)
        self.field.rect = pygame.Rect(body.x, top, body.width, ui.px(CONTROL))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the field's name, and the problem below it."""
        super().draw(surface)
        ui, field = self.ui, self.field.rect
        place = field.x, field.y - ui.px(LABEL) // 2
        ui.text(surface, self.label, place, 13, MUTED, anchor="midleft")
        if self.problem:
            line = draw.fit(self.problem, ui.px(12), field.width)
            ui.text(surface, line, (field.x, field.bottom + ui.px(15)), 12, UNSAFE_TEXT, anchor="midleft")

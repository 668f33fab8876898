"""The dialog that makes a surprise of a difficulty or by its code, and opens the code of a shared level."""

import re
from collections.abc import Callable

import pygame

from game.ui import Segment, Segments, TextField, Ui
from game.ui.field_dialog import FieldDialog
from game.ui.theme import CONTROL, MUTED
from levels.text.share_code import MOST_CODE, ShareCodeError, is_share_code, text_of_code

DIFFICULTIES = "12345"
CODE = re.compile(r"\s*(\d{1,9})\s*[-\N{EN DASH}]\s*([1-5])\s*")
"""A code: the seed, a dash, the difficulty; short enough to tell a friend."""
LABEL, GAP = 24, 12
"""Height of the difficulties' name, and the space below them [units]."""


def code_of(text: str) -> tuple[int, int] | None:
    """Seed and difficulty of a code such as "6258-2", None if it is none."""
    found = CODE.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def problem_with(text: str) -> str:
    """What is wrong with a code, "" if nothing is; none at all asks for a random level."""
    if not text.strip() or code_of(text):
        return ""
    if is_share_code(text):
        try:
            text_of_code(text)
        except ShareCodeError as error:
            return str(error)
        return ""
    return "A code is a number, a dash and a difficulty, 6258-2, or begins with SC1_"


class SurpriseDialog(FieldDialog):
    """Difficulties, and a field for a code.

    `on_make` gets a surprise's code or None, and the difficulty; `on_share` gets the text of a level that
    was shared.
    """

    def __init__(
        self,
        ui: Ui,
        difficulty: int,
        on_make: Callable[[tuple[int, int] | None, int], None],
        on_share: Callable[[str], None],
    ) -> None:
        def make(text: str) -> None:
            if is_share_code(text):
                on_share(text_of_code(text))
            else:
                on_make(code_of(text), int(*self.difficulties.chosen))

        super().__init__(
            ui,
            "Surprise me",
            ["A new random level, proved safe to learn. Its name is a code that makes the same level again."],
            label="Code of a surprise or a shared level, if you have one",
            field=TextField(ui, most=2 * MOST_CODE, hint="6258-2 or SC1_…"),
            button="Make",
            check=problem_with,
            on_text=make,
            icon="dices",
        )
        segments = tuple(Segment(n, n, tip=f"Difficulty {n} of 5") for n in DIFFICULTIES)
        self.difficulties = Segments(ui, segments, lambda _: None, one_of=True)
        self.difficulties.chosen = frozenset({str(difficulty)})
        self.children.insert(1, self.difficulties)
        self.below += LABEL + CONTROL + GAP

    def layout(self) -> None:
        """The difficulties above the field."""
        super().layout()
        ui, body = self.ui, self.body.rect
        self.difficulties.rect = pygame.Rect(body.x, body.bottom + ui.px(LABEL), body.width, ui.px(CONTROL))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the names of both."""
        super().draw(surface)
        ui, row = self.ui, self.difficulties.rect
        place = row.x, row.y - ui.px(LABEL) // 2
        ui.text(surface, "Difficulty", place, 13, MUTED, anchor="midleft")

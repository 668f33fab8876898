"""The dialog that makes a surprise of a kind and difficulty, or opens one or a shared level by its code."""

from collections.abc import Callable

import pygame

from game.ui import Segment, Segments, TextField, Ui
from game.ui.field_dialog import FieldDialog
from game.ui.theme import CONTROL, MUTED
from levels.random.codes import Code, Kind, code_of
from levels.text.share_code import MOST_CODE, ShareCodeError, is_share_code, text_of_code

DIFFICULTIES = "12345"
KINDS: dict[Kind, tuple[str, str]] = {
    "road": ("Roads", "Roads and rails whose traffic is always on time"),
    "late": ("Late traffic", "Roads and rails whose traffic can be up to two steps late"),
    "river": ("Rivers", "Rivers with logs, rafts and turtles to ride on, and a road or two"),
}
"""The label of each kind, and its tooltip."""
LABEL, GAP = 24, 12
"""Height of a choice's name, and the space below the choice [units]."""


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
    return "A code looks like 6258-2, late 6258-2 or river 6258-2, or begins with SC1_"


class SurpriseDialog(FieldDialog):
    """Kinds, difficulties, and a field for a code.

    `on_make` gets a surprise's code or None, the kind and the difficulty; `on_share` gets the text of a level
    that was shared.
    """

    def __init__(
        self,
        ui: Ui,
        kind: Kind,
        difficulty: int,
        on_make: Callable[[Code | None, Kind, int], None],
        on_share: Callable[[str], None],
    ) -> None:
        def make(text: str) -> None:
            if is_share_code(text):
                on_share(text_of_code(text))
            else:
                kind = next(kind for kind in KINDS if kind in self.kinds.chosen)
                on_make(code_of(text), kind, int(*self.difficulties.chosen))

        super().__init__(
            ui,
            "Surprise me",
            ["A new random level, proved safe to learn. Its name is a code that makes the same level again."],
            label="Code of a surprise or a shared level, if you have one",
            field=TextField(ui, most=2 * MOST_CODE, hint="6258-2, river 6258-2 or SC1_…"),
            button="Make",
            check=problem_with,
            on_text=make,
            icon="dices",
        )
        kinds = tuple(Segment(key, label, tip=tip) for key, (label, tip) in KINDS.items())
        self.kinds = Segments(ui, kinds, lambda _: None, one_of=True)
        self.kinds.chosen = frozenset({kind})
        segments = tuple(Segment(n, n, tip=f"Difficulty {n} of 5") for n in DIFFICULTIES)
        self.difficulties = Segments(ui, segments, lambda _: None, one_of=True)
        self.difficulties.chosen = frozenset({str(difficulty)})
        self.choices = (("Kind", self.kinds), ("Difficulty", self.difficulties))
        self.children[1:1] = [self.kinds, self.difficulties]
        self.below += len(self.choices) * (LABEL + CONTROL + GAP)

    def layout(self) -> None:
        """The choices one below the other, above the field."""
        super().layout()
        ui, body = self.ui, self.body.rect
        y = body.bottom
        for _, choice in self.choices:
            choice.rect = pygame.Rect(body.x, y + ui.px(LABEL), body.width, ui.px(CONTROL))
            y = choice.rect.bottom + ui.px(GAP)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the names of the choices, too."""
        super().draw(surface)
        ui = self.ui
        for name, choice in self.choices:
            place = choice.rect.x, choice.rect.y - ui.px(LABEL) // 2
            ui.text(surface, name, place, 13, MUTED, anchor="midleft")

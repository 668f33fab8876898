"""The banner over the board when the level has been learned: what was found, and what to do next."""

from collections.abc import Callable, Collection, Sequence

import pygame

from game.ui import Button, Ui, Widget
from game.ui.boxes import Box, Part, Row, lay_out
from game.ui.context import Point
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip, with_keys
from game.ui.theme import CARD, GOLD, GOLD_GROUND, LINE, MUTED, RADIUS_CARD

STAYS = 20.0
"""How long the banner stays [s]."""
SLIDE = 0.25
"""How long it takes to come [s]."""
HEIGHT, BRIEF_HEIGHT, WIDEST, PAD = 154, 84, 690, 16
"""Height of the banner, also with its title alone, its greatest width, and space inside its edge [units]."""
CHOICES = (
    (Control.PLAY, "gamepad-2", "Play it yourself"),
    (Control.REFUSAL, "shield-check", "See why it refused"),
    (Control.COMPARE, "columns-3", "Race the learners"),
    (Control.NEXT_LEVEL, "arrow-right", "Next level"),
)
"""What it offers: control, icon, words; the first one is the primary."""


class Banner(Widget):
    """Tells that nothing better is left to find, once, for a while.

    Attributes:
        title, line: what it says.
        offers: the choices that lead somewhere.
    """

    floats = reactive = True

    def __init__(self, ui: Ui, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.title = self.line = ""
        self.visible = False
        self.offers: tuple[Control, ...] = ()
        self._do = do
        self._age = 0.0
        self._brief = False  # the title alone, where the board is low
        self.choices = {
            control: Button(
                ui,
                icon,
                words,
                on_click=lambda control=control: self._choose(control),  # type: ignore[misc]
                primary=control is Control.PLAY,
                tip=tip("watch", control),
            )
            for control, icon, words in CHOICES
        }
        self.dismiss = Button(ui, "x", on_click=self.leave, tip=with_keys("watch", "Close ({BACK_OUT})"))
        self.children = [*self.choices.values(), self.dismiss]

    def come(self, title: str, line: str, *, without: Collection[Control] = ()) -> None:
        """Shows itself from now on, without those offers that would lead nowhere."""
        self.title, self.line, self.visible, self._age = title, line, True, 0.0
        self.offers = tuple(control for control in self.choices if control not in without)
        for control, button in self.choices.items():
            button.visible = control in self.offers

    def leave(self) -> None:
        """Goes."""
        self.visible, self.ui.dirty = False, True

    def _choose(self, control: Control) -> None:
        self.leave()
        self._do(control)

    def follow(self, dt: float) -> None:
        """Lets `dt` [s] pass; it goes when its time is over, unless it is being used."""
        if self.visible:
            used = self.hovered or any(child.hovered or self.ui.has_focus(child) for child in self.children)
            self._age += dt
            if self._age >= STAYS and not used:
                self.leave()

    def place(self, within: pygame.Rect, keep_clear: Sequence[pygame.Rect], *, still: bool) -> None:
        """Stands at the foot of the board, or at its top if it would cover a goal there [px]."""
        ui, pad = self.ui, self.ui.px(PAD)
        shown = [(control, button) for control, button in self.choices.items() if button.visible]
        needed = sum(button.natural_width() + ui.px(8) for _, button in shown) + 2 * pad
        width = min(within.width - 2 * ui.px(12), max(ui.px(WIDEST), needed))
        n_rows = 1 if width >= needed else 2
        self._brief = ui.px(HEIGHT + 44 * (n_rows - 1) + 12) > within.height
        side = ui.px(34 if self._brief else 40)
        foot_pad = ui.px(8) if self._brief else pad
        height = ui.px(BRIEF_HEIGHT if self._brief else HEIGHT) + (n_rows - 1) * (side + ui.px(4))
        foot = pygame.Rect(within.centerx - width // 2, within.bottom - height - ui.px(12), width, height)
        top = pygame.Rect(foot.x, within.y + ui.px(12), width, height)
        covers_goal = foot.collidelist(list(keep_clear)) >= 0 and top.collidelist(list(keep_clear)) < 0
        self.rect = top if covers_goal else foot
        if not still and self._age < SLIDE:
            away = round((1 - self._age / SLIDE) ** 2 * ui.px(40))
            self.rect = self.rect.move(0, -away if covers_goal else away).clamp(within)
        self.dismiss.rect = pygame.Rect(
            self.rect.right - ui.px(40), self.rect.y + ui.px(8), ui.px(30), ui.px(30)
        )
        rows = [shown] if n_rows == 1 else [shown[: (len(shown) + 1) // 2], shown[(len(shown) + 1) // 2 :]]
        y = self.rect.bottom - foot_pad - side * len(rows) - ui.px(4) * (len(rows) - 1)
        for row in rows:
            parts = tuple(Part(control.name, button.natural_width(), grow=1) for control, button in row)
            line = Box(self.rect.x + pad, y, width - 2 * pad, side)
            boxes = lay_out(Row(parts, gap=ui.px(8)), line).boxes
            for control, button in row:
                button.rect = pygame.Rect(boxes[control.name])
            y += side + ui.px(4)

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """Both lines, where they are cut or have no room."""
        whole = (self.title, self.line) == self._fitting() and not self._brief
        return "" if whole else f"{self.title}\n{self.line}", self.rect

    def _fitting(self) -> tuple[str, str]:
        """Title and line as far as there is room."""
        ui, width = self.ui, self.rect.width
        title = draw.fit(self.title, ui.px(20), width - ui.px((PAD if self._brief else 92) + 48), "Bold")
        return title, draw.fit(self.line, ui.px(14), width - ui.px(92 + 16))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground, the cup and the two lines; the buttons draw themselves."""
        ui, rect, (title, line) = self.ui, self.rect, self._fitting()
        draw.rounded(surface, rect, ui.px(RADIUS_CARD + 2), CARD, 0.97, stroke=LINE, stroke_width=1)
        if self._brief:
            place = (rect.x + ui.px(PAD), rect.y + ui.px(22))
            ui.text(surface, title, place, 20, weight="Bold", anchor="midleft")
            return
        cup = (rect.x + ui.px(50), rect.y + ui.px(48))
        draw.disc(surface, cup, ui.px(26), GOLD_GROUND, ring=GOLD)
        ui.icon(surface, "trophy", cup, 26, GOLD)
        x = rect.x + ui.px(92)
        ui.text(surface, title, (x, rect.y + ui.px(36)), 20, weight="Bold", anchor="midleft")
        ui.text(surface, line, (x, rect.y + ui.px(63)), 14, MUTED, anchor="midleft")

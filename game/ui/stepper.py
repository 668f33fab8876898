"""Stepper: a value between a minus and a plus."""

from collections.abc import Callable

import pygame

from game.ui.context import Point, Ui
from game.ui.drawing import draw
from game.ui.theme import CARD_HOVER, CARD_PRESSED, CARD_RAISED, DIM, LINE, RADIUS, TEXT, WELL
from game.ui.widget import Widget

STEPS = {pygame.K_RIGHT: 1, pygame.K_UP: 1, pygame.K_LEFT: -1, pygame.K_DOWN: -1}


class Stepper(Widget):
    """A value with a button on either side; arrow keys step it too, the wheel does not: a panel scrolls.

    Attributes:
        reading: the value as written.
    """

    focusable = reactive = tracks_mouse = True

    def __init__(self, ui: Ui, on_step: Callable[[int], None], *, tip: str) -> None:
        """`on_step` gets 1 or −1."""
        super().__init__(ui, tip)
        self.on_step = on_step
        self.reading = ""

    def ends(self) -> dict[int, pygame.Rect]:
        """The buttons, by the direction they step."""
        inner = self.rect.inflate(-2 * self.ui.px(4), -2 * self.ui.px(4))
        side = inner.height
        return {
            -1: pygame.Rect(inner.x, inner.y, side, side),
            1: pygame.Rect(inner.right - side, inner.y, side, side),
        }

    def _end_at(self, pos: Point) -> int:
        """The direction of the button there; 0 for none. A third of the field counts as its button."""
        if not self.rect.collidepoint(pos):
            return 0
        third = max(self.rect.width // 3, 1)
        return -1 if pos[0] < self.rect.x + third else 1 if pos[0] >= self.rect.right - third else 0

    def release(self, pos: Point, *, inside: bool) -> None:
        """Steps by the button there."""
        direction = self._end_at(pos) if inside else 0
        if direction:
            self.on_step(direction)
            self.ui.on_activate()

    def key(self, event: pygame.Event) -> bool:
        """Arrows step."""
        if event.key in STEPS:
            self.on_step(STEPS[event.key])
        return event.key in STEPS

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the well, the two buttons, the value and the ring."""
        ui = self.ui
        draw.rounded(surface, self.rect, ui.px(RADIUS - 2), WELL, stroke=LINE, stroke_width=1)
        under = self._end_at(ui.mouse) if self.hovered else 0
        for direction, rect in self.ends().items():
            lit = direction == under
            ground = CARD_PRESSED if lit and ui.pressed is self else CARD_HOVER if lit else CARD_RAISED
            draw.rounded(surface, rect, ui.px(RADIUS - 4), ground)
            ui.icon(surface, "plus" if direction > 0 else "minus", rect.center, 14, TEXT)
        ink = TEXT if self.reading else DIM
        ui.text(surface, self.reading or "–", self.rect.center, 14, ink, weight="SemiBold", anchor="center")
        self.draw_ring(surface, radius=RADIUS + 2)

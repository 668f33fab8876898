"""The verdict on a crash or a trap: speech with a tail to the agent, what happened and what was safe."""

from collections.abc import Callable
from typing import NamedTuple

import pygame

from game.screens.play.verdict import FOOT, PAD, VerdictCard
from game.ui import Ui
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.theme import INK, PAPER, TEXT

SAID = "#33455c"
"""Colour of the sentences on paper."""


class Sizes(NamedTuple):
    """Sizes in a form [units]: letters of title and sentences, their lines, the head, all above the foot."""

    title: int
    text: int
    line: int
    head: int
    least: int


SIZES = {
    "whole": Sizes(23, 15, 22, 60, 108),
    "short": Sizes(18, 14, 20, 46, 0),
    "slim": Sizes(17, 0, 0, 42, 0),
}


class MishapCard(VerdictCard):
    """A crash or a trap: what happened and what would have been safe, as speech with a tail to the agent.

    Attributes:
        color: of its rim.
        icon: in the place of a picture.
    """

    light = True

    def __init__(self, ui: Ui, do: Callable[[Control], None]) -> None:
        choices = {
            Control.AGAIN: ("rotate-ccw", "Try again"),
            Control.SHIELD: ("shield-check", "Turn the shield on"),
            Control.SEE_AGAIN: ("history", "See again"),
        }
        super().__init__(ui, do, choices)
        self.color = TEXT
        self.icon = "triangle-alert"

    def _text_left(self) -> int:
        """Room before its words [px]."""
        return self.ui.px(PAD + 96 if self.form == "whole" else PAD)

    def _sizes(self) -> Sizes:
        return SIZES[self.form]

    def _lines(self, width: int) -> list[str]:
        ui, size = self.ui, self._sizes().text
        return (
            draw.wrap(self.verdict.text, ui.px(size), width - self._text_left() - ui.px(PAD)) if size else []
        )

    def height(self, width: int) -> int:
        """Its height in its form, with its sentences [px]."""
        ui, sizes = self.ui, self._sizes()
        words = ui.px(sizes.head) + ui.px(sizes.line) * len(self._lines(width))
        return max(words, ui.px(sizes.least)) + self.button_height + ui.px(2 * FOOT)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws tail, ground, picture, title and sentences; the buttons draw themselves."""
        ui, rect, px, sizes = self.ui, self.rect, self.ui.px, self._sizes()
        self.draw_shadow(surface)
        draw.rounded(surface, rect, px(16), PAPER, stroke=self.color, stroke_width=max(2, px(2)))
        self._draw_tail(surface)
        left = rect.x + self._text_left()
        if self.form == "whole":
            middle = (rect.x + px(PAD + 40), rect.y + px(PAD + 42))
            draw.disc(surface, middle, px(40), _pale(self.color))
            self._draw_picture(surface, middle)
        title = draw.fit(self.verdict.title, px(sizes.title), rect.right - px(PAD) - left, "Bold")
        place = (left, rect.y + px(0.6 * sizes.head))
        ui.text(surface, title, place, sizes.title, INK, weight="Bold", anchor="midleft")
        for row, line in enumerate(self._lines(rect.width)):
            place = (left, rect.y + px(sizes.head + sizes.line * (row + 0.5)))
            ui.text(surface, line, place, sizes.text, SAID, anchor="midleft")

    def _draw_picture(self, surface: pygame.Surface, middle: tuple[int, int]) -> None:
        ui = self.ui
        if not self.verdict.sprite:
            ui.icon(surface, self.icon, middle, 36, INK)
            return
        image = draw.sprite(self.verdict.sprite, ui.px(54))
        most = ui.px(76)
        if max(image.get_size()) > most:
            box = image.get_rect().fit(pygame.Rect(0, 0, most, most))
            image = pygame.transform.smoothscale(image, box.size)
        surface.blit(image, image.get_rect(center=middle))

    def _draw_tail(self, surface: pygame.Surface) -> None:
        """A triangle from the edge nearest to the agent towards it, as far as it goes over free board."""
        rect, at, half = self.rect, self._tip, self.ui.px(15)
        x, y = at.center
        if rect.bottom <= at.top or rect.top >= at.bottom:
            edge, tip = (rect.bottom - 3, at.top) if rect.bottom <= at.top else (rect.top + 2, at.bottom)
            base = min(max(x, rect.left + 3 * half), rect.right - 3 * half)
            points = [(base - half, edge), (x, tip), (base + half, edge)]
        elif rect.right <= at.left or rect.left >= at.right:
            edge, tip = (rect.right - 3, at.left) if rect.right <= at.left else (rect.left + 2, at.right)
            base = min(max(y, rect.top + 2 * half), rect.bottom - 2 * half)
            points = [(edge, base - half), (tip, y), (edge, base + half)]
        else:
            return
        pygame.draw.polygon(surface, PAPER, points)
        for a, z in ((0, 1), (1, 2)):
            pygame.draw.line(surface, self.color, points[a], points[z], max(2, self.ui.px(2)))


def _pale(color: str) -> str:
    """A light tint of a colour, for a ground on paper."""
    red, green, blue = (round(255 - (255 - int(color[k : k + 2], 16)) * 0.22) for k in (1, 3, 5))
    return f"#{red:02x}{green:02x}{blue:02x}"

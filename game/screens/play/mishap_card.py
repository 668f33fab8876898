"""The verdict on a crash or a trap: speech with a tail to the agent, what happened and what was safe."""

from collections.abc import Callable

import pygame

from game.screens.play.verdict import BUTTON, PAD, VerdictCard
from game.ui import Ui
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.theme import INK, PAPER, TEXT

SAID = "#33455c"
"""Colour of the sentences on paper."""


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

    def _lines(self, width: int) -> list[str]:
        ui = self.ui
        return draw.wrap(self.verdict.text, ui.px(15), width - self._text_left() - ui.px(PAD))

    def height(self, width: int) -> int:
        """Its height in its form, with its sentences [px]."""
        ui = self.ui
        if self.form == "slim":
            return ui.px(96)
        words = ui.px(58) + ui.px(22) * len(self._lines(width))
        return max(words, ui.px(110) if self.form == "whole" else 0) + ui.px(BUTTON + 28)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws tail, ground, picture, title and sentences; the buttons draw themselves."""
        ui, rect, px = self.ui, self.rect, self.ui.px
        self.draw_shadow(surface)
        draw.rounded(surface, rect, px(16), PAPER, stroke=self.color, stroke_width=max(2, px(2)))
        self._draw_tail(surface)
        left, whole = rect.x + self._text_left(), self.form == "whole"
        if whole:
            middle = (rect.x + px(PAD + 40), rect.y + px(PAD + 42))
            draw.disc(surface, middle, px(40), _pale(self.color))
            self._draw_picture(surface, middle)
        size = 23 if whole else 20 if self.form == "short" else 17
        y = rect.y + px(37 if whole else 32 if self.form == "short" else 26)
        title = draw.fit(self.verdict.title, px(size), rect.right - px(PAD) - left, "Bold")
        ui.text(surface, title, (left, y), size, INK, weight="Bold", anchor="midleft")
        if self.form != "slim":
            for row, line in enumerate(self._lines(rect.width)):
                place = (left, rect.y + px(69 if whole else 62) + px(22) * row)
                ui.text(surface, line, place, 15, SAID, anchor="midleft")

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

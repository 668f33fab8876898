"""The verdict on an arrival: stars that pop up one by one, the steps and the best, and what to do next."""

from collections.abc import Callable

import pygame

from game.presenters.stars import MOST
from game.screens.play.verdict import PAD, VerdictCard
from game.ui import Ui
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.theme import CARD_RAISED, GOLD, LINE, MUTED, PANEL

STAR_SHAPE = "m12 1.5 3.25 6.6 7.25 1.05-5.25 5.1 1.25 7.25L12 18.1l-6.5 3.4 1.25-7.25-5.25-5.1 7.25-1.05Z"
"""A star in a square of 24."""
STAR_STEPS = 8
"""Sizes of a star that pops up."""
SAID = "#a9ecdc"
"""Colour of the sentence below the title."""


class WonCard(VerdictCard):
    """An arrival: stars that pop up one by one, the steps next to the best, and what to do next.

    Attributes:
        stars: how many are there; a fraction is one that grows.
        figures: figures, what they are, and their colours.
    """

    def __init__(self, ui: Ui, do: Callable[[Control], None], following: str) -> None:
        choices = {
            Control.NEXT_LEVEL: ("arrow-right", f"Next: {following}" if following else "Next level"),
            Control.AGAIN: ("rotate-ccw", "Try again"),
            Control.BEST: ("eye", "Watch the best"),
        }
        super().__init__(ui, do, choices)
        self.stars = 0.0
        self.figures: tuple[tuple[str, str, str], ...] = ()

    def height(self, width: int) -> int:  # noqa: ARG002
        """Its height in its form [px]."""
        return self.ui.px({"whole": 326, "short": 154, "slim": 92}[self.form])

    def _slim_width(self) -> int:
        return super()._slim_width() + self.ui.px(MOST * 26 + 12)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws stars, title, sentence and figures; the buttons draw themselves."""
        ui, rect, px = self.ui, self.rect, self.ui.px
        self.draw_shadow(surface)
        draw.rounded(surface, rect, px(16), PANEL, 0.97, stroke=LINE, stroke_width=1)
        if self.form == "whole":
            for index in range(MOST):
                size = 76 if index == 1 else 62
                place = (rect.centerx + (index - 1) * px(92), rect.y + px(60 if index == 1 else 66))
                draw_popping_star(ui, surface, place, size, self.stars - index)
            title = draw.fit(self.verdict.title, px(26), rect.width - 2 * px(PAD), "Bold")
            middle = (rect.centerx, rect.y + px(136))
            ui.text(surface, title, middle, 26, weight="Bold", anchor="center")
            text = draw.fit(self.verdict.text, px(15), rect.width - 2 * px(PAD))
            ui.text(surface, text, (rect.centerx, rect.y + px(168)), 15, SAID, anchor="center")
            self._draw_figures(surface, rect.y + px(190))
            return
        y, size = rect.y + px(30 if self.form == "short" else 25), 21 if self.form == "short" else 17
        for index in range(MOST):
            place = (rect.right - px(PAD + 10) - (MOST - 1 - index) * px(26), y)
            draw_popping_star(ui, surface, place, 24, self.stars - index)
        room = rect.width - px(2 * PAD + MOST * 26 + 8)
        title = draw.fit(self.verdict.title, px(size), room, "Bold")
        ui.text(surface, title, (rect.x + px(PAD), y), size, weight="Bold", anchor="midleft")
        if self.form == "short":
            text = draw.fit(self.verdict.text, px(14), rect.width - 2 * px(PAD))
            ui.text(surface, text, (rect.x + px(PAD), y + px(29)), 14, SAID, anchor="midleft")
            line = " · ".join(f"{figure} {name}" for figure, name, _ in self.figures)
            line = draw.fit(line, px(13), rect.width - 2 * px(PAD))
            ui.text(surface, line, (rect.x + px(PAD), y + px(52)), 13, MUTED, anchor="midleft")

    def _draw_figures(self, surface: pygame.Surface, y: int) -> None:
        """Draws each figure with its name in a well."""
        ui, px = self.ui, self.ui.px
        room = self.rect.width - 2 * px(PAD)
        width = (room - px(12) * (len(self.figures) - 1)) // max(len(self.figures), 1)
        for index, (figure, name, color) in enumerate(self.figures):
            well = pygame.Rect(self.rect.x + px(PAD) + index * (width + px(12)), y, width, px(58))
            draw.rounded(surface, well, px(10), CARD_RAISED, 0.8)
            left = well.x + px(16)
            beside = ui.text_width(figure, 26, "Bold") + px(10) + ui.text_width(name, 13)
            if left + beside <= well.right - px(8):
                place = left, well.centery
                end = ui.text(surface, figure, place, 26, color, weight="Bold", anchor="midleft").right
                place = end + px(10), well.centery + px(2)
                ui.text(surface, name, place, 13, MUTED, anchor="midleft")
                continue
            left = well.x + px(10)
            place = (left, well.centery - px(10))
            ui.text(surface, figure, place, 20, color, weight="Bold", anchor="midleft")
            name = draw.fit(name, px(12), well.right - px(4) - left)
            ui.text(surface, name, (left, well.centery + px(14)), 12, MUTED, anchor="midleft")


def draw_popping_star(
    ui: Ui, surface: pygame.Surface, center: tuple[int, int], size: int, grown: float
) -> None:
    """Draws a star [units] in its outline; it pops up while `grown` goes from 0 to 1."""
    side = ui.px(size)
    outline = draw.svg(_star(side, "none", MUTED, 1.3), side, side)
    surface.blit(outline, outline.get_rect(center=center))
    if grown <= 0:
        return
    step = min(STAR_STEPS, max(1, round(grown * STAR_STEPS)))
    swell = step / STAR_STEPS + (0.3 * (1 - step / STAR_STEPS) if step > STAR_STEPS // 2 else 0)
    side = max(2, round(side * swell))
    image = draw.svg(_star(side, GOLD, "#b8860b", 0.8), side, side)
    surface.blit(image, image.get_rect(center=center))


def _star(side: int, fill: str, stroke: str, width: float) -> str:
    return (
        f'<g transform="scale({side / 24:.4f})"><path d="{STAR_SHAPE}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{width}" stroke-linejoin="round"/></g>'
    )

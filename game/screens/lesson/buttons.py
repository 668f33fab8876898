"""The buttons on the guide's card: on paper, which is light."""

from dataclasses import dataclass
from typing import Literal

import pygame

from game.ui import Button
from game.ui.drawing import draw
from game.ui.theme import (
    INK,
    PAPER,
    PAPER_ACCENT,
    PAPER_ACCENT_GROUND,
    PAPER_LINE,
    PAPER_MUTED,
    PAPER_UNSAFE,
    PAPER_UNSAFE_GROUND,
    PAPER_WELL,
    WHITE,
)

Mark = Literal["", "wrong", "right"]
"""What has become of an answer."""


@dataclass(frozen=True)
class Answer:
    """An answer's button: its icon, "" for none, its words and what has become of it."""

    icon: str
    text: str
    mark: Mark = ""


class PaperButton(Button):
    """A button on paper: outlined, or filled if it is the one that leads on."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, words, icon and ring."""
        ui, rect = self.ui, self.rect
        asleep = self.idle
        filled = self.primary and not asleep
        ground = PAPER_ACCENT if filled else PAPER_WELL if asleep or self.hovered else WHITE
        edge = PAPER_ACCENT if filled else PAPER_WELL if asleep else PAPER_LINE
        draw.rounded(surface, rect, ui.px(10), ground, stroke=edge, stroke_width=max(1, ui.px(1.5)))
        ink = WHITE if filled else PAPER_MUTED if asleep else INK
        weight = "SemiBold"
        wide = ui.text_width(self.text, 14, weight)
        whole = wide + (ui.px(20) if self.icon else 0)
        x = rect.centerx - whole // 2
        after = self.primary  # the arrow that leads on stands behind the word
        if self.icon and not after:
            ui.icon(surface, self.icon, (x + ui.px(6), rect.centery), 16, ink)
            x += ui.px(20)
        ui.text(surface, self.text, (x, rect.centery), 14, ink, weight=weight, anchor="midleft")
        if self.icon and after:
            ui.icon(surface, self.icon, (x + wide + ui.px(13), rect.centery), 16, ink)
        self.draw_ring(surface, radius=14)

    def natural_width(self) -> int:
        """Room for word and icon [px]."""
        return self.ui.text_width(self.text, 14, "SemiBold") + self.ui.px(56 if self.icon else 36)


class LeaveButton(Button):
    """Words and a cross without a ground, in the card's corner."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draws words and cross."""
        ui, rect = self.ui, self.rect
        if self.hovered:
            draw.rounded(surface, rect, ui.px(8), PAPER_WELL)
        cross = (rect.right - ui.px(14), rect.centery)
        ui.icon(surface, "x", cross, 16, INK)
        place = (cross[0] - ui.px(14), rect.centery)
        ui.text(surface, self.text, place, 13, PAPER_MUTED, weight="Medium", anchor="midright")
        self.draw_ring(surface, rect.inflate(-ui.px(6), -ui.px(6)), 8)

    def natural_width(self) -> int:
        """Room for words and cross [px]."""
        return self.ui.text_width(self.text, 13, "Medium") + self.ui.px(38)


class AnswerButton(Button):
    """An answer: its number, icon and words; a tick or a cross in the number's place once it was given."""

    answer = Answer("", "")
    number = 0

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, number and words."""
        ui, rect, answer = self.ui, self.rect, self.answer
        lit = self.hovered and not self.idle
        ground, edge, plate, ink = WHITE, PAPER_LINE, PAPER_WELL, INK
        if answer.mark == "right":
            ground, edge, plate, ink = PAPER_ACCENT_GROUND, PAPER_ACCENT, PAPER_ACCENT, INK
        elif answer.mark == "wrong":
            ground, edge, plate, ink = PAPER_UNSAFE_GROUND, PAPER_UNSAFE, PAPER_UNSAFE, PAPER_MUTED
        elif lit:
            ground, edge = PAPER_ACCENT_GROUND, PAPER_ACCENT
        elif self.idle:
            ground, ink = PAPER, PAPER_MUTED
        draw.rounded(surface, rect, ui.px(13), ground, stroke=edge, stroke_width=max(1, ui.px(2)))
        disc = (rect.x + ui.px(28), rect.centery)
        if answer.mark or answer.icon:
            draw.disc(surface, disc, ui.px(14), plate)
        if answer.mark:
            ui.icon(surface, "check" if answer.mark == "right" else "x", disc, 17, WHITE)
        elif answer.icon:
            ui.text(surface, str(self.number), disc, 15, INK, weight="Bold", anchor="center")
        else:  # a key's number beside another number must look like a key
            cap = pygame.Rect(0, 0, ui.px(22), ui.px(22))
            cap.center = disc
            draw.rounded(surface, cap, ui.px(5), PAPER, stroke=PAPER_LINE, stroke_width=max(1, ui.px(1)))
            ui.text(surface, str(self.number), disc, 12, PAPER_MUTED, weight="Medium", anchor="center")
        x = rect.x + ui.px(54)
        if answer.icon:
            ui.icon(surface, answer.icon, (x + ui.px(14), rect.centery), 22, ink)
            x += ui.px(34)
        words = draw.fit(answer.text, ui.px(17), rect.right - ui.px(10) - x, "SemiBold")
        ui.text(surface, words, (x, rect.centery), 17, ink, weight="SemiBold", anchor="midleft")
        self.draw_ring(surface, radius=17)

    def natural_width(self) -> int:
        """Room for number, icon and words [px]."""
        ui, answer = self.ui, self.answer
        wide = ui.text_width(answer.text, 17, "SemiBold")
        return wide + ui.px(66) + (ui.px(34) if answer.icon else 0)

    def tip_at(self, pos: tuple[int, int]) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """All of the words."""
        return self.answer.text, self.rect

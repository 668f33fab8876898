"""Today's crossing on the home page: the day, the person's best result on it, and a button."""

from collections.abc import Callable
from datetime import date
from typing import Protocol

import pygame

from game.presenters.daily import words_of
from game.presenters.stars import MOST, stars
from game.screens.menu.level_card import draw_star
from game.ui import Button, Ui, Widget
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip
from game.ui.theme import CARD, GOLD, LINE, MUTED, PANEL, RADIUS_CARD
from game.userdata.best_results import Best

HEIGHT, ABOVE = 58, 10
"""Height of the card, and the space between it and the hero [units]."""
TITLE = "Daily crossing"


class Days(Protocol):
    """Where the card takes day and results from."""

    @property
    def today(self) -> date:
        """Today."""

    @property
    def best(self) -> Best:
        """People's best results."""


class DailyCard(Widget):
    """A line with the day, what it earned so far, and Play.

    Attributes:
        start: the button.
    """

    def __init__(self, ui: Ui, days: Days, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.days = days
        self.start = Button(
            ui, "gamepad-2", "Play today", on_click=lambda: do(Control.DAILY), tip=tip("menu", Control.DAILY)
        )
        self.children = [self.start]

    def arrange(self) -> None:
        """The button at the right end."""
        ui = self.ui
        width = self.start.natural_width()
        self.start.rect = pygame.Rect(
            self.rect.right - ui.px(14) - width, self.rect.centery - ui.px(18), width, ui.px(36)
        )

    def words(self) -> str:
        """What the day earned so far."""
        steps, optimum = self.days.best.daily(self.days.today.isoformat())
        if steps is None:
            return "The same road for everybody, new every day"
        unit = "step" if steps == 1 else "steps"
        return f"Your best today: {steps} {unit}" + ("" if optimum is None else f", best possible {optimum}")

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the day, the result in words and in stars; the button draws itself."""
        ui, rect, px = self.ui, self.rect, self.ui.px
        draw.rounded(surface, rect, px(RADIUS_CARD), CARD, stroke=LINE, stroke_width=1, gradient_to=PANEL)
        ui.icon(surface, "calendar", (rect.x + px(30), rect.centery), 22, GOLD)
        left, right = rect.x + px(56), self.start.rect.x - px(16)
        earned = stars(*self.days.best.daily(self.days.today.isoformat()))
        if right - left > px(300):
            for star in range(MOST):
                place = (right - px(10 + 22 * (MOST - 1 - star)), rect.centery)
                draw_star(ui, surface, place, 19, full=star < earned)
            right -= px(22 * MOST + 12)
        y = rect.centery - px(10)
        end = ui.text(surface, TITLE, (left, y), 15, weight="SemiBold", anchor="midleft").right
        day = draw.fit(words_of(self.days.today), px(13), max(right - end - px(10), 1))
        ui.text(surface, day, (end + px(10), y), 13, MUTED, anchor="midleft")
        words = draw.fit(self.words(), px(13), max(right - left, 1))
        ui.text(surface, words, (left, rect.centery + px(12)), 13, MUTED, anchor="midleft")

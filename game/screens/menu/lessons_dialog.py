"""The dialog with the built-in lessons, in their order; those that are finished have a tick."""

from collections.abc import Callable
from pathlib import Path

import pygame

from game.ui import Button, Clickable, Popup, Ui, Widget
from game.ui.boxes import Box, Column, Part, Row, lay_out
from game.ui.card_column import CardColumn
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.layout import cards_of
from game.ui.theme import (
    ACCENT,
    ACCENT_GROUND,
    CARD_HOVER,
    CARD_RAISED,
    CONTROL,
    LINE,
    MUTED,
    PAD,
    RADIUS,
    TEXT,
)
from game.userdata.best_results import Best
from levels.lessons.lesson import Lesson
from levels.lessons.reader import builtin_lessons, read_lesson

WIDTH, ROW, GAP, HEAD = 770, 60, 8, 60
"""Widths and heights of the dialog, of a lesson, the space between two, and of the title [units]."""
BAR = 14
"""Room for the scroll bar [units]."""


class LessonRow(Clickable):
    """A lesson: its number, or a tick once it is finished, its name and what it is about."""

    def __init__(
        self, ui: Ui, number: int, lesson: Lesson, finished: bool, on_open: Callable[[Path], None]
    ) -> None:
        super().__init__(ui)
        self.number, self.lesson, self.finished = number, lesson, finished
        self.on_open = on_open
        self._cut = False

    def activate(self) -> None:
        """Opens the lesson."""
        self.on_open(self.lesson.file)

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """All of what it is about, where it is cut."""
        return (f"{self.lesson.name}\n{self.lesson.about}" if self._cut else ""), self.rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draws number or tick, name and what it is about."""
        ui, rect, px = self.ui, self.rect, self.ui.px
        ground = CARD_HOVER if self.hovered else CARD_RAISED
        draw.rounded(surface, rect, px(RADIUS), ground, stroke=LINE, stroke_width=1)
        disc = rect.x + px(30), rect.centery
        draw.disc(surface, disc, px(15), ACCENT_GROUND if self.finished else LINE)
        if self.finished:
            ui.icon(surface, "check", disc, 18, ACCENT)
        else:
            ui.text(surface, str(self.number), disc, 15, TEXT, weight="Bold", anchor="center")
        x, right = rect.x + px(58), rect.right - px(14)
        if self.finished:
            right = ui.text(surface, "finished", (right, rect.centery), 13, ACCENT, anchor="midright").x - px(
                10
            )
        name = draw.fit(self.lesson.name, px(16), right - x, "SemiBold")
        ui.text(surface, name, (x, rect.y + px(20)), 16, weight="SemiBold", anchor="midleft")
        about = draw.fit(self.lesson.about, px(13), right - x)
        self._cut = about != self.lesson.about
        ui.text(surface, about, (x, rect.y + px(42)), 13, MUTED, anchor="midleft")
        self.draw_ring(surface, rect.inflate(-2 * px(4), -2 * px(4)))


class LessonsDialog(Popup):
    """The lessons; `on_open` gets the file of the one that is chosen."""

    def __init__(self, ui: Ui, best: Best, on_open: Callable[[Path], None]) -> None:
        super().__init__(ui)

        def opened(path: Path) -> None:
            self.cancel()
            on_open(path)

        lessons = [read_lesson(path) for path in builtin_lessons().values()]
        self.rows = [
            LessonRow(ui, number, lesson, best.finished(lesson.name), opened)
            for number, lesson in enumerate(lessons, start=1)
        ]
        self.list = CardColumn(ui, {row.lesson.name: row for row in self.rows}, {}, self.layout)
        self.close = Button(ui, text="Close", on_click=self.cancel)
        self.children = [self.list, self.close]

    def first_focus(self) -> Widget | None:
        """The first lesson that is not finished."""
        return next((row for row in self.rows if not row.finished), self.rows[0])

    def layout(self) -> None:
        """In the middle of the window; the lessons scroll where it is low."""
        ui, px = self.ui, self.ui.px
        parts = tuple(Part(row.lesson.name, px(ROW)) for row in self.rows)
        whole = px(HEAD) + len(parts) * px(ROW + GAP) - px(GAP) + px(CONTROL) + px(2 * PAD)
        width = min(px(WIDTH), ui.size[0] - 2 * px(PAD))
        self.rect = pygame.Rect(0, 0, width, min(whole, ui.size[1] - 2 * px(PAD)))
        self.rect.center = ui.size[0] // 2, ui.size[1] // 2
        column = Column(parts, gap=px(GAP), scroll=px(BAR))
        sides = Row((Part("panel", 1, grow=1, before=px(PAD), inside=column), Part("right", px(PAD - BAR))))
        page = Column(
            (
                Part("head", px(HEAD)),
                Part("list", 1, grow=1, inside=sides),
                Part("foot", px(CONTROL), before=px(PAD)),
                Part("end", px(PAD)),
            )
        )
        layout = lay_out(page, Box(*self.rect))
        self.list.place(cards_of(layout, parts))
        foot = layout.boxes["foot"]
        wide = max(px(92), self.close.natural_width())
        self.close.rect = pygame.Rect(self.rect.right - px(PAD) - wide, foot.y, wide, foot.height)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, title and how many are finished."""
        super().draw(surface)
        ui, px = self.ui, self.ui.px
        middle = self.rect.y + px(HEAD // 2)
        ui.icon(surface, "graduation-cap", (self.rect.x + px(PAD + 11), middle), 22, TEXT)
        place = (self.rect.x + px(PAD + 32), middle)
        ui.text(surface, "Lessons", place, 16, weight="SemiBold", anchor="midleft")
        finished = f"{sum(row.finished for row in self.rows)} of {len(self.rows)} finished"
        ui.text(surface, finished, (self.rect.right - px(PAD), middle), 13, MUTED, anchor="midright")

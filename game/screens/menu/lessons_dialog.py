"""The dialog with the built-in lessons, in their order; those that are finished have a tick."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from game.ui import Ui
from game.ui.drawing import draw
from game.ui.list_dialog import HEAD, ListDialog, ListRow
from game.ui.theme import ACCENT, ACCENT_GROUND, LINE, MUTED, PAD, TEXT
from game.userdata.best_results import Best
from levels.lessons.lesson import Lesson
from levels.lessons.reader import builtin_lessons, read_lesson


class LessonRow(ListRow):
    """A lesson: its number, or a tick once it is finished, its name and what it is about."""

    def __init__(
        self, ui: Ui, number: int, lesson: Lesson, finished: bool, on_select: Callable[[], None]
    ) -> None:
        super().__init__(ui, lesson.about, f"{lesson.name}\n{lesson.about}", on_select)
        self.number, self.lesson, self.finished = number, lesson, finished

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draws number or tick, name and what it is about."""
        ui, rect, px = self.ui, self.rect, self.ui.px
        disc = rect.x + px(30), rect.centery
        draw.disc(surface, disc, px(15), ACCENT_GROUND if self.finished else LINE)
        if self.finished:
            ui.icon(surface, "check", disc, 18, ACCENT)
        else:
            ui.text(surface, str(self.number), disc, 15, TEXT, weight="Bold", anchor="center")
        x, right = rect.x + px(58), rect.right - px(14)
        if self.finished:
            end = ui.text(surface, "finished", (right, rect.centery), 13, ACCENT, anchor="midright").x
            right = end - px(10)
        name = draw.fit(self.lesson.name, px(16), right - x, "SemiBold")
        ui.text(surface, name, (x, rect.y + px(20)), 16, weight="SemiBold", anchor="midleft")
        self.draw_line(surface, (x, rect.y + px(42)), right)


class LessonsDialog(ListDialog):
    """The lessons; `on_open` gets the file of the one that is selected."""

    def __init__(self, ui: Ui, best: Best, on_open: Callable[[Path], None]) -> None:
        files = builtin_lessons()
        rows: dict[str, LessonRow] = {}
        for number, (name, path) in enumerate(files.items(), start=1):
            lesson = read_lesson(path)
            finished = best.finished(lesson.name)
            rows[name] = LessonRow(ui, number, lesson, finished, partial(self.select, name))
        left = [row for row in rows.values() if not row.finished]
        self.count = f"{len(rows) - len(left)} of {len(rows)} finished"
        super().__init__(
            ui,
            "Lessons",
            rows,
            first=next(iter(left or rows.values())),
            button="Close",
            on_select=lambda name: on_open(files[name]),
            icon="graduation-cap",
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draws how many are finished, too."""
        super().draw(surface)
        ui, px = self.ui, self.ui.px
        place = self.rect.right - px(PAD), self.rect.y + px(HEAD // 2)
        ui.text(surface, self.count, place, 13, MUTED, anchor="midright")

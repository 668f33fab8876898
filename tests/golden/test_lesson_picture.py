"""Golden picture of the lesson page: a question about a trap, one wrong answer given."""

import time

import pygame
import pytest

from game.screens.lesson.lesson import LessonPage
from game.services.services import Services
from game.userdata.settings import Settings
from levels.lessons.lesson import Asked, Question, Step
from levels.lessons.reader import builtin_lessons, read_lesson
from tests.golden.comparing import compare
from tests.golden.test_screen_pictures import WORDS

SIZE = (1280, 800)


@pytest.fixture
def page():
    """The page, all still: nothing has been learned."""
    lesson = read_lesson(builtin_lessons()["one_step"])
    traps = next(i for i, step in enumerate(lesson.steps) if _asks_for_traps(step))
    screen = LessonPage(SIZE, 1.0, Services(Settings(reduce_motion=True)), lesson, index=traps)
    screen.watch.watching.training_paused = True
    end = time.perf_counter() + 60
    while not screen.run.progress.options or screen.watch.watching.status != "paused":
        assert time.perf_counter() < end
        screen.update(0.02)
        screen.draw(pygame.Surface(SIZE))
        time.sleep(0.002)
    yield screen
    screen.close(2)


def _asks_for_traps(step: Step) -> bool:
    return isinstance(step.question, Question) and step.question.asked is Asked.TRAPS


def test_lesson(page):
    options = page.run.progress.options
    page.answer(next(n for n, option in enumerate(options, start=1) if not option.right))
    surface = pygame.Surface(SIZE)
    for dt in (10.0, 0.02, 0.02):  # the answer has been acted out; layer and overlays take turns
        page.watch.ui.dirty = True
        page.update(dt)
        page.draw(surface)
    compare(surface, "screen_lesson", WORDS)

"""The lesson page in the whole program: opened by its file, answered, done, finished, and mended."""

import os

import pygame
import pytest

from game.screens.errors import Errors
from game.screens.lesson.lesson import LessonPage
from game.screens.menu.menu import Menu
from game.shell.app import App
from levels.lessons.reader import builtin_lessons, read_lesson
from tests.unit.game.driving import click, drop, frames, press, wait

LESSON = """\
lesson: 1
name: Cars
level: first_road
steps:
  - {say: This is the goal., point: goal}
  - {say: 'Which move crashes?', ask: crashes, at: [3, 5], phase: 3, why: The car is faster.}
  - {say: Show the values., point: values, do: values}
"""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "cars.yaml"
    path.write_text(LESSON, encoding="utf-8")
    return path


def judged(app):
    wait(app, lambda: app.top._judged is not None)
    return app.top


def answers(page, *, right):
    return [n for n, option in enumerate(page.run.progress.options, start=1) if option.right is right]


def key(number):
    return pygame.K_1 + number - 1


def test_a_lesson_from_its_file_to_its_end(start, path):
    app: App = start(path)
    page = judged(app)
    assert (page.name, page.title) == ("lesson", "Cars")
    press(app, pygame.K_3)  # nothing is asked: the key is the page's
    assert page.watch.overlays == {"safety"}
    press(app, pygame.K_RIGHT)
    frames(app, 2)
    assert page.watch.watching.playback.paused
    assert (page.watch.staged.agent_to, page.watch.staged.time) == ((3, 5), 3)
    press(app, pygame.K_RIGHT)
    assert page.run.index == 1  # Next sleeps

    (wrong, *_), (right, *_) = answers(page, right=False), answers(page, right=True)
    press(app, key(wrong))
    option = page.run.progress.options[wrong - 1]
    assert page.card.answers[wrong - 1].answer.mark == ""
    for _ in range(30):
        app.advance(0.02)
    assert page.words().note[2] == f"{option.outcome} Try again."
    assert page.card.answers[wrong - 1].answer.mark == "wrong"
    assert page.watch.staged.time > 3  # it is acted out
    assert page.run.asks
    press(app, pygame.K_p)  # while something is asked the page has no keys
    assert app.top is page

    frames(app, 1)
    click(app, page.card.answers[right - 1].rect.center)
    frames(app, 1)
    assert page.words().note[2].endswith("The car is faster.")
    press(app, pygame.K_RIGHT)
    assert page.watch.staged is None
    assert not page.watch.watching.playback.paused
    assert not page.run.may_go_on
    frames(app, 1)
    press(app, pygame.K_1)  # the page's: show values
    frames(app, 1)
    assert page.words().note[2] == "Done."
    assert not app.services.best.finished("Cars")
    press(app, pygame.K_RETURN)
    assert app.services.best.finished("Cars")
    frames(app, 1)
    assert page.card.back.text == ""
    click(app, page.card.next.rect.center)
    assert isinstance(app.top, Menu)


@pytest.mark.slow
def test_a_lesson_is_dropped_mended_and_goes_on_at_its_step(start, path):
    app = start()
    notes = path.with_name("notes.txt")
    notes.write_text("Not a level.", encoding="utf-8")
    drop(app, notes, path)
    wait(app, lambda: isinstance(app.top, LessonPage))
    told = "Of 2 files cars.yaml was opened, the lesson. Not opened: notes.txt"
    assert app.services.messages.message.text == told
    page = judged(app)
    press(app, pygame.K_RIGHT)
    path.write_text(LESSON.replace("ask: crashes", "ask: crash"), encoding="utf-8")
    os.utime(path, (1, 1))
    wait(app, lambda: isinstance(app.top, Errors))
    assert "cars.yaml:6:" in "\n".join(app.top.lines)
    path.write_text(LESSON, encoding="utf-8")
    os.utime(path, (2, 2))
    wait(app, lambda: isinstance(app.top, LessonPage))
    assert app.top is not page
    assert judged(app).run.index == 0
    press(app, pygame.K_RIGHT)
    path.write_text(LESSON.replace("Which move crashes", "Which one crashes"), encoding="utf-8")
    os.utime(path, (3, 3))
    wait(app, lambda: "one" in app.top.words().question)
    assert app.top.run.index == 1
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.top, Menu)


def test_a_lesson_whose_level_shrinks_under_it_is_checked_again(start, path):
    level = path.with_name("own.yaml")
    level.write_text("format: 1\nname: own\nmap: |\n  S...\n  ...G\n", encoding="utf-8")
    own = "lesson: 1\nname: x\nlevel: own.yaml\nsteps: [{say: How many, ask: steps, at: [1, 1]}]\n"
    path.write_text(own, encoding="utf-8")
    app = start(path)
    judged(app)
    level.write_text("format: 1\nname: own\nmap: |\n  S..G\n", encoding="utf-8")
    os.utime(level, (1, 1))
    wait(app, lambda: isinstance(app.top, Errors))
    assert "row 1, column 1 is off the board" in app.top.lines[0]


def test_a_question_without_an_answer_is_reported_at_its_place(start, path):
    path.write_text(LESSON.replace("ask: crashes", "ask: traps").replace("phase: 3", "phase: 4"), "utf-8")
    app = start(path)
    wait(app, lambda: isinstance(app.top, Errors))
    assert any("this question has no answer" in line for line in app.top.lines)
    assert app.stack.refusal


def test_the_home_page_lists_the_lessons_and_the_last_card_of_one_leads_to_the_next(start):
    files = [*builtin_lessons().values()]
    app = start()
    app.services.best.has_finished(read_lesson(files[0]).name)
    press(app, pygame.K_l)
    rows = app.top.ui.popups[-1].rows
    assert [row.lesson.file for row in rows.values()] == files
    assert [row.finished for row in rows.values()] == [True] + [False] * (len(files) - 1)
    press(app, pygame.K_RETURN)  # the first that is not finished has the focus
    assert app.top.lesson.file == files[1]
    app.top.run.index = len(app.top.run.steps)  # its last card
    press(app, pygame.K_RIGHT)
    assert [screen.name for screen in app.stack.screens] == ["menu", "lesson"]
    assert (app.top.lesson.file, app.top.following) == (files[2], files[3])
    app.top.run.index = len(app.top.run.steps)
    press(app, pygame.K_LEFT)
    assert isinstance(app.top, Menu)

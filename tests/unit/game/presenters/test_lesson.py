"""Where one is in a lesson: answers, deeds, going on and back."""

import pytest

from game.presenters.lesson import LessonRun, told
from levels.lessons.answers import Option
from levels.lessons.lesson import Asked, Deed, Question, Step

WRONG, RIGHT = Option("left", False, "A crash."), Option("up", True, "Safe.")
STEPS = (
    Step("Look."),
    Step("Which?", question=Question(Asked.BEST, (0, 0), 0)),
    Step("Pause it.", do=Deed.PAUSED),
)
ANSWERS = ((), (WRONG, RIGHT), ())


@pytest.fixture
def run():
    run = LessonRun(STEPS)
    run.prepare(ANSWERS)
    return run


def test_a_question_holds_one_until_the_right_answer(run):
    assert run.go_on()
    assert (run.asks, run.may_go_on, run.go_on()) == (True, False, False)
    assert run.answer(0) is WRONG
    assert (run.progress.tried, run.progress.last, run.may_go_on) == ({0}, 0, False)
    assert run.answer(1) is RIGHT
    assert (run.progress.answered, run.progress.tried, run.may_go_on) == (1, {0}, True)
    assert run.answer(0) is None  # it is answered
    assert run.go_on()


def test_there_are_no_more_answers_than_options_and_none_where_nothing_is_asked(run):
    assert run.answer(0) is None
    run.go_on()
    assert run.answer(2) is None
    assert run.answer(-1) is None
    assert run.progress.last is None


def test_a_deed_holds_one_until_it_is_done_and_the_last_step_ends_the_lesson(run):
    run = LessonRun(STEPS, 2)
    assert (run.waits_for_deed, run.go_on()) == (True, False)
    run.note_deed()
    assert (run.waits_for_deed, run.go_on(), run.over) == (False, True, True)
    assert run.step is STEPS[2]
    assert not run.go_on()


def test_what_was_answered_is_kept_on_the_way_back_and_forth(run):
    run.go_on()
    run.answer(1)
    assert run.go_back()
    assert not run.go_back()
    assert run.go_on()
    assert run.go_on()
    assert run.index == 2


def test_other_answers_ask_again_and_the_same_do_not(run):
    run.go_on()
    run.answer(1)
    run.prepare(ANSWERS)
    assert run.progress.answered == 1
    run.prepare(((), (RIGHT, WRONG), ()))
    assert (run.progress.answered, run.asks) == (None, True)


def test_a_lesson_that_has_become_shorter_goes_on_at_its_last_step():
    assert LessonRun(STEPS[:2], 2).index == 1


@pytest.mark.parametrize(
    ("say", "text", "question"),
    [
        ("A train comes. Which step is a trap?", "A train comes.", "Which step is a trap?"),
        ("Which step is a trap?", "", "Which step is a trap?"),
        ("It waits. Then it goes.", "It waits. Then it goes.", ""),
    ],
)
def test_a_question_at_the_end_stands_for_itself(say, text, question):
    assert told(Step(say)) == (text, question)

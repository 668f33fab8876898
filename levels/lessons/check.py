"""The command `check`: levels and lessons, proved."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from levels.files.problems import LevelError
from levels.files.terminal import named, tell
from levels.lessons.answers import Option, answers_of
from levels.lessons.lesson import Lesson
from levels.lessons.reader import is_lesson, of_level, read_lesson
from levels.model.board import in_words
from levels.proof import check as levels_check
from levels.proof.prove import Proof, prove
from levels.proof.report import problems_of

Answers = tuple[tuple[Option, ...], ...]
"""For each step of a lesson its options, () where it asks nothing."""


def check(names: Iterable[str], *, as_json: bool) -> bool:
    """Print the result for each level and lesson, and return whether all are certified."""
    all_certified = True
    for name in names:
        record, text = examined(name) if is_lesson(Path(name)) else levels_check.examined(name)
        all_certified &= record["ok"]
        if as_json:
            print(json.dumps(record), flush=True)
        else:
            tell(text, error=not record["ok"])
    return all_certified


def examined(name: str) -> tuple[dict[str, Any], str]:
    """A lesson's record for `check --json`, and the same for people: each question with its right answers."""
    head = {"file": name, "ok": True, "problems": problems_of(None)}
    try:
        lesson = read_lesson(Path(name))
        proof = _proof_of(lesson)
        answers = answers_of(lesson, proof)
    except LevelError as error:
        nothing = dict.fromkeys(("lesson", "level", "steps", "questions"))
        return {**head, "ok": False, "problems": problems_of(error), **nothing}, error.render()
    questions = _questions(lesson, answers)
    record = {"lesson": lesson.name, "level": lesson.level.level.name, "steps": len(lesson.steps)}
    lines = [f"{named(name)}: {record['steps']} steps on {record['level']}, {proof.certificate.line()}"]
    for question in questions:
        where = f"{in_words(question['cell'])}, phase {question['phase']}"
        right = " or ".join(question["right"])
        lines.append(f"  step {question['step']} asks “{question['ask']}” at {where}: {right}")
    return {**head, **record, "questions": questions}, "\n".join(lines)


def _proof_of(lesson: Lesson) -> Proof:
    """The proof of a lesson's level; an error of the level is one of the lesson."""
    try:
        return prove(lesson.level)
    except LevelError as error:
        raise lesson.error([of_level(error)]) from None


def _questions(lesson: Lesson, answers: Answers) -> list[dict[str, Any]]:
    """The questions with the number of their step from 1, their options, and those that are right."""
    return [
        {
            "step": number,
            "ask": step.question.asked.value,
            "cell": step.question.cell,
            "phase": step.question.phase,
            "options": [option.text for option in options],
            "right": [option.text for option in options if option.right],
        }
        for number, (step, options) in enumerate(zip(lesson.steps, answers, strict=True), start=1)
        if step.question is not None
    ]

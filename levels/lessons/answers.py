"""Question → options: right and wrong answers, computed from the level's tables and never written down."""

from dataclasses import dataclass
from typing import Literal

from levels.files.problems import Fault, Path, UserError
from levels.lessons.figures import FIGURES, Figure, number
from levels.lessons.lesson import Asked, Lesson, Question
from levels.lessons.moves import Trace, moves_from
from levels.model.board import Action, in_words
from levels.proof.optimal_values import steps_to_goal
from levels.proof.prove import Proof
from levels.proof.reasons import Kind

MOST_FIGURES = 4
"""Numbers offered as answers to one question."""
SIGNED = frozenset({Asked.RETURN})
"""Questions whose answers may be below 0."""
NO_MOVE = {
    Asked.CRASHES: "no move crashes at once",
    Asked.TRAPS: "no move leads into a trap",
    Asked.REFUSED: "no move is refused",
    Asked.BEST: "no move begins a safe path to a goal",
}
EVERY_MOVE = {
    Asked.CRASHES: "every move crashes at once",
    Asked.TRAPS: "every move leads into a trap",
    Asked.REFUSED: "every move is refused",
    Asked.BEST: "every move begins a shortest safe path",
}


class NoAnswerError(UserError):
    """A question that the level has no answer to, or nothing but answers; the text is a sentence.

    Attributes:
        key: the step's key that is to blame.
    """

    def __init__(self, message: str, key: Literal["ask", "at", "phase"] = "ask") -> None:
        super().__init__(message)
        self.key = key


@dataclass(frozen=True)
class Option:
    """One answer that can be given.

    Attributes:
        text: what its button says, such as “left” or “12”.
        outcome: one sentence on what would happen, or why it is right or wrong.
        action: the move it stands for, None for a number.
        trace: (tick, cell) of the agent while the answer is acted out, the asked state first; empty where
            nothing can be shown. A move ends at the goal or in the crash. One that would lead off the board
            has the asked state alone.
        crash: the rule that the last move of the trace breaks, None if it is no crash.
        delays: how late each obstacle is in that crash [ticks]; () where all keep their timetable.
    """

    text: str
    right: bool
    outcome: str
    action: Action | None = None
    trace: Trace = ()
    crash: Kind | None = None
    delays: tuple[int, ...] = ()


def options(question: Question, proof: Proof) -> tuple[Option, ...]:
    """Two to five options, of which at least one is right and at least one wrong.

    Moves are in the order of the level's actions, numbers ascend. Same question and level, same options.

    Raises:
        NoAnswerError: the question makes no sense in that state of that level.
    """
    mdp, asked = proof.mdp, question.asked
    where = f"at {in_words(question.cell)}, phase {question.phase}"
    if question.phase >= mdp.period:
        last = mdp.period - 1
        raise NoAnswerError(f"phase {question.phase} is never reached: phases run from 0 to {last}", "phase")
    state = mdp.state(question.cell, question.phase)
    if mdp.violation[state]:
        raise NoAnswerError(f"an obstacle is {where}", "at")
    if mdp.goal[state]:
        raise NoAnswerError(f"the goal is {where}, so nothing is left to ask", "at")
    if asked in FIGURES:
        if asked is Asked.PERIOD and not proof.level.movers:
            raise NoAnswerError("nothing moves on this level, so there is nothing that repeats")
        if asked in (Asked.STEPS, Asked.RETURN) and steps_to_goal(mdp, proof.safe)[state] < 0:
            raise NoAnswerError(f"{where} no safe path leads to a goal")
        right, *others = FIGURES[asked](proof, state)
        return _of_figures(right, others, signed=asked in SIGNED)
    moves = moves_from(proof, state)
    right_ones = [asked in move.answers for move in moves]
    if not any(right_ones) or all(right_ones):
        raise NoAnswerError(f"{where} {(EVERY_MOVE if any(right_ones) else NO_MOVE)[asked]}")
    return tuple(
        Option(
            move.action.name.lower(),
            right,
            move.outcome,
            move.action,
            move.trace,
            move.crash,
            move.delays,
        )
        for move, right in zip(moves, right_ones, strict=True)
    )


def answers_of(lesson: Lesson, proof: Proof) -> tuple[tuple[Option, ...], ...]:
    """The options of each step, () for one that asks nothing.

    Args:
        lesson: the lesson.
        proof: of its level.

    Raises:
        LevelError: the level is not certified, or it has no answer to a question; at its place in the lesson.
    """
    faults, answers = [], []
    if proof.objection is not None:
        first = proof.objection.problems[0]
        faults.append(Fault(("level",), f"the level is not certified: {first.message}", first.hint))
    for index, step in enumerate(lesson.steps):
        try:
            answers.append(options(step.question, proof) if step.question else ())
        except NoAnswerError as error:
            hint = "ask something else, or in another state"
            path: Path = ("steps", index, error.key)
            path = path if path in lesson.document.values else (*path[:2], "ask")
            faults.append(Fault(path, f"this question has no answer: {error}", hint))
    if faults:
        raise lesson.error(faults)
    return tuple(answers)


def _of_figures(right: Figure, others: list[Figure], *, signed: bool) -> tuple[Option, ...]:
    """The right number and the first others that differ from it and from each other, in ascending order."""
    chosen = {right.value: right}
    sound = (figure for figure in others if signed or figure.value >= 0)
    for figure in sound:
        if len(chosen) < MOST_FIGURES:
            chosen.setdefault(figure.value, figure)
    return tuple(
        Option(number(figure.value), figure is right, figure.outcome, None, figure.trace)
        for figure in sorted(chosen.values(), key=lambda figure: figure.value)
    )

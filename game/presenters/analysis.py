"""Analysis: what is known about the text of a level being edited. No pygame."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from learner.threads.failure import in_words
from levels.files.problems import LevelError, Problem
from levels.model.board import Cell
from levels.model.level import Level
from levels.model.obstacle import Obstacle
from levels.text.partial_level import PartialLevel, partial_level
from levels.text.reader import parse_file

if TYPE_CHECKING:
    from levels.proof.prove import Proof

ROW_OF_THE_FILE = re.compile(r"\brow (\d+)(?:, column (\d+))?")
"""A place of the drawing as a report on a file gives it: counted from 1, as its lines are."""
CELL = re.compile(r"(?:at )?[\[(](\d+), (\d+)[\])]")
"""A cell as level files write it."""
TICK = re.compile(r"\btick(?=s?\b)")
"""The paper's word for what the window calls a step."""


@dataclass(frozen=True, eq=False)
class Analysis:
    """What is known about one text.

    Attributes:
        text: the text.
        level: the level in it, None if it has an error.
        shown: the level, or as much of it as can be drawn; None if there never was anything.
        obstacles: one for each item of the text's list of obstacles, None for one that can't be drawn.
        proof: None where there is no level, or none that can be compiled.
        faults: why it can't be opened as it is, a sentence or two each; empty for a level that can.
        wrong: the cells of these faults.
        culprit: index of the first obstacle that a fault is about, None if there is none.
        milliseconds: how long reading and proving took.
    """

    text: str
    level: Level | None
    shown: Level | None
    obstacles: tuple[Obstacle | None, ...]
    proof: Proof | None
    faults: tuple[str, ...]
    wrong: tuple[Cell, ...]
    culprit: int | None
    milliseconds: float


def analyse(text: str, before: Analysis | None = None) -> Analysis:
    """Reads and proves a text; if none of it can be drawn, the drawing of `before` stays."""
    begun = time.perf_counter()
    level = proof = None
    error: LevelError | None = None
    faults: tuple[str, ...] = ()
    try:
        file = parse_file(text, "the text")
        level = file.level
        from levels.proof.prove import prove  # noqa: PLC0415  brings numba along, on this thread

        proof = prove(file)
        error = proof.objection
    except LevelError as found:
        error = found
    except BaseException as own:  # noqa: BLE001  whatever it was, it is shown in the window
        faults = (f"An internal error, {in_words(own)}",)
    drawn = PartialLevel(level, level.obstacles) if level is not None else partial_level(text)
    wrong: tuple[Cell, ...] = ()
    culprit = None
    if error is not None:
        faults = tuple(sentence(problem, drawn, in_file=proof is None) for problem in error.problems)
        blamed = [problem.path[1] for problem in error.problems if _obstacle(problem, drawn) is not None]
        culprit = next((index for index in blamed if isinstance(index, int)), None)
        cells = dict.fromkeys(problem.cell for problem in error.problems if problem.cell is not None)
        wrong = tuple(cell for cell in cells if drawn is not None and drawn.level.board.inside(cell))
    if drawn is None and before is not None and before.shown is not None:
        drawn = PartialLevel(before.shown, ())
    took = 1000 * (time.perf_counter() - begun)
    shown, obstacles = (drawn.level, drawn.obstacles) if drawn is not None else (None, ())
    return Analysis(text, level, shown, obstacles, proof, faults, wrong, culprit, took)


def sentence(problem: Problem, drawn: PartialLevel | None, *, in_file: bool) -> str:
    """What is wrong on the board and how to fix it, with cells named as in the window.

    A problem that is not on the board is reported with its line of the text. With `in_file` the message
    counts the rows of the map from 1, as reports on a file do; the window counts from 0.
    """
    message, on_map = problem.message, problem.path[:1] == ("map",)
    if in_file and on_map:
        message = ROW_OF_THE_FILE.sub(_counted_from_0, message)
    message = CELL.sub(r"at row \1, column \2", message.replace(", counted from 0", ""))
    message = TICK.sub("step", message)
    whose = _obstacle(problem, drawn)
    if problem.cell is not None:
        row, col = problem.cell
        before = "" if f"row {row}" in message else f"row {row}, column {col}: "
    elif whose is not None:
        before = f"{whose.label()}: "
    else:
        before = "" if on_map and drawn is not None else f"line {problem.line}: "
    said = before + message
    hint = f" – {problem.hint}" if problem.hint else ""
    return said[:1].upper() + said[1:] + hint


def _counted_from_0(found: re.Match[str]) -> str:
    column = f", column {int(found[2]) - 1}" if found[2] else ""
    return f"row {int(found[1]) - 1}{column}"


def _obstacle(problem: Problem, drawn: PartialLevel | None) -> Obstacle | None:
    """The obstacle a problem is about, if it is drawn."""
    if drawn is None or len(problem.path) < 2 or problem.path[0] != "obstacles":
        return None
    index = problem.path[1]
    return drawn.obstacles[index] if isinstance(index, int) and index < len(drawn.obstacles) else None

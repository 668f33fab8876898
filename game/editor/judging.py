"""Judging: what is known about the text of a level that is being edited. No pygame."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from levels.level import Level
from levels.obstacles import Obstacle
from levels.problems import LevelError
from levels.reader import parse_file
from levels.sketch import Sketch, sketch

if TYPE_CHECKING:
    from levels.proof import Proof


@dataclass(frozen=True, eq=False)
class Judged:
    """What is known about one text.

    Attributes:
        text: the text.
        level: the level it holds, None where it has a mistake.
        shown: the level, or as much of it as can be drawn; None if there never was anything.
        obstacles: one for each item of the text's list of obstacles, None for one that can't be drawn.
        proof: None where there is no level, or none that can be compiled.
        faults: why it can't be opened as it is, a sentence or two each; empty for a level that can.
        milliseconds: how long reading and proving took.
    """

    text: str
    level: Level | None
    shown: Level | None
    obstacles: tuple[Obstacle | None, ...]
    proof: Proof | None
    faults: tuple[str, ...]
    milliseconds: float


def judge(text: str, before: Judged | None = None) -> Judged:
    """Reads and proves a text; where none of it can be drawn, what was drawn `before` stays in sight."""
    begun = time.perf_counter()
    level = proof = None
    faults: tuple[str, ...] = ()
    try:
        file = parse_file(text, "the text")
        level = file.level
        from levels.proof import prove  # noqa: PLC0415  brings numba along, on this thread

        proof = prove(file)
        if proof.objection is not None:
            faults = sentences(proof.objection)
    except LevelError as error:
        faults = sentences(error)
    except Exception as error:  # noqa: BLE001  whatever it was, it is shown in the window
        faults = (f"An error of the program itself, {type(error).__name__}: {error}",)
    drawn = Sketch(level, level.obstacles) if level is not None else sketch(text)
    if drawn is None and before is not None and before.shown is not None:
        drawn = Sketch(before.shown, ())
    took = 1000 * (time.perf_counter() - begun)
    shown, obstacles = (drawn.level, drawn.obstacles) if drawn is not None else (None, ())
    return Judged(text, level, shown, obstacles, proof, faults, took)


def sentences(error: LevelError) -> tuple[str, ...]:
    """What is wrong, with its line and what to do about it."""
    return tuple(
        f"Line {problem.line}: {problem.message}" + (f" – {problem.hint}" if problem.hint else "")
        for problem in error.problems
    )

"""Question → options: what a level's tables answer."""

from dataclasses import dataclass

from levels.lessons.lesson import Question
from levels.model.board import Action, Cell
from levels.proof.prove import Proof


@dataclass(frozen=True)
class Option:
    """One answer that can be given.

    Attributes:
        text: what its button says, such as “left”, “12” or “none of them”.
        outcome: one sentence on what would happen, or why it is right or wrong.
        action: the move it stands for, None for a number or “none of them”.
        trace: (tick, cell) of the agent while the answer is acted out, the asked state first; empty where
            nothing can be shown.
    """

    text: str
    right: bool
    outcome: str
    action: Action | None = None
    trace: tuple[tuple[int, Cell], ...] = ()


def options(question: Question, proof: Proof) -> tuple[Option, ...]:
    """Two to five options, of which at least one is right."""
    raise NotImplementedError

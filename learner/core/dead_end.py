"""DeadEnd: where the paper's Definition 1 left the agent without a safe action, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from levels.model.board import in_words

if TYPE_CHECKING:  # at run time these would bring numba in before the window's first picture
    from levels.model.board import Cell
    from levels.model.level import Level
    from levels.model.mdp import Mdp
    from levels.proof.safety import SafeActions

MOST_DESCRIBED = 6
"""Cells of the path that `DeadEnd.describe` names."""


@dataclass(frozen=True)
class DeadEnd:
    """A state, not a goal, in which no action is safe, and how an episode came there.

    Attributes:
        state: its number.
        cell: its (row, column).
        phase: its phase.
        tick: transitions of the episode until it was there.
        obstacles: indices in the level's list, from 0, of the obstacles that close it.
        sentences: for each action why it is not safe there, without full stop.
        trace: (tick, cell) of the last part of the path, oldest first, the dead end last.
    """

    state: int
    cell: Cell
    phase: int
    tick: int
    obstacles: tuple[int, ...]
    sentences: tuple[str, ...]
    trace: tuple[tuple[int, Cell], ...]

    def describe(self) -> str:
        """All of it in sentences."""
        way = " → ".join(f"tick {tick} at {in_words(cell)}" for tick, cell in self.trace[-MOST_DESCRIBED:])
        return (
            f"dead end at {in_words(self.cell)}, phase {self.phase}, at tick {self.tick} of the episode: "
            f"every action there violates a constraint ({'; '.join(self.sentences)}). The path there: "
            f"{way}. Use “safety: viable”, which never leads into one."
        )

    def to_json(self) -> dict[str, Any]:
        """The same as a JSON value: the value of "dead_end" in `train --json`."""
        return {
            "cell": list(self.cell),
            "phase": self.phase,
            "tick": self.tick,
            "obstacles": list(self.obstacles),
            "sentences": list(self.sentences),
            "trace": [[tick, list(cell)] for tick, cell in self.trace],
        }


def name_dead_end(level: Level, mdp: Mdp, safe: SafeActions, states: Sequence[int], tick: int) -> DeadEnd:
    """Name the dead end that a path through the tables ended in.

    Args:
        level: names the obstacles.
        mdp: its tables.
        safe: its safe actions.
        states: the last states of the path, oldest first, the dead end last.
        tick: transitions of the episode until the last of them.
    """
    from levels.proof.reasons import dead_end_obstacles, dead_end_sentences  # noqa: PLC0415  brings numba in

    state = states[-1]
    closers = {index for index in dead_end_obstacles(level, mdp, safe, state) if index is not None}
    first = tick - len(states) + 1
    return DeadEnd(
        state=state,
        cell=mdp.cell(state),
        phase=mdp.phase(state),
        tick=tick,
        obstacles=tuple(sorted(closers)),
        sentences=tuple(dead_end_sentences(level, mdp, safe, state)),
        trace=tuple((first + k, mdp.cell(passed)) for k, passed in enumerate(states)),
    )

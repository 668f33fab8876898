"""What happens on each move from a state: which questions it is a right answer to, in words, and a trace."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from levels.lessons.lesson import Asked
from levels.model.board import Action, Cell
from levels.model.mdp import Mdp
from levels.proof.optimal_values import steps_to_goal
from levels.proof.prove import Proof
from levels.proof.reasons import Kind, Reason, explain
from levels.proof.safety import SafeActions

Trace = tuple[tuple[int, Cell], ...]
"""(tick, cell) of the agent, tick by tick."""


@dataclass(frozen=True)
class Move:
    """One action, taken in the state that is asked about.

    Attributes:
        answers: the questions about moves to which it is a right answer.
        outcome: what happens, in a sentence.
        trace: the agent until the goal, or until the crash; no further than the board goes.
        crash: the rule that the last move of the trace breaks, None if it is no crash.
        delays: how late each obstacle is in that crash [ticks]; () where all keep their timetable.
    """

    action: Action
    answers: frozenset[Asked]
    outcome: str
    trace: Trace
    crash: Kind | None = None
    delays: tuple[int, ...] = ()


def moves_from(proof: Proof, state: int) -> tuple[Move, ...]:
    """Every move from a state that is neither a goal nor a crash, in the order of the level's actions."""
    mdp = proof.mdp
    steps = steps_to_goal(mdp, proof.safe)
    careful = _careful(proof)
    return tuple(_move(proof, careful, steps, state, column) for column in range(mdp.n_actions))


def shortest_path(proof: Proof, steps: NDArray[np.int32], state: int) -> tuple[int, ...]:
    """The states of a shortest safe path from a state to a goal, both included; without a path the state.

    Args:
        proof: the level's.
        steps: (n_states,) int32, what `steps_to_goal` gives.
        state: where the path begins.
    """
    mdp, allowed = proof.mdp, proof.safe.allowed
    path = [state]
    for left in range(int(steps[state]) - 1, -1, -1):
        ahead = mdp.next_state[path[-1]][allowed[path[-1]]]
        path.append(int(ahead[np.argmax(steps[ahead] == left)]))
    return tuple(path)


def trace_of(mdp: Mdp, states: tuple[int, ...], tick: int) -> Trace:
    """The states of a path with their ticks, the first at `tick`."""
    return tuple((tick + ahead, mdp.cell(state)) for ahead, state in enumerate(states))


def _careful(proof: Proof) -> SafeActions:
    """The safe sets with traps refused, also on a level whose own rule looks a single step ahead."""
    safe, mdp = proof.safe, proof.mdp
    return replace(safe, allowed=safe.one_step & np.append(safe.viable, False)[mdp.next_state])


def _move(proof: Proof, careful: SafeActions, steps: NDArray[np.int32], state: int, column: int) -> Move:
    mdp, action = proof.mdp, proof.mdp.actions[column]
    reason = explain(proof.level, mdp, careful, state, action)
    after, tick = int(mdp.next_state[state, column]), mdp.phase(state)
    answers: set[Asked] = set()
    path: tuple[int, ...] = (state,)
    end: Trace = ()
    crash: Kind | None = None
    delays: tuple[int, ...] = ()
    if not proof.safe.allowed[state, column]:
        answers.add(Asked.REFUSED)
    if not careful.one_step[state, column]:
        answers.add(Asked.CRASHES)
        outcome = f"A crash: {reason.text}."
        if reason.delay:
            outcome = f"{_capital(reason.text)}."
            numbers = range(len(proof.level.obstacles))
            delays = tuple(reason.delay if number == reason.obstacle else 0 for number in numbers)
        if proof.level.board.inside(reason.cell):
            end, crash = ((tick + 1, reason.cell),), reason.kind
    elif not careful.allowed[state, column]:
        answers.add(Asked.TRAPS)
        outcome = f"{_capital(reason.text)}."
        path += reason.trace
        end, crash = _crash_after(proof, careful, reason, tick + len(reason.trace))
    else:
        path += shortest_path(proof, steps, after)
        outcome = _of_safe(int(steps[state]), int(steps[after]), bool(mdp.goal[after]))
        if steps[after] >= 0 and steps[after] == steps[state] - 1:
            answers.add(Asked.BEST)
    return Move(action, frozenset(answers), outcome, (*trace_of(mdp, path, tick), *end), crash, delays)


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


def _of_safe(before: int, after: int, arrives: bool) -> str:
    """What to say of a safe move, by the fewest steps to the goal before and after it."""
    if arrives:
        return "Safe: it reaches the goal."
    if after < 0:
        return "Safe, but from there no safe path leads to the goal."
    if after == before - 1:
        return f"Safe, and on a shortest path: {before:,} steps to the goal."
    return f"Safe, but a detour: {after + 1:,} steps to the goal, {before:,} at best."


def _crash_after(proof: Proof, careful: SafeActions, reason: Reason, tick: int) -> tuple[Trace, Kind | None]:
    """The crash that ends a trap: the first move that traffic punishes; nothing where only walls are left."""
    dead_end = reason.trace[-1]
    ends = (explain(proof.level, proof.mdp, careful, dead_end, action) for action in proof.mdp.actions)
    found = next((end for end in ends if end.obstacle is not None), None)
    return ((), None) if found is None else (((tick + 1, found.cell),), found.kind)

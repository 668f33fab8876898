"""Rollout: one shown episode under a frozen policy; looking never changes learning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:  # at run time these would bring numba in before the window's first picture
    from learner.core.dead_end import DeadEnd
    from levels.model.mdp import Mdp
    from levels.proof.safety import SafeActions


BATCH = 256
"""Random numbers drawn at a time."""
MOVES_SHOWN = 20
"""Moves of the path into a dead end that are shown."""
Outcome = Literal["goal", "loop", "limit", "dead_end", "crash"]
Step = Callable[[int, int, int], int]
"""Where a move really leads: (state, column of the action, moves made before) → next state or `Mdp.crash`."""


@dataclass(frozen=True)
class Rollout:
    """One episode, move by move.

    Attributes:
        states: k + 1 states, the start first; after a crash the last one is `Mdp.crash`.
        actions: k columns of `Mdp.actions`; action i leads from state i to state i + 1.
        random: for each action, whether ε-greedy's random branch chose it (it may have drawn the policy's
            own).
        outcome: "goal"; "loop", a greedy rollout came back to a state it had been in; "limit", it was cut
            off; "dead_end", it stands where no action is allowed; "crash", it violated a constraint, which
            only those can to whom every action is allowed.
        message: what happened, as a sentence.
    """

    states: tuple[int, ...]
    actions: tuple[int, ...]
    random: tuple[bool, ...]
    outcome: Outcome
    message: str


def play(
    mdp: Mdp,
    safe: SafeActions,
    labels: NDArray[np.int8],
    start: int,
    epsilon: float,
    rng: np.random.Generator,
    limit: int = 5000,
    step: Step | None = None,
) -> Rollout:
    """Play the policy that `labels` stand for from a start until a goal, a loop, a dead end or the limit.

    Args:
        mdp: tables of the level.
        safe: its allowed actions.
        labels: (n_states,) int8, column of the best allowed action of each state, −1 where none is allowed.
        start: a state.
        epsilon: ε of E13; 0 plays greedily, and then coming back to a state means going round forever.
        rng: the viewer's own random numbers, not the learner's.
        limit: transitions after which the rollout is cut off.
        step: where each move leads, if not where the tables say.

    Raises:
        ValueError: a label is not an allowed action; nothing unsafe is ever played.
    """
    states = [start]
    actions: list[int] = []
    random: list[bool] = []
    seen = {start}
    outcome: Outcome = "limit"
    state = start
    draws = _uniform(rng)
    while len(actions) < limit and not mdp.goal.item(state):
        choices = [column for column, allowed in enumerate(safe.allowed[state].tolist()) if allowed]
        if not choices:
            outcome = "dead_end"
            break
        exploring = epsilon > 0.0 and next(draws) < epsilon
        action = choices[int(next(draws) * len(choices))] if exploring else labels.item(state)
        if action not in choices:
            raise ValueError(f"label {action} of state {state} is not among its allowed actions {choices}")
        state = mdp.next_state.item(state, action) if step is None else step(state, action, len(actions))
        states.append(state)
        actions.append(action)
        random.append(exploring)
        if state == mdp.crash:
            outcome = "crash"
            break
        if epsilon == 0.0 and state in seen:
            outcome = "loop"
            break
        seen.add(state)
    if outcome != "crash" and mdp.goal.item(state):
        outcome = "goal"
    message = _sentence(outcome, len(actions), mdp, state)
    return Rollout(tuple(states), tuple(actions), tuple(random), outcome, message)


def replay_dead_end(mdp: Mdp, dead_end: DeadEnd) -> Rollout:
    """The last part of the path that learning took into a dead end, to be shown like any other episode."""
    states = [
        mdp.state(cell, (dead_end.phase - (dead_end.tick - tick)) % mdp.period)
        for tick, cell in dead_end.trace[-MOVES_SHOWN - 1 :]
    ]
    actions = [int(np.flatnonzero(mdp.next_state[here] == there)[0]) for here, there in pairwise(states)]
    message = _sentence("dead_end", dead_end.tick, mdp, states[-1])
    return Rollout(tuple(states), tuple(actions), (False,) * len(actions), "dead_end", message)


def _uniform(rng: np.random.Generator) -> Iterator[float]:
    """Random numbers in [0, 1), one by one, drawn many at a time: single draws cost as much as all else."""
    while True:
        yield from rng.random(BATCH).tolist()


def _sentence(outcome: Outcome, steps: int, mdp: Mdp, state: int) -> str:
    taken = f"{steps} step{'' if steps == 1 else 's'}"
    if outcome == "goal":
        return f"goal reached after {taken}"
    if outcome == "loop":
        return f"no goal reached after {taken}; the agent is going in circles"
    if outcome == "crash":
        return f"crash after {taken}"
    if outcome == "limit":
        return f"no goal reached after {taken}; the rollout stops there"
    row, col = mdp.cell(state)
    return f"dead end after {taken}: no action is safe at row {row}, column {col}, phase {mdp.phase(state)}"

"""What is proved about a level, as a value, as one line and as JSON, with a witness if it is refused."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levels.model.board import MOVES, Cell, in_words
from levels.model.level import Level
from levels.model.mdp import Mdp, still_moves
from levels.proof import graph
from levels.proof.optimal_values import steps_to_goal
from levels.proof.reasons import dead_end_obstacles, dead_end_sentences, doomed_trace, explain, vehicles
from levels.proof.safety import SafeActions

MOST_PHASES_TOLD = 200
"""Phases that are searched for the obstacles that close a path."""


@dataclass(frozen=True)
class Refusal:
    """Why a level cannot be learned safely.

    Attributes:
        message: one sentence.
        hint: what closes the trap, one line each.
        trace: (tick, cell) of the path into the trap, from the start on; the start alone where no path leads
            to a goal.
        obstacles: indices of the obstacles that close it.
    """

    message: str
    hint: str
    trace: tuple[tuple[int, Cell], ...]
    obstacles: tuple[int, ...]


@dataclass(frozen=True)
class Certificate:
    """Figures of a level that hold by exhaustion.

    Attributes:
        cells: passable cells.
        states: (cell, phase) pairs that violate no constraint.
        reachable: states reachable by allowed actions from all that an episode can begin in, goals included.
        viable, doomed: states that can, and cannot, stay safe forever.
        doomed_reachable: doomed states that one-step-safe actions can reach.
        shortest: fewest transitions from a start at phase 0 to a goal over allowed actions; None if there
            is no path.
        goal_reachable_from_all: a goal can be reached from every reachable state.
        certified: every start is viable, has a path to a goal, and no reachable state lacks a safe action.
    """

    name: str
    rows: int
    columns: int
    cells: int
    period: int
    states: int
    reachable: int
    viable: int
    doomed: int
    doomed_reachable: int
    shortest: int | None
    goal_reachable_from_all: bool
    certified: bool
    refusal: Refusal | None = None

    def to_json(self) -> dict[str, Any]:
        """The figures under the names of `check --json`."""
        return {key: value for key, value in vars(self).items() if key != "refusal"}

    def parts(self) -> tuple[str, ...]:
        """The figures in words, the most important first."""
        return (
            "certified" if self.certified else "not certified",
            f"shortest path {self.shortest}" if self.shortest is not None else "no safe path",
            f"{self.cells:,} cells × {self.period} phase{'s' if self.period > 1 else ''}",
            f"{self.viable:,} viable states",
            f"{self.doomed:,} doomed",
        )

    def line(self) -> str:
        """The figures in one line."""
        return " · ".join(self.parts())


def certify(level: Level, mdp: Mdp, safe: SafeActions, steps: NDArray[np.int32] | None = None) -> Certificate:
    """Prove, or refuse with a witness, that a level can be learned without ever crashing.

    `steps` are its `steps_to_goal`, where known.
    """
    if steps is None:
        steps = steps_to_goal(mdp, safe)
    ways = steps[list(mdp.starts)].tolist()
    refusal = _refusal(level, mdp, safe, ways)
    n_states = int(np.count_nonzero(~mdp.violation))
    viable = int(np.count_nonzero(safe.viable))
    dead_ends = level.safety == "one_step" and safe.doomed_reachable > 0
    return Certificate(
        name=level.name,
        rows=level.board.n_rows,
        columns=level.board.n_cols,
        cells=mdp.n_cells,
        period=mdp.period,
        states=n_states,
        reachable=int(np.count_nonzero(safe.reachable)),
        viable=viable,
        doomed=n_states - viable,
        doomed_reachable=safe.doomed_reachable,
        shortest=min((way for way in ways if way >= 0), default=None),
        goal_reachable_from_all=bool((steps[safe.reachable] >= 0).all()),
        certified=refusal is None and not dead_ends,
        refusal=refusal,
    )


def _refusal(level: Level, mdp: Mdp, safe: SafeActions, ways: list[int]) -> Refusal | None:
    for start, way in zip(mdp.starts, ways, strict=True):
        if way < 0:
            closed = _no_way if safe.viable[start] else _trap
            return _walled_in(level, mdp, start) or closed(level, mdp, safe, start)
    return None


def _walled_in(level: Level, mdp: Mdp, start: int) -> Refusal | None:
    """Walls, or a missing action, separate the start from every goal, whatever the traffic does."""
    here, trace = np.array([mdp.cell_index[mdp.cell(start)]], dtype=np.int32), ((0, mdp.cell(start)),)
    goal = mdp.goal[mdp.states_at(0)]
    message = f"the goal cannot be reached from the start at {in_words(mdp.cell(start))}"
    ways = still_moves(mdp, MOVES)
    connected = graph.reach(ways, ways >= 0, here)
    if not (connected & goal).any():
        count = int(np.count_nonzero(connected))
        cells = f"{count:,} cell{'s' if count > 1 else ''}"
        message += f": walls enclose the {cells} around it"
        return Refusal(message, "open a path through the walls", trace, ())
    ways = still_moves(mdp, mdp.actions)
    carried = any(obstacle.carries for obstacle in level.obstacles)  # then it also gets about without moving
    if not carried and not (graph.reach(ways, ways >= 0, here) & goal).any():
        names = " and ".join(action.name.lower() for action in mdp.actions)
        return Refusal(f"{message} by {names} alone", "add the missing moves to “actions”", trace, ())
    return None


def _trap(level: Level, mdp: Mdp, safe: SafeActions, start: int) -> Refusal:
    """The start is not viable: the path that stays safe longest, and what closes it."""
    states = doomed_trace(mdp, safe, start)
    places = mdp.cells[mdp.cell_numbers(np.array(states))].tolist()  # as `mdp.cell`, but fast for a long path
    trace = tuple((tick, (row, col)) for tick, (row, col) in enumerate(places))
    obstacles = tuple(sorted({o for o in dead_end_obstacles(level, mdp, safe, states[-1]) if o is not None}))
    ticks = len(states) - 1
    when = f"after at most {ticks} tick{'s' if ticks > 1 else ''}" if ticks else "at once"
    where = in_words(mdp.cell(start))
    message = f"the start at {where} is a trap: whatever the agent does, no action is safe {when}"
    late = [obstacle for obstacle in obstacles if level.obstacles[obstacle].late]
    if late:
        message += f"; it is closed by {vehicles(level, late)}"
    walk = " → ".join(f"tick {tick} at {in_words(cell)}" for tick, cell in _shorten(trace))
    closed = "\n".join(dead_end_sentences(level, mdp, safe, states[-1]))
    return Refusal(message, f"{walk}; there\n{closed}", trace, obstacles)


def _no_way(level: Level, mdp: Mdp, safe: SafeActions, start: int) -> Refusal:
    """The start is safe but no goal can be reached: traffic closes every path."""
    reached = graph.reach(mdp.next_state, safe.allowed, np.array([start], dtype=np.int32))
    state = _nearest_to_goal(mdp, reached)
    blockers: dict[int | None, str] = {}
    at_every_phase = mdp.states_of(mdp.cell(state))
    for there in at_every_phase[reached[at_every_phase]][:MOST_PHASES_TOLD]:
        for action in mdp.actions:
            reason = explain(level, mdp, safe, int(there), action)
            if reason.obstacle is not None:
                blockers.setdefault(reason.obstacle, f"at phase {mdp.phase(int(there))} {reason.text}")
    obstacles = tuple(sorted(o for o in blockers if o is not None))
    return Refusal(
        f"the goal cannot be reached safely from the start at {in_words(mdp.cell(start))}: "
        f"every path is closed by {vehicles(level, obstacles) or 'the traffic'}; "
        f"the nearest cell that the agent can safely reach is {in_words(mdp.cell(state))}",
        "\n".join(blockers[o] for o in obstacles),
        ((0, mdp.cell(start)),),
        obstacles,
    )


def _shorten(trace: tuple[tuple[int, Cell], ...]) -> tuple[tuple[int, Cell], ...]:
    """At most eight places of a long trace, the last ones."""
    return trace[-8:]


def _nearest_to_goal(mdp: Mdp, reached: NDArray[np.bool_]) -> int:
    """The first reached state from whose cell a goal would be fewest moves away if nothing else moved."""
    ways = still_moves(mdp, mdp.actions)
    away = graph.distances(ways, ways >= 0, mdp.goal[mdp.states_at(0)])
    states = np.flatnonzero(reached)
    moves = away[mdp.cell_numbers(states)]
    return int(states[np.argmin(np.where(moves < 0, mdp.n_cells, moves))])

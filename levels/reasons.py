"""Why an action is refused, in words and as values, from the geometry rather than from the tables."""

from dataclasses import dataclass
from typing import Literal

from levels import graph
from levels.board import MOVES, Action, Cell
from levels.level import Level
from levels.mdp import Mdp
from levels.safety import SafeActions
from levels.traffic import describe

Kind = Literal["allowed", "outside", "blocked", "occupied", "swap", "doomed", "crashed", "goal"]


@dataclass(frozen=True)
class Reason:
    """The verdict on one action in one state.

    Attributes:
        kind: "allowed", or the rule that refuses it.
        text: a sentence without full stop, for the panel.
        cell: where the action would lead.
        phase: phase at which it would arrive; where no move counts, the state's own.
        obstacle: index in the level's list of the obstacle that refuses it, or None.
        trace: for "doomed", the states that follow if it is taken, up to the dead end.
    """

    kind: Kind
    text: str
    cell: Cell
    phase: int
    obstacle: int | None = None
    trace: tuple[int, ...] = ()


def explain(level: Level, mdp: Mdp, safe: SafeActions, state: int, action: Action) -> Reason:
    """Say whether an action is allowed in a state, and if not, which rule and which obstacle refuse it."""
    here, phase = mdp.cell(state), mdp.phase(state)
    arrival = (phase + 1) % mdp.period
    if mdp.violation[state]:
        return Reason(
            "crashed", "an obstacle already stands here", here, phase, _occupant(level, here, phase)
        )
    if mdp.goal[state]:
        return Reason("goal", "the goal is reached", here, phase)
    target = (here[0] + MOVES[action][0], here[1] + MOVES[action][1])
    if not level.board.passable(target):
        if level.walls == "forbidden":
            if not level.board.inside(target):
                return Reason("outside", "the board ends here", target, arrival)
            look = level.board.looks[target[0]][target[1]] or "water"
            return Reason("blocked", f"a {look} is in the way", target, arrival)
        target = here
    refusal = _refused_by_traffic(level, here, target, phase, arrival)
    if refusal:
        return refusal
    column = mdp.actions.index(action)
    if safe.allowed[state, column]:
        return Reason("allowed", "allowed", target, arrival)
    trace = doomed_trace(mdp, safe, int(mdp.next_state[state, column]))
    last = trace[-1]
    closers = sorted({o for o in dead_end_obstacles(level, mdp, safe, last) if o is not None})
    by = " and ".join(describe(level, o) for o in closers) or "walls"
    leave = "leaves" if len(closers) == 1 else "leave"
    ticks = f"{len(trace)} tick{'s' if len(trace) > 1 else ''}"
    text = f"a trap: within {ticks} {by} {leave} no safe action at {mdp.cell(last)}"
    return Reason("doomed", text, target, arrival, closers[0] if closers else None, trace)


def doomed_trace(mdp: Mdp, safe: SafeActions, state: int) -> tuple[int, ...]:
    """From a doomed state, the states of the way that stays safe longest; the last has no safe action."""
    return tuple(graph.longest_walk(mdp.next_state, safe.one_step, safe.survival, state).tolist())


def dead_end_obstacles(level: Level, mdp: Mdp, safe: SafeActions, state: int) -> list[int | None]:
    """For each action in a state without safe actions, the obstacle that refuses it; None for walls."""
    return [explain(level, mdp, safe, state, action).obstacle for action in mdp.actions]


def dead_end_sentences(level: Level, mdp: Mdp, safe: SafeActions, state: int) -> list[str]:
    """One line an action: why a state has no safe action."""
    return [
        f"{action.name.lower()}: {explain(level, mdp, safe, state, action).text}" for action in mdp.actions
    ]


def _refused_by_traffic(level: Level, here: Cell, target: Cell, phase: int, arrival: int) -> Reason | None:
    """The first mover that breaks rule 2 or rule 3 for the move, as a reason."""
    for mover in level.movers:
        if mover.sweeps(target, phase):
            who = describe(level, mover.obstacle)
            verb = "stands there" if mover.substeps(phase) == 0 else "reaches this cell in this tick"
            return Reason("occupied", f"{who} {verb}", target, arrival, mover.obstacle)
        if target != here and mover.stands_on(target, phase) and mover.enters(here, phase):
            who = describe(level, mover.obstacle)
            return Reason("swap", f"{who} comes head-on", target, arrival, mover.obstacle)
    return None


def _occupant(level: Level, cell: Cell, phase: int) -> int | None:
    return next((mover.obstacle for mover in level.movers if mover.stands_on(cell, phase)), None)

"""How a person's run went wrong: what hit the agent and when, which steps were safe, how a trap closed.

No pygame.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from game.presenters.riding import aim
from levels.model.board import Action, Board, Cell
from levels.model.delays import Delays, timetable_ticks, vehicle_met
from levels.model.movers import Mover
from levels.model.riding import ride

if TYPE_CHECKING:  # the tables' modules bring numba along
    from game.presenters.level_loader import LoadedLevel
    from levels.proof.reasons import Reason

EARLIEST = 0.5
"""Share of a tick after which they touch at the earliest: half of the agent's step lies before it."""
OVER = 0.6
"""How far an agent that is carried off is over the board's edge when the world stops [cells]."""
LANDED = 0.62
"""Share of a slow tick after which the agent's hop is over."""


@dataclass(frozen=True)
class Hit:
    """A crash.

    Attributes:
        reason: which rule the move broke.
        mover: number of the vehicle among the level's; None for a wall or the board's edge.
        share: share of the tick after which they touch, or the agent falls in or leaves the board.
        safe: the moves that were safe instead, with the cells they lead to.
    """

    reason: "Reason"
    mover: int | None
    share: float
    safe: tuple[tuple[Action, Cell], ...]


def hit_of(opened: "LoadedLevel", state: int, action: Action) -> Hit:
    """The crash of a move that breaks a rule in this state."""
    from levels.proof.reasons import explain  # noqa: PLC0415  loaded by the opening thread

    mdp = opened.mdp
    reason = explain(opened.level, mdp, opened.safe, state, action)
    here, phase = mdp.cell(state), mdp.phase(state)
    number, share = None, EARLIEST
    if reason.kind == "drowned":
        share = 1.0  # it lands first
    if reason.kind == "carried_off":
        share = left_at(ride(opened.level, reason.cell, phase), opened.level.board)
    for index, mover in enumerate(opened.level.movers):
        if not mover.carries and mover.obstacle == reason.obstacle and _meets(mover, here, reason, phase):
            number, share = index, touched_at(mover, reason.cell, (phase,))
            break
    columns = np.flatnonzero(opened.safe.allowed[state]).tolist()
    safe = tuple((mdp.actions[column], mdp.cell(int(mdp.next_state[state, column]))) for column in columns)
    return Hit(reason, number, share, safe)


def left_at(cells: tuple[Cell, ...], board: Board) -> float:
    """Share of the tick after which more than half of the agent is over the board's edge."""
    aboard = sum(map(board.inside, cells))
    return max((aboard - 1 + OVER) / (len(cells) - 1), LANDED)


def landing_of(
    opened: "LoadedLevel", state: int, column: int, delays: Delays | None, n_moves: int
) -> tuple[int, Hit | None]:
    """Where a move really leads: the next state, or `Mdp.crash` and how it crashes.

    What could be late is judged where it really is; walls, edges and water are judged by the tables.

    Args:
        opened: the level.
        state: in which the move is made.
        column: of the action.
        delays: of the run; None where all keep their timetable.
        n_moves: moves that the run had before this one.
    """
    mdp = opened.mdp
    arrived, action = int(mdp.next_state[state, column]), mdp.actions[column]
    if arrived != mdp.crash:
        return arrived, None
    hit: Hit | None = hit_of(opened, state, action)
    if delays is not None and hit is not None:
        hit = _really(opened, state, action, hit, delays, n_moves)
    if hit is not None:
        return mdp.crash, hit
    return mdp.state(aim(opened.level, mdp.cell(state), action), mdp.phase(state) + 1), None


def _really(
    opened: "LoadedLevel", state: int, action: Action, hit: Hit, delays: Delays, n_moves: int
) -> Hit | None:
    """The crash with what is really there; None where what could be late is elsewhere now."""
    if hit.reason.kind not in {"occupied", "swap", "crashed"}:
        return hit
    level, mdp = opened.level, opened.mdp
    here = mdp.cell(state)
    target = aim(level, here, action)
    # Vehicles alike may change places within a period: which one it is takes the tick, not the phase.
    tick = n_moves + (mdp.phase(state) - n_moves) % mdp.period
    before, after = delays.at(n_moves), delays.at(n_moves + 1)
    mover = vehicle_met(level, here, target, tick, before, after)
    if mover is None:
        blocked = target == here and action is not Action.WAIT and level.walls == "forbidden"
        return hit if blocked else None
    reason = replace(hit.reason, cell=target, obstacle=mover.obstacle)
    ticks = timetable_ticks(tick, before[mover.obstacle], after[mover.obstacle])
    share = touched_at(mover, target, ticks)
    return replace(hit, reason=reason, mover=level.movers.index(mover), share=share)


def _meets(mover: Mover, here: Cell, reason: "Reason", phase: int) -> bool:
    """Whether this vehicle is the one that the reason is about."""
    if reason.kind == "swap":
        return mover.stands_on(reason.cell, phase) and mover.enters(here, phase)
    return mover.sweeps(reason.cell, phase)


def touched_at(mover: Mover, cell: Cell, ticks: Sequence[int]) -> float:
    """Share of a tick after which a vehicle is on a cell that it sweeps, or stands on.

    `ticks` are those of its timetable that it drives in that tick: one, or if it is late none or two.
    """
    for number, tick in enumerate(ticks):
        steps, front = mover.substeps(tick), mover.position(tick)
        for step in range(steps + 1):
            if any(
                (front + step - at) % len(mover.track) < mover.length for at in mover.places.get(cell, ())
            ):
                return max((number + step / max(steps, 1)) / len(ticks), EARLIEST)
    return 1.0 if ticks else EARLIEST


@dataclass(frozen=True)
class Trap:
    """A run that ended where no move is safe for long.

    Attributes:
        states: the run, and how it would go on until no move is safe at all.
        ago: moves since the one that led into the trap, that one included.
    """

    states: tuple[int, ...]
    ago: int


def trap_of(opened: "LoadedLevel", states: Sequence[int]) -> Trap:
    """The trap at the end of a run."""
    from levels.proof.reasons import doomed_trace  # noqa: PLC0415  as above

    later = doomed_trace(opened.mdp, opened.safe, states[-1])[1:]
    viable = opened.safe.viable
    ago = next((back for back, state in enumerate(reversed(states)) if viable[state]), len(states))
    return Trap((*states, *later), ago)


def best_labels(opened: "LoadedLevel") -> NDArray[np.int8]:
    """(n_states,) int8, the allowed move with the fewest steps left; −1 where there is none."""
    steps = opened.optimal.steps_to_goal.astype(float)
    steps[steps < 0] = np.inf
    left = np.where(opened.safe.allowed, np.append(steps, np.inf)[opened.mdp.next_state], np.inf)
    labels: NDArray[np.int8] = left.argmin(axis=1).astype(np.int8)
    labels[~np.isfinite(left.min(axis=1))] = -1
    return labels

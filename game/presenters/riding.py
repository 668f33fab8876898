"""Riding: where what floats takes the agent within a tick, and by which move it got there. No pygame."""

from levels.model.board import MOVES, Action, Cell
from levels.model.level import Level
from levels.model.riding import carrier_at, ride

Rides = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""Where a tick takes what stands on a move's two cells, sub-step by sub-step."""
NO_RIDES: Rides = ((), ())
FACING = {step: action for action, step in MOVES.items()}
"""The facing of an agent that moves by so many (rows, columns)."""


def is_afloat(level: Level) -> bool:
    """Whether anything on a level carries the agent."""
    return any(obstacle.carries for obstacle in level.obstacles)


def aim(level: Level, here: Cell, action: Action) -> Cell:
    """The cell that a move aims at; its own where something is in the way."""
    d_row, d_col = MOVES[action]
    target = here[0] + d_row, here[1] + d_col
    return target if level.board.passable(target) else here


def aim_and_ride(level: Level, here: Cell, action: Action, tick: int) -> tuple[Cell, Rides]:
    """The cell that a move aims at, and where the tick takes what stands on its own cell and on that one."""
    there = aim(level, here, action)
    return there, (ride(level, here, tick), ride(level, there, tick))


def action_between(level: Level, here: Cell, there: Cell, tick: int) -> Action:
    """The move that takes the agent from a cell to another in a tick, riding included; else to wait."""
    for action in (Action.WAIT, *(action for action in MOVES if action is not Action.WAIT)):
        landed = aim(level, here, action)
        sinks = level.board.afloat(landed) and carrier_at(level, landed, tick) is None
        if not sinks and ride(level, landed, tick)[-1] == there:
            return action
    return Action.WAIT

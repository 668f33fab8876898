"""Riding: where what floats takes the agent within a tick. No pygame."""

from levels.model.board import MOVES, Action, Cell
from levels.model.level import Level


def is_afloat(level: Level) -> bool:
    """Whether anything on a level carries the agent."""
    return any(obstacle.carries for obstacle in level.obstacles)


def aim(level: Level, here: Cell, action: Action) -> Cell:
    """The cell that a move aims at; its own where something is in the way."""
    d_row, d_col = MOVES[action]
    target = here[0] + d_row, here[1] + d_col
    return target if level.board.passable(target) else here

"""Riding: where what floats takes the agent within a tick."""

from levels.model.board import MOVES, Action, Cell
from levels.model.level import Level
from levels.model.movers import Mover


def carrier_at(level: Level, cell: Cell, tick: int) -> Mover | None:
    """What floats on a cell when a tick begins; None where nothing does."""
    return next((mover for mover in level.movers if mover.carries and mover.stands_on(cell, tick)), None)


def ride(level: Level, cell: Cell, tick: int) -> tuple[Cell, ...]:
    """Where a tick takes what stands on a cell, sub-step by sub-step, the cell itself first.

    On ground, and on water where nothing floats, that is the cell alone. Cells beyond the board's edge follow
    where the carrier leaves it.
    """
    carrier = carrier_at(level, cell, tick)
    if carrier is None:
        return (cell,)
    loop, front = len(carrier.track), carrier.position(tick)
    obstacle = level.obstacles[carrier.obstacle]
    first = next(place for place in carrier.places[cell] if (front - place) % loop < carrier.length)
    cells = [cell]
    for place in range(first + 1, first + 1 + carrier.substeps(tick)):
        there = carrier.track[place % loop]
        gone = not level.board.inside(cells[-1]) or (place == loop and not obstacle.returns)
        if (there is None or gone) and obstacle.line is not None:
            d_row, d_col = MOVES[Action[obstacle.line.direction.upper()]]
            there = cells[-1][0] + d_row, cells[-1][1] + d_col
        cells.append(there or cells[-1])
    return tuple(cells)

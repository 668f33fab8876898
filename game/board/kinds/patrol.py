"""Patrols in the window: walkers with their ghosts, laid along a stroke."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from game.board.art.drawn import Drawn
from game.board.art.sight import Fleet, Sight
from game.board.art.walkers import walkers
from game.board.geometry import cells_between
from game.board.kind import Kind
from levels.model.board import Cell
from levels.model.level import Level
from levels.model.obstacles.patrol import Patrol


def patrol(level: Level, cells: Sequence[Cell]) -> dict[str, Any]:
    """The keys of a patrol along a stroke: a loop if the stroke ends where it began, else there and back.

    On water it carries the agent.
    """
    way = [cells[0]]
    for here, there in pairwise(cells):
        way += cells_between(here, there)[1:]
    closed = len(way) > 4 and way[0] == way[-1]
    corners = [way[0]]
    corners += [
        here
        for before, here, after in zip(way, way[1:], way[2:], strict=False)
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1])
    ]
    if not closed and len(way) > 1:
        corners.append(way[-1])
    path = [list(corner) for corner in corners]
    look: dict[str, Any] = {"look": "robot"}
    if level.board.ground[way[0][0]][way[0][1]] == "water":
        look = {"look": "raft", "carries": True}
    return {"kind": "patrol", **look, "path": path, "closed": closed, "at": [0]}


def _draw(sight: Sight, _obstacle: Patrol, fleet: Fleet, time: float) -> list[Drawn]:
    return walkers(sight, fleet, time)


PATROL = Kind[Patrol](draw=_draw, name="Patrol", look="robot", lay=patrol)

"""Lanes in the window: vehicles along a row or column, laid by a stroke and spaced evenly on their card."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from game.board.art.drawn import Drawn
from game.board.art.sight import Fleet, Sight
from game.board.art.vehicles import vehicles
from game.board.kind import Kind, Setting, Size, Values
from levels.model.board import Cell
from levels.model.level import Level
from levels.model.obstacles.lane import Lane

LOOKS = {"rail": "train", "water": "log"}
"""The vehicle for each terrain; cars on any other."""
OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}


def lane(level: Level, cells: Sequence[Cell]) -> dict[str, Any]:
    """The keys of a lane along the longer side of a stroke, its first vehicle where the stroke began.

    On water it carries the agent.
    """
    first, last = cells[0], cells[-1]
    d_row, d_col = last[0] - first[0], last[1] - first[1]
    ground = level.board.ground[first[0]][first[1]]
    look, floats = LOOKS.get(ground, "car"), {"carries": True} if ground == "water" else {}
    if abs(d_row) > abs(d_col):
        way: dict[str, Any] = {"column": first[1], "direction": "down" if d_row > 0 else "up"}
        place = first[0]
    else:
        way = {"row": first[0], "direction": "left" if d_col < 0 else "right"}
        place = first[1]
    return {"kind": "lane", "look": look, **way, **floats, "at": [place]}


def gap_of(obstacle: Lane, size: Size) -> int:
    """The smallest gap behind a vehicle of a lane [cells]."""
    loop, places = obstacle.cycle(*size), sorted(obstacle.at)
    between = [(there - here) % loop or loop for here, there in pairwise([*places, places[0]])]
    return max(min(between) - obstacle.length, 0)


def spaced(obstacle: Lane, values: Values, size: Size) -> dict[str, Any]:
    """The keys of a lane with its vehicles evenly spaced; its loop becomes as long as needed."""
    pitch = values["length"] + values["gap"]
    loop = max(obstacle.line.cells(*size), values["vehicles"] * pitch)
    at = sorted((values["first"] + place * pitch) % loop for place in range(values["vehicles"]))
    return {"length": values["length"], "loop": loop, "at": at}


def shifted(obstacle: Lane, cells: int, size: Size) -> dict[str, Any]:
    """The keys of a lane whose vehicles stand so many cells further down or to the right."""
    loop = obstacle.cycle(*size)
    return {"at": [(place + cells) % loop for place in obstacle.at]}


def fitted(obstacle: Lane, size: Size) -> dict[str, Any]:
    """The keys of a lane for a board of another size: its own loop is never shorter than the board."""
    board = obstacle.line.cells(*size)
    return {"loop": board} if obstacle.loop is not None and obstacle.loop < board else {}


def _draw(sight: Sight, obstacle: Lane, fleet: Fleet, time: float) -> list[Drawn]:
    return vehicles(sight, fleet, obstacle.line, time)


LANE = Kind[Lane](
    draw=_draw,
    name="Lane",
    look="car",
    lay=lane,
    title=lambda obstacle: f"Lane in {obstacle.where()}",
    settings=(
        Setting("length", "Length", 1, 16, "cell", write=spaced),
        Setting("vehicles", "Vehicles", 1, 12, read=lambda obstacle, _: len(obstacle.at), write=spaced),
        Setting("gap", "Gap", 0, 20, "cell", read=gap_of, write=spaced),
        Setting("first", "Offset", 0, 30, read=lambda obstacle, _: obstacle.at[0], write=spaced),
    ),
    turn=lambda obstacle: {"direction": OPPOSITE[obstacle.direction]},
    shift=shifted,
    fit=fitted,
)

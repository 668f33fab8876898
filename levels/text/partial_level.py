"""PartialLevel: as much of a level's text as can be drawn while it has mistakes."""

from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from levels.model.board import KNOWN_CHARACTERS
from levels.model.checks import MAX_SIDE, MAX_TRACK
from levels.model.level import AnyObstacle, Level, Tile
from levels.model.obstacle import Obstacle
from levels.text.editing import EditError, rows_of, value_of

Value = TypeVar("Value")
_OBSTACLE: TypeAdapter[Obstacle] = TypeAdapter(AnyObstacle)
_TILE = TypeAdapter(Tile)


@dataclass(frozen=True, eq=False)
class PartialLevel:
    """A level that may be unsound: no start, traffic through walls; for the eye alone.

    Attributes:
        level: the map, the characters of its own, and the obstacles that can be drawn on it; a character
            without a meaning is a plain block.
        obstacles: one for each item of the text's list; None for one that can't be drawn.
    """

    level: Level
    obstacles: tuple[Obstacle | None, ...]


def partial_level(text: str) -> PartialLevel | None:
    """Reads what can be drawn of a text with plain line feeds; None if it has no map to draw."""
    try:
        rows = tuple(rows_of(text))
        explained, listed, name = (value_of(text, key) for key in ("legend", "obstacles", "name"))
    except EditError:
        return None
    legend = explained if isinstance(explained, dict) else {}
    tiles = {
        char: tile
        for char, said in legend.items()
        if isinstance(char, str) and len(char) == 1 and (tile := _read(_TILE, said)) is not None
    }
    n_rows, n_cols = len(rows), len(rows[0])
    if n_rows > MAX_SIDE or n_cols > MAX_SIDE or any(len(row) != n_cols for row in rows):
        return None
    unknown = set("".join(rows)) - KNOWN_CHARACTERS - set(tiles)
    tiles |= dict.fromkeys(sorted(unknown), Tile(look="unknown", blocks=False))
    obstacles = tuple(_fitting(said, n_rows, n_cols) for said in (listed if isinstance(listed, list) else ()))
    level = Level.model_construct(
        format=1,
        name=name if isinstance(name, str) and name else "A level with mistakes",
        map=rows,
        legend=tiles,
        obstacles=tuple(obstacle for obstacle in obstacles if obstacle is not None),
    )
    return PartialLevel(level, obstacles)


def _fitting(said: Any, n_rows: int, n_cols: int) -> Obstacle | None:
    """An item of the list as an obstacle; None unless it can move on such a board."""
    obstacle = _read(_OBSTACLE, said)
    if obstacle is None or any(obstacle.faults(n_rows, n_cols)):
        return None
    cycle = obstacle.cycle(n_rows, n_cols)
    return obstacle if cycle <= MAX_TRACK and all(place < cycle for place in obstacle.at) else None


def _read(adapter: TypeAdapter[Value], said: Any) -> Value | None:
    try:
        return adapter.validate_python(said)
    except ValidationError:
        return None

"""Sight: the settings with which a board's vehicles are drawn, and what all kinds of drawing share."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pygame

from game.board.art import lamps, pieces
from game.board.art.drawn import ON_THE_GROUND, Drawn
from game.board.art.lighting import Light
from game.board.art.upright import PAINTS
from game.board.geometry import Geometry
from levels.model.movers import Mover

Fleet = Sequence[tuple[int, Mover]]
"""The vehicles of one obstacle, each with its number among all of the level, by which its colours go."""

LAMP_DROP = 0.2
"""How far below the middle of a row its vehicles' headlights shine [cells]."""
LAMP_INSET = 0.1
"""How far behind a vehicle's front its light begins [cells]."""


@dataclass(frozen=True, eq=False)
class Sight:
    """The settings for drawing vehicles.

    Attributes:
        geometry: the picture's sizes.
        light: the light of the board, None for unchanged colours.
        window: the rows and columns in sight, None for all.
    """

    geometry: Geometry
    light: Light | None = None
    window: tuple[range, range] | None = None

    def shines(self, look: str) -> bool:
        """Whether a vehicle of that look has its headlights on."""
        return self.light is not None and self.light.dark and look in PAINTS

    @cached_property
    def along_row(self) -> pygame.Rect:
        """The visible part of a vehicle in a row, cut at the board's left and right edge."""
        geo = self.geometry
        x, y = (round(value) for value in geo.corner(0, 0))
        return pygame.Rect(x, 0, geo.n_cols * geo.cell, y + (geo.n_rows + 1) * geo.cell)

    @cached_property
    def along_column(self) -> pygame.Rect:
        """The visible part of a vehicle in a column, cut at the board's upper and lower edge."""
        geo = self.geometry
        return pygame.Rect(0, round(geo.corner(0, 0)[1]), geo.size[0], geo.n_rows * geo.cell)


def headlights(geo: Geometry, front: tuple[float, float], heading: str) -> Drawn:
    """The cone of light before a vehicle whose front is in a cell (row, column), fractions allowed."""
    row, col = front
    begins = 1 - LAMP_INSET if heading in ("right", "down") else LAMP_INSET - lamps.REACH
    if heading in ("left", "right"):
        x, y = geo.corner(row + LAMP_DROP, col + begins)
    else:
        x, y = geo.corner(row + begins, col)
    return Drawn(ON_THE_GROUND, lamps.cone(geo.cell, heading), round(x), round(y))


def one_cell(sight: Sight, name: str | None, mover: Mover, flip: bool = False) -> pygame.Surface:
    """The sprite of that name, or the plain shape of a mover's look if there is none."""
    if name is None:
        return pieces.plain_block(mover.look, 1, sight.geometry.cell, sight.light)
    return pieces.long_sprite(name, 1, sight.geometry.cell, flip, sight.light)

"""Drawn: an image and its place on the picture of a board, ready to be sorted back to front."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import pygame

from game.board.geometry import Geometry
from game.ui.drawing.draw import MARGIN, UNITS

ON_THE_GROUND = -math.inf
"""The row of light on the ground, which `shine` draws below all that stands."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """An image on the picture: `row` orders back to front, (x, y) is its corner, `area` what shows of it."""

    row: float
    image: pygame.Surface
    x: int
    y: int
    area: pygame.Rect | None = None

    @property
    def rect(self) -> pygame.Rect:
        """Its rectangle before clipping."""
        return self.image.get_rect(topleft=(self.x, self.y))


_inked: WeakKeyDictionary[pygame.Surface, pygame.Rect] = WeakKeyDictionary()


def inked(image: pygame.Surface) -> pygame.Rect:
    """The part of an image in which it is not clear; half of a sprite's canvas is, and takes as long."""
    part = _inked.get(image)
    if part is None:
        part = _inked[image] = image.get_bounding_rect()
    return part


def standing(image: pygame.Surface, geo: Geometry, row: float, col: float, order: float) -> Drawn:
    """An image with a sprite's canvas, standing in a cell; `order` is where it comes within its row."""
    x, y = geo.corner(row, col)
    margin = MARGIN * geo.cell / UNITS
    return Drawn(row + order, image, round(x - margin), round(y + geo.cell + margin - image.get_height()))


def clipped(drawn: Drawn, bounds: pygame.Rect) -> Drawn | None:
    """The same, only its part inside the bounds; None where there is none."""
    shown = drawn.rect.clip(bounds)
    if shown.width == 0 or shown.height == 0:
        return None
    if shown.size == drawn.image.get_size():
        return drawn
    return replace(drawn, x=shown.x, y=shown.y, area=shown.move(-drawn.x, -drawn.y))


def shine(surface: pygame.Surface, corner: tuple[int, int], found: Iterable[Drawn]) -> None:
    """Adds the lights of `found` to a picture of the ground, whose corner is at `corner`."""
    x, y = corner
    surface.blits(
        [
            (glow.image, (glow.x + x, glow.y + y), glow.area or glow.image.get_rect(), pygame.BLEND_RGB_ADD)
            for glow in found
            if glow.row == ON_THE_GROUND
        ],
        doreturn=False,
    )

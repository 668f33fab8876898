"""Floor: a board's ground with what lies still on it, kept until it changes."""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.board.overlay_data import same_version

PART = 2**20
"""Pixels painted in one frame at most, where a floor may change over a few."""

Version = tuple[object, ...]
Paint = Callable[[pygame.Surface], None]


@dataclass
class _Next:
    """The floor that comes next: what it will show, and how many of its strips are painted."""

    picture: pygame.Surface
    values: Version
    paint: Paint
    painted: int = 0


class Floor:
    """A picture that is painted when what it depends on changes, and blitted in every frame.

    In a large window its painting would be the slowest frame by far, several times a second while something
    is learned. There it can be painted over a few frames onto another surface, which then takes its place:
    no frame shows a floor that is half old.

    Attributes:
        picture: the floor as it is shown.
    """

    def __init__(self, picture: pygame.Surface) -> None:
        self.picture = picture
        self._kind: Version | None = None
        self._values: Version = ()
        self._next: _Next | None = None
        self._spare: pygame.Surface | None = None

    def follow(self, kind: Version, values: Version, paint: Paint, *, in_parts: bool) -> None:
        """Repaints the picture if it is out of date.

        Args:
            kind: what is shown; any change of it is painted at once.
            values: what else it depends on; with `in_parts` the picture may lag a few frames behind them.
            paint: paints the whole floor as it is now, within the surface's clip.
            in_parts: whether new values are painted no more than PART pixels a frame.
        """
        if self._kind is None or not same_version(kind, self._kind):
            self._next = None
        elif self._next is None and same_version(values, self._values):
            return
        elif in_parts and self._parts > 1:
            self._next = self._next or _Next(self._spare or self.picture.copy(), values, paint)
            self._paint_part(self._next)
            return
        self._next = None
        paint(self.picture)
        self._kind, self._values = kind, values

    @property
    def _parts(self) -> int:
        width, height = self.picture.get_size()
        return -(-width * height // PART)

    def _paint_part(self, following: _Next) -> None:
        """Paints the next strip; the last one brings the whole into sight."""
        width, height = following.picture.get_size()
        top, bottom = (height * (following.painted + more) // self._parts for more in (0, 1))
        following.picture.set_clip((0, top, width, bottom - top))
        following.paint(following.picture)
        following.painted += 1
        if following.painted == self._parts:
            following.picture.set_clip(None)
            self.picture, self._spare = following.picture, self.picture
            self._values, self._next = following.values, None

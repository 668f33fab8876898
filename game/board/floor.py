"""Floor: a board's ground with what lies still on it, kept until it changes."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import pygame

from game.board.overlay_data import same_version
from game.ui.drawing.rects import around

PART, MOST_PARTS = 2**19, 6
"""About how many pixels are painted in a frame where a floor may change over a few; a tenth of a second's."""


class Pace(Enum):
    """How a floor follows new values in a frame."""

    AT_ONCE = "at once"
    IN_PARTS = "in parts"
    """Over a few frames if it is large, a part in each."""
    RESTING = "resting"
    """The same, but not in this frame, which has other work."""


Version = tuple[object, ...]
Point = tuple[int, int]
Paint = Callable[[pygame.Surface, pygame.Rect], None]
"""Paints a part of the floor onto a surface, and nothing outside that part."""


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
    no frame shows a floor that is half old. One that is scrolled is shifted, and painted where it comes into
    sight.

    Attributes:
        picture: the floor as it is shown.
    """

    def __init__(self, picture: pygame.Surface) -> None:
        self.picture = picture
        self._kind: Version | None = None
        self._values: Version = ()
        self._corner = (0, 0)
        self._next: _Next | None = None
        self._spare: pygame.Surface | None = None

    def follow(self, kind: Version, values: Version, corner: Point, paint: Paint, pace: Pace) -> None:
        """Repaints the picture if it is out of date.

        Args:
            kind: what is shown; any change of it is painted at once.
            values: what else it depends on; unless the pace is AT_ONCE, the picture may lag behind them.
            corner: the point of the whole board at the picture's upper left corner [px].
            paint: paints parts of the floor as it is now.
            pace: how new values are followed.
        """
        same = self._kind is not None and same_version(kind, self._kind)
        fresh = same_version(values, self._values)
        if same and corner == self._corner and pace != Pace.AT_ONCE and self._parts > 1:
            if pace == Pace.RESTING:
                return
            if self._next is None and not fresh:
                self._next = _Next(self._spare or self.picture.copy(), values, paint)
            if self._next is not None:
                self._paint_part(self._next)
            return
        self._next = None
        if same and fresh:
            self._scroll(corner[0] - self._corner[0], corner[1] - self._corner[1], paint)
        else:
            self._paint(self.picture, self.picture.get_rect(), paint)
        self._kind, self._values, self._corner = kind, values, corner

    @property
    def _parts(self) -> int:
        width, height = self.picture.get_size()
        return min(-(-width * height // PART), MOST_PARTS)

    def _paint_part(self, following: _Next) -> None:
        """Paints the next strip; the last one brings the whole into sight."""
        width, height = following.picture.get_size()
        top, bottom = (height * (following.painted + more) // self._parts for more in (0, 1))
        self._paint(following.picture, pygame.Rect(0, top, width, bottom - top), following.paint)
        following.painted += 1
        if following.painted == self._parts:
            self.picture, self._spare = following.picture, self.picture
            self._values, self._next = following.values, None

    def _scroll(self, dx: int, dy: int, paint: Paint) -> None:
        """Shifts the picture, and paints the strips that come into sight."""
        whole = self.picture.get_rect()
        stays = whole.move(-dx, -dy).clip(whole)
        if stays != whole and stays:
            self.picture.scroll(-dx, -dy)
        for part in around(whole, [stays]):
            self._paint(self.picture, part, paint)

    @staticmethod
    def _paint(picture: pygame.Surface, part: pygame.Rect, paint: Paint) -> None:
        picture.set_clip(part)
        paint(picture, part)
        picture.set_clip(None)

"""A window whose size is changing: until it rests, its picture is the one in the old size, fitted in.

A screen lays itself out in 100 ms or more, with its board repainted; a window that is dragged has a new size
in every other frame.
"""

import pygame

from game.ui.theme import BACKGROUND

RESTING = 8
"""A size that has stayed the same for this many frames has settled."""

Size = tuple[int, int]


class Resizing:
    """Tells when to lay out, and what to draw on before that."""

    def __init__(self) -> None:
        self._size: Size | None = None
        self._frames = 0
        self._picture: pygame.Surface | None = None

    def rests(self, size: Size) -> bool:
        """Whether the window has had this size [px] for long enough; to be asked once a frame."""
        self._frames = self._frames + 1 if size == self._size else 0
        self._size = size
        return self._frames >= RESTING

    def canvas(self, window: pygame.Surface, size: Size) -> pygame.Surface:
        """What a screen laid out for `size` is drawn on: the window's own surface, if it has that size."""
        if window.get_size() == size:
            self._picture = None
            return window
        if self._picture is None or self._picture.get_size() != size:
            self._picture = pygame.Surface(size).convert()
        return self._picture

    def show(self, window: pygame.Surface) -> None:
        """Brings what was drawn into the window, undistorted and whole, where it was drawn elsewhere."""
        picture = self._picture
        if picture is None:
            return
        (width, height), room = picture.get_size(), window.get_size()
        scale = min(room[0] / width, room[1] / height)
        size = max(round(width * scale), 1), max(round(height * scale), 1)
        window.fill(BACKGROUND)
        window.blit(picture if scale == 1 else pygame.transform.smoothscale(picture, size), (0, 0))

"""SurfaceCache: surfaces by what was asked for, bounded by the memory they take."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec

import pygame

Asked = ParamSpec("Asked")


class SurfaceCache:
    """Remembers what functions made; drops the least recently used once all take more than `budget` bytes."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.size = 0
        """What the kept surfaces take [bytes]."""
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, make: Callable[Asked, pygame.Surface]) -> Callable[Asked, pygame.Surface]:
        """Decorates a function of hashable arguments: the same arguments give the same surface again."""

        @wraps(make)
        def kept(*args: Asked.args, **kwargs: Asked.kwargs) -> pygame.Surface:
            key = (make, args, *kwargs.items())
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
            made = self._kept[key] = make(*args, **kwargs)
            self.size += bytes_of(made)
            while self.size > self.budget and len(self._kept) > 1:
                self.size -= bytes_of(self._kept.popitem(last=False)[1])
            return made

        return kept

    def clear(self) -> None:
        """Forgets everything."""
        self._kept.clear()
        self.size = 0


def bytes_of(surface: pygame.Surface) -> int:
    """What a surface's pixels take."""
    return surface.get_pitch() * surface.get_height()


LEAST_BUDGET, WINDOWS = 48 * 2**20, 4
"""What the cache of all may take: this many bytes, or this many pictures of the whole window if that is more.

Large windows have large pieces; the busiest screens need less than half of it for a frame.
"""
surfaces = SurfaceCache(LEAST_BUDGET)
"""What is drawn with, in all sizes seen last: one cache, so that one budget holds for all."""


def budget_for(size: tuple[int, int]) -> int:
    """What the cache of all may take in a window of that size [px], in bytes."""
    return max(LEAST_BUDGET, WINDOWS * 4 * size[0] * size[1])

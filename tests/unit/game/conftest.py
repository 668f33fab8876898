"""For the window's tests: a small Ui without a window, and the events that work it."""

import pygame
import pytest

from game import draw
from game.ui import Ui


class Hands:
    """Posts mouse and keyboard events to a Ui, as a person would make them."""

    def __init__(self, ui):
        self.ui = ui

    def move(self, pos):
        return self.ui.event(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))

    def down(self, pos):
        return self.ui.event(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))

    def up(self, pos):
        return self.ui.event(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))

    def click(self, pos):
        return self.down(pos), self.up(pos)

    def wheel(self, y, x=0):
        return self.ui.event(pygame.Event(pygame.MOUSEWHEEL, x=x, y=y))

    def key(self, key, mod=0):
        return self.ui.event(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))

    def tab(self, *, back=False):
        return self.key(pygame.K_TAB, pygame.KMOD_SHIFT if back else 0)


@pytest.fixture
def surface():
    """A picture to draw on; no window is opened."""
    pygame.font.init()
    draw.clear_caches()
    yield pygame.Surface((800, 600))
    draw.clear_caches()


@pytest.fixture
def ui(surface):
    """An empty Ui of 800 × 600 at scale 1."""
    return Ui(surface.get_size())


@pytest.fixture
def hands(ui):
    """The events for that Ui."""
    return Hands(ui)

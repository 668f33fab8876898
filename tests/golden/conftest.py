"""For the golden pictures: a display that has no screen, and empty caches after each test."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
import pygame
import pytest

from game.ui.drawing import draw


@pytest.fixture(autouse=True)
def window():
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode((560, 480))
    pygame.display.quit()
    draw.clear_caches()

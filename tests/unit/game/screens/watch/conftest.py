"""The watch page of a level, alone, once its first rollout is on show."""

import time

import pygame
import pytest

from game.screens.watch.watch import Watch
from game.services.services import Services
from game.shell.window.display import open_display
from levels.text.reader import builtin_levels
from tests.unit.game.screens.watch.asking import FRAME


@pytest.fixture
def watch_level():
    """Opens the watch screen on a file and waits for its first rollout; the display is paused there."""
    screens = []
    open_display()
    surface = pygame.display.set_mode((1280, 800))

    def begin(path, **options):
        screen = Watch((1280, 800), 1.0, Services(), path, **options)
        screens.append(screen)
        end = time.perf_counter() + 60
        while screen.watching.shown is None:
            assert time.perf_counter() < end, "no rollout came in time"
            screen.update(FRAME)
            screen.draw(surface)
            time.sleep(0.002)
        screen.watching.playback.paused = True
        screen.watching.playback.position = 0.0
        screen.update(FRAME)
        return screen

    yield begin
    for screen in screens:
        screen.close(2)
    pygame.display.quit()


@pytest.fixture
def watch(watch_level):
    return watch_level(builtin_levels()["grid_4"])

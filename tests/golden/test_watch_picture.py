"""Golden pictures of the whole watch screen, and of its dialogs: a road learned for 20,000 transitions."""

import time

import pygame
import pytest

from game.screens.watch.plain import CHART_EVERY
from game.screens.watch.watch import Watch
from game.services.services import Services
from game.ui.controls import Control
from game.userdata.settings import Settings
from tests.golden.comparing import compare
from tests.golden.test_screen_pictures import ROAD, WORDS

SIZE = (1280, 800)
LEARNED = 20_000
"""Transitions."""


@pytest.fixture
def watch(tmp_path):
    """The screen, all still: training and display paused, the third move of the newest policy on show."""
    path = tmp_path / "road.yaml"
    path.write_text(ROAD, encoding="utf-8")
    screen = Watch(SIZE, 1.0, Services(Settings(reduce_motion=True)), path, overlays=("safety",))
    watching = screen.watching
    watching.training_paused = True

    def until(condition):
        end = time.perf_counter() + 60
        while not condition():
            assert time.perf_counter() < end
            screen.update(0.02)
            screen.draw(pygame.Surface(SIZE))
            time.sleep(0.002)

    until(lambda: watching.status == "paused")
    watching.train_on(transitions=LEARNED)
    until(lambda: watching.snapshot.transitions == LEARNED and watching.status == "paused")
    watching.next_rollout()
    watching.playback.paused, watching.playback.position = True, 3.0
    until(lambda: watching.past.moments[-1].episode > 100)
    for _ in range(3):
        screen.update(CHART_EVERY)
        screen.draw(pygame.Surface(SIZE))
    watching.playback.position = 3.0
    yield screen
    screen.close(2)


def picture(screen):
    surface = pygame.Surface(SIZE)
    for _ in range(3):  # layer and overlays take turns
        screen.ui.dirty = True
        screen.update(0.0)
        screen.draw(surface)
    return surface


def test_watch(watch):
    compare(picture(watch), "screen_watch", WORDS)


@pytest.mark.parametrize("control", [Control.HELP, Control.SETTINGS, Control.RESTART])
def test_dialogs(watch, control):
    watch.do(control)
    compare(picture(watch), f"screen_watch_{control.name.lower()}", WORDS)

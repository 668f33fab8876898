"""A golden picture of the editor: a lane chosen, doomed cells alight, the proof told."""

import time
from dataclasses import replace

import pygame

from game.presenters.editing import Editing, Source
from game.screens.edit.edit import Edit
from game.services.services import Services
from game.userdata.settings import Settings
from tests.golden.comparing import compare
from tests.golden.test_screen_pictures import ROAD, WORDS

CUTTING = ROAD.replace("  ========\n  #..S", "  ========\n  ..#R#...\n  #..S", 1)


def test_editor(tmp_path):
    editing = Editing(Source(CUTTING), tmp_path)
    end = time.perf_counter() + 60
    while not editing.up_to_date:
        assert time.perf_counter() < end
        time.sleep(0.002)
    judged = replace(editing.judged, milliseconds=7.0)
    editing.close(10)
    editing._worker.progress = judged
    screen = Edit((1180, 720), 1.0, Services(Settings(reduce_motion=True), folder=tmp_path), editing)
    screen.pane.paused, screen.pane.time = True, 1.0
    screen.pane.cursor, screen.pane.chosen = (3, 6), 1
    surface = pygame.Surface((1180, 720))
    screen.draw(surface)  # the board has its cells from here on
    screen.update(0.0)
    screen.draw(surface)
    compare(surface, "screen_edit", WORDS)

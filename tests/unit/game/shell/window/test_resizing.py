"""A window whose edge is dragged: a board in every frame, whichever screen is on show, and short frames."""

import statistics
import time
from itertools import pairwise

import numpy as np
import pygame
import pytest

from game.shell.window.resizing import RESTING, Resizing
from levels.text.reader import builtin_levels
from tests.unit.game.driving import click, frames, playing, press, until

DRAGGED = [(1280 + 9 * (k % 10) - 36 * k, 800 - 12 * k) for k in range(15)]
"""Fifteen sizes, one a frame."""
KEYS = {"watch": None, "compare": pygame.K_k, "play": pygame.K_p, "edit": pygame.K_F4}
GRASS = 0.01
"""Least share of a picture that is grass where boards of meadows are on it, if only in the menu's cards."""


def grass(surface):
    """The share of the pixels, of every fourth in both directions, that have the colours of grass."""
    pixels = pygame.surfarray.array3d(surface)[::4, ::4].astype(int)
    red, green, blue = np.moveaxis(pixels, 2, 0)
    return float(((green - red > 30) & (green - blue > 60)).mean())


@pytest.fixture(
    params=[
        "menu",
        "watch",
        *(pytest.param(name, marks=pytest.mark.slow) for name in KEYS if name != "watch"),
    ]
)
def screen(request, start):
    """The program, at rest, with one of the screens on show."""
    name = request.param
    if name == "menu":
        app = start()
        until(app, lambda: app.top.cards.painted and len(app.top.certifier.known.ways) == len(app.top.paths))
    else:
        app = start(builtin_levels()["crossy_road"])
        playing(app)
        if KEYS[name] is not None:
            press(app, KEYS[name])
            frames(app, 2)  # the grass that is seen from now on is the new screen's
    until(app, lambda: app.top.name == name and grass(app.window.surface) > GRASS)
    frames(app, 20)
    return app


def test_every_frame_of_a_drag_shows_a_board_and_is_short(screen):
    seen, seconds = [], []
    for size in DRAGGED:
        screen.window.system.size = size
        begun = time.perf_counter()
        for event in pygame.event.get():
            screen.handle(event)
        frames(screen)
        seconds.append(time.perf_counter() - begun)
        assert screen.window.surface.get_size() == size
        seen.append(grass(screen.window.surface))
    for _ in range(RESTING + 12):
        frames(screen)
        seen.append(grass(screen.window.surface))
    assert min(seen) > GRASS
    assert statistics.median(seconds) < 0.05
    assert screen.top.ui.size == DRAGGED[-1]
    assert screen.failures == []


def test_the_board_lives_on_while_the_window_is_dragged(start):
    app = start(builtin_levels()["crossy_road"])
    watching = playing(app)
    before = watching.playback.position
    app.window.system.size = (1100, 700)
    pictures = []
    for _ in range(RESTING // 2):
        frames(app)
        pictures.append(pygame.surfarray.array3d(app.window.surface))
    assert app.top.ui.size == (1280, 800)
    assert watching.playback.position > before
    assert any((a != b).any() for a, b in pairwise(pictures))


def test_who_presses_a_key_or_clicks_means_the_window_as_it_is(start):
    app = start(builtin_levels()["grid_4"])
    playing(app)
    app.window.system.size = (1100, 700)
    frames(app)
    press(app, pygame.K_i)
    assert app.top.ui.size == (1100, 700)
    app.window.system.size = (1000, 640)
    frames(app)
    click(app, (5, 5))
    assert app.top.ui.size == (1000, 640)
    app.window.system.size = (1200, 660)
    frames(app)
    app.close()
    assert app.services.settings.size == (1200, 660)


def test_a_size_is_there_to_stay_once_it_has_rested():
    resizing = Resizing()
    assert not any(resizing.rests((300 + k, 200)) for k in range(50))
    assert [resizing.rests((400, 200)) for _ in range(RESTING + 1)] == [False] * RESTING + [True]


@pytest.mark.parametrize(
    ("room", "shown"), [((600, 200), (300, 200)), ((150, 400), (150, 100)), ((600, 400), (600, 400))]
)
def test_the_old_picture_is_whole_and_undistorted_in_the_new_size(surface, room, shown):
    resizing, window = Resizing(), pygame.Surface(room)
    pygame.display.set_mode((10, 10))
    window.fill("#ff0000")
    canvas = resizing.canvas(window, (300, 200))
    canvas.fill("#00ff00")
    resizing.show(window)
    green = pygame.surfarray.array3d(window)[:, :, 1] == 255
    assert tuple(int(n) for n in (green.any(axis=1).sum(), green.any(axis=0).sum())) == shown
    assert not (pygame.surfarray.array3d(window)[:, :, 0] == 255).any()
    assert resizing.canvas(window, room) is window


def test_cards_keep_their_former_pictures_until_there_are_new_ones(start):
    app = start()
    cards = app.top.cards
    until(app, lambda: cards.painted and len(app.top.certifier.known.levels) == len(app.top.paths))
    faces = [cards.face(app.top.paths[index]) for index in cards.in_sight()]
    assert all(face.picture is not None for face in faces)
    app.window.system.size = (1100, 700)
    until(app, lambda: app.top.ui.size == (1100, 700))
    kept = [cards.face(app.top.paths[index]) for index in cards.in_sight()]
    assert all(face.picture is not None for face in kept[: len(faces) // 2])
    assert all(face.picture.get_size() == kept[0].picture.get_size() for face in kept if face.picture)

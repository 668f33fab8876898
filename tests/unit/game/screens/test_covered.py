"""The kept layer is not copied below boards: no pixel of the frame before may stay because of it."""

import pygame
import pytest

from game.ui.controls import Control
from game.ui.drawing.rects import around
from levels.text.reader import builtin_levels
from tests.unit.game.driving import frames, playing, until

BOX = pygame.Rect(0, 0, 12, 9)


@pytest.mark.parametrize(
    "holes",
    [
        [],
        [(3, 2, 4, 5)],
        [(-5, -5, 8, 8), (10, 7, 9, 9)],
        [(1, 1, 3, 3), (3, 2, 5, 5), (9, 0, 1, 9)],
        [(0, 0, 12, 9)],
        [(20, 20, 5, 5)],
    ],
)
def test_around_holes_is_every_other_pixel_once(holes):
    holes = [pygame.Rect(hole) for hole in holes]
    parts = list(around(BOX, holes))
    for x in range(BOX.width):
        for y in range(BOX.height):
            inside = any(hole.collidepoint(x, y) for hole in holes)
            assert sum(part.collidepoint(x, y) for part in parts) == (not inside)


@pytest.mark.parametrize("page", ["watch", "compare"])
def test_a_frame_is_the_same_whatever_was_in_the_window_before(start, page):
    app = start(builtin_levels()["grid_4"])
    playing(app)
    if page == "compare":
        app.top.do(Control.COMPARE)
        until(app, lambda: app.top.name == "compare" and app.top.comparing.opened is not None)
    frames(app, 2)
    assert app.top.covered
    while app.top.layer_is_due:  # it would change between the two pictures
        app.top.draw(app.window.surface)
    pictures = []
    for color in ("#000000", "#ff00ff"):
        app.window.surface.fill(color)
        app.top.draw(app.window.surface)
        pictures.append(pygame.image.tobytes(app.window.surface, "RGB"))
    assert pictures[0] == pictures[1]

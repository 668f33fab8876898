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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["grid_4", "late_road"])
def test_what_is_left_of_the_frame_before_is_what_a_whole_frame_would_show(start, name):
    """Below tooltips, messages, popups, bubbles, other pages and vehicles that leave the board."""
    app = start(builtin_levels()[name])
    playing(app)
    app.top.do(Control.TRAINING)  # else the figures change between two pictures
    frames(app, 60)
    seen = []

    def compare():
        app.draw()
        while app.top.layer_is_due:
            app.draw()
        seen.append(app.window.surface.get_rect() in app.top._above)
        kept = app.window.surface.copy()
        whole = kept.copy()
        whole.fill("#ff00ff")
        app.top.draw(whole)
        app._film(whole)
        assert pygame.image.tobytes(kept, "RGB") == pygame.image.tobytes(whole, "RGB")

    def go_on(n):
        for _ in range(n):
            app.advance(1 / 60)
            compare()

    def hover(pos):
        app.handle(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))

    go_on(3)
    button = next(tool for tool in app.top.tools.values() if tool.visible and tool.tip_at((0, 0))[0])
    for deed in (
        lambda: hover(button.rect.center),
        lambda: hover((640, 400)),
        lambda: app.top.do(Control.HELP),
        lambda: app.top.do(Control.HELP),
        lambda: app.services.messages.show("Something happened", "info", "#ffffff"),
        lambda: app.top.do(Control.REFUSAL),
        lambda: app.top.do(Control.PLAY),
        lambda: app.top.do(Control.BACK_OUT),
    ):
        deed()
        for _ in range(3):
            app.advance(0.2)
        go_on(3)
    app.window.surface.fill("#000000")
    app.handle(pygame.Event(pygame.WINDOWEXPOSED))
    go_on(2)
    assert True in seen
    assert False in seen
    assert app.failures == []

"""The smallest window: pages have room in it, in letters of any size, and a small screen still has one."""

import pygame
import pytest

from game.shell.window.display import open_display
from game.shell.window.main_window import MainWindow
from game.userdata.settings import Settings
from levels.text.reader import builtin_levels
from tests.unit.game.driving import frames, press


def larger(app):
    """Letters and buttons at 150 %."""
    for _ in range(3):
        press(app, pygame.K_EQUALS, pygame.KMOD_LCTRL)


def test_a_window_keeps_the_room_that_its_pages_need_and_gets_it_with_larger_letters(start):
    app = start(builtin_levels()["grid_4"])
    app.window.system.size = (300, 200)
    assert app.window.system.size == (640, 480)
    larger(app)
    assert app.window.scale == 1.5
    assert app.window.system.size == app.window.size == app.top.ui.size == (900, 600)
    press(app, pygame.K_0, pygame.KMOD_LCTRL)
    app.window.system.size = (700, 500)
    assert app.window.system.size == (700, 500)


def test_letters_that_grew_in_full_screen_have_their_room_afterwards(start):
    app = start(builtin_levels()["grid_4"])
    app.window.system.size = (640, 480)
    press(app, pygame.K_F11)
    full = app.window.system.size
    larger(app)
    assert app.window.system.size == full
    press(app, pygame.K_F11)
    frames(app)
    assert app.window.system.size == app.top.ui.size == (900, 600)


@pytest.mark.parametrize(
    ("screen", "size", "least"),
    [((640, 480), (614, 422), (614, 422)), ((1920, 1080), (200, 300), (640, 480))],
)
def test_a_small_screen_still_has_a_window_and_a_small_size_is_not_restored(monkeypatch, screen, size, least):
    open_display()
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [screen])
    window = MainWindow(size, 1.0, Settings())
    assert window.system.size == window.size == least
    window.destroy()
    pygame.display.quit()

"""Opening the display: what the system is told of the program."""

import os

from game.shell.window.display import open_display


def test_the_windows_class_is_the_programs_name_though_pygame_has_set_the_scripts(monkeypatch):
    monkeypatch.setenv("SDL_VIDEO_X11_WMCLASS", "main.py")
    open_display()
    assert os.environ["SDL_VIDEO_X11_WMCLASS"] == "safe-crossing"

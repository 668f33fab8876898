"""For the editor's tests: the program with its menu, and with the editor on a new level."""

import pygame
import pytest

from tests.unit.game.driving import frames, press
from tests.unit.game.screens.edit.editing_hands import settle


@pytest.fixture
def menu(start, tmp_path):
    """The program in its menu; what is saved goes into a folder of the test."""
    app = start()
    app.services.folder = tmp_path
    frames(app, 2)
    return app


@pytest.fixture
def app(menu):
    """The program with the first template in its editor, proved."""
    press(menu, pygame.K_n, sign="n")
    assert menu.top.ui.popups
    press(menu, pygame.K_TAB)  # from the last template to the first
    press(menu, pygame.K_RETURN, sign="\r")
    frames(menu, 2)
    settle(menu)
    return menu

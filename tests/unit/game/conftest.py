"""For the window's tests: a small Ui and its events; the whole program, opened and closed; a river."""

import os
import threading
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
import pygame
import pytest

from game.presenters.level_loader import prepared
from game.services.services import Services
from game.shell.app import App
from game.shell.options import Options
from game.shell.window.display import open_display
from game.ui import WidgetTree
from levels.text.reader import parse_file

RIVER = """
format: 1
name: River
map: |
  ..G..
  ~~~~~
  S....
actions: [right, up, left, down, wait]
obstacles:
  - {kind: lane, look: log, row: 1, direction: right, length: 3, loop: 10, at: [1], carries: true}
"""


class Hands:
    """Posts mouse and keyboard events to a Ui, as a person would make them."""

    def __init__(self, ui):
        self.ui = ui
        self.held = False

    def move(self, pos):
        buttons = (int(self.held), 0, 0)
        return self.ui.event(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=buttons))

    def down(self, pos):
        self.held = True
        return self.ui.event(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))

    def up(self, pos):
        self.held = False
        return self.ui.event(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))

    def click(self, pos):
        return self.down(pos), self.up(pos)

    def wheel(self, y, x=0):
        return self.ui.event(pygame.Event(pygame.MOUSEWHEEL, x=x, y=y))

    def key(self, key, mod=0):
        return self.ui.event(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))

    def tab(self, *, back=False):
        return self.key(pygame.K_TAB, pygame.KMOD_SHIFT if back else 0)


@pytest.fixture
def no_minimum(monkeypatch):
    """A window manager that gives the window any size, as those do that put windows side by side."""
    monkeypatch.setattr("game.shell.window.main_window.least_window", lambda _desktop, _scale: (1, 1))


@pytest.fixture
def surface():
    """A picture to draw on; no window is opened."""
    pygame.font.init()
    return pygame.Surface((800, 600))


@pytest.fixture
def window():
    """A window of 320 × 240, from which surfaces take their format."""
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode((320, 240))
    pygame.display.quit()


@pytest.fixture
def ui(surface):
    """An empty Ui of 800 × 600 at scale 1."""
    return WidgetTree(surface.get_size())


@pytest.fixture
def hands(ui):
    """The events for that Ui."""
    return Hands(ui)


@pytest.fixture(scope="session")
def river():
    """A river between start and goal, one row wide, with a log of three cells that goes right."""
    return prepared(Path("river.yaml"), parse_file(RIVER, "river.yaml"))


@pytest.fixture
def start(tmp_path):
    """Opens the window on a level, and closes it after the test; no thread may be left."""
    apps = []
    before = set(threading.enumerate())

    def begin(path=None, size=(1280, 800), **options):
        open_display()
        apps.append(App(Options(path, **options), size, 1.0, Services(folder=tmp_path / "own")))
        apps[-1].services.recording.folder = tmp_path
        return apps[-1]

    yield begin
    for app in apps:
        app.close()
    pygame.display.quit()
    for thread in set(threading.enumerate()) - before:
        thread.join(30)  # one that is loading scikit-learn cannot be interrupted
    left = [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()]
    assert left == []

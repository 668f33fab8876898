"""All pages at five sizes: nothing overlaps, nothing is cut off, nothing vanishes, Tab leads everywhere."""

import threading
import time

import pygame
import pytest

from game.services.services import Services
from game.shell.app import App
from game.shell.options import Options
from game.shell.window.display import open_display
from game.ui import Clickable, Dialog, Widget
from game.ui.controls import Command
from game.ui.drawing import draw
from game.userdata.settings import Settings
from levels.text.reader import builtin_levels
from tests.unit.game.driving import BAD, until
from tests.unit.game.screens.walking import faults

SIZES = [(960, 600), (1280, 800), (1366, 768), (1920, 1080), (2560, 1600)]
BOARD_SHARE = 0.4
"""Of the window's area that the board has at least."""


def menu(app):
    until(app, lambda: app.top.certifier is not None and len(app.top.certifier.levels) > 20)


def settled(app):
    """A level that has been learned for a while, everything still."""
    watching = app.top.watching
    until(app, lambda: watching.shown is not None and watching.snapshot.episodes > 200)
    watching.toggle_training()
    until(app, lambda: watching.status == "paused")
    watching.playback.paused = True
    return app.top


def on_tab(name):
    def prepare(app):
        watch = settled(app)
        watch.turn_to(name)
        if name == "svm":
            until(app, lambda: watch.watching.svm.latest is not None)

    return prepare


def selected(app):
    watch = settled(app)
    watch.watching.select(watch.watching.opened.level.board.starts[0])
    watch.set_overlays(frozenset({"values", "svm"}))


def play(app):
    settled(app).command(Command.PLAY)
    until(app, lambda: app.top.name == "play")


def crashed(app):
    play(app)
    app.top.command(Command.SHIELD)
    for _ in range(40):
        if app.top.playing.outcome is None:
            app.top.command(Command.GO_DOWN)
            app.advance(1.0)


def compare(app):
    settled(app).command(Command.COMPARE)
    until(app, lambda: app.top.name == "compare" and app.top.comparing.standings is not None)
    app.top.comparing.toggle_training()
    app.top.comparing.toggle_pause()


def edit(app):
    settled(app).command(Command.EDIT)
    until(app, lambda: app.top.name == "edit" and app.top.editing.judged is not None)


def edit_obstacle(app):
    edit(app)
    app.top.pane.chosen = 0


def dialog(command):
    return lambda app: settled(app).command(command)


PAGES = {
    "menu": (None, menu),
    "watch, Learning": ("crossy_road", on_tab("learning")),
    "watch, Cell": ("crossy_road", on_tab("cell")),
    "watch, SVM": ("crossy_road", on_tab("svm")),
    "watch, cell selected": ("dead_end", selected),
    "play": ("crossy_road", play),
    "play, crashed": ("crossy_road", crashed),
    "compare": ("crossy_road", compare),
    "edit": ("crossy_road", edit),
    "edit, obstacle chosen": ("crossy_road", edit_obstacle),
    "help": ("crossy_road", dialog(Command.HELP)),
    "settings": ("crossy_road", dialog(Command.SETTINGS)),
    "restart": ("crossy_road", dialog(Command.RESTART)),
    "errors": (None, lambda app: until(app, lambda: app.top.name == "errors")),
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Gives a page by its name, opened once for all sizes."""
    opened = {}
    folder = tmp_path_factory.mktemp("pages")
    before = set(threading.enumerate())
    open_display()
    draw.clear_caches()

    def page(name):
        if name not in opened:
            for app in opened.values():  # one at a time
                app.close()
            opened.clear()
            level, prepare = PAGES[name]
            path = builtin_levels()[level] if level else None
            if name == "errors":
                path = folder / "broken.yaml"
                path.write_text(BAD, encoding="utf-8")
            services = Services(Settings(reduce_motion=True), folder=folder / f"own {len(name)}")
            opened[name] = App(Options(path, unlimited=True), (1280, 800), 1.0, services)
            prepare(opened[name])
            assert opened[name].failures == []
        return opened[name].top

    yield page
    for app in opened.values():
        app.close()
    pygame.display.quit()
    draw.clear_caches()
    for thread in set(threading.enumerate()) - before:
        thread.join(30)


def laid_out(screen, size):
    """The page in a window of this size, all that follows other things up to date."""
    screen.resize(size, 1.0)
    for _ in range(3):
        screen.update(0.5)
    return screen


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", PAGES)
def test_nothing_overlaps_is_cut_off_or_out_of_reach(pages, name, size):
    found = faults(laid_out(pages(name), size), size)
    assert found == [], "\n".join(found)

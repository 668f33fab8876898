"""Every row of the table of controls: its keys, pressed on its screen, run its handler."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
import pygame
import pytest

from game.screens.errors import Errors
from game.screens.screen import Screen
from game.screens.watch.watch import Watch
from game.services.services import Services
from game.shell.app import App
from game.shell.options import Options
from game.shell.window.display import open_display
from game.ui import controls
from game.ui.controls import CONTROLS, EVERYWHERE, Binding, Control, bindings_of, check_handlers
from game.ui.pads import BUTTONS, D_PAD_BUTTONS, WAYS
from levels.text.reader import builtin_levels
from tests.unit.game.driving import BAD, frames, press, until
from tests.unit.game.screens.edit.editing_hands import settle

MODIFIERS = {"ctrl+": pygame.KMOD_LCTRL, "shift+": pygame.KMOD_LSHIFT}
ASKING = "lesson: 1\nname: x\nlevel: grid_4\nsteps: [{say: How many steps, ask: steps}]\n"
"""While something is asked the numbers are answers, not keys of the page below."""
SCREENS = sorted({row.screen for row in CONTROLS} - {EVERYWHERE})
BUTTON_OF = {name: button for button, name in (BUTTONS | D_PAD_BUTTONS).items() if name not in WAYS.values()}
WAY_OF = {name: (x, -y) for (x, y), name in WAYS.items()}


class Stage:
    """The program on one screen after the other; begun anew where what a key does has left the screen."""

    def __init__(self, folder):
        self.folder = folder
        self.app = None

    def on(self, screen):
        app = self.app
        if app is not None and app.running:
            for popup in list(app.top.ui.popups):
                app.top.ui.close(popup)
        if app is None or not app.running or app.top.name != screen or app.failures:
            self.close()
            open_display()
            self.app = self.begun(screen)
            assert self.app.top.name == screen
        return self.app

    def begun(self, screen):
        bad = self.folder / "bad.yaml"
        bad.write_text(BAD, encoding="utf-8")
        asking = self.folder / "asking.yaml"
        asking.write_text(ASKING, encoding="utf-8")
        elsewhere = {"menu": None, "edit": None, "errors": bad, "lesson": asking}
        path = elsewhere.get(screen, builtin_levels()["grid_4"])
        app = App(Options(path), (1024, 640), 1.0, Services(folder=self.folder / "own"))
        app.services.recording.folder = self.folder
        if screen == "edit":
            press(app, pygame.K_n, sign="n")
            press(app, pygame.K_RETURN, sign="\r")
            settle(app)
        elif screen == "errors":
            until(app, lambda: isinstance(app.top, Errors))
        elif screen == "lesson":
            frames(app, 2)
        elif path is not None:
            until(app, lambda: app.top.watching.shown is not None, 180)  # it may have to be compiled
            app.top.do({"play": Control.PLAY, "compare": Control.COMPARE}.get(screen, Control.FOLLOW))
            frames(app, 2)
            if screen != "watch":
                app.handle(pygame.Event(pygame.USEREVENT))  # has the app fetch what was asked for
        return app

    def close(self):
        if self.app is not None:
            self.app.close()
            pygame.display.quit()


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    stage = Stage(tmp_path_factory.mktemp("stage"))
    yield stage
    stage.close()


def key_event(name):
    """The event of a key as the table writes it."""
    mod = 0
    for prefix, flag in MODIFIERS.items():
        if name.startswith(prefix):
            name, mod = name.removeprefix(prefix), mod | flag
    sign = name if len(name) == 1 and not mod else ""
    return pygame.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=mod, unicode=sign)


def pad_event(name):
    """The event of a gamepad's button or D-pad."""
    if name in BUTTON_OF:
        return pygame.Event(pygame.JOYBUTTONDOWN, instance_id=0, button=BUTTON_OF[name])
    return pygame.Event(pygame.JOYHATMOTION, instance_id=0, hat=0, value=WAY_OF[name])


def run_by(app, event, row, monkeypatch):
    """What the row's handler is called with while the program takes an event.

    It does what it does, too; those of the app, which ends or changes size, once: on the menu.
    """
    owner = type(app if row.control.of_app else app.top)
    handler = getattr(owner, row.control.handler)
    calls = []

    def heard(self, *args):
        calls.append(args)
        return handler(self, *args) if not row.control.of_app or app.top.name == "menu" else None

    with monkeypatch.context() as patch:
        patch.setattr(owner, row.control.handler, heard)
        app.handle(event)
    if app.running:
        frames(app)
    assert app.failures == []
    return calls


CASES = [
    pytest.param(screen, row, event, name, id=f"{screen}-{row.control.name}-{name}")
    for screen in SCREENS
    for row in bindings_of(screen)
    for event, names in ((key_event, row.keys), (pad_event, [row.pad] if row.pad else []))
    for name in names
]


@pytest.mark.parametrize(("screen", "row", "event", "name"), CASES)
def test_a_key_runs_the_handler_of_its_row(stage, monkeypatch, screen, row, event, name):
    app = stage.on(screen)
    assert run_by(app, event(name), row, monkeypatch) == [row.control.args]


def test_every_row_is_pressed():
    pressed = {(param.values[1], param.values[3]) for param in CASES}
    assert pressed == {(row, name) for row in CONTROLS for name in (*row.keys, row.pad) if name}


PLANTED = Binding(Control.UNDO, ("v",), "Planted", "watch", "Display")


def test_a_row_that_its_screen_has_no_handler_for_is_noticed(monkeypatch):
    monkeypatch.setattr(controls, "CONTROLS", (*CONTROLS, PLANTED))
    with pytest.raises(TypeError, match="Planted has no method undo, the handler of UNDO"):
        type("Planted", (Watch,), {})
    monkeypatch.undo()
    with pytest.raises(TypeError, match="Planted has no method step, the handler of STEP"):
        type("Planted", (Watch,), {"step": None})
    with pytest.raises(TypeError, match="Screen has no method quit"):
        check_handlers(Screen, [Control.QUIT])


def test_a_key_that_another_row_takes_is_noticed(stage, monkeypatch):
    """As it would be if the table were not checked."""
    row = next(row for row in CONTROLS if row.screen == "watch" and row.control is Control.STEP)
    planted = Binding(Control.BACK, ("n",), "Planted", "watch", "Display")
    monkeypatch.setattr(controls, "CONTROLS", (planted, *CONTROLS))
    assert run_by(stage.on("watch"), key_event("n"), row, monkeypatch) == []
    monkeypatch.undo()
    assert run_by(stage.on("watch"), key_event("n"), row, monkeypatch) == [()]

"""“Surprise me” in the whole window: by key and by button, seed and difficulty shown, kept as a file."""

import pygame
import pytest

from game.screens.watch.watch import Watch
from game.ui.controls import Control
from levels.random.surprise import surprise
from levels.text.reader import read_level
from tests.unit.game.driving import click, frames, press, until


@pytest.fixture
def menu(start, tmp_path):
    app = start()
    app.top.surprises = tmp_path / "new" / "surprises"
    frames(app, 2)
    return app, app.top


def ask(app, code=""):
    """Asks for a surprise by key, with the code that is typed."""
    press(app, pygame.K_s, sign="s")
    app.handle(pygame.Event(pygame.TEXTINPUT, text="s"))  # which every system sends behind the key
    frames(app, 1)
    app.handle(pygame.Event(pygame.TEXTINPUT, text=code))
    press(app, pygame.K_RETURN, sign="\r")


def opened(app):
    until(app, lambda: isinstance(app.top, Watch) and app.top.watching.opened is not None)
    return app.top.watching.opened


def test_s_opens_a_certified_crossing_that_is_kept_and_can_be_had_again(menu):
    app, screen = menu
    ask(app)
    made = opened(app)
    assert made.certificate.certified
    (path,) = screen.surprises.iterdir()
    assert made.path == path
    _, seed, difficulty = path.stem.split("_")
    assert app.window.system.title.startswith(f"Surprise {seed}-{difficulty}")
    assert read_level(path) == surprise(int(seed), int(difficulty))
    told = f"Surprise {seed}-{difficulty} was saved to {path}"
    assert app.services.messages.message.text == told
    assert app.failures == []


def test_the_button_opens_one_of_the_difficulty_chosen_in_the_dialog(menu):
    app, screen = menu
    click(app, screen.bar.buttons[Control.SURPRISE].rect.center)
    dialog = screen.ui.popups[-1]
    click(app, dialog.difficulties.parts()[0].center)
    click(app, dialog.buttons[-1].rect.center)
    assert opened(app).level.name.endswith("-1")
    assert screen.difficulty == 1  # and the next one begins with it


def test_a_folder_that_cannot_be_written_is_told(menu, tmp_path):
    app, screen = menu
    (tmp_path / "file").write_text("", encoding="utf-8")
    screen.surprises = tmp_path / "file" / "surprises"
    ask(app)
    until(
        app,
        lambda: (said := app.services.messages.message) is not None and "can't be created" in said.text,
    )
    assert app.top is screen


def test_another_level_opened_meanwhile_is_not_disturbed(menu):
    app, screen = menu
    ask(app)
    press(app, pygame.K_RETURN, sign="\r")
    assert opened(app).path == screen.paths[0]
    until(app, lambda: any(screen.surprises.glob("*.yaml")))
    press(app, pygame.K_l, sign="l")
    frames(app, 3)
    assert app.top is screen

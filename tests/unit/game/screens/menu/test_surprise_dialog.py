"""The surprise dialog: a code, or kind and difficulty, make a level; a shared one opens in the editor."""

import pygame
import pytest

from levels.text.reader import read_level
from levels.text.share_code import share_code
from levels.text.templates import TEMPLATES
from tests.unit.game.driving import click, frames, press, typed, until


def test_a_code_makes_the_level_it_stands_for(start):
    app = start()
    press(app, pygame.K_s, sign="s")
    typed(app, "11-1")
    press(app, pygame.K_RETURN, sign="\r")
    until(app, lambda: app.top.name == "watch")
    assert app.top.watching.opening.path.name == "surprise_11_1.yaml"
    assert read_level(app.top.watching.opening.path).name == "Surprise 11-1"


def test_a_wrong_code_is_said_and_nothing_is_made(start):
    app = start()
    press(app, pygame.K_s, sign="s")
    typed(app, "11")
    press(app, pygame.K_RETURN, sign="\r")
    assert "6258-2" in app.top.ui.popups[-1].problem
    typed(app, "-")
    assert app.top.ui.popups[-1].problem == ""
    press(app, pygame.K_ESCAPE)
    frames(app, 2)
    assert not app.services.folder.joinpath("surprises").exists()


def test_the_code_of_a_shared_level_opens_in_the_editor_unless_it_is_damaged(start):
    app = start()
    code = share_code(TEMPLATES["Grid"])
    press(app, pygame.K_s, sign="s")
    typed(app, code[:-9])
    press(app, pygame.K_RETURN, sign="\r")
    assert "damaged or incomplete" in app.top.ui.popups[-1].problem
    typed(app, code[-9:])
    press(app, pygame.K_RETURN, sign="\r")
    until(app, lambda: app.top.name == "edit")
    assert app.top.editing.text == TEMPLATES["Grid"]
    assert app.top.editing.path is None


class Ready:
    """A surprise that never comes."""

    name, done = "Surprise", False

    def close(self, patience):
        pass


@pytest.fixture
def asked(start, monkeypatch):
    """The home page, and the surprises that it has asked for: their folder and code."""
    made = []
    monkeypatch.setattr("game.screens.menu.awaited.Surprising", lambda *asked: made.append(asked) or Ready())
    app = start()
    press(app, pygame.K_s, sign="s")
    return app, made


def test_kind_and_difficulty_are_chosen_by_key(asked):
    app, made = asked
    press(app, pygame.K_TAB, pygame.KMOD_LSHIFT)
    press(app, pygame.K_RIGHT)
    press(app, pygame.K_TAB, pygame.KMOD_LSHIFT)
    press(app, pygame.K_LEFT)
    app.top.ui.popups[-1].answer("Make")
    ((folder, code),) = made
    assert (folder, code.difficulty, code.kind) == (app.top.surprises, 3, "river")
    assert 0 <= code.seed < 10_000


def test_the_kind_is_chosen_by_mouse_and_the_next_dialog_begins_with_it(asked):
    app, made = asked
    frames(app, 1)
    click(app, app.top.ui.popups[-1].kinds.parts()[1].center)
    app.top.ui.popups[-1].answer("Make")
    assert made[0][1].kind == "late"
    press(app, pygame.K_s, sign="s")
    assert app.top.ui.popups[-1].kinds.chosen == {"late"}


def test_a_code_has_its_own_kind(asked):
    app, made = asked
    typed(app, "River 4711-5")
    press(app, pygame.K_RETURN, sign="\r")
    assert made == [(app.top.surprises, (4711, 5, "river"))]

"""The editor above the level that it edits: one way back, one editor at a time."""

import pygame
import pytest

from game.screens.edit.edit import Edit
from game.screens.errors import Errors
from game.screens.watch.watch import Watch
from levels.text.reader import builtin_levels
from tests.unit.game.driving import BAD, drop, frames, playing, press, until
from tests.unit.game.screens.edit.editing_hands import settle, stroke


@pytest.fixture
def app(start, tmp_path):
    """A file of the user's being learned, and its editor above it."""
    path = tmp_path / "mine.yaml"
    path.write_text(builtin_levels()["grid_5"].read_text(encoding="utf-8"), encoding="utf-8")
    app = start(path, unlimited=True)
    app.services.folder = tmp_path
    watching = playing(app)
    until(app, lambda: watching.snapshot.converged_episode is not None)
    press(app, pygame.K_1, sign="1")
    press(app, pygame.K_F4)
    settle(app)
    return app


def test_watching_what_nobody_changed_goes_on_where_it_was(app):
    watch = app.stack.screens[-2]
    made = watch.watching.snapshot.transitions
    press(app, pygame.K_F5)
    frames(app, 2)
    assert app.stack.screens[1:] == [watch]
    until(app, lambda: watch.watching.snapshot.transitions > made)
    assert watch.watching.snapshot.converged_episode is not None


def test_watching_what_was_changed_learns_the_new_level_under_the_same_overlays(app):
    watch = app.stack.screens[-2]
    old = watch.watching.opened.level
    assert watch.overlays == {"values"}
    press(app, pygame.K_2, sign="2")
    stroke(app, (2, 2))
    settle(app)
    press(app, pygame.K_F5)
    until(app, lambda: app.top is watch and watch.watching.opened.level.map != old.map)
    until(app, lambda: watch.watching.snapshot is not None and watch.watching.snapshot.transitions > 0)
    assert watch.overlays == {"values"}
    assert len(app.stack.screens) == 2
    assert app.failures == []


@pytest.mark.slow
def test_mending_one_broken_file_after_the_other_keeps_one_editor(app, tmp_path):
    for number in range(4):
        broken = tmp_path / f"broken_{number}.yaml"
        broken.write_text(BAD, encoding="utf-8")
        drop(app, broken)
        until(app, lambda: isinstance(app.top, Errors))
        press(app, pygame.K_F4)
        settle(app)
    assert [type(screen) for screen in app.stack.screens[1:]] == [Watch, Errors, Edit]
    assert app.top.editing.path == broken
    press(app, pygame.K_ESCAPE)
    press(app, pygame.K_ESCAPE)
    frames(app, 2)
    assert isinstance(app.top, Watch)
    assert app.failures == []


def test_an_editor_that_gives_way_to_another_tells_that_its_work_is_kept(app, tmp_path):
    editing = app.top.editing
    press(app, pygame.K_2, sign="2")
    stroke(app, (2, 2))
    settle(app)
    assert editing.changed
    broken = tmp_path / "broken.yaml"
    broken.write_text(BAD, encoding="utf-8")
    drop(app, broken)
    until(app, lambda: isinstance(app.top, Errors))
    press(app, pygame.K_F4)
    assert "saved as a draft" in app.services.messages.message.text
    assert editing.draft.read_text(encoding="utf-8") == editing.text


@pytest.mark.parametrize("other", [True, False])
def test_a_level_dropped_on_unsaved_work_tells_that_it_is_kept(app, other):
    editing = app.top.editing
    path = builtin_levels()["grid_4"] if other else editing.path
    press(app, pygame.K_2, sign="2")
    stroke(app, (2, 2))
    settle(app)
    drop(app, path)
    until(app, lambda: isinstance(app.top, Watch) and app.top.watching.opened is not None)
    frames(app)
    assert len(app.stack.screens) == 2
    assert "saved as a draft" in app.services.messages.message.text
    assert editing.draft.read_text(encoding="utf-8") == editing.text
    assert app.failures == []

"""A level file saved again in an editor: read within a second, told when wrong, learning kept if possible."""

import os
import time

import pygame
import pytest

from game.presenters.reloading import LOOK_EVERY, Changes
from game.screens.errors import Errors
from game.screens.watch.watch import Watch
from tests.unit.game.driving import BAD, click, frames, playing, press, until

ROAD = """format: 1
name: Road
map: |
  ..G..
  =====
  ..S..
obstacles:
  - {kind: lane, look: car, row: 1, direction: left, every: 2, at: [0]}
"""
LONGER = ROAD.replace("=====\n", "=====\n  =====\n")
WAITING = ROAD + "actions: [right, up, left, down, wait]\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "road.yaml"
    path.write_text(ROAD, encoding="utf-8")
    return path


def replace_atomically(path, text):
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def looks(changes, n):
    return [changes.seen(LOOK_EVERY) for _ in range(n)]


def test_a_save_is_seen_once_and_only_when_the_file_has_come_to_rest(file):
    changes = Changes(file)
    assert looks(changes, 3) == [False, False, False]
    file.write_text(ROAD + "#", encoding="utf-8")
    assert looks(changes, 1) == [False]
    file.write_text(ROAD + "##", encoding="utf-8")  # the second half
    assert looks(changes, 4) == [False, True, False, False]


def test_it_is_looked_at_only_so_often(file):
    changes = Changes(file)
    file.write_text(WAITING, encoding="utf-8")
    assert not any(changes.seen(LOOK_EVERY / 10) for _ in range(12))
    assert any(changes.seen(LOOK_EVERY / 10) for _ in range(12))


def test_an_atomic_replacement_and_an_older_file_are_saves_too(file):
    changes = Changes(file)
    replace_atomically(file, WAITING)
    assert looks(changes, 3) == [False, True, False]
    os.utime(file, (1, 1))
    assert looks(changes, 3) == [False, True, False]


def test_a_file_that_is_gone_is_waited_for(file):
    changes = Changes(file)
    aside = file.with_suffix(".aside")
    file.rename(aside)
    assert looks(changes, 3) == [False, False, False]
    aside.rename(file)  # the very same file
    assert looks(changes, 3) == [False, True, False]


def test_a_change_of_name_and_looks_is_shown_and_learning_goes_on(start, file):
    app = start(file)
    watching = playing(app)
    until(app, lambda: watching.snapshot.episodes > 0)
    learner, mdp, episodes = watching.thread, watching.opened.mdp, watching.snapshot.episodes
    saved = time.perf_counter()
    file.write_text(ROAD.replace("name: Road", "name: Bus lane").replace("car", "bus"), encoding="utf-8")
    until(app, lambda: app.top.title == "Bus lane")
    assert time.perf_counter() - saved < 1.0
    frames(app, 3)
    assert watching.thread is learner
    assert watching.opened.mdp is mdp
    assert watching.opened.level.obstacles[0].look == "bus"
    assert watching.snapshot.episodes >= episodes
    assert app.top.watching is watching
    assert app.failures == []


@pytest.mark.slow
@pytest.mark.parametrize("text", [LONGER, WAITING, ROAD + "learning: {epsilon: 0.3}\n"])
def test_other_tables_or_settings_begin_learning_anew(start, file, text):
    app = start(file, unlimited=True, overlays=("values", "svm"))
    watching = playing(app)
    until(app, lambda: watching.snapshot.converged_episode is not None and watching.svm.latest is not None)
    learner = watching.thread
    watching.select((2, 0))
    replace_atomically(file, text)
    until(app, lambda: watching.thread is not learner)
    assert watching.selected is None
    until(app, lambda: watching.shown is not None and watching.snapshot.episodes > 0)
    frames(app, 5)
    assert len(app.top.cards.actions.rows) == len(watching.opened.level.actions)
    assert app.top.overlays == {"values", "svm"}
    assert watching.unlimited
    assert app.failures == []


def test_a_mistake_is_told_beside_the_last_good_level_which_goes_on(start, file):
    app = start(file, unlimited=True)
    watching = playing(app)
    board = app.top.board.rect.copy()
    file.write_text(BAD, encoding="utf-8")
    until(app, lambda: watching.complaint is not None)
    frames(app, 3)
    assert isinstance(app.top, Watch)
    card = app.top.complaint
    assert any("road.yaml:6:1" in row.text for row in card.text.rows())
    assert board.contains(card.rect)
    assert not card.rect.colliderect(app.top.board.rect)
    before = watching.snapshot.transitions
    until(app, lambda: watching.snapshot.transitions > before)
    assert watching.opened.level.name == "Road"
    file.write_text(ROAD, encoding="utf-8")
    until(app, lambda: watching.complaint is None)
    frames(app, 2)
    assert not app.top.complaint.visible
    assert app.top.board.rect == board
    assert app.failures == []


def test_a_level_that_became_unsafe_is_told_and_the_report_can_be_closed(start, file):
    app = start(file)
    watching = playing(app)
    for close in (
        lambda: press(app, pygame.K_ESCAPE),
        lambda: click(app, app.top.complaint.dismiss.rect.center),
    ):
        file.write_text(ROAD.replace("..S..", "##S##").replace("=====", "##=##"), encoding="utf-8")
        os.utime(file)
        until(app, lambda: watching.complaint is not None)
        frames(app, 2)
        close()
        frames(app, 2)
        assert watching.complaint is None
        assert not app.top.complaint.visible
        assert isinstance(app.top, Watch)


def test_written_in_two_steps_the_whole_counts(start, file):
    app = start(file)
    watching = playing(app)
    with file.open("w", encoding="utf-8") as half:
        half.write(LONGER[:40])
        half.flush()
        end = time.perf_counter() + 0.8
        until(app, lambda: time.perf_counter() > end)
        half.write(LONGER[40:])
    until(app, lambda: watching.opened.level.board.n_rows == 4)
    until(app, lambda: watching.complaint is None)
    assert app.failures == []


def test_a_deleted_file_keeps_the_last_good_level(start, file):
    app = start(file)
    watching = playing(app)
    opening = watching.opening
    file.unlink()
    end = time.perf_counter() + 0.8
    until(app, lambda: time.perf_counter() > end)
    assert watching.complaint is None
    assert watching.opening is opening
    file.write_text(LONGER, encoding="utf-8")
    until(app, lambda: watching.opened.level.board.n_rows == 4)


def test_a_file_repaired_below_its_report_is_opened_by_itself(start, file):
    file.write_text(BAD, encoding="utf-8")
    app = start(file)
    until(app, lambda: isinstance(app.top, Errors))
    file.write_text(BAD + "bar: 1\n", encoding="utf-8")
    until(app, lambda: isinstance(app.top, Errors) and any("bar" in line for line in app.top.lines))
    file.write_text(ROAD, encoding="utf-8")
    until(app, lambda: isinstance(app.top, Watch) and app.top.watching.opened is not None)
    frames(app)
    assert app.stack.refusal == ""
    assert [type(screen).__name__ for screen in app.stack.screens] == ["Menu", "Watch"]

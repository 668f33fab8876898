"""The watch screen: asking why an action is refused, and what stands at the foot of the window."""

import os
import time
from dataclasses import replace

os.environ["SDL_VIDEODRIVER"] = "dummy"
import numpy as np
import pygame
import pytest

from game.screens.watch.status import draw_status, facts_of
from game.screens.watch.watch import PULSE, TOLD, Watch
from game.services.services import Services
from game.shell.window.display import open_display
from game.ui.boxes import Box
from game.ui.drawing import draw
from game.ui.message import Message, draw_message
from game.ui.theme import DOOMED
from levels.proof.reasons import explain
from levels.text.reader import builtin_levels

FRAME = 1 / 60


@pytest.fixture
def watch_level():
    """Opens the watch screen on a file and waits for its first rollout; the display is paused there."""
    screens = []
    open_display()
    surface = pygame.display.set_mode((1280, 800))

    def begin(path):
        screen = Watch((1280, 800), 1.0, Services(), path)
        screens.append(screen)
        end = time.perf_counter() + 60
        while screen.watching.shown is None:
            assert time.perf_counter() < end, "no rollout came in time"
            screen.update(FRAME)
            screen.draw(surface)
            time.sleep(0.002)
        screen.watching.playback.paused = True
        screen.watching.playback.position = 0.0
        screen.update(FRAME)
        return screen

    yield begin
    for screen in screens:
        screen.close(2)
    pygame.display.quit()
    draw.clear_caches()


@pytest.fixture
def watch(watch_level):
    return watch_level(builtin_levels()["grid_4"])


def press(screen, key):
    screen.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def tab_to(screen, widget):
    for _ in range(40):
        press(screen, pygame.K_TAB)
        if screen.ui.has_focus(widget):
            return
    raise AssertionError("the keyboard does not reach it")


def hover(screen, pos):
    screen.handle(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))


def row_of(screen, kinds):
    return next(row for row in screen.actions.rows if row.reason().kind in kinds)


REFUSED = {"outside", "blocked", "occupied", "swap", "doomed"}


def test_the_keyboard_reaches_every_action_and_its_whole_reason(watch):
    opened, state = watch.watching.opened, watch.watching.state
    for row in watch.actions.rows:
        tab_to(watch, row)
        reason = explain(opened.level, opened.mdp, opened.safe, state, row.action)
        assert watch.foot_message.text == f"{row.action.name.capitalize()}: {reason.text}."
        assert watch.scene().refused is None  # looking alone moves nothing
    press(watch, pygame.K_TAB)
    assert watch.foot_message is None


def test_a_refused_move_is_shown_on_the_board_and_the_rollout_stays_where_it_was(watch):
    row = row_of(watch, REFUSED)
    position, shown = watch.watching.playback.position, watch.watching.shown
    tab_to(watch, row)
    press(watch, pygame.K_RETURN)
    watch.update(0.045)
    scene = watch.scene()
    assert scene.refused is row.action
    assert scene.refused_progress == pytest.approx(0.045 / PULSE)
    watch.update(PULSE)
    assert watch.watching.playback.paused
    scene = watch.scene()  # the mark stays as long as the sentence
    assert (scene.refused, scene.refused_progress) == (row.action, 1.0)
    watch.watching.playback.step()
    for _ in range(5):
        watch.watching.playback.advance(0.1)
    assert watch.scene().refused is None
    watch.watching.playback.back()
    watch.update(TOLD)
    assert watch.scene().refused is None
    watch.watching.playback.position = position
    assert (watch.watching.playback.position, watch.watching.shown) == (position, shown)


@pytest.mark.parametrize(("name", "elsewhere"), [("grid_4", "cell"), ("dead_end", "tick")])
def test_asking_about_another_cell_or_tick_nudges_nobody(watch_level, name, elsewhere):
    watch = watch_level(builtin_levels()[name])
    if elsewhere == "cell":
        watch.watching.select((0, 0))
    else:
        watch.watching.look_ahead(1)
    watch.update(FRAME)
    row = row_of(watch, REFUSED)
    tab_to(watch, row)
    press(watch, pygame.K_RETURN)
    watch.update(0.045)
    assert watch.foot_message == row.message()
    assert watch.scene().refused is None


def test_a_click_tells_the_reason_for_a_while(watch):
    row = row_of(watch, REFUSED)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        watch.handle(pygame.Event(kind, pos=row.rect.center, button=1))
    assert watch.foot_message == row.message()
    assert watch.scene().refused is row.action
    hover(watch, (5, 5))
    watch.update(TOLD)
    assert watch.foot_message is None


def test_under_the_mouse_a_refused_move_is_told_at_the_foot_and_nothing_hides_the_other_rows(watch):
    row = row_of(watch, REFUSED)
    hover(watch, row.rect.center)
    assert watch.foot_message == row.message()
    watch.ui.advance(1.0)
    watch.ui.advance(1.0)
    assert watch.ui.tooltip == ""
    hover(watch, row_of(watch, {"allowed"}).rect.center)
    assert watch.foot_message is None


def test_the_timelines_tooltip_hides_no_words_of_the_status_line(watch):
    line = watch.timeline
    for x in (line.rect.x + 5, line.track.centerx, line.track.right):
        hover(watch, (x, line.track.centery))
        watch.ui.advance(1.0)
        watch.ui.advance(1.0)
        assert watch.ui.tooltip
        words = pygame.Rect(*watch.layout.status).union(line.rect)
        plain, told = pygame.Surface((1280, 800)), pygame.Surface((1280, 800))
        watch.ui.draw_popups(told)
        assert told.subsurface(words).get_buffer().raw == plain.subsurface(words).get_buffer().raw
        assert told.get_buffer().raw != plain.get_buffer().raw


def test_an_allowed_action_is_told_but_not_played(watch):
    row = row_of(watch, {"allowed"})
    tab_to(watch, row)
    press(watch, pygame.K_SPACE)
    assert watch.foot_message.text.endswith(": allowed.")
    assert watch.scene().refused is None


def test_the_reason_follows_the_agent_while_the_row_has_the_focus(watch):
    row = row_of(watch, REFUSED)
    tab_to(watch, row)
    for _ in range(3):
        watch.watching.playback.step()
        for _ in range(30):
            watch.update(FRAME)
        assert watch.foot_message.text == f"{row.action.name.capitalize()}: {row.reason().text}."


@pytest.mark.parametrize("width", [400, 800, 1280])
def test_a_message_is_whole_and_covers_no_fact(ui, watch, width):
    strip = Box(0, 564, width, 36)
    message = Message("Right: " + "a long story about a lane " * 3 + "ends here.", "hourglass", DOOMED)
    surface = pygame.Surface((width, 600))
    draw_status(ui, surface, strip, watch.watching, 60.0, message)
    facts = surface.copy()
    draw_message(ui, surface, strip, message)
    changed = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1), facts)
    changed.invert()
    first, *others = changed.get_bounding_rects()
    pill = first.unionall(others)
    assert pill.left > 0
    assert pill.right < width
    below = facts.subsurface(pill)
    assert pygame.mask.from_threshold(below, (0, 0, 0), (1, 1, 1)).count() == pill.width * pill.height


def test_waiting_for_the_svm_is_told_first(watch):
    assert "fitting the SVM …" not in [fact for _, fact, _ in facts_of(watch.watching)]
    assert facts_of(watch.watching, fitting=True)[0][1] == "fitting the SVM …"


def test_amber_is_left_to_what_is_doomed(watch):
    watch.watching.playback.paused = watch.watching.training_paused = True
    watch.watching.ahead = 2
    facts = facts_of(watch.watching, fitting=True)
    assert {"display paused", "training paused", "looking 2 ticks ahead"} <= {fact for _, fact, _ in facts}
    assert not [fact for icon, fact, color in facts if color == DOOMED or icon == "hourglass"]


def test_training_from_every_phase_is_told(ui, watch_level, tmp_path):
    text = "format: 1\nname: Road\nmap: |\n  .G.\n  ===\n  .S.\nlearning: {start_phases: all}\nobstacles:\n"
    text += "  - {kind: lane, look: car, row: 1, direction: right, every: 2, loop: 6, at: [0]}\n"
    path = tmp_path / "road.yaml"
    path.write_text(text, encoding="utf-8")
    told = "shown from phase 0, trained from all phases"
    assert told in [fact for _, fact, _ in facts_of(watch_level(path).watching)]
    assert told not in [
        fact for _, fact, _ in facts_of(watch_level(builtin_levels()["crossy_road"]).watching)
    ]


def test_the_shortest_way_is_shown_to_its_end_however_long(watch, monkeypatch):
    monkeypatch.setattr("game.presenters.watching.LEAST_LIMIT", 0)
    monkeypatch.setattr("game.presenters.watching.MOST_LIMIT", 3)
    watching = watch.watching
    best = np.argmax(np.nan_to_num(watching.opened.optimal.q_star, nan=-np.inf), axis=1)
    labels = np.where(watching.opened.safe.allowed.any(axis=1), best, -1).astype(np.int8)
    watching.snapshot = replace(watching.snapshot, labels=labels)
    watching.next_rollout()
    assert watching.shown.rollout.outcome == "goal"
    assert len(watching.shown.rollout.actions) == watching.opened.certificate.shortest > 3

"""Moves explained on the watch page: asked about by key and mouse, the next trap, what is promised."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from game.presenters.traps import NO_TRAPS, NONE_AHEAD
from game.screens.panel import plain_verdict
from game.screens.watch.explaining import PULSE, SAFE_FOR_GOOD, SAFE_FOR_NOW, TOLD
from game.screens.watch.moves import plain_title
from learner.core.rollout import Rollout
from levels.proof.reasons import explain
from levels.text.reader import builtin_levels
from tests.unit.game.screens.watch.asking import FRAME, REFUSED, drawn, hover, press, row_of, tab_to


def test_the_keyboard_reaches_every_move_and_its_whole_reason(watch):
    opened, state = watch.watching.opened, watch.watching.state
    for row in watch.cards.moves.rows:
        tab_to(watch, row)
        assert watch.scene().refused is None  # looking alone moves nothing, and says nothing
        press(watch, pygame.K_RETURN)
        reason = explain(opened.level, opened.mdp, opened.safe, state, row.action)
        speech = watch.bubble.speech
        assert speech.title == plain_title(row.action.name.capitalize(), reason)
        assert (speech.icon, speech.color) == plain_verdict(reason, opened.level)[1:]
        if reason.kind != "allowed":
            assert speech.text.lower() == f"{reason.text}.".lower()
        press(watch, pygame.K_ESCAPE)
        assert watch.bubble.speech is None
        assert not watch.bubble.visible


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
    scene = watch.scene()  # the mark stays as long as the bubble
    assert (scene.refused, scene.refused_progress) == (row.action, 1.0)
    watch.watching.playback.step()
    for _ in range(5):
        watch.watching.playback.advance(0.1)
    assert watch.scene().refused is None
    watch.update(FRAME)
    watch.watching.playback.back()
    watch.update(FRAME)
    assert watch.scene().refused is None  # what was told once is over when the agent comes back
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
    watch.cards.turn_to("plain")
    row = row_of(watch, REFUSED)
    tab_to(watch, row)
    press(watch, pygame.K_RETURN)
    watch.update(0.045)
    assert watch.bubble.speech.title.startswith(row.action.name.capitalize())
    assert watch.scene().refused is None


def test_a_click_tells_the_reason_for_a_while(watch):
    row = row_of(watch, REFUSED)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        watch.handle(pygame.Event(kind, pos=row.rect.center, button=1))
    assert watch.bubble.visible
    assert watch.scene().refused is row.action
    watch.update(TOLD)
    assert watch.bubble.visible  # while the display is paused there is time to read
    watch.watching.playback.paused = False
    watch.update(TOLD)
    assert not watch.bubble.visible


def test_under_the_mouse_a_move_says_nothing_and_nothing_hides_the_other_rows(watch):
    hover(watch, row_of(watch, REFUSED).rect.center)
    watch.ui.advance(1.0)
    watch.ui.advance(1.0)
    assert watch.ui.tooltip == ""
    assert not watch.bubble.visible


def test_an_allowed_move_is_told_but_not_played(watch):
    row = row_of(watch, {"allowed"})
    tab_to(watch, row)
    press(watch, pygame.K_SPACE)
    assert watch.bubble.speech.title == f"{row.action.name.capitalize()} is safe"
    assert watch.scene().refused is None


def test_a_refusal_names_the_moves_that_are_safe(watch):
    row_of(watch, REFUSED).activate()
    safe = [row.action.name.capitalize() for row in watch.cards.moves.rows if row.reason().kind == "allowed"]
    assert watch.bubble.speech.more == f"Safe: {', '.join(safe)}."


def test_the_bubble_keeps_clear_of_the_agents_neighbours_and_lies_within_the_board(watch):
    row_of(watch, REFUSED).activate()
    drawn(watch)
    cell = watch.board.rect_of(watch.board.agent_cell())
    assert not watch.bubble.rect.colliderect(cell.inflate(2 * cell.width, 2 * cell.height))
    assert watch.board.rect.contains(watch.bubble.rect)
    assert watch.bubble.rect.contains(watch.bubble.close.rect)
    tab_to(watch, watch.bubble.close)
    press(watch, pygame.K_RETURN)
    assert not watch.bubble.visible


@pytest.mark.parametrize(("safety", "text"), [("viable", SAFE_FOR_GOOD), ("one_step", SAFE_FOR_NOW)])
def test_a_safe_move_is_promised_no_more_than_was_proved(watch, monkeypatch, safety, text):
    level = watch.watching.opened.level.model_copy(update={"safety": safety})
    opened = replace(watch.watching.opened, level=level)
    monkeypatch.setattr(type(watch.watching), "opened", opened)
    row_of(watch, {"allowed"}).activate()
    assert watch.bubble.speech.text == text


def told(watch):
    return watch.services.messages.message.text


def test_next_trap_plays_up_to_a_trap_and_explains_it(watch_level):
    watch = watch_level(builtin_levels()["dead_end"])
    watching = watch.watching
    mdp, safe = watching.opened.mdp, watching.opened.safe
    doomed = safe.one_step & ~safe.allowed & safe.reachable[:, None]
    state, column = (int(number) for number in np.argwhere(doomed)[0])
    plain = int(np.flatnonzero(safe.reachable & ~mdp.goal & ~doomed.any(axis=1))[0])
    rollout = Rollout((plain, plain, state, plain), (0, 0, 0), (False,) * 3, "limit", "")
    watching.shown = replace(watching.shown, rollout=rollout)
    watching.playback.start(rollout)
    watch.overlays = frozenset({"safety"})
    press(watch, pygame.K_j)
    for _ in range(60):
        watch.update(FRAME)
    assert watching.playback.position == 2
    assert watching.playback.paused
    reason = explain(watching.opened.level, mdp, safe, state, mdp.actions[column])
    assert reason.kind == "doomed"
    assert watch.bubble.speech.title == f"{mdp.actions[column].name.capitalize()} is a trap"
    assert watch.bubble.speech.text == f"{reason.text[:1].upper()}{reason.text[1:]}."
    assert watch.scene().refused is mdp.actions[column]
    assert watch.scene().trace.steps[-1][1] == mdp.cell(reason.trace[-1])
    press(watch, pygame.K_j)
    assert told(watch) == NONE_AHEAD
    assert watching.playback.position == 2


def test_a_level_without_traps_says_so(watch):
    press(watch, pygame.K_j)
    assert told(watch) == NO_TRAPS

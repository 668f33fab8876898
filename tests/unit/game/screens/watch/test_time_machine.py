"""The time machine in the whole window: the line under the board plays what had been learned by then."""

from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from game.screens.watch.timeline import Timeline
from levels.text.reader import builtin_levels
from tests.unit.game.driving import click, frames, playing, press, until


@pytest.fixture
def app(start):
    """A level that has been learned, with training paused."""
    app = start(builtin_levels()["grid_4"], unlimited=True)
    watching = playing(app)
    until(app, lambda: watching.past.marks.optimal_episode is not None)
    press(app, pygame.K_t, sign="t")
    until(app, lambda: watching.status == "paused")
    return app


def scrub(app, episode):
    """Drags the line's knob to where an episode stands."""
    line = app.top.player.timeline
    places = (line.track.right, line.track.centery), (line.place(episode), line.track.centery)
    for kind, pos, held in (
        (pygame.MOUSEMOTION, places[0], 0),
        (pygame.MOUSEBUTTONDOWN, places[0], 1),
        (pygame.MOUSEMOTION, places[1], 1),
        (pygame.MOUSEBUTTONUP, places[1], 0),
    ):
        moved = {"rel": (0, 0), "buttons": (held, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        app.handle(pygame.event.Event(kind, pos=pos, **moved))
    frames(app, 2)


def test_dragging_plays_the_policy_of_that_moment_and_its_values(app):
    watching = app.top.watching
    middle = watching.past.moments[len(watching.past.moments) // 2]
    scrub(app, middle.episode)
    assert watching.moment is middle
    assert watching.shown.episodes == middle.episode
    assert np.array_equal(watching.labels, middle.labels)
    assert np.array_equal(watching.visits, middle.visits)
    assert np.array_equal(watching.shown.q, middle.q.astype(float), equal_nan=True)
    assert watching.visits.sum() == middle.transitions < watching.snapshot.transitions


def test_before_learning_nothing_was_visited_and_now_it_is(app):
    watching = app.top.watching
    scrub(app, 0)
    assert watching.moment.episode == 0
    assert not watching.visits.any()
    click(app, (app.top.player.timeline.track.right, app.top.player.timeline.track.centery))
    assert watching.moment is None
    assert watching.visits.sum() == watching.snapshot.transitions


@pytest.mark.parametrize(("late", "said"), [(0, "Best possible"), (1, "Best guaranteed")])
def test_the_star_says_what_is_best_on_the_level(ui, make_level, late, said):
    lane = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "at": [0], "late": late}
    opened = SimpleNamespace(level=make_level(["G..", "===", "S.."], obstacles=[lane]))
    marks = SimpleNamespace(first_goal_episode=None, optimal_episode=40, converged_episode=None)
    past = SimpleNamespace(moments=(), marks=marks, missing="")
    line = Timeline(ui, SimpleNamespace(opened=opened, past=past, snapshot=SimpleNamespace(episodes=90)))
    line.rect = pygame.Rect(0, 0, 300, 20)
    tip, _ = line.tip_at((line.place(40), 10))
    assert tip == f"{said} for the first time: after 40 practice runs"


def test_a_mark_is_a_moment_and_the_keyboard_reaches_every_one(app):
    watching, line = app.top.watching, app.top.player.timeline
    scrub(app, watching.past.marks.optimal_episode)
    assert watching.moment.episode == watching.past.marks.optimal_episode
    assert watching.moment.optimal
    app.top.ui.focus_on(line)
    press(app, pygame.K_HOME)
    seen = [watching.moment.episode]
    for _ in watching.past.moments:
        press(app, pygame.K_RIGHT)
        seen += [watching.moment.episode] if watching.moment else []
    assert seen == [moment.episode for moment in watching.past.moments]
    assert watching.moment is None
    press(app, pygame.K_LEFT)
    assert watching.moment is watching.past.moments[-1]


def test_looking_at_the_past_does_not_change_learning(app):
    watching = app.top.watching
    before = watching.snapshot.transitions
    for moment in watching.past.moments[::5]:
        scrub(app, moment.episode)
    assert watching.snapshot.transitions == before
    assert watching.status == "paused"
    assert app.failures == []

"""The time machine in the whole window: the line under the board plays what had been learned by then."""

from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from game.screens.watch.timeline import Timeline
from game.ui.axis import short
from learner.core.commands import SetLearning
from levels.text.reader import builtin_levels
from tests.unit.game.driving import click, frames, pass_time, playing, press, until


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


def test_a_moment_is_compared_with_the_optimum_of_its_own_discount(app):
    """On a path of n steps of cost 1 the optimum is -n where γ = 1, and -(1 - γⁿ) / (1 - γ) elsewhere."""
    watching, card = app.top.watching, app.top.cards.cell
    start = watching.opened.mdp.starts[0]
    steps = int(watching.opened.optimal.steps_to_goal[start])
    watching.change_learning(SetLearning(discount=0.5))
    press(app, pygame.K_t, sign="t")
    until(app, lambda: watching.past.moments[-1].learning.discount == 0.5)
    app.top.cards.turn_to("cell")
    watching.select(watching.opened.mdp.cell(start))
    old, new = watching.past.moments[0], watching.past.moments[-1]
    for moment, gamma, best in ((old, 1.0, -steps), (new, 0.5, -2 * (1 - 0.5**steps)), (None, 0.5, None)):
        watching.go_to(moment)
        pass_time(app, 0.2)
        best = watching.snapshot.optimum.v_star[start] if best is None else best
        assert max(row.q_star for row in card._values(start) if row.q_star is not None) == best
        assert app.top.board.overlay_data().optimal.v_star[start] == best
        assert card._update()[0].discount == gamma
        tip, _ = card.tip_at((card.rect.centerx, card._tops["values"] + 30))
        assert ("Both are for γ = 1, as it was then; now γ = 0.5." in tip) == (moment is old)


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


def looked_into(app, tab, card):
    """The chart of a card, drawn."""
    app.top.cards.show(tab, card)
    pass_time(app, 0.6)
    return getattr(app.top.cards, card).chart


@pytest.mark.parametrize(
    ("tab", "card"), [("details", "change"), ("plain", "crossing"), ("cell", "cell")], ids=lambda word: word
)
def test_a_click_in_a_chart_goes_to_that_moment_and_the_cursor_shows_it(app, tab, card):
    watching, chart = app.top.watching, looked_into(app, tab, card)
    assert chart.visible
    assert chart.cursor is None
    plot, across = chart._plot
    click(app, (plot.x + plot.width // 3, plot.centery))
    frames(app, 2)
    wanted = across.high / 3
    nearest = min(watching.past.moments, key=lambda moment: abs(moment.episode - wanted))
    assert (
        abs(watching.moment.episode - wanted) <= abs(nearest.episode - wanted) + 2 * across.high / plot.width
    )
    assert chart.cursor == watching.moment.episode
    press(app, pygame.K_LEFT, mod=pygame.KMOD_LCTRL)
    frames(app, 2)
    moments = watching.past.moments
    assert chart.cursor == watching.moment.episode < moments[moments.index(watching.moment) + 1].episode
    click(app, (plot.right - 1, plot.centery))
    frames(app, 2)
    assert watching.moment is None
    assert chart.cursor is None
    assert app.failures == []


def test_the_readings_are_those_of_the_moment(app, monkeypatch):
    watching = app.top.watching
    looked_into(app, "details", "change")
    moments, history = watching.past.moments, watching.snapshot.history
    moment = moments[len(moments) // 2]
    watching.go_to(moment)
    written, write = [], app.top.ui.text

    def text(target, words, *args, **more):
        written.append(words)
        return write(target, words, *args, **more)

    monkeypatch.setattr(app.top.ui, "text", text)
    frames(app, 3)
    change = history.change_mean[np.searchsorted(history.episodes, moment.episode)]
    assert f"Σ|ΔQ| {short(change)}" in written
    assert f"{moment.episode:,} episodes" in written

"""A button that comes up where the window can't hear of it ends what it held, on every screen.

The events are those that SDL sends under X: with the focus a held mouse is followed outside the window and
its release is heard; once the focus is lost it is not, and the button counts as held until the next click.
"""

import pygame
import pytest

from game.ui import Dialog
from levels.text.reader import builtin_levels
from tests.unit.game.board.test_large_boards import rooms
from tests.unit.game.driving import drop, frames, playing, press, until
from tests.unit.game.screens.edit.editing_hands import settle

UNHEARD = {
    "moved": [],
    "focus": [pygame.WINDOWFOCUSLOST],
    "left": [pygame.WINDOWLEAVE],
}
"""What tells that the button may be up: a motion without it, or an event of the window."""


def down(app, pos):
    move(app, pos, held=False)
    app.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))


def move(app, pos, *, held):
    app.handle(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(int(held), 0, 0)))
    frames(app)


def lose(app, how, back):
    """Lets the button go unheard, and comes back to a place; without the focus it still counts as held."""
    for kind in UNHEARD[how]:
        app.handle(pygame.Event(kind))
    move(app, back, held=how != "moved")


@pytest.fixture
def watched(start):
    """A level being watched that has a past to scrub through."""
    app = start(builtin_levels()["grid_4"], (1500, 800), unlimited=True)
    watching = playing(app)
    until(app, lambda: len(watching.past.moments) > 3)
    press(app, pygame.K_t, sign="t")
    until(app, lambda: watching.status == "paused")
    frames(app, 2)
    return app


@pytest.fixture
def edited(start):
    """A new level in the editor."""
    app = start()
    press(app, pygame.K_n, sign="n")
    press(app, pygame.K_TAB)
    press(app, pygame.K_RETURN, sign="\r")
    frames(app, 2)
    settle(app)
    return app


@pytest.mark.parametrize("how", UNHEARD)
def test_the_slider_stays_where_it_was(watched, how):
    slider, watching = watched.top.cards.learning.pace, watched.top.watching
    track = slider.track()
    down(watched, (track.right, track.centery))
    last = slider.stops - 1
    assert watching.rate_index == last
    lose(watched, how, (track.x, track.centery))
    assert watching.rate_index == last
    assert watched.top.ui.pressed is None


@pytest.mark.parametrize("how", UNHEARD)
def test_the_timeline_stays_where_it_was(watched, how):
    line, watching = watched.top.player.timeline, watched.top.watching
    down(watched, (line.place(0), line.track.centery))
    moment = watching.moment
    assert moment.episode == 0
    lose(watched, how, (line.track.right, line.track.centery))
    assert watching.moment is moment


@pytest.mark.parametrize("how", UNHEARD)
def test_a_stroke_of_the_editor_ends_and_is_one_change(edited, how):
    pane, editing = edited.top.pane, edited.top.editing
    before = editing.text
    press(edited, pygame.K_7, sign="7")
    down(edited, pane.rect_of((1, 1)).center)
    move(edited, pane.rect_of((1, 2)).center, held=True)
    move(edited, (-90, -70), held=True)
    drawn = editing.text
    assert drawn != before
    lose(edited, how, pane.rect_of((4, 4)).center)
    move(edited, pane.rect_of((4, 5)).center, held=how != "moved")
    assert editing.text == drawn
    assert editing.undo()
    assert editing.text == before
    assert not editing.can_undo


@pytest.mark.parametrize("how", UNHEARD)
def test_a_lane_is_laid_as_far_as_it_was_drawn(edited, how):
    pane, editing = edited.top.pane, edited.top.editing
    n_before = len(editing.judged.obstacles)
    press(edited, pygame.K_p, sign="p")
    down(edited, pane.rect_of((1, 1)).center)
    move(edited, pane.rect_of((1, 3)).center, held=True)
    lose(edited, how, pane.rect_of((5, 3)).center)
    settle(edited)
    (patrol,) = editing.judged.obstacles[n_before:]
    assert set(patrol.track(9, 9)) == {(1, 1), (1, 2), (1, 3)}


@pytest.mark.parametrize("how", UNHEARD)
def test_a_button_that_was_pressed_does_nothing(watched, how):
    button = watched.top.player.play
    down(watched, button.rect.center)
    lose(watched, how, button.rect.center)
    watched.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=button.rect.center, button=1))
    assert not watched.top.watching.playback.paused


@pytest.mark.parametrize("how", UNHEARD)
@pytest.mark.parametrize("place", ["board", "map"])
def test_a_large_board_is_no_longer_dragged(start, tmp_path, how, place):
    path = tmp_path / "rooms.yaml"
    text = "\n".join(f"  {row}" for row in rooms(goal=(5, 25)))
    path.write_text(f"format: 1\nname: rooms\nmap: |\n{text}\n")
    app = start(path)
    playing(app)
    press(app, pygame.K_SPACE)
    frames(app, 3)
    board = app.top.board
    port = board.large.port
    x, y = board.rect.center
    if place == "map":
        x, y = next(
            (a, b)
            for a in range(board.rect.right - 1, board.rect.x, -4)
            for b in range(board.rect.bottom - 1, board.rect.y, -4)
            if board.large.minimap.hit((a - board.origin[0], b - board.origin[1]), port)
        )
    down(app, (x, y))
    move(app, (x - 20, y - 12), held=True)
    seen = port.x, port.y
    lose(app, how, (x - 60, y - 40))
    assert (port.x, port.y) == seen


def test_a_scroll_bar_is_no_longer_held_and_the_next_click_is_one(start):
    app = start(size=(900, 600))
    frames(app, 2)
    cards = app.top.cards
    down(app, cards.bar().center)
    move(app, (cards.bar().centerx, cards.rect.centery), held=True)
    seen = cards.offset
    assert seen > 0
    lose(app, "focus", cards.card(0).center)
    assert cards.offset == seen
    clicked = next(iter(cards.in_sight().values())).center
    down(app, clicked)
    move(app, (clicked[0], clicked[1] + 3), held=True)
    assert cards.offset == seen


def test_with_the_focus_the_mouse_is_followed_outside_and_back(watched):
    slider, watching = watched.top.cards.learning.pace, watched.top.watching
    track = slider.track()
    down(watched, (track.right, track.centery))
    move(watched, (-300, -40), held=True)
    assert watching.rate_index == 0
    move(watched, (5000, 4000), held=True)
    assert watching.rate_index == slider.stops - 1
    watched.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=(5000, 4000), button=1))
    move(watched, (track.x, track.centery), held=False)
    assert watching.rate_index == slider.stops - 1


def test_a_dialog_or_another_screen_ends_a_stroke_too(edited):
    pane, editing = edited.top.pane, edited.top.editing
    before = editing.text
    press(edited, pygame.K_7, sign="7")
    down(edited, pane.rect_of((1, 1)).center)
    press(edited, pygame.K_h, sign="h")
    drawn = editing.text
    press(edited, pygame.K_ESCAPE)
    move(edited, pane.rect_of((1, 3)).center, held=True)
    assert editing.text == drawn
    edited.top.ui.show(Dialog(edited.top.ui, "?", ["?"], buttons=("a",), on_answer=lambda _: None, icon="x"))
    press(edited, pygame.K_ESCAPE)
    down(edited, pane.rect_of((1, 4)).center)
    drop(edited, builtin_levels()["grid_5"])
    frames(edited)
    assert edited.top.name == "watch"
    assert editing.undo()
    assert editing.undo()
    assert editing.text == before

"""After a new window size every card looks as in a window that always had that size."""

import pygame
import pytest

from game.screens.screen import EditLevel
from game.ui import Line, ScrollText
from levels.text.reader import builtin_levels
from tests.unit.game.driving import frames, playing, press, until

SIZES = [(1280, 800), (900, 600), (1600, 1000)]


def resized(app, size):
    app.window.system.size = size
    until(app, lambda: app.window.size == size)
    frames(app, 3)


def looks(app, card):
    """What a card looks like: its place, and its pixels down to the window's foot."""
    part = card.rect.union((card.rect.x, app.window.size[1] - 1, 1, 1))
    return tuple(card.rect), pygame.image.tobytes(app.window.surface.subsurface(part), "RGB")


def edited(start, size):
    app = start(size=size)
    app.stack.take(EditLevel(builtin_levels()["crossy_road"]))
    until(app, lambda: app.top.editing.up_to_date)
    app.top.pane.chosen = 0
    frames(app, 3)
    return app


@pytest.mark.slow
def test_the_editors_sliders_have_the_places_of_the_new_size(start):
    fresh = {}
    for size in set(SIZES):
        app = edited(start, size)
        fresh[size] = looks(app, app.top.obstacle)
        assert all(slider.visible for slider in app.top.obstacle.sliders)  # in any window
        app.close()
    app = edited(start, SIZES[0])
    for size in SIZES[1:]:
        resized(app, size)
        assert looks(app, app.top.obstacle) == fresh[size], size


def watched(start, size, tab):
    """A level with its display and its training paused at the start, a cell selected."""
    app = start(builtin_levels()["crossy_road"], size)
    watching = playing(app)
    press(app, pygame.K_SPACE)
    press(app, pygame.K_t)
    until(app, lambda: watching.status == "paused")
    watching.select((13, 4))
    frames(app)
    app.top.cards.turn_to(tab)
    frames(app, 3)
    return app


def shown_widgets(card):
    """Whatever of a card is in sight, and where."""
    return [(type(widget).__name__, tuple(widget.rect)) for widget in card.walk()]


@pytest.mark.parametrize(("tab", "sizes"), [("plain", [(1180, 700)]), ("cell", [(960, 600), (1600, 1000)])])
def test_the_cards_of_watching_have_the_parts_of_the_new_size_in_its_first_frame(start, tab, sizes):
    fresh = []
    for size in sizes:
        app = watched(start, size, tab)
        fresh.append(shown_widgets(app.top.panel))
        app.close()
    app = watched(start, (1280, 800), tab)
    for size, parts in zip(sizes, fresh, strict=True):
        app.window.system.size = size
        while app.window.size != size:
            app.advance(1 / 60)
        assert shown_widgets(app.top.panel) == parts, size
        frames(app)


def test_the_mouse_is_over_what_lies_under_it_now(start):
    app = start(builtin_levels()["grid_4"])
    playing(app)
    frames(app)
    place = app.top.toolbar.speaker.rect.center
    app.handle(pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))
    assert app.top.ui.hover is app.top.toolbar.speaker
    resized(app, (960, 600))
    assert app.top.ui.hover is not app.top.toolbar.speaker


def test_nothing_is_scrolled_beyond_its_end_in_a_larger_window(ui, hands):
    text = ScrollText(ui, [Line("x" * 60, mono=True)] * 40)
    text.rect = pygame.Rect(0, 0, 200, 100)
    ui.root = [text]
    hands.move((50, 50))
    text.scroll_by(10_000)
    text.scroll_right(10_000)
    assert (text.offset, text.left) == (text.reach, text.widest() - text.inner_width)
    text.rect = pygame.Rect(0, 0, 2000, 300)
    ui.rearrange()
    ui.draw(pygame.Surface(ui.size))
    assert text.offset == text.reach
    assert text.left == 0
    text.rect = pygame.Rect(0, 0, 2000, 3000)
    ui.draw(pygame.Surface(ui.size))
    assert text.offset == 0


def test_a_menu_below_a_button_moves_with_it(start):
    """Compare and watch close theirs; a popup that stays is laid out once its owner has its new place."""
    app = start(builtin_levels()["grid_4"])
    playing(app)
    order = []

    class Told(type(app.top)):
        def arrange(self):
            super().arrange()
            order.append("screen")

    app.top.__class__ = Told
    press(app, pygame.K_h)
    dialog = app.top.ui.popups[-1]
    laid = dialog.layout
    dialog.layout = lambda: (order.append("popup"), laid())
    resized(app, (960, 600))
    assert order == ["screen", "popup"]
    assert dialog.rect.center == (480, 300)

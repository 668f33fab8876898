"""Ui: focus order, hover, tooltips by an injected clock, popups above all else."""

import pygame
import pytest

from game.ui import Button, Line, Popup, ScrollText, Slider, Toggle, Widget, WidgetTree


@pytest.fixture
def row(ui):
    """Three buttons side by side, with what they did."""
    done = []
    buttons = [
        Button(ui, text=name, on_click=lambda name=name: done.append(name), tip=f"tip {name}")
        for name in "abc"
    ]
    for place, button in enumerate(buttons):
        button.rect = pygame.Rect(10 + 100 * place, 10, 80, 36)
    ui.root = list(buttons)
    return buttons, done


def test_tab_goes_round_in_order_and_back(ui, hands, row):
    buttons, _ = row
    seen = [ui.focus for _ in range(4) if hands.tab()]
    assert seen == [*buttons, buttons[0]]
    hands.tab(back=True)
    assert ui.focus is buttons[2]


def test_tab_leaves_out_what_is_invisible(ui, hands, row):
    buttons, _ = row
    buttons[0].visible = buttons[1].visible = False
    hands.tab()
    assert ui.focus is buttons[2]
    hands.tab()
    assert ui.focus is buttons[2]


def test_children_come_in_the_order_they_are_drawn(ui, hands, row):
    buttons, _ = row
    group = Widget(ui)
    group.children = [buttons[2], buttons[0]]
    ui.root = [group, buttons[1]]
    assert [ui.focus for _ in range(3) if hands.tab()] == [buttons[2], buttons[0], buttons[1]]


def test_an_empty_window_leaves_tab_to_others(ui, hands):
    assert not hands.tab()
    assert ui.focus is None


def test_return_and_space_press_the_focused_button(hands, row):
    _, done = row
    assert not hands.key(pygame.K_SPACE)
    hands.tab()
    assert hands.key(pygame.K_SPACE)
    assert hands.key(pygame.K_RETURN)
    assert done == ["a", "a"]
    assert not hands.key(pygame.K_p)


def test_a_click_leaves_the_keys_to_the_program(ui, hands, row):
    _, done = row
    hands.click((30, 20))
    assert done == ["a"]
    assert not hands.key(pygame.K_SPACE)
    assert not ui.ringed
    hands.tab()
    assert ui.ringed


def test_a_click_counts_only_where_it_began_and_ended(hands, row):
    _, done = row
    hands.down((30, 20))
    hands.up((130, 20))
    hands.down((400, 300))
    hands.up((30, 20))
    assert done == []


def test_events_over_nothing_are_left_to_others(hands, row):
    assert not hands.move((400, 300))
    assert not hands.down((400, 300))
    assert not hands.up((400, 300))
    assert not hands.wheel(1)
    assert hands.move((30, 20))


def test_a_tooltip_waits_for_its_time(ui, hands, row):
    hands.move((30, 20))
    ui.advance(0.016)
    ui.advance(0.30)
    assert ui.tooltip == ""
    ui.advance(0.06)
    assert ui.tooltip == "tip a"


def test_a_tooltip_starts_again_on_another_widget_and_goes_with_a_press(ui, hands, row):
    hands.move((30, 20))
    ui.advance(0)
    ui.advance(1)
    hands.move((130, 20))
    ui.advance(0.1)
    assert ui.tooltip == ""
    ui.advance(1)
    assert ui.tooltip == "tip b"
    hands.down((130, 20))
    assert ui.tooltip == ""
    ui.advance(1)
    assert ui.tooltip == ""


def test_a_tooltip_goes_when_the_mouse_leaves_the_window(ui, hands, row):
    hands.move((30, 20))
    ui.advance(0)
    ui.advance(1)
    ui.event(pygame.Event(pygame.WINDOWLEAVE))
    ui.advance(0.016)
    assert ui.tooltip == ""


def test_a_widget_that_has_gone_shows_no_tooltip(ui, hands, row):
    buttons, _ = row
    hands.move(buttons[0].rect.center)
    ui.advance(1.0)
    buttons[0].visible = False  # as when the window has become too small for it
    buttons[0].tip_at = lambda _pos: pytest.fail("it was asked all the same")
    ui.advance(1.0)
    assert ui.tooltip == ""


def test_the_focus_shows_its_tooltip_too(ui, hands, row):
    hands.tab()
    ui.advance(0)
    ui.advance(1)
    assert ui.tooltip == "tip a"


def test_a_tooltip_stays_inside_the_window(ui, hands, surface):
    button = Button(ui, text="x", on_click=lambda: None, tip="a rather long explanation " * 6)
    button.rect = pygame.Rect(720, 560, 70, 36)
    ui.root = [button]
    hands.move((730, 570))
    ui.advance(0)
    ui.advance(1)
    before = surface.copy()
    ui.draw(surface)
    changed = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1), before)
    changed.invert()
    box = changed.get_bounding_rects()[0].unionall(changed.get_bounding_rects())
    assert box.right <= 800
    assert box.bottom <= 600
    assert box.top < 540


def test_a_popup_takes_the_focus_and_gives_it_back(ui, hands, row):
    buttons, done = row
    hands.tab()
    popup = Popup(ui)
    popup.rect = pygame.Rect(300, 300, 200, 100)
    inside = Toggle(ui, "inside", lambda _: None)
    inside.rect = pygame.Rect(310, 310, 180, 30)
    popup.children = [inside]
    ui.show(popup)
    assert ui.focus is inside
    hands.tab()
    assert ui.focus is inside
    assert hands.key(pygame.K_SPACE)
    assert inside.on
    assert hands.key(pygame.K_ESCAPE)
    assert ui.focus is buttons[0]
    assert ui.popups == []
    assert done == []


def test_a_click_outside_a_popup_does_nothing(ui, hands, row):
    _, done = row
    popup = Popup(ui)
    popup.rect = pygame.Rect(300, 300, 200, 100)
    ui.show(popup)
    assert hands.click((30, 20)) == (True, True)
    assert ui.popups == [popup]
    assert done == []


def test_the_window_is_dirty_only_when_something_changed(ui, hands, row, surface):
    ui.draw(surface)
    assert not ui.dirty
    hands.move((400, 300))
    assert not ui.dirty
    hands.move((30, 20))
    assert ui.dirty
    ui.draw(surface)
    hands.move((32, 21))
    assert not ui.dirty
    hands.key(pygame.K_p)
    assert not ui.dirty
    hands.tab()
    assert ui.dirty


@pytest.mark.parametrize("live", [True, False])
def test_dragging_in_what_is_drawn_every_frame_makes_nothing_else_dirty(ui, hands, row, surface, live):
    buttons, _ = row
    buttons[0].live = live
    ui.event(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(30, 20), button=1))
    ui.draw(surface)
    ui.event(pygame.Event(pygame.MOUSEMOTION, pos=(32, 21), rel=(2, 1), buttons=(1, 0, 0)))
    assert ui.dirty is not live


@pytest.mark.parametrize("live", [True, False])
def test_a_press_on_what_is_drawn_every_frame_redraws_the_rest_without_haste(ui, row, surface, live):
    buttons, _ = row
    buttons[0].live = live
    ui.event(pygame.Event(pygame.MOUSEMOTION, pos=(30, 20), rel=(1, 0), buttons=(0, 0, 0)))
    for button in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        ui.draw(surface)
        ui.event(pygame.Event(button, pos=(30, 20), button=1))
        assert (ui.dirty, ui.stale) == (not live, live)


def test_lengths_follow_the_scale_and_never_vanish():
    assert [WidgetTree((10, 10), scale).px(10) for scale in (0.5, 1, 1.5, 2)] == [5, 10, 15, 20]
    assert WidgetTree((10, 10), 0.1).px(1) == 1
    assert WidgetTree((10, 10), 2).px(0) == 0


def test_every_widget_draws_at_any_size_and_scale(ui, surface):
    for scale in (0.6, 1, 2):
        for size in ((0, 0), (1, 1), (3, 40), (300, 120)):
            ui.scale = scale
            widgets = [
                Button(ui, "play", "Play", on_click=lambda: None, primary=True),
                Button(ui, "play", on_click=lambda: None),
                Toggle(ui, "switch", lambda _: None),
                Slider(ui, "Speed", lambda _: None, stops=3, reading=lambda s: str(s.stop), widest="99"),
                ScrollText(ui, ["a few words", Line("  12 | fixed", mono=True)]),
            ]
            ui.root = widgets
            for widget in widgets:
                widget.rect = pygame.Rect((10, 10), size)
                ui.focus_on(widget)
                ui.draw(surface)

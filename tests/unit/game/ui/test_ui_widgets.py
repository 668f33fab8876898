"""Toggles, segments, sliders, texts and dialogs, by mouse and by keyboard."""

from itertools import pairwise

import pygame
import pytest

from game.ui import Button, Choice, Choices, Dialog, Line, ScrollText, Segment, Segments, Slider, Toggle
from game.ui.scroll import NOTCH


def placed(ui, widget, rect=(100, 100, 300, 36)):
    """The widget at its place, alone in the window, with the focus."""
    widget.rect = pygame.Rect(rect)
    ui.root = [widget]
    ui.focus_on(widget)
    return widget


def test_a_toggle_flips_by_mouse_and_key_and_tells(ui, hands):
    told = []
    toggle = placed(ui, Toggle(ui, "ε-greedy", told.append))
    hands.key(pygame.K_SPACE)
    hands.click((120, 110))
    assert told == [True, False]
    assert not toggle.on


# -- slider -------------------------------------------------------------------------------------------


def a_slider(ui, stops=5):
    """A slider with the focus, and what it told."""
    told = []
    slider = Slider(
        ui, "", lambda s: told.append(s.stop), stops=stops, reading=lambda s: str(s.stop), widest="99"
    )
    return placed(ui, slider), told


def test_a_slider_moves_by_keys_and_stays_within_its_ends(ui, hands):
    slider, told = a_slider(ui, stops=9)
    for key in (pygame.K_RIGHT, pygame.K_UP, pygame.K_LEFT, pygame.K_PAGEUP, pygame.K_END, pygame.K_RIGHT):
        assert hands.key(key)
    assert told == [1, 2, 1, 5, 8]
    hands.key(pygame.K_HOME)
    assert slider.stop == 0
    assert not hands.key(pygame.K_a)


def test_sliders_with_one_room_for_their_names_begin_at_one_place(ui):
    sliders = [
        Slider(ui, name, lambda _: None, stops=3, reading=lambda s: str(s.stop), widest="9")
        for name in ("Gap", "Moves every")
    ]
    for slider in sliders:
        slider.rect = pygame.Rect(0, 0, 300, 30)
    assert sliders[0].track().x < sliders[1].track().x
    sliders[0].label_width = sliders[1].label_width = ui.text_width("Moves every")
    assert sliders[0].track() == sliders[1].track()


def test_a_slider_follows_the_mouse_from_stop_to_stop(ui, hands):
    slider, told = a_slider(ui)
    hands.key(pygame.K_RIGHT)
    track = slider.track()
    hands.down((track.x + round(track.width * 0.70), track.centery))
    hands.move((track.x + round(track.width * 0.72), track.centery))
    hands.move((track.right + 500, track.centery + 300))
    hands.up((0, 0))
    hands.move((track.x, track.centery))
    assert told == [1, 3, 4]


def test_the_wheel_steps_a_slider_under_the_mouse(ui, hands):
    slider, _ = a_slider(ui)
    hands.move((200, 118))
    hands.wheel(1)
    hands.wheel(1)
    hands.wheel(-1)
    assert slider.stop == 1


# -- segments -----------------------------------------------------------------------------------------

OVERLAYS = (
    Segment("", "None", "eye-off"),
    Segment("values", "Values"),
    Segment("policy", "Policy", tip="arrows"),
)


def test_segments_add_up_and_the_empty_key_clears(ui, hands):
    told = []
    segments = placed(ui, Segments(ui, OVERLAYS, told.append))
    places = [part.center for part in segments.parts()]
    for place in (places[1], places[2], places[1], places[0], places[0]):
        hands.click(place)
    assert told == [{"values"}, {"values", "policy"}, {"policy"}, frozenset()]
    assert segments.is_chosen(0)


def test_segments_work_by_keys_and_tell_their_own_tips(ui, hands):
    segments = placed(ui, Segments(ui, OVERLAYS, lambda _: None))
    hands.key(pygame.K_LEFT)
    hands.key(pygame.K_RETURN)
    assert segments.chosen == {"policy"}
    ui.advance(0)
    ui.advance(1)
    assert ui.tooltip == "arrows"


@pytest.mark.parametrize("width", [120, 300, 640])
def test_segments_share_their_width_without_gaps_or_overlap(ui, width):
    segments = placed(ui, Segments(ui, OVERLAYS, lambda _: None), (100, 100, width, 32))
    parts = segments.parts()
    assert parts[0].left == 103
    assert abs(parts[-1].right - (100 + width - 3)) <= 1
    assert all(abs(b.left - a.right - 3) <= 1 for a, b in pairwise(parts))


# -- texts --------------------------------------------------------------------------------------------


def test_prose_is_wrapped_and_fixed_width_lines_stay_whole(ui):
    text = placed(
        ui, ScrollText(ui, ["prose " * 40, Line("  12 | " + "x" * 90, mono=True)]), (0, 0, 300, 100)
    )
    rows = text.rows()
    assert len(rows) > 4
    assert rows[-1].text.startswith("  12 | x")
    assert text.reach > 0


def test_a_text_scrolls_both_ways(ui, hands):
    text = placed(ui, ScrollText(ui, [Line("y" * 90, mono=True)] * 50), (0, 0, 300, 100))
    hands.key(pygame.K_RIGHT)
    assert text.left == NOTCH
    for _ in range(50):
        hands.key(pygame.K_RIGHT)
    assert text.left == text.widest() - text.inner_width
    hands.key(pygame.K_PAGEDOWN)
    assert text.offset == pytest.approx(90)
    hands.key(pygame.K_END)
    assert text.offset == text.reach
    bar = text.bar()
    hands.down(bar.center)
    hands.move((bar.centerx, -100))
    hands.up((bar.centerx, -100))
    assert text.offset == 0


# -- dialog -------------------------------------------------------------------------------------------


def a_dialog(ui, lines=("Really?",)):
    """An open dialog of two buttons over a window with a toggle, and its answers."""
    placed(ui, Toggle(ui, "below", lambda _: None))
    answers = []
    dialog = Dialog(
        ui, "Restart", lines, buttons=("Cancel", "Restart"), on_answer=answers.append, icon="rotate-ccw"
    )
    ui.show(dialog)
    return dialog, answers


def test_escape_answers_none_and_gives_the_focus_back(ui, hands):
    _, answers = a_dialog(ui)
    assert hands.key(pygame.K_ESCAPE)
    assert answers == [None]
    assert ui.popups == []
    assert ui.focus is ui.root[0]


def test_return_presses_the_primary_button_and_tab_reaches_the_other(ui, hands):
    _, answers = a_dialog(ui)
    hands.key(pygame.K_RETURN)
    dialog, more = a_dialog(ui)
    hands.tab()
    assert ui.focus is dialog.buttons[0]
    hands.key(pygame.K_SPACE)
    assert (answers, more) == (["Restart"], ["Cancel"])


def test_a_dialog_keeps_everything_from_the_window_below(ui, hands):
    dialog, answers = a_dialog(ui)
    below = ui.root[0]
    assert hands.click(below.rect.center) == (True, True)
    assert hands.key(pygame.K_p)
    assert hands.wheel(1)
    assert hands.move((5, 5))
    assert ui.popups == [dialog]
    assert not below.on
    assert answers == []


def test_in_a_narrow_window_the_buttons_of_a_dialog_stand_on_one_another(ui):
    ui.resize((200, 500))
    ui.rearrange()
    dialog, _ = a_dialog(ui)
    assert all(dialog.rect.contains(button.rect) for button in dialog.buttons)
    upper, lower = (button.rect for button in dialog.buttons)
    assert upper.bottom < lower.top
    ui.resize((800, 600))
    ui.rearrange()
    upper, lower = (button.rect for button in dialog.buttons)
    assert upper.right < lower.left


def test_a_long_text_scrolls_inside_a_dialog_that_fits(ui, hands, surface):
    dialog, _ = a_dialog(ui, ["long " * 40] * 50)
    ui.draw(surface)
    assert surface.get_rect().contains(dialog.rect)
    assert all(dialog.rect.contains(button.rect) for button in dialog.buttons)
    assert not any(button.rect.colliderect(dialog.body.rect) for button in dialog.buttons)
    hands.key(pygame.K_DOWN)
    assert dialog.body.offset > 0


def test_a_dialog_moves_to_the_middle_of_a_resized_window(ui):
    dialog, _ = a_dialog(ui)
    ui.resize((500, 400), 2)
    ui.rearrange()
    assert pygame.Rect(0, 0, 500, 400).contains(dialog.rect)
    assert abs(dialog.rect.centerx - 250) <= 1
    assert ui.popups == [dialog]


def test_a_menu_near_the_lower_edge_opens_above_its_owner(ui):
    owner = Button(ui, "ellipsis", on_click=print)
    choices = tuple(Choice(f"Row {number}", "K", "file", print) for number in range(5))
    for y, above in ((40, False), (560, True), (330, False)):
        owner.rect = pygame.Rect(700, y, 36, 30)
        menu = Choices(ui, owner, choices)
        menu.layout()
        assert (menu.rect.bottom <= owner.rect.top) == above
        assert (menu.rect.top >= owner.rect.bottom) == (not above)
        assert pygame.Rect(0, 0, 800, 600).contains(menu.rect)
        assert len({row.rect.x for row in menu.rows}) == 1

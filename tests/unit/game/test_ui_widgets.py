"""Buttons, toggles, segments, sliders, lists, texts, drop-downs and dialogs, by mouse and by keyboard."""

from itertools import pairwise

import pygame
import pytest

from game.ui import Dialog, Dropdown, Line, ListBox, ScrollText, Segment, Segments, Slider, Toggle
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


def test_a_slider_moves_by_keys_and_stays_within_its_ends(ui, hands):
    told = []
    slider = placed(ui, Slider(ui, on_change=lambda s: told.append(round(s.value, 3))))
    for key in (pygame.K_RIGHT, pygame.K_UP, pygame.K_LEFT, pygame.K_PAGEUP, pygame.K_END, pygame.K_RIGHT):
        assert hands.key(key)
    assert told == [0.05, 0.1, 0.05, 0.25, 1.0]
    hands.key(pygame.K_HOME)
    assert slider.value == 0
    assert not hands.key(pygame.K_a)


def test_a_slider_with_stops_rests_only_on_them(ui, hands):
    told = []
    slider = placed(ui, Slider(ui, stops=5, on_change=lambda s: told.append(s.stop)))
    hands.key(pygame.K_RIGHT)
    track = slider.track()
    hands.down((track.x + round(track.width * 0.70), track.centery))
    hands.move((track.x + round(track.width * 0.72), track.centery))
    hands.move((track.right + 500, track.centery + 300))
    hands.up((0, 0))
    hands.move((track.x, track.centery))
    assert told == [1, 3, 4]
    slider.set_stop(2)
    assert slider.value == 0.5
    assert told == [1, 3, 4]


def test_the_wheel_steps_a_slider_under_the_mouse(ui, hands):
    slider = placed(ui, Slider(ui, stops=5))
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
    segments = placed(ui, Segments(ui, OVERLAYS))
    hands.key(pygame.K_LEFT)
    hands.key(pygame.K_RETURN)
    assert segments.chosen == {"policy"}
    ui.advance(0)
    ui.advance(1)
    assert ui.tooltip == "arrows"


def test_exclusive_segments_have_exactly_one_chosen(ui, hands):
    choices = (Segment("a", "A"), Segment("b", "B"))
    segments = placed(ui, Segments(ui, choices, chosen=frozenset({"a"}), exclusive=True))
    hands.click(segments.parts()[1].center)
    assert segments.chosen == {"b"}
    hands.click(segments.parts()[1].center)
    assert segments.chosen == {"b"}


@pytest.mark.parametrize("width", [120, 300, 640])
def test_segments_share_their_width_without_gaps_or_overlap(ui, width):
    segments = placed(ui, Segments(ui, OVERLAYS), (100, 100, width, 32))
    parts = segments.parts()
    assert parts[0].left == 103
    assert abs(parts[-1].right - (100 + width - 3)) <= 1
    assert all(abs(b.left - a.right - 3) <= 1 for a, b in pairwise(parts))


# -- lists --------------------------------------------------------------------------------------------


def a_list(ui, count=100_000, drawn=None):
    """A list of rows 40 px high in a box of 200, and the rows it picked."""
    picked = []
    rows = drawn if drawn is not None else []
    box = ListBox(
        ui, count, 40, lambda _s, i, rect, sel, lit: rows.append((i, rect, sel, lit)), on_pick=picked.append
    )
    return placed(ui, box, (100, 100, 300, 200)), picked


def test_only_rows_in_sight_are_drawn(ui, surface):
    drawn = []
    box, _ = a_list(ui, drawn=drawn)
    box.scroll_by(4010)
    ui.draw(surface)
    assert [index for index, *_ in drawn] == list(range(100, 107))
    assert drawn[0][1].y == 90
    assert drawn[0][1].height == 40


def test_a_list_is_scrolled_by_the_wheel_up_to_its_ends(ui, hands):
    box, _ = a_list(ui, count=10)
    hands.move((150, 150))
    hands.wheel(-1)
    assert box.offset == NOTCH
    hands.wheel(-100)
    assert box.offset == 10 * 40 - 200
    hands.wheel(200)
    assert box.offset == 0


def test_keys_move_the_selection_and_keep_it_in_sight(ui, hands):
    box, picked = a_list(ui)
    for key in (pygame.K_DOWN,) * 7:
        hands.key(key)
    assert box.selected == 7
    assert box.rect.contains(box.row_rect(7))
    hands.key(pygame.K_END)
    assert box.selected == 99_999
    assert box.rect.contains(box.row_rect(99_999))
    hands.key(pygame.K_PAGEUP)
    assert box.selected == 99_995
    hands.key(pygame.K_HOME)
    hands.key(pygame.K_RETURN)
    assert picked == [0]


def test_a_click_picks_the_row_under_the_mouse_and_gives_the_keys(ui, hands):
    box, picked = a_list(ui)
    ui.focus_on(None)
    box.offset = 60.0
    hands.click((150, 101))
    hands.click((150, 299))
    assert picked == [1, 5]
    assert hands.key(pygame.K_UP)
    assert box.selected == 4


def test_the_bar_drags_the_list_without_picking(ui, hands):
    box, picked = a_list(ui, count=100)
    grip = box.bar().center
    hands.down(grip)
    hands.move((grip[0], 100 + 100))
    assert box.offset == pytest.approx(box.reach / 2, rel=0.1)
    hands.move((grip[0], 900))
    assert box.offset == box.reach
    hands.up((grip[0], 290))
    assert picked == []


def test_an_empty_or_short_list_has_no_bar_and_no_picks(ui, hands, surface):
    box, picked = a_list(ui, count=0)
    ui.draw(surface)
    hands.click((150, 110))
    hands.key(pygame.K_DOWN)
    hands.key(pygame.K_RETURN)
    assert box.bar() is None
    assert picked == []


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
    text.set_lines(["short"])
    assert (text.left, text.offset, text.reach) == (0, 0, 0)


# -- drop-down ----------------------------------------------------------------------------------------


def test_a_dropdown_opens_chooses_and_closes_by_keys(ui, hands):
    told = []
    field = placed(ui, Dropdown(ui, ["a", "b", "c"], told.append, index=1))
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN):
        hands.key(key)
    assert told == [2]
    assert field.index == 2
    assert ui.popups == []
    assert ui.focus is field


def test_escape_leaves_a_dropdown_as_it_was(ui, hands):
    told = []
    field = placed(ui, Dropdown(ui, ["a", "b"], told.append))
    for key in (pygame.K_RETURN, pygame.K_DOWN, pygame.K_ESCAPE):
        hands.key(key)
    assert told == []
    assert field.index == 0


@pytest.mark.parametrize("y", [4, 300, 560])
def test_an_open_list_stays_inside_the_window_and_off_its_field(ui, surface, y):
    field = placed(ui, Dropdown(ui, [str(i) for i in range(60)], index=59), (100, y, 120, 36))
    field.open()
    ui.draw(surface)
    popup = ui.popups[-1]
    assert surface.get_rect().contains(popup.rect)
    assert not popup.rect.colliderect(field.rect)
    assert popup.list.rect.contains(popup.list.row_rect(59))


# -- dialog -------------------------------------------------------------------------------------------


def a_dialog(ui, lines=("Really?",)):
    """An open dialog of two buttons over a window with a toggle, and its answers."""
    placed(ui, Toggle(ui, "below"))
    answers = []
    dialog = Dialog(ui, "Restart", lines, buttons=("Cancel", "Restart"), on_answer=answers.append)
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


def test_a_long_report_scrolls_inside_a_dialog_that_fits(ui, hands, surface):
    lines = [Line(f"level.yaml:{n}:9 " + "long " * 40, mono=True) for n in range(200)]
    dialog, _ = a_dialog(ui, lines)
    ui.draw(surface)
    assert surface.get_rect().contains(dialog.rect)
    assert all(dialog.rect.contains(button.rect) for button in dialog.buttons)
    assert not any(button.rect.colliderect(dialog.body.rect) for button in dialog.buttons)
    hands.key(pygame.K_DOWN)
    hands.key(pygame.K_RIGHT)
    assert dialog.body.offset > 0
    assert dialog.body.left > 0


def test_a_dialog_moves_to_the_middle_of_a_resized_window(ui):
    dialog, _ = a_dialog(ui)
    ui.resize((500, 400), 2)
    assert pygame.Rect(0, 0, 500, 400).contains(dialog.rect)
    assert abs(dialog.rect.centerx - 250) <= 1
    assert ui.popups == [dialog]

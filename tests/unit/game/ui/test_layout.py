"""Boxes of the pages in windows of many sizes and scales: nothing overlaps, nothing sticks out."""

from itertools import combinations

import pygame
import pytest

from game.screens.compare.layout import compare_layout
from game.screens.edit.layout import edit_layout
from game.ui.layout import (
    EDGE,
    TEXT_SIZES,
    least_window,
    menu_columns,
    next_scale,
    play_layout,
    scale_for,
    wants_whole_screen,
    window_size,
)


def in_sight(cards):
    """What is not scrolled away below the panel's lower edge."""
    return {name: box for name, box in cards.boxes.items() if box.bottom <= cards.panel.bottom}


@pytest.mark.parametrize("size", [(400, 300), (760, 600), (1280, 800)])
def test_the_play_screen_has_its_help_at_the_right_end(size):
    layout = play_layout(*size, 1.0)
    boxes = [
        pygame.Rect(box) for box in (layout.tools["back"], layout.tools["speaker"], layout.tools["help"])
    ]
    assert not any(a.colliderect(b) for a, b in combinations(boxes, 2))
    assert layout.tools["help"].right == size[0] - EDGE


@pytest.mark.parametrize(
    "size", [(400, 300), (300, 400), (500, 360), (559, 800), (760, 300), (760, 600), (1280, 800)]
)
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_cards_beside_a_board_lie_in_the_window_and_apart(size, scale):
    width, height = round(size[0] * scale), round(size[1] * scale)
    cards = {name: round(units * scale) for name, units in (("proof", 90), ("obstacle", 300), ("level", 640))}
    edit = edit_layout(width, height, scale, {}, cards)
    beside = [box for box in (edit.palette, edit.bar) if box.width]
    for layout, more in ((play_layout(width, height, scale), []), (edit, beside)):
        low = layout.status.y or height
        within = pygame.Rect(0, layout.toolbar.bottom, width, low - layout.toolbar.bottom)
        shown = in_sight(layout.cards).values() if layout.cards.panel else ()
        boxes = [pygame.Rect(box) for box in (layout.board, *more, *shown)]
        assert all(within.contains(box) for box in boxes)
        assert not any(a.colliderect(b) for a, b in combinations(boxes, 2))
        assert layout.board.width >= 180 * scale


@pytest.mark.parametrize("size", [(400, 300), (300, 400), (500, 360), (620, 900), (760, 600), (1280, 800)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_the_three_that_are_compared_stand_apart(size, scale):
    width, height = round(size[0] * scale), round(size[1] * scale)
    layout = compare_layout(width, height, scale, 1.2)
    parts = [box for column in layout.columns for box in (column.head, column.board, column.figures)]
    boxes = [pygame.Rect(box) for box in (*parts, layout.chart, layout.status, layout.toolbar) if box]
    assert not any(a.colliderect(b) for a, b in combinations(boxes, 2))
    assert all(pygame.Rect(0, 0, width, height).contains(box) for box in boxes)
    assert all(column.board.height >= 60 * scale for column in layout.columns)


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.25, 1.5, 2.0, 4.0])
@pytest.mark.parametrize("width", [760, 804, 960, 1028, 1270, 1280, 1322, 1366, 2560])
def test_the_speaker_has_its_place_from_760_units_on(width, scale):
    played = play_layout(round(width * scale), round(600 * scale), scale)
    box = played.tools["speaker"]
    assert (box.width, box.height) == (round(54 * scale), round(48 * scale))  # with its name below it
    assert box.right <= round(width * scale)
    assert not pygame.Rect(played.tools["back"]).colliderect(played.tools["speaker"])


def test_scale_and_window_follow_the_desktop():
    assert scale_for((1366, 768)) == 1.0
    assert scale_for((1920, 1080)) == 1.0
    assert scale_for((3840, 2160)) == 2.0
    assert window_size((1920, 1080), 1.0) == (1280, 800)
    assert window_size((3840, 2160), 2.0) == (2560, 1600)
    width, height = window_size((1024, 700), 1.0)
    assert width <= 1024
    assert height <= 700


@pytest.mark.parametrize(
    ("desktop", "scale", "least"),
    [
        *(((1920, 1080), 0.8, (640, 480)), ((1920, 1080), 1.0, (640, 480)), ((1920, 1080), 1.5, (900, 600))),
        *(((3840, 2160), 4.0, (2400, 1600)), ((1366, 768), 2.0, (1200, 676)), ((640, 480), 1.0, (614, 422))),
    ],
)
def test_the_smallest_window_grows_with_the_letters_and_fits_the_desktop(desktop, scale, least):
    assert least_window(desktop, scale) == least
    assert all(wide >= narrow for wide, narrow in zip(window_size(desktop, scale), least, strict=True))


@pytest.mark.parametrize(
    ("desktop", "last", "whole"),
    [
        ((1366, 768), None, True),
        ((1280, 720), None, True),
        ((1440, 900), None, False),
        ((1920, 1080), None, False),
        ((1366, 768), (1366, 747), True),  # it was maximised
        ((1366, 768), (1000, 600), False),
    ],
)
def test_on_a_small_screen_the_window_is_maximised_unless_it_was_made_smaller(desktop, last, whole):
    assert wants_whole_screen(desktop, 1.0, last) is whole


@pytest.mark.parametrize("usual", [1.0, 1.5, 4.0])
def test_text_goes_from_80_to_200_percent_of_what_suits_the_screen(usual):
    sizes = [usual]
    for _ in range(9):
        sizes.append(next_scale(sizes[-1], usual, -1))
    assert sizes[-1] == sizes[-2] == pytest.approx(0.8 * usual)
    sizes = sizes[-1:]
    for _ in range(7):
        sizes.append(next_scale(sizes[-1], usual, 1))
    assert sizes == pytest.approx([usual * size for size in TEXT_SIZES])
    assert next_scale(sizes[-1], usual, 1) == sizes[-1] == 2 * usual


@pytest.mark.parametrize(
    ("scale", "smaller", "larger"), [(0.75, 0.8, 0.8), (1.3, 1.25, 1.5), (4.0, 2.0, 2.0)]
)
def test_a_scale_from_an_older_settings_file_goes_on_to_the_next_size(scale, smaller, larger):
    assert next_scale(scale, 1.0, -1) == smaller
    assert next_scale(scale, 1.0, 1) == larger


def test_the_menu_has_at_least_one_column():
    assert menu_columns(100, 4.0) == 1
    assert menu_columns(1280, 1.0) == 4

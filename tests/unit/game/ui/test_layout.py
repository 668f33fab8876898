"""Boxes of the watch screen in windows of many sizes and scales: nothing overlaps, nothing sticks out."""

from itertools import combinations

import pygame
import pytest

from game.screens.compare.layout import compare_layout
from game.screens.watch.toolbar import LABELLED_FROM, NAMED_FROM
from game.ui.layout import (
    EDGE,
    edit_layout,
    menu_columns,
    next_scale,
    play_layout,
    scale_for,
    wants_whole_screen,
    watch_layout,
    window_size,
)

SIZES = [(640, 420), (720, 480), (900, 600), (960, 600), (1180, 700), (1280, 800), (1920, 1080), (2560, 700)]


def in_sight(cards):
    """What is not scrolled away below the panel's lower edge."""
    return {name: box for name, box in cards.boxes.items() if box.bottom <= cards.panel.bottom}


def boxes(layout):
    found = {"toolbar": layout.toolbar, "board": layout.board, "status": layout.status}
    found["timeline"] = layout.timeline
    found.update({f"card {name}": box for name, box in in_sight(layout.cards).items()})
    return found


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.25, 2.0])
@pytest.mark.parametrize("n_actions", [1, 4, 5])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_and_everything_lies_in_the_window(size, scale, n_actions):
    width, height = round(size[0] * scale), round(size[1] * scale)
    layout = watch_layout(width, height, scale, n_actions)
    for group in (boxes(layout), layout.tools):
        for (name, box), (other_name, other) in combinations(group.items(), 2):
            assert not pygame.Rect(box).colliderect(other), (name, other_name)
        for name, box in group.items():
            assert box.x >= 0, name
            assert box.y >= 0, name
            assert box.right <= width, name
            assert box.bottom <= height, name
            assert box.width > 0, name
            assert box.height > 0, name
    cards = layout.cards
    for card in cards.boxes.values():
        assert card.right <= cards.panel.right - round(EDGE * scale)
        assert card.bottom <= cards.panel.bottom + cards.reach


@pytest.mark.parametrize("n_actions", [4, 5])
def test_at_960_by_600_every_card_is_there_and_the_legends_heading_is_scrolled_to(n_actions):
    layout = watch_layout(960, 600, 1.0, n_actions)
    tools = ("level", "restart", "play", "step", "exploring", "overlays", "training", "unlimited")
    assert set(layout.tools) == {*tools, "cross", "compare", "record", "speaker", "help", "more"}
    assert list(layout.cards.boxes) == ["safety", "actions", "tabs", "detail", "legend"]
    assert layout.cards.folded == {"legend"}
    assert layout.cards.boxes["detail"].height >= 210
    assert layout.cards.reach == (44 if n_actions == 4 else 71)  # of the legend's heading at most
    assert layout.board.width >= 560


def test_at_1280_by_800_there_is_room_for_everything():
    layout = watch_layout(1280, 800, 1.0, 5)
    assert list(layout.cards.boxes) == ["safety", "actions", "tabs", "detail", "legend"]
    assert layout.cards.folded == frozenset()
    assert {"speed", "speaker", "help"} <= set(layout.tools)
    assert layout.board.width >= 800


@pytest.mark.parametrize("width", range(130, 2600, 26))
def test_the_toolbar_has_everything_or_a_menu_of_the_rest(width):
    tools = watch_layout(width, 600, 1.0, 4).tools
    everything = set(watch_layout(2560, 600, 1.0, 4).tools)
    assert {"cross", "compare", "record", "edit", "settings", "speaker", "help"} <= everything
    assert ("more" in tools) == bool(everything - set(tools))
    assert "play" in tools
    assert max(box.right for box in tools.values()) <= width


def test_the_toolbar_of_a_usual_laptop_needs_no_menu():
    assert "more" not in watch_layout(1366, 768, 1.0, 4).tools


@pytest.mark.parametrize("width", [1280, 1366, 1920])
def test_the_button_that_pauses_training_has_its_name_from_1280_units_on(width):
    tools = watch_layout(width, 800, 1.0, 4).tools
    assert tools["training"].width >= NAMED_FROM
    assert tools["overlays"].width >= LABELLED_FROM
    assert tools["speed"].width >= 100


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
    edit = edit_layout(width, height, scale, {}, round(230 * scale), round(90 * scale))
    for layout in (play_layout(width, height, scale), edit):
        within = pygame.Rect(0, layout.toolbar.bottom, width, layout.status.y - layout.toolbar.bottom)
        boxes = [pygame.Rect(box) for box in (layout.board, *in_sight(layout.cards).values())]
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
    size = round(width * scale), round(600 * scale)
    watched, played = watch_layout(*size, scale, 4), play_layout(*size, scale)
    for box in (watched.tools["speaker"], played.tools["speaker"]):
        assert box.width == box.height == round(36 * scale)
        assert box.right <= size[0]
    assert not pygame.Rect(played.tools["back"]).colliderect(played.tools["speaker"])


def test_a_narrow_window_gives_all_its_width_to_the_board():
    layout = watch_layout(700, 480, 1.0, 4)
    assert layout.cards.panel is None
    assert layout.cards.boxes == {}
    assert layout.board.width > 660


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


@pytest.mark.parametrize(("height", "n_actions"), [(747, 4), (747, 5), (690, 4)])
def test_on_a_small_screen_no_card_is_missing(height, n_actions):
    cards = watch_layout(1366, height, 1.0, n_actions).cards
    assert list(cards.boxes) == ["safety", "actions", "tabs", "detail", "legend"]
    assert cards.folded == frozenset()


def test_the_scale_stays_within_its_range():
    scale = 1.0
    for _ in range(50):
        scale = next_scale(scale, -1)
    assert scale == 0.75
    for _ in range(50):
        scale = next_scale(scale, 1)
    assert scale == 4.0


def test_the_menu_has_at_least_one_column():
    assert menu_columns(100, 4.0) == 1
    assert menu_columns(1280, 1.0) == 4

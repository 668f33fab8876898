"""Boxes of the watch page in windows of many sizes and scales: nothing overlaps, nothing sticks out."""

from itertools import combinations

import pygame
import pytest

from game.screens.watch.layout import (
    BOARD_SHARE,
    EDGE,
    HEADING,
    CardSize,
    has_panel,
    projector_layout,
    sheet_box,
    sheet_layout,
    watch_layout,
)

SIZES = [(640, 420), (720, 480), (900, 600), (960, 600), (1180, 700), (1280, 800), (1920, 1080), (2560, 700)]
CARDS = (
    CardSize("learning", 134),
    CardSize("crashes", 98, folds=3),
    CardSize("crossing", 168, 242, grows=True, folds=0),
    CardSize("moves", 162, folds=2),
)


def boxes(layout):
    cards = {name: box for name, box in layout.cards.boxes.items() if box.bottom <= layout.cards.panel.bottom}
    return {"toolbar": layout.toolbar, "board": layout.board, "player": layout.player, **cards}


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.25, 2.0])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_and_everything_lies_in_the_window(size, scale):
    width, height = round(size[0] * scale), round(size[1] * scale)
    layout = watch_layout(width, height, scale, CARDS)
    for group in (boxes(layout), layout.tools):
        for (name, box), (other_name, other) in combinations(group.items(), 2):
            assert not pygame.Rect(box).colliderect(other), (name, other_name)
        for name, box in group.items():
            assert pygame.Rect(0, 0, width, height).contains(box), name
            assert box.width > 0, name
            assert box.height > 0, name
    for card in layout.cards.boxes.values():
        assert card.right <= layout.cards.panel.right - round(EDGE * scale)
        assert card.bottom <= layout.cards.panel.bottom + layout.cards.reach


@pytest.mark.parametrize("width", range(480, 2600, 53))
@pytest.mark.parametrize("height", [300, 420, 520, 600, 768, 1080])
def test_the_board_keeps_two_fifths_of_the_window(width, height):
    board = watch_layout(width, height, 1.0, CARDS).board
    assert board.width * board.height >= BOARD_SHARE * width * height


def test_a_panel_stands_beside_the_board_from_960_by_600_on_and_never_in_a_narrow_window():
    assert has_panel(960, 600, 1.0)
    assert has_panel(1920, 1200, 2.0)
    assert not has_panel(899, 800, 1.0)
    assert not has_panel(911, 512, 1.0)  # it would leave too little to the board
    layout = watch_layout(899, 800, 1.0, CARDS)
    assert layout.cards.panel is None
    assert layout.cards.boxes == {}
    assert layout.board.width == 899 - 2 * EDGE
    assert "cards" in layout.tools


def test_what_has_no_room_folds_the_lowest_first_unless_it_was_opened():
    cards = watch_layout(960, 600, 1.0, CARDS).cards
    assert cards.folded == {"crossing"}
    assert cards.boxes["crossing"].height == HEADING
    opened = watch_layout(960, 600, 1.0, CARDS, "crossing").cards
    assert "crossing" not in opened.folded
    assert opened.boxes["crossing"].height >= 168
    assert watch_layout(1280, 800, 1.0, CARDS).cards.folded == frozenset()


def test_a_card_that_is_closed_opens_by_hand_only():
    closed = (*CARDS[:2], CardSize("crossing", 168, 242, grows=True, folds=0, closed=True))
    assert watch_layout(1280, 800, 1.0, closed).cards.folded == {"crossing"}
    assert watch_layout(1280, 800, 1.0, closed, "crossing").cards.folded == frozenset()


def test_a_usual_laptop_has_all_tools_in_sight():
    tools = watch_layout(1280, 800, 1.0, CARDS).tools
    assert {"play_level", "race", "edit", "record", "speaker", "help", "more", "views", "levels"} <= set(
        tools
    )


@pytest.mark.parametrize(("size", "scale"), [((860, 600), 1.0), ((960, 600), 2.0), ((300, 500), 1.0)])
def test_the_sheet_holds_the_cards_of_a_narrow_window(size, scale):
    box = sheet_box(*size, scale)
    assert pygame.Rect(0, 0, *size).contains(box)
    cards = sheet_layout(box, scale, CARDS)
    assert set(cards.boxes) == {card.name for card in CARDS}
    for card in cards.boxes.values():
        assert box.x <= card.x
        assert card.right <= box.right


@pytest.mark.parametrize("size", [(960, 600), (1366, 768), (400, 300)])
def test_the_projector_gives_the_window_to_the_board_and_its_sentence(size):
    layout = projector_layout(*size, 1.0)
    parts = [pygame.Rect(box) for box in (layout.board, layout.status, layout.player)]
    assert not any(one.colliderect(other) for one, other in combinations(parts, 2))
    assert all(pygame.Rect(0, 0, *size).contains(part) for part in parts)
    assert layout.tools == {}
    assert layout.cards.panel is None
    assert parts[0].height >= BOARD_SHARE * size[1]

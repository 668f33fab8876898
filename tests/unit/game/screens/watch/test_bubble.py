"""Where the speech bubble and the banner stand above the board, for every cell of boards of many sizes."""

import pygame
import pytest

from game.screens.watch.banner import SLIDE, Banner
from game.screens.watch.bubble import Bubble, Speech
from game.ui.controls import Control

SPEECH = Speech(
    "Up is a trap", "hourglass", "#f2b84b", "Safe now, but no action is safe after 3 steps. " * 3, "More."
)


def cells(board, rows, columns):
    """All cells of a board that fills a box, as squares in its middle."""
    side = min(board.width // columns, board.height // rows)
    whole = pygame.Rect(0, 0, side * columns, side * rows)
    whole.center = board.center
    for row in range(rows):
        for column in range(columns):
            yield pygame.Rect(whole.x + column * side, whole.y + row * side, side, side)


@pytest.mark.parametrize("scale", [0.8, 1.0, 2.0])
@pytest.mark.parametrize("box", [(16, 76, 572, 412), (16, 76, 850, 600), (20, 40, 300, 240)])
@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (12, 15), (3, 30)])
def test_the_bubble_lies_on_the_board_and_off_the_agents_neighbours_wherever_that_is_possible(
    ui, box, rows, columns, scale
):
    ui.scale = scale
    bubble, board = Bubble(ui), pygame.Rect(box)
    bubble.say(SPEECH)
    for cell in cells(board, rows, columns):
        bubble.place(cell, board)
        around = cell.inflate(2 * cell.width, 2 * cell.height)
        width, height = bubble.rect.size
        roomy = (
            max(around.left - board.left, board.right - around.right) >= width
            or max(around.top - board.top, board.bottom - around.bottom) >= height
        )
        assert not (roomy and bubble.rect.colliderect(around)), cell
        if height <= board.height:
            assert board.contains(bubble.rect), cell
        assert bubble.rect.contains(bubble.close.rect)


@pytest.mark.parametrize("has_next", [True, False])
@pytest.mark.parametrize("box", [(16, 76, 540, 386), (16, 76, 850, 600), (16, 70, 460, 150)])
def test_the_banner_stands_clear_of_goals_if_it_can_and_its_buttons_stand_apart(ui, box, has_next):
    banner, board = Banner(ui, lambda _: None), pygame.Rect(box)
    without = () if has_next else [Control.NEXT_LEVEL]
    banner.come("It has learned the shortest safe path", "In 15 steps.", without=without)
    for goal in cells(board, 12, 15):
        banner.place(board, [goal], still=True)
        assert board.contains(banner.rect)
        top = pygame.Rect(banner.rect.x, board.y + ui.px(12), *banner.rect.size)
        foot = top.move(0, board.bottom - ui.px(12) - top.bottom)
        if not (top.colliderect(goal) and foot.colliderect(goal)):
            assert not banner.rect.colliderect(goal)
    shown = [button.rect for button in banner.children if button.visible]
    assert len(shown) == 4 + has_next
    assert all(banner.rect.contains(rect) for rect in shown)
    assert all(rect.collidelist(shown[:index]) < 0 for index, rect in enumerate(shown))


def test_the_banner_slides_in_within_the_board_unless_motion_is_reduced(ui):
    banner, board = Banner(ui, lambda _: None), pygame.Rect(16, 76, 850, 600)
    banner.come("Learned", "")
    banner.place(board, [], still=True)
    rests = banner.rect.copy()
    banner.place(board, [], still=False)
    assert banner.rect.y > rests.y
    assert board.contains(banner.rect)
    banner.follow(SLIDE)
    banner.place(board, [], still=False)
    assert banner.rect == rests

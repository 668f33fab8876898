"""The guide's card keeps off what it is about, and the spotlight lights up that and nothing else."""

import pygame
import pytest

from game.screens.lesson.buttons import Answer
from game.screens.lesson.card import Card, Words
from game.screens.lesson.guided import fitting
from game.screens.lesson.placing import tail
from game.screens.lesson.spotlight import DARK, light_up
from game.ui import WidgetTree

MOVES = tuple(Answer("arrow-up", name) for name in ("Right", "Up", "Left", "Down", "Wait"))
ASKING = Words(
    "Patience",
    "",
    "The goal is one step away.",
    "Which of these moves leads into a trap?",
    MOVES,
    ("x", "#000000", "A crash: the car at row 1, column 5 reaches that cell in this step. Try again."),
    step=2,
    n_steps=7,
)


def card_in(size, scale=1.0):
    return Card(WidgetTree(size, fitting(size, scale)), lambda _: None)


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)], ids=str)
def test_it_lies_in_the_window_and_off_the_hole_wherever_that_is(surface, size):
    for x in range(0, size[0] - 180, 130):
        for y in range(0, size[1] - 180, 105):
            card, hole = card_in(size), pygame.Rect(x, y, 180, 180)
            card.place(ASKING, hole)
            assert pygame.Rect((0, 0), size).inflate(-32, -32).contains(card.rect)
            assert not card.rect.colliderect(hole), (hole, card.rect)
            assert all(card.rect.contains(child.rect) for child in card.children if child.visible)


def test_a_hole_that_moves_leaves_it_where_it_is_until_it_would_lie_on_it(surface):
    card, hole = card_in((1280, 800)), pygame.Rect(60, 200, 180, 180)
    card.place(ASKING, hole)
    before = card.rect.copy()
    card.place(ASKING, hole.move(90, 0))
    assert card.rect == before
    card.place(ASKING, before.inflate(-300, -100))
    assert not card.rect.colliderect(before.inflate(-300, -100))


@pytest.mark.parametrize(("size", "scale"), [((960, 600), 2.0), ((1280, 800), 2.0), ((1280, 800), 1.5)])
def test_the_largest_letters_leave_it_room(surface, size, scale):
    card = card_in(size, scale)
    card.place(ASKING, None)
    assert pygame.Rect((0, 0), size).contains(card.rect)


def test_its_tail_points_from_its_edge_at_the_hole():
    card = pygame.Rect(400, 300, 300, 200)
    assert tail(card, pygame.Rect(100, 350, 100, 60), 20) == [(401, 360), (200, 380), (401, 400)]
    assert tail(card, pygame.Rect(500, 50, 100, 60), 20) == [(530, 301), (550, 110), (570, 301)]
    assert tail(card, pygame.Rect(500, 400, 100, 60), 20) == []


def test_the_light_is_the_hole_with_round_corners_and_a_ring(ui, surface):
    surface.fill("#ffffff")
    hole = pygame.Rect(200, 150, 300, 200)
    light_up(ui, surface, hole)
    assert surface.get_at(hole.center)[:3] == (255, 255, 255)
    assert surface.get_at((hole.x + 1, hole.centery))[:3] == (255, 255, 255)
    for place in ((10, 10), (hole.right + 60, hole.centery), (hole.centerx, 590)):
        assert surface.get_at(place)[:3] == DARK
    ring = surface.get_at((hole.x - 2, hole.centery))
    assert ring.g > 200 > ring.r  # the accent's colour
    assert surface.get_at((hole.x + 1, hole.y + 1))[:3] != (255, 255, 255)  # the corner is round


def test_without_a_hole_all_is_dark(ui, surface):
    surface.fill("#ffffff")
    light_up(ui, surface, pygame.Rect(0, 0, 0, 0))
    assert {surface.get_at(place)[:3] for place in ((0, 0), (400, 300), (799, 599))} == {DARK}

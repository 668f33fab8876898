"""The floor of a board: when it is painted, and that a large one is never shown half old."""

import pygame
import pytest

from game.board.floor import PART, Floor, Pace

LARGE = 1024, 3 * PART // 1024
"""A floor of three parts."""


class Painter:
    """Paints whole floors in one colour, and knows how many pixels that took each time."""

    def __init__(self) -> None:
        self.painted: list[int] = []

    def __call__(self, color: str) -> object:
        def paint(surface: pygame.Surface, part: pygame.Rect) -> None:
            surface.fill(color)
            self.painted.append(part.width * part.height)

        return paint


@pytest.fixture
def painter() -> Painter:
    return Painter()


def colors(floor: Floor) -> set[tuple[int, ...]]:
    """The colours of some pixels from all over the floor."""
    width, height = floor.picture.get_size()
    return {tuple(floor.picture.get_at((width // 2, y)))[:3] for y in range(0, height, 64)}


RED, BLUE = (255, 0, 0), (0, 0, 255)


def test_a_floor_is_painted_when_something_changes_and_not_before(painter):
    floor = Floor(pygame.Surface((30, 20)))
    for kind, values in (("a", 1), ("a", 1), ("a", 2), ("b", 2), ("b", 2)):
        floor.follow((kind,), (values,), (0, 0), painter("red"), Pace.IN_PARTS)
    assert painter.painted == [600, 600, 600]


def test_new_values_come_onto_a_large_floor_over_a_few_frames_and_are_shown_at_once(painter):
    floor = Floor(pygame.Surface(LARGE))
    floor.follow(("a",), (1,), (0, 0), painter("red"), Pace.IN_PARTS)
    for _frame in range(2):
        floor.follow(("a",), (2,), (0, 0), painter("blue"), Pace.IN_PARTS)
        assert colors(floor) == {RED}
    floor.follow(("a",), (3,), (0, 0), painter("green"), Pace.IN_PARTS)  # newer ones wait for their turn
    assert colors(floor) == {BLUE}
    assert painter.painted == [3 * PART, PART, PART, PART]


def test_values_that_came_meanwhile_are_painted_next(painter):
    floor = Floor(pygame.Surface(LARGE))
    floor.follow(("a",), (1,), (0, 0), painter("red"), Pace.IN_PARTS)
    for values in (2, 3, 3, 3, 3, 3, 3, 3):
        floor.follow(("a",), (values,), (0, 0), painter("blue" if values == 2 else "red"), Pace.IN_PARTS)
    assert colors(floor) == {RED}
    assert painter.painted == [3 * PART, *6 * [PART]]


def test_another_kind_of_floor_is_painted_at_once_and_what_was_begun_is_dropped(painter):
    floor = Floor(pygame.Surface(LARGE))
    floor.follow(("a",), (1,), (0, 0), painter("red"), Pace.IN_PARTS)
    floor.follow(("a",), (2,), (0, 0), painter("red"), Pace.IN_PARTS)
    floor.follow(("b",), (2,), (0, 0), painter("blue"), Pace.IN_PARTS)
    assert colors(floor) == {BLUE}
    floor.follow(("b",), (2,), (0, 0), painter("red"), Pace.IN_PARTS)
    assert painter.painted == [3 * PART, PART, 3 * PART]


def test_without_parts_every_picture_shows_the_values_it_is_drawn_with(painter):
    floor = Floor(pygame.Surface(LARGE))
    floor.follow(("a",), (1,), (0, 0), painter("red"), Pace.AT_ONCE)
    floor.follow(("a",), (2,), (0, 0), painter("blue"), Pace.AT_ONCE)
    assert colors(floor) == {BLUE}


def test_a_floor_that_is_scrolled_is_shifted_and_painted_where_it_comes_into_sight(painter):
    floor = Floor(pygame.Surface((30, 20)))
    floor.follow(("a",), (1,), (100, 50), painter("red"), Pace.AT_ONCE)
    floor.follow(("a",), (1,), (103, 49), painter("blue"), Pace.AT_ONCE)
    assert painter.painted[1:] == [30, 3 * 19]
    blue = {(x, y) for x in range(30) for y in range(20) if floor.picture.get_at((x, y))[:3] == BLUE}
    assert blue == {(x, y) for x in range(30) for y in range(20) if x >= 27 or y < 1}


@pytest.mark.parametrize("corner", [(30, 0), (0, -20), (500, 500)])
def test_a_floor_that_is_scrolled_by_all_of_it_is_painted_as_a_whole(painter, corner):
    floor = Floor(pygame.Surface((30, 20)))
    floor.follow(("a",), (1,), (0, 0), painter("red"), Pace.AT_ONCE)
    floor.follow(("a",), (1,), corner, painter("blue"), Pace.AT_ONCE)
    assert painter.painted == [600, 600]
    assert colors(floor) == {BLUE}


def test_new_values_of_a_floor_that_is_scrolled_are_painted_at_once(painter):
    floor = Floor(pygame.Surface(LARGE))
    floor.follow(("a",), (1,), (0, 0), painter("red"), Pace.IN_PARTS)
    floor.follow(("a",), (2,), (0, 0), painter("red"), Pace.IN_PARTS)
    floor.follow(("a",), (2,), (1, 0), painter("blue"), Pace.IN_PARTS)
    assert colors(floor) == {BLUE}


def test_a_large_floor_that_rests_is_left_as_it_is_and_goes_on_later(painter):
    floor = Floor(pygame.Surface(LARGE))
    floor.follow(("a",), (1,), (0, 0), painter("red"), Pace.IN_PARTS)
    for pace in (Pace.RESTING, Pace.IN_PARTS, Pace.RESTING, Pace.IN_PARTS):
        floor.follow(("a",), (2,), (0, 0), painter("blue"), pace)
        assert colors(floor) == {RED}
    floor.follow(("a",), (2,), (0, 0), painter("blue"), Pace.IN_PARTS)
    assert colors(floor) == {BLUE}
    assert painter.painted == [3 * PART, PART, PART, PART]

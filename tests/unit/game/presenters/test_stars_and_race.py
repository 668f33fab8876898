"""Stars by hand-made results, and the home page's race run again."""

import pytest

from game.presenters.race_result import RESULT, race
from game.presenters.stars import EVERY, FIRST_AFTER, popped, stars, two_stars


@pytest.mark.parametrize(
    ("steps", "optimum", "earned"),
    [
        *((15, 15, 3), (16, 15, 2), (18, 15, 2), (19, 15, 1), (200, 15, 1)),
        *((4, 4, 3), (5, 4, 2), (6, 4, 1), (2, 1, 2), (3, 1, 1), (None, 15, 0), (15, None, 0)),
    ],
)
def test_stars(steps, optimum, earned):
    assert stars(steps, optimum) == earned


def test_two_stars_go_as_far_as_they_are_promised():
    for optimum in range(1, 60):
        most = two_stars(optimum)
        assert stars(optimum, optimum) == 3
        assert stars(most, optimum) == 2
        assert stars(most + 1, optimum) == 1


def test_stars_pop_up_one_after_the_other_and_no_more_than_were_earned():
    assert EVERY == 0.18
    assert popped(3, FIRST_AFTER - EVERY, still=False) == 0
    assert [popped(2, FIRST_AFTER + k * EVERY, still=False) for k in range(4)] == pytest.approx([1, 2, 2, 2])
    assert popped(2, 0.0, still=True) == 2


def test_the_figures_of_the_home_page_are_those_of_a_race():
    assert race(RESULT.level, RESULT.seed, RESULT.moves) == RESULT


def test_a_race_of_other_length_or_seed_has_other_figures():
    assert race(RESULT.level, 1, 20_000).failures != race(RESULT.level, 0, 20_000).failures
    assert race(RESULT.level, 0, 20_000).failures["ours"] == 0

"""Stars by hand-made results, and the home page's race run again."""

import pytest

from game.presenters.race_result import RESULT, race
from game.presenters.stars import stars


@pytest.mark.parametrize(
    ("steps", "optimum", "earned"),
    [
        *((15, 15, 3), (16, 15, 2), (18, 15, 2), (19, 15, 1), (200, 15, 1)),
        *((4, 4, 3), (5, 4, 1), (None, 15, 0), (15, None, 0)),
    ],
)
def test_stars(steps, optimum, earned):
    assert stars(steps, optimum) == earned


def test_the_figures_of_the_home_page_are_those_of_a_race():
    assert race(RESULT.level, RESULT.seed, RESULT.moves) == RESULT


def test_a_race_of_other_length_or_seed_has_other_figures():
    assert race(RESULT.level, 1, 20_000).failures != race(RESULT.level, 0, 20_000).failures
    assert race(RESULT.level, 0, 20_000).failures["ours"] == 0

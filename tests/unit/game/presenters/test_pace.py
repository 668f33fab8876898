"""The default pace of training, held against what the built-in levels take to learn."""

import pytest

from game.presenters.pace import RATES, default_rate


@pytest.mark.parametrize(
    ("pairs", "shortest", "transitions"),
    # What learning took on built-in levels, median of four seeds.
    [(30, 6, 3_180), (138, 16, 27_850), (215, 40, 124_200), (1850, 16, 270_000), (3779, 15, 461_000)],
)
def test_a_level_converges_within_a_minute_but_not_in_a_blink(pairs, shortest, transitions):
    seconds = transitions / RATES[default_rate(pairs, shortest)]
    assert 10 < seconds < 60


def test_rates_rise_and_any_level_has_one():
    assert list(RATES) == sorted(set(RATES))
    assert default_rate(0, 1) == 0
    assert default_rate(10**9, 10**6) == len(RATES) - 1

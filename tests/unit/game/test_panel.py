"""What the panel says in figures and words, without drawing it."""

import numpy as np
import pytest

from game.learning_card import chart_series
from game.panel import abbreviated, verdict_of
from learner.snapshot import History


def history(change, q_error):
    n = len(change)
    change = np.array(change, dtype=np.float64)
    some = np.ones(n)
    return History(
        width=1,
        episodes=np.arange(1, n + 1),
        change_min=change / 10,
        change_mean=change,
        change_max=change * 10,
        steps_min=some,
        steps_mean=some,
        steps_max=some,
        goal_share=some,
        q_error=np.array(q_error, dtype=np.float64),
    )


def test_the_chart_shows_the_change_with_its_band_and_the_distance_where_it_was_measured():
    change, distance = chart_series(history([4.0, 2.0], [np.nan, 7.0]), 0.001, brief=False)
    assert change.y.tolist() == [4.0, 2.0]
    assert change.high.tolist() == [40.0, 20.0]
    assert distance.x.tolist() == [2.0]
    assert distance.y.tolist() == [7.0]


def test_a_dying_tail_is_drawn_at_a_tenth_of_the_threshold():
    change, distance = chart_series(history([1.0, 1e-12], [0.0, 0.0]), 0.001, brief=True)
    assert change.low.tolist() == pytest.approx([0.1, 1e-4])
    assert change.y.tolist() == pytest.approx([1.0, 1e-4])
    assert distance.y.min() == pytest.approx(1e-4)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (48_210, "48,210"), (999_999, "999,999"), (1_250_000, "1.25 M"), (3.4e9, "3.40 bn")],
)
def test_counts_are_short(number, text):
    assert abbreviated(number) == text


@pytest.mark.parametrize("kind", ["outside", "blocked", "occupied", "swap", "crashed"])
def test_every_refusal_is_unsafe_in_word_and_icon(kind):
    assert verdict_of(kind)[:2] == ("unsafe", "ban")


def test_doomed_and_allowed_have_marks_of_their_own():
    assert len({verdict_of(kind)[1] for kind in ("allowed", "doomed", "outside", "goal")}) == 4

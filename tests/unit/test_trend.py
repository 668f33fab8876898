"""The judge of memory: a leak of 3 MB/min is seen in what a restless user takes, and no leak in noise."""

import numpy as np
import pytest

from tests.soak.test_window_soak import MINUTES, RISE
from tests.trend import rise


def restless(seed, leak):
    """A sample a second between 324 and 440 MB, as a user goes from screen to screen every few seconds."""
    rng = np.random.default_rng(seed)
    screens = np.repeat(rng.choice([0, 0, 15, 40, 80, 110], 200), rng.geometric(1 / 5, 200))[: 60 * MINUTES]
    return 327 + screens + rng.normal(0, 2, len(screens)) + leak * np.arange(len(screens)) / 60


@pytest.mark.parametrize("seed", range(20))
def test_noise_is_no_leak_and_a_leak_is_seen_in_it(seed):
    assert rise(restless(seed, leak=0), MINUTES) < RISE
    assert rise(restless(seed, leak=3), MINUTES) > RISE


def test_two_minutes_of_seven_may_lie_anywhere():
    samples = restless(0, leak=0)
    samples[60:120] += 500
    samples[240:300] -= 200
    assert rise(samples, MINUTES) < RISE


def test_a_leak_alone_has_its_own_rate():
    assert rise(300 + 3 * np.arange(420) / 60, 7) == pytest.approx(3)
    assert rise([400.0] * 420, 7) == 0

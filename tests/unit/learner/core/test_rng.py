"""The random numbers: as published, the same compiled, and uniform."""

import numpy as np
import pytest

from learner.core import kernel
from learner.core.rng import MASK, XorShift64Star, chance_threshold, splitmix64


def test_splitmix64_gives_the_published_first_numbers():
    assert splitmix64(0) == 0xE220A8397B1DCDAF
    assert splitmix64(1234567) == 6457827717110365317


def test_xorshift64star_follows_its_definition():
    rng = XorShift64Star(0)
    rng.state = 1
    assert rng.next() == 0x47E4CE4B896CDD1D  # (1 ^ 1 << 25) · multiplier, wrapped at 64 bits
    assert rng.state == 0x2000001


@pytest.mark.parametrize("seed", [0, 1, -1, 2**64 - 1, 10**30])
def test_every_seed_gives_a_generator_that_runs(seed):
    rng = XorShift64Star(seed)
    assert 0 < rng.state <= MASK
    assert len({rng.next() for _ in range(100)}) == 100


def test_the_compiled_generator_gives_the_same_numbers():
    rng = XorShift64Star(7)
    x = np.uint64(rng.state)
    for n in (1, 2, 3, 4, 5, 255) * 50:
        x = np.uint64(kernel.xorshift(x))
        assert int(kernel.below(x, np.uint64(n))) == rng.below(n)
        assert int(x) == rng.state
        assert int(kernel.below_from_low_bits(x, np.uint64(n))) == rng.below_from_low_bits(n)


def test_below_is_uniform_and_in_range():
    rng = XorShift64Star(3)
    counts = np.bincount([rng.below(5) for _ in range(20_000)], minlength=5)
    assert len(counts) == 5
    assert abs(counts / 20_000 - 0.2).max() < 0.015


def test_chances_of_zero_and_one_are_certain():
    rng = XorShift64Star(3)
    assert not any(rng.chance(chance_threshold(0.0)) for _ in range(1000))
    assert all(rng.chance(chance_threshold(1.0)) for _ in range(1000))


def test_a_chance_happens_about_that_often():
    rng = XorShift64Star(5)
    share = np.mean([rng.chance(chance_threshold(0.1)) for _ in range(20_000)])
    assert abs(share - 0.1) < 0.01


def test_the_lower_half_serves_as_a_second_draw():
    rng = XorShift64Star(9)
    pairs = np.zeros((4, 4))
    for _ in range(16_000):
        first = rng.below(4)
        pairs[first, rng.below_from_low_bits(4)] += 1
    assert abs(pairs / 1000 - 1).max() < 0.15

"""The learner's random numbers: xorshift64*, the same bits in Python and in the compiled kernel."""

MASK = (1 << 64) - 1
MULTIPLIER = 0x2545F4914F6CDD1D
CHANCE_BITS = 53
"""A chance is compared as an integer of this many bits: every probability a float can hold is exact."""


def splitmix64(seed: int) -> int:
    """Spread any integer over 64 bits, never giving 0, at which xorshift would stay forever."""
    mixed = seed & MASK
    while True:
        mixed = (mixed + 0x9E3779B97F4A7C15) & MASK
        word = mixed
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
        word ^= word >> 31
        if word:
            return word


def chance_threshold(probability: float) -> int:
    """Give the integer that `XorShift64Star.chance` compares with; probability in [0, 1]."""
    return int(probability * (1 << CHANCE_BITS))


class XorShift64Star:
    """Vigna's xorshift64*: 64 bits of state, period 2⁶⁴ − 1.

    Attributes:
        state: the 64-bit state, never 0.
    """

    def __init__(self, seed: int) -> None:
        self.state = splitmix64(seed)

    def next(self) -> int:
        """Give the next 64 random bits."""
        x = self.state
        x ^= x >> 12
        x = (x ^ (x << 25)) & MASK
        x ^= x >> 27
        self.state = x
        return (x * MULTIPLIER) & MASK

    def below(self, n: int) -> int:
        """Draw one of 0 … n − 1: the top 32 bits times n, shifted down; its bias is below n / 2³²."""
        return ((self.next() >> 32) * n) >> 32

    def below_from_low_bits(self, n: int) -> int:
        """Draw one of 0 … n − 1 from the lower half of the number drawn last, without drawing a new one.

        The upper half decides `below`, and `chance` but for one in 2³² cases: as good as independent.
        """
        return (((self.state * MULTIPLIER) & 0xFFFFFFFF) * n) >> 32

    def chance(self, threshold: int) -> bool:
        """Whether an event of probability threshold / 2⁵³ happens."""
        return (self.next() >> (64 - CHANCE_BITS)) < threshold

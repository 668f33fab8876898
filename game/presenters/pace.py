"""How fast a level is trained by default: slow enough to watch, fast enough to converge within a minute."""

import math

RATES: tuple[int, ...] = tuple(figure * 10**power for power in range(7) for figure in (1, 2, 5))
"""Selectable paces [transitions/s]: 1, 2, 5, 10 … 5,000,000."""
PACE = 0.45
"""The built-in levels take 4 to 18 · pairs · shortest transitions to learn: 10 to 40 seconds at this pace."""


def default_rate(n_pairs: int, shortest: int) -> int:
    """Index in RATES of the default pace.

    Args:
        n_pairs: allowed (state, action) pairs that can be reached.
        shortest: transitions of the shortest safe path.
    """
    wanted = max(PACE * n_pairs * shortest, 1.0)
    return min(range(len(RATES)), key=lambda index: abs(math.log(RATES[index] / wanted)))

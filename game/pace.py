"""How fast a level is trained by default: slow enough to watch, fast enough to converge within a minute."""

RATES: tuple[int, ...] = tuple(figure * 10**power for power in range(7) for figure in (1, 2, 5))
"""Transitions a second one can choose from: 1, 2, 5, 10 … 5,000,000."""
SWEEPS_A_SECOND = 20
"""How often a second each allowed pair is visited on average."""


def default_rate(n_pairs: int) -> int:
    """Index in RATES of the default pace for a level with `n_pairs` reachable allowed (state, action) pairs."""
    wanted = n_pairs * SWEEPS_A_SECOND
    return min(range(len(RATES)), key=lambda index: abs(RATES[index] - wanted))

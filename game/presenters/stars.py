"""Stars: what a person's best result on a level earns. No pygame."""

MOST = 3
FIRST_AFTER, EVERY = 0.5, 0.18
"""When the first star of a run is there after the arrival, and the time between two [s]."""


def stars(steps: int | None, optimum: int | None) -> int:
    """Stars for the fewest steps of a person: 3 for the optimum, 2 up to `two_stars`, 1 for across.

    None is no result, or no optimum known yet.
    """
    if steps is None or optimum is None:
        return 0
    if steps <= optimum:
        return MOST
    return 2 if steps <= two_stars(optimum) else 1


def two_stars(optimum: int) -> int:
    """The most steps that earn two stars: a fifth more than the optimum, rounded down, but at least one more.

    With an optimum of 15 steps that is 18, with one of 4 steps 5.
    """
    return optimum + max(1, optimum // 5)


def popped(earned: int, seconds: float, *, still: bool) -> float:
    """How many of the stars earned are there so long after the arrival; the newest may be growing still.

    Without animation, when everything is `still`, they are there at once.
    """
    return float(earned) if still else min(float(earned), max(0.0, (seconds - FIRST_AFTER) / EVERY + 1))

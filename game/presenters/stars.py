"""Stars: what a person's best result on a level earns. No pygame."""

MOST = 3


def stars(steps: int | None, optimum: int | None) -> int:
    """Stars for the fewest steps of a person: 3 for the optimum, 2 for at most a fifth more, 1 for across.

    A fifth is rounded down, so with an optimum of 15 steps 18 earn two stars. None is no result, or no
    optimum known yet.
    """
    if steps is None or optimum is None:
        return 0
    if steps <= optimum:
        return MOST
    return 2 if steps <= optimum + optimum // 5 else 1

"""How many transitions per second our learner makes, against the others, on one level in one run."""

from collections.abc import Callable
from functools import partial
from importlib import import_module

from learner.bench.timing import Findings, Progress, alternate, compare, missing, seconds
from learner.bench.tutorials import FROZEN_LAKE, LEARNERS, NUMBA, OURS, Learner, World
from levels.text.reader import builtin_levels, read_level

LEVEL = "maze_15"
N_TRANSITIONS = 200_000
"""From an empty table; every learner has a path to the goal by then, and it is the shortest."""
N_STEADY = 50_000
"""Once learned."""
FILL = {OURS: 30, NUMBA: 30}
"""How many times more work fills a measurement of fast cases."""
ROUNDS = 5


def transitions(progress: Progress) -> Findings:
    """Compare learners from an empty table, with new seeds in each round, and then once they have learned."""
    world = World.of(read_level(builtin_levels()[LEVEL]))
    entrants = dict(LEARNERS)
    left_out: tuple[str, ...] = ()
    try:
        import_module("gymnasium")
    except ImportError:
        del entrants[FROZEN_LAKE]
        left_out = (missing(FROZEN_LAKE, "gymnasium"),)
    for make in entrants.values():
        make(world, 0).learn(0)  # compiles, or loads from the cache
    learned: dict[str, Learner] = {}
    completed = 0

    def done() -> None:
        nonlocal completed
        completed += 1
        progress(completed=completed, total=2 * ROUNDS * len(entrants), description=f"learners on {LEVEL}")

    def from_nothing(name: str) -> Callable[[int], float]:
        times = FILL.get(name, 1)

        def measure(number: int) -> float:
            spent = 0.0
            for seed in range(number * times, (number + 1) * times):
                learned[name] = entrants[name](world, seed)
                spent += seconds(partial(learned[name].learn, N_TRANSITIONS))
            return times * N_TRANSITIONS / spent

        return measure

    def steady(name: str) -> Callable[[int], float]:
        n = FILL.get(name, 1) * N_STEADY
        return lambda _: n / seconds(partial(learned[name].learn, n))

    found = []
    for case, phase in (("learning", from_nothing), ("learned", steady)):
        figures = alternate({name: (phase(name), ROUNDS) for name in entrants}, done)
        found += compare(f"{LEVEL}, {case}", "/s", OURS, figures)
    return Findings(tuple(found), left_out)

"""The figures of the home page: how three learners stood in a race that was run once. No pygame.

`python -m game.presenters.race_result` runs the race again and prints what it finds; a test does the same.
"""

# ruff: noqa: PLC0415  brings numba along, which the first picture does not wait for

from dataclasses import dataclass

from levels.files.terminal import tell
from levels.text.reader import builtin_levels, read_level


@dataclass(frozen=True)
class RaceResult:
    """How the three stood.

    Attributes:
        level: name of the built-in level.
        seed: of all three.
        moves: made by each of them.
        failures: crashes, and dead ends for `one_step`, by the learner's name.
    """

    level: str
    seed: int
    moves: int
    failures: dict[str, int]


RESULT = RaceResult("crossy_road", 0, 500_000, {"plain": 13_200, "one_step": 189, "ours": 0})


def race(level: str, seed: int, moves: int) -> RaceResult:
    """Runs a race on a built-in level until each of the three has made so many moves."""
    from learner.baselines.comparison import Comparison
    from levels.model.mdp import compile_mdp

    read = read_level(builtin_levels()[level])
    comparison = Comparison(read, compile_mdp(read), seed)
    comparison.advance(moves)
    standings = comparison.standings().baselines
    return RaceResult(level, seed, moves, {s.baseline.name: s.failures for s in standings})


if __name__ == "__main__":
    tell(str(race(RESULT.level, RESULT.seed, RESULT.moves)))

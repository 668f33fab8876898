"""The study “everywhere”: after how many episodes with exploring starts every state has a shortest path."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from statistics import median

from learner.core.diagnostics import optimal_states
from learner.core.trainer import Trainer
from learner.runs.training import with_settings
from levels.files.saving import replacing
from levels.markdown import table as markdown_table
from levels.proof.optimal_values import solve
from levels.proof.prove import prove
from levels.text.reader import find_level, read_file

BOARDS = (*(f"grid_{n}" for n in range(4, 10)), "maze_15", "patrol_15x9", "crossy_road")
"""The boards of the paper's section 4."""
SEEDS = 10
MEASURED = 100
"""States are counted whenever the number of episodes has grown by a hundredth, at first after every one."""
MOST_EPISODES = 10_000_000
"""A run that has not converged by then counts as it stands."""


@dataclass(frozen=True)
class EverywhereRun:
    """A level learned from one seed, with episodes that begin in every state that has a path.

    Attributes:
        level: its name.
        seed: of the run.
        states: viable states that are no goals and from which a goal can be reached.
        first: episodes when the greedy path from each of them was first found to be a shortest one.
        lasting: episodes since which it always was when measured; None where it is not at the end.
        converged: number of the episode that converged; None if none did.
        shares: (episodes, share of the states with such a path) of each count, the last at the end.
    """

    level: str
    seed: int
    states: int
    first: int | None
    lasting: int | None
    converged: int | None
    shares: tuple[tuple[int, float], ...]


def study(names: Iterable[str], seeds: int) -> Iterator[EverywhereRun]:
    """Learn each level from seeds 0, 1, … until it converges, with all start cells and start phases.

    Raises:
        LevelError: a level can't be read or isn't certified, when its turn comes.
    """
    for name in names:
        file = read_file(find_level(name))
        level = with_settings(file.level, None, {"start_cells": "all", "start_phases": "all"})
        proof = prove(replace(file, level=level))
        if proof.objection is not None:
            raise proof.objection
        optimal = solve(proof.mdp, proof.safe, level.learning.discount)
        states = len(optimal.nearest_first)
        for seed in range(seeds):
            trainer = Trainer(proof.mdp, proof.safe, level.learning, seed)
            shares = []
            while trainer.converged_episode is None and trainer.episodes < MOST_EPISODES:
                trainer.advance(stop="converged", n_episodes=max(1, trainer.episodes // MEASURED))
                right = optimal_states(
                    trainer.tables, trainer.memory, optimal.steps_to_goal, optimal.nearest_first
                )
                shares.append((trainer.episodes, right / states))
            yield _run(name, seed, states, trainer.converged_episode, shares)


def _run(
    name: str, seed: int, states: int, converged: int | None, shares: Sequence[tuple[int, float]]
) -> EverywhereRun:
    right = [episodes for episodes, share in shares if share == 1.0]
    wrong = [k for k, (_, share) in enumerate(shares) if share < 1.0]
    since = wrong[-1] + 1 if wrong else 0
    lasting = shares[since][0] if since < len(shares) else None
    return EverywhereRun(name, seed, states, min(right, default=None), lasting, converged, tuple(shares))


def table(runs: Sequence[EverywhereRun]) -> str:
    """Give the medians of each level as Markdown: “–” where a run has no figure."""
    rows = []
    for name in dict.fromkeys(run.level for run in runs):
        own = [run for run in runs if run.level == name]
        columns = zip(*((run.first, run.lasting, run.converged) for run in own), strict=True)
        rows.append([f"`{name}`", f"{own[0].states:,}", *map(_median, columns)])
    return markdown_table([["level", "states", "right everywhere", "for good", "converged"], *rows])


def _median(figures: Sequence[int | None]) -> str:
    known = [figure for figure in figures if figure is not None]
    return f"{median(known):,.0f}" if len(known) == len(figures) else "–"


def write_csv(runs: Iterable[EverywhereRun], path: Path) -> None:
    """Write a row for each run, without the shares; the same bytes on every system.

    Raises:
        UnwritableError: no file can be written there.
    """
    names = [field.name for field in fields(EverywhereRun)][:-1]
    rows = [["" if value is None else str(value) for value in astuple(run)[:-1]] for run in runs]
    with replacing(path) as file:
        file.write("".join(",".join(row) + "\n" for row in [names, *rows]))

"""The study “baselines”: seven learners on the same levels, with equally many transitions from each seed."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from statistics import fmean, median

import numpy as np

from learner.baselines.table import BASELINES
from levels.files.saving import replacing
from levels.markdown import table as markdown_table
from levels.proof.optimal_values import steps_to_goal
from levels.proof.prove import prove
from levels.proof.safety import safe_actions
from levels.text.reader import find_level, read_file

BOARDS = ("grid_9", "maze_15", "patrol_15x9", "crossy_road", "dead_end", "log_river", "late_train")
"""A grid, a maze, a robot, traffic, traffic with traps, a river, and late traffic; each has one start."""
SEEDS = 100
TRANSITIONS = 1_000_000


@dataclass(frozen=True)
class BaselineRun:
    """One learner on one level from one seed.

    Attributes:
        level, learner: their names.
        seed: of the run.
        transitions, episodes: made and finished.
        crashes, dead_ends: how many of the episodes ended so.
        converged: number of the episode that converged by the learner's own stopping rule; None if none did.
        shortest: transitions of the shortest path over viable actions.
        cost: transitions of the greedy path from the start at the end; None if it reaches no goal.
    """

    level: str
    learner: str
    seed: int
    transitions: int
    episodes: int
    crashes: int
    dead_ends: int
    converged: int | None
    shortest: int
    cost: int | None


def study(names: Iterable[str], seeds: int, transitions: int) -> Iterator[BaselineRun]:
    """Let every learner make so many transitions on each level, from this many seeds.

    Raises:
        LevelError: a level can't be read or isn't certified, when its turn comes.
    """
    for name in names:
        proof = prove(read_file(find_level(name)))
        if proof.objection is not None:
            raise proof.objection
        start = proof.mdp.starts[0]
        shortest = int(steps_to_goal(proof.mdp, safe_actions(proof.mdp, "viable"))[start])
        for learner, make in BASELINES.items():
            baseline = make(proof.level, proof.mdp)
            for seed in range(seeds):
                trainer = baseline.learner(proof.level.learning, seed)
                trainer.advance(transitions)
                cost = int(trainer.greedy_steps(np.array([start]))[0])
                yield BaselineRun(
                    name,
                    learner,
                    seed,
                    trainer.transitions,
                    trainer.episodes,
                    trainer.violations - trainer.dead_ends,
                    trainer.dead_ends,
                    trainer.converged_episode,
                    shortest,
                    None if cost < 0 else cost,
                )


def table(runs: Sequence[BaselineRun]) -> str:
    """Give a line for each learner on each level, as Markdown: means over its runs, and how many succeeded.

    The final cost is the median of the runs whose greedy path arrives; “–” where none does.
    """
    counted = ("crashes", "dead ends", "episodes", "converged", "arrives", "optimal", "final cost")
    rows = []
    for level, learner in dict.fromkeys((run.level, run.learner) for run in runs):
        own = [run for run in runs if (run.level, run.learner) == (level, learner)]
        counts = [fmean(run.crashes for run in own), fmean(run.dead_ends for run in own)]
        costs = [run.cost for run in own if run.cost is not None]
        rows.append(
            [
                f"`{level}`",
                f"`{learner}`",
                *("0" if not mean else f"{mean:,.1f}" for mean in counts),
                f"{fmean(run.episodes for run in own):,.0f}",
                str(sum(run.converged is not None for run in own)),
                str(len(costs)),
                str(sum(cost == own[0].shortest for cost in costs)),
                f"{median(costs):,.0f} of {own[0].shortest}" if costs else "–",
            ]
        )
    return markdown_table([["level", "learner", *counted], *rows])


def write_csv(runs: Iterable[BaselineRun], path: Path) -> None:
    """Write a row for each run; None is an empty field.

    Raises:
        UnwritableError: no file can be written there.
    """
    with replacing(path) as file:
        names = [field.name for field in fields(BaselineRun)]
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(run) for run in runs)

"""The table of results: levels learned from several seeds each, a row a level, and the rows as CSV."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import median

from learner.core.trainer import Trainer
from learner.runs.training import MOST_EPISODES, until_converged
from levels.files.saving import replacing
from levels.proof.optimal_values import solve
from levels.proof.prove import prove
from levels.text.reader import find_level, read_file


@dataclass(frozen=True)
class Result:
    """The results of learning one level from several seeds; all but `seconds` is the same on every machine.

    Attributes:
        level: the level's name, as it was asked for.
        seeds: number of runs, each from a seed of its own.
        converged: runs in which an episode that reached a goal changed Q by less than the level's threshold.
        episodes_min, episodes_median, episodes_max: number of that episode, over those runs; None if there
            are none.
        optimal: share of all runs, in [0, 1], whose greedy rollout from every start is as short as the
            shortest safe path.
        optimal_states: median over all runs of the share of states whose greedy path is a shortest one, as
            `Snapshot.optimal_states` has it, rounded to four digits.
        transitions: made in all runs together.
        violations: constraints broken in all runs together.
        seconds: learning took in all runs together, compiling and judging left out [s].
    """

    level: str
    seeds: int
    converged: int
    episodes_min: int | None
    episodes_median: float | None
    episodes_max: int | None
    optimal: float
    optimal_states: float
    transitions: int
    violations: int
    seconds: float


def results(
    names: Iterable[str], seeds: Sequence[int], *, most_episodes: int = MOST_EPISODES
) -> Iterator[Result]:
    """Learn level after level with its own settings, from every seed until it converges; give a row each.

    Args:
        names: level files or names of built-ins.
        seeds: at least one.
        most_episodes: a run that has not converged by then counts as it stands.

    Raises:
        LevelError: a level can't be read or isn't certified, when its turn comes.
    """
    return (_result(name, seeds, most_episodes) for name in names)


def to_csv(rows: Iterable[Result], *, with_seconds: bool = False) -> str:
    """Give the rows under a line of headings; empty where there is no figure.

    Without the seconds, which no two runs share, the same levels and seeds give the same text.
    """
    columns = [field.name for field in fields(Result) if with_seconds or field.name != "seconds"]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([getattr(row, column) for column in columns] for row in rows)
    return text.getvalue()


def write_csv(rows: Iterable[Result], path: Path, *, with_seconds: bool = False) -> None:
    """Write `to_csv` to a file, with the same bytes on every system.

    Raises:
        UnwritableError: no file can be written there.
    """
    with replacing(path) as file:
        file.write(to_csv(rows, with_seconds=with_seconds))


def _result(name: str, seeds: Sequence[int], most_episodes: int) -> Result:
    file = read_file(find_level(name))
    proof = prove(file)
    if proof.objection is not None:
        raise proof.objection
    learning = file.level.learning
    optimal = solve(proof.mdp, proof.safe, learning.discount)
    seconds, snapshots = 0.0, []
    for seed in seeds:
        trainer = Trainer(proof.mdp, proof.safe, learning, seed)
        trainer.warm_up(optimal)
        seconds += until_converged(trainer, most_episodes)
        snapshots.append(trainer.snapshot(optimal))
    episodes = [shot.converged_episode for shot in snapshots if shot.converged_episode is not None]
    return Result(
        level=name,
        seeds=len(snapshots),
        converged=len(episodes),
        episodes_min=min(episodes, default=None),
        episodes_median=float(median(episodes)) if episodes else None,
        episodes_max=max(episodes, default=None),
        optimal=sum(shot.optimal for shot in snapshots) / len(snapshots),
        optimal_states=round(median(shot.optimal_states for shot in snapshots), 4),
        transitions=sum(shot.transitions for shot in snapshots),
        violations=sum(shot.violations for shot in snapshots),
        seconds=round(seconds, 4),
    )

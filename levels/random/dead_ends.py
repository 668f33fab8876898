"""How often Definition 1 alone runs into a dead end: a study over random crossings, without any learning.

An episode is played that takes any one-step-safe action with equal chance. Its outcome is not
sampled: the chance of standing on each cell is carried forward tick by tick, so the figures are exact but for
rounding.
"""

import csv
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from statistics import fmean, median

import numpy as np
from numpy.typing import NDArray

from levels.compiled import njit
from levels.files.saving import replacing
from levels.markdown import table
from levels.model.board import Action
from levels.model.level import Level
from levels.model.mdp import Mdp, compile_mdp
from levels.proof.optimal_values import steps_to_goal
from levels.proof.safety import SafeActions, safe_actions
from levels.random.generator import random_crossing

LIMIT = 5000
"""Transitions after which an episode is cut off."""
SEEDS = 300
"""Number of random crossings of the study in `docs/dead_ends.md`."""
ACTIONS = {False: "four moves", True: "four moves and wait"}
"""The agent's actions, by whether it can wait."""


@dataclass(frozen=True)
class Judged:
    """The effect of the one-step set on one level.

    Attributes:
        seed: of the level.
        wait: whether the agent can stand still.
        states: (cell, phase) pairs.
        solvable: from every start a safe path leads to a goal.
        doomed: states that one-step-safe actions reach although every path from them ends in a dead end.
        dead_ends: those among them in which no action is safe.
        chance: that a random one-step-safe episode meets a dead end within the limit.
        unfinished: the chance that it has met neither a dead end nor a goal by then.
    """

    seed: int
    wait: bool
    states: int
    solvable: bool
    doomed: int
    dead_ends: int
    chance: float
    unfinished: float


@dataclass(frozen=True)
class Summary:
    """All levels with the same actions in one line; everything after `solvable` is about the solvable ones.

    Attributes:
        wait: whether the agent can stand still.
        levels: how many were drawn.
        solvable: how many of them are solvable.
        with_dead_end: how many of those have a reachable dead end.
        mean, median, worst: of the chance that a random one-step-safe episode meets a dead end.
        unfinished: mean chance that the episode was cut off before it ended.
    """

    wait: bool
    levels: int
    solvable: int
    with_dead_end: int
    mean: float
    median: float
    worst: float
    unfinished: float


@dataclass(frozen=True)
class Study:
    """The levels judged, by seed, each without waiting first."""

    levels: tuple[Judged, ...]

    def summary(self, wait: bool) -> Summary:
        """The levels with, or without, the action wait in one line.

        Raises:
            ValueError: none of them is solvable.
        """
        drawn = [judged for judged in self.levels if judged.wait == wait]
        solvable = [judged for judged in drawn if judged.solvable]
        if not solvable:
            raise ValueError("none of the levels is solvable: use more levels")
        chances = [judged.chance for judged in solvable]
        return Summary(
            wait=wait,
            levels=len(drawn),
            solvable=len(solvable),
            with_dead_end=sum(judged.dead_ends > 0 for judged in solvable),
            mean=fmean(chances),
            median=median(chances),
            worst=max(chances),
            unfinished=fmean(judged.unfinished for judged in solvable),
        )

    def table(self) -> str:
        """Both summaries as a table in Markdown, one line each.

        Raises:
            ValueError: as `summary`.
        """
        heading = "actions, levels, solvable, with a dead end, met: mean, median, worst, cut off"
        rows = [heading.split(", ")]
        for wait, name in ACTIONS.items():
            line = self.summary(wait)
            shares = f"{line.mean:.1%}", f"{line.median:.1%}", f"{line.worst:.1%}", f"{line.unfinished:.2%}"
            doomed = f"{line.with_dead_end} ({line.with_dead_end / line.solvable:.0%})"
            rows.append([name, f"{line.levels}", f"{line.solvable}", doomed, *shares])
        return table(rows)


def study(n: int = SEEDS, *, limit: int = LIMIT, done: Callable[[int], object] | None = None) -> Study:
    """Judge the random crossings of seeds 0 … n − 1, each without and with the action wait.

    Args:
        n: how many seeds.
        limit: transitions after which an episode is cut off.
        done: called after each seed with the number done.
    """
    levels = []
    for seed in range(n):
        levels += [judge(random_crossing(seed, wait=wait), seed, limit=limit) for wait in (False, True)]
        if done is not None:
            done(seed + 1)
    return Study(tuple(levels))


def judge(level: Level, seed: int, *, limit: int = LIMIT) -> Judged:
    """Study one level, whose own `safety` does not matter.

    Args:
        level: the level.
        seed: it was drawn from, to distinguish levels.
        limit: transitions after which an episode is cut off.
    """
    mdp = compile_mdp(level)
    published = safe_actions(mdp, "one_step")
    # A path that reached a goal met no dead end: the shortest paths are those of the viable set.
    ways = steps_to_goal(mdp, published)[list(mdp.starts)]
    met, unfinished = chance_of_dead_end(mdp, published, limit)
    return Judged(
        seed=seed,
        wait=Action.WAIT in mdp.actions,
        states=mdp.n_states,
        solvable=bool((ways >= 0).all()),
        doomed=published.doomed_reachable,
        dead_ends=int(np.count_nonzero(published.reachable & _closed(mdp, published))),
        chance=met,
        unfinished=unfinished,
    )


def chance_of_dead_end(mdp: Mdp, published: SafeActions, limit: int) -> tuple[float, float]:
    """Give how likely a random one-step-safe episode is to meet a dead end, and to be cut off before its end.

    It begins at one of the starts at phase 0, all equally likely, and takes each one-step-safe action of a
    state with equal chance, `limit` transitions at most.
    """
    chances = np.bincount(mdp.starts, minlength=mdp.n_cells) / len(mdp.starts)
    met, left = _carry(mdp.next_state, published.one_step, _closed(mdp, published), chances, limit)
    return float(met), float(left)


def write_csv(result: Study, path: Path) -> None:
    """Write one line a level; the same study gives the same bytes.

    Raises:
        UnwritableError: no file can be written there.
    """
    with replacing(path) as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Judged)], lineterminator="\n")
        writer.writeheader()
        for judged in result.levels:
            rounded = {"chance": f"{judged.chance:.9f}", "unfinished": f"{judged.unfinished:.9f}"}
            writer.writerow(asdict(judged) | rounded)


def _closed(mdp: Mdp, published: SafeActions) -> NDArray[np.bool_]:
    """(n_states,) states, not goals, in which no action is one-step-safe."""
    closed: NDArray[np.bool_] = ~(published.one_step.any(axis=1) | mdp.goal)
    return closed


@njit
def _carry(
    next_state: NDArray[np.int32],
    one_step: NDArray[np.bool_],
    closed: NDArray[np.bool_],
    chances: NDArray[np.float64],
    limit: int,
) -> tuple[float, float]:
    """Carry chances (n_cells,) forward from phase 0: the share that ended in closed states, and that goes on.

    All of an episode's states at one tick have one phase, so a number for each cell is enough.
    """
    n_states, n_actions = next_state.shape
    n_cells = len(chances)
    now, then = chances.copy(), np.zeros(n_cells)
    met = 0.0
    for tick in range(limit + 1):
        first = tick * n_cells % n_states
        left = 0.0
        then[:] = 0.0
        for k in range(n_cells):
            if now[k] == 0.0:
                continue
            x = first + k
            if closed[x]:
                met += now[k]
                continue
            ways = 0
            for u in range(n_actions):
                ways += one_step[x, u]
            if ways == 0:  # a goal
                continue
            left += now[k]
            for u in range(n_actions):
                if one_step[x, u]:
                    then[next_state[x, u] % n_cells] += now[k] / ways
        now, then = then, now
        if left == 0.0:
            break
    return met, left

"""Surprises: random certified crossings whose difficulty is measured; same code, same level.

Random crossings (`levels.random.generator`) are drawn one by one until one is certified and its three
figures lie within the bounds of the difficulty that was asked for (`DIFFICULTIES`):

- the share of its states that are doomed: safe now, and lost whatever the agent does;
- the length of its shortest safe path, in transitions;
- its tightest gap: for how many ticks in a row the scarcest cell stays free on a path that needs it. The
  most careful path across is the one whose scarcest cell is free longest; this is how long. A cell of a
  river is free while a carrier covers it, one of late traffic while no delay can bring a vehicle there.

From one difficulty to the next the boards grow, more states are doomed, paths get longer, gaps tighter. The
bounds are the same for all kinds of crossings.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from levels.files.terminal import named, tell
from levels.model.level import Level
from levels.model.mdp import Mdp, compile_mdp
from levels.proof import graph
from levels.proof.certificate import certify
from levels.proof.safety import SafeActions, safe_actions
from levels.random.codes import Code, Kind
from levels.random.generator import random_crossing
from levels.text.outputs import refuse_existing, write_level

TRIES = 2_000
"""Crossings drawn for one surprise at most; one in ten to one in eighty fits."""
COLUMNS = 9
WORDS: dict[Kind, tuple[str, str]] = {
    "road": ("Random", "{} steps at best"),
    "late": ("Random late traffic", "{} steps at best, guaranteed"),
    "river": ("Random river", "{} steps at best"),
}
"""What a surprise of each kind is called, and its shortest safe path."""


class Difficulty(NamedTuple):
    """The bounds of a difficulty; every surprise keeps them all.

    Attributes:
        rows: of the board.
        doomed: share of its states that are doomed, from the first up to below the second.
        way: transitions of its shortest safe path, the first to the second.
        gap: its tightest gap [ticks], the first to the second.
    """

    rows: int
    doomed: tuple[float, float]
    way: tuple[int, int]
    gap: tuple[int, int]


DIFFICULTIES = {
    1: Difficulty(7, (0.0, 0.005), (0, 9), (5, 99)),
    2: Difficulty(9, (0.005, 0.01), (10, 13), (4, 5)),
    3: Difficulty(11, (0.01, 0.015), (14, 16), (3, 4)),
    4: Difficulty(13, (0.015, 0.02), (17, 19), (2, 3)),
    5: Difficulty(15, (0.02, 1.0), (20, 99), (1, 2)),
}
"""From easy to a board on which one state in fifty or more is doomed."""


def write_surprise(out: Path, seed: int, difficulty: int, kind: Kind, *, force: bool) -> None:
    """Write a surprise as a level file: the command `surprise`."""
    refuse_existing(out, force=force)
    level = surprise(seed, difficulty, kind)
    write_level(level, out)
    tell(f"{named(out)}: {level.name}. {level.about}")


def surprise(seed: int, difficulty: int, kind: Kind = "road") -> Level:
    """The crossing of a code, certified; a goal can be reached from wherever the agent gets.

    Args:
        seed: from 0 on.
        difficulty: a key of `DIFFICULTIES`.
        kind: what there is to cross.

    Raises:
        ValueError: the seed is negative, or there is no such difficulty.
        RuntimeError: none of the crossings that were tried fits, which is not known to happen.
    """
    if seed < 0 or difficulty not in DIFFICULTIES:
        numbers = f"seed {seed} and difficulty {difficulty}"
        raise ValueError(f"{numbers}: seeds start at 0, and difficulties are 1 to {len(DIFFICULTIES)}")
    wanted = DIFFICULTIES[difficulty]
    for attempt in range(TRIES):
        level = random_crossing(seed * TRIES + attempt, rows=wanted.rows, columns=COLUMNS, kind=kind)
        mdp = compile_mdp(level)
        safe = safe_actions(mdp, level.safety)
        figures = certify(level, mdp, safe)
        doomed, way = figures.doomed / figures.states, figures.shortest
        if not figures.certified or not figures.goal_reachable_from_all or way is None:
            continue
        if not (wanted.doomed[0] <= doomed < wanted.doomed[1] and wanted.way[0] <= way <= wanted.way[1]):
            continue
        gap = tightest_gap(mdp, safe)
        if wanted.gap[0] <= gap <= wanted.gap[1]:
            what, shortest = WORDS[kind]
            about = (
                f"{what}, difficulty {difficulty}: {shortest.format(way)}, tightest gap {gap} "
                f"step{'s' if gap > 1 else ''}, {100 * doomed:.1f} % traps."
            )
            name = Code(seed, difficulty, kind).name
            return level.model_copy(update={"name": name, "about": about})
    raise RuntimeError(f"no crossing of difficulty {difficulty} was found for seed {seed}: try another seed")


def tightest_gap(mdp: Mdp, safe: SafeActions) -> int:
    """How long the scarcest cell of the most careful safe path is free in a row [ticks]; 0 without a path.

    A cell that is always free counts as free for a period.
    """
    free_for = np.append(free_spells(mdp), 0)
    starts = np.array(mdp.starts, dtype=np.int32)
    gap = 0
    for ticks in np.unique(free_for[free_for > 0]).tolist():
        careful = safe.allowed & (free_for[mdp.next_state] >= ticks)
        if not (graph.reach(mdp.next_state, careful, starts) & mdp.goal).any():
            break
        gap = int(ticks)
    return gap


def free_spells(mdp: Mdp) -> NDArray[np.int32]:
    """(n_states,) ticks in a row for which a state's cell is free around its phase, a period at most."""
    free = ~mdp.violation.reshape(mdp.period, -1)
    twice = np.concatenate([free, free])

    def since(ticks: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Free ticks up to each tick, itself included."""
        run = np.zeros(ticks.shape[1], dtype=np.int32)
        runs = np.empty(ticks.shape, dtype=np.int32)
        for tick, now in enumerate(ticks):
            run = np.where(now, run + 1, 0)
            runs[tick] = run
        return runs

    before, after = since(twice)[mdp.period :], since(twice[::-1])[::-1][: mdp.period]
    spells: NDArray[np.int32] = np.where(free, np.minimum(before + after - 1, mdp.period), 0).reshape(-1)
    return spells

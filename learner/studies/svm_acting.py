"""The SVM that acts, over kernel widths: does it arrive, how often must the mask intervene, does it crash."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from learner.studies.svm_study import ITERATIONS, TOLERANCE, WIDTHS, Box, Learned, collect_labels
from learner.studies.svm_tables import UNSOLVED, box_name, width_name
from learner.svm.acting import SvmPolicy, act, fit_policy, judge, part_of
from levels.markdown import table
from levels.model.level import Level
from levels.proof.optimal_values import steps_to_goal

BOARDS = ("grid_9", "crossy_road")
"""The largest of the paper's grids, and its crossing."""
BOXES: tuple[Box, ...] = (None, 10.0)
SHARES = (1.0, 0.5, 0.25, 0.1)
"""Shares of the labelled states that an SVM is fitted to."""
DRAWS = 3
"""How often each part of the states is drawn, from seeds 0, 1, …; all of them need no draw."""
FITS = len(BOXES) * len(WIDTHS) * (1 + DRAWS * (len(SHARES) - 1))
"""Fits of a level."""


@dataclass(frozen=True)
class ActingRow:
    """One policy: an SVM with the mask of allowed actions, or without.

    Attributes:
        level, box, kernel_width: as in `learner.studies.svm_study.StudyRow`.
        share, draw: share of the labelled states that it is fitted to, and the seed that draws them.
        masked: whether the mask keeps it to allowed actions.
        n_fitted, n_left_out: labelled states that it was fitted to, and the others.
        start: how its rollout from the level's first start ends, as `learner.core.rollout.Outcome`.
        start_steps, start_interventions: its moves, and those of them at which arg max h is not allowed.
        arrives, crashes: shares of all labelled states from which it reaches a goal, and crashes.
        interventions: mean number of such moves on the way to one of both.
        left_greedy, left_optimal, left_arrives, left_crashes: shares of the states left out in which its
            action is the label, in which it begins a shortest safe path, from which it arrives, and from
            which it crashes; 0 where none are left out.
        converged: whether the solver met its tolerance.
    """

    level: str
    box: Box
    kernel_width: float
    share: float
    draw: int
    masked: bool
    n_fitted: int
    n_left_out: int
    start: str
    start_steps: int
    start_interventions: int
    arrives: float
    crashes: float
    interventions: float
    left_greedy: float
    left_optimal: float
    left_arrives: float
    left_crashes: float
    converged: bool


@dataclass(frozen=True)
class Yardstick:
    """What a level's policies are to be compared with.

    Attributes:
        level, n_states: its name, and N, the states that carry a label.
        labels: share of them whose label begins a shortest safe path.
        chance: that share if an allowed action is drawn evenly.
    """

    level: str
    n_states: int
    labels: float
    chance: float


def study(
    levels: Mapping[str, Level],
    *,
    widths: Sequence[float] = WIDTHS,
    boxes: Sequence[Box] = BOXES,
    shares: Sequence[float] = SHARES,
    draws: int = DRAWS,
    seed: int = 0,
) -> Iterator[ActingRow | Yardstick]:
    """Learn each level, and let SVMs of its labels act, with the mask and without; two rows a fit.

    Raises:
        SolverMissingError: scikit-learn is not installed, and some box was given.
    """
    for name, level in levels.items():
        learned = collect_labels(level, seed)
        labels = np.full(learned.mdp.n_states, -1, dtype=np.int8)
        labels[learned.states] = learned.labels
        steps = steps_to_goal(learned.mdp, learned.safe)
        yield yardstick(name, learned, steps)
        for box in boxes:
            for share in shares:
                for draw in range(draws if share < 1.0 else 1):
                    part = part_of(labels, share, draw)
                    for width in widths:
                        policy = fit_policy(
                            learned.mdp,
                            learned.safe,
                            part,
                            width,
                            box,
                            tolerance=TOLERANCE,
                            iterations=ITERATIONS,
                        )
                        for masked in (True, False):
                            row = acted(name, learned, policy, labels, steps, masked=masked)
                            yield replace(row, box=box, kernel_width=width, share=share, draw=draw)


def acted(
    name: str,
    learned: Learned,
    policy: SvmPolicy,
    labels: NDArray[np.int8],
    steps: NDArray[np.int32],
    *,
    masked: bool,
) -> ActingRow:
    """Let a policy act from the start and from every labelled state; its settings are left at 0."""
    mdp = learned.mdp
    run = act(mdp, learned.safe, policy, mdp.starts[0], masked=masked, limit=mdp.n_states)
    everywhere, left = (
        judge(mdp, policy, labels, steps, among, masked=masked) for among in (labels >= 0, ~policy.fitted)
    )
    return ActingRow(
        level=name,
        box=None,
        kernel_width=0.0,
        share=0.0,
        draw=0,
        masked=masked,
        n_fitted=int(policy.fitted.sum()),
        n_left_out=left.n_states,
        start=run.rollout.outcome,
        start_steps=len(run.rollout.actions),
        start_interventions=run.interventions,
        arrives=everywhere.arrives,
        crashes=everywhere.crashes,
        interventions=everywhere.interventions,
        left_greedy=left.greedy,
        left_optimal=left.optimal,
        left_arrives=left.arrives,
        left_crashes=left.crashes,
        converged=policy.converged,
    )


def yardstick(name: str, learned: Learned, steps: NDArray[np.int32]) -> Yardstick:
    """Count in how many labelled states the label, or an allowed action drawn evenly, is a best move."""
    states, allowed = learned.states, learned.safe.allowed[learned.states]
    ahead = np.append(steps, -1)[learned.mdp.next_state[states]]
    best = allowed & (ahead >= 0) & (ahead == steps[states][:, None] - 1)
    chosen = best[np.arange(len(states)), learned.labels]
    chance = best.sum(axis=1) / allowed.sum(axis=1)
    return Yardstick(name, len(states), float(chosen.mean()), float(chance.mean()))


def tables(rows: Iterable[ActingRow | Yardstick]) -> str:
    """Give the study in Markdown: for each level and box a table of the whole fit, and one of its parts."""
    rows = list(rows)
    parts = []
    for level in (row for row in rows if isinstance(row, Yardstick)):
        parts.append(
            f"`{level.level}`: in {100 * level.labels:.1f}% of N = {level.n_states:,} states the label is a "
            f"best move; a random allowed move is one in {100 * level.chance:.1f}%."
        )
        own = [row for row in rows if isinstance(row, ActingRow) and row.level == level.level]
        for box in dict.fromkeys(row.box for row in own):
            parts.append(f"`{level.level}`, {box_name(box)}, fitted to all states:")
            parts.append(whole_table([row for row in own if row.box == box and row.share == 1.0]))
            parts.append(f"`{level.level}`, {box_name(box)}, fitted to a part, from the states left out:")
            parts.append(parts_table([row for row in own if row.box == box and row.share < 1.0]))
    return "\n\n".join(parts)


def whole_table(rows: Sequence[ActingRow]) -> str:
    """Give one level's and box's SVMs of all labels, a line a width: with the mask, then without."""
    heading = ["η", "mask: start", "arrive", "interventions", "no mask: start", "arrive", "crash"]
    lines = []
    for width in dict.fromkeys(row.kernel_width for row in rows):
        kept, bare = (
            next(row for row in rows if row.kernel_width == width and row.masked is masked)
            for masked in (True, False)
        )
        mark = "" if kept.converged else f" {UNSOLVED}"
        lines.append(
            [
                f"{width_name(width)}{mark}",
                _start(kept),
                _percent([kept.arrives]),
                f"{kept.interventions:.1f}",
                _start(bare),
                _percent([bare.arrives]),
                _percent([bare.crashes]),
            ]
        )
    return table([heading, *lines])


def parts_table(rows: Sequence[ActingRow]) -> str:
    """Give one level's and box's SVMs of parts, a line a width, two columns a share; means over the draws."""
    shares = list(dict.fromkeys(row.share for row in rows))
    heading = ["η"]
    for share in shares:
        heading += [f"{100 * share:.0f}%, mask", f"{100 * share:.0f}%, no mask"]
    lines = []
    for width in dict.fromkeys(row.kernel_width for row in rows):
        line = [width_name(width)]
        for share in shares:
            for masked in (True, False):
                some = [r for r in rows if (r.kernel_width, r.share, r.masked) == (width, share, masked)]
                figures = [_percent([r.left_optimal for r in some]), _percent([r.left_arrives for r in some])]
                if not masked:
                    figures.append(_percent([r.left_crashes for r in some]))
                mark = "" if all(r.converged for r in some) else f" {UNSOLVED}"
                line.append(" / ".join(figures) + mark)
        lines.append(line)
    return table([heading, *lines])


def _start(row: ActingRow) -> str:
    """How the rollout from the start ends, in a few words."""
    if row.start == "goal":
        return (
            f"{row.start_steps} steps, {row.start_interventions}"
            if row.masked
            else f"{row.start_steps} steps"
        )
    return {"crash": f"crash at {row.start_steps}", "loop": "circles"}.get(row.start, "stuck")


def _percent(shares: Sequence[float]) -> str:
    return f"{100 * fmean(shares):.0f}"

"""One run of a sweep, as a worker process makes it."""

import time
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learner.baselines.baseline import Baseline
from learner.baselines.table import BASELINES
from learner.core.trainer import DeadEndError, Trainer
from learner.runs.report import VERSION
from learner.sweeps.plan import Run, changed
from levels.proof.optimal_values import steps_to_goal
from levels.proof.prove import Proof, prove
from levels.proof.safety import safe_actions
from levels.text.reader import parse_file

KEPT_PROOFS = 8
CURVE_GROWTH = 1.25
"""From one point of a learning curve to the next, episodes grow by this factor."""


@dataclass(frozen=True)
class Result:
    """What a run gave.

    Attributes:
        row: its line of the table.
        curve: (episodes, transitions, violations, greedy steps or -1) at growing episodes, the last one last.
    """

    row: dict[str, Any]
    curve: tuple[tuple[int, int, int, int], ...]


def make(run: Run) -> Result:
    """Learn until it converges, to the cap of episodes, or into a dead end.

    `converged` is the learner's own stopping rule. `optimal` and `optimal_states` compare greedy paths with
    the shortest paths over viable actions, whoever learns. A dead end ends a run of “ours” with
    `safety: one_step`; for the learner “one_step” each is a failed episode.
    """
    proof = _proof(run.text, run.settings)
    trainer = _trainer(proof, run)
    _warm_up(trainer)
    begun = time.perf_counter()
    curve, dead_ends = _learn(trainer, run.episodes)
    seconds = time.perf_counter() - begun
    optimal, share = _right(_shortest(run.text, run.settings), trainer)
    learning = proof.level.learning.model_dump()
    row = {
        "level": run.level,
        "learner": run.learner,
        "seed": run.seed,
        "safety": proof.level.safety,
        **learning,
        "version": VERSION,
        "episodes": trainer.episodes,
        "transitions": trainer.transitions,
        "violations": trainer.violations - trainer.dead_ends,
        "dead_ends": dead_ends + trainer.dead_ends,
        "converged": trainer.converged_episode is not None,
        "optimal": optimal,
        "optimal_states": share,
        "seconds": round(seconds, 4),
    }
    return Result(row, tuple(curve))


@lru_cache(KEPT_PROOFS)
def _proof(text: str, settings: tuple[tuple[str, Any], ...]) -> Proof:
    return prove(changed(parse_file(text, "level.yaml"), settings))


def _trainer(proof: Proof, run: Run) -> Trainer:
    learning = proof.level.learning
    if run.learner == "ours":  # with the level's own safe set, starts and phases
        return Trainer(proof.mdp, proof.safe, learning, run.seed)
    return _baseline(run.text, run.settings, run.learner).learner(learning, run.seed)


@lru_cache(KEPT_PROOFS)
def _baseline(text: str, settings: tuple[tuple[str, Any], ...], learner: str) -> Baseline:
    proof = _proof(text, settings)
    return BASELINES[learner](proof.level, proof.mdp)


def _warm_up(trainer: Trainer) -> None:
    """Compile or load what a run executes before `seconds` are counted; learns nothing."""
    with suppress(DeadEndError):  # at the start; the run finds it again
        trainer.advance(0)
    trainer.greedy_steps(np.array(trainer.mdp.starts[:1], dtype=np.int64))


def _learn(trainer: Trainer, cap: int) -> tuple[list[tuple[int, int, int, int]], int]:
    """The curve, and the dead ends that ended the run: none or one."""
    first = np.array(trainer.mdp.starts[:1], dtype=np.int64)
    curve: list[tuple[int, int, int, int]] = []

    def mark() -> None:
        steps = int(trainer.greedy_steps(first)[0])
        curve.append((trainer.episodes, trainer.transitions, trainer.violations, steps))

    mark()
    try:
        while trainer.converged_episode is None and trainer.episodes < cap:
            next_mark = min(cap, max(trainer.episodes + 1, int(trainer.episodes * CURVE_GROWTH)))
            trainer.advance(stop="converged", n_episodes=next_mark - trainer.episodes)
            mark()
    except DeadEndError:
        mark()
        return curve, 1
    return curve, 0


@lru_cache(KEPT_PROOFS)
def _shortest(text: str, settings: tuple[tuple[str, Any], ...]) -> NDArray[np.int32]:
    mdp = _proof(text, settings).mdp
    return steps_to_goal(mdp, safe_actions(mdp, "viable"))


def _right(shortest: NDArray[np.int32], trainer: Trainer) -> tuple[bool, float]:
    """Whether the greedy path from every start is a shortest one, and the share of states where it is."""
    starts = np.array(trainer.mdp.starts, dtype=np.int64)
    states = np.flatnonzero(shortest > 0)
    right = trainer.greedy_steps(states) == shortest[states]
    optimal = bool((trainer.greedy_steps(starts) == shortest[starts]).all())
    return optimal, round(float(right.mean()), 6) if len(states) else 0.0

"""A training run without a window: settings overriding the level's own, a save to continue, a record."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from learner.baselines.table import BASELINES
from learner.core.snapshot import Snapshot
from learner.core.trainer import Trainer
from learner.runs import checkpoint
from learner.runs.advice import advice, advice_for_other
from learner.runs.checkpoint import CheckpointError, UnsavedError
from learner.runs.report import outcome
from levels.files.problems import UserError
from levels.model.checks import check_level
from levels.model.level import Learning, Level
from levels.proof.optimal_values import OptimalValues, solve
from levels.proof.prove import Proof
from levels.proof.safety import safe_actions
from levels.text.sentences import fault_of

OURS_ALONE = ("safety", "start_phases", "start_cells")
"""Settings that only our own learner obeys: the others have safe sets of their own, and start at phase 0."""
MOST_EPISODES = 200_000
"""Episodes after which a run of a study that has not converged is given up."""
SLICE = 1_000_000
"""Transitions made at a stretch, so that Ctrl+C is heard between two."""


@dataclass(frozen=True)
class Run:
    """The result of a training run.

    Attributes:
        record: the run's part of the object of `train --json`.
        learned: it converged, and every start's greedy path has settled, whichever stopping rule it had.
        advice: why it did not learn the shortest paths and what to try; "" if it did. Other learners' paths
            need not be the shortest: theirs says why the run is not `learned`.
        snapshot: what was learned.
    """

    record: dict[str, Any]
    learned: bool
    advice: str
    snapshot: Snapshot


class SettingsError(UserError):
    """Settings that are invalid, alone or together; the text says which and what to do."""


def with_settings(
    level: Level, safety: Literal["viable", "one_step"] | None, given: Mapping[str, object]
) -> Level:
    """Give the level with other settings of learning, and another safe set where one is named.

    An ε below the level's floor becomes the floor: it stays as it was given.

    Raises:
        SettingsError: one of them is wrong.
    """
    try:
        learning = Learning.model_validate({**level.learning.model_dump(), **given})
        if "epsilon_floor" not in given:
            floor = min(learning.epsilon_floor, learning.epsilon)
            learning = learning.model_copy(update={"epsilon_floor": floor})
        changed = level.model_copy(update={"learning": learning, "safety": safety or level.safety})
        faults = check_level(changed)
    except ValidationError as error:
        faults = [fault_of(fault, {}) for fault in error.errors()]
    if faults:
        sentences = (": ".join(filter(None, (fault.message, fault.hint))) for fault in faults)
        raise SettingsError("\n".join(sentences))
    return changed


def until_converged(
    trainer: Trainer,
    most_episodes: int = MOST_EPISODES,
    progress: Callable[[int], object] = lambda _: None,
    optimal: OptimalValues | None = None,
) -> float:
    """Learn until an episode converges, or this many are finished in total; give the seconds it took.

    Args:
        trainer: learns; nothing happens if it has converged.
        most_episodes: counts those before this call as well.
        progress: called between two slices, and at the end, with the number of episodes finished.
        optimal: as in `Trainer.advance`.

    Raises:
        DeadEndError: the one-step set of the paper's Definition 1 led into one.
    """
    seconds = 0.0
    while trainer.converged_episode is None and trainer.episodes < most_episodes:
        begun = time.perf_counter()
        left = most_episodes - trainer.episodes
        trainer.advance(SLICE, stop="converged", n_episodes=left, optimal=optimal)
        seconds += time.perf_counter() - begun
        progress(trainer.episodes)
    return seconds


def run_training(
    proof: Proof,
    seed: int,
    learn: Callable[[Trainer, OptimalValues], float],
    *,
    learner: str = "ours",
    save: Path | None = None,
    resume: Path | None = None,
    unsaved: Callable[[UnsavedError], object],
) -> Run:
    """Train on a level that can be learned safely.

    Args:
        proof: of the level.
        seed: of a new run; a resumed one has its own, which is not given.
        learn: advances the trainer, and gives the seconds that took; the optimal values are those of the
            discount in use.
        learner: a key of BASELINES; ours has the level's own safe set and starts, and alone can be saved.
        save: where to write what was learned, also when learning is interrupted.
        resume: the save to continue.
        unsaved: called if saving fails after all, with the reason and the place where it was saved instead;
            the result is not lost by that.

    Raises:
        CheckpointError: a save can't be resumed, or it is clear beforehand that none can be written.
        DeadEndError: the one-step set of the paper's Definition 1 led into one.
    """
    mdp, safe, level = proof.mdp, proof.safe, proof.level
    if save is not None:
        checkpoint.refuse_unwritable(save)
    if resume is not None:
        trainer = checkpoint.resume(resume, level, mdp, safe)
    elif learner == "ours":
        trainer = Trainer(mdp, safe, level.learning, seed)
    else:
        trainer = BASELINES[learner](level, mdp).learner(level.learning, seed)
        safe = safe_actions(mdp, "viable")  # the optimum is that of viable actions, whoever learns
    optimal = solve(mdp, safe, trainer.learning.discount)
    trainer.warm_up(optimal)
    before = trainer.transitions
    try:
        seconds = learn(trainer, optimal)
    finally:
        if save is not None:
            try:
                checkpoint.save(save, level, trainer)
            except CheckpointError as error:
                unsaved(UnsavedError(error, checkpoint.save_elsewhere(save, level, trainer)))
    made = trainer.transitions - before
    snapshot = trainer.snapshot(optimal)
    result = outcome(
        snapshot,
        mdp,
        optimal,
        seed if resume is None else None,
        learner=learner,
        dead_ends=trainer.dead_ends,
        seconds=seconds,
        made=made,
    )
    learned = snapshot.converged_episode is not None and trainer.unsettled_start() is None
    if learner == "ours":
        why = advice(level, optimal, trainer, snapshot)
    else:
        why = advice_for_other(learner, trainer, snapshot)
    return Run(result, learned, why, snapshot)

"""Advice when a run ends unconverged, or converged on a path that is not a shortest one."""

import numpy as np

from learner.core.snapshot import Snapshot
from learner.core.trainer import Trainer
from levels.model.board import in_words
from levels.model.level import Level
from levels.proof.optimal_values import OptimalValues

ON_POLICY = ("sarsa", "expected_sarsa")
"""Learners of the values of what they do, random moves included."""
SETTLED = "the stopping rule “settled”, which looks at these paths before it stops"


def advice(level: Level, optimal: OptimalValues, trainer: Trainer, snapshot: Snapshot) -> str:
    """Give a sentence on why the run has not learned its paths and what to try; "" if it has.

    Args:
        level: what it learned on.
        optimal: its optimal values.
        trainer: as the run left it.
        snapshot: of that trainer.
    """
    why = _why(trainer, snapshot)
    if not why:
        return ""
    return f"{_head(snapshot)} {why}. Try {'; or '.join(_remedies(level, optimal, trainer, snapshot))}."


def advice_for_other(learner: str, trainer: Trainer, snapshot: Snapshot) -> str:
    """Give a sentence on why another learner has not converged or learned its paths; "" if it has.

    Paths settle by the update of Q-learning, which the values of a policy with random moves never satisfy.

    Args:
        learner: a key of BASELINES.
        trainer: as the run left it.
        snapshot: of that trainer.
    """
    converged = snapshot.converged_episode is not None
    if converged and trainer.unsettled_start() is None:
        return ""
    told = f"{_head(snapshot)} {_why(trainer, snapshot)}"
    on_policy = learner in ON_POLICY
    if on_policy and snapshot.epsilon and snapshot.first_goal_episode is not None:
        return (
            f"{told}: {learner} learns the values of what it does, and with ε = {snapshot.epsilon:g} some of "
            "that is random moves, which the path has none of. Try --epsilon 0."
        )
    if converged:
        return f"{told}. Try {SETTLED}."
    explore = "" if on_policy or snapshot.epsilon else "an --epsilon above 0; or "
    return f"{told}. Try {explore}more --episodes than {snapshot.episodes:,}."


def _head(snapshot: Snapshot) -> str:
    return "Not converged:" if snapshot.converged_episode is None else "Converged, but"


def _why(trainer: Trainer, snapshot: Snapshot) -> str:
    state = trainer.unsettled_start()
    if snapshot.first_goal_episode is None:
        return "no episode has reached a goal"
    if state is not None:
        return _unsettled(trainer, state)
    if snapshot.converged_episode is None:
        threshold = trainer.learning.threshold
        return f"every greedy path has settled, but no episode has kept Σ|ΔQ| below {threshold:g} since"
    if not snapshot.optimal:
        return f"a greedy path is {snapshot.detour} step{'s' if snapshot.detour != 1 else ''} too long"
    return ""


def _remedies(level: Level, optimal: OptimalValues, trainer: Trainer, snapshot: Snapshot) -> list[str]:
    learning, rewards = trainer.learning, level.rewards
    longest = int(optimal.steps_to_goal[trainer.tables.starts].max())
    found = []
    if snapshot.converged_episode and learning.stopping_rule == "published":
        found.append(SETTLED)
    if learning.episode_limit < 2 * longest:
        found.append(
            f"a larger --episode-limit than {learning.episode_limit:,}: the shortest path has {longest:,} "
            "steps, and a learner wanders"
        )
    faint = learning.discount**longest * max(abs(rewards.step), rewards.goal)
    if faint < learning.threshold:
        found.append(
            f"a --discount closer to 1: over {longest:,} steps {learning.discount:g} leaves {faint:.1g} of a "
            f"reward, less than the threshold {learning.threshold:g}"
        )
    if rewards.step + rewards.goal > 0.0:
        found.append(
            "rewards {step: -1, goal: 0}: values start at 0, below what the goal is worth, so what has not "
            "been tried looks worse than a known detour"
        )
    if snapshot.converged_episode is None:
        if trainer.unsettled_start() is None and learning.epsilon_floor > 0.0:
            found.append("a smaller --epsilon, since random actions keep changing values next to the path")
        starts = len(np.unique(trainer.tables.starts))
        each = f" ({starts:,} start states share them)" if starts > 1 else ""
        found.append(f"more --episodes than {snapshot.episodes:,}{each}")
    return found or ["another --seed"]


def _unsettled(trainer: Trainer, state: int) -> str:
    return f"the greedy path from the start at {_place(trainer, state)} has not settled"


def _place(trainer: Trainer, state: int) -> str:
    phase = trainer.mdp.phase(state)
    return f"{in_words(trainer.mdp.cell(state))}{f' at phase {phase}' if phase else ''}"

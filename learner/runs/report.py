"""The report of `train` on a run, for scripts and for people."""

from typing import Any

from learner.core.snapshot import Snapshot
from levels.model.level import Level
from levels.model.mdp import Mdp
from levels.proof.certificate import Certificate
from levels.proof.optimal_values import OptimalValues

MOST_STARTS = 8
"""Starts whose paths are printed."""


def outcome(
    learner: str,
    snapshot: Snapshot,
    mdp: Mdp,
    optimal: OptimalValues,
    *,
    failures: tuple[int, int],
    seed: int | None,
    seconds: float,
    made: int,
) -> dict[str, Any]:
    """The keys that `train --json` adds, `made` transitions being its own; null where there is no figure.

    `failures` are crashes and dead ends. Only ours is judged by its Bellman residual: the others learn from
    other targets, or with other rewards.
    """
    crashes, dead_ends = failures
    steps = [None if n < 0 else n for n in snapshot.start_steps.tolist()]
    return {
        "learner": learner,
        "seed": seed,
        "episodes": snapshot.episodes,
        "transitions": snapshot.transitions,
        "converged": snapshot.converged_episode is not None,
        "converged_episode": snapshot.converged_episode,
        "optimal": snapshot.optimal,
        "optimal_states": finite(snapshot.optimal_states),
        "rollout_steps": snapshot.rollout_steps,
        "starts": [
            {"cell": list(mdp.cell(start)), "shortest": int(optimal.steps_to_goal[start]), "rollout_steps": n}
            for start, n in zip(mdp.starts, steps, strict=True)
        ],
        "violations": crashes,
        "dead_ends": dead_ends,
        "seconds": round(seconds, 4),
        "transitions_per_second": round(made / seconds) if seconds else None,
        "largest_q_error": finite(snapshot.largest_q_error),
        "bellman_residual": finite(snapshot.bellman_residual) if learner == "ours" else None,
        "labels": {
            action.name.lower(): int(snapshot.class_counts[k]) for k, action in enumerate(mdp.actions)
        },
    }


def describe(level: Level, certificate: Certificate, result: dict[str, Any]) -> str:
    """A training run in three lines for people."""
    episode = result["converged_episode"]
    converged = f"converged at episode {episode:,}" if episode else "not converged"
    paths = [_path(start, among=len(result["starts"])) for start in result["starts"]]
    who = "" if result["learner"] == "ours" else f"{result['learner']}: "
    failed = f"{result['violations']:,} violations"
    failed += f", {result['dead_ends']:,} dead ends" if result["dead_ends"] else ""
    more = f" and {len(paths) - MOST_STARTS:,} more starts" if len(paths) > MOST_STARTS else ""
    return (
        f"{level.name}: {certificate.line()}\n"
        f"{who}{converged}; {result['episodes']:,} episodes, {result['transitions']:,} transitions in "
        f"{result['seconds']:.2f} s ({result['transitions_per_second'] or 0:,} a second)\n"
        f"{failed}; greedy rollout: {', '.join(paths[:MOST_STARTS])}{more}, "
        f"{'optimal' if result['optimal'] else 'not optimal'}"
    )


def _path(start: dict[str, Any], among: int) -> str:
    steps = start["rollout_steps"]
    length = "no path to the goal yet" if steps is None else f"{steps} step{'s' if steps != 1 else ''}"
    return length if among == 1 else f"{length} from {start['cell']}"


def finite(value: float) -> float | None:
    """The number, or None where JSON has none for it."""
    return value if abs(value) < float("inf") else None

"""The report of `train` on a run, for scripts and for people."""

from typing import Any

from learner.core.commands import changes_to_json
from learner.core.snapshot import Snapshot
from levels.model.level import Level
from levels.model.mdp import Mdp
from levels.proof.certificate import Certificate
from levels.proof.optimal_values import OptimalValues

VERSION = "0.1.0"
"""The program's version, which tables and exports name."""
MOST_STARTS = 8
"""Starts whose paths are printed."""


def outcome(
    snapshot: Snapshot,
    mdp: Mdp,
    optimal: OptimalValues,
    seed: int | None,
    *,
    learner: str,
    dead_ends: int,
    seconds: float,
    made: int,
) -> dict[str, Any]:
    """The keys that `train --json` adds, `made` transitions being its own; null where there is no figure."""
    return figures_of(snapshot, mdp, optimal, seed, learner, dead_ends) | {
        "seconds": round(seconds, 4),
        "transitions_per_second": round(made / seconds) if seconds else None,
    }


def figures_of(
    snapshot: Snapshot,
    mdp: Mdp,
    optimal: OptimalValues,
    seed: int | None,
    learner: str = "ours",
    dead_ends: int = 0,
) -> dict[str, Any]:
    """The figures of a run that do not depend on the machine, for JSON; null where there is none.

    Failures that are no dead ends are violations. Only ours is judged by its Bellman residual: the others
    learn from other targets, or with other rewards.
    """
    steps = [None if n < 0 else n for n in snapshot.start_steps.tolist()]
    return {
        "learner": learner,
        "seed": seed,
        "settings": snapshot.began_with.model_dump(),
        "changes": changes_to_json(snapshot.changes),
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
        "violations": snapshot.violations - dead_ends,
        "dead_ends": dead_ends,
        "largest_q_error": finite(snapshot.largest_q_error),
        "bellman_residual": finite(snapshot.bellman_residual) if learner == "ours" else None,
        "labels": {
            action.name.lower(): int(snapshot.class_counts[k]) for k, action in enumerate(mdp.actions)
        },
    }


def describe(level: Level, certificate: Certificate, result: dict[str, Any]) -> str:
    """A training run in three lines for people, and one more for each change of its settings."""
    episode = result["converged_episode"]
    converged = f"converged at episode {episode:,}" if episode else "not converged"
    paths = [_path(start, among=len(result["starts"])) for start in result["starts"]]
    who = "" if result["learner"] == "ours" else f"{result['learner']}: "
    failed = f"{result['violations']:,} violations"
    failed += f", {result['dead_ends']:,} dead ends" if result["dead_ends"] else ""
    more = f" and {len(paths) - MOST_STARTS:,} more starts" if len(paths) > MOST_STARTS else ""
    changed = "".join(f"\n{_change(change)}" for change in result["changes"])
    return (
        f"{level.name}: {certificate.line()}\n"
        f"{who}{converged}; {result['episodes']:,} episodes, {result['transitions']:,} transitions in "
        f"{result['seconds']:.2f} s ({result['transitions_per_second'] or 0:,} a second)\n"
        f"{failed}; greedy rollout: {', '.join(paths[:MOST_STARTS])}{more}, "
        f"{'optimal' if result['optimal'] else 'not optimal'}{changed}"
    )


def _change(change: dict[str, Any]) -> str:
    """A change of settings in words, as “settings changed at transition 100: discount 0.9”."""
    values = ", ".join(f"{name} {value:g}" for name, value in change.items() if name != "transition")
    return f"settings changed at transition {change['transition']:,}: {values}"


def _path(start: dict[str, Any], among: int) -> str:
    steps = start["rollout_steps"]
    length = "no path to the goal yet" if steps is None else f"{steps} step{'s' if steps != 1 else ''}"
    return length if among == 1 else f"{length} from {start['cell']}"


def finite(value: float) -> float | None:
    """The number, or None where JSON has none for it."""
    return value if abs(value) < float("inf") else None

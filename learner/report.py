"""What `train` says of a run, to scripts and to people."""

from typing import Any

from learner.snapshot import Snapshot
from levels.certificate import Certificate
from levels.level import Level
from levels.mdp import Mdp


def outcome(snapshot: Snapshot, mdp: Mdp, seed: int | None, seconds: float, made: int) -> dict[str, Any]:
    """The keys that `train --json` adds, `made` transitions being its own; null where there is no figure."""
    return {
        "seed": seed,
        "episodes": snapshot.episodes,
        "transitions": snapshot.transitions,
        "converged": snapshot.converged_episode is not None,
        "converged_episode": snapshot.converged_episode,
        "optimal": snapshot.optimal,
        "rollout_steps": snapshot.rollout_steps,
        "violations": snapshot.violations,
        "seconds": round(seconds, 4),
        "transitions_per_second": round(made / seconds) if seconds else None,
        "largest_q_error": finite(snapshot.largest_q_error),
        "bellman_residual": finite(snapshot.bellman_residual),
        "labels": {
            action.name.lower(): int(snapshot.class_counts[k]) for k, action in enumerate(mdp.actions)
        },
    }


def told(level: Level, certificate: Certificate, result: dict[str, Any]) -> str:
    """A training run in three lines for people."""
    episode, steps = result["converged_episode"], result["rollout_steps"]
    converged = f"converged at episode {episode:,}" if episode else "not converged"
    way = f"{steps} steps" if steps is not None else "no way to the goal yet"
    return (
        f"{level.name}: {certificate.line()}\n"
        f"{converged}; {result['episodes']:,} episodes, {result['transitions']:,} transitions in "
        f"{result['seconds']:.2f} s ({result['transitions_per_second'] or 0:,} a second)\n"
        f"{result['violations']} violations; greedy rollout: {way}, "
        f"{'optimal' if result['optimal'] else 'not optimal'}"
    )


def finite(value: float) -> float | None:
    """The number, or None where JSON has none for it."""
    return value if abs(value) < float("inf") else None

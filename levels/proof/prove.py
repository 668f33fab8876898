"""LevelFile → Proof: tables, allowed actions, certificate; an objection points at its place in the file."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from levels.files.problems import Fault, LevelError
from levels.model.board import in_words
from levels.model.level import Level
from levels.model.mdp import Mdp, compile_mdp
from levels.model.refusals import LevelConflict, LevelTooLarge
from levels.proof.certificate import Certificate, certify
from levels.proof.optimal_values import steps_to_goal
from levels.proof.safety import SafeActions, safe_actions
from levels.text.reader import LevelFile

Progress = Callable[[float, str], None]
"""Told the share that is done, 0 … 1, and in words what comes next; what it raises ends the work."""


@dataclass(frozen=True, eq=False)
class Proof:
    """A level, compiled and certified.

    Attributes:
        steps_to_goal: (n_states,) int32, fewest transitions to a goal over allowed actions, -1 if none.
        objection: why it is not certified, or can't be learned, with its place in the file; None for a
            level that is and can.
        refused: whether it can't be learned in any mode: a start is a trap, or has no path to a goal, or none
            that is short enough for an episode.
        warnings: sentences on what may keep learning from finding the shortest path, though it is safe.
    """

    level: Level
    mdp: Mdp
    safe: SafeActions
    certificate: Certificate
    steps_to_goal: NDArray[np.int32]
    objection: LevelError | None
    refused: bool
    warnings: tuple[str, ...] = ()


def prove(file: LevelFile, progress: Progress = lambda _share, _stage: None) -> Proof:
    """Compile a level and certify it.

    Args:
        file: the level.
        progress: told how far it is, between stages and while the tables are laid.

    Raises:
        LevelError: it is too large to be compiled, or two vehicles meet.
    """
    level = file.level
    progress(0.0, "laying out the traffic")
    try:
        mdp = compile_mdp(level, lambda share: progress(0.2 + 0.3 * share, "laying the tables"))
    except LevelTooLarge as error:
        where = ("obstacles", error.obstacles[0]) if error.obstacles else ("map",)
        raise file.error([Fault(where, str(error), error.hint)]) from None
    except LevelConflict as error:
        raise file.error([Fault(("obstacles", error.obstacle), str(error), error.hint)]) from None
    progress(0.5, "finding the safe states")
    safe = safe_actions(mdp, level.safety, level.learning)
    progress(0.9, "finding the shortest paths")
    steps = steps_to_goal(mdp, safe)
    steps.flags.writeable = False
    certificate = certify(level, mdp, safe, steps)
    faults = []
    refusal = certificate.refusal
    if refusal is not None:
        faults.append(Fault(("map", *refusal.trace[0][1]), refusal.message, refusal.hint))
    else:
        faults += _too_long(level, mdp, safe, steps)
    refused = bool(faults)
    if refusal is None and not certificate.certified:
        message = "the one-step safe set leads into states without a safe action"
        faults.append(Fault(("safety",), message, "use “safety: viable”, which avoids them"))
    objection = file.error(faults) if faults else None
    return Proof(level, mdp, safe, certificate, steps, objection, refused, tuple(_warnings(level)))


def _warnings(level: Level) -> Iterator[str]:
    if level.rewards.step + level.rewards.goal > 0.0:
        yield (
            "values start at 0, below the value of the goal, so an action not tried yet looks worse than a "
            "known detour: the learned path may not be a shortest one. Rewards {step: -1, goal: 0} "
            "rule that out"
        )


def _too_long(level: Level, mdp: Mdp, safe: SafeActions, steps: NDArray[np.int32]) -> Iterator[Fault]:
    """Episodes that begin somewhere are cut off before the shortest safe path from there has ended."""
    begun = np.concatenate(safe.starts)
    ways = steps[begun]
    longest, limit = int(ways.max()), level.learning.episode_limit
    if longest > limit:
        state = int(begun[np.argmax(ways)])
        where = f"{in_words(mdp.cell(state))}{f' at phase {mdp.phase(state)}' if mdp.phase(state) else ''}"
        yield Fault(
            ("learning", "episode_limit"),
            f"an episode is cut off after {limit:,} transitions, but the shortest safe path from the start "
            f"at {where} has {longest:,}",
            f"write at least {longest}, better several times that: a learner wanders",
        )

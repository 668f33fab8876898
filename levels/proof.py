"""LevelFile → Proof: tables, allowed actions, certificate; an objection stands at its place in the file."""

from dataclasses import dataclass

from levels.certificate import Certificate, certify
from levels.level import Level
from levels.mdp import Mdp, compile_mdp
from levels.problems import Fault, LevelError
from levels.reader import LevelFile
from levels.safety import SafeActions, safe_actions
from levels.traffic import LevelConflict, LevelTooLarge


@dataclass(frozen=True, eq=False)
class Proof:
    """A level compiled and judged.

    Attributes:
        objection: why it is not certified, told at its place in the file; None for a certified level.
    """

    level: Level
    mdp: Mdp
    safe: SafeActions
    certificate: Certificate
    objection: LevelError | None

    @property
    def refused(self) -> bool:
        """Whether it cannot be learned safely in any mode: a start is a trap, or has no way to a goal."""
        return self.certificate.refusal is not None


def prove(file: LevelFile) -> Proof:
    """Compile a level and certify it.

    Raises:
        LevelError: it is too large to be compiled, or two obstacles stand on one cell.
    """
    level = file.level
    try:
        mdp = compile_mdp(level)
    except LevelTooLarge as error:
        where = ("obstacles", error.obstacles[0]) if error.obstacles else ("map",)
        raise file.error([Fault(where, str(error), error.hint)]) from None
    except LevelConflict as error:
        raise file.error([Fault(("obstacles", error.obstacle), str(error))]) from None
    safe = safe_actions(mdp, level.safety)
    certificate = certify(level, mdp, safe)
    faults = []
    if certificate.refusal is not None:
        start = certificate.refusal.trace[0][1]
        faults.append(Fault(("map", *start), certificate.refusal.message, certificate.refusal.hint))
    elif not certificate.certified:
        message = "the one-step safe set leads into states without a safe action"
        faults.append(Fault(("safety",), message, "use “safety: viable”, which keeps out of them"))
    return Proof(level, mdp, safe, certificate, file.error(faults) if faults else None)

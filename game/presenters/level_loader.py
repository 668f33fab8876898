"""LevelLoader: opens a level beside the frame loop: file → Level → tables, certificate and truth. No pygame.

Everything that needs numba is imported in the opening thread, so that the first picture never waits for it.
"""

# ruff: noqa: PLC0415  see above

from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from learner.threads.worker import Worker
from levels.files.problems import LevelError
from levels.files.terminal import named
from levels.formats.readings import AmbiguousError
from levels.model.level import Level
from levels.text.reader import LevelFile, read_file

if TYPE_CHECKING:
    from levels.model.mdp import Mdp
    from levels.proof.certificate import Certificate
    from levels.proof.optimal_values import OptimalValues
    from levels.proof.safety import SafeActions

PATIENCE = 0.5
"""How long tables and certificates wait for the first pictures [s]."""
NOT_OPENED = "This level cannot be opened"


@dataclass(frozen=True, eq=False)
class LoadedLevel:
    """A level ready to be learned, with all that is proved and computed about it."""

    path: Path
    level: Level
    mdp: "Mdp"
    safe: "SafeActions"
    certificate: "Certificate"
    truth: "OptimalValues"
    tables: str
    """Fingerprint of all that is learned from: equal ones mean that learning can go on."""
    notes: tuple[str, ...] = ()
    """What a file of a foreign format was taken to mean, and what of it was left out."""


@dataclass(frozen=True)
class Refused:
    """A file that does not become a level: a heading and the lines that say why."""

    path: Path
    heading: str
    lines: tuple[str, ...]
    readings: tuple[str, ...] = ()
    """Ways in which the file can be read; the name of the file with #1 behind it asks for the first."""


class LevelLoader:
    """A level on its way in.

    Attributes:
        path: the file.
        drawn: to be set once its board has been: the tables wait for that, since loading the compiler slows
            drawing.
    """

    def __init__(self, path: Path, known: LoadedLevel | None = None) -> None:
        """Begins to open a file; `known` is the level that it was before, see `prepared`."""
        self.path = path
        self.drawn = Event()
        self._known = known
        self._worker = Worker[Path, Level, LoadedLevel | Refused](f"opening {path.name}", self._load)
        self._worker.ask(path)

    @property
    def level(self) -> Level | None:
        """The level as soon as it has been read; the board can be drawn from then on."""
        return self._worker.progress

    @property
    def result(self) -> LoadedLevel | Refused | None:
        """How it ended, None while the thread is at work."""
        if self._worker.problem:
            text = f"{named(self.path)}: an internal error, {self._worker.problem}"
            return Refused(self.path, NOT_OPENED, (text,))
        return self._worker.result

    def close(self, patience: float) -> None:
        """Nobody waits for the level any more; waits for the thread's end, at most `patience` [s]."""
        self._worker.stop(0.0)  # first, or the thread would go on to prove
        self.drawn.set()
        self._worker.join(patience)

    def _load(self, path: Path) -> LoadedLevel | Refused | None:
        try:
            file = read_file(path)
            _ = file.level.board, file.level.movers  # kept by the level: a frame would wait for a large one's
            self._worker.show(file.level)
            self.drawn.wait(PATIENCE)
            return None if self._worker.superseded else prepared(path, file, self._known)
        except LevelError as error:
            readings = error.readings if isinstance(error, AmbiguousError) else ()
            heading = "This file can be read in more than one way" if readings else NOT_OPENED
            lines, names = tuple(error.render().split("\n")), tuple(reading.name for reading in readings)
            return Refused(path, heading, lines, names)


def prepared(path: Path, file: LevelFile, known: LoadedLevel | None = None) -> LoadedLevel | Refused:
    """Tables, certificate and truth of a level, or the reasons why it cannot be learned safely.

    Where tables and settings of learning equal those of the `known` level, the tables are that one's own, so
    that its learner can go on. A level in mode one_step is opened although it is not certified: its dead ends
    are what it shows.

    Raises:
        LevelError: it is too large, or two vehicles meet.
    """
    from learner.runs.checkpoint import fingerprint
    from levels.proof.optimal_values import solve
    from levels.proof.prove import prove
    from levels.proof.reasons import doomed_trace

    proof = prove(file)
    if proof.refused:
        lines = tuple(str(proof.objection).split("\n"))
        return Refused(path, "This level cannot be learned safely", lines)
    truth = solve(proof.mdp, proof.safe, file.level.learning.discount)
    doomed_trace(proof.mdp, proof.safe, proof.mdp.starts[0])  # compiled here: a frame would wait for that
    tables = fingerprint(proof.mdp, proof.safe)
    mdp, safe = proof.mdp, proof.safe
    if known is not None and (known.tables, known.level.learning) == (tables, file.level.learning):
        mdp, safe, truth = known.mdp, known.safe, known.truth
    return LoadedLevel(path, file.level, mdp, safe, proof.certificate, truth, tables, file.notes)

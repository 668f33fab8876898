"""LevelLoader: opens a level in the background: file, Level, tables, certificate, optimal values. No pygame.

Everything that needs numba is imported in the loader's thread, so that the first picture never waits for it.
"""

# ruff: noqa: PLC0415  see above

import time
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from learner.threads.worker import Worker
from levels.files.problems import LevelError
from levels.files.terminal import SLOW, named
from levels.formats.readings import AmbiguousError
from levels.model.level import Level
from levels.text.reader import LevelFile, read_file

if TYPE_CHECKING:
    from levels.model.mdp import Mdp
    from levels.proof.certificate import Certificate
    from levels.proof.optimal_values import OptimalValues
    from levels.proof.prove import Progress
    from levels.proof.safety import SafeActions

PATIENCE = 0.5
"""Maximum time that proving waits for the first picture [s]."""
NOT_OPENED = "This level cannot be opened"


@dataclass(frozen=True, eq=False)
class LoadedLevel:
    """A level ready to be learned, with its proof and optimal values."""

    path: Path
    level: Level
    mdp: "Mdp"
    safe: "SafeActions"
    certificate: "Certificate"
    optimal: "OptimalValues"
    tables: str
    """Fingerprint of the tables and settings; learning can continue while it stays equal."""
    notes: tuple[str, ...] = ()
    """Notes on how a file of another format was read, and what was left out."""

    @cached_property
    def pairs(self) -> int:
        """How many allowed actions there are in states that the agent can reach."""
        return int(np.count_nonzero(self.safe.allowed & self.safe.reachable[:, None]))


@dataclass(frozen=True)
class Refused:
    """A file that can't be opened: a heading and lines that say why."""

    path: Path
    heading: str
    lines: tuple[str, ...]
    readings: tuple[str, ...] = ()
    """Possible readings of the file; its name followed by #1 asks for the first."""


class SupersededError(Exception):
    """Nobody waits for the level any more."""


@dataclass(frozen=True)
class _Opening:
    """How far a level is: what was read, and what is being done once that has become slow."""

    level: Level
    stage: str = ""


class LevelLoader:
    """A level being opened.

    Attributes:
        path: the file.
        drawn: set by the screen once the board is drawn; proving waits for that, since loading the compiler
            slows drawing.
    """

    def __init__(self, path: Path, known: LoadedLevel | None = None) -> None:
        """Starts opening a file; `known` is its level before the change, see `prepared`."""
        self.path = path
        self.drawn = Event()
        self._known = known
        self._worker = Worker[Path, _Opening, LoadedLevel | Refused](f"opening {path.name}", self._load)
        self._worker.ask(path)

    @property
    def level(self) -> Level | None:
        """The level once it has been read, so that the board can be drawn."""
        opening = self._worker.progress
        return opening.level if opening is not None else None

    @property
    def stage(self) -> str:
        """What is being done and its share, as "laying the tables, 30 %"; "" while that is not slow."""
        opening = self._worker.progress
        return opening.stage if opening is not None else ""

    @property
    def result(self) -> LoadedLevel | Refused | None:
        """The result, None while the thread is working."""
        if self._worker.problem:
            text = f"{named(self.path)}: an internal error, {self._worker.problem}"
            return Refused(self.path, NOT_OPENED, (text,))
        return self._worker.result

    def close(self, patience: float) -> None:
        """Cancels the work; waits at most `patience` [s] for the thread to end."""
        self._worker.stop(0.0)  # first, or the thread would go on to prove
        self.drawn.set()
        self._worker.join(patience)

    def _load(self, path: Path) -> LoadedLevel | Refused | None:
        try:
            file = read_file(path)
            _ = file.level.board, file.level.movers  # kept by the level: a frame would wait for a large one's
            self._worker.show(_Opening(file.level))
            self.drawn.wait(PATIENCE)
            begun = time.perf_counter()
            progress = partial(self._show, file.level, begun)
            progress(0.0, "reading the level")
            return prepared(path, file, self._known, progress)
        except SupersededError:
            return None
        except LevelError as error:
            readings = error.readings if isinstance(error, AmbiguousError) else ()
            heading = "This file can be read in more than one way" if readings else NOT_OPENED
            lines, names = tuple(error.render().split("\n")), tuple(reading.name for reading in readings)
            return Refused(path, heading, lines, names)

    def _show(self, level: Level, begun: float, share: float, stage: str) -> None:
        """Says how far proving is, which began at `begun` [s], or ends it if nobody waits for the level."""
        if self._worker.superseded:
            raise SupersededError
        if time.perf_counter() - begun >= SLOW:
            self._worker.show(_Opening(level, f"{stage}, {share:.0%}"))


def prepared(
    path: Path,
    file: LevelFile,
    known: LoadedLevel | None = None,
    progress: "Progress" = lambda _share, _stage: None,
) -> LoadedLevel | Refused:
    """The level with tables, certificate and optimal values, or why it can't be learned safely.

    If tables and learning settings equal those of the `known` level, that level's own tables are used, so
    that its learner can continue. A level with `safety: one_step` is opened although it is not certified: its
    dead ends are the point of it.

    Raises:
        LevelError: it is too large, or two vehicles meet.
    """
    from learner.runs.checkpoint import fingerprint
    from levels.proof.optimal_values import solve
    from levels.proof.prove import prove
    from levels.proof.reasons import doomed_trace

    proof = prove(file, lambda share, stage: progress(0.7 * share, stage))
    if proof.refused:
        lines = tuple(str(proof.objection).split("\n"))
        return Refused(path, "This level cannot be learned safely", lines)
    progress(0.7, "working out the best values")
    optimal = solve(proof.mdp, proof.safe, file.level.learning.discount, proof.steps_to_goal)
    progress(0.9, "comparing with what is known")
    doomed_trace(proof.mdp, proof.safe, proof.mdp.starts[0])  # compiled here: a frame would wait for that
    tables = fingerprint(proof.mdp, proof.safe)
    mdp, safe = proof.mdp, proof.safe
    if known is not None and (known.tables, known.level.learning) == (tables, file.level.learning):
        mdp, safe, optimal = known.mdp, known.safe, known.optimal
    loaded = LoadedLevel(path, file.level, mdp, safe, proof.certificate, optimal, tables, file.notes)
    _ = loaded.pairs  # kept by it: a frame would wait for millions of them
    return loaded

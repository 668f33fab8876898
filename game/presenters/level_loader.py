"""LevelLoader: opens a level beside the frame loop: file → Level → tables, certificate and truth. No pygame.

Everything that needs numba is imported in the opening thread, so that the first picture never waits for it.
"""

# ruff: noqa: PLC0415  see above

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

import numpy as np

from learner.threads.failure import in_words
from learner.threads.pacing import give_way
from levels.files.problems import LevelError
from levels.files.terminal import named
from levels.formats.readings import AmbiguousError
from levels.text.reader import LevelFile, read_file

if TYPE_CHECKING:
    from levels.model.board import Cell
    from levels.model.level import Level
    from levels.model.mdp import Mdp
    from levels.proof.certificate import Certificate
    from levels.proof.optimal_values import OptimalValues
    from levels.proof.prove import Proof
    from levels.proof.safety import SafeActions

PATIENCE = 0.5
"""How long tables and certificates wait for the first pictures [s]."""


@dataclass(frozen=True, eq=False)
class LoadedLevel:
    """A level ready to be learned, with all that is proved and computed about it."""

    path: Path
    level: "Level"
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
        level: the level as soon as it has been read; the board can be drawn from then on.
        drawn: to be set once it has been: the tables wait for that, since loading the compiler slows drawing.
        result: how it ended, None while the thread is at work.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.level: Level | None = None
        self.result: LoadedLevel | Refused | None = None
        self.drawn = Event()
        self._stop = Event()
        self._thread = Thread(target=self._work, name=f"opening {path.name}", daemon=True)
        self._thread.start()

    def close(self, patience: float) -> None:
        """Nobody waits for the level any more; waits for the thread's end, at most `patience` [s]."""
        self._stop.set()
        self.drawn.set()
        self._thread.join(patience)
        self.result = None

    def _work(self) -> None:
        try:
            give_way()
            file = read_file(self.path)
            _ = file.level.board, file.level.movers  # kept by the level: a frame would wait for a large one's
            self.level = file.level
            self.drawn.wait(PATIENCE)
            if not self._stop.is_set():
                self._end(prepared(self.path, file))
        except LevelError as error:
            readings = error.readings if isinstance(error, AmbiguousError) else ()
            heading = (
                "This file can be read in more than one way" if readings else "This level cannot be opened"
            )
            lines, names = tuple(error.render().split("\n")), tuple(reading.name for reading in readings)
            self._end(Refused(self.path, heading, lines, names))
        except BaseException as error:  # noqa: BLE001  whatever it was, it is shown in the window
            text = f"{named(self.path)}: an internal error, {in_words(error)}"
            self._end(Refused(self.path, "This level cannot be opened", (text,)))

    def _end(self, result: LoadedLevel | Refused) -> None:
        if not self._stop.is_set():
            self.result = result


def prepared(path: Path, file: LevelFile) -> LoadedLevel | Refused:
    """Tables, certificate and truth of a level, or the reasons why it cannot be learned safely.

    A level in mode one_step is opened although it is not certified: its dead ends are what it shows.

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
    return LoadedLevel(path, file.level, proof.mdp, proof.safe, proof.certificate, truth, tables, file.notes)


class Certifier:
    """Certifies levels one after the other in a thread, for the menu.

    Attributes:
        levels: path → Level, as far as they have been read.
        verdicts: path → certificate, or a line that says what is wrong with the file.
        ways: path → the cells of the shortest safe way, tick by tick, where there is one.
        drawn: to be set once the menu has its pictures; the certificates wait for that.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self.levels: dict[Path, Level] = {}
        self.verdicts: dict[Path, Certificate | str] = {}
        self.ways: dict[Path, tuple[Cell, ...]] = {}
        self.drawn = Event()
        self._stop = Event()
        self._thread = Thread(target=self._work, args=(tuple(paths),), name="certifier", daemon=True)
        self._thread.start()

    def close(self, patience: float) -> None:
        """Ends the thread after the level it is at; waits for that at most `patience` [s]."""
        self._stop.set()
        self.drawn.set()
        self._thread.join(patience)

    def _work(self, paths: tuple[Path, ...]) -> None:
        give_way()
        files: dict[Path, LevelFile] = {}
        for path in paths:  # all of them first: thumbnails need no certificate
            try:
                files[path] = read_file(path)
                self.levels[path] = files[path].level
            except BaseException as error:  # noqa: BLE001  the next file may do
                self.verdicts[path] = f"cannot be read: {_why(error)}"
        self.drawn.wait(PATIENCE)
        for path, file in files.items():
            if self._stop.is_set():
                return
            try:
                from levels.proof.prove import prove

                proof = prove(file)
                self.verdicts[path] = proof.certificate
                if not proof.refused:
                    self.ways[path] = shortest_way(proof, file.level)
            except BaseException as error:  # noqa: BLE001  likewise
                self.verdicts[path] = f"cannot be certified: {_why(error)}"


def _why(error: BaseException) -> str:
    """What a level's card says of it, in a line."""
    return error.problems[0].message if isinstance(error, LevelError) else in_words(error)


def shortest_way(proof: "Proof", level: "Level") -> "tuple[Cell, ...]":
    """The cells of a shortest safe way from the first start, or of what the best policy does without one."""
    from learner.core.rollout import play
    from levels.proof.optimal_values import solve

    mdp, safe = proof.mdp, proof.safe
    best = np.nan_to_num(solve(mdp, safe, level.learning.discount).q_star, nan=-np.inf).argmax(axis=1)
    rng = np.random.default_rng(0)
    played = play(mdp, safe, best.astype(np.int8), mdp.starts[0], 0.0, rng, limit=200)
    return tuple(mdp.cell(state) for state in played.states)

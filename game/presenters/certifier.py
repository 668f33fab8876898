"""Certifier: reads and certifies the menu's levels in the background. No pygame.

Everything that needs numba is imported in its thread, so that the first picture never waits for it.
"""

# ruff: noqa: PLC0415  see above

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from threading import Event
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from game.presenters.level_loader import PATIENCE
from learner.threads.failure import in_words
from learner.threads.worker import Worker
from levels.files.problems import LevelError
from levels.model.level import Level
from levels.text.reader import LevelFile, read_file

if TYPE_CHECKING:
    from levels.model.board import Cell
    from levels.proof.certificate import Certificate
    from levels.proof.prove import Proof


@dataclass(frozen=True, eq=False)
class Certified:
    """The results for level files so far; the mappings are read-only.

    Attributes:
        levels: path → Level, as far as they have been read.
        verdicts: path → certificate, or a line that says what the error is.
        ways: path → the cells of the shortest safe path, tick by tick, where there is one.
    """

    levels: Mapping[Path, Level]
    verdicts: Mapping[Path, "Certificate | str"]
    ways: Mapping[Path, "tuple[Cell, ...]"]

    def without(self, paths: Collection[Path]) -> "Certified":
        """The results for all other files."""
        tables = (getattr(self, field.name) for field in fields(self))
        return Certified(
            *(MappingProxyType({p: v for p, v in table.items() if p not in paths}) for table in tables)
        )


class Certifier:
    """Certifies levels one after the other in a thread.

    Attributes:
        drawn: set by the menu once its pictures are drawn; certifying waits for that.
    """

    def __init__(self, paths: Sequence[Path], known: Certified | None = None) -> None:
        """Starts certifying these files; `known` results of other files are kept."""
        self.drawn = Event()
        self._known = known or Certified({}, {}, {})
        self._worker = Worker[tuple[Path, ...], Certified, None]("certifier", self._certify)
        self._worker.ask(tuple(paths))

    @property
    def known(self) -> Certified:
        """All results so far."""
        return self._worker.progress or self._known

    def close(self, patience: float) -> None:
        """Ends the thread after its current level; waits at most `patience` [s] for that."""
        self._worker.stop(0.0)  # first, or the thread would go on to prove
        self.drawn.set()
        self._worker.join(patience)

    def _certify(self, paths: tuple[Path, ...]) -> None:
        known = self._known
        levels, verdicts, ways = dict(known.levels), dict(known.verdicts), dict(known.ways)

        def show() -> None:
            self._worker.show(Certified(levels, verdicts, ways).without(()))  # a copy of its own

        files: dict[Path, LevelFile] = {}
        for path in paths:  # all of them first: thumbnails need no certificate
            try:
                files[path] = read_file(path)
                levels[path] = files[path].level
            except BaseException as error:  # noqa: BLE001  the next file may do
                verdicts[path] = f"cannot be read: {_why(error)}"
            show()
        self.drawn.wait(PATIENCE)
        for path, file in files.items():
            if self._worker.superseded:
                return
            try:
                from levels.proof.prove import prove

                proof = prove(file)
                verdicts[path] = proof.certificate
                show()
                if not proof.refused:
                    ways[path] = shortest_way(proof, file.level)
            except BaseException as error:  # noqa: BLE001  likewise
                verdicts[path] = f"cannot be certified: {_why(error)}"
            show()


def _why(error: BaseException) -> str:
    """A line about a level for its card."""
    return error.problems[0].message if isinstance(error, LevelError) else in_words(error)


def shortest_way(proof: "Proof", level: Level) -> "tuple[Cell, ...]":
    """The cells of a shortest safe path from the first start, or of the best policy if there is none."""
    from learner.core.rollout import play
    from levels.proof.optimal_values import solve

    mdp, safe = proof.mdp, proof.safe
    best = np.nan_to_num(solve(mdp, safe, level.learning.discount).q_star, nan=-np.inf).argmax(axis=1)
    rng = np.random.default_rng(0)
    played = play(mdp, safe, best.astype(np.int8), mdp.starts[0], 0.0, rng, limit=200)
    return tuple(mdp.cell(state) for state in played.states)

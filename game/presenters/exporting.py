"""A run being exported, beside the frame loop, into a new folder within the one selected. No pygame."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.presenters.level_loader import LoadedLevel
from game.userdata.storage import free_name
from learner.core.snapshot import Snapshot
from learner.threads.worker import Worker
from levels.files.saving import UnwritableError
from levels.files.terminal import named


@dataclass(frozen=True, eq=False)
class Export:
    """What is to be exported.

    Attributes:
        into: the folder in which the run's own folder is made.
        opened: the level.
        snapshot, seed: what was learned on it, and from which seed.
        draw: draws the chart, None where nobody can.
    """

    into: Path
    opened: LoadedLevel
    snapshot: Snapshot
    seed: int
    draw: Callable[[Any, Path], None] | None


@dataclass(frozen=True)
class Exported:
    """What became of an export: a sentence, and whether it failed."""

    told: str
    failed: bool = False


class Exporting:
    """Exports one run after the other; `news` says how the last one ended."""

    def __init__(self) -> None:
        self._worker = Worker[Export, None, Exported]("export", exported)
        self._awaited = False

    @property
    def busy(self) -> bool:
        """Whether a run is being exported."""
        return self._worker.busy

    def ask(self, export: Export) -> None:
        """Exports a run once those before it are."""
        self._awaited = True
        self._worker.ask(export)

    @property
    def last(self) -> Exported | None:
        """What became of the last export, None before the first has ended."""
        problem = self._worker.problem
        return Exported(f"The export failed: {problem}", failed=True) if problem else self._worker.result

    def news(self) -> Exported | None:
        """What became of an export that has just ended, once; otherwise None."""
        if not self._awaited or self.busy:
            return None
        self._awaited = False
        return self.last

    def stop(self, patience: float) -> bool:
        """Ends the thread after its export, waiting at most `patience` [s]; returns whether it ended."""
        return self._worker.stop(patience)


def exported(export: Export) -> Exported:
    """Exports a run; says where it is, or why that failed."""
    from learner.runs.export import ExportedRun, export_run  # noqa: PLC0415  brings numba along, on this thread

    opened = export.opened
    run = ExportedRun(opened.level, opened.mdp, opened.safe, export.snapshot, export.seed)
    folder = free_name(export.into / f"{opened.path.stem}_seed_{export.seed}")
    try:
        missing = export_run(folder, run, export.draw)
    except UnwritableError as error:
        return Exported(f"The export failed: {error}", failed=True)
    return Exported(f"Exported to {named(folder)}{f', without the chart. {missing}' if missing else ''}")

"""Folders to open a level from: what lies in one, listed beside the frame loop. No pygame."""

import os
from dataclasses import dataclass
from pathlib import Path

from learner.threads.worker import Worker

MOST_ENTRIES = 5_000
"""Entries listed of one folder."""
IGNORED = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".mp4", ".pdf", ".zip", ".exe", ".py", ".so", ".dll"}
"""Endings of files that are hardly levels; the formats that are read have many endings."""


@dataclass(frozen=True)
class Listing:
    """What lies in a folder, by name without regard to case; hidden entries are left out.

    Attributes:
        folder: which.
        folders, files: names.
        problem: why it can't be listed, "" if it can.
    """

    folder: Path
    folders: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    problem: str = ""


def listed(folder: Path) -> Listing:
    """Lists a folder."""
    folders, files = [], []
    try:
        with os.scandir(folder) as entries:
            for entry, _ in zip(entries, range(MOST_ENTRIES), strict=False):
                if entry.name.startswith("."):
                    continue
                if entry.is_dir():
                    folders.append(entry.name)
                elif Path(entry.name).suffix.lower() not in IGNORED:
                    files.append(entry.name)
    except OSError as error:
        return Listing(folder, problem=f"This folder can't be opened: {error.strerror}")
    return Listing(folder, tuple(sorted(folders, key=str.casefold)), tuple(sorted(files, key=str.casefold)))


class Folders:
    """One folder after the other, listed in a thread: a drive on the network may take its time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._worker = Worker[Path, None, Listing]("folders", listed)
        self._worker.ask(folder)

    @property
    def listing(self) -> Listing | None:
        """What lies in the present folder, None until it is known."""
        if self._worker.problem:
            return Listing(self.folder, problem=f"This folder can't be listed: {self._worker.problem}")
        found = self._worker.result
        return found if found is not None and found.folder == self.folder else None

    def go(self, folder: Path) -> None:
        """Goes to another folder."""
        self.folder = folder
        self._worker.ask(folder)

    def close(self, patience: float) -> None:
        """Nobody waits for it any more; waits for the thread's end, at most `patience` [s]."""
        self._worker.stop(patience)

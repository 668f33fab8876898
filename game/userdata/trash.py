"""The trash: level files that were deleted in the window, kept in a folder of their own. No pygame."""

from pathlib import Path

from game.userdata.storage import free_name
from levels.files.saving import UnwritableError, make_folder


class Trash:
    """Takes files in and gives the last ones back, newest first.

    Files stay in the folder when the program ends; only this program's own deletions can be undone in it.

    Attributes:
        folder: where they are kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._moved: list[tuple[Path, Path]] = []  # (where it was, where it is)

    def delete(self, path: Path) -> str:
        """Moves a file here; gives "" or why that failed."""
        try:
            make_folder(self.folder)
            kept = path.rename(free_name(self.folder / path.name))
        except UnwritableError as error:
            return str(error)
        except OSError as error:
            return f"{path}: {error.strerror}"
        self._moved.append((path, kept))
        return ""

    def restore(self) -> tuple[Path | None, str]:
        """Moves the file that was deleted last back; gives it, None if there is none, and why it failed."""
        if not self._moved:
            return None, ""
        path, kept = self._moved.pop()
        try:
            return kept.rename(free_name(path)), ""
        except OSError as error:
            return None, f"{kept}: {error.strerror}"

"""Selecting a file or folder: in the platform's own dialog if there is one, else in a list of ours."""

from collections.abc import Callable
from pathlib import Path

import pygame

from game.presenters.file_dialog import FileDialog, Kind, dialog_command
from game.screens.folder_dialog import FolderDialog
from game.ui import WidgetTree

UNSEEN = {"dummy", "offscreen"}
"""Drivers without a screen, on which no other program's dialog could be seen."""


class Selecting:
    """Asks for a file or folder, one question at a time.

    Attributes:
        folder: where the next question begins.
    """

    def __init__(self, ui: WidgetTree, on_path: Callable[[Path], None], kind: Kind = "file") -> None:
        """`on_path` gets what is selected; a cancelled question gives nothing."""
        self.ui, self.on_path, self.kind = ui, on_path, kind
        self.folder = Path.home()
        self._asked: FileDialog | None = None

    def ask(self) -> None:
        """Asks, unless it has asked already."""
        if self._asked is not None:
            return
        seen = pygame.display.get_driver() not in UNSEEN
        command = dialog_command(self.folder, self.kind) if seen else None
        if command is None:
            self._show_list()
        else:
            self._asked = FileDialog(command, self.folder)

    def follow(self) -> None:
        """Takes an answer; to be called with every frame."""
        asked = self._asked
        if asked is not None and asked.done:
            self._asked = None
            if asked.failed:
                self._show_list()
            elif asked.path is not None:
                self.on_path(asked.path)
        for popup in self.ui.popups:
            if isinstance(popup, FolderDialog):
                popup.follow()

    def close(self, patience: float) -> None:
        """Takes the question away; waits at most `patience` [s] for the list's thread."""
        if self._asked is not None:
            self._asked.close()
            self._asked = None
        for popup in self.ui.popups:
            if isinstance(popup, FolderDialog):
                popup.folders.close(patience)

    def _show_list(self) -> None:
        self.ui.show(FolderDialog(self.ui, self.folder, self.on_path, self.kind))

"""Exports the run on show: a folder is selected, and messages say what becomes of it."""

from pathlib import Path

from game.presenters.watching import Watching
from game.screens.selecting import Selecting
from game.services.services import Services
from game.ui import WidgetTree
from game.ui.theme import TEXT, UNSAFE


class RunExport:
    """Exports one run after the other, each into a new folder within the one that is selected.

    Attributes:
        selecting: asks for the folder.
    """

    def __init__(self, ui: WidgetTree, watching: Watching, services: Services) -> None:
        self.watching = watching
        self.services = services
        self.selecting = Selecting(ui, self.into, "folder")

    def ask(self) -> None:
        """Asks for a folder, unless a run is still being exported."""
        if self.watching.exporting.busy:
            self.services.messages.show("The previous export is still being written", "loader", TEXT)
        else:
            self.selecting.ask()

    def into(self, folder: Path) -> None:
        """Exports the run into a new folder within this one."""
        self.selecting.folder = folder
        self.services.messages.show("Exporting the run", "loader", TEXT)
        self.watching.export(folder, self.services.draw_run)

    def follow(self) -> None:
        """Takes the answer, and says how an export ended; to be called with every frame."""
        self.selecting.follow()
        if exported := self.watching.exporting.news():
            icon, color = ("triangle-alert", UNSAFE) if exported.failed else ("save", TEXT)
            self.services.messages.show(exported.told, icon, color)

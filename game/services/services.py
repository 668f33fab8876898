"""Services: what all screens share, whatever level is on show: settings, best results, sounds, films."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

from game.services.films.recording import Recording, default_folder
from game.services.sound import Sounds
from game.ui.messages import Messages
from game.ui.theme import UNSAFE
from game.userdata.best_results import Best
from game.userdata.settings import VOLUMES, Settings, save_changes
from game.userdata.storage import own_folder

DrawRun = Callable[[Any, Path], None]
"""Draws the chart of a `learner.runs.export.ExportedRun`; to import that here would bring numba along."""


def local_day() -> date:
    """Today, where the machine is."""
    return datetime.now().astimezone().date()


@dataclass
class Services:
    """The one object that the program hands to every screen.

    Attributes:
        settings: as they are now; `change` changes and keeps them.
        settings_path: where they are kept, None for nowhere.
        best: people's best results.
        sounds: the program's effects; they follow the settings.
        messages: the message that the window shows.
        usual_scale: the scale that suits the screen, which the settings' one is a share of.
        today: the clock's day; the daily crossing goes by it.
        folder: where levels of the user's own and drafts are kept.
        draw_run: draws the charts of exported runs; without it an export has none.
        recording: the film that is being made, and where films and pictures go.
    """

    settings: Settings = field(default_factory=Settings)
    settings_path: Path | None = None
    best: Best = field(default_factory=lambda: Best(None))
    sounds: Sounds = field(default_factory=Sounds)
    messages: Messages = field(default_factory=Messages)
    usual_scale: float = 1.0
    today: Callable[[], date] = local_day
    folder: Path = field(default_factory=own_folder)
    draw_run: DrawRun | None = None
    recording: Recording = field(init=False)

    def __post_init__(self) -> None:
        self.recording = Recording(default_folder(), self.messages)
        self._tune()

    def change(self, settings: Settings) -> str:
        """Takes new settings and saves them; shows and returns why that failed, "" if it did not."""
        if settings == self.settings:
            return ""
        before, self.settings = self.settings, settings
        self._tune()
        problem = save_changes(before, settings, self.settings_path)
        self.messages.show(problem, "triangle-alert", UNSAFE)
        return problem

    def _tune(self) -> None:
        self.sounds.muted = self.settings.muted
        self.sounds.volume = self.settings.volume / VOLUMES

"""What is asked for on the home page and takes its time: a level to play, today's crossing, a surprise."""

from collections.abc import Callable
from pathlib import Path

from game.presenters.daily import DailyCrossing
from game.presenters.level_loader import LevelLoader, LoadedLevel
from game.presenters.surprising import Surprising
from game.screens.screen import Open, Page, PlayLevel
from game.services.services import Services
from game.ui import Dialog, Ui
from game.ui.theme import TEXT, UNSAFE
from levels.files.terminal import named
from levels.random.codes import Code

PATIENCE = 0.3
"""How long a level may take to load before the window says that it does [s]."""


class Awaited:
    """At most one of each is waited for; `follow` gives the page that one asks for once it is there."""

    def __init__(self, ui: Ui, services: Services, name_of: Callable[[Path], str]) -> None:
        """`name_of` gives what the level of a file is called."""
        self.ui = ui
        self.services = services
        self.name_of = name_of
        self._loading: LevelLoader | None = None
        self._loading_for = 0.0
        self._dialog: Dialog | None = None
        self._daily: DailyCrossing | None = None
        self._surprising: Surprising | None = None

    def play(self, path: Path) -> None:
        """Loads a level that a person is to cross."""
        self._stop_loading()
        self._loading, self._loading_for = LevelLoader(path), 0.0
        self._loading.drawn.set()

    def play_daily(self) -> None:
        """Makes and loads the crossing of today."""
        self._stop_daily()
        self._daily = DailyCrossing(self.services.folder / "daily", self.services.today())
        self.services.messages.show("Getting today's crossing ready", "calendar", TEXT)

    def make_surprise(self, folder: Path, code: Code) -> None:
        """Makes the surprise of a code, and keeps it in this folder."""
        self._surprising = Surprising(folder, code)
        self.services.messages.show(f"Making {self._surprising.name}", "dices", TEXT)

    def drop_surprise(self) -> None:
        """No longer waits for the surprise; it is kept all the same."""
        self._surprising = None

    def drop_all(self) -> None:
        """No longer waits for anything."""
        self.drop_surprise()
        self._stop_loading()
        self._stop_daily()

    def close(self, patience: float) -> None:
        """Ends all threads, waiting for each at most `patience` [s]."""
        self._stop_loading(patience)
        self._stop_daily(patience)
        if self._surprising is not None:
            self._surprising.close(patience)

    def follow(self, dt: float) -> Page | None:
        """Lets `dt` [s] pass; the page of what has come in, or None."""
        pages = [self._made(), self._loaded(dt), self._daily_loaded()]
        return next((page for page in reversed(pages) if page is not None), None)

    def _made(self) -> Page | None:
        """Watches the surprise."""
        made = self._surprising
        if made is None or not made.done:
            return None
        self._surprising = None
        if made.problem:
            self._tell_problem(made.problem)
            return None
        self.services.messages.show(f"{made.name} was saved to {named(made.path)}", "dices", TEXT)
        return Open(made.path)

    def _loaded(self, dt: float) -> Page | None:
        """Plays the level, or says that it takes its time."""
        loading = self._loading
        if loading is None:
            return None
        result = loading.result
        self._loading_for += dt
        if result is not None:
            self._stop_loading()
            # watching says best what a file lacks
            return PlayLevel(result) if isinstance(result, LoadedLevel) else Open(result.path)
        if self._loading_for > PATIENCE and self._dialog is None:
            self._dialog = Dialog(
                self.ui,
                f"Loading {self.name_of(loading.path)}",
                ["The level is being read and proved safe."],
                buttons=("Cancel",),
                on_answer=lambda _: self._stop_loading(),
                icon="loader",
            )
            self.ui.show(self._dialog)
        return None

    def _daily_loaded(self) -> Page | None:
        """Plays today's crossing."""
        daily = self._daily
        result = daily.result() if daily is not None else None
        if daily is None or (result is None and not daily.problem):
            return None
        self._stop_daily()
        if isinstance(result, LoadedLevel):
            return PlayLevel(result, day=daily.day.isoformat())
        if result is not None:
            return Open(result.path)
        self._tell_problem(daily.problem)
        return None

    def _tell_problem(self, problem: str) -> None:
        self.services.messages.show(problem, "triangle-alert", UNSAFE)

    def _stop_loading(self, patience: float = 0.0) -> None:
        if self._loading is not None:
            self._loading.close(patience)
            self._loading = None
        if self._dialog is not None:
            self.ui.close(self._dialog)
            self._dialog = None

    def _stop_daily(self, patience: float = 0.0) -> None:
        if self._daily is not None:
            self._daily.close(patience)
            self._daily = None

"""Finishing: what holds the program's end up until a film is made, and the dialog that shows it."""

from game.services.films.recorder import Recorder
from game.ui import Dialog, WidgetTree

THROW_AWAY = "Discard the recording"
KEEP_WORKING = "Keep working"


class Finishing:
    """The wish to quit, while a film is not there yet.

    Attributes:
        film: what has to be made before.
        revoked: whether the user keeps working.
        thrown_away: whether the film is no longer wanted.
    """

    def __init__(self, film: Recorder) -> None:
        self.film = film
        self.revoked = self.thrown_away = False
        self._dialog: Dialog | None = None

    def show(self, ui: WidgetTree) -> None:
        """Puts the dialog above everything else in this window, if it is not there."""
        if self._dialog in ui.popups:
            return
        self.hide()
        self._dialog = Dialog(
            ui,
            "Finishing the recording …",
            ["The program closes once it is saved:", self.film.path.name, f"in {self.film.path.parent}"],
            buttons=(THROW_AWAY, KEEP_WORKING),
            on_answer=self._answered,
            icon="video",
            progress=lambda: self.film.progress,
        )
        ui.show(self._dialog)

    def hide(self) -> None:
        """Takes the dialog away."""
        if self._dialog is not None:
            self._dialog.ui.close(self._dialog)
            self._dialog = None

    def _answered(self, answer: str | None) -> None:
        self.thrown_away = answer == THROW_AWAY
        self.revoked = not self.thrown_away

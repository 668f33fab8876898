"""Recordings and screenshots in the window: where they go, and their messages. One recording at a time."""

import re
import time
from pathlib import Path

import platformdirs
import pygame

from game.services.films.finishing import Finishing
from game.services.films.recorder import FilmError, Recorder
from game.ui.controls import EVERYWHERE, Control
from game.ui.drawing.pictures import save_picture
from game.ui.key_texts import key_of
from game.ui.message import Message
from game.ui.messages import Messages
from game.ui.theme import ACCENT, UNSAFE
from levels.files.reading import is_there
from levels.files.saving import UnwritableError
from levels.files.terminal import named

GIVING_UP = 5.0
"""How long the end of the program waits until nothing is left of a film that was given up [s]."""
LONGEST = 120
"""Of a level's name in a file's name [bytes]: many systems take 255 for all of it."""


class Recording:
    """The film being made; its result is shown.

    Attributes:
        folder: where films and pictures go.
        recorder: the film on its way, None if there is none.
    """

    def __init__(self, folder: Path, messages: Messages) -> None:
        self.folder = folder
        self.recorder: Recorder | None = None
        self._messages = messages
        self._taking = False

    @property
    def taken(self) -> float | None:
        """How long the film is that is being taken [s], None if none is."""
        return self.recorder.seconds if self._taking and self.recorder is not None else None

    def toggle(self, name: str) -> None:
        """Begins a film of what the board shows, or ends the one that is being taken."""
        if self.recorder is not None:
            if self._taking:
                self._taking = False
                self.recorder.finish()
            return
        try:
            self.recorder = Recorder(self._free_name(name, ".gif"))
            self._taking = True
        except FilmError as error:
            self._messages.show(str(error), "triangle-alert", UNSAFE)

    def screenshot(self, name: str, surface: pygame.Surface) -> None:
        """Saves what a surface shows."""
        path = self._free_name(name, ".png")
        try:
            save_picture(surface, path)
        except UnwritableError as error:
            self._messages.show(str(error), "triangle-alert", UNSAFE)
        else:
            self._messages.show(f"Saved {path}", "camera", ACCENT)

    def pass_time(self, dt: float, surface: pygame.Surface, box: pygame.Rect) -> None:
        """Takes a picture of a part of the surface when one is due, and notices when the film is done.

        Where the window has no room for that part, the film shows all of it.
        """
        recorder = self.recorder
        if recorder is None:
            return
        if self._taking:
            whole = surface.get_rect()
            recorder.pass_time(dt, surface.subsurface(box.clip(whole) or whole))
            if recorder.full or recorder.done:
                self.toggle("")
        elif recorder.done:
            self.recorder = None
            if recorder.problem:
                self._messages.show(recorder.problem, "triangle-alert", UNSAFE)
            else:
                self._messages.show(f"Saved {recorder.seconds:.1f} s in {recorder.path}", "video", ACCENT)

    def message(self) -> Message | None:
        """How far the film is, None without one."""
        recorder = self.recorder
        if recorder is not None:
            if self._taking:
                message = f"Recording, {recorder.seconds:.1f} s. {key_of(EVERYWHERE, Control.RECORD)} stops."
                return Message(message, "video", UNSAFE)
            return Message("Saving the recording", "video", ACCENT, recorder.progress)
        return None

    def finish(self) -> Finishing | None:
        """Ends what is being taken; gives what is to be waited for, None if nothing is."""
        if self._taking:
            self.toggle("")
        return Finishing(self.recorder) if self.recorder is not None else None

    def throw_away(self) -> None:
        """Gives up, as was asked for, a film that is not there yet."""
        if self.recorder is not None:
            self.recorder.cancel()

    def close(self) -> str:
        """Ends everything; gives a sentence about a film that is lost by that, "" if none is."""
        recorder, self.recorder, self._taking = self.recorder, None, False
        if recorder is None:
            return ""
        wanted = not recorder.given_up
        recorder.cancel()
        recorder.join(GIVING_UP)
        if not wanted or recorder.problem or is_there(recorder.path):
            return recorder.problem
        return f"A recording was lost: the program ended before it was saved ({named(recorder.path)})."

    def _free_name(self, name: str, ending: str) -> Path:
        """A path that says when and what, and is not taken yet."""
        plain = re.sub(r"[^\w-]+", "_", name).strip("_").encode()[:LONGEST].decode(errors="ignore") or "level"
        stem = f"safe_crossing_{plain}_{time.strftime('%Y-%m-%d_%H-%M-%S')}"
        paths = [
            self.folder / f"{stem}{number}{ending}" for number in ("", *(f"_{k}" for k in range(2, 100)))
        ]
        return next((path for path in paths if not is_there(path)), paths[-1])


def default_folder() -> Path:
    """The user's folder for pictures, or their home where there is none."""
    pictures = Path(platformdirs.user_pictures_dir())
    return pictures if pictures.is_dir() else Path.home()

"""Recording and screenshots in the window: where they go, what is told about them. One film at a time."""

import re
import time
from pathlib import Path

import platformdirs
import pygame

from game.display import WindowError, save_picture
from game.films.recorder import FilmError, Recorder
from game.status import Message
from game.telling import Telling
from game.theme import ACCENT, RANDOM, UNSAFE


class Recording:
    """The film that is being made; what becomes of it is told.

    Attributes:
        folder: where films and pictures go.
        recorder: the film on its way, None if there is none.
    """

    def __init__(self, folder: Path, telling: Telling) -> None:
        self.folder = folder
        self.recorder: Recorder | None = None
        self._telling = telling
        self._taking = False

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
            self._telling.tell(str(error), "triangle-alert", UNSAFE)

    def screenshot(self, name: str, surface: pygame.Surface) -> None:
        """Saves what a surface shows."""
        path = self._free_name(name, ".png")
        try:
            save_picture(surface, path)
        except WindowError as error:
            self._telling.tell(str(error), "triangle-alert", UNSAFE)
        else:
            self._telling.tell(f"Saved {path}", "camera", ACCENT)

    def pass_time(self, dt: float, surface: pygame.Surface, box: pygame.Rect) -> None:
        """Takes a picture of a part of the surface when one is due, and notices when the film is done."""
        recorder = self.recorder
        if recorder is None:
            return
        if self._taking:
            recorder.pass_time(dt, surface.subsurface(box.clip(surface.get_rect())))
            if recorder.full or recorder.done:
                self.toggle("")
        elif recorder.done:
            self.recorder = None
            if recorder.problem:
                self._telling.tell(recorder.problem, "triangle-alert", UNSAFE)
            else:
                self._telling.tell(f"Saved {recorder.seconds:.1f} s in {recorder.path}", "video", ACCENT)

    def message(self) -> Message | None:
        """How far the film is, None without one."""
        recorder = self.recorder
        if recorder is not None:
            if self._taking:
                return Message(f"Recording, {recorder.seconds:.1f} s. F9 ends it.", "video", UNSAFE)
            return Message(f"Making the film, {100 * recorder.progress:.0f} %", "hourglass", RANDOM)
        return None

    def close(self, patience: float) -> None:
        """Gives up a film that is still being taken, or that takes longer than `patience` [s] to be made."""
        if self.recorder is not None:
            if self._taking or not self.recorder.join(patience):
                self.recorder.cancel()
            self.recorder.join(patience)

    def _free_name(self, name: str, ending: str) -> Path:
        """A path that says when and what, and is not taken yet."""
        plain = re.sub(r"[^\w-]+", "_", name).strip("_") or "level"
        stem = f"safe_crossing_{plain}_{time.strftime('%Y-%m-%d_%H-%M-%S')}"
        paths = [
            self.folder / f"{stem}{number}{ending}" for number in ("", *(f"_{k}" for k in range(2, 100)))
        ]
        return next((path for path in paths if not path.exists()), paths[-1])


def default_folder() -> Path:
    """The user's folder for pictures, or their home where there is none."""
    pictures = Path(platformdirs.user_pictures_dir())
    return pictures if pictures.is_dir() else Path.home()

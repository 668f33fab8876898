"""Recorder: pictures from the frame loop become a film, on a thread of its own.

The loop only copies a surface. Behind a queue of a few copies the thread packs them into a reel on the disk,
which counts their colours, and writes the film from that once it is finished; the file takes its place only
when it is whole. The film is one job of a worker. Its pictures are no jobs: of jobs only the newest is done,
of pictures each counts.
"""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from queue import Empty, Full, Queue

import numpy as np
import pygame

from game.presenters.playback import LONGEST_ADVANCE
from game.services.films.formats import FRAMES_A_SECOND, WRITERS
from game.services.films.palette import Words
from game.services.films.reel import Reel
from learner.threads.worker import Worker
from levels.files.bundled import how_to_add
from levels.files.problems import UserError
from levels.files.saving import UnwritableError, refuse_unwritable, replacing_bytes
from levels.files.terminal import named

ENDINGS = tuple(WRITERS)
"""Kinds of films, by the file's ending."""
LONGEST = 60
"""How long a film becomes at most [s]."""
QUEUE = 8
"""Copies that wait for the thread at most."""
WAIT = 0.1
"""How long the thread and whoever waits for it take to notice an end [s]."""


class FilmError(UserError):
    """A film that cannot be made, as a sentence that says why and what to do."""


class _CancelledError(Exception):
    """The film was given up."""


def refuse_film(path: Path) -> None:
    """Raises before anything is drawn what making the film would raise after it.

    Raises:
        FilmError: an ending that is no film's, a missing package, a place where nothing can be written.
    """
    if path.suffix.lower() not in ENDINGS:
        raise FilmError(f"{named(path)}: a film's name ends in {', '.join(ENDINGS)}.")
    if path.suffix.lower() == ".mp4":
        try:
            import imageio_ffmpeg  # noqa: F401, PLC0415  an extra
        except ImportError as error:
            raise FilmError(
                f"An MP4 needs imageio-ffmpeg, which is not installed: {how_to_add('imageio-ffmpeg')}, "
                "or choose .gif or .webp."
            ) from error
    try:
        refuse_unwritable(path)
    except UnwritableError as error:
        raise FilmError(f"{error}.") from error


def words_of(surface: pygame.Surface) -> Words:
    """(height, width) uint32, the colours of a surface of 32 bits a pixel."""
    return pygame.surfarray.pixels2d(surface).T & np.uint32(0xFFFFFF)


class Recorder:
    """One film on its way into a file, of pictures that all have the first one's size.

    Attributes:
        path: the file.
        n_frames: length of the film so far [frames].
        full: whether the film has come to its end: as long as it may be, or the pictures have another size.
    """

    def __init__(self, path: Path) -> None:
        refuse_film(path)
        self.path = path
        self.n_frames = 0
        self.full = False
        self._time = 0.0
        self._size: tuple[int, int] | None = None
        self._finished = self._cancelled = False
        self._queue: Queue[tuple[int, pygame.Surface]] = Queue(QUEUE)
        self._worker = Worker[Path, float, str]("recorder", self._make)
        self._worker.ask(path)

    @property
    def seconds(self) -> float:
        """Length of the film so far [s]."""
        return self.n_frames / FRAMES_A_SECOND

    @property
    def done(self) -> bool:
        """Whether the thread has ended: the file is there, or the film failed or was given up."""
        return not self._worker.busy

    @property
    def progress(self) -> float:
        """The share of the film that is written, once it is finished."""
        return self._worker.progress or 0.0

    @property
    def problem(self) -> str:
        """Why it failed, "" if it did not."""
        if self._worker.problem:  # whatever an encoder raises
            return f"The recording can't be saved: {self._worker.problem}."
        return self._worker.result or ""

    @property
    def given_up(self) -> bool:
        """Whether the film is no longer wanted."""
        return self._cancelled

    def pass_time(self, dt: float, surface: pygame.Surface) -> None:
        """Lets `dt` [s] of the display pass, and copies the picture if the next frame is due.

        Never waits: while the queue is full, the picture before lasts longer. A gap over LONGEST_ADVANCE
        counts as that long, as it does for the display.
        """
        if self._size is not None:
            self._time += min(max(dt, 0.0), LONGEST_ADVANCE)
        frame = int(self._time * FRAMES_A_SECOND + 1e-6)
        if self.full or frame < self.n_frames or not self._suits(surface):
            return
        if not self._queue.full():  # nobody else puts anything there
            self._put(frame, surface, 0.0)

    def add(self, surface: pygame.Surface) -> None:
        """Copies the next frame's picture, and waits for the thread if it has to."""
        while not (self.full or self.done) and self._suits(surface):
            try:
                self._put(self.n_frames, surface, WAIT)
            except Full:
                continue
            return

    def finish(self) -> None:
        """No more pictures come; the file will be there when `done`."""
        passed = int(self._time * FRAMES_A_SECOND + 1e-6)
        self.n_frames = max(self.n_frames, min(passed, LONGEST * FRAMES_A_SECOND))
        self._finished = True

    def cancel(self) -> None:
        """Gives the film up; nothing is left of it."""
        self._cancelled = True

    def join(self, timeout: float | None = None) -> bool:
        """Waits for the end, at most `timeout` [s]; gives whether it has come."""
        return self._worker.join(timeout)

    def _suits(self, surface: pygame.Surface) -> bool:
        """Whether the picture has the film's size; if not, the film has come to its end."""
        self._size = self._size or surface.get_size()
        self.full = self.full or surface.get_size() != self._size
        return not self.full

    def _put(self, frame: int, surface: pygame.Surface, patience: float) -> None:
        self._queue.put((frame, surface.convert(32)), timeout=patience)
        self.n_frames = frame + 1
        self.full |= self.n_frames >= LONGEST * FRAMES_A_SECOND

    def _make(self, path: Path) -> str:
        """Makes the film; gives "" or why it failed."""
        try:
            with ExitStack() as stack:
                reel = None
                for frame, surface in self._pictures():
                    if reel is None:
                        folder = path.resolve().parent
                        reel = stack.enter_context(closing(Reel(surface.get_size(), folder)))
                    reel.add(frame, words_of(surface))
                    self.full |= reel.full
                if reel is None:
                    return "The recording has no frames."
                self._write(reel)
        except _CancelledError:
            pass
        except OSError as error:
            return f"The recording can't be saved: {error.strerror or error}."
        return ""

    def _pictures(self) -> Iterator[tuple[int, pygame.Surface]]:
        """The copies as they come, each with the number of its frame, until the film is finished.

        Raises:
            _CancelledError: it was given up.
        """
        while not self._cancelled:
            over = self._finished  # what is in the queue by then is all there will be
            try:
                yield self._queue.get(timeout=0.0 if over else WAIT)
            except Empty:
                if over:
                    return
        raise _CancelledError

    def _write(self, reel: Reel) -> None:
        with (
            replacing_bytes(self.path) as file,
            closing(WRITERS[self.path.suffix.lower()](file, reel, self.n_frames)) as steps,
        ):
            for share in steps:
                self._worker.show(share)
                if self._cancelled:
                    raise _CancelledError

"""Recorder: pictures from the frame loop become a GIF, APNG, WebP or MP4, encoded on a thread of its own.

The loop only copies pixels; a queue of a few pictures lies between. A film is as long as MOST_PIXELS allows,
so that it never fills the memory, and takes its file's place only when it is whole.
"""

import threading
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Full, Queue

import pygame
from PIL import Image

from learner.thread import give_way
from levels.files import UnwritableError, unfinished

FRAMES_A_SECOND = 20
"""Of every film; GIF counts in hundredths of a second, so that this is exact there too."""
MOST_PIXELS = 600_000_000
"""Pixels of all pictures of a film together: 50 s of a board of 900 × 650, and so many bytes at most."""
QUEUE = 16
"""Pictures that wait for the encoder at most; in the window others are left out while it is full."""
ENDINGS = (".gif", ".apng", ".png", ".webp", ".mp4")
"""Kinds of films, by the file's ending."""


class FilmError(Exception):
    """A film that cannot be made, as a sentence that says why and what to do."""


@dataclass(frozen=True)
class Picture:
    """The pixels of one frame: RGB bytes, row by row."""

    size: tuple[int, int]
    pixels: bytes


def refuse_film(path: Path) -> None:
    """Raises before anything is drawn what making the film would raise after it.

    Raises:
        FilmError: an ending that is no film's, a missing package, a place where nothing can be written.
    """
    if path.suffix.lower() not in ENDINGS:
        raise FilmError(f"{path}: a film's name ends in {', '.join(ENDINGS)}.")
    if path.suffix.lower() == ".mp4":
        try:
            import imageio_ffmpeg  # noqa: F401, PLC0415  an extra
        except ImportError as error:
            raise FilmError(
                "An MP4 needs imageio-ffmpeg, which is not installed: run "
                "“python3 run.py pip install imageio-ffmpeg”, or choose .gif or .webp."
            ) from error
    try:
        with unfinished(path) as part:
            part.touch()
    except UnwritableError as error:
        raise FilmError(f"{error}.") from error


class Recorder:
    """One film on its way into a file.

    Attributes:
        path: the file.
        seconds: of film so far.
        n_encoded: pictures that are done.
        full: whether the film is as long as it may be; further pictures are not taken.
        problem: why it failed, "" if it did not.
    """

    def __init__(self, path: Path) -> None:
        refuse_film(path)
        self.path = path
        self.n_taken = self.n_encoded = 0
        self.full = False
        self.problem = ""
        self._due = 0.0
        self._cancelled = False
        self._queue: Queue[Picture | None] = Queue(QUEUE)
        self._thread = threading.Thread(target=self._work, name="recorder", daemon=True)
        self._thread.start()

    @property
    def seconds(self) -> float:
        """Length of the film so far [s]."""
        return self.n_taken / FRAMES_A_SECOND

    @property
    def done(self) -> bool:
        """Whether the file is there, or has failed."""
        return not self._thread.is_alive()

    @property
    def progress(self) -> float:
        """The share of the pictures that is encoded."""
        return self.n_encoded / max(self.n_taken, 1)

    def pass_time(self, dt: float, surface: pygame.Surface) -> None:
        """Takes the picture when it is due; `dt` [s] have passed since the last call. Never waits."""
        self._due -= dt
        if self._due > 0 or self.full:
            return
        self._due = max(self._due + 1 / FRAMES_A_SECOND, 0.0)
        try:
            if not self._queue.full():
                self._queue.put_nowait(self._picture(surface))
        except Full:
            pass

    def add(self, surface: pygame.Surface) -> None:
        """Takes a picture now, and waits for the encoder if it has to."""
        while not self.full and not self.done:
            try:
                self._queue.put(self._picture(surface), timeout=0.2)
            except Full:
                self.n_taken -= 1
            else:
                return

    def finish(self) -> None:
        """No more pictures come; the file will be there when `done`."""
        threading.Thread(target=self._queue.put, args=(None,), daemon=True).start()

    def cancel(self) -> None:
        """Gives the film up; nothing is left of it."""
        self._cancelled = True

    def join(self, timeout: float | None = None) -> bool:
        """Waits for the end, at most `timeout` [s]; gives whether it has come."""
        self._thread.join(timeout)
        return self.done

    def _picture(self, surface: pygame.Surface) -> Picture:
        size = surface.get_size()
        self.n_taken += 1
        self.full = (self.n_taken + 1) * size[0] * size[1] > MOST_PIXELS
        return Picture(size, pygame.image.tobytes(surface, "RGB"))

    def _work(self) -> None:
        give_way()
        try:
            with unfinished(self.path) as part:
                _ENCODERS[self.path.suffix.lower()](part, self._pictures())
                part.replace(self.path.resolve())
        except _CancelledError:
            pass
        except UnwritableError as error:
            self.problem = f"The film can't be saved: {error}."
        except Exception as error:  # noqa: BLE001  whatever an encoder raises, the window tells it
            self.problem = f"The film can't be saved: {type(error).__name__}: {error}."

    def _pictures(self) -> Iterator[Picture]:
        """The pictures as they come, all of the first one's size.

        Raises:
            _CancelledError: the film was given up.
        """
        size = None
        while True:
            try:
                picture = self._queue.get(timeout=0.2)
            except Empty:
                if self._cancelled:
                    raise _CancelledError from None
                continue
            if self._cancelled:
                raise _CancelledError
            if picture is None:
                return
            size = size or picture.size
            self.n_encoded += 1
            yield picture if picture.size == size else _resized(picture, size)


class _CancelledError(Exception):
    """The film was given up."""


def _image(picture: Picture) -> Image.Image:
    return Image.frombytes("RGB", picture.size, picture.pixels)


def _resized(picture: Picture, size: tuple[int, int]) -> Picture:
    """A picture taken after the window changed its size, in the film's."""
    return Picture(size, _image(picture).resize(size).tobytes())


class _Packed:
    """Pictures that can be gone through again and again."""

    def __init__(self, pictures: Iterator[Picture]) -> None:
        self._packed = [(picture.size, zlib.compress(picture.pixels, 1)) for picture in pictures]

    def __iter__(self) -> Iterator[Image.Image]:
        return (_image(Picture(size, zlib.decompress(pixels))) for size, pixels in self._packed)


def _gif(part: Path, pictures: Iterator[Picture]) -> None:
    """All pictures with the palette of the first, so that no colour flickers."""
    first = _image(next(pictures)).quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    others = (_image(picture).quantize(palette=first, dither=Image.Dither.NONE) for picture in pictures)
    _save(part, "GIF", first, others, optimize=False, disposal=1)


def _apng(part: Path, pictures: Iterator[Picture]) -> None:
    """Pillow goes through the pictures twice, so they wait in memory, packed."""
    first = next(pictures)
    _save(part, "PNG", _image(first), _Packed(pictures))


def _webp(part: Path, pictures: Iterator[Picture]) -> None:
    _save(part, "WEBP", _image(next(pictures)), map(_image, pictures), quality=85, method=2)


def _save(
    part: Path, kind: str, first: Image.Image, others: Iterable[Image.Image], **options: object
) -> None:
    first.save(
        part,
        format=kind,
        save_all=True,
        append_images=others,
        duration=1000 // FRAMES_A_SECOND,
        loop=0,
        **options,
    )


def _mp4(part: Path, pictures: Iterator[Picture]) -> None:
    """H.264 by the ffmpeg that imageio-ffmpeg brings along; sides are made even, as it needs them."""
    import imageio_ffmpeg  # noqa: PLC0415  an extra

    first = next(pictures)
    size = (first.size[0] & ~1, first.size[1] & ~1)
    options = ["-f", "mp4", "-movflags", "+faststart"]
    sink = imageio_ffmpeg.write_frames(
        str(part), size, fps=FRAMES_A_SECOND, macro_block_size=2, output_params=options
    )
    sink.send(None)
    try:
        sink.send(_cropped(first, size))
        for picture in pictures:
            sink.send(_cropped(picture, size))
    finally:
        sink.close()


def _cropped(picture: Picture, size: tuple[int, int]) -> bytes:
    if picture.size == size:
        return picture.pixels
    return _image(picture).crop((0, 0, *size)).tobytes()


_ENCODERS = {".gif": _gif, ".apng": _apng, ".png": _apng, ".webp": _webp, ".mp4": _mp4}

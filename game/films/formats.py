"""How a film becomes a file: GIF, APNG, WebP and MP4, a picture at a time: none of them fills the memory.

Pillow packs the single pictures; its own way to save a whole film keeps them all until the end. In the first
three a picture holds what has changed since the one before, and is transparent elsewhere.
"""

# ruff: noqa: PLC0415  Pillow and imageio-ffmpeg are imported with the first film: the window's start waits for neither

import io
import struct
import zlib
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.films.palette import N_COLOURS, UNCHANGED, count, palette_of
from game.films.reel import Frame, Pixels, Reel

FRAMES_A_SECOND = 25
"""Of every film: 40 ms a frame, which each of the formats counts exactly."""
FRAME_MS = 1000 // FRAMES_A_SECOND
WHOLE = 5
"""The colours of every so many pictures count as a whole, of the others those that changed."""

Writer = Callable[[Path, Reel, int], Generator[float, None, None]]
"""Writes a reel as a film of so many frames, and gives the share that is done after each picture."""


class Box(NamedTuple):
    """A part of a picture [px]."""

    x: int
    y: int
    width: int
    height: int

    @property
    def part(self) -> tuple[slice, slice]:
        """Its rows and columns."""
        return slice(self.y, self.y + self.height), slice(self.x, self.x + self.width)


def write_gif(path: Path, reel: Reel, n_frames: int) -> Generator[float, None, None]:
    """One palette for all pictures: no colour flickers."""
    from PIL import GifImagePlugin, Image

    width, height = reel.size
    counts = np.zeros(N_COLOURS, np.int64)
    for index, frame in enumerate(reel.frames(n_frames)):
        whole = index % WHOLE == 0
        counts += count(frame.pixels if whole else frame.pixels[frame.changed])
        yield frame.share / 3
    palette = palette_of(counts)
    canvas = np.full((height, width), UNCHANGED, np.uint8)
    with path.open("wb") as file:
        file.write(struct.pack("<6s2H3B", b"GIF89a", width, height, 0xF7, UNCHANGED, 0))
        file.write(palette.colours.tobytes())
        file.write(b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")  # again and again
        for frame in reel.frames(n_frames):
            box = box_of(frame.changed)
            shown = palette.nearest(frame.pixels[frame.changed])
            news = np.full_like(canvas, UNCHANGED)
            news[frame.changed] = np.where(shown == canvas[frame.changed], np.uint8(UNCHANGED), shown)
            canvas[frame.changed] = shown
            image = Image.fromarray(news[box.part])
            milliseconds = FRAME_MS * frame.lasts
            file.writelines(
                GifImagePlugin.getdata(
                    image, (box.x, box.y), duration=milliseconds, transparency=UNCHANGED, disposal=1
                )
            )
            yield (1 + 2 * frame.share) / 3
        file.write(b";")


def write_apng(path: Path, reel: Reel, n_frames: int) -> Generator[float, None, None]:
    """A PNG that moves. Nothing is lost; a viewer that knows no better shows the first picture."""
    with path.open("wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        _png_chunk(file, b"IHDR", struct.pack(">2I5B", *reel.size, 8, 6, 0, 0, 0))  # 8 bits of RGBA each
        _png_chunk(file, b"acTL", struct.pack(">2I", len(reel.starts), 0))
        for index, frame in enumerate(reel.frames(n_frames)):
            box = box_of(frame.changed)
            number = max(2 * index - 1, 0)  # of this chunk: all but the first picture's data are counted
            place = (box.width, box.height, box.x, box.y)
            time = (frame.lasts, FRAMES_A_SECOND)
            _png_chunk(file, b"fcTL", struct.pack(">5I2H2B", number, *place, *time, 0, 1))
            data = b"".join(data for name, data in _png_chunks(packed(frame, box, "PNG")) if name == b"IDAT")
            if index == 0:
                _png_chunk(file, b"IDAT", data)
            else:
                _png_chunk(file, b"fdAT", struct.pack(">I", number + 1) + data)
            yield frame.share
        _png_chunk(file, b"IEND", b"")


def write_webp(path: Path, reel: Reel, n_frames: int) -> Generator[float, None, None]:
    """A WebP that moves, and loses nothing: what photos may lose would leave trails behind the traffic."""
    width, height = reel.size
    with path.open("wb") as file:
        file.write(b"RIFF\0\0\0\0WEBP")
        _riff_chunk(file, b"VP8X", struct.pack("<I", 0x12) + _three(width - 1) + _three(height - 1))
        _riff_chunk(file, b"ANIM", struct.pack("<IH", 0, 0))
        for frame in reel.frames(n_frames):
            box = box_of(frame.changed, even=True)
            numbers = (box.x // 2, box.y // 2, box.width - 1, box.height - 1, FRAME_MS * frame.lasts)
            still = packed(frame, box, "WEBP", lossless=True, quality=20, method=1)
            _riff_chunk(file, b"ANMF", b"".join(map(_three, numbers)) + b"\0" + _bitstream(still))
            yield frame.share
        length = file.tell() - 8
        file.seek(4)
        file.write(struct.pack("<I", length))


def write_mp4(path: Path, reel: Reel, n_frames: int) -> Generator[float, None, None]:
    """H.264, by the ffmpeg that imageio-ffmpeg brings along. Sides are even: a last odd line is left out."""
    import imageio_ffmpeg

    width, height = (side & ~1 for side in reel.size)
    sink = imageio_ffmpeg.write_frames(
        str(path),
        (width, height),
        fps=FRAMES_A_SECOND,
        macro_block_size=2,
        quality=None,
        output_params=["-crf", "18", "-f", "mp4", "-movflags", "+faststart", "-fflags", "+bitexact"],
    )
    sink.send(None)
    try:
        for frame in reel.frames(n_frames):
            pixels = np.ascontiguousarray(frame.pixels[:height, :width])
            for _ in range(frame.lasts):
                sink.send(pixels)
            yield frame.share
    finally:
        sink.close()


WRITERS: dict[str, Writer] = {
    ".gif": write_gif,
    ".apng": write_apng,
    ".png": write_apng,
    ".webp": write_webp,
    ".mp4": write_mp4,
}
"""What writes a film whose name ends so."""


def box_of(changed: NDArray[np.bool_], *, even: bool = False) -> Box:
    """The smallest part that holds all changes; with `even`, it begins at even places."""
    rows, cols = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    x, y = int(cols[0]), int(rows[0])
    if even:
        x, y = x & ~1, y & ~1
    return Box(x, y, int(cols[-1]) - x + 1, int(rows[-1]) - y + 1)


def packed(frame: Frame, box: Box, kind: str, **options: object) -> bytes:
    """What has changed in a part of a picture as a file of its own, transparent where nothing has."""
    from PIL import Image

    changed = frame.changed[box.part]
    news: Pixels = np.zeros((box.height, box.width, 4), np.uint8)
    news[..., :3] = frame.pixels[box.part]
    news[..., 3] = 255
    news[~changed] = 0
    file = io.BytesIO()
    Image.fromarray(news).save(file, kind, **options)
    return file.getvalue()


def _png_chunk(file: BinaryIO, name: bytes, data: bytes) -> None:
    file.write(struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)))


def _png_chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG: name and data."""
    at = 8
    while at < len(png):
        length, name = struct.unpack_from(">I4s", png, at)
        yield name, png[at + 8 : at + 8 + length]
        at += 12 + length


def _riff_chunk(file: BinaryIO, name: bytes, data: bytes) -> None:
    file.write(struct.pack("<4sI", name, len(data)) + data + b"\0" * (len(data) % 2))


def _bitstream(webp: bytes) -> bytes:
    """A still WebP without its head: the chunk of its pixels."""
    at = 30 if webp[12:16] == b"VP8X" else 12
    return webp[at:]


def _three(number: int) -> bytes:
    """A number as three bytes."""
    return number.to_bytes(3, "little")

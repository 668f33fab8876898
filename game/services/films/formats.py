"""How a film becomes a file: GIF, APNG, WebP and MP4, a picture at a time: none of them fills the memory.

Pillow packs single pictures; its own way to save a whole film keeps them all until the end. The first three
have one palette for all pictures: no colour flickers, and files are a third of what full colour takes. A
picture holds what has changed since the one before, and is transparent elsewhere.
"""

# ruff: noqa: PLC0415  Pillow and imageio-ffmpeg are imported with the first film: the window's start waits for neither

import errno
import io
import struct
import zlib
from collections.abc import Callable, Generator, Iterator
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.services.films.palette import UNCHANGED, Palette, palette_of
from game.services.films.reel import Reel

FRAMES_A_SECOND = 25
"""Of every film: 40 ms a frame, which each of the formats counts exactly."""
FRAME_MS = 1000 // FRAMES_A_SECOND

NOT_WHOLE = "ffmpeg could not write all of it"

Writer = Callable[[BinaryIO, Reel, int], Generator[float, None, None]]
"""Writes a reel as a film of so many frames into a file; gives the share that is done after each picture."""


class Part(NamedTuple):
    """What is new in a picture.

    Attributes:
        x, y: the upper left corner of the part it lies in [px].
        indices: (height, width) uint8, colours of the film's palette; UNCHANGED shows the picture before.
        lasts: for how many frames the picture is shown.
        share: of the film's pictures, those up to this one.
    """

    x: int
    y: int
    indices: NDArray[np.uint8]
    lasts: int
    share: float


def write_gif(file: BinaryIO, reel: Reel, n_frames: int) -> Generator[float, None, None]:
    """The pictures' parts as Pillow packs them for a GIF."""
    from PIL import GifImagePlugin, Image

    palette = palette_of(reel.counts)
    file.write(struct.pack("<6s2H3B", b"GIF89a", *reel.size, 0xF7, UNCHANGED, 0))
    file.write(palette.colours.tobytes())
    file.write(b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")  # again and again
    for part in _parts(reel, palette, n_frames):
        image = Image.fromarray(part.indices)
        milliseconds = FRAME_MS * part.lasts
        file.writelines(
            GifImagePlugin.getdata(
                image, (part.x, part.y), duration=milliseconds, transparency=UNCHANGED, disposal=1
            )
        )
        yield part.share
    file.write(b";")


def write_apng(file: BinaryIO, reel: Reel, n_frames: int) -> Generator[float, None, None]:
    """A PNG that moves; a viewer that knows no better shows the first picture."""
    palette = palette_of(reel.counts)
    file.write(b"\x89PNG\r\n\x1a\n")
    _png_chunk(file, b"IHDR", struct.pack(">2I5B", *reel.size, 8, 3, 0, 0, 0))  # 8 bits of an index each
    _png_chunk(file, b"acTL", struct.pack(">2I", len(reel.starts), 0))
    _png_chunk(file, b"PLTE", palette.colours.tobytes())
    _png_chunk(file, b"tRNS", b"\xff" * UNCHANGED + b"\0")
    for index, part in enumerate(_parts(reel, palette, n_frames)):
        number = max(2 * index - 1, 0)  # of this chunk: all but the first picture's data are counted
        height, width = part.indices.shape
        time = (part.lasts, FRAMES_A_SECOND)
        _png_chunk(file, b"fcTL", struct.pack(">5I2H2B", number, width, height, part.x, part.y, *time, 0, 1))
        data = zlib.compress(
            np.pad(part.indices, ((0, 0), (1, 0))).data
        )  # no filter, says a row's first byte
        if index == 0:
            _png_chunk(file, b"IDAT", data)
        else:
            _png_chunk(file, b"fdAT", struct.pack(">I", number + 1) + data)
        yield part.share
    _png_chunk(file, b"IEND", b"")


def write_webp(file: BinaryIO, reel: Reel, n_frames: int) -> Generator[float, None, None]:
    """A WebP that moves, of its lossless kind: what photos may lose would leave trails behind the traffic."""
    from PIL import Image

    width, height = reel.size
    palette = palette_of(reel.counts)
    rgba = np.column_stack([palette.colours, np.full(256, 255, np.uint8)])
    rgba[UNCHANGED] = 0
    pixels = rgba.view(np.uint32).ravel()  # as one number each they are taken faster
    file.write(b"RIFF\0\0\0\0WEBP")
    _riff_chunk(file, b"VP8X", struct.pack("<I", 0x12) + _three(width - 1) + _three(height - 1))
    _riff_chunk(file, b"ANIM", struct.pack("<IH", 0, 0))
    for part in _parts(reel, palette, n_frames, even=True):
        rows, cols = part.indices.shape
        numbers = (part.x // 2, part.y // 2, cols - 1, rows - 1, FRAME_MS * part.lasts)
        still = io.BytesIO()
        image = Image.fromarray(pixels[part.indices].view(np.uint8).reshape(rows, cols, 4))
        image.save(still, "WEBP", lossless=True, quality=20, method=2, exact=True)
        bitstream = _bitstream(still.getvalue())
        _riff_chunk(file, b"ANMF", b"".join(map(_three, numbers)) + b"\0" + bitstream)
        yield part.share
    length = file.tell() - 8
    file.seek(4)
    file.write(struct.pack("<I", length))


def write_mp4(file: BinaryIO, reel: Reel, n_frames: int) -> Generator[float, None, None]:
    """H.264, by the ffmpeg that imageio-ffmpeg brings along. Sides are even: a last odd line is left out.

    Raises:
        OSError: not all of the film is in the file.
    """
    import imageio_ffmpeg

    width, height = (side & ~1 for side in reel.size)
    sink = imageio_ffmpeg.write_frames(
        file.name,
        (width, height),
        fps=FRAMES_A_SECOND,
        macro_block_size=2,
        quality=None,
        ffmpeg_log_level="quiet",
        output_params=["-crf", "18", "-f", "mp4", "-movflags", "+faststart", "-fflags", "+bitexact"],
    )
    sink.send(None)
    pixels = np.zeros((*reversed(reel.size), 3), np.uint8)
    sent = written = 0
    try:
        for frame in reel.frames(n_frames):
            pixels[frame.changed] = frame.colours.astype(">u4").view(np.uint8).reshape(-1, 4)[:, 1:]
            picture = np.ascontiguousarray(pixels[:height, :width])
            for _ in range(frame.lasts):
                sink.send(picture)
                sent += 1
            yield frame.share
        sink.close()
        written, _ = imageio_ffmpeg.count_frames_and_secs(file.name)  # its exit code is kept from us
    except (OSError, RuntimeError) as error:
        raise OSError(errno.EIO, NOT_WHOLE) from error
    finally:
        sink.close()
    if written != sent:
        raise OSError(errno.EIO, NOT_WHOLE)


WRITERS: dict[str, Writer] = {
    ".gif": write_gif,
    ".apng": write_apng,
    ".png": write_apng,
    ".webp": write_webp,
    ".mp4": write_mp4,
}
"""What writes a film whose name ends so."""


def _parts(reel: Reel, palette: Palette, n_frames: int, *, even: bool = False) -> Iterator[Part]:
    """Of each picture the smallest part that holds its changes; with `even`, it begins at even places."""
    width, height = reel.size
    canvas = np.full((height, width), UNCHANGED, np.uint8)
    for frame in reel.frames(n_frames):
        before = canvas.copy()
        canvas[frame.changed] = palette.nearest(frame.colours)
        rows = np.flatnonzero(frame.changed.any(axis=1))
        cols = np.flatnonzero(frame.changed.any(axis=0))
        x, y = (int(side[0]) & (~1 if even else ~0) for side in (cols, rows))
        box = slice(y, int(rows[-1]) + 1), slice(x, int(cols[-1]) + 1)
        news = np.where(canvas[box] == before[box], np.uint8(UNCHANGED), canvas[box])
        yield Part(x, y, news, frame.lasts, frame.share)


def _png_chunk(file: BinaryIO, name: bytes, data: bytes) -> None:
    file.write(struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)))


def _riff_chunk(file: BinaryIO, name: bytes, data: bytes) -> None:
    file.write(struct.pack("<4sI", name, len(data)) + data + b"\0" * (len(data) % 2))


def _bitstream(webp: bytes) -> bytes:
    """A still WebP without its head: the chunk of its pixels."""
    at = 30 if webp[12:16] == b"VP8X" else 12
    return webp[at:]


def _three(number: int) -> bytes:
    """A number as three bytes."""
    return number.to_bytes(3, "little")

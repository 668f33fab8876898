"""Pictures as arrays: PNG, PGM and PBM. Their size is checked before any pixel is decoded."""

import io
import re
import struct
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from levels.files.text import file_error
from levels.model.checks import MAX_SIDE

PNG = b"\x89PNG\r\n\x1a\n"
PNM = re.compile(rb"P([1-6])(?:\s|#[^\n]*\n)+([0-9]{1,9})(?:\s|#[^\n]*\n)+([0-9]{1,9})\s")
OTHERS = {
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"BM": "BMP",
    b"II*\x00": "TIFF",
    b"MM\x00*": "TIFF",
    b"RIFF": "WebP",
}
"""First bytes of pictures that are recognised but not read."""
SAVE_HINT = "save it as a PNG or PGM picture, a pixel a cell"


@dataclass(frozen=True, eq=False)
class Picture:
    """A decoded picture.

    Attributes:
        grey: (rows, columns) float64, the mean of a pixel's colours from 0, black, to 255, white.
        transparent: (rows, columns) bool, True where a pixel is not wholly opaque.
    """

    grey: NDArray[np.float64]
    transparent: NDArray[np.bool_]


def is_picture(text: str) -> bool:
    """Whether a file, decoded one character a byte where it is no UTF-8, begins as a picture does."""
    begin = text[:200].encode("latin-1", "replace")
    known = [magic for magic in OTHERS if len(magic) > 2]
    return begin.startswith((PNG, *known)) or PNM.match(begin) is not None


def decode_picture(data: bytes, name: str) -> Picture:
    """The picture in a file.

    Raises:
        LevelError: it is none, is of a kind that is not read or damaged, or has more pixels than a board may
            have cells.
    """
    other = next((kind for magic, kind in OTHERS.items() if data.startswith(magic)), None)
    if other:
        raise file_error(name, f"{other} pictures are not supported", SAVE_HINT)
    width, height = _size(data, name)
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        message = f"this is a picture of {height:,} × {width:,} pixels, and each pixel is a cell"
        hint = f"a board has at most {MAX_SIDE:,} × {MAX_SIDE:,} cells: cut the picture, or scale it down"
        raise file_error(name, message, hint)
    from PIL import Image  # noqa: PLC0415  no other format needs it, and nobody is to wait for it

    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "PPM")) as image:
            if getattr(image, "n_frames", 1) > 1:
                raise file_error(name, "this picture moves: it has several frames", SAVE_HINT)
            if image.mode in ("I", "I;16", "I;16B"):
                grey = np.asarray(image, dtype=np.float64) * (255 / 65535)
                return Picture(grey, np.zeros(grey.shape, dtype=np.bool_))
            bands = np.asarray(image.convert("RGBA"), dtype=np.float64)
    except (OSError, ValueError, SyntaxError, EOFError, ArithmeticError, LookupError, struct.error) as error:
        raise file_error(name, f"this picture is damaged ({error})", "save it again") from None
    return Picture(bands[:, :, :3].mean(axis=2), bands[:, :, 3] < 255)


def _size(data: bytes, name: str) -> tuple[int, int]:
    """Width and height as the header of a PNG or PNM file gives them."""
    if data.startswith(PNG) and len(data) >= 24:
        return struct.unpack(">II", data[16:24])
    found = PNM.match(data)
    if not found:
        message = "this is not a readable picture: it does not begin like a PNG, PGM or PBM file"
        raise file_error(name, message, SAVE_HINT)
    return int(found[2]), int(found[3])

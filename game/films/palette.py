"""Palette: the 255 colours that stand for all those of a film."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.films.reel import Pixels

UNCHANGED = 255
"""The index that is left for transparent pixels."""
N_COLOURS = 1 << 18
"""Colours that are told apart: by the first six bits of red, green and blue."""
POWER = 0.7
"""A colour weighs as its number of pixels to this power: less than 1, so that rare ones are kept too."""
WEIGHT = 100_000
"""Of all colours together when they are reduced to a few."""
BATCH = 4_096
"""Colours looked up at a time: the interpreter is never held for long."""


@dataclass(frozen=True, eq=False)
class Palette:
    """Colours, and which of them is nearest to any other; the arrays are read-only.

    Attributes:
        colours: (256, 3) uint8, RGB; the last one is never shown.
        table: (N_COLOURS,) uint8, the index of the one nearest to a colour's code.
    """

    colours: Pixels
    table: NDArray[np.uint8]

    def nearest(self, pixels: Pixels) -> NDArray[np.uint8]:
        """(…) uint8, the index of the colour of each of (…, 3) pixels."""
        return self.table[codes(pixels)]


def count(pixels: Pixels) -> NDArray[np.int64]:
    """(N_COLOURS,) how many pixels have each colour."""
    return np.bincount(codes(pixels).ravel(), minlength=N_COLOURS)


def palette_of(counts: NDArray[np.int64]) -> Palette:
    """The palette that suits so many pixels of each colour; what is rare weighs more than its share."""
    from PIL import Image  # noqa: PLC0415  the window's start does not wait for it

    used = np.flatnonzero(counts)
    weights = counts[used] ** POWER
    times = np.ceil(weights * (WEIGHT / weights.sum())).astype(np.int64)
    pixels = np.repeat(colours_of(used), times, axis=0)
    found = Image.fromarray(pixels[None]).quantize(UNCHANGED, Image.Quantize.MEDIANCUT, kmeans=1)
    colours = np.zeros((256, 3), np.uint8)
    known = np.array(found.getpalette(), np.uint8).reshape(-1, 3)[:UNCHANGED]
    colours[: len(known)] = known
    table = np.empty(N_COLOURS, np.uint8)
    ends = known.astype(np.float32)
    squares = (ends**2).sum(axis=1)
    for begin in range(0, N_COLOURS, BATCH):
        some = colours_of(np.arange(begin, begin + BATCH)).astype(np.float32)
        table[begin : begin + BATCH] = (squares - 2 * some @ ends.T).argmin(axis=1)
    for array in (colours, table):
        array.flags.writeable = False
    return Palette(colours, table)


def codes(pixels: Pixels) -> NDArray[np.int32]:
    """(…) int32, a number for the colour of each of (…, 3) pixels, the same for much the same colour."""
    red, green, blue = (pixels[..., k].astype(np.int32) >> 2 for k in range(3))
    return red << 12 | green << 6 | blue


def colours_of(numbers: NDArray[np.int64]) -> Pixels:
    """(n, 3) uint8, the colours in the middle of what such numbers stand for."""
    parts = [numbers >> shift & 63 for shift in (12, 6, 0)]
    return np.stack(parts, axis=-1).astype(np.uint8) * 4 + 2

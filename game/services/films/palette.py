"""Palette: the 255 colours that stand for all those of a film."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Words = NDArray[np.uint32]
"""Colours of pixels, each one number: 0xRRGGBB."""

UNCHANGED = 255
"""The index that is left for transparent pixels."""
N_COLOURS = 1 << 18
"""Distinguishable colours: by the first six bits of red, green and blue."""
POWER = 0.7
"""A colour weighs as its number of pixels to this power: less than 1, so that rare ones are kept too."""
WEIGHT = 100_000
"""Of all colours together when they are reduced to a few."""
SETTLED = 100
"""The palette is found when less than so many of WEIGHT take another colour of it as theirs."""


@dataclass(frozen=True, eq=False)
class Palette:
    """Colours, and which of them stands for any that was counted; the arrays are read-only.

    Attributes:
        colours: (256, 3) uint8, RGB; the last one is never shown.
        table: (N_COLOURS,) uint8, by a counted colour's code the index of the one nearest to it.
    """

    colours: Pixels
    table: NDArray[np.uint8]

    def nearest(self, words: Words) -> NDArray[np.uint8]:
        """(…) uint8, the index of the colour of each of (…) pixels."""
        shown: NDArray[np.uint8] = self.table[codes(words)]
        return shown


def count(words: Words, counts: NDArray[np.int64]) -> None:
    """Adds to each colour's count (N_COLOURS,) how many of these pixels have it."""
    np.add.at(counts, codes(words), 1)


def palette_of(counts: NDArray[np.int64]) -> Palette:
    """The palette that suits these counts of pixels per colour; rare colours weigh more than their share."""
    from PIL import Image  # noqa: PLC0415  the window's start does not wait for it

    used = np.flatnonzero(counts)
    weights = counts[used] ** POWER
    times = np.ceil(weights * (WEIGHT / weights.sum())).astype(np.int64)
    pixels = np.repeat(colours_of(used), times, axis=0)
    found = Image.fromarray(pixels[None]).quantize(UNCHANGED, Image.Quantize.MEDIANCUT, kmeans=SETTLED)
    colours = np.zeros((256, 3), np.uint8)
    known = np.array(found.getpalette(), np.uint8).reshape(-1, 3)[:UNCHANGED]
    colours[: len(known)] = known
    table = np.zeros(N_COLOURS, np.uint8)
    table[used] = np.asarray(found)[0, times.cumsum() - 1]
    for array in (colours, table):
        array.flags.writeable = False
    return Palette(colours, table)


def codes(words: Words) -> NDArray[np.integer]:
    """(…) numbers below N_COLOURS for the colours of (…) pixels, the same for much the same colour."""
    return words >> 6 & 63 << 12 | words >> 4 & 63 << 6 | words >> 2 & 63


def colours_of(numbers: NDArray[np.int64]) -> Pixels:
    """(n, 3) uint8, the colours in the middle of what such numbers stand for."""
    parts = [numbers >> shift & 63 for shift in (12, 6, 0)]
    return np.stack(parts, axis=-1).astype(np.uint8) * 4 + 2

"""Reel: a film's pictures between the frame loop and the encoder, packed, in a file without a name."""

import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MOST_PACKED = 256 * 2**20
"""Bytes a reel takes on the disk at most; a minute of the board takes a tenth of that."""
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture as the encoder gets it.

    Attributes:
        pixels: (height, width, 3) uint8, RGB.
        changed: (height, width) bool, which pixels differ from the picture before; all of the first one.
        lasts: for how many frames it is shown, at least 1.
        share: of the film's pictures, those up to this one.
    """

    pixels: Pixels
    changed: NDArray[np.bool_]
    lasts: int
    share: float


class Reel:
    """Pictures of one size, each with the number of the frame at which it first shows.

    Attributes:
        size: width and height [px].
        starts: those numbers, in rising order.
        end: the frame from which on there was no room, None while there is.
    """

    def __init__(self, size: tuple[int, int], folder: Path) -> None:
        self.size = size
        self.starts: list[int] = []
        self.end: int | None = None
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115  closed by `close`
        self._ends = [0]
        self._last = np.zeros(3 * size[0] * size[1], np.uint8)

    @property
    def full(self) -> bool:
        """Whether no further picture is taken."""
        return self.end is not None

    def add(self, start: int, rgb: bytes) -> None:
        """Keeps a picture; one that is like the one before just makes that last longer."""
        pixels = np.frombuffer(rgb, np.uint8)
        changes = pixels ^ self._last
        if self.starts and not changes.any():
            return
        packed = zlib.compress(changes.data, 1)
        if self._ends[-1] + len(packed) > MOST_PACKED:
            self.end = self.end or start
        if self.end is None:
            self._file.write(packed)
            self._ends.append(self._ends[-1] + len(packed))
            self.starts.append(start)
            self._last = pixels

    def frames(self, n_frames: int) -> Iterator[Frame]:
        """The pictures in order, the last one shown up to the end of a film of `n_frames` frames."""
        width, height = self.size
        n_frames = n_frames if self.end is None else min(n_frames, self.end)
        before = np.zeros((height, width, 3), np.uint8)
        changed = np.ones((height, width), np.bool_)
        for index, start in enumerate(self.starts):
            changes = self._unpacked(index).reshape(before.shape)
            pixels = before ^ changes
            if index:
                changed = (changes[..., 0] | changes[..., 1] | changes[..., 2]).astype(np.bool_)
            end = self.starts[index + 1] if index + 1 < len(self.starts) else max(n_frames, start + 1)
            yield Frame(pixels, changed, end - start, (index + 1) / len(self.starts))
            before = pixels

    def close(self) -> None:
        """Lets go of the file, which is gone then."""
        self._file.close()

    def _unpacked(self, index: int) -> Pixels:
        begin, end = self._ends[index : index + 2]
        self._file.seek(begin)
        return np.frombuffer(zlib.decompress(self._file.read(end - begin)), np.uint8)

"""Reel: a film's pictures between the frame loop and the encoder, packed, in a file without a name."""

import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from game.services.films.palette import N_COLOURS, Words, count

MOST_PACKED = 256 * 2**20
"""Bytes a reel takes on the disk at most; a minute of the board takes a quarter of that."""
WHOLE = 5
"""The colours of every so many pictures count as a whole, of the others those that changed."""


@dataclass(frozen=True, eq=False)
class Frame:
    """What is new in a picture, as the encoder gets it.

    Attributes:
        changed: (height, width) bool, which pixels differ from the picture before; all of the first one.
        colours: (n,) uint32, what these n pixels are now, row by row.
        lasts: for how many frames the picture is shown, at least 1.
        share: of the film's pictures, those up to this one.
    """

    changed: NDArray[np.bool_]
    colours: Words
    lasts: int
    share: float


class Reel:
    """Pictures of one size, each with the number of the frame at which it first shows.

    Attributes:
        size: width and height [px].
        starts: those numbers, in rising order.
        counts: (N_COLOURS,) int64, how often each colour occurs, as `palette_of` takes it.
        end: the frame from which on there was no room, None while there is.
    """

    def __init__(self, size: tuple[int, int], folder: Path) -> None:
        self.size = size
        self.starts: list[int] = []
        self.counts = np.zeros(N_COLOURS, np.int64)
        self.end: int | None = None
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115  closed by `close`
        self._ends = [0]
        self._last: Words | None = None

    @property
    def full(self) -> bool:
        """Whether no further picture is taken."""
        return self.end is not None

    def add(self, start: int, picture: Words) -> None:
        """Keeps a (height, width) picture; one that is like the one before just makes that last longer."""
        changed = np.ones(picture.shape, np.bool_) if self._last is None else picture != self._last
        colours = picture[changed]
        if not colours.size:
            return
        packed = zlib.compress(colours.tobytes() + np.packbits(changed).tobytes(), 1)
        if self._ends[-1] + len(packed) > MOST_PACKED:
            self.end = self.end or start
        if self.end is None:
            self._file.write(packed)
            self._ends.append(self._ends[-1] + len(packed))
            count(colours if len(self.starts) % WHOLE else picture, self.counts)
            self.starts.append(start)
            self._last = picture

    def frames(self, n_frames: int) -> Iterator[Frame]:
        """The pictures in order, the last one shown up to the end of a film of `n_frames` frames."""
        n_frames = n_frames if self.end is None else min(n_frames, self.end)
        for index, start in enumerate(self.starts):
            end = self.starts[index + 1] if index + 1 < len(self.starts) else max(n_frames, start + 1)
            yield Frame(*self._unpacked(index), end - start, (index + 1) / len(self.starts))

    def close(self) -> None:
        """Releases the file, which is deleted then."""
        self._file.close()

    def _unpacked(self, index: int) -> tuple[NDArray[np.bool_], Words]:
        """Which pixels change, and the colours they take."""
        begin, end = self._ends[index : index + 2]
        self._file.seek(begin)
        data = zlib.decompress(self._file.read(end - begin))
        width, height = self.size
        n_colours = (len(data) - (width * height + 7) // 8) // 4
        bits = np.unpackbits(np.frombuffer(data, np.uint8, offset=4 * n_colours), count=width * height)
        return bits.view(np.bool_).reshape(height, width), np.frombuffer(data, np.uint32, n_colours)

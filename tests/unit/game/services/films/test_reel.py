"""The reel gives back what it took, and its counts make the palette that the pictures suggest."""

from collections import Counter

import numpy as np
import pytest

from game.services.films.palette import N_COLOURS, codes, colours_of, palette_of
from game.services.films.reel import WHOLE, Reel


@pytest.fixture
def reel(tmp_path):
    reel = Reel((37, 23), tmp_path)  # no multiple of eight pixels
    yield reel
    reel.close()


def pictures(n):
    """(23, 37) uint32 each: noise, of which a little changes; every seventh is like the one before."""
    rng = np.random.default_rng(0)
    picture = rng.integers(0, 1 << 24, (23, 37), dtype=np.uint32)
    for index in range(n):
        picture = picture.copy()
        if index % 7:
            row, col = rng.integers(0, (20, 30))
            picture[row : row + 3, col : col + 7] = rng.integers(0, 1 << 24, (3, 7))
        yield picture


def test_pictures_come_back_as_they_were(reel):
    taken = list(pictures(30))
    for start, picture in enumerate(taken):
        reel.add(start, picture)
    shown, canvas = [], np.zeros((23, 37), np.uint32)
    for frame in reel.frames(len(taken)):
        canvas[frame.changed] = frame.colours
        shown += [canvas.copy()] * frame.lasts
    assert len(shown) == len(taken)
    assert all((a == b).all() for a, b in zip(shown, taken, strict=True))
    assert frame.share == 1.0
    assert len(reel.starts) == 30 - 4  # four were like the one before


def test_colours_are_counted_as_the_pictures_come(reel):
    """Those of each fifth picture as a whole, of the others those that changed: told pixel by pixel."""
    expected, kept, last = Counter(), 0, None
    for start, picture in enumerate(pictures(30)):
        reel.add(start, picture)
        if last is not None and (picture == last).all():
            continue
        for place, word in np.ndenumerate(picture):
            if kept % WHOLE == 0 or word != last[place]:
                red, green, blue = (int(word) >> shift & 255 for shift in (16, 8, 0))
                expected[red // 4 * 64 * 64 + green // 4 * 64 + blue // 4] += 1
        kept, last = kept + 1, picture
    assert {int(code): int(reel.counts[code]) for code in np.flatnonzero(reel.counts)} == expected


def test_a_picture_there_is_no_room_for_is_not_counted(reel, monkeypatch):
    first, second = pictures(2)
    reel.add(0, first)
    counts = reel.counts.copy()
    monkeypatch.setattr("game.services.films.reel.MOST_PACKED", 0)
    reel.add(1, second)
    assert reel.full
    assert (reel.counts == counts).all()


def test_each_counted_colour_has_the_nearest_of_the_palette():
    rng = np.random.default_rng(0)
    counts = np.zeros(N_COLOURS, np.int64)
    used = rng.choice(N_COLOURS, 3_000, replace=False)
    counts[used] = rng.integers(1, 10_000, used.size)
    palette = palette_of(counts)
    words = colours_of(used).astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    assert (codes(words) == used).all()
    far = colours_of(used)[:, None].astype(int) - palette.colours[None, :255]
    squares = (far**2).sum(axis=2)
    chosen = squares[np.arange(used.size), palette.nearest(words)]
    assert (chosen == squares.min(axis=1)).mean() > 0.99
    assert chosen.mean() <= 1.001 * squares.min(axis=1).mean()

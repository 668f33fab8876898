"""The system's own fonts: which of them has the characters that the bundled ones lack.

Nothing is looked for before a line needs it.
"""

import subprocess
import sys
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import pygame
from pygame import freetype

from game.ui.drawing.characters import is_emoji, is_invisible

NAMES = {
    "win32": (
        "Segoe UI",
        "Microsoft YaHei",
        "Microsoft JhengHei",
        "Yu Gothic Medium",
        "Malgun Gothic",
        "Nirmala UI",
        "Leelawadee UI",
        "Segoe UI Emoji",
        "Segoe UI Symbol",
        "Ebrima",
        "Gadugi",
        "Myanmar Text",
        "Microsoft Himalaya",
        "Mongolian Baiti",
        "SimSun",
        "MS Gothic",
        "Tahoma",
        "Arial",
    ),
    "darwin": (
        "Hiragino Sans GB",
        "PingFang",
        "Apple SD Gothic Neo",
        "Apple Color Emoji",
        "Arial Unicode",
        "Geeza Pro",
        "Arial HB",
        "Kohinoor",
        "Thonburi",
        "Apple Symbols",
        "Helvetica",
    ),
}
"""Where to look on systems without fontconfig: families that come with them, as pygame names them, the
broadest of each script first."""
PATIENCE = 5.0
"""How long fontconfig may take for its list [s]; it takes 0.02, longer once after fonts were installed."""


class Listed(NamedTuple):
    """A font that fontconfig knows.

    Attributes:
        file: its path.
        starts, ends: the characters it has, as stretches of code points, both ends included.
    """

    file: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def has(self, char: str) -> bool:
        """Whether the font has a character."""
        index = bisect_right(self.starts, ord(char)) - 1
        return index >= 0 and ord(char) <= self.ends[index]


@lru_cache(4096)
def file_for(cluster: str, *, bold: bool) -> str | None:
    """The first font file of the system that can draw a cluster; None if there is none."""
    return next((file for file in _candidates(cluster, bold) if can_draw(file, cluster)), None)


def _candidates(cluster: str, bold: bool) -> Iterator[str]:
    if sys.platform in NAMES:
        for name in NAMES[sys.platform]:
            file = pygame.font.match_font(name, bold=bold)
            if file is not None:
                yield file
        return
    pattern = "emoji" if is_emoji(cluster) else "sans:bold" if bold else "sans"
    for font in _fontconfig(pattern):
        if all(font.has(char) or is_invisible(char) for char in cluster):
            yield font.file


@lru_cache(4)
def _fontconfig(pattern: str) -> tuple[Listed, ...]:
    """All fonts in the order in which the desktop prefers them; none where fontconfig does not answer."""
    # Of a variable font pygame gets the thinnest weight.
    asked = ["fc-match", "--sort", "--format", "%{file}\\t%{charset}\\n", f"{pattern}:variable=false"]
    try:
        output = subprocess.run(asked, capture_output=True, timeout=PATIENCE, check=True).stdout  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return ()
    fonts = []
    for line in output.decode("utf-8", "surrogateescape").splitlines():
        file, _, charset = line.partition("\t")
        spans = [span.split("-") for span in charset.split()]
        starts, ends = (tuple(int(span[end], 16) for span in spans) for end in (0, -1))
        fonts.append(Listed(file, starts, ends))
    return tuple(fonts)


def has_glyphs(file: str, cluster: str) -> bool:
    """Whether a font file has a glyph for every visible character of a cluster."""
    return None not in _metrics(file, cluster)


def can_draw(file: str, cluster: str) -> bool:
    """Whether a font file has all the glyphs, and they can be seen; False for a file that cannot be used.

    Fonts of kinds too new for SDL_ttf (emoji in COLR, version 1) have glyphs but draw nothing.
    """
    try:
        metrics = _metrics(file, cluster)
    except (pygame.error, OSError):
        return False
    return None not in metrics and any(glyph and glyph[0] < glyph[1] for glyph in metrics)


def is_scalable(file: str) -> bool:
    """Whether a font comes in all sizes; if not, it is pictures of one size."""
    return bool(_face(file).scalable)


def forget() -> None:
    """Closes the files that were looked into."""
    _face.cache_clear()


def _metrics(file: str, cluster: str) -> list[tuple[int, int, int, int, float, float] | None]:
    """Each visible character's box and advance, None for what the font lacks."""
    # pygame.font has metrics too, but gives those of the box that replaces missing ones.
    visible = "".join(char for char in cluster if not is_invisible(char))
    return list(_face(file).get_metrics(visible)) if visible else []


@lru_cache(32)
def _face(file: str) -> freetype.Font:
    pygame.font.Font(file, 32)  # what SDL_ttf cannot use is refused here and not in the middle of a line
    freetype.init()
    face = freetype.Font(file, 32)
    if not face.scalable:
        face.size = face.get_sizes()[0][4]
    return face

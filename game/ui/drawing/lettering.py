"""Lines of text in the bundled fonts, and in the system's where those lack a character.

A line is measured and drawn by the same runs, stretches of one font each, so that both agree.
"""

from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pygame

from game.ui.drawing import characters, system_fonts
from game.ui.drawing.asset_files import ASSETS
from game.ui.drawing.characters import PLACEHOLDER
from game.ui.theme import MIN_TEXT

FONTS = ASSETS / "fonts"
BOLD = ("SemiBold", "Bold")


class Style(NamedTuple):
    """How a line is written.

    Attributes:
        size: [px].
        weight: Inter has Regular, Medium, SemiBold and Bold; JetBrains Mono the first two.
        mono: JetBrains Mono in place of Inter.
    """

    size: int
    weight: str
    mono: bool

    @property
    def file(self) -> Path:
        """The bundled font."""
        return FONTS / (f"JetBrainsMono-{self.weight}.ttf" if self.mono else f"Inter-{self.weight}.otf")


class Hand(NamedTuple):
    """What stays the same within a run: font file, level of direction and script (see `characters`)."""

    file: str | None
    """None: the bundled font."""
    level: int
    script: str | None


class Run(NamedTuple):
    """A stretch of a line in one font; `scale` is what its picture is scaled by, 1 but for emoji."""

    text: str
    font: pygame.font.Font
    scale: float

    @property
    def width(self) -> int:
        """What it takes of the line [px]."""
        return round(self.font.size(self.text)[0] * self.scale)

    def picture(self, color: str) -> tuple[pygame.Surface, int]:
        """Its picture, and how far the line on which the letters stand lies below the picture's top [px]."""
        try:
            image = self.font.render(self.text, True, color)
        except pygame.error:  # nothing but signs without width
            image = self.font.render("", True, color)
        ascent, more = self.font.get_ascent(), image.get_height() - self.font.get_height()
        if more and image.get_bounding_rect().top == 0:  # letters reach over the font's top
            ascent += more
        if self.scale == 1:
            return image, ascent
        return pygame.transform.smoothscale_by(image, self.scale), round(ascent * self.scale)


def measured(string: str, style: Style) -> tuple[int, int]:
    """Width and height [px] of a line; the height is the bundled font's, whatever other fonts it needs."""
    line, font = _line(string, style), _font(style)
    if _is_plain(line, font):
        return font.size(line[0].text)
    return sum(run.width for run in line), font.get_height()


def rendered(string: str, style: Style, color: str) -> pygame.Surface:
    """A picture of a line, as wide as measured.

    It is higher, by as much above as below, where other fonts' letters reach over the line's edges.
    """
    line, font = _line(string, style), _font(style)
    pictures = [run.picture(color) for run in line]
    if _is_plain(line, font):
        return pictures[0][0]
    above, below = font.get_ascent(), font.get_height() - font.get_ascent()
    over = max(0, *(max(up - above, image.get_height() - up - below) for image, up in pictures))
    width, height = measured(string, style)
    picture = pygame.Surface((width, height + 2 * over), pygame.SRCALPHA, 32)
    x = 0
    for run, (image, up) in zip(line, pictures, strict=True):
        picture.blit(image, (x, over + above - up))
        x += run.width
    return picture


def _is_plain(line: tuple[Run, ...], font: pygame.font.Font) -> bool:
    """Whether a line is written in one font, the bundled one."""
    return len(line) == 1 and line[0].font is font


def forget() -> None:
    """Forgets every font."""
    _font.cache_clear()
    _line.cache_clear()
    system_fonts.forget()


@lru_cache(128)
def _font(
    style: Style, file: str | None = None, *, rtl: bool = False, script: str | None = None
) -> pygame.font.Font:
    """The bundled font, or that of a file; shaped by a script's rules."""
    font = pygame.font.Font(file or style.file, max(MIN_TEXT, style.size))
    with suppress(pygame.error):  # SDL_ttf may be without HarfBuzz: then letters stay as they are
        if rtl:
            font.set_direction(pygame.DIRECTION_RTL)
        if script:
            font.set_script(script)
    return font


@lru_cache(1024)
def _line(string: str, style: Style) -> tuple[Run, ...]:
    """The line's runs from left to right, at least one."""
    string = characters.printable(string)
    if all(char.isascii() or _is_bundled(char, style.mono) for char in string):
        return (Run(string, _font(style), 1),)
    parts = characters.clusters(string)
    hands = []
    for part, level in zip(parts, characters.levels(parts), strict=True):
        file, shown = _found(part, style)
        hands.append((Hand(file, level, characters.script(shown)), shown))
    pieces = [
        (hand.level, _run("".join(shown for _, shown in group), hand, style))
        for hand, group in groupby(hands, lambda piece: piece[0])
    ]
    return tuple(characters.reordered(pieces))


def _run(text: str, hand: Hand, style: Style) -> Run:
    font = _font(style, hand.file, rtl=hand.level == 1, script=hand.script)
    if hand.file is None or system_fonts.is_scalable(hand.file):
        return Run(text, font, 1)
    return Run(text, font, _font(style).get_height() / font.get_height())


def _found(cluster: str, style: Style) -> tuple[str | None, str]:
    """The system's font for a cluster, None for the bundled one, and what to write in it.

    Where no font has all of a cluster its first character is written alone, and at worst the placeholder.
    """
    for part in (cluster, cluster[0]):
        if _is_bundled(part, style.mono):
            return None, part
        file = system_fonts.file_for(part, bold=style.weight in BOLD)
        if file is not None:
            return file, part
    return None, PLACEHOLDER


@lru_cache(4096)
def _is_bundled(cluster: str, mono: bool) -> bool:
    """Whether the bundled font has a cluster; its weights all have the same characters."""
    return system_fonts.has_glyphs(str(Style(0, "Regular", mono).file), cluster)

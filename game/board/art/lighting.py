"""The light of a time of day, on the sources of images or on images; and images without their colours."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

import pygame

from game.ui.drawing.cache import surfaces
from game.ui.drawing.draw import MARGIN
from game.ui.theme import Rgb

WINDOW = "#ffd98c"
"""A window with light behind it."""
LAMPS: dict[str, str] = {
    "#fff3b0": "#fffbe6",  # headlights
    "#ff5a4e": "#ff6a58",  # tail lights, and the lamp on a high roof
    "#fff6cf": "#fff6cf",  # a taxi's sign
    "#ffe6a3": "#ffe09a",  # windows of high buildings that are lit by day too
    "#7df0ff": "#7df0ff",  # robots' eyes
    "#ffcf4d": "#ffcf4d",  # the knob of a robot's aerial, and of the flag
    WINDOW: WINDOW,
}
"""Colours that shine in the dark, and what they are then."""
PANES: dict[tuple[str, str], tuple[str, str]] = {
    ("#cdeaf7", "#5d8fb0"): ("#fff0bd", "#f3b457"),  # buses, trams, trains
    ("#d8f1fb", "#7fb4d0"): ("#ffeab0", "#f2ad50"),  # houses
}
"""Gradients of panes with people behind them: by day, and lit."""

_STOPS = 'stop-color="{}"/><stop offset="1" stop-color="{}"'
_LIT = {f'"{day}"': f'"{lit}"' for day, lit in LAMPS.items()} | {
    _STOPS.format(*day): _STOPS.format(*lit) for day, lit in PANES.items()
}
_COLOR = re.compile(r'"#(?:[0-9a-f]{6}|[0-9a-f]{3})"')
_LAMP_OR_COLOR = re.compile("|".join([*map(re.escape, _LIT), _COLOR.pattern]))
_SHADOW = re.compile(r'translate\((\S+) (\S+)\) scale\((\S+) (\S+)\)"><circle r="100" fill="url\(#sh\)"')
_WIDTH = re.compile(r' width="(\d+)"')


@dataclass(frozen=True, eq=False)
class Light:
    """The light of a time of day; caches know each by its identity.

    Attributes:
        times, plus: what all colours are multiplied by [of 255], and gain.
        dark: lamps and windows are lit, and keep their colours.
        lean: how far shadows fall to the right of what throws them [units]; negative to the left.
    """

    times: Rgb
    plus: Rgb
    dark: bool = False
    lean: float = 0

    @cached_property
    def mirrored(self) -> "Light":
        """The light for an image that is mirrored afterwards: its shadows fall to the other side."""
        return replace(self, lean=-self.lean)

    @cached_property
    def gentle(self) -> "Light":
        """The light at a third of its strength, for what must be seen best; nothing gains a colour."""
        r, g, b = (255 - (255 - part) // 3 for part in self.times)
        return replace(self, times=(r, g, b), plus=(0, 0, 0))

    def color(self, ink: str) -> str:
        """A colour #rrggbb or #rgb in the light."""
        parts = [ink[k : k + 2] for k in (1, 3, 5)] if len(ink) == 7 else [2 * digit for digit in ink[1:]]
        lit = (
            min(255, int(part, 16) * times // 255 + plus)
            for part, times, plus in zip(parts, self.times, self.plus, strict=True)
        )
        return "#" + "".join(f"{part:02x}" for part in lit)

    def retouch(self, source: str) -> str:
        """The SVG source of an image as it is in the light: colours, lamps, and where its shadow falls."""
        if self.lean:
            source = _SHADOW.sub(lambda found: self._leaning(found, source), source)
        known = _LIT if self.dark else {}
        pattern = _LAMP_OR_COLOR if self.dark else _COLOR
        return pattern.sub(lambda found: known.get(found[0]) or f'"{self.color(found[0][1:-1])}"', source)

    def _leaning(self, shadow: re.Match[str], source: str) -> str:
        """A shadow drawn aside, longer where the sprite's canvas leaves room for it."""
        x, y, across, up = (float(number) for number in shadow.groups())
        width = _WIDTH.search(source)
        x += self.lean
        room = (float(width[1]) - MARGIN - x if self.lean > 0 else x + MARGIN) if width else 100 * across
        across = min(across * (1 + abs(self.lean) / 40), room / 100)
        return f'translate({x} {y}) scale({across:.3f} {up})"><circle r="100" fill="url(#sh)"'

    def fall_on(self, image: pygame.Surface) -> None:
        """Changes the image itself."""
        image.fill(self.times, special_flags=pygame.BLEND_RGB_MULT)
        image.fill(self.plus, special_flags=pygame.BLEND_RGB_ADD)


def lit(image: pygame.Surface, light: Light | None) -> pygame.Surface:
    """The image in the light, the same one for the same image; itself without a light."""
    return image if light is None else _lit(image, light)


@surfaces.keep
def _lit(image: pygame.Surface, light: Light) -> pygame.Surface:
    copy = image.copy()
    light.fall_on(copy)
    return copy


def dimmed(image: pygame.Surface) -> pygame.Surface:
    """The image in grey, so that an overlay's colours can be read."""
    grey = pygame.transform.grayscale(image)
    grey.fill((88, 93, 106), special_flags=pygame.BLEND_RGB_MULT)
    grey.fill((20, 24, 33), special_flags=pygame.BLEND_RGB_ADD)
    return grey

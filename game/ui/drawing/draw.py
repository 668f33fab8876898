"""Drawing primitives: shapes, text, icons and sprites, anti-aliased and cached.

Shapes go through the SVG rasteriser of SDL_image. What was made is kept by what was asked for, within a
budget of memory: a frame in steady state only blits. `clear_caches` forgets all, after a change of scale.
Colours are hex strings or (r, g, b). Without a window the surfaces are usable too, only slower to blit.
"""

import io
import re
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from math import ceil, pi

import pygame

from game.ui.drawing import lettering
from game.ui.drawing.asset_files import ASSETS
from game.ui.drawing.cache import surfaces
from game.ui.drawing.characters import clusters
from game.ui.theme import TEXT, WHITE, Rgb, hex_of

UNITS = 64
"""A cell's side in the units of a sprite's file."""
MARGIN = 8
"""A sprite's margin left and right of its cells, and the overhang below them [units]."""

Color = str | Rgb


def svg(body: str, width: float, height: float, defs: str = "") -> pygame.Surface:
    """A surface of `width` × `height` [px] with the SVG elements `body` on it; cached, so never draw into it.

    Only what nanosvg knows: no use, text, clip, mask, filter or pattern; gradients in userSpaceOnUse.
    """
    return _svg(body, max(1, round(width)), max(1, round(height)), defs)


@surfaces.keep
def _svg(body: str, width: int, height: int, defs: str) -> pygame.Surface:
    return _vector(body, width, height, defs)


def _vector(body: str, width: int, height: int, defs: str) -> pygame.Surface:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    source = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><defs>{defs}</defs>{body}</svg>'
    return _rasterised(source, width, height)


def rounded(
    surface: pygame.Surface,
    rect: pygame.Rect | tuple[float, float, float, float],
    radius: float,
    fill: Color | None = None,
    alpha: float = 1,
    *,
    stroke: Color | None = None,
    stroke_width: float = 0,
    gradient_to: Color | None = None,
) -> None:
    """Draws a rectangle with round corners.

    `alpha` is the fill's opacity, `gradient_to` the colour the fill turns into at its foot.
    The stroke lies inside the rectangle. A rectangle without area draws nothing.
    """
    x, y, width, height = (round(value) for value in rect)
    if width > 0 and height > 0:
        ends = (hex_of(fill) if fill else None, hex_of(gradient_to) if gradient_to else None)
        line = (hex_of(stroke), stroke_width) if stroke and stroke_width else None
        surface.blit(_rounded((width, height), round(radius), ends, round(alpha, 2), line), (x, y))


@surfaces.keep
def _rounded(
    size: tuple[int, int],
    radius: int,
    ends: tuple[str | None, str | None],
    alpha: float,
    line: tuple[str, float] | None,
) -> pygame.Surface:
    """The rectangle; of a large one only corners and edges are rasterised, which takes 10 ns a pixel."""
    corner = min(radius, size[0] // 2, size[1] // 2) + (ceil(line[1]) if line else 0) + 2
    columns, rows = (_stretched(length, corner) for length in size)
    if ends[1]:  # a gradient is another colour in every row
        rows = ((0, size[1], 0, size[1]),)
    small = _rasterised_rounded((_source(columns), _source(rows)), radius, ends, alpha, line)
    if small.get_size() == size:
        return small
    image = pygame.Surface(size, pygame.SRCALPHA)
    for x, width, to_x, to_width in columns:
        for y, height, to_y, to_height in rows:
            part = small.subsurface((x, y, width, height))
            if part.get_size() != (to_width, to_height):
                part = pygame.transform.scale(part, (to_width, to_height))
            image.blit(part, (to_x, to_y), special_flags=pygame.BLEND_RGBA_ADD)  # onto nothing: a copy
    return image


def _stretched(length: int, end: int) -> tuple[tuple[int, int, int, int], ...]:
    """How a line is made of a shorter one whose middle pixel is stretched: (from, length, to, length)."""
    if length <= 2 * end + 1:
        return ((0, length, 0, length),)
    return (0, end, 0, end), (end, 1, end, length - 2 * end), (end + 1, end, length - end, end)


def _source(parts: tuple[tuple[int, int, int, int], ...]) -> int:
    """Length of the shorter line."""
    return sum(length for _from, length, _to, _to_length in parts)


def _rasterised_rounded(
    size: tuple[int, int],
    radius: int,
    ends: tuple[str | None, str | None],
    alpha: float,
    line: tuple[str, float] | None,
) -> pygame.Surface:
    (width, height), (fill, foot) = size, ends
    inset = line[1] / 2 if line else 0
    defs, paint = "", fill or "none"
    if fill and foot:
        defs = (
            f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="{height}">'
            f'<stop offset="0" stop-color="{fill}"/><stop offset="1" stop-color="{foot}"/></linearGradient>'
        )
        paint = "url(#g)"
    outline = f' stroke="{line[0]}" stroke-width="{line[1]}"' if line else ""
    w, h = max(0.0, width - 2 * inset), max(0.0, height - 2 * inset)
    r = max(0.0, min(radius - inset, w / 2, h / 2))
    place = f'x="{inset}" y="{inset}" width="{w}" height="{h}" rx="{r}"'
    body = f'<rect {place} fill="{paint}" fill-opacity="{alpha}"{outline}/>'
    return _vector(body, width, height, defs)


def disc(
    surface: pygame.Surface,
    center: tuple[float, float],
    radius: float,
    fill: Color,
    ring: Color | None = None,
) -> None:
    """Draws a filled circle, with a ring of 2 px in another colour where `ring` is given."""
    side = max(2, round(2 * radius))
    box = (center[0] - side / 2, center[1] - side / 2, side, side)
    rounded(surface, box, side / 2, fill, stroke=ring, stroke_width=2 if ring else 0)


ARC_STEPS = 60
"""Shares of a circle that an arc can show: few enough that their pictures are kept."""


def arc(
    surface: pygame.Surface,
    center: tuple[float, float],
    radius: float,
    share: float,
    color: Color,
    width: float,
) -> None:
    """Draws a `share` of a circle, from the top clockwise, as a line `width` px wide."""
    image = _arc(
        round(2 * radius), min(max(round(share * ARC_STEPS), 0), ARC_STEPS), hex_of(color), round(width)
    )
    surface.blit(image, image.get_rect(center=(round(center[0]), round(center[1]))))


@surfaces.keep
def _arc(side: int, steps: int, color: str, width: int) -> pygame.Surface:
    middle, radius = side / 2, (side - width) / 2
    length = 2 * pi * radius
    line = f'stroke="{color}" stroke-width="{width}" stroke-linecap="round"'
    dashes = f'stroke-dasharray="{length * steps / ARC_STEPS:.2f} {length:.2f}"' if steps < ARC_STEPS else ""
    body = (
        f'<circle cx="{middle}" cy="{middle}" r="{radius}" fill="none" {line} {dashes} '
        f'transform="rotate(-90 {middle} {middle})"/>'
    )
    return _vector(body if steps else "", side, side, "")


def hatched(
    surface: pygame.Surface,
    rect: pygame.Rect | tuple[float, float, float, float],
    radius: float,
    color: Color,
    *,
    pitch: float = 7,
    alpha: float = 1,
) -> None:
    """Draws a rectangle in diagonal stripes, `pitch` px apart, corners round: the mark of refused actions."""
    x, y, width, height = (round(value) for value in rect)
    if width > 0 and height > 0:
        surface.blit(_hatched((width, height), round(radius), hex_of(color), pitch, alpha), (x, y))


@surfaces.keep
def _hatched(size: tuple[int, int], radius: int, color: str, pitch: float, alpha: float) -> pygame.Surface:
    width, height = size
    starts = range(-ceil(height / pitch), ceil(width / pitch) + 1)
    path = "".join(f"M{i * pitch - 1} {height + 1} l{height + 2} {-height - 2}" for i in starts)
    stripes = (
        f'<path d="{path}" stroke="{color}" stroke-opacity="{alpha}" stroke-width="{pitch * 0.42:.1f}"/>'
    )
    image = _vector(stripes, width, height, "").copy()
    image.blit(
        _rounded(size, radius, ("#ffffff", None), 1, None), (0, 0), special_flags=pygame.BLEND_RGBA_MULT
    )
    return image


def badge(
    surface: pygame.Surface,
    name: str,
    center: tuple[float, float],
    radius: float,
    color: Color,
    *,
    ink: Color = WHITE,
) -> None:
    """Draws a round badge with the icon `name`: check for allowed, x for refused, hourglass for doomed."""
    disc(surface, center, radius, color, ring=ink)
    icon(surface, name, center, radius * 1.3, ink, stroke=3)


def text(
    surface: pygame.Surface,
    string: str,
    pos: tuple[float, float],
    size: float = 14,
    color: Color = TEXT,
    *,
    weight: str = "Regular",
    mono: bool = False,
    anchor: str = "topleft",
) -> pygame.Rect:
    """Writes one line so that its box's `anchor` (a name of pygame.Rect) is at `pos`; gives the box."""
    image = _text(string, round(size), hex_of(color), weight, mono)
    box = image.get_rect()
    if not string.isascii():  # letters of the system's fonts may reach over the box, above and below alike
        box.height = text_size(string, size, weight, mono)[1]
    setattr(box, anchor, (round(pos[0]), round(pos[1])))
    surface.blit(image, box if string.isascii() else image.get_rect(center=box.center))
    return box


@surfaces.keep
def _text(string: str, size: int, color: str, weight: str, mono: bool) -> pygame.Surface:
    return lettering.rendered(string, lettering.Style(size, weight, mono), color)


@lru_cache(4096)
def text_size(string: str, size: float = 14, weight: str = "Regular", mono: bool = False) -> tuple[int, int]:
    """Width and height [px] of the line as `text` would write it."""
    return lettering.measured(string, lettering.Style(round(size), weight, mono))


def fit(string: str, size: float, width: float, weight: str = "Regular", mono: bool = False) -> str:
    """The string, cut and ended with … where it would be wider than `width` [px]."""
    if text_size(string, size, weight, mono)[0] <= width:
        return string
    parts = clusters(string)
    count = _fitting(parts, width, lambda start: text_size(start.rstrip() + "…", size, weight, mono)[0])
    return "".join(parts[:count]).rstrip() + "…"


def wrap(string: str, size: float, width: float, weight: str = "Regular", mono: bool = False) -> list[str]:
    """The string in lines of at most `width` [px]: broken at line breaks and spaces, long words cut."""

    def wide(line: str) -> int:
        return text_size(line, size, weight, mono)[0]

    lines: list[str] = []
    for paragraph in string.split("\n"):
        line: str | None = None
        for word in paragraph.split(" "):
            longer = word if line is None else f"{line} {word}"
            if wide(longer) <= width:
                line = longer
                continue
            if line and line.strip():
                lines.append(line)
            line, parts = word, clusters(word)
            while len(parts) > 1 and wide(line) > width:
                cut = max(1, _fitting(parts[:-1], width, wide))
                lines.append("".join(parts[:cut]))
                parts = parts[cut:]
                line = "".join(parts)
        lines.append(line or "")
    return lines


def _fitting(parts: list[str], width: float, wide: Callable[[str], int]) -> int:
    """How many of the first parts are together no wider than `width` [px]."""
    return bisect_right(range(1, len(parts) + 1), width, key=lambda count: wide("".join(parts[:count])))


def icon(
    surface: pygame.Surface,
    name: str,
    center: tuple[float, float],
    size: float = 20,
    color: Color = TEXT,
    *,
    stroke: float = 2,
) -> None:
    """Draws the icon `name` of assets/icons, centred; `stroke` is its line width in 24ths of `size`."""
    image = _icon(name, max(1, round(size)), hex_of(color), stroke)
    surface.blit(image, image.get_rect(center=(round(center[0]), round(center[1]))))


@surfaces.keep
def _icon(name: str, size: int, color: str, stroke: float) -> pygame.Surface:
    source = _asset(f"icons/{name}.svg").replace("currentColor", color)
    return _rasterised(source.replace('stroke-width="2"', f'stroke-width="{stroke}"'), size, size)


@lru_cache(256)
def has_sprite(name: str) -> bool:
    """Whether assets/sprites has a sprite of that name; letters, digits and _ only."""
    return re.fullmatch(r"\w+", name) is not None and (ASSETS / "sprites" / f"{name}.svg").is_file()


@surfaces.keep
def sprite(
    name: str, cell_px: int, flip: bool = False, retouch: Callable[[str], str] | None = None
) -> pygame.Surface:
    """The sprite, scaled so that a cell's 64 units are `cell_px` pixels; `flip` mirrors it left to right.

    `retouch` changes its source first.
    Raises FileNotFoundError for a name that `has_sprite` denies.
    """
    source = _asset(f"sprites/{name}.svg")
    if retouch is not None:
        source = retouch(source)
    width, height = sprite_units(name)
    image = _rasterised(
        source, max(1, round(width * cell_px / UNITS)), max(1, round(height * cell_px / UNITS))
    )
    return pygame.transform.flip(image, True, False) if flip else image


@lru_cache(256)
def sprite_units(name: str) -> tuple[int, int]:
    """Width and height of the sprite's canvas [units, 64 a cell], margins and headroom included."""
    found = re.search(r'width="(\d+)" height="(\d+)"', _asset(f"sprites/{name}.svg"))
    if found is None:
        raise ValueError(f"assets/sprites/{name}.svg: the svg element needs width and height in whole units.")
    return int(found[1]), int(found[2])


def put(surface: pygame.Surface, name: str, cell_px: int, x: float, y: float, *, flip: bool = False) -> None:
    """Draws a sprite standing in the cell whose top left corner is (x, y) [px, fractions allowed].

    A sprite's canvas has a margin of 8 units left and right, hangs 8 units over its cell's lower edge, and
    reaches as far up as the object is tall.
    """
    image = sprite(name, cell_px, flip)
    margin = MARGIN * cell_px / UNITS
    surface.blit(image, (round(x - margin), round(y + cell_px + margin - image.get_height())))


def clear_caches() -> None:
    """Forgets every surface of the one cache, and every font: after a change of scale."""
    surfaces.clear()
    lettering.forget()
    text_size.cache_clear()


@lru_cache(256)
def _asset(path: str) -> str:
    return (ASSETS / path).read_text(encoding="utf-8")


def _rasterised(source: str, width: int, height: int) -> pygame.Surface:
    image = pygame.image.load_sized_svg(io.BytesIO(source.encode()), (width, height))
    return converted(image, alpha=True)


def converted(surface: pygame.Surface, *, alpha: bool = False) -> pygame.Surface:
    """The surface as the window is drawn fastest with; unchanged where there is no window."""
    try:
        return surface.convert_alpha() if alpha else surface.convert()
    except pygame.error:
        return surface

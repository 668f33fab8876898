"""The ground of a board, painted once for a cell size: grass, roads, rails, pavement, water, sand, tiles."""

import random
from collections.abc import Callable

import pygame

from game.board.art import grass
from game.board.art.scenery_theme import SceneryTheme
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from levels.model.board import Board

DETAIL = 16
"""Cells smaller than this [px] get plain colours only."""
FIFTY_FOUR = 54
"""The cell size at which the measures below were chosen [px]."""
FAR = 64
"""How far a road is followed to find its direction [cells]; on a map this is done for every cell."""
BED = "#5f6e88"
"""Colour of the joints between tiles."""

Kinds = tuple[tuple[str, ...], ...]
Painter = Callable[[pygame.Surface, pygame.Rect, int, random.Random, bool], None]


def paint_ground(
    board: Board, world: SceneryTheme, cell: int, area: tuple[range, range] | None = None
) -> pygame.Surface:
    """The ground of all cells, or of those in the rows and columns of `area`; nothing stands on it."""
    rows, cols = area or (range(board.n_rows), range(board.n_cols))
    kinds = board.ground
    surface = pygame.Surface((len(cols) * cell, len(rows) * cell))
    surface = draw.converted(surface)
    for row in rows:
        for col in cols:
            rect = pygame.Rect((col - cols.start) * cell, (row - rows.start) * cell, cell, cell)
            rng = random.Random(row * 7919 + col)
            if board.looks[row][col] == "wall" and world.floor == "tiles":
                surface.fill(BED, rect)
                continue
            painter = PAINTERS[_seen(kinds[row][col], world)]
            painter(surface, rect, (row + col) & 1, rng, _upright(kinds, row, col))
    if cell >= DETAIL:  # the cells above and to the left of an area have edges that lie inside it
        for row in range(max(rows.start - 1, 0), rows.stop):
            for col in range(max(cols.start - 1, 0), cols.stop):
                rect = pygame.Rect((col - cols.start) * cell, (row - rows.start) * cell, cell, cell)
                _edges(surface, rect, kinds, world, row, col)
    return surface


def _seen(ground: str, world: SceneryTheme) -> str:
    """The ground as drawn in a scenery theme: only grass differs."""
    return world.floor if ground == "grass" else ground


def _run(kinds: Kinds, row: int, col: int, d_row: int, d_col: int) -> int:
    """Cells of the same ground from here in one direction and in its opposite, no more than about FAR."""
    kind, length = kinds[row][col], 1
    for sign in (1, -1):
        r, c = row + sign * d_row, col + sign * d_col
        while length < FAR and 0 <= r < len(kinds) and 0 <= c < len(kinds[0]) and kinds[r][c] == kind:
            length, r, c = length + 1, r + sign * d_row, c + sign * d_col
    return length


def _upright(kinds: Kinds, row: int, col: int) -> bool:
    """Whether a road or rail runs up and down here: whichever way it is longer."""
    if kinds[row][col] not in ("road", "rail"):
        return False
    return _run(kinds, row, col, 1, 0) > _run(kinds, row, col, 0, 1)


def _unit(rect: pygame.Rect, length: float) -> int:
    """A length measured at a cell of 54 px, in this cell's pixels, at least 1."""
    return max(1, round(length * rect.width / FIFTY_FOUR))


def _grass(surface: pygame.Surface, rect: pygame.Rect, parity: int, rng: random.Random, _: bool) -> None:
    if rect.width < DETAIL:
        surface.fill(grass.LIGHT if parity else grass.DARK, rect)
    else:
        grass.paint_grass(surface, rect, parity, rng)


def _road(surface: pygame.Surface, rect: pygame.Rect, _p: int, rng: random.Random, upright: bool) -> None:
    surface.fill("#4b5363", rect)
    if rect.width < DETAIL:
        return
    for at in (0.2, 0.6):  # where the wheels go
        wheels = pygame.Rect(0, round(at * rect.height), rect.width, round(0.2 * rect.height))
        if upright:
            wheels = pygame.Rect(wheels.y, wheels.x, wheels.height, wheels.width)
        surface.fill("#474f5e", wheels.move(rect.topleft))
    surface.blit(_specks(rect.width, rng.randrange(5), ("#ffffff", "#000000"), (11, 17), 9), rect)
    if rng.random() < 0.08:
        crack = _crack(rect.width, rng.randrange(3))
        surface.blit(crack, grass.somewhere(rect, crack, rng))


def _crack(cell: int, variant: int) -> pygame.Surface:
    """A fine crack in the asphalt."""
    rng, unit = random.Random(variant), cell / FIFTY_FOUR
    path = "M1 8 " + " ".join(f"L{6 + 6 * k} {rng.uniform(2, 12):.1f}" for k in range(4))
    return draw.svg(
        f'<path transform="scale({unit:.3f})" d="{path}" stroke="#3f4653" stroke-width="1.3" fill="none"/>',
        26 * unit,
        14 * unit,
    )


@surfaces.keep
def _specks(
    cell: int, variant: int, colors: tuple[str, ...], alphas: tuple[int, ...], count: int
) -> pygame.Surface:
    """A transparent tile with `count` small specks of each colour."""
    tile = pygame.Surface((cell, cell), pygame.SRCALPHA)
    rng = random.Random(variant)
    for color, alpha in zip(colors, alphas, strict=True):
        ink = pygame.Color(color)
        ink.a = alpha
        for _ in range(count):
            tile.fill(ink, (rng.randrange(cell), rng.randrange(cell), 2, 1 if alpha < 100 else 2))
    return tile


def _rail(surface: pygame.Surface, rect: pygame.Rect, _p: int, rng: random.Random, upright: bool) -> None:
    surface.blit(_track(rect.width, rng.randrange(5), upright), rect)


@surfaces.keep
def _track(cell: int, variant: int, upright: bool) -> pygame.Surface:
    """One cell of ballast, two sleepers and two rails; drawn lying, turned where it runs up and down."""
    tile = pygame.Surface((cell, cell))
    tile = draw.converted(tile)
    tile.fill("#b3a593")
    box, unit = tile.get_rect(), cell / FIFTY_FOUR
    if cell >= DETAIL:
        tile.blit(_specks(cell, variant, ("#a49582", "#c2b6a5", "#978875"), (255, 255, 255), 10), (0, 0))
        for sleeper in (7, 34):
            x, y, w, h = sleeper * unit, 7 * unit, 13 * unit, cell - 14 * unit
            draw.rounded(tile, (x, y, w, h), 2 * unit, "#7b5b46", gradient_to="#64483a")
            tile.fill("#8f6d56", (round(x + 2 * unit), round(y + unit), round(9 * unit), _unit(box, 2)))
    for at in (15, 36):
        y = round(at * unit)
        tile.fill("#5b616c", (0, y + _unit(box, 4), cell, _unit(box, 2)))
        tile.fill("#9aa2ae", (0, y, cell, _unit(box, 4)))
        tile.fill("#e1e6ec", (0, y, cell, _unit(box, 1)))
    return pygame.transform.rotate(tile, 90) if upright else tile


def _pavement(surface: pygame.Surface, rect: pygame.Rect, parity: int, rng: random.Random, _u: bool) -> None:
    surface.fill("#dcd8cc" if parity else "#d3cfc2", rect)
    if rect.width < DETAIL:
        return
    if rng.random() < 0.2:  # one slab is newer than the others
        half = rect.height // 2
        slab = (rect.x, rect.y + half * rng.randrange(2), rect.width, half)
        surface.fill(rng.choice(("#e2ded3", "#cbc6b8")), slab)
    surface.blit(_specks(rect.width, rng.randrange(5), ("#a8a292",), (60,), 4), rect)
    surface.fill("#c3beb0", (rect.x, rect.y, 1, rect.height))
    surface.fill("#c3beb0", (rect.x, rect.centery, rect.width, 1))


def _water(surface: pygame.Surface, rect: pygame.Rect, parity: int, rng: random.Random, _u: bool) -> None:
    surface.fill("#58b1e0" if parity else "#52abdb", rect)
    if rect.width < DETAIL:
        return
    unit = rect.width / FIFTY_FOUR
    for _ in range(2):
        wave = draw.svg(
            f'<path transform="scale({unit:.3f})" d="M2 4 Q6 0 10 4 Q14 8 18 4" stroke="#9bd6f2" '
            'stroke-width="2" fill="none" stroke-linecap="round"/>',
            20 * unit,
            9 * unit,
        )
        surface.blit(wave, grass.somewhere(rect, wave, rng))


def _sand(surface: pygame.Surface, rect: pygame.Rect, parity: int, rng: random.Random, _u: bool) -> None:
    surface.fill("#efe3c8" if parity else "#e8dabb", rect)
    if rect.width >= DETAIL:
        surface.blit(_specks(rect.width, rng.randrange(5), ("#b79f6b", "#ffffff"), (38, 70), 4), rect)


def _tiles(surface: pygame.Surface, rect: pygame.Rect, parity: int, _r: random.Random, _u: bool) -> None:
    surface.fill(BED, rect)
    gap = _unit(rect, 1)
    top, foot = ("#cbd6e6", "#bfcbdd") if parity else ("#bfcbdd", "#b4c1d5")
    if rect.width < DETAIL:
        surface.fill(foot, rect.inflate(-gap, -gap))
    else:
        draw.rounded(surface, rect.inflate(-2 * gap, -2 * gap), 0.15 * rect.width, top, gradient_to=foot)


PAINTERS: dict[str, Painter] = {
    "grass": _grass,
    "road": _road,
    "rail": _rail,
    "pavement": _pavement,
    "water": _water,
    "sand": _sand,
    "tiles": _tiles,
}
"""How each ground is painted into its cell."""

BANKS = {
    "grass": ("#6aa04c", "#5b8c41"),
    "sand": ("#d2bf95", "#b8a478"),
    "pavement": ("#f0ede4", "#aaa598"),
    "tiles": ("#8c9ab2", "#56657f"),
}
"""Grounds that lie higher than roads, rails and water: the two bands of the edge they show there."""
SUNKEN = ("road", "rail", "water")


def _edges(
    surface: pygame.Surface, rect: pygame.Rect, kinds: Kinds, world: SceneryTheme, row: int, col: int
) -> None:
    """Kerbs, banks, shadows and lane marks between this cell and the ones below and to the right of it."""
    kind = _seen(kinds[row][col], world)
    if row + 1 < len(kinds):
        below = _seen(kinds[row + 1][col], world)
        _edge_below(surface, rect, kind, below, not _upright(kinds, row, col))
        if kind == "grass" and below in SUNKEN:
            grass.paint_fringe(surface, rect, random.Random(row * 6151 + col))
    if col + 1 < len(kinds[0]):
        right = _seen(kinds[row][col + 1], world)
        _edge_right(surface, rect, kind, right, _upright(kinds, row, col))


def _edge_below(surface: pygame.Surface, rect: pygame.Rect, above: str, below: str, lying: bool) -> None:
    x, y, w = rect.x, rect.bottom, rect.width
    if above in BANKS and below in SUNKEN:
        light, dark = BANKS[above]
        if above == "pavement":
            surface.fill(light, (x, y - _unit(rect, 9), w, _unit(rect, 3)))
            surface.fill(dark, (x, y - _unit(rect, 6), w, _unit(rect, 6)))
        else:
            surface.fill(light, (x, y - _unit(rect, 6), w, _unit(rect, 6)))
            surface.fill(dark, (x, y - _unit(rect, 2), w, _unit(rect, 2)))
        depth = _unit(rect, 10)
        for line in range(depth):
            shade = pygame.Surface((w, 1), pygame.SRCALPHA)
            shade.fill((10, 14, 22, round(70 * (1 - line / depth))))
            surface.blit(shade, (x, y + line))
    if above in SUNKEN and below == "pavement":
        surface.fill("#f0ede4", (x, y, w, _unit(rect, 3)))
    if above == "road" != below:
        surface.fill("#c9ced6", (x, y - _unit(rect, 5), w, _unit(rect, 2)))
    if below == "road" != above:
        surface.fill("#c9ced6", (x, y + _unit(rect, 4), w, _unit(rect, 2)))
    if above == below == "road" and lying:
        dash = (x + 0.24 * w, y - _unit(rect, 2), 0.52 * w, _unit(rect, 4))
        draw.rounded(surface, dash, _unit(rect, 2), "#f5f6f8", 0.85)


def _edge_right(surface: pygame.Surface, rect: pygame.Rect, left: str, right: str, upright: bool) -> None:
    x, y, h = rect.right, rect.y, rect.height
    if left in BANKS and right in SUNKEN:
        surface.fill(BANKS[left][1], (x - _unit(rect, 2), y, _unit(rect, 2), h))
    if right in BANKS and left in SUNKEN:
        surface.fill(BANKS[right][0], (x, y, _unit(rect, 2), h))
    if left == "road" != right:
        surface.fill("#c9ced6", (x - _unit(rect, 5), y, _unit(rect, 2), h))
    if right == "road" != left:
        surface.fill("#c9ced6", (x + _unit(rect, 4), y, _unit(rect, 2), h))
    if left == right == "road" and upright:
        dash = (x - _unit(rect, 2), y + 0.24 * h, _unit(rect, 4), 0.52 * h)
        draw.rounded(surface, dash, _unit(rect, 2), "#f5f6f8", 0.85)

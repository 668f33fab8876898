"""Flow: the moving highlights on the water of a river, as fast as what floats on it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import pygame

from game.board.geometry import Geometry
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from levels.model.board import MOVES, Action, Cell
from levels.model.level import Level

LEAST = 16
"""Cells smaller than this [px] have no highlights."""
GENTLE = 0.12
"""Speed of water on which nothing floats [cells/tick]."""
SHINE, DARK_SHINE = 0.36, 0.2
"""Opacity of a highlight, by day and in the dark."""
STREAKS = (
    ((0.10, 0.27, 0.34), (0.58, 0.62, 0.24)),
    ((0.34, 0.44, 0.28), (0.04, 0.80, 0.20)),
    ((0.52, 0.20, 0.22), (0.16, 0.70, 0.36)),
)
"""Places of the highlights of a cell (along, across, length) [cells], in three variants."""


@dataclass(frozen=True)
class Stretch:
    """Cells of water side by side that flow alike.

    Attributes:
        first: the upper or left one.
        n_cells: how many.
        upright: whether they lie below each other.
        speed: in the direction of rising rows or columns [cells/tick].
    """

    first: Cell
    n_cells: int
    upright: bool
    speed: float


def stretches(level: Level) -> tuple[Stretch, ...]:
    """All water of a level that has carriers; without them its water is a pond and stands still."""
    speeds: dict[tuple[bool, int], float] = {}
    for obstacle in level.obstacles:
        if obstacle.carries and (line := obstacle.line) is not None:
            way = sum(MOVES[Action[line.direction.upper()]])
            speeds[line.row is None, line.number] = way * obstacle.hop / obstacle.every
    if not any(obstacle.carries for obstacle in level.obstacles):
        return ()
    board = level.board
    water = {
        (row, col)
        for row in range(board.n_rows)
        for col in range(board.n_cols)
        if board.ground[row][col] == "water"
    }
    found = []
    for (upright, number), speed in speeds.items():
        if upright:
            rows = [row for row in range(board.n_rows) if (row, number) in water]
            found += [Stretch((run[0], number), len(run), True, speed) for run in _runs(rows)]
            water -= {(row, number) for row in rows}
    for row in range(board.n_rows):
        cols = [col for col in range(board.n_cols) if (row, col) in water]
        speed = speeds.get((False, row), GENTLE)
        found += [Stretch((row, run[0]), len(run), False, speed) for run in _runs(cols)]
    return tuple(found)


def _runs(numbers: list[int]) -> Iterator[list[int]]:
    """Rising numbers in groups without a gap."""
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        yield [number for _, number in group]


def draw_flow(
    surface: pygame.Surface,
    geo: Geometry,
    corner: tuple[int, int],
    found: tuple[Stretch, ...],
    time: float,
    window: tuple[range, range],
    *,
    dark: bool,
) -> None:
    """Draws the highlights of the water in sight at a time [ticks]; `corner` is the whole picture's."""
    if geo.cell < LEAST:
        return
    before = surface.get_clip()
    for stretch in found:
        across, along = (window[1], window[0]) if stretch.upright else window
        number, start = stretch.first[::-1] if stretch.upright else stretch.first
        low, high = max(start, along.start), min(start + stretch.n_cells, along.stop)
        if number not in across or low >= high:
            continue
        drift = stretch.speed * time
        whole = int(drift // 1)
        shift = round((drift - whole) * geo.cell)
        spots = []
        for place in range(low - 1, high):
            image = _streaks(geo.cell, (place - whole + 2 * number) % len(STREAKS), stretch.upright, dark)
            cell = (place, number) if stretch.upright else (number, place)
            x, y = (round(part) for part in geo.corner(*cell))
            x, y = x + corner[0], y + corner[1]
            spots.append((image, (x, y + shift) if stretch.upright else (x + shift, y)))
        first = pygame.Rect(spots[1][1], (0, 0)).move(*((0, -shift) if stretch.upright else (-shift, 0)))
        length = (high - low) * geo.cell
        first.size = (geo.cell, length) if stretch.upright else (length, geo.cell)
        surface.set_clip(before.clip(first))
        surface.fblits(spots)
    surface.set_clip(before)


@surfaces.keep
def _streaks(cell: int, variant: int, upright: bool, dark: bool) -> pygame.Surface:
    """The highlights of one cell."""
    opacity, width = DARK_SHINE if dark else SHINE, max(1.2, 0.045 * cell)
    lines = ""
    for along, across, length in STREAKS[variant]:
        x, y, end = along * cell, across * cell, (along + length) * cell
        middle, sag = (x + end) / 2, y + 0.05 * cell
        lines += f"M{x:.1f} {y:.1f} Q{middle:.1f} {sag:.1f} {end:.1f} {y:.1f}"
    turned = ' transform="matrix(0 1 1 0 0 0)"' if upright else ""
    return draw.svg(
        f'<path d="{lines}"{turned} fill="none" stroke="#e8f7ff" stroke-opacity="{opacity}" '
        f'stroke-width="{width:.1f}" stroke-linecap="round"/>',
        cell,
        cell,
    )

"""Places on the picture of a board: sizes, the pose of a hop, vehicles between ticks. No pygame."""

import math
from dataclasses import dataclass

from levels.model.board import Cell
from levels.model.movers import Mover
from levels.model.obstacle import Line

CELL_MIN, CELL_MAX = 2, 192
"""Smallest side of a cell [px], and the largest one at scale 1 [px]."""
HOP_HEIGHT = 0.38
"""Top of the arc of a hop [cells]."""
NUDGE = 0.16
"""How far the agent leans towards a refused cell [cells]."""
NUDGE_SHARE = 0.2
"""Share of a refused move's pulse during which the agent leans."""


@dataclass(frozen=True)
class Geometry:
    """Sizes of a picture, all in whole pixels.

    Attributes:
        n_rows, n_cols: the board's size in cells.
        cell: side of a cell.
        frame: width of the frame left, right and above the cells.
        lip: height of the frame below the cells; its front face shows there.
        headroom: room above the cells for whatever is tall; at least `frame`.
    """

    n_rows: int
    n_cols: int
    cell: int
    frame: int
    lip: int
    headroom: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole picture, frame and headroom included."""
        return (
            self.n_cols * self.cell + 2 * self.frame,
            self.headroom + self.n_rows * self.cell + self.lip,
        )

    def corner(self, row: float, col: float) -> tuple[float, float]:
        """(x, y) of a cell's top left corner; rows and columns may be fractions."""
        return self.frame + col * self.cell, self.headroom + row * self.cell

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The cell under a point of the picture, None off the board."""
        row = math.floor((y - self.headroom) / self.cell)
        col = math.floor((x - self.frame) / self.cell)
        return (row, col) if 0 <= row < self.n_rows and 0 <= col < self.n_cols else None


def geometry(n_rows: int, n_cols: int, tallest: float, cell: int) -> Geometry:
    """Sizes for a cell of `cell` pixels when things reach `tallest` cells above the top row."""
    frame = max(1, round(0.14 * cell))
    return Geometry(
        n_rows, n_cols, cell, frame, frame + max(1, round(0.12 * cell)), max(frame, math.ceil(tallest * cell))
    )


def fitting(n_rows: int, n_cols: int, tallest: float, width: int, height: int, scale: float = 1.0) -> int:
    """Side [px] of the largest cell whose picture fits into width × height pixels.

    It is at least CELL_MIN, and at most CELL_MAX × `scale`.
    """
    low, high = CELL_MIN, round(CELL_MAX * scale)
    while low < high:
        middle = (low + high + 1) // 2
        w, h = geometry(n_rows, n_cols, tallest, middle).size
        low, high = (middle, high) if w <= width and h <= height else (low, middle - 1)
    return low


@dataclass(frozen=True)
class Pose:
    """How a hopping body looks: `lift` above the ground [cells], `stretch` of its height (1 = at rest)."""

    lift: float
    stretch: float


def hop_pose(progress: float) -> Pose:
    """The pose at a share in [0, 1] of a hop: crouch, fly, land with a squash, stand."""
    p = min(max(progress, 0.0), 1.0)
    if p < 0.15:
        stretch = 1 - 0.12 * math.sin(math.pi * p / 0.15)
    elif p < 0.8:
        stretch = 1 + 0.08 * math.sin(math.pi * (p - 0.15) / 0.65)
    else:
        stretch = 1 - 0.18 * math.sin(math.pi * (p - 0.8) / 0.2)
    return Pose(HOP_HEIGHT * 4 * p * (1 - p), round(stretch * 50) / 50)


def nudge(progress: float) -> float:
    """How far the agent leans towards a refused cell at a share of the pulse [cells]: at first, and back."""
    return NUDGE * math.sin(math.pi * min(max(progress / NUDGE_SHARE, 0.0), 1.0))


def place_at(mover: Mover, time: float) -> float:
    """Index of a mover's front on its track at a time in ticks: exact at whole ticks, linear within one.

    It is in [0, len(track) + hop); beyond the end the caller wraps it.
    """
    tick = math.floor(time)
    return mover.position(tick) + (time - tick) * mover.substeps(tick)


def low_ends(line: Line, mover: Mover, cells: int, time: float, ahead: float = 0) -> list[float]:
    """Places of a vehicle on a line at a time: the column (of a row) or row (of a column) of its low end.

    `cells` is the board's length along the line. One entry for each piece of the loop on which the vehicle
    touches the board: a body that wraps is drawn at both ends. It covers low end … low end + length - 1.
    One that comes within `ahead` cells of the board counts too.
    """
    loop = len(mover.track)
    first = loop - cells if line.backwards else 0
    front = (place_at(mover, time) - first) % loop
    return [
        cells - 1 - at if line.backwards else at - mover.length + 1
        for at in (front - loop, front, front + loop)
        if at > -1 - ahead and at - mover.length + 1 < cells
    ]


def walker_place(mover: Mover, place: float) -> tuple[float, float] | None:
    """(row, column) of a walker at a fractional place on its track; None where the track has no cell there.

    Between a cell and none it is on the cell.
    """
    index = math.floor(place)
    here, there = (mover.track[k % len(mover.track)] for k in (index, index + 1))
    if place == index:
        return here
    here, there = here or there, there or here
    if here is None or there is None:
        return None
    share = place - index
    return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share


def walker_heading(mover: Mover, place: float) -> Cell:
    """(change of row, change of column) of a walker's step from a place on its track; (0, 0) for none."""
    here, there = (walker_place(mover, math.floor(place) + k) for k in (0, 1))
    if here is None or there is None:
        return 0, 0
    return round(there[0] - here[0]), round(there[1] - here[1])


def cells_between(a: Cell, b: Cell) -> list[Cell]:
    """The cells from one to another, along rows and columns only, both ends included."""
    cells, (row, col) = [a], a
    while (row, col) != b:
        if abs(b[1] - col) >= abs(b[0] - row):
            col += 1 if b[1] > col else -1
        else:
            row += 1 if b[0] > row else -1
        cells.append((row, col))
    return cells

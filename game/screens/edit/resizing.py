"""Rows and columns more or fewer at the right and at the foot of a board, without losing anything."""

from game.board.kinds import KINDS
from game.screens.edit.tools import MARKS
from levels.text.editing import EditError, resized, rows_of, with_map, with_obstacle
from levels.text.partial_level import partial_level

LARGEST = 100
"""Rows and columns of the largest board that is drawn on in the editor; a file may have more."""
MARK_NAMES = {"S": "start", "G": "goal"}


def with_size(text: str, d_rows: int, d_cols: int) -> str:
    """The text of a level with so many rows and columns more; lanes that leave the board get longer loops.

    Raises:
        EditError: it has no map, the board would be too small or too large, or a start, a goal or an
            obstacle would be lost.
    """
    drawing = rows_of(text)
    rows, cols = len(drawing) + d_rows, len(drawing[0]) + d_cols
    if not (1 <= rows <= LARGEST and 1 <= cols <= LARGEST):
        raise EditError(f"The editor draws boards of 1 × 1 to {LARGEST} × {LARGEST} cells")
    cut = {
        char: (row, col)
        for row, line in enumerate(drawing)
        for col, char in enumerate(line)
        if char in MARKS and (row >= rows or col >= cols)
    }
    if cut:
        char, (row, col) = next(iter(cut.items()))
        raise EditError(f"The {MARK_NAMES[char]} at row {row}, column {col} would be lost: move it first")
    before = partial_level(text)
    after = with_map(text, resized(drawing, rows, cols))
    for index, obstacle in enumerate(before.obstacles if before is not None else ()):
        if obstacle is None:
            continue
        cycle = obstacle.cycle(rows, cols)
        kind = KINDS[obstacle.kind]
        keys = kind.fit(obstacle, (rows, cols))
        lost = not keys and (any(obstacle.faults(rows, cols)) or any(place >= cycle for place in obstacle.at))
        if lost:
            title = kind.title(obstacle)
            raise EditError(f"{title} would be lost: move or delete it first")
        if keys:
            after = with_obstacle(after, keys, index)
    return after

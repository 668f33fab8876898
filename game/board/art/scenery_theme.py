"""The scenery themes of boards, and the rule that chooses one."""

from dataclasses import dataclass
from zlib import crc32

from game.board.art.lighting import Light
from levels.model.board import Board
from levels.model.level import Level


@dataclass(frozen=True)
class BlockColors:
    """Colours of walls: their top, light and dark specks on it, rim, and the two bands of the front face."""

    top: str
    light: str
    dark: str
    rim: str
    face: str
    foot: str
    leafy: bool


@dataclass(frozen=True)
class SceneryTheme:
    """A style of drawing.

    Attributes:
        floor: the ground drawn for grass: grass, sand or tiles.
        frame, frame_foot: colour of the frame round the board and of its front face.
        blocks: how walls look.
        trail: colour of the agent's trail.
        days: the times of day it may be seen at, names in DAYS.
    """

    floor: str
    frame: str
    frame_foot: str
    blocks: BlockColors
    trail: str
    days: tuple[str, ...]


DAYS: dict[str, Light | None] = {
    "morning": Light((255, 245, 226), (5, 2, 0), lean=-7),
    "noon": None,
    "dusk": Light((160, 168, 200), (3, 4, 10), dark=True),
    "evening": Light((255, 237, 214), (7, 3, 0), lean=8),
}
OUTDOORS = tuple(DAYS)

HEDGE = BlockColors("#4f9e58", "#68b96e", "#448d4e", "#7ccb7c", "#3b8450", "#2f6f43", leafy=True)
STEEL = BlockColors("#8192b1", "#9dafca", "#7485a4", "#b4c3da", "#4f5e7a", "#3d4a62", leafy=False)

SCENERY_THEMES: dict[str, SceneryTheme] = {
    "meadow": SceneryTheme("grass", "#79b757", "#5b8c41", HEDGE, "#ffffff", OUTDOORS),
    "maze": SceneryTheme("sand", "#4f9e58", "#2f6f43", HEDGE, "#e2583e", OUTDOORS),
    "lab": SceneryTheme("tiles", "#56657f", "#39465c", STEEL, "#d9482f", ("noon",)),
}


def scenery_theme_of(level: Level) -> SceneryTheme:
    """Roads or rails make a meadow, obstacles that walk on land a lab, many walls a maze; else a meadow."""
    board = level.board
    if any(not {"road", "rail"}.isdisjoint(row) for row in board.ground):
        return SCENERY_THEMES["meadow"]
    if any(obstacle.line is None and not obstacle.carries for obstacle in level.obstacles):
        return SCENERY_THEMES["lab"]
    return SCENERY_THEMES["maze" if 4 * _walls(board) >= board.n_rows * board.n_cols else "meadow"]


def light_of(level: Level, world: SceneryTheme | None = None, name: str | None = None) -> Light | None:
    """The light of a level, chosen by its name; None leaves the colours unchanged.

    `world` is the level's theme, if known already; `name` is the one that counts, if not the level's own.
    """
    days = (world or scenery_theme_of(level)).days
    return DAYS[days[crc32((level.name if name is None else name).encode()) % len(days)]]


def _walls(board: Board) -> int:
    return sum(row.count("wall") for row in board.looks)

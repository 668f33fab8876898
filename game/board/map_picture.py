"""A board as a map: a pixel per cell, for mini-maps and for very small cells."""

import numpy as np
import pygame

from game.board.art.scenery import GOLD
from game.board.art.scenery_theme import SceneryTheme
from game.ui.drawing import draw
from levels.model.board import Board
from levels.model.level import Level

GROUNDS = {
    "grass": "#8bc867",
    "road": "#4b5363",
    "rail": "#a3927f",
    "pavement": "#d8d4c7",
    "water": "#55aede",
    "sand": "#ece0c2",
    "tiles": "#c3cfe1",
}
"""Colour of each ground, the mean of its cells."""
OBJECTS = {"tree": "#3f8a3c", "house": "#c9705a", "building": "#8d93a3", "rock": "#8f959c"}
"""Colour of each object; of the level's own tiles see OTHER."""
OTHER = "#a58a6a"
START = "#ffffff"


def map_picture(level: Level, world: SceneryTheme) -> pygame.Surface:
    """The board with a pixel for each cell, starts and goals in colours of their own."""
    board = level.board
    codes = np.frombuffer("".join(level.map).encode("utf-32-le"), dtype=np.uint32)
    codes = codes.reshape(board.n_rows, board.n_cols)
    pixels = np.zeros((board.n_rows, board.n_cols, 3), dtype=np.uint8)
    for char in sorted(set("".join(level.map))):
        found = codes == ord(char)
        row, col = divmod(int(found.argmax()), board.n_cols)
        pixels[found] = _ink(board, world, row, col)
    for cells, ink in ((board.starts, START), (board.goals, GOLD)):
        for cell in cells:
            pixels[cell] = _rgb(ink)
    return draw.converted(pygame.image.frombuffer(pixels.tobytes(), (board.n_cols, board.n_rows), "RGB"))


def _ink(board: Board, world: SceneryTheme, row: int, col: int) -> tuple[int, int, int]:
    look, ground = board.looks[row][col], board.ground[row][col]
    if look == "wall":
        return _rgb(world.blocks.top)
    if look:
        return _rgb(OBJECTS.get(look, OTHER))
    return _rgb(GROUNDS[world.floor if ground == "grass" else ground])


def _rgb(color: str) -> tuple[int, int, int]:
    ink = pygame.Color(color)
    return ink.r, ink.g, ink.b

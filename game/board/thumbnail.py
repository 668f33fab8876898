"""Thumbnails: a small picture of a board, fitted into a box."""

import pygame

from game.board.art.scenery import GOLD
from game.board.art.scenery_theme import light_of, scenery_theme_of
from game.board.geometry import CELL_MIN
from game.board.map_picture import map_picture
from game.board.view import BoardView, cell_px_for
from game.presenters.scene import Scene
from game.ui.drawing import draw
from game.ui.theme import BLACK, WHITE
from levels.model.level import Level


def thumbnail(level: Level, size: tuple[int, int]) -> pygame.Surface:
    """A small picture of the board at tick 0, fitted into `size` [px], at least a pixel, and centred."""
    size = max(size[0], 1), max(size[1], 1)
    board = level.board
    if CELL_MIN * board.n_rows > size[1] or CELL_MIN * board.n_cols > size[0]:
        return _map_of(level, size)
    cell = max(CELL_MIN, cell_px_for(level, *size))
    view = BoardView(level, cell)
    start = level.board.starts[0]
    whole = pygame.Surface(view.size, pygame.SRCALPHA)
    view.draw(whole, (0, 0), Scene(0, start, start))
    scale = min(1.0, size[0] / view.size[0], size[1] / view.size[1])
    if scale < 1:
        whole = pygame.transform.smoothscale_by(whole, scale)
    result = pygame.Surface(size, pygame.SRCALPHA)
    result.blit(whole, whole.get_rect(center=(size[0] // 2, size[1] // 2)))
    return result


def _map_of(level: Level, size: tuple[int, int]) -> pygame.Surface:
    """The same for boards with too many cells: at most a pixel per cell."""
    world = scenery_theme_of(level)
    picture = map_picture(level, world)
    light = light_of(level, world)
    if light is not None:
        light.fall_on(picture)
    scale = min(size[0] / picture.get_width(), size[1] / picture.get_height(), 1.0)
    picture = pygame.transform.smoothscale_by(picture, scale)
    result = pygame.Surface(size, pygame.SRCALPHA)
    box = picture.get_rect(center=(size[0] // 2, size[1] // 2))
    result.blit(picture, box)
    for cells, color in ((level.board.starts, WHITE), (level.board.goals, GOLD)):
        row, col = cells[0]
        draw.disc(result, (box.x + (col + 0.5) * scale, box.y + (row + 0.5) * scale), 4, color, ring=BLACK)
    return result

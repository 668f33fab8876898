"""The frame round a board."""

import pygame
import pytest

from game.board.view import BoardView
from game.presenters.scene import Scene
from levels.text.reader import builtin_levels, read_file


@pytest.mark.parametrize("cell", [20, 69])
def test_what_lies_below_shows_at_all_four_round_corners(cell):
    level = read_file(builtin_levels()["grid_4"]).level
    view = BoardView(level, cell)
    picture = pygame.Surface(view.size)
    picture.fill("#ff00ff")
    view.draw(picture, (0, 0), Scene(0, (3, 0), (3, 0)))
    geo, (width, height) = view.geometry, view.size
    top = geo.headroom - geo.frame
    for place in ((0, top), (width - 1, top), (0, height - 1), (width - 1, height - 1)):
        assert tuple(picture.get_at(place))[:3] == (255, 0, 255), place

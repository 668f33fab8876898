"""The menu's living pictures: a board comes alive where it stood as a thumbnail."""

import numpy as np
import pygame
import pytest

from game.board.thumbnail import thumbnail
from game.screens.menu.attract import LivingPicture, Way
from levels.text.reader import builtin_levels, read_level


@pytest.mark.parametrize("size", [(262, 130), (263, 130), (262, 131), (301, 151)])
@pytest.mark.parametrize("name", ["crossy_road", "first_road", "patrol_15x9", "grid_4"])
def test_a_board_comes_alive_to_the_pixel_where_it_stood(surface, name, size):
    level = read_level(builtin_levels()[name])
    start = level.board.starts[0]
    living = LivingPicture(level, Way((start, start)), size)
    assert living.fits
    picture = pygame.Surface(size, pygame.SRCALPHA)
    living.draw(picture, (0, 0), 0.0)
    upper = pygame.Rect(0, 0, size[0], size[1] // 2)  # in the lower half stands the agent, about to hop
    still, alive = (
        np.frombuffer(pygame.image.tobytes(shown.subsurface(upper), "RGBA"), np.uint8).astype(int)
        for shown in (thumbnail(level, size), picture)
    )
    assert np.abs(still - alive).max() <= 2

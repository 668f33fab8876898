"""What the editor's tools show of what they lay."""

import itertools

import pygame
import pytest

from game.board.world import WORLDS
from game.editor.swatches import swatch
from game.editor.tools import TOOLS

pytestmark = pytest.mark.usefixtures("surface")


@pytest.mark.parametrize("side", [1, 15, 22, 44, 66])
def test_each_tool_has_a_picture_of_its_own(side):
    pictures = [swatch(tool, WORLDS["meadow"], side) for tool in TOOLS]
    assert {picture.get_size() for picture in pictures} == {(side, side)}
    if side >= 15:
        seen = [pygame.image.tobytes(picture, "RGBA") for picture in pictures]
        assert all(a != b for a, b in itertools.combinations(seen, 2))
        assert all(picture.get_bounding_rect().height > 0.6 * side for picture in pictures)


def test_walls_and_grass_look_as_they_do_in_the_level():
    for name in ("Grass", "Wall"):
        (tool,) = (tool for tool in TOOLS if tool.name == name)
        seen = {pygame.image.tobytes(swatch(tool, world, 22), "RGBA") for world in WORLDS.values()}
        assert len(seen) >= 2

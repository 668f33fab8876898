"""What the editor's tools show of what they lay."""

import itertools

import pygame
import pytest

from game.board.art.scenery_theme import SCENERY_THEMES, scenery_theme_of
from game.board.view import BoardView
from game.presenters.scene import Scene
from game.screens.edit.swatches import swatch
from game.screens.edit.tools import TOOLS as ALL
from levels.model.board import GROUNDS
from levels.text.reader import parse_file

TOOLS = [tool for tool in ALL if not tool.icon]
pytestmark = pytest.mark.usefixtures("surface")


@pytest.mark.parametrize("side", [1, 15, 22, 44, 66])
def test_each_tool_has_a_picture_of_its_own(side):
    pictures = [swatch(tool, SCENERY_THEMES["meadow"], side) for tool in TOOLS]
    assert {picture.get_size() for picture in pictures} == {(side, side)}
    if side >= 15:
        seen = [pygame.image.tobytes(picture, "RGBA") for picture in pictures]
        assert all(a != b for a, b in itertools.combinations(seen, 2))
        assert all(picture.get_bounding_rect().height > 0.6 * side for picture in pictures)


def test_a_terrain_looks_as_it_does_on_a_board():
    """Of all terrains' swatches, the one of a cell's terrain is nearest to the cell as the board draws it."""
    side = 40
    terrains = [tool for tool in TOOLS if tool.char in {*GROUNDS, "#"}]
    for world_name, rest in (("meadow", "  ===\n"), ("maze", "  ###\n" * 3)):
        for tool in terrains:
            rows = "".join(f"  {tool.char * 3}\n" for _ in range(3))
            text = f"format: 1\nname: x\nmap: |\n{rows}{rest}  S.G\n"
            level = parse_file(text, "x").level
            world = scenery_theme_of(level)
            view = BoardView(level, side)
            surface = pygame.Surface(view.size)
            view.draw(surface, (0, 0), Scene(0, (4, 0), (4, 0)))
            seen = mean_of(surface.subsurface(view.cell_rect((1, 1))))
            far = {other.name: abs(mean_of(swatch(other, world, side)) - seen).sum() for other in terrains}
            assert min(far, key=far.get) == tool.name, (world_name, far)


def mean_of(surface):
    return pygame.surfarray.array3d(surface).reshape(-1, 3).mean(axis=0)

"""Swatches: small pictures of what the editor's tools lay, in the scenery theme of the open level."""

from functools import cache

import pygame

from game.board.art.agent import HEN
from game.board.art.blocks import blocks
from game.board.art.ground import paint_ground
from game.board.art.scenery import FLAG
from game.board.art.scenery_theme import SceneryTheme
from game.board.kinds import KINDS
from game.screens.edit.tools import Tool
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.drawing.looks import sprite_for
from levels.model.board import OBJECTS, Action, Board
from levels.text.reader import parse_file

ROWS = ("...", "===", ",,,", "---", "~~~", ".#.", "S.G")
"""Each terrain, and a wall, with its like on both sides."""
THINGS: dict[Control | None, str] = {
    Control.START: HEN[Action.DOWN][0],
    Control.GOAL: FLAG,
}
"""Sprites of start and goal."""


@surfaces.keep
def swatch(tool: Tool, world: SceneryTheme, side: int) -> pygame.Surface:
    """A picture of side × side pixels: a cell of the terrain, or the thing that is placed there."""
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    look = KINDS[tool.kind].look if tool.kind else OBJECTS.get(tool.char, "")
    thing = THINGS.get(tool.control) or sprite_for(look, 0)
    if thing is not None:
        width, height = draw.sprite_units(thing)
        image = draw.sprite(thing, round(side * draw.UNITS / (max(width, height) - 2 * draw.MARGIN)))
        picture.blit(image, image.get_rect(center=picture.get_rect().center))
    else:
        picture.blit(_terrain(tool.char, world, side), (0, 0))
        corners = pygame.Surface((side, side), pygame.SRCALPHA)
        draw.rounded(corners, corners.get_rect(), side / 5, "#ffffff")
        picture.blit(corners, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def _terrain(char: str, world: SceneryTheme, side: int) -> pygame.Surface:
    """The middle cell of a terrain's row."""
    board = _board()
    row = next(index for index, cells in enumerate(ROWS) if cells[1] == char)
    ground = paint_ground(board, world, side)
    ground.fblits(blocks(board, world, side))
    return ground.subsurface((side, row * side, side, side))


@cache
def _board() -> Board:
    text = "format: 1\nname: Swatches\nmap: |\n" + "".join(f"  {row}\n" for row in ROWS)
    return parse_file(text, "the swatches").level.board

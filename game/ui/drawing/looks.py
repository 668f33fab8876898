"""Looks: the short names of level files, and the sprites that draw them.

A look without a line here is drawn by the sprite of its own name, if there is one, else as a plain shape.
"""

from game.ui.drawing.draw import has_sprite
from levels.model.board import Cell

LOOKS: dict[str, tuple[str, ...]] = {
    "car": ("car_red", "car_blue", "car_teal", "car_purple", "car_yellow"),
    "truck": ("truck_green", "truck_orange"),
    "bus": ("bus",),
    "tram": ("tram",),
    "train": ("train_loco", "train_wagon"),
    "ferry": ("ferry",),
    "robot": ("robot_orange", "robot_purple", "robot_teal"),
    "tree": ("tree_a", "tree_b", "tree_pine"),
    "house": ("house_a", "house_b"),
    "building": ("building_a", "building_b"),
    "rock": ("rock",),
    "bush": ("bush",),
    "crate": ("crate",),
}
"""Look → its sprites: variants to choose among, but for a train its head and the wagon behind it.

Trucks, buses, trams, ferries, locomotives and wagons are two cells long; everything else is one. All
vehicles face right.
"""

VIEWS: dict[Cell, str] = {(-1, 0): "_up", (1, 0): "_down"}
"""Ending of the sprite that shows a thing going up (from behind) or down (from the front)."""


def sprites_of(look: str) -> tuple[str, ...]:
    """The sprites of a look, in a fixed order; empty where it has none and a plain shape must do."""
    return LOOKS.get(look) or ((look,) if has_sprite(look) else ())


def sprite_for(look: str, index: int) -> str | None:
    """The sprite for the `index`-th thing of that look: the same one every time, neighbours differing."""
    sprites = sprites_of(look)
    return sprites[index % len(sprites)] if sprites else None


def sprite_facing(look: str, index: int, heading: Cell) -> str | None:
    """The sprite for a thing that goes (rows, columns) that way: seen from behind or in front if drawn so."""
    name = sprite_for(look, index)
    view = f"{name}{VIEWS.get(heading, '')}"
    return view if name and has_sprite(view) else name

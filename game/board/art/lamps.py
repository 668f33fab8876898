"""The light of lamps on the ground in the dark: pictures that are added to the ground's colours."""

import numpy as np
import pygame

from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces

REACH = 1.7
"""Length of the cone before a vehicle [cells]."""
WARM = (255, 200, 104)
"""Colour of headlights."""
CONE, POOL = 0.56, 0.3
"""How strong a cone is where it begins, and a pool of light in its middle."""
APART = 0.17
"""Distance of each lamp from the middle of a vehicle seen from the front [cells]."""


@surfaces.keep
def cone(cell: int, heading: str) -> pygame.Surface:
    """The light before a vehicle: REACH cells long and one cell wide, `heading` right, left, up or down."""
    along = (np.arange(round(REACH * cell)) + 0.5)[:, None] / cell
    across = (np.arange(cell) + 0.5)[None, :] / cell - 0.5
    width = 0.1 + 0.17 * along
    if heading in ("up", "down"):  # both lamps are seen
        beams = sum(np.exp(-(((across - side * APART) / width) ** 2)) for side in (-1, 1)) / 1.2
    else:
        beams = np.exp(-((across / (width + 0.04)) ** 2))
    fades = np.clip(along / 0.28, 0, 1) * np.clip(1 - along / REACH, 0, 1) ** 1.3
    edge = np.clip((0.5 - np.abs(across)) / 0.1, 0, 1)
    strength = CONE * beams * fades * edge
    if heading in ("left", "up"):
        strength = strength[::-1]
    return _light(strength if heading in ("left", "right") else strength.T)


@surfaces.keep
def pool(cell: int) -> pygame.Surface:
    """A soft round pool of light, two cells wide."""
    at = (np.arange(2 * cell) + 0.5) / cell - 1
    distance = np.hypot(at[:, None], at[None, :] / 0.8)
    return _light(POOL * np.clip(1 - distance, 0, 1) ** 1.4)


def _light(strength: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> pygame.Surface:
    """A picture of the colour WARM, at each place (x, y) as strong as said, from 0 to 1."""
    pixels = strength[..., None] * np.array(WARM)
    surface = pygame.image.frombuffer(
        np.ascontiguousarray(pixels.swapaxes(0, 1)).astype(np.uint8).tobytes(), strength.shape, "RGB"
    )
    return draw.converted(surface)

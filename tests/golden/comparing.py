"""Golden pictures: what is drawn now, compared with the pictures in images/.

To rewrite them after an intended change of looks, set SAFE_CROSSING_REWRITE_GOLDEN=1 and run this folder's
tests; then look at every picture that changed. On failure, failed/ has the actual and the expected picture
and their difference.
"""

import os
from pathlib import Path

import numpy as np
import pygame

REWRITE = "SAFE_CROSSING_REWRITE_GOLDEN"
HERE = Path(__file__).resolve().parent
TOLERANCE = 12
"""Difference of a colour channel that counts as equal: rasterisers of different versions differ a little."""
SHARE = 0.01
"""Share of a board's pixels that may differ by more."""


def compare(surface, name, most=SHARE):
    """Passes when the picture equals images/name.png within the tolerance; writes it in rewriting mode.

    `most` is the share of the pixels that may differ.
    """
    path = HERE / "images" / f"{name}.png"
    if os.environ.get(REWRITE) == "1":
        path.parent.mkdir(exist_ok=True)
        pygame.image.save(surface, path)
        return
    assert path.is_file(), f"{path.name} is missing; write it with {REWRITE}=1"
    expected = pygame.image.load(path)
    actual_pixels, expected_pixels = (pygame.surfarray.array3d(s).astype(int) for s in (surface, expected))
    assert actual_pixels.shape == expected_pixels.shape
    difference = np.abs(actual_pixels - expected_pixels)
    share = (difference.max(axis=2) > TOLERANCE).mean()
    if share > most:
        failed = HERE / "failed"
        failed.mkdir(exist_ok=True)
        pygame.image.save(surface, failed / f"{name}_actual.png")
        pygame.image.save(expected, failed / f"{name}_expected.png")
        pygame.image.save(
            pygame.surfarray.make_surface(np.minimum(255, 4 * difference)), failed / f"{name}_difference.png"
        )
    assert share <= most, f"{share:.2%} of the pixels differ; see tests/golden/failed/{name}_*.png"

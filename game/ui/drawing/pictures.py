"""Surfaces as picture files."""

import io
from pathlib import Path

import pygame

from levels.files.saving import replacing_bytes

KINDS = (".bmp", ".jpeg", ".jpg", ".tga")
"""Endings of pictures that are no PNG."""


def save_picture(surface: pygame.Surface, path: Path) -> None:
    """Saves a surface as a picture of the kind that the file's ending says, a PNG if it says none.

    Raises:
        UnwritableError: no file can be written there, or not all of it.
    """
    picture = io.BytesIO()  # pygame passes over a disk that is full
    kind = path.suffix.lower()
    pygame.image.save(surface, picture, f"picture{kind if kind in KINDS else '.png'}")
    with replacing_bytes(path) as file:
        file.write(picture.getbuffer())

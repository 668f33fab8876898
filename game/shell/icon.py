"""The program's icon, for its window, the desktop's menu and the bundle."""

import io
from collections.abc import Sequence

import pygame
from PIL import Image

from game.ui.drawing.asset_files import ASSETS

ICON = ASSETS / "icon.svg"
SIZES = (16, 24, 32, 48, 64, 128, 256)
"""Sides in which desktops ask for an icon [px]."""


def icon(size: int) -> pygame.Surface:
    """The icon with a side of `size` [px]; it needs no window."""
    return pygame.image.load_sized_svg(ICON, (size, size))


def icon_file(form: str, sizes: Sequence[int] = SIZES) -> bytes:
    """The content of an image file with the icon in all of these sizes; `form` is PNG, ICO or ICNS."""
    images = [
        Image.frombytes("RGBA", (size, size), pygame.image.tobytes(icon(size), "RGBA")) for size in sizes
    ]
    content = io.BytesIO()
    images[-1].save(content, form, append_images=images[:-1], sizes=[image.size for image in images])
    return content.getvalue()

"""A page for pictures: white, each picture with its caption below, in rows."""

from collections.abc import Sequence

import pygame

from game.ui.drawing import draw

WHITE, INK, GREY = "#ffffff", "#1b2433", "#5b6677"
GAP = 28
"""Space between two pictures, and round them all [px]."""
CAPTION = 30
"""Size of a caption's letters [px]."""
HEADING = 44
"""Size of a heading's letters [px]."""

Pictures = Sequence[tuple[pygame.Surface, str]]
"""Pictures with their captions."""


def page(pictures: Pictures, columns: int) -> pygame.Surface:
    """Pictures in rows of this many; a column is as wide as its widest, and a row shares a baseline."""
    return pages([("", pictures)], columns)


def pages(parts: Sequence[tuple[str, Pictures]], columns: int) -> pygame.Surface:
    """The same for several lists of pictures, each below its heading if it has one; columns are shared."""
    rows = [
        ("" if at else heading, pictures[at : at + columns])
        for heading, pictures in parts
        for at in range(0, len(pictures), columns)
    ]
    longest = max(len(row) for _, row in rows)
    widths = [max(_width(*row[k]) for _, row in rows if k < len(row)) for k in range(longest)]
    heights = [max(picture.get_height() for picture, _ in row) for _, row in rows]
    line, head = round(1.9 * CAPTION), round(1.9 * HEADING)
    height = (
        sum(heights) + line * len(rows) + GAP * (len(rows) + 1) + head * sum(bool(text) for text, _ in rows)
    )
    whole = pygame.Surface((sum(widths) + GAP * (len(widths) + 1), height), depth=24)
    whole.fill(WHITE)
    y = GAP
    for (heading, row), height in zip(rows, heights, strict=True):
        if heading:
            at = (GAP, y + head // 2)
            draw.text(whole, heading, at, HEADING, INK, weight="SemiBold", anchor="midleft")
            y += head
        x = GAP
        for (picture, caption), width in zip(row, widths, strict=False):
            foot = (x + width // 2, y + height)
            whole.blit(picture, picture.get_rect(midbottom=foot))
            draw.text(
                whole, caption, (foot[0], foot[1] + line // 2), CAPTION, INK, weight="Medium", anchor="center"
            )
            x += width + GAP
        y += height + line + GAP
    return whole


def _width(picture: pygame.Surface, caption: str) -> int:
    return max(picture.get_width(), draw.text_size(caption, CAPTION, "Medium")[0])

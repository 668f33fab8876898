"""Rectangles: what is left of one without others."""

from collections.abc import Iterator, Sequence

import pygame


def around(box: pygame.Rect, holes: Sequence[pygame.Rect]) -> Iterator[pygame.Rect]:
    """What is left of a box without the holes, in rectangles that do not overlap."""
    for index, hole in enumerate(holes):
        inner = box.clip(hole)
        if inner:
            for part in (
                (box.x, box.y, box.width, inner.top - box.top),
                (box.x, inner.bottom, box.width, box.bottom - inner.bottom),
                (box.x, inner.y, inner.left - box.left, inner.height),
                (inner.right, inner.y, box.right - inner.right, inner.height),
            ):
                yield from around(pygame.Rect(part), holes[index + 1 :])
            return
    if box:
        yield box

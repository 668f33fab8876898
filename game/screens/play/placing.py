"""Where a card lies on the board: near the agent, and off everything that has to stay in sight."""

from collections.abc import Sequence

import pygame


def placed(
    size: tuple[int, int], within: pygame.Rect, at: pygame.Rect, clear: Sequence[pygame.Rect], gap: int
) -> tuple[pygame.Rect, int]:
    """A box of this size inside `within`, and how much it covers of what shall be `clear` [px²].

    It lies beside `at`, a `gap` away where there is room, and as near as it can without covering anything.
    """
    w, h = size
    lefts = (at.centerx - w // 2, within.centerx - w // 2, at.right + gap, at.left - gap - w)
    tops = (at.bottom + gap, at.top - gap - h, at.centery - h // 2, within.bottom - h, within.top)
    boxes = [pygame.Rect(x, y, w, h).clamp(within) for x in lefts for y in tops]

    def badness(box: pygame.Rect) -> tuple[int, float]:
        covered = sum(one.width * one.height for one in (box.clip(part) for part in clear))
        near = pygame.Vector2(box.center).distance_to(at.center)
        return covered, near

    best = min(boxes, key=badness)
    return best, badness(best)[0]

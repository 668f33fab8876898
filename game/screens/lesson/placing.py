"""Where the guide's card lies: off what it is about, and pointing at it. Plain geometry, all in pixels."""

import pygame


def places_for(
    size: tuple[int, int], within: pygame.Rect, keep: list[pygame.Rect], *, dark: bool
) -> list[pygame.Rect]:
    """Where a card of a size may lie in a part of the window, the usual places first [px].

    `keep`: what it is about, first, and what else it keeps off; without any, `dark` is whether all is dark.
    """
    places = [
        {"bottomright": within.bottomright},
        {"bottomleft": within.bottomleft},
        {"topright": within.topright},
        {"topleft": within.topleft},
        {"midbottom": within.midbottom},
        {"midtop": within.midtop},
    ]
    if not keep:
        places = [{"center": within.center}] if dark else places[:1]
    for hole in keep[:1]:
        places += [
            {"midleft": hole.midright},
            {"midright": hole.midleft},
            {"midtop": hole.midbottom},
            {"midbottom": hole.midtop},
        ]
    return [pygame.Rect((0, 0), size).move_to(**place).clamp(within) for place in places]


def too_far(box: pygame.Rect, keep: list[pygame.Rect], far: int) -> int:
    """How much further than `far` a place is from what the card is about [px]."""
    if not keep:
        return 0
    hole = keep[0]
    away_x = max(hole.left - box.right, box.left - hole.right, 0)
    away_y = max(hole.top - box.bottom, box.top - hole.bottom, 0)
    return max(max(away_x, away_y) - far, 0)


def covered(box: pygame.Rect, others: list[pygame.Rect]) -> int:
    """How much of some boxes another one covers [px²]."""
    both = [box.clip(other) for other in others]
    return sum(one.width * one.height for one in both)


def tail(card: pygame.Rect, hole: pygame.Rect, half: int) -> list[tuple[int, int]]:
    """The corners of a tail from a card to a hole [px], none where they lie on each other."""
    inset = 2 * half
    if hole.right <= card.left or hole.left >= card.right:
        right = hole.left >= card.right
        middle = min(max(hole.centery, card.top + inset), card.bottom - inset)
        tip = (hole.left if right else hole.right), min(max(middle, hole.top), hole.bottom)
        edge = card.right - 2 if right else card.left + 1
        return [(edge, middle - half), tip, (edge, middle + half)]
    if hole.bottom <= card.top or hole.top >= card.bottom:
        below = hole.top >= card.bottom
        middle = min(max(hole.centerx, card.left + inset), card.right - inset)
        tip = min(max(middle, hole.left), hole.right), (hole.top if below else hole.bottom)
        edge = card.bottom - 2 if below else card.top + 1
        return [(middle - half, edge), tip, (middle + half, edge)]
    return []

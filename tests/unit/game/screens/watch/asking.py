"""Hands for the watch page alone, without the program around it: keys, the mouse, its rows of moves."""

import pygame

FRAME = 1 / 60


def press(screen, key):
    screen.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def tab_to(screen, widget):
    for _ in range(60):
        press(screen, pygame.K_TAB)
        if screen.ui.has_focus(widget):
            return
    raise AssertionError("the keyboard does not reach it")


def hover(screen, pos):
    screen.handle(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))


def row_of(screen, kinds):
    return next(row for row in screen.cards.moves.rows if row.reason().kind in kinds)


REFUSED = {"outside", "blocked", "occupied", "swap", "doomed"}


def drawn(screen, size=(1280, 800)):
    """Two frames: layer and overlays take turns; what lies above the board has its place then."""
    surface = pygame.Surface(size)
    for _ in range(2):
        screen.update(0.0)
        screen.draw(surface)
    return surface

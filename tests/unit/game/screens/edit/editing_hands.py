"""Hands for the edit screen: strokes with the mouse, and waiting for the proof."""

import pygame

from game.screens.edit.edit import Edit
from tests.unit.game.driving import frames, press, until


def settle(app):
    until(app, lambda: isinstance(app.top, Edit) and app.top.editing.up_to_date)
    frames(app, 2)
    return app.top


def level_of(app):
    return settle(app).editing.judged.level


def stroke(app, *cells):
    """Presses the mouse on the first cell, leads it over the others, lets go on the last."""
    pane = app.top.pane
    places = [pane.rect_of(cell).center for cell in cells]

    def mouse(kind, pos, **more):
        app.handle(pygame.event.Event(kind, pos=pos, **more))

    mouse(pygame.MOUSEMOTION, places[0], rel=(0, 0), buttons=(0, 0, 0))
    mouse(pygame.MOUSEBUTTONDOWN, places[0], button=1)
    for place in places[1:]:
        mouse(pygame.MOUSEMOTION, place, rel=(1, 1), buttons=(1, 0, 0))
        frames(app)
    mouse(pygame.MOUSEBUTTONUP, places[-1], button=1)
    frames(app)


def paste(app, text):
    pygame.scrap.put_text(text)
    press(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    settle(app)

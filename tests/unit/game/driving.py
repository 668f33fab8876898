"""The whole window without a screen: events through the App's own input, time through its own seam."""

import time

import pygame

FRAME = 1 / 60
BAD = "format: 1\nname: x\nmap: |\n  S.#\n  ..x\nfoo: 1\n"


def frames(app, n=1):
    for _ in range(n):
        app.advance(FRAME)
        app.draw()


def until(app, condition, seconds=60):
    end = time.perf_counter() + seconds
    while not condition():
        assert time.perf_counter() < end, "it did not happen in time"
        frames(app)
        time.sleep(0.002)


def press(app, key, mod=0, sign=""):
    app.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=sign))


def playing(app):
    until(app, lambda: app.top.watching.shown is not None)
    return app.top.watching


def click(app, pos):
    app.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        app.handle(pygame.event.Event(kind, pos=pos, button=1))

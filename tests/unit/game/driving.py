"""The whole window without a screen: events through the App's own input, time through its own seam."""

import time

import pygame

FRAME = 1 / 60
SLOW_FRAME = 0.1
BAD = "format: 1\nname: x\nmap: |\n  S.#\n  ..x\nfoo: 1\n"


def frames(app, n=1):
    for _ in range(n):
        app.advance(FRAME)
        app.draw()


def pass_time(app, seconds):
    """For where the time that passes counts, and not the frames: a few slow ones."""
    for _ in range(round(seconds / SLOW_FRAME)):
        app.advance(SLOW_FRAME)
        app.draw()


def until(app, condition, seconds=60, frame=FRAME):
    end = time.perf_counter() + seconds
    while not condition():
        assert time.perf_counter() < end, "it did not happen in time"
        app.advance(frame)
        app.draw()
        time.sleep(0.002)


def wait(app, condition, seconds=180):
    """For where no picture matters: time passes, and nothing is drawn. A level may have to be compiled."""
    end = time.perf_counter() + seconds
    while not condition():
        assert time.perf_counter() < end, "it did not happen in time"
        assert app.failures == []
        app.advance(FRAME)
        time.sleep(0.002)


def press(app, key, mod=0, sign=""):
    app.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=sign))


def typed(app, text):
    """Types a text where it was not a key of the same frame that led there."""
    frames(app, 1)
    app.handle(pygame.Event(pygame.TEXTINPUT, text=text))


def playing(app):
    until(app, lambda: app.top.watching.shown is not None)
    return app.top.watching


def click(app, pos):
    app.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        app.handle(pygame.event.Event(kind, pos=pos, button=1))


def drop(app, *files):
    """Drops files on the window, all at once."""
    app.handle(pygame.event.Event(pygame.DROPBEGIN))
    for file in files:
        app.handle(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    app.handle(pygame.event.Event(pygame.DROPCOMPLETE))

"""The frame loop: events in, time on, a picture out, sixty times a second; and what it reports at the end."""

import statistics
import sys
import time
from collections import deque
from collections.abc import Iterable
from typing import Any

import pygame

from game.services.services import Services
from game.shell.app import App
from game.shell.options import Options
from game.shell.window.display import UNSEEN, open_display, refuse_plain_pygame
from game.ui.drawing.pictures import save_picture
from game.ui.layout import scale_for, wants_whole_screen, window_size
from game.ui.theme import UNSAFE
from game.userdata.best_results import Best
from game.userdata.best_results import default_path as best_path
from game.userdata.settings import default_path as settings_path
from game.userdata.settings import load
from levels.files.ending import held
from levels.files.saving import UnwritableError, clear_leftovers, refuse_unwritable

FRAMES_A_SECOND = 60
MEASURED = 36_000
"""Frames that the figures of `--json` are about, the last ones: ten minutes."""
FULL_HD = (1920, 1080)
REST = 0.25
"""How long the loop waits for an event while nothing moves, or sleeps while nobody can see it [s]."""
SWITCH_INTERVAL = 0.001
"""How long the learner's thread may keep the interpreter before the window gets it [s]."""


NOTHING = pygame.Event(pygame.NOEVENT)


def run(options: Options) -> tuple[dict[str, Any], str]:
    """Opens the window, runs it to its end; returns the figures of `--json`, and what went wrong.

    That is why the level was refused, and why the last frame could not be saved; "" where all went well.

    Raises:
        WindowError: no display, or one of too few colours; another library in the way.
        UnwritableError: it is clear before that the last frame can't be saved.
        SystemExit: a signal asked for the end; everything a closed window saves is saved.
    """
    if options.screenshot is not None:
        refuse_unwritable(options.screenshot)
    refuse_plain_pygame()
    open_display()
    pygame.joystick.init()
    try:
        return _run(options)
    finally:
        pygame.display.quit()


def _run(options: Options) -> tuple[dict[str, Any], str]:
    # A driver without a screen makes up a small one; pictures taken there have the normal size.
    unseen = pygame.display.get_driver() in UNSEEN
    desktop = FULL_HD if unseen else pygame.display.get_desktop_sizes()[0]
    scale = scale_for(desktop)
    sys.setswitchinterval(SWITCH_INTERVAL)
    services = services_of(options)
    services.draw_run = options.draw_run
    wanted = desktop, services.settings.scale or scale, services.settings.size
    app = App(options, window_size(*wanted), scale, services)
    if wants_whole_screen(*wanted) and not app.window.full_screen:
        app.window.system.maximize()
    clock = pygame.time.Clock()
    frames: deque[float] = deque(maxlen=MEASURED)
    n_frames = 0
    first_picture = 0.0
    dt = patience = 0.0
    figures: dict[str, Any] = {}
    unsaved = ""
    with held() as wish:
        try:
            while app.running and n_frames != options.frames and not wish:
                events = events_for(app, patience)
                begun = time.perf_counter()
                for event in events:
                    app.handle(event)
                app.advance(dt)
                # A frame that was asked for by number is drawn, whatever happens.
                resting = not events and options.frames is None and app.at_rest
                patience = REST if resting and not app.window.hidden else 0.0
                if resting:
                    if app.window.hidden:  # waiting for events would look for them a thousand times a second
                        pygame.time.wait(round(1000 * REST))
                    dt = clock.tick() / 1000
                    continue
                app.draw()
                app.window.system.flip()
                now = time.perf_counter()
                if not first_picture:
                    first_picture = now - options.started
                    services.sounds.open()
                frames.append(now - begun)
                n_frames += 1
                dt = clock.tick(FRAMES_A_SECOND) / 1000
            wish.obey()
            figures = figures_of(app, frames, first_picture)
            if options.screenshot is not None:
                save_picture(app.window.surface, options.screenshot)
        except UnwritableError as error:
            unsaved = str(error)
        finally:
            app.close()
            services.sounds.close()
    return figures, "\n".join(filter(None, (app.stack.refusal, unsaved)))


def events_for(app: App, patience: float = 0.0) -> list[pygame.Event]:
    """The events since the last frame; if there are none, waits for one at most `patience` [s].

    A dropped file whose name is not text is reported instead.
    """
    try:
        first = pygame.event.wait(round(1000 * patience)) if patience else NOTHING
        return [*([first] if first.type != pygame.NOEVENT else []), *pygame.event.get()]
    except SystemError:  # pygame's own: it makes no text of such a name, and loses the events of this frame
        app.services.messages.show(
            "The dropped file's name is not UTF-8 text: rename it and drop it again", "triangle-alert", UNSAFE
        )
        return []


def services_of(options: Options) -> Services:
    """The user's settings and best results; a run of N frames uses none, so it always looks alike.

    What a killed window left unfinished in the user's own folders, or next to the level, is cleared away.
    """
    if options.frames is not None:
        return Services()
    settings, notice = load(settings_path())
    services = Services(settings, settings_path(), Best(best_path()))
    own = (services.folder, *(services.folder / name for name in ("levels", "drafts", "surprises")))
    level = () if options.path is None else (options.path.parent,)
    clear_leftovers([settings_path().parent, best_path().parent, services.recording.folder, *own, *level])
    services.messages.show(" ".join(filter(None, (notice, services.best.notice))), "triangle-alert", UNSAFE)
    return services


def figures_of(app: App, frames: Iterable[float], first_picture: float) -> dict[str, Any]:
    """The object of `--json`: frame times, and the learner's figures."""
    snapshot = app.snapshot
    ordered = sorted(1000 * seconds for seconds in frames)
    return {
        "frame_ms": {
            "median": round(statistics.median(ordered), 3),
            "p99": round(ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))], 3),
            "max": round(ordered[-1], 3),
        },
        "first_picture_s": round(first_picture, 3),
        "transitions_per_second": None if snapshot is None else round(snapshot.transitions_per_second),
        "violations": None if snapshot is None else snapshot.violations,
    }

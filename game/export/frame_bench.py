"""How long frames take, screen by screen, alongside learners at full speed: for `bench`.

The window is hidden: everything is drawn, but sending it to a screen is not measured.
"""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from game.screens.watch.watch import Watch
from game.shell.app import App
from game.shell.loop import FRAMES_A_SECOND, SWITCH_INTERVAL
from game.shell.options import Options
from game.shell.window.display import open_display
from learner.bench.timing import Findings, Measurement, Progress
from levels.text.reader import builtin_levels

FRAMES = 300
"""Frames measured of each screen, in their own time: five seconds."""
FIRST = 60
"""Frames before those, in which pictures are made."""
PATIENCE = 120.0
"""How long a level may take until it is learned at full speed [s]: the learner may have to be compiled."""
BUDGET = 1 / FRAMES_A_SECOND
"""What a frame may take [s]."""


@dataclass(frozen=True)
class Screen:
    """A screen to be measured: its level, None for the menu; the keys that lead there; window and scale.

    `level` names a built-in one, or is LARGE. With `drags` the mouse drags the board to and fro
    meanwhile.
    """

    name: str
    level: str | None
    keys: tuple[int, ...] = ()
    size: tuple[int, int] = (1280, 800)
    scale: float = 1.0
    drags: bool = False


LARGE = "large"
"""Instead of a built-in level: LARGE_SIDE × LARGE_SIDE cells in rooms, made for the measurement."""
LARGE_SIDE, ROOM = 512, 16
OVERLAYS = (pygame.K_1, pygame.K_2, pygame.K_3)
SCREENS = (
    Screen("menu", None),
    Screen("watch, crossy_road", "crossy_road"),
    Screen("watch, crossy_road, overlays 1 to 3", "crossy_road", OVERLAYS),
    Screen("watch, crossy_road, SVM", "crossy_road", (pygame.K_4,)),
    Screen("watch, maze_15, overlays 1 to 3", "maze_15", OVERLAYS),
    Screen("watch, crossy_road, a cell", "crossy_road", (pygame.K_i,)),
    Screen("play, crossy_road", "crossy_road", (pygame.K_p,)),
    Screen("compare, crossy_road", "crossy_road", (pygame.K_k, pygame.K_u)),
    Screen("edit, crossy_road", "crossy_road", (pygame.K_F4,)),
    Screen("watch, 512 × 512 cells", LARGE),
    Screen("watch, 512 × 512 cells, dragged, overlays 1 to 3", LARGE, OVERLAYS, drags=True),
    Screen("watch, 2560 × 1600, overlays 1 to 3", "crossy_road", OVERLAYS, (2560, 1600), 2.0),
    Screen("watch, 3840 × 2160, grid_4, overlays 1 to 3", "grid_4", OVERLAYS, (3840, 2160), 2.0),
    Screen("compare, 2560 × 1600", "crossy_road", (pygame.K_k, pygame.K_u), (2560, 1600), 2.0),
)
"""Every screen that is measured."""


def frame_times(progress: Progress) -> Findings:
    """Measure each of SCREENS: the 99th percentile of its frame times, against a 60th of a second."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    open_display()
    found = []
    progress(description="frames", completed=0, total=len(SCREENS))
    try:
        with TemporaryDirectory() as folder:
            levels = {**builtin_levels(), LARGE: Path(folder, "large.yaml")}
            levels[LARGE].write_text(large_level(), encoding="utf-8")
            for number, screen in enumerate(SCREENS):
                times = sorted(_measured(screen, None if screen.level is None else levels[screen.level]))
                slow = times[int(0.99 * len(times))]
                case = f"frame, 99 of 100: {screen.name}"
                found.append(Measurement(case, "60 a second", "s", slow, BUDGET, BUDGET / slow, len(times)))
                progress(completed=number + 1)
    finally:
        pygame.display.quit()
        sys.setswitchinterval(interval)
    return Findings(tuple(found))


def large_level() -> str:
    """The text of the level LARGE: rooms of ROOM × ROOM cells with doors between hedges and trees."""
    rows = []
    for row in range(LARGE_SIDE):
        wall = "T" if row // (4 * ROOM) % 2 else "#"
        rows.append(
            [
                wall if 0 in (row % ROOM, col % ROOM) and ROOM // 2 not in (row % ROOM, col % ROOM) else "."
                for col in range(LARGE_SIDE)
            ]
        )
    middle = LARGE_SIDE // 2 + ROOM // 2
    rows[middle][middle], rows[middle + 2 * ROOM][middle + 2 * ROOM] = "S", "G"
    drawing = "\n".join("  " + "".join(row) for row in rows)
    return f"format: 1\nname: Large\nmap: |\n{drawing}\n"


def _drag(app: App, frame: int) -> None:
    """A part of a stroke over the board, 60 frames long: up and to the left, the next one back."""
    box, part = app.top.filmed, frame % 60
    there = part if frame // 60 % 2 == 0 else 59 - part
    pos = (box.centerx + 150 - 5 * there, box.centery + 120 - 4 * there)
    if part == 0:
        app.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
    app.handle(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(1, 0, 0)))
    if part == 59:
        app.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))


def _measured(screen: Screen, path: Path | None) -> list[float]:
    """What each of FRAMES frames took [s]."""
    app = App(Options(path, unlimited=True), screen.size, screen.scale)
    try:
        _run(app, lambda: _at_full_speed(app), PATIENCE)
        for key in screen.keys:
            app.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
        times = _run(app, None, (FIRST + FRAMES) * BUDGET * 4, drags=screen.drags)
    finally:
        app.close()
    if app.failures:
        raise RuntimeError(app.failures[0])
    return times[FIRST:]


def _at_full_speed(app: App) -> bool:
    """Whether a level is being learned, and the display plays."""
    if not isinstance(app.top, Watch):
        return True
    watching = app.top.watching
    return watching.status == "running" and watching.shown is not None


def _run(app: App, ready: Callable[[], bool] | None, seconds: float, *, drags: bool = False) -> list[float]:
    """Run the frame loop until it is ready, or without a condition for FIRST + FRAMES frames [s each].

    Raises:
        TimeoutError: that took longer than `seconds`.
    """
    clock, times, dt = pygame.time.Clock(), list[float](), 0.0
    end = time.perf_counter() + seconds
    while not ready() if ready is not None else len(times) < FIRST + FRAMES:
        begun = time.perf_counter()
        if begun > end:
            raise TimeoutError("the window is too slow to be measured")
        if drags:
            _drag(app, len(times))
        app.advance(dt)
        app.draw()
        app.window.system.flip()
        times.append(time.perf_counter() - begun)
        dt = clock.tick(FRAMES_A_SECOND) / 1000
    return times

"""Ten minutes with the window, and a thousand levels in a row: nothing fails, nothing grows."""

import os
import random
import sys
import threading
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
import pygame
import pytest

from game.screens.menu.menu import Menu
from game.screens.watch.watch import Watch
from game.shell.app import App
from game.shell.loop import SWITCH_INTERVAL
from game.shell.options import Options
from game.shell.window.display import open_display
from game.ui.controls import CONTROLS, Control
from levels.text.reader import builtin_levels
from tests.trend import rise
from tests.unit.game.driving import drop

SECONDS = 600
LEVELS = 1000
WARM_UP = 0.3
"""Share of a run after which nothing may grow any more: every picture and every size has been seen once."""
MINUTES = round(SECONDS * (1 - WARM_UP) / 60)
"""How long that is with a restless user [min]."""
RISE = 2.0
"""How fast the floor of memory may still rise then [MB/min]: caches that are not full yet."""
ROUNDS = 10
GROWTH = 40
"""What it may rise by over seven hundred levels [MB]; it is looked at in so many rounds."""
SIZES = [(1280, 800), (960, 600), (1366, 768), (1600, 1000)]
TURN = 6
"""Frames after a new size, scale, screen or dialog in which its pictures are made; they are judged apart."""
SPARED = {Control.QUIT, Control.BACK_OUT}
"""Keys that would end the program, at least on the menu."""
MODIFIERS = {"ctrl+": pygame.KMOD_LCTRL, "shift+": pygame.KMOD_LSHIFT}


def memory():
    """Memory in use [MB]; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    return int(status.read_text(encoding="utf-8").split("VmRSS:")[1].split()[0]) / 1000


def threads_end(before, seconds=5):
    end = time.perf_counter() + seconds
    while threading.active_count() > before and time.perf_counter() < end:
        time.sleep(0.02)
    return threading.active_count() <= before


@pytest.fixture
def app(tmp_path):
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    open_display()
    app = App(Options(builtin_levels()["crossy_road"], unlimited=True), SIZES[0], 1.0)
    app.services.recording.folder = tmp_path
    yield app
    app.close()
    pygame.display.quit()
    sys.setswitchinterval(interval)


def key_event(name):
    """The event of a key as the table of controls writes it."""
    mod = 0
    for prefix, flag in MODIFIERS.items():
        if name.startswith(prefix):
            name, mod = name.removeprefix(prefix), mod | flag
    sign = name if len(name) == 1 else ""
    return pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=mod, unicode=sign)


def something(rng, app):
    """One thing that a restless user does."""
    chance = rng.random()
    if isinstance(app.top, Menu) and not app.top.ui.popups:
        keys = [pygame.K_RIGHT, pygame.K_LEFT, pygame.K_DOWN, pygame.K_RETURN]
        app.handle(pygame.event.Event(pygame.KEYDOWN, key=rng.choice(keys), mod=0, unicode=""))
    elif app.top.ui.popups and chance < 0.5:
        app.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
    elif chance < 0.02:
        app.window.system.size = rng.choice(SIZES)
    elif chance < 0.05:
        file = str(rng.choice(list(builtin_levels().values())))
        drop(app, file)
    elif chance < 0.25:
        pos = rng.randrange(app.window.size[0]), rng.randrange(app.window.size[1])
        app.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
    else:
        row = rng.choice([row for row in CONTROLS if row.control not in SPARED])
        app.handle(key_event(rng.choice(row.keys)))


def figures(times):
    """(median, p99, worst) of times."""
    ordered = sorted(times)
    return ordered[len(ordered) // 2], ordered[int(0.99 * len(ordered))], ordered[-1]


def judge(app, versions):
    """Checks what the learner on show tells: no violation, and versions that only rise."""
    if not isinstance(app.top, Watch) or app.top.watching.snapshot is None:
        return
    learner, snapshot = app.top.watching.thread, app.top.watching.snapshot
    assert snapshot.violations == 0
    assert snapshot.status != "failed", snapshot.message
    assert snapshot.version >= versions.get(id(learner), -1)
    versions.clear()
    versions[id(learner)] = snapshot.version


@pytest.mark.soak
@pytest.mark.timeout(SECONDS + 120)
@pytest.mark.parametrize("seed", [0])
def test_a_restless_user_for_ten_minutes(app, seed):
    rng = random.Random(seed)
    clock = pygame.time.Clock()
    begun = time.perf_counter()
    frames, turns, weights, versions = [], [], [], {}
    next_deed, dt, most_threads, n_deeds, shows, age = 0.0, 0.0, 0, 0, None, 0
    while (now := time.perf_counter() - begun) < SECONDS:
        if now >= next_deed:
            something(rng, app)
            n_deeds += 1
            next_deed = now + rng.expovariate(4.0)
        start = time.perf_counter()
        for event in pygame.event.get():
            app.handle(event)
        app.advance(dt)
        app.draw()
        app.window.system.flip()
        spent = 1000 * (time.perf_counter() - start)
        before, shows = shows, (app.window.size, app.window.scale, app.top, len(app.top.ui.popups))
        age = age + 1 if shows == before else 0
        (frames if age > TURN else turns).append(spent)
        assert app.failures == []
        assert app.running
        judge(app, versions)
        most_threads = max(most_threads, threading.active_count())
        if len(weights) < now:
            weights.append(memory())
        dt = clock.tick(60) / 1000
    median, p99, worst = figures(frames)
    warm = weights[int(WARM_UP * len(weights)) :]
    rising = rise(warm, MINUTES)
    print(
        f"{n_deeds:,} deeds, {len(frames):,} frames: median {median:.1f}, p99 {p99:.1f}, worst {worst:.0f} ms"
    )
    print(
        f"{len(turns):,} frames of turns: median {figures(turns)[0]:.1f} ms, worst {figures(turns)[2]:.0f} ms"
    )
    print(f"{most_threads} threads at most; {min(warm):.0f} to {max(warm):.0f} MB, {rising:+.1f} MB/min")
    assert p99 < 25
    assert figures(turns)[2] < 300
    assert most_threads <= 8
    assert rising < RISE


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_a_thousand_levels_leave_no_thread_and_no_memory_behind(app):
    before = threading.active_count()
    paths = list(builtin_levels().values())
    weights = []
    for number in range(LEVELS):
        drop(app, paths[number % len(paths)])
        end = time.perf_counter() + 30
        while app.top.watching.shown is None:
            assert time.perf_counter() < end
            app.advance(0.016)
            app.draw()
            time.sleep(0.001)
        assert len(app.stack.screens) == 2
        if number >= WARM_UP * LEVELS:
            weights.append(memory())
    growth = rise(weights, ROUNDS) * ROUNDS
    print(f"{LEVELS:,} levels; {weights[0]:.0f} MB, then {growth:+.0f} MB")
    assert app.failures == []
    assert growth < GROWTH
    app.close()
    assert threads_end(before)

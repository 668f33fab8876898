"""The whole window without a screen: events through the App's own input, time through its own seam."""

import os
import threading
import time

os.environ["SDL_VIDEODRIVER"] = "dummy"
import numpy as np
import pygame
import pytest

from game.app import App, Options, figures_of, run
from game.controls import Command
from game.display import WindowError, open_display
from game.overlays import OVERLAYS
from game.playback import SPEEDS
from game.screens.errors import Errors
from game.screens.menu import Menu
from game.screens.screen import key_names
from game.screens.watch import Watch, next_overlays
from levels.reader import builtin_levels

FRAME = 1 / 60
BAD = "format: 1\nname: x\nmap: |\n  S.#\n  ..x\nfoo: 1\n"


@pytest.fixture
def start():
    """Opens the window on a level, and closes it after the test; no thread may be left."""
    apps = []
    before = set(threading.enumerate())

    def begin(path=None, size=(1280, 800), **options):
        open_display()
        apps.append(App(Options(path, **options), size, 1.0))
        return apps[-1]

    yield begin
    for app in apps:
        app.close()
    pygame.display.quit()
    for thread in set(threading.enumerate()) - before:
        thread.join(2)
    left = [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()]
    assert left == []


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


def test_a_level_is_opened_learned_and_played(start):
    app = start(builtin_levels()["grid_4"], unlimited=True)
    frames(app, 2)
    watching = playing(app)
    until(app, lambda: watching.snapshot.converged_episode is not None)
    assert watching.snapshot.violations == 0
    assert app.failures == []
    until(app, lambda: watching.shown.rollout.outcome == "goal")


def test_display_and_training_are_paused_apart(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    press(app, pygame.K_SPACE, sign=" ")
    place = watching.playback.position
    frames(app, 30)
    assert watching.playback.position == place
    assert watching.status == "running"
    press(app, pygame.K_t, sign="t")
    until(app, lambda: watching.status == "paused")
    press(app, pygame.K_SPACE, sign=" ")
    assert not watching.playback.paused
    press(app, pygame.K_t, sign="t")
    until(app, lambda: watching.status == "running")


def test_single_transitions_and_episodes(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    press(app, pygame.K_t, sign="t")
    until(app, lambda: watching.status == "paused")
    made = watching.snapshot.transitions
    press(app, pygame.K_PERIOD, sign=".")
    until(app, lambda: watching.snapshot.transitions == made + 1)
    done = watching.snapshot.episodes
    press(app, pygame.K_COMMA, sign=",")
    until(app, lambda: watching.snapshot.episodes == done + 1)
    press(app, pygame.K_c, sign="c")
    until(app, lambda: watching.snapshot.converged_episode is not None)
    assert watching.training_paused


def test_step_shows_exactly_one_move_and_back_takes_it_back(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    press(app, pygame.K_SPACE, sign=" ")
    move = watching.playback.index
    press(app, pygame.K_n, sign="n")
    frames(app, 60)
    assert watching.playback.position == move + 1
    press(app, pygame.K_LEFT)
    assert watching.playback.position == move


def test_the_exploring_toggle_plays_epsilon_greedy_rollouts_and_leaves_learning_alone(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    press(app, pygame.K_e, sign="e")
    assert watching.shown.exploring
    assert app.top.toolbar.exploring.on is False  # the widgets follow with the next frame
    frames(app)
    assert app.top.toolbar.exploring.on
    press(app, pygame.K_e, sign="e")
    assert not watching.shown.exploring
    assert not any(watching.shown.rollout.random)


def test_whatever_the_display_does_the_same_seed_learns_the_same(start):
    def learned(deeds):
        app = start(builtin_levels()["grid_5"], seed=7)
        press(app, pygame.K_t, sign="t")  # before there is a learner: it begins paused
        watching = playing(app)
        until(app, lambda: watching.status == "paused")
        assert watching.snapshot.transitions == 0
        for made in (3000, 6000):
            for key, sign in deeds:
                press(app, key, sign=sign)
                frames(app)
            watching.train_on(transitions=3000)
            until(app, lambda made=made: watching.snapshot.transitions == made)
        return watching.snapshot

    quiet = learned([])
    signs = "e1 2n3+o-e  "
    busy = learned([(ord(sign), sign) for sign in signs] + [(pygame.K_LEFT, ""), (pygame.K_RIGHT, "")])
    assert quiet.episodes == busy.episodes
    assert np.array_equal(quiet.q, busy.q, equal_nan=True)
    assert np.array_equal(quiet.labels, busy.labels)


def test_random_moves_and_no_others_are_marked(start):
    app = start(builtin_levels()["grid_9"])
    watching = playing(app)
    watching.set_exploring(True)
    until(app, lambda: any(watching.shown.rollout.random) or watching.next_rollout())
    press(app, pygame.K_SPACE, sign=" ")
    marked = []
    for index in range(watching.playback.n_moves):
        watching.playback.position = index + 0.5
        marked.append(app.top.scene().random)
    assert tuple(marked) == watching.shown.rollout.random


@pytest.mark.parametrize("speed", [1.0, 4.0, 16.0])
def test_the_display_moves_as_fast_as_it_says(start, speed):
    app = start(builtin_levels()["maze_15"])
    watching = playing(app)
    watching.set_exploring(True)  # and so the first rollouts wander long instead of going round in a loop
    until(app, lambda: watching.playback.n_moves >= 40 or watching.next_rollout())
    watching.playback.speed_index = SPEEDS.index(speed)
    watching.playback.start(watching.shown.rollout)
    seconds = 32 / speed
    frames(app, round(seconds / FRAME))
    assert 0.9 * 32 <= watching.playback.index <= 1.1 * 32


def test_a_rollout_keeps_its_snapshot_to_the_end(start):
    app = start(builtin_levels()["grid_9"])
    watching = playing(app)
    shown, version = watching.shown, watching.snapshot.version
    until(app, lambda: watching.snapshot.version > version or watching.shown is not shown)
    assert watching.shown.rollout is watching.playback.rollout
    assert watching.shown is not shown or watching.shown.snapshot.version <= version


def test_overlays_by_number_and_in_turn(start):
    app = start(builtin_levels()["grid_4"], overlays=("values", "nonsense"))
    playing(app)
    assert app.top.overlays == {"values"}
    press(app, pygame.K_2, sign="2")
    press(app, pygame.K_1, sign="1")
    frames(app)
    assert app.top.overlays == {"policy"}
    seen = set()
    for _ in range(len(OVERLAYS) + 2):
        press(app, pygame.K_o, sign="o")
        frames(app)
        seen.add(app.top.overlays)
    assert len(seen) == len(OVERLAYS) + 2
    assert app.failures == []


def test_the_rounds_of_overlays_come_back_to_none():
    overlays = frozenset()
    for _ in range(len(OVERLAYS) + 2):
        overlays = next_overlays(overlays)
    assert overlays == frozenset()
    assert next_overlays(frozenset({"values", "policy"})) == frozenset()


def test_unlimited_and_the_training_rate(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    paced = watching.rate
    assert paced is not None
    press(app, pygame.K_u, sign="u")
    assert watching.rate is None
    press(app, pygame.K_RIGHTBRACKET, sign="]")
    assert watching.rate > paced
    press(app, pygame.K_LEFTBRACKET, sign="[")
    assert watching.rate == paced


def test_restart_asks_first(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    learner = watching.learner
    press(app, pygame.K_r, sign="r")
    frames(app)
    press(app, pygame.K_ESCAPE)
    assert watching.learner is learner
    press(app, pygame.K_r, sign="r")
    press(app, pygame.K_RETURN, sign="\r")
    assert watching.learner is not learner
    assert watching.shown is None
    playing(app)


@pytest.mark.parametrize("size", [(960, 600), (640, 420), (2000, 700), (300, 200)])
def test_any_size_of_window_is_drawn(start, size):
    app = start(builtin_levels()["crossy_road"], overlays=tuple(OVERLAYS))
    playing(app)
    app.window.size = size
    for event in pygame.event.get():
        app.handle(event)
    frames(app, 3)
    assert app.top.ui.size == size
    assert app.surface.get_size() == size
    assert app.failures == []


def test_scale_keys(start):
    app = start(builtin_levels()["grid_4"])
    frames(app)
    press(app, pygame.K_EQUALS, pygame.KMOD_LCTRL)
    frames(app, 2)
    assert app.scale == 1.25
    assert app.top.ui.scale == 1.25
    press(app, pygame.K_0, pygame.KMOD_LCTRL)
    assert app.scale == 1.0
    assert app.failures == []


def test_full_screen_and_back(start):
    app = start(size=(900, 620))
    frames(app)
    press(app, pygame.K_F11)
    frames(app, 2)
    press(app, pygame.K_F11)
    frames(app, 2)
    assert app.surface.get_size() == (900, 620)
    assert app.failures == []


def test_help_opens_on_every_screen_and_escape_closes_it(start):
    app = start()
    press(app, pygame.K_h, sign="h")
    frames(app, 2)
    assert len(app.top.ui.popups) == 1
    press(app, pygame.K_ESCAPE)
    assert app.top.ui.popups == []
    assert isinstance(app.top, Menu)


def test_a_bad_file_is_shown_and_the_level_below_is_still_there(start, tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text(BAD, encoding="utf-8")
    app = start(builtin_levels()["grid_4"])
    watch = app.top
    playing(app)
    app.handle(pygame.event.Event(pygame.DROPFILE, file=str(bad)))
    until(app, lambda: isinstance(app.top, Errors))
    frames(app, 2)
    report = "\n".join(app.top.lines)
    assert "bad.yaml:6:1" in report
    assert "unknown character" in report
    press(app, pygame.K_ESCAPE)
    assert app.top is watch
    assert watch.watching.learner is not None
    assert app.refusal == ""


def test_a_dropped_level_takes_the_place_of_the_one_before(start):
    app = start(builtin_levels()["grid_4"])
    playing(app)
    app.handle(pygame.event.Event(pygame.DROPFILE, file=str(builtin_levels()["grid_5"])))
    until(app, lambda: app.top.watching.opened is not None)
    frames(app)
    assert [type(screen) for screen in app.stack] == [Menu, Watch]
    assert app.top.watching.opened.level.name == "Grid 5×5"


def test_a_level_that_cannot_be_learned_safely_says_why(start, tmp_path):
    shut = tmp_path / "shut.yaml"
    shut.write_text("format: 1\nname: Shut\nmap: |\n  S#.\n  ##G\n", encoding="utf-8")
    app = start(shut)
    until(app, lambda: isinstance(app.top, Errors))
    assert "cannot be reached" in "\n".join(app.top.lines)
    assert "cannot be reached" in app.refusal


def test_a_dead_end_of_the_one_step_set_is_told_in_the_window(start, tmp_path):
    text = builtin_levels()["dead_end"].read_text(encoding="utf-8")
    level = tmp_path / "one_step.yaml"
    level.write_text(text + "\nsafety: one_step\n" if "safety:" not in text else text, encoding="utf-8")
    app = start(level, unlimited=True)
    until(app, lambda: app.top.watching.status == "failed")
    frames(app, 3)
    assert "dead end" in app.top.watching.snapshot.message
    assert app.failures == []


def test_a_crash_of_the_learner_is_told_in_the_window_and_restart_mends_it(start, monkeypatch):
    from learner.trainer import Trainer

    app = start(builtin_levels()["grid_4"], unlimited=True)
    watching = playing(app)
    until(app, lambda: watching.snapshot.episodes > 0)
    with monkeypatch.context() as broken:
        broken.setattr(Trainer, "advance", lambda *_args, **_more: 1 / 0)
        until(app, lambda: watching.status == "failed")
    assert "ZeroDivisionError" in watching.snapshot.message
    frames(app, 3)
    press(app, pygame.K_r, sign="r")
    press(app, pygame.K_RETURN, sign="\r")
    until(app, lambda: watching.snapshot is not None and watching.snapshot.converged_episode is not None)
    assert app.failures == []


@pytest.mark.parametrize("kind", ["folder", "gone", "bytes"])
def test_what_is_no_level_is_told_while_the_level_before_goes_on(start, tmp_path, kind):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    file = tmp_path / kind
    if kind == "folder":
        file.mkdir()
    elif kind == "bytes":
        file.write_bytes(bytes(range(256)) * 20)
    for _ in range(2):  # and once more, before one has read the first report
        app.handle(pygame.event.Event(pygame.DROPFILE, file=str(file)))
        until(app, lambda: isinstance(app.top, Errors))
    frames(app, 2)
    assert [type(screen) for screen in app.stack] == [Menu, Watch, Errors]
    assert "an error of the program" not in "".join(app.top.lines)
    assert str(file) in app.top.lines[0]
    press(app, pygame.K_ESCAPE)
    assert app.top.watching is watching
    until(app, lambda: watching.snapshot.episodes > 0)


def test_of_several_files_dropped_at_once_the_last_is_opened(start):
    app = start(builtin_levels()["grid_4"])
    for name in ("maze_15", "grid_9", "grid_5"):
        app.handle(pygame.event.Event(pygame.DROPFILE, file=str(builtin_levels()[name])))
    playing(app)
    assert app.top.watching.opened.level.name == "Grid 5×5"
    assert [type(screen) for screen in app.stack] == [Menu, Watch]


def test_a_level_repaired_and_dropped_again_is_no_refusal_any_more(start, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(BAD, encoding="utf-8")
    app = start(file)
    until(app, lambda: isinstance(app.top, Errors))
    assert app.refusal
    file.write_text(builtin_levels()["grid_4"].read_text(encoding="utf-8"), encoding="utf-8")
    app.handle(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    playing(app)
    assert app.refusal == ""


def test_an_error_of_the_program_is_shown_and_escape_leads_on(start, capsys):
    app = start(builtin_levels()["grid_4"])
    frames(app)

    def broken(_dt):
        raise RuntimeError("a wheel came off")

    app.top.watching.update = broken
    frames(app, 2)
    assert isinstance(app.top, Errors)
    assert "a wheel came off" in app.top.lines[0]
    assert "a wheel came off" in capsys.readouterr().err
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.top, Menu)


def test_the_title_names_the_level(start):
    app = start(builtin_levels()["grid_4"])
    playing(app)
    assert app.window.title == "Grid 4×4 – Safe Crossing"
    press(app, pygame.K_l, sign="l")
    frames(app)
    assert app.window.title == "Safe Crossing"


def test_a_window_closed_in_the_middle_still_knows_its_figures(start):
    app = start(builtin_levels()["grid_4"], unlimited=True)
    watching = playing(app)
    until(app, lambda: watching.snapshot.transitions_per_second > 0)
    app.handle(pygame.event.Event(pygame.QUIT))
    figures = figures_of(app, [0.01], 0.5)
    assert figures["violations"] == 0
    assert figures["transitions_per_second"] > 0


def test_closing_takes_less_than_a_second_whatever_is_going_on(start):
    for pause in (0, 0.2, 0.6):
        app = start(builtin_levels()["crossy_road"], unlimited=True)
        end = time.perf_counter() + pause
        until(app, lambda end=end: time.perf_counter() > end)
        begun = time.perf_counter()
        app.handle(pygame.event.Event(pygame.QUIT))
        assert time.perf_counter() - begun < 1.0


def test_the_menu_certifies_every_level_and_opens_one_by_keyboard(start):
    app = start()
    menu = app.top
    until(app, lambda: len(menu.certifier.verdicts) == len(menu.paths))
    assert all(certificate.certified for certificate in menu.certifier.verdicts.values())
    press(app, pygame.K_RIGHT)
    press(app, pygame.K_RETURN, sign="\r")
    assert isinstance(app.top, Watch)
    assert app.top.watching.opening.path == menu.paths[1]
    until(app, lambda: app.top.watching.opened is not None)
    press(app, pygame.K_l, sign="l")
    assert app.top is menu


def test_a_click_on_a_card_opens_it_and_a_click_on_the_name_leads_back(start):
    app = start()
    frames(app, 2)
    click(app, app.top.cards.card(0).center)
    assert isinstance(app.top, Watch)
    frames(app, 2)
    click(app, app.top.toolbar.level.rect.center)
    assert isinstance(app.top, Menu)


def click(app, pos):
    app.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        app.handle(pygame.event.Event(kind, pos=pos, button=1))


@pytest.mark.parametrize("leave", [Command.QUIT, None])
def test_the_program_ends(start, leave):
    app = start(builtin_levels()["grid_4"])
    frames(app)
    if leave:
        press(app, pygame.K_q, pygame.KMOD_LCTRL)
    else:
        app.handle(pygame.event.Event(pygame.QUIT))
    assert not app.running
    frames(app, 2)
    press(app, pygame.K_h)


def test_keys_have_names_whatever_modifiers_are_down():
    def names(key, mod=0, sign=""):
        return key_names(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=sign))

    pygame.display.init()
    assert names(pygame.K_EQUALS, pygame.KMOD_LSHIFT, "+") == ("shift+=", "+")
    assert names(pygame.K_n, sign="n")[0] == "n"
    assert names(pygame.K_0, pygame.KMOD_RCTRL, "")[0] == "ctrl+0"
    assert names(pygame.K_KP_PLUS, sign="+")[0] == "+"
    pygame.display.quit()


def test_frames_screenshot_and_figures(tmp_path):
    picture = tmp_path / "last.png"
    figures, refusal = run(Options(builtin_levels()["grid_4"], frames=20, screenshot=picture))
    assert refusal == ""
    assert set(figures) == {"frame_ms", "first_picture_s", "transitions_per_second", "violations"}
    assert set(figures["frame_ms"]) == {"median", "p99", "max"}
    assert picture.stat().st_size > 10_000


def test_figures_of_a_window_that_saw_no_level(start):
    figures = figures_of(start(), [0.01, 0.02], 0.5)
    assert figures["frame_ms"]["max"] == 20.0
    assert figures["violations"] is None


def test_no_display_is_a_sentence(monkeypatch):
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(WindowError, match="No display was found"):
        open_display()


def test_plain_pygame_beside_pygame_ce_is_a_sentence_with_the_repair(monkeypatch):
    monkeypatch.setattr("game.display.metadata.distribution", lambda _name: object())
    with pytest.raises(WindowError, match="pip uninstall -y pygame"):
        run(Options())

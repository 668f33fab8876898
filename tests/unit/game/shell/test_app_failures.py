"""Files and failures in the whole window: what is no level, what cannot be learned, what breaks inside."""

import pygame
import pytest

from game.screens.errors import Errors
from game.screens.menu.menu import Menu
from game.screens.watch.watch import Watch
from game.shell.loop import events_for
from game.ui.layout import TOOLBAR
from game.ui.theme import TEXT
from levels.text.reader import builtin_levels
from tests.unit.game.driving import BAD, drop, frames, pass_time, playing, press, until


def test_a_bad_file_is_shown_and_the_level_below_is_still_there(start, tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text(BAD, encoding="utf-8")
    app = start(builtin_levels()["grid_4"])
    watch = app.top
    playing(app)
    drop(app, bad)
    until(app, lambda: isinstance(app.top, Errors))
    frames(app, 2)
    report = "\n".join(app.top.lines)
    assert "bad.yaml:6:1" in report
    assert "unknown character" in report
    press(app, pygame.K_ESCAPE)
    assert app.top is watch
    assert watch.watching.thread is not None
    assert app.stack.refusal == ""


@pytest.mark.slow
@pytest.mark.parametrize(("key", "steps"), [(pygame.K_1, None), (pygame.K_2, 5)])
def test_a_file_of_two_readings_is_opened_in_the_one_that_is_chosen(start, tmp_path, key, steps):
    """The box of a side-effects board: where it stays the goal is shut off, where it is ground it is not."""
    path = tmp_path / "box.txt"
    path.write_text("######\n# A###\n# X  #\n##   #\n### G#\n######\n")
    app = start(path)
    until(app, lambda: isinstance(app.top, Errors))
    frames(app, 2)
    assert [button.text[:2] for button in app.top.readings] == ["1:", "2:"]
    assert "more than one way" in app.top.heading
    boxes = [button.rect for button in (*app.top.readings, app.top.back, app.top.edit)]
    assert all(pygame.Rect((0, 0), app.top.ui.size).contains(box) for box in boxes)
    assert not any(box.collidelistall(boxes[:at]) for at, box in enumerate(boxes))
    press(app, key, sign="12"[key == pygame.K_2])
    if steps is None:
        until(app, lambda: isinstance(app.top, Errors) and "cannot be reached" in "\n".join(app.top.lines))
    else:
        until(app, lambda: isinstance(app.top, Watch) and app.top.watching.opened is not None)
        assert app.top.watching.opened.certificate.shortest == steps
        assert app.top.watching.opened.level.name == "box"


def test_a_button_of_a_reading_does_what_its_key_does(start, tmp_path):
    path = tmp_path / "points.txt"
    path.write_text("########\n#@.....#\n#...$..#\n########\n")
    app = start(path)
    until(app, lambda: isinstance(app.top, Errors))
    press(app, pygame.K_3, sign="3")
    assert isinstance(app.top, Errors)
    app.top.readings[1].activate()
    until(app, lambda: isinstance(app.top, Watch) and app.top.watching.opened is not None)
    assert app.top.watching.opened.certificate.shortest == 4


def test_a_dropped_level_takes_the_place_of_the_one_before(start):
    app = start(builtin_levels()["grid_4"])
    playing(app)
    drop(app, builtin_levels()["grid_5"])
    until(app, lambda: app.top.watching.opened is not None)
    frames(app)
    assert [type(screen) for screen in app.stack.screens] == [Menu, Watch]
    assert app.top.watching.opened.level.name == "Grid 5×5"


def test_a_level_that_cannot_be_learned_safely_says_why(start, tmp_path):
    shut = tmp_path / "shut.yaml"
    shut.write_text("format: 1\nname: Shut\nmap: |\n  S#.\n  ##G\n", encoding="utf-8")
    app = start(shut)
    until(app, lambda: isinstance(app.top, Errors))
    assert "cannot be reached" in "\n".join(app.top.lines)
    assert "cannot be reached" in app.stack.refusal


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
    from learner.core.trainer import Trainer

    app = start(builtin_levels()["grid_4"], unlimited=True)
    watching = playing(app)
    until(app, lambda: watching.snapshot.episodes > 0)
    with monkeypatch.context() as broken:
        broken.setattr(Trainer, "advance", lambda *_args, **_more: 1 / 0)
        until(app, lambda: watching.status == "failed")
    assert "ZeroDivisionError" in watching.snapshot.message
    frames(app, 3)
    press(app, pygame.K_r, sign="r")
    press(app, pygame.K_TAB, pygame.KMOD_SHIFT)
    press(app, pygame.K_RETURN, sign="\r")
    until(app, lambda: watching.snapshot is not None and watching.snapshot.converged_episode is not None)
    assert app.failures == []


@pytest.mark.slow
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
        drop(app, file)
        until(app, lambda: isinstance(app.top, Errors))
    frames(app, 2)
    assert [type(screen) for screen in app.stack.screens] == [Menu, Watch, Errors]
    assert "an error of the program" not in "".join(app.top.lines)
    assert str(file) in app.top.lines[0]
    press(app, pygame.K_ESCAPE)
    assert app.top.watching is watching
    until(app, lambda: watching.snapshot.episodes > 0)


def test_a_drop_without_a_file_is_told_and_one_with_a_file_is_not(start):
    app = start()
    for event in (pygame.DROPBEGIN, pygame.DROPCOMPLETE):
        app.handle(pygame.event.Event(event))
    assert "Only files" in app.services.messages.message.text
    app.services.messages.message = None
    drop(app, builtin_levels()["grid_4"])
    assert app.services.messages.message is None
    for event in (pygame.DROPBEGIN, pygame.DROPCOMPLETE):  # that a file came is forgotten by the next drop
        app.handle(pygame.event.Event(event))
    assert app.services.messages.message is not None


def message_above(app, monkeypatch):
    """What the window tells in the next frame, above its screen."""
    told = []
    monkeypatch.setattr("game.shell.app.draw_message", lambda *drawn, **_: told.append(drawn[-1].text))
    frames(app)
    return told


@pytest.mark.slow
def test_nothing_is_told_above_a_popup_and_what_is_told_waits(start, monkeypatch):
    app = start()
    press(app, pygame.K_h)
    app.services.messages.show("Saved", "camera", "#ffffff")
    pass_time(app, 10.0)
    assert message_above(app, monkeypatch) == []
    press(app, pygame.K_ESCAPE)
    assert message_above(app, monkeypatch) == ["Saved"]


def test_what_was_told_does_not_follow_to_another_screen(start, monkeypatch):
    app = start()
    app.services.messages.show("Of the menu", "info", "#ffffff")
    pass_time(app, 1.0)
    assert message_above(app, monkeypatch) == ["Of the menu"]
    drop(app, builtin_levels()["grid_4"])
    assert message_above(app, monkeypatch) == []


def test_what_is_told_by_opening_a_screen_is_seen_there(start, monkeypatch):
    app = start(builtin_levels()["grid_4"])
    playing(app)
    press(app, pygame.K_l)
    pass_time(app, 1.0)
    drop(app, builtin_levels()["grid_4"])
    assert "Learning resumes" in message_above(app, monkeypatch)[0]


def test_a_dropped_name_that_pygame_cannot_read_is_told(start, monkeypatch):
    def unreadable():
        raise SystemError("<built-in function get> returned a result with an exception set")

    app = start()
    pygame.event.clear()
    assert events_for(app) == []
    assert app.services.messages.message is None
    monkeypatch.setattr(pygame.event, "get", unreadable)
    assert events_for(app) == []
    assert "rename it" in app.services.messages.message.text


@pytest.mark.slow
def test_a_level_repaired_and_dropped_again_is_no_refusal_any_more(start, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(BAD, encoding="utf-8")
    app = start(file)
    until(app, lambda: isinstance(app.top, Errors))
    assert app.stack.refusal
    file.write_text(builtin_levels()["grid_4"].read_text(encoding="utf-8"), encoding="utf-8")
    drop(app, file)
    playing(app)
    assert app.stack.refusal == ""


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


def test_a_long_name_in_another_script_is_filmed_and_photographed(start, tmp_path):
    path = tmp_path / "long.yaml"
    path.write_text(f"format: 1\nname: {'横' * 80}\nmap: |\n  S.G\n", encoding="utf-8")
    app = start(path)
    playing(app)
    press(app, pygame.K_F12)
    press(app, pygame.K_F9)
    frames(app, 5)
    assert app.failures == []
    assert len([file for file in tmp_path.iterdir() if file.suffix == ".png"]) == 1


@pytest.mark.usefixtures("no_minimum")
@pytest.mark.parametrize(("size", "scale"), [((80, 900), 1.0), ((160, 900), 2.5), ((320, 2000), 4.0)])
def test_a_narrow_menu_is_drawn(start, size, scale):
    app = start()
    frames(app, 30)
    app.window.first_scale = scale
    app.window.system.size = size
    until(app, lambda: app.window.size == size)
    frames(app, 10)
    assert app.failures == []


@pytest.mark.usefixtures("no_minimum")
@pytest.mark.parametrize("size", [(500, 400), (760, 600), (1280, 800)])
def test_a_long_sentence_goes_on_below_and_leaves_the_toolbar_alone(start, size):
    app = start(builtin_levels()["grid_4"], size=size)
    playing(app)
    frames(app, 5)
    bar = pygame.Rect(0, 0, size[0], app.top.ui.px(TOOLBAR))
    app.top.watching.playback.paused = True
    frames(app, 3)
    before = pygame.surfarray.array3d(app.window.surface.subsurface(bar))
    app.services.messages.show("a sentence of many words " * 6, "info", TEXT)
    frames(app)
    assert (pygame.surfarray.array3d(app.window.surface.subsurface(bar)) == before).all()

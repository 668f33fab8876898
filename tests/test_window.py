"""The program as its user has it: a real window under a window manager, keys and eyes from outside."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from Xlib import X, display

from game.screens.settings_dialog import SettingsDialog
from game.services.services import Services
from game.ui import WidgetTree
from tests.desktop import MISSING, REASON, ROOT, SCREEN, Desktop, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="Xvfb is a server for Linux"),
    pytest.mark.skipif(bool(MISSING), reason=REASON),
]
BOARD = (0.02, 0.13, 0.60, 0.86)
PANEL = (0.66, 0.15, 0.99, 0.92)
EDITED = (0.2, 0.3, 0.5, 0.7)
"""A part of the editor that lies within its board."""
SWITCH = (0.46, 0.93, 0.50, 0.98)
HEADS = (0.0, 0.1, 1.0, 0.23)
ALL = (0.0, 0.0, 1.0, 0.93)
"""Parts of the window; SWITCH is that of random moves.

The line of all of learning, below the board, is not in BOARD: it goes on while the display is paused.
"""


def resting(program):
    """The program with its display paused as soon as training is under way, which may have to be compiled."""
    program.press("space")
    until(lambda: program.still(BOARD), what="the display's pause")
    until(lambda: program.lives(PANEL), 120, what="training beside a paused display")


def all_paused(program):
    """The whole picture of a program whose training is paused too."""
    program.press("t")
    return settled(program)


def settled(program):
    """The whole picture once nothing changes it any more; on a busy machine figures come late."""
    until(lambda: program.still(ALL, 2.0), 60, what="the training's pause")
    return program.see(ALL)


def painted(program):
    """Whether the picture reaches to the window's last corner."""
    return bool(program.see()[-5:, -5:].any())


def returns(program, picture, part=ALL):
    """Whether a picture comes back."""
    return until(lambda: np.array_equal(program.see(part), picture), what="the picture's return")


def test_a_level_is_chosen_watched_and_left_by_keyboard(launch):
    program = launch()
    assert until(lambda: program.title == "Safe Crossing")
    server = display.Display(program.desktop.env["DISPLAY"])
    window = server.create_resource_object("window", int(program.window))
    assert window.get_wm_class() == ("safe-crossing", "safe-crossing")
    assert window.get_full_property(server.intern_atom("_NET_WM_ICON"), X.AnyPropertyType).value[0] == 128
    server.close()
    program.press("Right", "Left", "Return")
    until(lambda: program.title == "Crossy Road – Safe Crossing", what="the level's opening")
    until(lambda: not program.still(BOARD), what="traffic")
    resting(program)
    all_paused(program)
    before = program.see(BOARD)
    program.press("n")
    until(lambda: not np.array_equal(program.see(BOARD), before), what="a move")
    until(lambda: program.still(ALL), what="the move's end")

    program.press("l")
    until(lambda: program.title == "Safe Crossing", what="the menu's return")
    program.leave()
    code, figures, errors = program.ended()
    assert code == 0
    assert errors == ""
    assert figures["first_picture_s"] > 0


def test_a_code_that_is_typed_makes_its_level(launch):
    program = launch()
    until(lambda: program.title == "Safe Crossing")
    program.press("s")
    until(lambda: program.still(ALL), what="the dialog")
    program.press("1", "1", "minus", "1", "Return")
    until(lambda: program.title == "Surprise 11-1 – Safe Crossing", 60, what="the level")
    program.leave()
    assert program.ended()[::2] == (0, "")


def test_what_is_switched_on_shows_and_what_is_switched_off_is_gone(launch):
    program = launch("crossy_road")
    resting(program)
    at_rest = all_paused(program)
    for key in ("1", "2", "3", "question"):
        program.press(key)
        until(lambda: not np.array_equal(program.see(ALL), at_rest), what=f"an answer to {key}")
        program.press("Escape" if key == "question" else key)
        assert returns(program, at_rest)
    switch = program.see(SWITCH)
    program.press("e")
    until(lambda: not np.array_equal(program.see(SWITCH), switch), what="the ε switch")
    program.press("e")
    assert returns(program, switch, SWITCH)
    at_rest = settled(program)
    program.press("ctrl+equal")
    until(lambda: not np.array_equal(program.see(ALL), at_rest), what="larger letters")
    program.press("ctrl+0")
    assert returns(program, at_rest)

    program.press("u", "t")
    until(lambda: not program.still(PANEL), what="unlimited training")
    time.sleep(3)  # its pace is a mean that takes a while to rise where other tests use the cores
    program.leave("alt+F4")  # asks the window to close, as its button does
    code, figures, errors = program.ended()
    assert (code, errors) == (0, "")
    assert figures["violations"] == 0
    assert figures["transitions_per_second"] > 1_000_000


def test_the_window_takes_any_size_and_full_screen_gives_the_size_back(launch):
    program = launch("patrol_15x9")
    for width, height in [(900, 600), (700, 450), (1200, 700), (1000, 640)]:  # faster than it can be drawn
        program.desktop.hands("windowsize", program.window, str(width), str(height))
    until(lambda: program.box[2:] == (1000, 640), what="the new size")
    box = program.box
    until(lambda: painted(program), what="a picture in the new size")
    program.press("F11")
    until(lambda: program.box == (0, 0, *SCREEN), what="full screen")
    until(lambda: painted(program), what="a picture as large as the screen")
    program.press("F11")
    until(lambda: program.box == box, what="the window's return")
    until(lambda: painted(program), what="a picture in the old size")
    begun = time.perf_counter()
    program.leave()
    code, _, errors = program.ended()
    assert (code, errors) == (0, "")
    assert time.perf_counter() - begun < 2


def kept(program, folder, name):
    """What the program keeps in a file of its own, None before there is one."""
    path = Path(program.desktop.env[folder]) / "safe-crossing" / name
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


@pytest.mark.parametrize(
    ("number", "told"),
    [(signal.SIGINT, "Interrupted."), (signal.SIGTERM, "Interrupted."), (signal.SIGHUP, "")],
    ids=lambda value: getattr(value, "name", ""),
)
def test_control_c_and_other_ends_from_outside_keep_what_a_closed_window_keeps(number, told, launch):
    program = launch("grid_4")
    until(lambda: program.title.startswith("Grid 4"), what="the level's opening")
    size = list(program.box[2:])
    assert kept(program, "XDG_CONFIG_HOME", "settings.json") is None
    program.process.send_signal(number)
    code, _, errors = program.ended()
    assert (code, errors.strip()) == (128 + number, told)
    assert kept(program, "XDG_CONFIG_HOME", "settings.json")["size"] == size


def test_a_person_crosses_and_the_result_is_kept(launch):
    program = launch("grid_4")
    until(lambda: program.title.startswith("Grid 4"), what="the level's opening")
    until(lambda: program.lives(PANEL), 120, what="training")
    program.press("p")
    until(lambda: program.title.startswith("Grid 4×4, play"), what="the person's turn")
    before = program.see(BOARD)
    program.press("Left")  # leads off the board, and is refused
    until(lambda: not np.array_equal(program.see(BOARD), before), what="the refusal")
    for key in ("Up", "Up", "w", "Right", "d", "d"):
        program.press(key)
        time.sleep(0.3)
    result = until(lambda: kept(program, "XDG_DATA_HOME", "best.json"), what="the result")
    assert {key.split(":")[1]: steps for key, steps in result["steps"].items()}["shield"] == 6
    program.press("Escape")
    until(lambda: program.title == "Grid 4×4 – Safe Crossing", what="the way back")
    program.leave()
    code, _, errors = program.ended()
    assert (code, errors) == (0, "")


def test_the_window_and_the_settings_come_back_as_they_were(launch):
    program = launch()
    until(lambda: program.title == "Safe Crossing")
    program.desktop.hands("windowsize", program.window, "1000", "640")
    until(lambda: program.box[2:] == (1000, 640), what="the new size")
    until(lambda: painted(program), what="a picture in the new size")
    program.desktop.hands("windowmove", program.window, "210", "130")
    until(lambda: program.box[0] >= 210, what="the new place")
    time.sleep(0.5)  # for the program to hear of it
    box = program.box
    program.press("m", "ctrl+q")
    assert program.ended()[::2] == (0, "")
    assert kept(program, "XDG_CONFIG_HOME", "settings.json")["size"] == [1000, 640]
    again = launch()
    until(lambda: again.box == box, what="the size and the place it had")
    again.leave()
    assert again.ended()[::2] == (0, "")
    assert kept(again, "XDG_CONFIG_HOME", "settings.json")["muted"]


def test_three_learners_are_compared_and_the_level_is_there_again(launch):
    program = launch("crossy_road", "--unlimited")
    until(lambda: program.title == "Crossy Road – Safe Crossing", what="the level's opening")
    until(lambda: program.lives(PANEL), 120, what="training")
    program.press("k")
    until(lambda: program.title != "Crossy Road – Safe Crossing", what="the comparison")
    assert "Crossy Road" in program.title
    until(lambda: program.lives(HEADS), 120, what="crashes being counted")
    program.press("Escape")
    until(lambda: program.title == "Crossy Road – Safe Crossing", what="the way back")
    program.leave()
    code, _, errors = program.ended()
    assert (code, errors) == (0, "")


def proved(program):
    """The first proof of the editor is there, and with it the board, which is lighter than the page."""
    until(lambda: (program.see(EDITED).max(axis=2) > 90).mean() > 0.3, 60, what="the first proof")
    until(lambda: program.still(PANEL), 60, what="all of its words")


def test_what_is_drawn_survives_a_kill_and_is_saved_and_watched(launch):
    program = launch("grid_4")
    until(lambda: program.title.startswith("Grid 4"), what="the level's opening")
    program.press("F4")
    until(lambda: "editor" in program.title, what="the editor")
    proved(program)
    program.press("0", "Down", "space", "Right", "space")
    drafts = Path(program.desktop.env["XDG_DATA_HOME"]) / "safe-crossing" / "drafts"
    until(lambda: any("RR" in path.read_text() for path in drafts.glob("*.yaml")), 30, what="the draft")
    program.kill()

    again = launch("grid_4")
    until(lambda: again.title.startswith("Grid 4"), what="the level's opening")
    again.press("F4")
    until(lambda: "editor" in again.title, what="the editor")
    until(lambda: again.press("F5") or "editor" not in again.title, 60, what="watching it, once it is proved")
    assert again.title.startswith("Grid 4")
    (saved,) = (drafts.parent / "levels").iterdir()
    assert "RR" in saved.read_text()
    assert list(drafts.iterdir()) == []
    again.leave()
    code, _, errors = again.ended()
    assert (code, errors) == (0, "")


def test_a_screen_with_a_palette_gets_a_sentence(tmp_path):
    desktop = Desktop(tmp_path, bits=8)
    try:
        words = {"capture_output": True, "text": True, "timeout": 60}
        done = subprocess.run([sys.executable, "main.py"], cwd=ROOT, env=desktop.env, check=False, **words)
    finally:
        desktop.close()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("The window can't be drawn on this screen")
    assert "15 bits a pixel" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_slider_that_is_let_go_without_the_focus_stays(launch, desktop):
    """The window never hears of the button's way up, and is told that it is still down."""
    program = launch()
    until(lambda: program.title == "Safe Crossing")
    menu = program.see(HEADS)
    program.press("F2")
    until(lambda: not np.array_equal(program.see(HEADS), menu), what="the settings")
    x, y, *size = program.box
    dialog = SettingsDialog(WidgetTree(tuple(size)), Services())
    dialog.layout()
    slider = dialog.volume.rect.move(x, y)
    server = display.Display(desktop.env["DISPLAY"])
    root = server.screen().root
    other = root.create_window(1300, 850, 50, 40, 0, X.CopyFromParent, override_redirect=True)
    other.map()
    server.sync()

    def mouse(*words):
        desktop.hands(*map(str, words))

    def volume():
        settings = kept(program, "XDG_CONFIG_HOME", "settings.json")
        return settings and settings.get("volume")

    try:
        mouse("mousemove", slider.x + 20, slider.centery)
        mouse("mousedown", 1)
        mouse("mousemove", 1430, 880)  # outside, and as loud as it goes
        until(lambda: volume() == 10, what="the sound at its loudest")
        other.set_input_focus(X.RevertToParent, X.CurrentTime)
        server.sync()
        time.sleep(0.3)  # for the program to hear of it
        mouse("mouseup", 1)
        for place in (20, 40, 60):
            mouse("mousemove", slider.x + place, slider.centery)
            time.sleep(0.2)
        assert volume() == 10
    finally:
        server.close()


L, Q = 46, 24
"""X11's numbers of the keys that have these letters on a US keyboard."""


def test_keys_count_by_their_place_where_the_layout_has_no_latin_letters(launch, desktop):
    def lay_out(name):
        subprocess.run(["setxkbmap", name], env=desktop.env, check=True)

    try:
        lay_out("ru")
        program = launch("levels/builtin/grid_4.yaml")
        until(lambda: program.title.startswith("Grid 4"), what="the level's opening")
        program.press(str(L))
        until(lambda: program.title == "Safe Crossing", what="the menu")
        lay_out("gr")  # whose key in the place of Q writes a semicolon
        program.press(f"ctrl+{Q}")
        assert program.ended()[0] == 0
    finally:
        lay_out("us")

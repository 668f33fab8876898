"""The table of controls: no key twice, every command once, names as people write them."""

from collections import Counter

import pytest

from game.ui.controls import CONTROLS, Command, controls_of, find, find_pad, help_lines, shown, tip
from game.ui.pads import BUTTONS, WAYS

SCREENS = ["watch", "menu", "errors", "play", "compare", "edit"]


@pytest.mark.parametrize("screen", SCREENS)
def test_no_key_stands_twice_on_a_screen(screen):
    keys = Counter(key for row in controls_of(screen) for key in row.keys)
    assert [key for key, n in keys.items() if n > 1] == []


def test_every_command_has_a_row_and_every_row_a_screen():
    assert {row.command for row in CONTROLS} == set(Command)
    assert {row.screen for row in CONTROLS} == {*SCREENS, "everywhere"}


@pytest.mark.parametrize(
    ("names", "command"),
    [
        (["space"], Command.PAUSE),
        (["n"], Command.STEP),
        (["right"], Command.STEP),
        (["left"], Command.BACK),
        (["shift+=", "+"], Command.FASTER),
        (["shift+.", ">"], Command.EPISODE),
        (["."], Command.TRANSITION),
        (["ctrl+="], Command.SCALE_UP),
        (["shift+r", "R"], None),
        (["ctrl+r"], None),
    ],
)
def test_keys_find_their_command(names, command):
    assert find("watch", names) is command


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_on_a_gamepad_stands_twice_on_a_screen(screen):
    pads = Counter(row.pad for row in controls_of(screen) if row.pad)
    assert [pad for pad, n in pads.items() if n > 1] == []


def test_a_gamepad_crosses_and_does_nothing_on_other_screens():
    assert {name: find_pad("play", name) for name in (*WAYS.values(), *BUTTONS.values())} == {
        "right": Command.GO_RIGHT,
        "up": Command.GO_UP,
        "left": Command.GO_LEFT,
        "down": Command.GO_DOWN,
        "a": Command.AGAIN,
        "b": Command.BACK_OUT,
        "x": Command.GO_WAIT,
        "y": Command.SHIELD,
    }
    assert find_pad("play", "") is None
    assert {row.screen for row in CONTROLS if row.pad} == {"play"}
    assert {row.pad for row in CONTROLS} <= {"", *WAYS.values(), *BUTTONS.values()}


def test_the_help_of_playing_tells_the_gamepad():
    rows = {sentence: keys for _, group in help_lines("play") for keys, sentence in group}
    assert rows["Move right"] == "→ or D or Pad →"
    assert rows["Start again when the run is over"] == "Space or Enter or Pad A"
    assert rows["Back to watching"] == "Esc or P or Pad B"


def test_keys_of_one_screen_do_something_else_or_nothing_on_another():
    assert find("menu", ["space"]) is Command.OPEN
    assert find("menu", ["t"]) is None
    assert find("menu", ["f11"]) is Command.FULL_SCREEN


def test_keys_are_shown_as_people_write_them():
    assert shown("ctrl+0") == "Ctrl 0"
    assert shown("ctrl++") == "Ctrl +"
    assert shown("shift+.") == "Shift ."
    assert shown("space") == "Space"
    assert shown("return") == "Enter"
    assert tip("watch", Command.STEP) == "Step forward (→)"


@pytest.mark.parametrize("screen", SCREENS)
def test_the_help_names_every_row_of_its_screen_once(screen):
    rows = [row for _, group in help_lines(screen) for row in group]
    assert Counter(sentence for _, sentence in rows) == Counter(
        row.help for row in CONTROLS if row.screen in {screen, "everywhere"}
    )


@pytest.mark.parametrize(
    ("screen", "sentence"),
    [("menu", "Quit"), ("watch", "Back to the levels"), ("errors", "Back to where you came from")],
)
def test_escape_is_told_as_what_it_does_there(screen, sentence):
    assert ("Esc", sentence) in [row for _, group in help_lines(screen) for row in group]

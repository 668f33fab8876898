"""The table of controls: no key twice, every command once, names as people write them."""

from collections import Counter

import pytest

from game.controls import CONTROLS, Command, find, help_lines, shown, tip


@pytest.mark.parametrize("screen", ["watch", "menu", "errors"])
def test_no_key_stands_twice_on_a_screen(screen):
    keys = Counter(key for row in CONTROLS if row.screen in (screen, "everywhere") for key in row.keys)
    assert [key for key, n in keys.items() if n > 1] == []


def test_every_command_has_exactly_one_row():
    assert Counter(row.command for row in CONTROLS) == Counter(Command)


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


def test_keys_of_one_screen_do_nothing_on_another():
    assert find("menu", ["space"]) is None
    assert find("menu", ["f11"]) is Command.FULL_SCREEN


def test_keys_are_shown_as_people_write_them():
    assert shown("ctrl+0") == "Ctrl 0"
    assert shown("ctrl++") == "Ctrl +"
    assert shown("shift+.") == "Shift ."
    assert shown("space") == "Space"
    assert tip(Command.STEP) == "Show exactly one move (→)"


def test_the_help_names_every_row_once():
    rows = [row for _, group in help_lines() for row in group]
    assert Counter(sentence for _, sentence in rows) == Counter(row.help for row in CONTROLS)

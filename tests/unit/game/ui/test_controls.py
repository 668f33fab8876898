"""The table of controls: nothing twice, every control once; what people read of it, everywhere."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from game.board.overlays import OVERLAYS
from game.screens.edit.tools import TOOLS
from game.ui.controls import (
    CONTROLS,
    EVERYWHERE,
    Binding,
    Control,
    bindings_of,
    checked,
    control_of,
    find,
    find_pad,
)
from game.ui.key_texts import help_lines, hint_lines, key_of, shown, tip, with_keys
from game.ui.pads import BUTTONS, HAT_BUTTONS, WAYS

PADS = (*WAYS.values(), *BUTTONS.values(), *HAT_BUTTONS.values())
SCREENS = ["watch", "menu", "errors", "play", "compare", "edit", "lesson"]


@pytest.mark.parametrize("screen", SCREENS)
def test_no_key_and_no_control_stands_twice_on_a_screen(screen):
    rows = bindings_of(screen)
    for names in ([key for row in rows for key in row.keys], [row.control for row in rows]):
        assert [name for name, n in Counter(names).items() if n > 1] == []


@pytest.mark.parametrize(
    ("planted", "twice"),
    [
        (Binding(Control.UNDO, ("space",), "Planted", "watch", "Display"), "key space"),
        (Binding(Control.UNDO, ("e", "f11"), "Planted", "menu", "Display"), "key f11"),  # holds everywhere
        (Binding(Control.UNDO, ("k",), "Planted", EVERYWHERE, "Display"), "key k"),
        (Binding(Control.UNDO, ("v", "v"), "Planted", "menu", "Display"), "key v"),
        (Binding(Control.UNDO, ("o",), "Planted", "play", "Display", "y"), "gamepad entry y"),
        (Binding(Control.PAUSE, ("v",), "Planted", "watch", "Display"), "control PAUSE"),
    ],
)
def test_a_table_with_something_twice_on_a_screen_cannot_be_made(planted, twice):
    with pytest.raises(ValueError, match=f"two rows on the .* screen have the {twice}"):
        checked(*CONTROLS, planted)
    assert checked(*CONTROLS) == CONTROLS


def test_every_control_has_a_row_and_every_row_a_screen():
    assert {row.control for row in CONTROLS} == set(Control)
    assert {row.screen for row in CONTROLS} == {*SCREENS, EVERYWHERE}


def test_a_row_without_a_control_or_keys_cannot_be_made():
    with pytest.raises(TypeError):
        Binding(keys=("v",), help="Planted", screen="watch", group="Display")
    assert all(row.keys for row in CONTROLS)


@pytest.mark.parametrize(
    ("names", "control"),
    [
        (["space"], Control.PAUSE),
        (["n"], Control.STEP),
        (["right"], Control.STEP),
        (["left"], Control.BACK),
        (["shift+=", "+"], Control.FASTER),
        (["shift+.", ">"], Control.EPISODE),
        (["."], Control.TRANSITION),
        (["ctrl+="], Control.SCALE_UP),
    ],
)
def test_keys_find_their_row(names, control):
    assert find("watch", names).control is control


@pytest.mark.parametrize("names", [["shift+r", "R"], ["ctrl+r"], []])
def test_other_names_find_none(names):
    assert find("watch", names) is None


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_on_a_gamepad_stands_twice_on_a_screen(screen):
    pads = Counter(row.pad for row in bindings_of(screen) if row.pad)
    assert [pad for pad, n in pads.items() if n > 1] == []


def test_a_gamepad_crosses_and_does_nothing_on_other_screens():
    assert {name: find_pad("play", name).control for name in PADS} == {
        "right": Control.GO_RIGHT,
        "up": Control.GO_UP,
        "left": Control.GO_LEFT,
        "down": Control.GO_DOWN,
        "a": Control.AGAIN,
        "b": Control.BACK_OUT,
        "x": Control.GO_WAIT,
        "y": Control.SHIELD,
        "start": Control.NEXT_LEVEL,
    }
    assert find_pad("play", "") is None
    assert {row.screen for row in CONTROLS if row.pad} == {"play"}
    assert {row.pad for row in CONTROLS} <= {"", *PADS}


def test_a_control_is_found_by_what_it_calls():
    assert control_of("toggle_overlay", "policy") is Control.POLICY
    assert control_of("resize_board", 0, 1) is Control.WIDER
    assert control_of("toggle_overlay", "planted") is None


@pytest.mark.parametrize(
    ("handler", "names", "screen"),
    [
        ("toggle_overlay", list(OVERLAYS), "watch"),
        ("choose_tool", [tool.name for tool in TOOLS if tool.control or not tool.kind], "edit"),
    ],
)
def test_every_overlay_and_every_tool_has_its_key(handler, names, screen):
    """A tool that lays a kind of obstacle may do without."""
    rows = [row for row in CONTROLS if row.control.handler == handler]
    assert [row.control.args for row in rows] == [(name,) for name in names]
    assert {row.screen for row in rows} == {screen}


def test_the_help_of_playing_tells_the_gamepad():
    rows = {sentence: keys for _, group in help_lines("play") for keys, sentence in group}
    assert rows["Move right"] == "→ or D or Pad →"
    assert rows["Start again when the run is over"] == "Space or Pad A"
    assert rows["Next level once you are across"] == "Enter or Pad Start"
    assert rows["Back to where you came from"] == "Esc or P or Pad B"


def test_keys_of_one_screen_do_something_else_or_nothing_on_another():
    assert find("menu", ["space"]).control is Control.OPEN
    assert find("menu", ["u"]) is None
    assert find("menu", ["f11"]).control is Control.FULL_SCREEN


def test_keys_are_shown_as_people_write_them():
    assert shown("ctrl+0") == "Ctrl 0"
    assert shown("ctrl++") == "Ctrl +"
    assert shown("shift+.") == "Shift ."
    assert shown("space") == "Space"
    assert shown("return") == "Enter"
    assert tip("watch", Control.STEP) == "Step forward (→)"


def test_keys_stand_in_texts_by_their_controls():
    text = "{GO_UP[1]} moves, {GO_WAIT} or {GO_WAIT.pad} waits, {SCALE_UP} enlarges"
    assert with_keys("play", text) == "W moves, X or X waits, Ctrl + enlarges"
    assert key_of("watch", Control.BEHIND) == "Shift ←"
    with pytest.raises(KeyError):
        with_keys("menu", "{SHIELD} is a key of another screen")


def test_hints_leave_out_what_matters_least_first():
    parts = {"{PAUSE} pause": 1, "{PLAY} play": 3, "{HELP} keys": 3, "{RECORD} record": 2}
    assert hint_lines("watch", parts) == (
        "Space pause   P play   H keys   F9 record",
        "P play   H keys   F9 record",
        "P play   H keys",
    )


def test_the_arrows_that_hints_speak_of_move():
    for screen in ("play", "edit"):
        rows = {row.control: row.keys[0] for row in bindings_of(screen)}
        moves = [Control.GO_RIGHT, Control.GO_UP, Control.GO_LEFT, Control.GO_DOWN]
        assert [rows[control] for control in moves] == ["right", "up", "left", "down"]


KEY = re.compile(
    r"\b(F\d{1,2}|Ctrl|Esc|Space|Enter)\b|(?:^|[ (])[B-HJ-PR-Z] (?=[a-z])|\([+−] and|(^| )\[ (and )?\]"
)
"""What looks like a key in a text: A, I and Q are words, and names of formulas."""
ROOT = Path(__file__).resolve().parents[4]


def written_keys(source):
    """The texts of a module, docstrings apart, in which a key is written by hand."""
    tree = ast.parse(source)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in prose)
    return [node.value for node in texts if isinstance(node.value, str) and KEY.search(node.value)]


def test_no_text_of_the_window_repeats_a_key_by_hand():
    tables = {ROOT / "game/ui/controls.py", ROOT / "game/ui/key_texts.py"}
    files = set((ROOT / "game").rglob("*.py")) - tables
    found = {file.name: written_keys(file.read_text(encoding="utf-8")) for file in files}
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    "text",
    ["Ctrl Z undoes", "F9 ends it", "; R begins anew", "a beat (− and +)", "Close it (Esc)", "[ ] pace"],
)
def test_a_key_written_by_hand_is_noticed(text):
    assert written_keys(f'"""F9 in a docstring."""\nTEXT = "{text}"') == [text]


@pytest.mark.parametrize("screen", SCREENS)
def test_the_help_names_every_row_of_its_screen_once(screen):
    rows = [row for _, group in help_lines(screen) for row in group]
    assert Counter(sentence for _, sentence in rows) == Counter(
        row.help for row in CONTROLS if row.screen in {screen, "everywhere"}
    )


@pytest.mark.parametrize(
    ("screen", "sentence"),
    [
        ("edit", "Back (asks if there is unsaved work)"),
        ("watch", "Back to the levels"),
        ("errors", "Back to where you came from"),
    ],
)
def test_escape_is_told_as_what_it_does_there(screen, sentence):
    assert ("Esc", sentence) in [row for _, group in help_lines(screen) for row in group]

"""Text fields: typing, the caret, selecting by keys and mouse, the clipboard, input methods, long lines."""

import pygame
import pytest

from game.ui import TextField

SHIFT, CTRL = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL


@pytest.fixture
def field(ui):
    made = TextField(ui, "abc", most=12)
    made.rect = pygame.Rect(20, 20, 120, 36)
    ui.root = [made]
    ui.focus_on(made)
    return made


@pytest.fixture
def clipboard(monkeypatch):
    """The system's clipboard, as a list of what was put there."""
    held = []
    monkeypatch.setattr("pygame.scrap.put_text", held.append)
    monkeypatch.setattr("pygame.scrap.has_text", lambda: bool(held))
    monkeypatch.setattr("pygame.scrap.get_text", lambda: held[-1])
    return held


def typed(ui, text):
    return ui.event(pygame.Event(pygame.TEXTINPUT, text=text))


def test_what_is_typed_replaces_the_selection_and_stops_at_the_most(ui, field):
    assert field.selected == (0, 3)
    assert typed(ui, "x")
    assert (field.text, field.caret) == ("x", 1)
    typed(ui, "1234567890123456")
    assert field.text == "x12345678901"
    assert typed(ui, "\n")
    assert field.text == "x12345678901"


@pytest.mark.parametrize(
    ("keys", "caret", "selected"),
    [
        ([(pygame.K_HOME, 0)], 0, (0, 0)),
        ([(pygame.K_END, 0), (pygame.K_LEFT, 0)], 2, (2, 2)),
        ([(pygame.K_HOME, 0), (pygame.K_RIGHT, SHIFT), (pygame.K_RIGHT, SHIFT)], 2, (0, 2)),
        ([(pygame.K_END, 0), (pygame.K_HOME, SHIFT)], 0, (0, 3)),
        ([(pygame.K_LEFT, 0)], 0, (0, 0)),  # all was selected: an arrow leads to that end of it
        ([(pygame.K_RIGHT, 0)], 3, (3, 3)),
        ([(pygame.K_LEFT, 0), (pygame.K_RIGHT, 0), (pygame.K_END, SHIFT), (pygame.K_HOME, 0)], 0, (0, 0)),
    ],
)
def test_keys_move_the_caret_and_select(hands, field, keys, caret, selected):
    for key, mod in keys:
        assert hands.key(key, mod)
    assert (field.caret, field.selected) == (caret, selected)


def test_backspace_and_delete_take_a_character_or_the_selection(hands, field):
    hands.key(pygame.K_END)
    hands.key(pygame.K_BACKSPACE)
    assert field.text == "ab"
    hands.key(pygame.K_HOME)
    hands.key(pygame.K_BACKSPACE)
    hands.key(pygame.K_DELETE)
    assert field.text == "b"
    hands.key(pygame.K_a, CTRL)
    hands.key(pygame.K_DELETE)
    assert field.text == ""


def test_a_character_of_several_code_points_is_one_step(hands, ui, field):
    typed(ui, "ae\N{COMBINING DIAERESIS}")
    hands.key(pygame.K_LEFT)
    assert field.caret == 1
    hands.key(pygame.K_DELETE)
    assert field.text == "a"


def test_cut_copy_and_paste(hands, ui, field, clipboard):
    hands.key(pygame.K_c, CTRL)
    hands.key(pygame.K_x, CTRL)
    assert (field.text, clipboard) == ("", ["abc", "abc"])
    hands.key(pygame.K_v, CTRL)
    hands.key(pygame.K_v, CTRL)
    assert field.text == "abcabc"
    hands.key(pygame.K_c, CTRL)  # nothing is selected
    hands.key(pygame.K_x, CTRL)
    assert (field.text, len(clipboard)) == ("abcabc", 2)
    clipboard.append("1\n2")
    hands.key(pygame.K_v, CTRL)
    assert field.text == "abcabc12"


def test_the_mouse_places_the_caret_and_selects(hands, ui, field):
    left = field.rect.x + 10
    hands.down((left - 4, 38))
    assert field.caret == 0
    hands.move((left + ui.text_width("ab", 14) + 1, 38))
    hands.up((left + ui.text_width("ab", 14) + 1, 38))
    assert field.selected == (0, 2)
    typed(ui, "x")
    assert field.text == "xc"


def test_a_long_line_scrolls_so_that_the_caret_is_in_sight(hands, ui, field, surface):
    typed(ui, "mmmmmmmmmmmm")
    field.draw(surface)
    assert field._left == ui.text_width("mmmmmmmmmmmm", 14) - (120 - 20 - 2)
    hands.key(pygame.K_HOME)
    field.draw(surface)
    assert field._left == 0


def test_what_an_input_method_composes_shows_but_is_no_text_yet(ui, field, surface):
    field.write("a")
    assert ui.event(pygame.Event(pygame.TEXTEDITING, text="ni", start=0, length=2))
    assert (field.text, field.composing) == ("a", "ni")
    field.draw(surface)
    typed(ui, "你")
    assert (field.text, field.composing) == ("a你", "")


def test_a_focused_field_has_keys_that_write_before_the_table_of_controls(ui, field):
    def key(key, mod=0, sign=""):
        return pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=sign)

    assert ui.takes(key(pygame.K_h, sign="h"))
    assert ui.takes(key(pygame.K_a, CTRL, "\x01"))
    assert not ui.takes(key(pygame.K_q, CTRL, "\x11"))
    assert not ui.takes(key(pygame.K_F11))
    assert not ui.takes(key(pygame.K_ESCAPE, sign="\x1b"))
    ui.focus_on(None)
    assert not ui.takes(key(pygame.K_h, sign="h"))
    assert not typed(ui, "x")


def test_enter_is_heard(hands, field):
    heard = []
    field.on_enter = lambda: heard.append(field.text)
    hands.key(pygame.K_RETURN)
    assert heard == ["abc"]

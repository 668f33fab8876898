"""Keys in other layouts: letters by letter, or by place where there is none; signs as they are typed."""

import pygame
import pytest

from game.ui import keys
from game.ui.controls import CONTROLS, Control, find
from game.ui.keys import PLACES, key_names

US = "1234567890-=", "qwertyuiop[]", "asdfghjkl;", "zxcvbnm,./"
"""The rows of a US keyboard as far as they have controls; each layout below has the same places.

The layouts have what SDL makes of them without Shift: a row of digits even where they are typed with Shift.
"""
LAYOUTS = {
    "US": US,
    "Russian": ("1234567890-=", "йцукенгшщзхъ", "фывапролдж", "ячсмитьбю."),
    "Greek": ("1234567890-=", ";ςερτυθιοπ[]", "ασδφγηξκλ΄", "ζχψωβνμ,./"),
    "Hebrew": ("1234567890-=", "/'קראטוןםפ][", "שדגכעיחלךף", "זסבהנמצתץ."),
    "Persian": ("۱۲۳۴۵۶۷۸۹۰-=", "ضصثقفغعهخحجچ", "شسیبلاتنمک", "ظطزرذدپو./"),
    "German": ("1234567890ß´", "qwertzuiopü+", "asdfghjklö", "yxcvbnm,.-"),
    "French": ("1234567890)=", "azertyuiop^$", "qsdfghjklm", "wxcvbn,;:!"),
    "Dvorak": ("1234567890[]", "',.pyfgcrl/=", "aoeuidhtns", ";qjkxbmwvz"),
}
SCANCODES = {char: scancode for scancode, char in PLACES.items()}
CTRL, SHIFT, ALT, ALTGR = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT, pygame.KMOD_LALT, pygame.KMOD_RALT
FOREIGN = ["Russian", "Greek", "Hebrew", "Persian"]
LATIN = ["US", "German", "French", "Dvorak"]


@pytest.fixture
def keyboard(monkeypatch):
    """keyboard(name) puts a layout in use and gives what makes an event of a key, by its US place."""

    pygame.display.init()

    def use(name):
        chars = dict(zip("".join(US), "".join(LAYOUTS[name]), strict=True))
        monkeypatch.setattr(keys, "has_key", lambda char: char in chars.values())

        def event(place, mod=0, sign=None):
            char = chars[place]
            typed = char if sign is None and not mod else sign or ""
            return pygame.Event(
                pygame.KEYDOWN, key=ord(char), scancode=SCANCODES[place], mod=mod, unicode=typed
            )

        return event

    yield use
    pygame.display.quit()


def controls_by(event):
    """The controls that a key event reaches, by screen."""
    screens = {row.screen for row in CONTROLS}
    found = {screen: find(screen, key_names(event)) for screen in screens}
    return {screen: row.control for screen, row in found.items() if row is not None}


LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize("mod", [0, SHIFT, CTRL, CTRL | SHIFT])
@pytest.mark.parametrize("name", FOREIGN)
def test_where_a_layout_has_no_latin_letters_their_places_count(keyboard, name, mod):
    event, us = keyboard(name), keyboard("US")
    expected = {place: controls_by(us(place, mod, "")) for place in LETTERS}
    assert any(expected.values())
    event = keyboard(name)
    assert {place: controls_by(event(place, mod, "")) for place in LETTERS} == expected


@pytest.mark.parametrize("name", LATIN)
def test_where_a_layout_has_a_letter_its_place_does_not_count(keyboard, name):
    us = keyboard("US")
    expected = {letter: controls_by(us(letter)) for letter in LETTERS if letter in "".join(LAYOUTS[name])}
    event = keyboard(name)
    place_of = dict(zip("".join(LAYOUTS[name]), "".join(US), strict=True))
    assert {letter: controls_by(event(place_of[letter])) for letter in expected} == expected
    assert len(expected) == 26


@pytest.mark.parametrize(
    ("name", "place", "mod", "sign", "control"),
    [
        ("Russian", "[", 0, None, Control.RATE_DOWN),  # no key of the layout writes a bracket
        ("Russian", "]", 0, None, Control.RATE_UP),
        ("Russian", "/", 0, None, Control.TRANSITION),  # its own full stop
        ("Russian", "/", SHIFT, ",", Control.EPISODE),
        ("Russian", "=", SHIFT, "+", Control.FASTER),
        ("Russian", "7", SHIFT, "?", Control.HELP),
        ("Russian", "q", CTRL, "", Control.QUIT),
        ("Russian", "0", CTRL, "", Control.SCALE_RESET),
        ("Russian", "z", SHIFT, "Я", Control.ZOOM_OUT),
        ("Greek", "q", CTRL, "", Control.QUIT),  # its key there writes a semicolon
        ("Greek", "w", 0, None, None),
        ("Greek", "t", 0, None, Control.TRAINING),
        ("Persian", "1", 0, None, Control.VALUES),
        ("Hebrew", "[", 0, None, Control.RATE_UP),  # it has both brackets, the other way round
        ("German", "8", ALTGR, "[", Control.RATE_DOWN),
        ("German", "9", ALTGR | CTRL, "]", Control.RATE_UP),  # as Windows reports it
        ("German", "9", pygame.KMOD_MODE, "]", Control.RATE_UP),
        ("German", "[", 0, None, None),  # ü is a letter of its own
        ("German", "]", 0, None, Control.FASTER),
        ("German", "0", SHIFT, "=", Control.FASTER),
        ("German", "-", SHIFT, "?", Control.HELP),
        ("German", "/", 0, None, Control.SLOWER),
        ("German", "]", CTRL, "", Control.SCALE_UP),
        ("German", "y", 0, None, Control.ZOOM_IN),
        ("German", "z", 0, None, None),
        ("German", "e", ALTGR, "€", None),
        ("French", "1", 0, "&", Control.VALUES),
        ("French", "1", SHIFT, "1", Control.VALUES),
        ("French", "6", 0, "-", Control.SLOWER),
        ("French", "-", CTRL, "", Control.SCALE_DOWN),  # with Ctrl no sign is typed: the place counts
        ("French", "0", CTRL, "", Control.SCALE_RESET),
        ("French", "m", 0, None, Control.EPISODE),  # its comma, not M
        ("French", "5", ALTGR, "[", Control.RATE_DOWN),
        ("Dvorak", "q", 0, None, None),
        ("Dvorak", "q", CTRL, "", None),
    ],
)
def test_a_key_of_a_layout_reaches_its_control_while_watching(keyboard, name, place, mod, sign, control):
    found = find("watch", key_names(keyboard(name)(place, mod, sign)))
    assert (found.control if found else None) is control


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("mod", [ALT, ALT | SHIFT, ALTGR])
def test_alt_and_a_key_is_not_the_key_in_any_layout(keyboard, name, mod):
    event = keyboard(name)
    for place in "".join(US):
        typed = dict(zip("".join(US), "".join(LAYOUTS[name]), strict=True))[place]
        for sign in ("", typed):  # Windows types nothing with Alt, X11 the letter
            assert key_names(event(place, mod, sign)) == ()


def test_the_layout_in_use_is_the_system_s():
    pygame.display.init()
    assert all(map(keys.has_key, "".join(US)))  # SDL's own without a screen
    assert not any(map(keys.has_key, "йςü?+"))
    pygame.display.quit()


def test_every_place_has_the_scancode_of_its_key():
    pygame.display.init()
    try:
        for scancode, char in PLACES.items():
            pressed = pygame.key.ScancodeWrapper(code == scancode for code in range(512))
            assert pressed[ord(char)]
    finally:
        pygame.display.quit()


def test_a_tables_sign_is_never_a_name_with_shift():
    """A sign stands in the table as it is typed, so that no layout has to write it with the same keys."""
    signs = [key for row in CONTROLS for key in row.keys if key.startswith("shift+")]
    assert {key for key in signs if not key.removeprefix("shift+").isalpha()} <= {"shift+."}

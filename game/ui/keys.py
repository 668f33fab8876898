"""Keyboards: what was pressed on one, by the names that the table of controls has for it, in any layout."""

import sys

import pygame

WRITING = pygame.KMOD_MODE | (pygame.KMOD_ALT if sys.platform == "darwin" else pygame.KMOD_RALT)
"""AltGr, or Option on a Mac: with other keys it writes signs of its own."""
PLACES = {
    **{pygame.KSCAN_A + index: char for index, char in enumerate("abcdefghijklmnopqrstuvwxyz1234567890")},
    pygame.KSCAN_MINUS: "-",
    pygame.KSCAN_EQUALS: "=",
    pygame.KSCAN_LEFTBRACKET: "[",
    pygame.KSCAN_RIGHTBRACKET: "]",
    pygame.KSCAN_BACKSLASH: "\\",
    pygame.KSCAN_SEMICOLON: ";",
    pygame.KSCAN_APOSTROPHE: "'",
    pygame.KSCAN_GRAVE: "`",
    pygame.KSCAN_COMMA: ",",
    pygame.KSCAN_PERIOD: ".",
    pygame.KSCAN_SLASH: "/",
}
"""What a US keyboard has at each place, by SDL's number of the place (the scancode)."""
_PLACED = pygame.key.ScancodeWrapper(scancode > 0 for scancode in range(512))
"""At a key's code, whether the layout in use has that key: pygame looks its place up, and 0 is none."""


def key_names(event: pygame.Event) -> tuple[str, ...]:
    """The names a key event may have in the table of controls: the key with modifiers, the sign, the place.

    The place counts only if the layout has no key for the letter that a US keyboard has there. With Alt a key
    has no name here: such combinations are the system's. What AltGr writes is a sign like any other, though
    Windows reports it as Ctrl and Alt.
    """
    name = pygame.key.name(event.key) or pygame.key.name(event.key, use_compat=False).lower()
    if len(name) == 3 and name[0] + name[-1] == "[]":  # the number pad's own names
        name = name[1]
    elif name == "enter":
        name = "return"
    sign = getattr(event, "unicode", "")
    sign = sign if sign.isprintable() else ""
    if event.mod & (pygame.KMOD_ALT | pygame.KMOD_MODE):
        return (sign,) if sign and event.mod & WRITING and sign.lower() != name else ()
    shift = "shift+" if event.mod & pygame.KMOD_SHIFT else ""
    ctrl = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
    place = _place(event, typed=not ctrl)
    if not ctrl:
        return (f"{shift}{name}", *filter(None, (sign, place and shift + place)))
    names = []
    for key in filter(None, (name, place)):
        names.append(f"ctrl+{shift}{key}")
        if shift and len(key) == 1 and not key.isalpha():  # as + needs Shift on many keyboards
            names.append(f"ctrl+{key}")
    return tuple(names)


def has_key(char: str) -> bool:
    """Whether the keyboard's layout has a key that writes this character without Shift or AltGr."""
    return bool(_PLACED[ord(char)])


def _place(event: pygame.Event, *, typed: bool) -> str:
    """The character that a US keyboard has in the place of the key, if it stands for it; "" otherwise.

    `typed` tells whether the event holds the sign that was typed: with Ctrl there is none. Layouts with Latin
    letters can write all signs of the table, so there the sign that was typed is what counts.
    """
    char = PLACES.get(getattr(event, "scancode", 0), "")
    if not char or has_key(char) or (typed and not char.isalpha() and has_key("a")):
        return ""
    return char

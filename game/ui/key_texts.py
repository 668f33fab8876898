"""What people read of the table of controls: tooltips, help, hints, keys within a sentence. No pygame."""

from functools import cache

from game.ui.controls import Binding, Control, binding_of, bindings_of

_SHOWN = {
    "space": "Space",
    "return": "Enter",
    "escape": "Esc",
    "home": "Home",
    "page down": "Page ↓",
    "page up": "Page ↑",
    "end": "End",
    "delete": "Del",
    "backspace": "Backspace",
    "right": "→",
    "left": "←",
    "up": "↑",
    "down": "↓",
    "-": "−",
    "start": "Start",
}


def shown(key: str) -> str:
    """A key as people write it: "ctrl+0" → “Ctrl 0”."""
    parts = []
    for prefix, word in (("ctrl+", "Ctrl"), ("shift+", "Shift")):
        if key.startswith(prefix):
            parts.append(word)
            key = key.removeprefix(prefix)
    return " ".join([*parts, _SHOWN.get(key, key.upper())])


def key_of(screen: str, control: Control) -> str:
    """The first key of a control on a screen, as people write it."""
    return shown(binding_of(screen, control).keys[0])


def tip(screen: str, control: Control) -> str:
    """The tooltip of the screen's button for this control: its sentence and its first key."""
    return f"{binding_of(screen, control).help} ({key_of(screen, control)})"


class _Keys:
    """What stands in a text for a row: its first key, {GO_UP[1]} its second, {GO_UP.pad} the gamepad's."""

    def __init__(self, row: Binding) -> None:
        self.keys = tuple(map(shown, row.keys))
        self.pad = shown(row.pad)

    def __getitem__(self, index: int) -> str:
        return self.keys[index]

    def __str__(self) -> str:
        return self.keys[0]


def with_keys(screen: str, text: str) -> str:
    """A text with the keys of a screen put in place of their controls: "{SHIELD} turns it on".

    Raises:
        KeyError: a control has no row on the screen.
    """
    return text.format_map(_keys_on(screen))


@cache
def _keys_on(screen: str) -> dict[str, _Keys]:
    """What stands in a text of a screen for each of its controls, by their names."""
    return {row.control.name: _Keys(row) for row in bindings_of(screen)}


def hint_lines(screen: str, parts: dict[str, int]) -> tuple[str, ...]:
    """Lines for the foot of a screen, the longest first; parts with higher numbers stay in more of them."""
    return tuple(
        with_keys(screen, "   ".join(part for part, rank in parts.items() if rank >= least))
        for least in sorted(set(parts.values()))
    )


def help_lines(screen: str) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The help on a screen: (heading, rows of (keys, sentence)) in the table's order."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for row in bindings_of(screen):
        pad = (f"Pad {shown(row.pad)}",) if row.pad else ()
        keys = " or ".join((*map(shown, row.keys), *pad))
        groups.setdefault(row.group, []).append((keys, row.help))
    return tuple((heading, tuple(rows)) for heading, rows in groups.items())

"""The keyboard, one table: help dialog, tooltips and the window's input are all made from it. No pygame.

A key is written as its name, with "ctrl+" and "shift+" before it in that order: "ctrl+0", "f11", "space".
Signs are written as the sign itself, whatever keys make it: "+", "?".
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto


class Command(Enum):
    """Everything a key (or the button beside it) can ask of the window."""

    PAUSE = auto()
    STEP = auto()
    BACK = auto()
    FASTER = auto()
    SLOWER = auto()
    EXPLORING = auto()
    RESTART = auto()
    TRAINING = auto()
    UNLIMITED = auto()
    RATE_UP = auto()
    RATE_DOWN = auto()
    TRANSITION = auto()
    EPISODE = auto()
    CONVERGE = auto()
    OVERLAYS = auto()
    VALUES = auto()
    POLICY = auto()
    SAFETY = auto()
    LEVELS = auto()
    BACK_OUT = auto()
    HELP = auto()
    FULL_SCREEN = auto()
    SCALE_UP = auto()
    SCALE_DOWN = auto()
    SCALE_RESET = auto()
    QUIT = auto()


@dataclass(frozen=True)
class Control:
    """One row: a command, the keys that ask for it, a sentence for the help, and where it holds.

    `screen` is "everywhere" or a screen's name; `group` is its heading in the help.
    """

    command: Command
    keys: tuple[str, ...]
    help: str
    screen: str
    group: str


CONTROLS: tuple[Control, ...] = (
    Control(Command.PAUSE, ("space",), "Pause or play the display", "watch", "Display"),
    Control(Command.STEP, ("right", "n"), "Show exactly one move", "watch", "Display"),
    Control(Command.BACK, ("left",), "Go one move back", "watch", "Display"),
    Control(Command.FASTER, ("+", "="), "Faster", "watch", "Display"),
    Control(Command.SLOWER, ("-",), "Slower", "watch", "Display"),
    Control(Command.EXPLORING, ("e",), "ε-greedy display: show random moves too", "watch", "Display"),
    Control(Command.OVERLAYS, ("o",), "Next overlay", "watch", "Display"),
    Control(Command.VALUES, ("1",), "Overlay: values", "watch", "Display"),
    Control(Command.POLICY, ("2",), "Overlay: policy", "watch", "Display"),
    Control(Command.SAFETY, ("3",), "Overlay: safe, unsafe and doomed moves", "watch", "Display"),
    Control(Command.TRAINING, ("t",), "Pause or resume training", "watch", "Training"),
    Control(Command.UNLIMITED, ("u",), "Training speed: unlimited or paced", "watch", "Training"),
    Control(Command.RATE_UP, ("]",), "Train faster", "watch", "Training"),
    Control(Command.RATE_DOWN, ("[",), "Train slower", "watch", "Training"),
    Control(Command.TRANSITION, (".",), "Train one transition", "watch", "Training"),
    Control(Command.EPISODE, ("shift+.", ","), "Train one episode", "watch", "Training"),
    Control(Command.CONVERGE, ("c",), "Train until converged", "watch", "Training"),
    Control(Command.RESTART, ("r",), "Forget everything and learn anew (asks first)", "watch", "Training"),
    Control(Command.LEVELS, ("l",), "Choose a level", "watch", "Program"),
    Control(Command.BACK_OUT, ("escape",), "Back to where you came from", "everywhere", "Program"),
    Control(Command.HELP, ("h", "f1", "?"), "This help", "everywhere", "Program"),
    Control(Command.FULL_SCREEN, ("f11",), "Full screen", "everywhere", "Program"),
    Control(Command.SCALE_UP, ("ctrl++", "ctrl+="), "Larger letters and buttons", "everywhere", "Program"),
    Control(Command.SCALE_DOWN, ("ctrl+-",), "Smaller letters and buttons", "everywhere", "Program"),
    Control(Command.SCALE_RESET, ("ctrl+0",), "Letters and buttons as at the start", "everywhere", "Program"),
    Control(Command.QUIT, ("ctrl+q",), "Quit", "everywhere", "Program"),
)

_SHOWN = {"space": "Space", "right": "→", "left": "←", "escape": "Esc", "-": "−"}


def find(screen: str, names: Iterable[str]) -> Command | None:
    """The command of the first name that is a key of this screen, or None."""
    for name in names:
        for control in CONTROLS:
            if name in control.keys and control.screen in (screen, "everywhere"):
                return control.command
    return None


def shown(key: str) -> str:
    """A key as people write it: "ctrl+0" → “Ctrl 0”."""
    parts = []
    for prefix, word in (("ctrl+", "Ctrl"), ("shift+", "Shift")):
        if key.startswith(prefix):
            parts.append(word)
            key = key.removeprefix(prefix)
    return " ".join([*parts, _SHOWN.get(key, key.upper())])


def tip(command: Command) -> str:
    """The tooltip of the button for this command: its sentence and its first key."""
    control = next(row for row in CONTROLS if row.command is command)
    return f"{control.help} ({shown(control.keys[0])})"


def help_lines() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The help: (heading, rows of (keys, sentence)) in the table's order."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for control in CONTROLS:
        keys = " or ".join(shown(key) for key in control.keys)
        groups.setdefault(control.group, []).append((keys, control.help))
    return tuple((heading, tuple(rows)) for heading, rows in groups.items())

"""Keys and gamepads, one table: help dialog, tooltips and the window's input are made from it. No pygame.

A key is written as its name, with "ctrl+" and "shift+" before it in that order: "ctrl+0", "f11", "space".
Signs are written as the sign itself, whatever keys make it: "+", "?". What is pressed or pushed on a gamepad
is written as its name in `game.ui.pads`: "a", "up".
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto


class Command(Enum):
    """Everything a key (or its button) can ask of the window."""

    OPEN = auto()
    SURPRISE = auto()
    HARDER = auto()
    EASIER = auto()
    NEXT = auto()
    PREVIOUS = auto()
    BELOW = auto()
    ABOVE = auto()
    FIRST = auto()
    LAST = auto()
    NEXT_GROUP = auto()
    PREVIOUS_GROUP = auto()
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
    SVM = auto()
    ZOOM_IN = auto()
    ZOOM_OUT = auto()
    FOLLOW = auto()
    LOOK = auto()
    TABS = auto()
    AHEAD = auto()
    BEHIND = auto()
    PLAY = auto()
    COMPARE = auto()
    GO_RIGHT = auto()
    GO_UP = auto()
    GO_LEFT = auto()
    GO_DOWN = auto()
    GO_WAIT = auto()
    AGAIN = auto()
    SHIELD = auto()
    GHOST = auto()
    REAL_TIME = auto()
    READING_1 = auto()
    READING_2 = auto()
    READING_3 = auto()
    EDIT = auto()
    NEW = auto()
    GRASS = auto()
    ROAD = auto()
    PAVEMENT = auto()
    RAIL = auto()
    WATER = auto()
    WALL = auto()
    TREE = auto()
    HOUSE = auto()
    BUILDING = auto()
    ROCK = auto()
    START = auto()
    GOAL = auto()
    LANE = auto()
    PATROL = auto()
    CHOOSE = auto()
    APPLY = auto()
    DELETE = auto()
    UNDO = auto()
    REDO = auto()
    SAVE = auto()
    WATCH = auto()
    COPY = auto()
    PASTE = auto()
    WAITING = auto()
    TALLER = auto()
    LOWER = auto()
    WIDER = auto()
    NARROWER = auto()
    MUTE = auto()
    SETTINGS = auto()
    RECORD = auto()
    SCREENSHOT = auto()
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

    `screen` is "everywhere" or a screen's name; `group` is its heading in the help; `pad` is what asks for it
    on a gamepad.
    """

    command: Command
    keys: tuple[str, ...]
    help: str
    screen: str
    group: str
    pad: str = ""


CONTROLS: tuple[Control, ...] = (
    Control(Command.OPEN, ("return", "space"), "Open the selected level", "menu", "Levels"),
    Control(Command.NEXT, ("right",), "Select the next level", "menu", "Levels"),
    Control(Command.PREVIOUS, ("left",), "Select the previous level", "menu", "Levels"),
    Control(Command.BELOW, ("down",), "Select the level below", "menu", "Levels"),
    Control(Command.ABOVE, ("up",), "Select the level above", "menu", "Levels"),
    Control(Command.FIRST, ("home",), "Select the first level", "menu", "Levels"),
    Control(Command.LAST, ("end",), "Select the last level", "menu", "Levels"),
    Control(Command.NEXT_GROUP, ("page down",), "Select the first level of the next group", "menu", "Levels"),
    Control(
        Command.PREVIOUS_GROUP, ("page up",), "Select the first level of the previous group", "menu", "Levels"
    ),
    Control(Command.COMPARE, ("k",), "Race three learners on the selected level", "menu", "Levels"),
    Control(Command.SURPRISE, ("s",), "Surprise me: a new certified crossing", "menu", "Levels"),
    Control(Command.HARDER, ("+", "="), "Harder surprises", "menu", "Levels"),
    Control(Command.EASIER, ("-",), "Easier surprises", "menu", "Levels"),
    Control(Command.EDIT, ("f4",), "Edit the selected level", "menu", "Levels"),
    Control(Command.NEW, ("n",), "New level", "menu", "Levels"),
    Control(Command.QUIT, ("escape",), "Quit", "menu", "Program"),
    Control(Command.PAUSE, ("space",), "Pause or play the display", "watch", "Display"),
    Control(Command.STEP, ("right", "n"), "Step forward", "watch", "Display"),
    Control(Command.BACK, ("left",), "Step back", "watch", "Display"),
    Control(Command.FASTER, ("+", "="), "Faster", "watch", "Display"),
    Control(Command.SLOWER, ("-",), "Slower", "watch", "Display"),
    Control(Command.EXPLORING, ("e",), "Show random moves (ε-greedy)", "watch", "Display"),
    Control(Command.OVERLAYS, ("o",), "Next overlay", "watch", "Display"),
    Control(Command.VALUES, ("1",), "Overlay: values", "watch", "Display"),
    Control(Command.POLICY, ("2",), "Overlay: policy", "watch", "Display"),
    Control(Command.SAFETY, ("3",), "Overlay: allowed, unsafe and doomed moves", "watch", "Display"),
    Control(Command.SVM, ("4",), "Overlay: the SVM's choices", "watch", "Display"),
    Control(Command.ZOOM_IN, ("z",), "Large boards: zoom in (also with the mouse wheel)", "watch", "Display"),
    Control(Command.ZOOM_OUT, ("shift+z",), "Large boards: zoom out", "watch", "Display"),
    Control(Command.FOLLOW, ("home",), "Large boards: follow the agent again", "watch", "Display"),
    Control(
        Command.LOOK, ("i",), "Inspect a cell: move with the arrow keys, Esc to stop", "watch", "Inspect"
    ),
    Control(Command.TABS, ("d",), "Next card: Learning, Cell, SVM", "watch", "Inspect"),
    Control(Command.AHEAD, ("shift+right", "page down"), "Look one tick ahead", "watch", "Inspect"),
    Control(Command.BEHIND, ("shift+left", "page up"), "Look one tick back", "watch", "Inspect"),
    Control(Command.TRAINING, ("t",), "Pause or resume training", "watch", "Training"),
    Control(Command.UNLIMITED, ("u",), "Training speed: unlimited or paced", "watch", "Training"),
    Control(Command.RATE_UP, ("]",), "Train faster", "watch", "Training"),
    Control(Command.RATE_DOWN, ("[",), "Train slower", "watch", "Training"),
    Control(Command.TRANSITION, (".",), "Train one transition", "watch", "Training"),
    Control(Command.EPISODE, ("shift+.", ","), "Train one episode", "watch", "Training"),
    Control(Command.CONVERGE, ("c",), "Train until converged", "watch", "Training"),
    Control(Command.RESTART, ("r",), "Start learning over (asks first)", "watch", "Training"),
    Control(Command.PLAY, ("p",), "Cross it yourself", "watch", "Program"),
    Control(Command.COMPARE, ("k",), "Race three learners", "watch", "Program"),
    Control(Command.EDIT, ("f4",), "Edit this level", "watch", "Program"),
    Control(Command.GRASS, ("1",), "Grass", "edit", "Tools"),
    Control(Command.ROAD, ("2",), "Road", "edit", "Tools"),
    Control(Command.PAVEMENT, ("3",), "Pavement", "edit", "Tools"),
    Control(Command.RAIL, ("4",), "Rail", "edit", "Tools"),
    Control(Command.WATER, ("5",), "Water", "edit", "Tools"),
    Control(Command.WALL, ("6",), "Wall", "edit", "Tools"),
    Control(Command.TREE, ("7",), "Tree", "edit", "Tools"),
    Control(Command.HOUSE, ("8",), "House", "edit", "Tools"),
    Control(Command.BUILDING, ("9",), "Building", "edit", "Tools"),
    Control(Command.ROCK, ("0",), "Rock", "edit", "Tools"),
    Control(Command.START, ("s",), "Start: drag to move, click to add or remove", "edit", "Tools"),
    Control(Command.GOAL, ("g",), "Goal: drag to move, click to add or remove", "edit", "Tools"),
    Control(Command.LANE, ("l",), "Lane: drag along a row or column", "edit", "Tools"),
    Control(
        Command.PATROL,
        ("p",),
        "Patrol: drag along its path; end where you began to close it",
        "edit",
        "Tools",
    ),
    Control(Command.CHOOSE, ("c",), "Select an obstacle to change it", "edit", "Tools"),
    Control(Command.GO_RIGHT, ("right",), "Cursor right", "edit", "Drawing"),
    Control(Command.GO_UP, ("up",), "Cursor up", "edit", "Drawing"),
    Control(Command.GO_LEFT, ("left",), "Cursor left", "edit", "Drawing"),
    Control(Command.GO_DOWN, ("down",), "Cursor down", "edit", "Drawing"),
    Control(Command.APPLY, ("space", "return"), "Start or end a stroke at the cursor", "edit", "Drawing"),
    Control(Command.DELETE, ("delete", "backspace"), "Delete the selected obstacle", "edit", "Drawing"),
    Control(Command.UNDO, ("ctrl+z",), "Undo", "edit", "Drawing"),
    Control(Command.REDO, ("ctrl+y", "ctrl+shift+z"), "Redo", "edit", "Drawing"),
    Control(Command.PAUSE, ("t",), "Pause or play the traffic", "edit", "Drawing"),
    Control(Command.WIDER, ("ctrl+right",), "Add a column", "edit", "Level"),
    Control(Command.NARROWER, ("ctrl+left",), "Remove a column", "edit", "Level"),
    Control(Command.TALLER, ("ctrl+down",), "Add a row", "edit", "Level"),
    Control(Command.LOWER, ("ctrl+up",), "Remove a row", "edit", "Level"),
    Control(Command.WAITING, ("w",), "Waiting allowed or not", "edit", "Level"),
    Control(Command.COPY, ("ctrl+c",), "Copy the level as text (YAML)", "edit", "Level"),
    Control(Command.PASTE, ("ctrl+v",), "Replace the level with the copied text", "edit", "Level"),
    Control(Command.SAVE, ("ctrl+s",), "Save", "edit", "Program"),
    Control(Command.WATCH, ("f5",), "Save and watch the agent learn", "edit", "Program"),
    Control(Command.BACK_OUT, ("escape",), "Back (asks if there is unsaved work)", "edit", "Program"),
    Control(Command.GO_RIGHT, ("right", "d"), "Move right", "play", "Moving", "right"),
    Control(Command.GO_UP, ("up", "w"), "Move up", "play", "Moving", "up"),
    Control(Command.GO_LEFT, ("left", "a"), "Move left", "play", "Moving", "left"),
    Control(Command.GO_DOWN, ("down", "s"), "Move down", "play", "Moving", "down"),
    Control(Command.GO_WAIT, ("x", "."), "Wait, if the level allows it", "play", "Moving", "x"),
    Control(Command.AGAIN, ("space", "return"), "Start again when the run is over", "play", "The run", "a"),
    Control(Command.RESTART, ("r",), "Start again", "play", "The run"),
    Control(Command.SHIELD, ("f",), "Shield on or off; without it you can crash", "play", "The run", "y"),
    Control(Command.GHOST, ("g",), "Race the agent's ghost", "play", "The run"),
    Control(Command.REAL_TIME, ("b",), "Move by move, or in real time", "play", "The run"),
    Control(Command.ZOOM_IN, ("z",), "Large boards: zoom in (also with the mouse wheel)", "play", "The run"),
    Control(Command.ZOOM_OUT, ("shift+z",), "Large boards: zoom out", "play", "The run"),
    Control(Command.FOLLOW, ("home",), "Large boards: follow the agent again", "play", "The run"),
    Control(Command.FASTER, ("+", "="), "Faster beat", "play", "The run"),
    Control(Command.SLOWER, ("-",), "Slower beat", "play", "The run"),
    Control(Command.BACK_OUT, ("escape", "p"), "Back to watching", "play", "Program", "b"),
    Control(Command.PAUSE, ("space",), "Pause or play the displays", "compare", "Display"),
    Control(Command.STEP, ("right", "n"), "Step forward, all three", "compare", "Display"),
    Control(Command.BACK, ("left",), "Step back", "compare", "Display"),
    Control(Command.FASTER, ("+", "="), "Faster", "compare", "Display"),
    Control(Command.SLOWER, ("-",), "Slower", "compare", "Display"),
    Control(Command.EXPLORING, ("e",), "Show random moves (ε-greedy)", "compare", "Display"),
    Control(
        Command.ZOOM_IN, ("z",), "Large boards: zoom in (also with the mouse wheel)", "compare", "Display"
    ),
    Control(Command.ZOOM_OUT, ("shift+z",), "Large boards: zoom out", "compare", "Display"),
    Control(Command.FOLLOW, ("home",), "Large boards: follow the agent again", "compare", "Display"),
    Control(Command.TRAINING, ("t",), "Pause or resume training", "compare", "Training"),
    Control(Command.UNLIMITED, ("u",), "Training speed: unlimited or paced", "compare", "Training"),
    Control(Command.RATE_UP, ("]",), "Train faster", "compare", "Training"),
    Control(Command.RATE_DOWN, ("[",), "Train slower", "compare", "Training"),
    Control(Command.TRANSITION, (".",), "Train one transition of each", "compare", "Training"),
    Control(Command.RESTART, ("r",), "Start over with the same seed", "compare", "Training"),
    Control(Command.BACK_OUT, ("escape", "k"), "Back to where you came from", "compare", "Program"),
    Control(Command.LEVELS, ("l",), "Choose a level", "watch", "Program"),
    Control(Command.BACK_OUT, ("escape",), "Back to the levels", "watch", "Program"),
    Control(Command.READING_1, ("1",), "Open the file as the first reading says", "errors", "Program"),
    Control(Command.READING_2, ("2",), "As the second reading says", "errors", "Program"),
    Control(Command.READING_3, ("3",), "As the third reading says", "errors", "Program"),
    Control(Command.EDIT, ("f4",), "Fix the file in the editor", "errors", "Program"),
    Control(Command.BACK_OUT, ("escape",), "Back to where you came from", "errors", "Program"),
    Control(Command.HELP, ("h", "f1", "?"), "Help", "everywhere", "Program"),
    Control(Command.SETTINGS, ("f2",), "Settings: colours, motion, sound, size", "everywhere", "Program"),
    Control(Command.MUTE, ("m",), "Sound off or on", "everywhere", "Program"),
    Control(Command.RECORD, ("f9",), "Start or stop recording a GIF", "everywhere", "Program"),
    Control(Command.SCREENSHOT, ("f12",), "Save a screenshot (PNG)", "everywhere", "Program"),
    Control(Command.FULL_SCREEN, ("f11",), "Full screen", "everywhere", "Program"),
    Control(Command.SCALE_UP, ("ctrl++", "ctrl+="), "Larger text", "everywhere", "Program"),
    Control(Command.SCALE_DOWN, ("ctrl+-",), "Smaller text", "everywhere", "Program"),
    Control(Command.SCALE_RESET, ("ctrl+0",), "Reset text size", "everywhere", "Program"),
    Control(Command.QUIT, ("ctrl+q",), "Quit", "everywhere", "Program"),
)

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
}


def find(screen: str, names: Iterable[str]) -> Command | None:
    """The command of the first name that is a key of this screen, or None."""
    for name in names:
        for control in controls_of(screen):
            if name in control.keys:
                return control.command
    return None


def find_pad(screen: str, name: str) -> Command | None:
    """The same for what is pressed or pushed on a gamepad."""
    return next((control.command for control in controls_of(screen) if name and control.pad == name), None)


def controls_of(screen: str) -> tuple[Control, ...]:
    """The rows that hold on a screen, in the table's order."""
    return tuple(control for control in CONTROLS if control.screen in {screen, "everywhere"})


def shown(key: str) -> str:
    """A key as people write it: "ctrl+0" → “Ctrl 0”."""
    parts = []
    for prefix, word in (("ctrl+", "Ctrl"), ("shift+", "Shift")):
        if key.startswith(prefix):
            parts.append(word)
            key = key.removeprefix(prefix)
    return " ".join([*parts, _SHOWN.get(key, key.upper())])


def tip(screen: str, command: Command) -> str:
    """The tooltip of the screen's button for this command: its sentence and its first key."""
    control = next(row for row in controls_of(screen) if row.command is command)
    return f"{control.help} ({shown(control.keys[0])})"


def help_lines(screen: str) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The help on a screen: (heading, rows of (keys, sentence)) in the table's order."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for control in controls_of(screen):
        pad = (f"Pad {shown(control.pad)}",) if control.pad else ()
        keys = " or ".join((*map(shown, control.keys), *pad))
        groups.setdefault(control.group, []).append((keys, control.help))
    return tuple((heading, tuple(rows)) for heading, rows in groups.items())

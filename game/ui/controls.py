"""Keys and gamepads, one table: dispatch, help, tooltips and hints are made from it. No pygame.

A key is written as its name, with "ctrl+" and "shift+" before it in that order: "ctrl+0", "f11", "space".
Signs are written as the sign itself, whatever keys make it: "+", "?". What is pressed or pushed on a gamepad
is written as its name in `game.ui.pads`: "a", "up".

The table is checked as it is made, and each screen as its class is made: no key does two things on a screen,
and no row lacks its handler.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, unique

APP = "app."
"""Begins the names of handlers that are the app's; all others are methods of the screen on show."""


@unique
class Control(Enum):
    """Everything a key (or the button beside it) does, as the method that does it and its arguments.

    Attributes:
        handler: the method's name.
        of_app: whether it is a method of the app, for what concerns the window; otherwise of the screen.
        args: what it is called with.
    """

    OPEN = "open_level"
    RACE = "start_race"
    TOUR = "take_tour"
    LESSONS = "show_lessons"
    OPEN_FILE = "open_file"
    SURPRISE = "surprise_me"
    DAILY = "play_daily"
    OWN = "show_own"
    RENAME = "rename_level"
    DUPLICATE = "duplicate_level"
    SHOW_FILE = "show_in_folder"
    TRASH = "delete_level"
    MORE = "show_more"
    NEXT = "move_choice", 1
    PREVIOUS = "move_choice", -1
    BELOW = "move_rows", 1
    ABOVE = "move_rows", -1
    FIRST = "choose_first"
    LAST = "choose_last"
    NEXT_GROUP = "move_groups", 1
    PREVIOUS_GROUP = "move_groups", -1
    PAUSE = "toggle_pause"
    STEP = "step"
    BACK = "step_back"
    FASTER = "change_speed", 1
    SLOWER = "change_speed", -1
    EXPLORING = "toggle_exploring"
    RACER_1 = "select_racer", 0
    RACER_2 = "select_racer", 1
    RACER_3 = "select_racer", 2
    EARLIER = "move_in_time", -1
    LATER = "move_in_time", 1
    REPLAY = "replay"
    NEXT_LEVEL = "open_next_level"
    PROJECTOR = "toggle_projector"
    RESTART = "restart"
    EXPORT = "export_run"
    TRAINING = "toggle_training"
    UNLIMITED = "toggle_unlimited"
    RATE_UP = "change_rate", 1
    RATE_DOWN = "change_rate", -1
    TRANSITION = "train_transition"
    EPISODE = "train_episode"
    CONVERGE = "train_until_converged"
    OVERLAYS = "next_overlay"
    VALUES = "toggle_overlay", "values"
    POLICY = "toggle_overlay", "policy"
    SAFETY = "toggle_overlay", "safety"
    SVM = "toggle_overlay", "svm"
    SVM_ACTS = "toggle_svm_acts"
    SVM_MASK = "toggle_svm_mask"
    ERROR = "toggle_overlay", "error"
    NEXT_TRAP = "next_trap"
    REFUSAL = "next_refusal"
    ZOOM_IN = "zoom", 1
    ZOOM_OUT = "zoom", -1
    FOLLOW = "follow_agent"
    LOOK = "look_at_cell"
    TABS = "next_tab"
    AHEAD = "look_ahead", 1
    BEHIND = "look_ahead", -1
    PLAY = "play_level"
    COMPARE = "compare_level"
    GO_RIGHT = "move", "right"
    GO_UP = "move", "up"
    GO_LEFT = "move", "left"
    GO_DOWN = "move", "down"
    GO_WAIT = "move", "wait"
    AGAIN = "start_again"
    BEST = "watch_best"
    SEE_AGAIN = "see_again"
    SHIELD = "toggle_shield"
    GHOST = "toggle_race"
    REAL_TIME = "toggle_real_time"
    GUIDE_NEXT = "go_on"
    GUIDE_BACK = "go_back"
    ANSWER_1 = "answer", 1
    ANSWER_2 = "answer", 2
    ANSWER_3 = "answer", 3
    ANSWER_4 = "answer", 4
    ANSWER_5 = "answer", 5
    READING_1 = "open_reading", 1
    READING_2 = "open_reading", 2
    READING_3 = "open_reading", 3
    EDIT = "edit_level"
    NEW = "new_level"
    GRASS = "choose_tool", "Grass"
    ROAD = "choose_tool", "Road"
    PAVEMENT = "choose_tool", "Pavement"
    RAIL = "choose_tool", "Rail"
    WATER = "choose_tool", "Water"
    WALL = "choose_tool", "Wall"
    TREE = "choose_tool", "Tree"
    HOUSE = "choose_tool", "House"
    BUILDING = "choose_tool", "Building"
    ROCK = "choose_tool", "Rock"
    START = "choose_tool", "Start"
    GOAL = "choose_tool", "Goal"
    LANE = "choose_tool", "Lane"
    PATROL = "choose_tool", "Patrol"
    CHOOSE = "choose_tool", "Select"
    ERASE = "choose_tool", "Erase"
    APPLY = "apply_tool"
    DELETE = "delete_obstacle"
    UNDO = "undo"
    REDO = "redo"
    SAVE = "save"
    SAVE_AS = "save_as"
    SHARE = "share_level"
    CARDS = "toggle_cards"
    WATCH = "save_and_watch"
    COPY = "copy_text"
    PASTE = "paste_text"
    WAITING = "toggle_waiting"
    TALLER = "resize_board", 1, 0
    LOWER = "resize_board", -1, 0
    WIDER = "resize_board", 0, 1
    NARROWER = "resize_board", 0, -1
    MUTE = "toggle_sound"
    SETTINGS = "show_settings"
    RECORD = "app.toggle_film"
    SCREENSHOT = "app.save_screenshot"
    LEVELS = "show_menu"
    BACK_OUT = "back_out"
    HELP = "show_help"
    FULL_SCREEN = "app.toggle_full_screen"
    SCALE_UP = "app.change_scale", 1
    SCALE_DOWN = "app.change_scale", -1
    SCALE_RESET = "app.reset_scale"
    QUIT = "app.quit"

    def __init__(self, handler: str, *args: object) -> None:
        self.of_app = handler.startswith(APP)
        self.handler = handler.removeprefix(APP)
        self.args = args

    def run(self, owner: object) -> None:
        """Calls the handler of the screen, or of the app if it is `of_app`."""
        getattr(owner, self.handler)(*self.args)


@dataclass(frozen=True)
class Binding:
    """One row: a control, its keys, a sentence for the help, and where it holds.

    `screen` is EVERYWHERE or a screen's name; `group` is its heading in the help; `pad` is its button or
    direction on a gamepad. The row's handler is its control's.
    """

    control: Control
    keys: tuple[str, ...]
    help: str
    screen: str
    group: str
    pad: str = ""


EVERYWHERE = "everywhere"


def checked(*bindings: Binding) -> tuple[Binding, ...]:
    """The rows of the table as they are.

    Raises:
        ValueError: on one screen a key, a gamepad's button or a control has two rows.
    """
    for screen in dict.fromkeys(row.screen for row in bindings):
        rows = [row for row in bindings if row.screen in {screen, EVERYWHERE}]
        for kind, names in (
            ("key", [key for row in rows for key in row.keys]),
            ("gamepad entry", [row.pad for row in rows if row.pad]),
            ("control", [row.control.name for row in rows]),
        ):
            twice = [name for name, count in Counter(names).items() if count > 1]
            if twice:
                raise ValueError(f"two rows on the {screen} screen have the {kind} {twice[0]}")
    return bindings


CONTROLS: tuple[Binding, ...] = checked(
    Binding(Control.OPEN, ("return", "space"), "Watch the agent learn the selected level", "menu", "Levels"),
    Binding(Control.PLAY, ("p",), "Cross the selected level yourself", "menu", "Levels"),
    Binding(Control.DAILY, ("d",), "Play today's crossing", "menu", "Levels"),
    Binding(Control.COMPARE, ("k",), "Race three learners on the selected level", "menu", "Levels"),
    Binding(Control.EDIT, ("f4",), "Edit the selected level", "menu", "Levels"),
    Binding(Control.NEXT, ("right",), "Select the next level", "menu", "Levels"),
    Binding(Control.PREVIOUS, ("left",), "Select the previous level", "menu", "Levels"),
    Binding(Control.BELOW, ("down",), "Select the level below", "menu", "Levels"),
    Binding(Control.ABOVE, ("up",), "Select the level above", "menu", "Levels"),
    Binding(Control.FIRST, ("home",), "Select the first level", "menu", "Levels"),
    Binding(Control.LAST, ("end",), "Select the last level", "menu", "Levels"),
    Binding(Control.NEXT_GROUP, ("page down",), "Select the first level of the next group", "menu", "Levels"),
    Binding(
        Control.PREVIOUS_GROUP, ("page up",), "Select the first level of the previous group", "menu", "Levels"
    ),
    Binding(Control.OWN, (".",), "Rename, duplicate, show or delete a level of your own", "menu", "Your own"),
    Binding(Control.RENAME, ("ctrl+r",), "Rename the selected level of your own", "menu", "Your own"),
    Binding(Control.DUPLICATE, ("ctrl+d",), "Duplicate the selected level", "menu", "Your own"),
    Binding(
        Control.SHOW_FILE, ("ctrl+l",), "Show the selected level's file in its folder", "menu", "Your own"
    ),
    Binding(
        Control.TRASH, ("delete",), "Delete the selected level of your own (asks first)", "menu", "Your own"
    ),
    Binding(Control.UNDO, ("ctrl+z",), "Undo the last deletion", "menu", "Your own"),
    Binding(Control.RACE, ("r",), "Watch three learners race on Crossy Road", "menu", "Program"),
    Binding(Control.TOUR, ("t",), "Take the tour: seven steps, three minutes", "menu", "Program"),
    Binding(Control.LESSONS, ("l",), "Lessons: short ones, with questions", "menu", "Program"),
    Binding(Control.NEW, ("n",), "New level", "menu", "Program"),
    Binding(Control.OPEN_FILE, ("o", "ctrl+o"), "Open a level file", "menu", "Program"),
    Binding(
        Control.SURPRISE,
        ("s",),
        "Surprise me: random roads, late traffic or rivers, or by code",
        "menu",
        "Program",
    ),
    Binding(Control.MORE, ("f10",), "More: size of text, sound, recording, quit", "menu", "Program"),
    Binding(Control.PAUSE, ("space",), "Pause or play the display", "watch", "Display"),
    Binding(Control.STEP, ("right", "n"), "Step forward", "watch", "Display"),
    Binding(Control.BACK, ("left",), "Step back", "watch", "Display"),
    Binding(Control.FASTER, ("+", "="), "Faster", "watch", "Display"),
    Binding(Control.SLOWER, ("-",), "Slower", "watch", "Display"),
    Binding(Control.REPLAY, ("backspace",), "Replay from the start", "watch", "Display"),
    Binding(Control.EARLIER, ("ctrl+left",), "Replay what it knew earlier", "watch", "Display"),
    Binding(Control.LATER, ("ctrl+right",), "Replay what it knew later", "watch", "Display"),
    Binding(Control.EXPLORING, ("e",), "Show random moves (ε-greedy)", "watch", "Display"),
    Binding(Control.OVERLAYS, ("o",), "Show the board another way", "watch", "Display"),
    Binding(Control.VALUES, ("1",), "Show values", "watch", "Display"),
    Binding(Control.POLICY, ("2",), "Show best moves", "watch", "Display"),
    Binding(Control.SAFETY, ("3",), "Show what is safe, a crash or a trap", "watch", "Display"),
    Binding(Control.SVM, ("4",), "Show the SVM's choices", "watch", "Display"),
    Binding(Control.SVM_ACTS, ("a",), "Let the SVM act, or return to the learner", "watch", "Display"),
    Binding(
        Control.SVM_MASK,
        ("shift+a",),
        "The SVM's mask on or off; without it, it may crash",
        "watch",
        "Display",
    ),
    Binding(Control.ERROR, ("5",), "Show how far off its estimates are", "watch", "Display"),
    Binding(Control.NEXT_TRAP, ("j",), "Play up to the next trap and explain it", "watch", "Display"),
    Binding(
        Control.REFUSAL,
        ("shift+j",),
        "Replay up to a refused move and explain it",
        "watch",
        "Display",
    ),
    Binding(Control.PROJECTOR, ("f8",), "Projector: one huge sentence for the back row", "watch", "Display"),
    Binding(Control.ZOOM_IN, ("z",), "Large boards: zoom in (also with the mouse wheel)", "watch", "Display"),
    Binding(Control.ZOOM_OUT, ("shift+z",), "Large boards: zoom out", "watch", "Display"),
    Binding(Control.FOLLOW, ("home",), "Large boards: follow the agent again", "watch", "Display"),
    Binding(
        Control.LOOK, ("i",), "Inspect a cell: move with the arrow keys, Esc to stop", "watch", "Inspect"
    ),
    Binding(Control.TABS, ("d",), "Next cards: in plain words, details, one cell", "watch", "Inspect"),
    Binding(Control.AHEAD, ("shift+right", "page down"), "Look one step ahead", "watch", "Inspect"),
    Binding(Control.BEHIND, ("shift+left", "page up"), "Look one step back", "watch", "Inspect"),
    Binding(Control.TRAINING, ("t",), "Pause learning, or go on", "watch", "Learning"),
    Binding(Control.UNLIMITED, ("u",), "Learn as fast as possible, or at the speed set", "watch", "Learning"),
    Binding(Control.RATE_UP, ("]",), "Learn faster", "watch", "Learning"),
    Binding(Control.RATE_DOWN, ("[",), "Learn slower", "watch", "Learning"),
    Binding(Control.TRANSITION, (".",), "Learn from one practice move", "watch", "Learning"),
    Binding(Control.EPISODE, ("shift+.", ","), "Learn to the end of the practice run", "watch", "Learning"),
    Binding(Control.CONVERGE, ("c",), "Learn until it has learned, then pause", "watch", "Learning"),
    Binding(Control.RESTART, ("r",), "Start learning over (asks first)", "watch", "Learning"),
    Binding(Control.EXPORT, ("ctrl+e",), "Export the run: curves, chart, tables", "watch", "Learning"),
    Binding(Control.NEXT_LEVEL, ("shift+n",), "Next level", "watch", "Program"),
    Binding(Control.PLAY, ("p",), "Play it yourself", "watch", "Program"),
    Binding(Control.COMPARE, ("k",), "Race three learners", "watch", "Program"),
    Binding(Control.EDIT, ("f4",), "Edit this level", "watch", "Program"),
    Binding(Control.CHOOSE, ("c",), "Select an obstacle to change it", "edit", "Tools"),
    Binding(Control.ERASE, ("e",), "Erase what is drawn, or the traffic under a click", "edit", "Tools"),
    Binding(Control.GRASS, ("1",), "Grass", "edit", "Tools"),
    Binding(Control.ROAD, ("2",), "Road", "edit", "Tools"),
    Binding(Control.PAVEMENT, ("3",), "Pavement", "edit", "Tools"),
    Binding(Control.RAIL, ("4",), "Rail", "edit", "Tools"),
    Binding(Control.WATER, ("5",), "Water", "edit", "Tools"),
    Binding(Control.WALL, ("6",), "Wall", "edit", "Tools"),
    Binding(Control.TREE, ("7",), "Tree", "edit", "Tools"),
    Binding(Control.HOUSE, ("8",), "House", "edit", "Tools"),
    Binding(Control.BUILDING, ("9",), "Building", "edit", "Tools"),
    Binding(Control.ROCK, ("0",), "Rock", "edit", "Tools"),
    Binding(Control.START, ("s",), "Start: drag to move, click to add or remove", "edit", "Tools"),
    Binding(Control.GOAL, ("g",), "Goal: drag to move, click to add or remove", "edit", "Tools"),
    Binding(Control.LANE, ("l",), "Lane: drag along a row or column", "edit", "Tools"),
    Binding(
        Control.PATROL,
        ("p",),
        "Patrol: drag along its path; end where you began to close it",
        "edit",
        "Tools",
    ),
    Binding(Control.GO_RIGHT, ("right",), "Cursor right", "edit", "Drawing"),
    Binding(Control.GO_UP, ("up",), "Cursor up", "edit", "Drawing"),
    Binding(Control.GO_LEFT, ("left",), "Cursor left", "edit", "Drawing"),
    Binding(Control.GO_DOWN, ("down",), "Cursor down", "edit", "Drawing"),
    Binding(Control.APPLY, ("space", "return"), "Start or end a stroke at the cursor", "edit", "Drawing"),
    Binding(Control.DELETE, ("delete", "backspace"), "Delete the selected obstacle", "edit", "Drawing"),
    Binding(Control.UNDO, ("ctrl+z",), "Undo", "edit", "Drawing"),
    Binding(Control.REDO, ("ctrl+y", "ctrl+shift+z"), "Redo", "edit", "Drawing"),
    Binding(Control.PAUSE, ("t",), "Pause or play the traffic", "edit", "Traffic"),
    Binding(Control.STEP, ("n",), "Traffic one step forward", "edit", "Traffic"),
    Binding(Control.FASTER, ("+", "="), "Faster traffic", "edit", "Traffic"),
    Binding(Control.SLOWER, ("-",), "Slower traffic", "edit", "Traffic"),
    Binding(Control.WIDER, ("ctrl+right",), "Add a column", "edit", "Level"),
    Binding(Control.NARROWER, ("ctrl+left",), "Remove a column", "edit", "Level"),
    Binding(Control.TALLER, ("ctrl+down",), "Add a row", "edit", "Level"),
    Binding(Control.LOWER, ("ctrl+up",), "Remove a row", "edit", "Level"),
    Binding(Control.WAITING, ("w",), "Waiting allowed or not", "edit", "Level"),
    Binding(Control.COPY, ("ctrl+c",), "Copy the level as text (YAML)", "edit", "Level"),
    Binding(
        Control.PASTE, ("ctrl+v",), "Replace the level with the copied text, drawing or code", "edit", "Level"
    ),
    Binding(Control.SHARE, ("ctrl+e",), "Share the level as a short code", "edit", "Level"),
    Binding(Control.SAVE, ("ctrl+s",), "Save", "edit", "Program"),
    Binding(Control.SAVE_AS, ("ctrl+shift+s",), "Save under another name", "edit", "Program"),
    Binding(Control.SHOW_FILE, ("ctrl+l",), "Show the file in its folder", "edit", "Program"),
    Binding(Control.PLAY, ("f6",), "Save and play it yourself", "edit", "Program"),
    Binding(Control.CARDS, ("d",), "Narrow windows: open or close the cards", "edit", "Program"),
    Binding(Control.MORE, ("f10",), "More: save as, share, show in folder", "edit", "Program"),
    Binding(Control.WATCH, ("f5",), "Save and watch the agent learn", "edit", "Program"),
    Binding(Control.BACK_OUT, ("escape",), "Back (asks if there is unsaved work)", "edit", "Program"),
    Binding(Control.GO_RIGHT, ("right", "d"), "Move right", "play", "Moving", "right"),
    Binding(Control.GO_UP, ("up", "w"), "Move up", "play", "Moving", "up"),
    Binding(Control.GO_LEFT, ("left", "a"), "Move left", "play", "Moving", "left"),
    Binding(Control.GO_DOWN, ("down", "s"), "Move down", "play", "Moving", "down"),
    Binding(Control.GO_WAIT, ("x", "."), "Wait, if the level allows it", "play", "Moving", "x"),
    Binding(Control.AGAIN, ("space",), "Start again when the run is over", "play", "The run", "a"),
    Binding(Control.NEXT_LEVEL, ("return",), "Next level once you are across", "play", "The run", "start"),
    Binding(Control.BEST, ("v",), "Watch the best path once you are across", "play", "The run"),
    Binding(Control.SEE_AGAIN, ("t",), "See the last steps again, slowly", "play", "The run"),
    Binding(Control.RESTART, ("r",), "Start again", "play", "The run"),
    Binding(Control.SHIELD, ("f",), "Shield on or off; without it you can crash", "play", "The run", "y"),
    Binding(Control.GHOST, ("g",), "Race the learned hen beside you", "play", "The run"),
    Binding(Control.REAL_TIME, ("b",), "Move by move, or in real time", "play", "The run"),
    Binding(Control.ZOOM_IN, ("z",), "Large boards: zoom in (also with the mouse wheel)", "play", "The run"),
    Binding(Control.ZOOM_OUT, ("shift+z",), "Large boards: zoom out", "play", "The run"),
    Binding(Control.FOLLOW, ("home",), "Large boards: follow the agent again", "play", "The run"),
    Binding(Control.FASTER, ("+", "="), "Faster beat", "play", "The run"),
    Binding(Control.SLOWER, ("-",), "Slower beat", "play", "The run"),
    Binding(Control.BACK_OUT, ("escape", "p"), "Back to where you came from", "play", "Program", "b"),
    Binding(Control.PAUSE, ("space",), "Pause or play the displays", "compare", "Display"),
    Binding(Control.STEP, ("right", "n"), "Step forward, all three", "compare", "Display"),
    Binding(Control.BACK, ("left",), "Step back", "compare", "Display"),
    Binding(Control.FASTER, ("+", "="), "Faster", "compare", "Display"),
    Binding(Control.SLOWER, ("-",), "Slower", "compare", "Display"),
    Binding(Control.EXPLORING, ("e",), "Show random moves (ε-greedy)", "compare", "Display"),
    Binding(
        Control.ZOOM_IN, ("z",), "Large boards: zoom in (also with the mouse wheel)", "compare", "Display"
    ),
    Binding(Control.ZOOM_OUT, ("shift+z",), "Large boards: zoom out", "compare", "Display"),
    Binding(Control.FOLLOW, ("home",), "Large boards: follow the agent again", "compare", "Display"),
    Binding(Control.TRAINING, ("t",), "Pause learning, or go on", "compare", "Learning"),
    Binding(
        Control.UNLIMITED, ("u",), "Learn as fast as possible, or at the speed set", "compare", "Learning"
    ),
    Binding(Control.RATE_UP, ("]",), "Learn faster", "compare", "Learning"),
    Binding(Control.RATE_DOWN, ("[",), "Learn slower", "compare", "Learning"),
    Binding(Control.TRANSITION, (".",), "Learn from one practice move each", "compare", "Learning"),
    Binding(Control.RESTART, ("r",), "Start over with the same seed", "compare", "Learning"),
    Binding(Control.RACER_1, ("1",), "Select who races first", "compare", "Who races"),
    Binding(Control.RACER_2, ("2",), "Select who races second", "compare", "Who races"),
    Binding(Control.RACER_3, ("3",), "Select who races third", "compare", "Who races"),
    Binding(Control.BACK_OUT, ("escape", "k"), "Back to where you came from", "compare", "Program"),
    Binding(Control.LEVELS, ("l",), "Select a level", "watch", "Program"),
    Binding(Control.BACK_OUT, ("escape",), "Back to the levels", "watch", "Program"),
    Binding(Control.GUIDE_NEXT, ("right", "return"), "Next", "lesson", "Lesson"),
    Binding(Control.GUIDE_BACK, ("left",), "Back", "lesson", "Lesson"),
    Binding(Control.ANSWER_1, ("1",), "Give the first answer", "lesson", "Lesson"),
    Binding(Control.ANSWER_2, ("2",), "The second", "lesson", "Lesson"),
    Binding(Control.ANSWER_3, ("3",), "The third", "lesson", "Lesson"),
    Binding(Control.ANSWER_4, ("4",), "The fourth", "lesson", "Lesson"),
    Binding(Control.ANSWER_5, ("5",), "The fifth", "lesson", "Lesson"),
    Binding(Control.BACK_OUT, ("escape",), "Leave the lesson or tour", "lesson", "Program"),
    Binding(Control.READING_1, ("1",), "Open the file as the first reading says", "errors", "Program"),
    Binding(Control.READING_2, ("2",), "As the second reading says", "errors", "Program"),
    Binding(Control.READING_3, ("3",), "As the third reading says", "errors", "Program"),
    Binding(Control.EDIT, ("f4",), "Fix the file in the editor", "errors", "Program"),
    Binding(Control.BACK_OUT, ("escape",), "Back to where you came from", "errors", "Program"),
    Binding(Control.HELP, ("h", "f1", "?"), "Help", "everywhere", "Program"),
    Binding(Control.SETTINGS, ("f2",), "Settings: colours, motion, sound, size", "everywhere", "Program"),
    Binding(Control.MUTE, ("m",), "Sound off or on", "everywhere", "Program"),
    Binding(Control.RECORD, ("f9",), "Start or stop recording a GIF", "everywhere", "Program"),
    Binding(Control.SCREENSHOT, ("f12",), "Save a screenshot (PNG)", "everywhere", "Program"),
    Binding(Control.FULL_SCREEN, ("f11",), "Full screen", "everywhere", "Program"),
    Binding(Control.SCALE_UP, ("ctrl++", "ctrl+="), "Larger text", "everywhere", "Program"),
    Binding(Control.SCALE_DOWN, ("ctrl+-",), "Smaller text", "everywhere", "Program"),
    Binding(Control.SCALE_RESET, ("ctrl+0",), "Reset text size", "everywhere", "Program"),
    Binding(Control.QUIT, ("ctrl+q",), "Quit", "everywhere", "Program"),
)


def control_of(handler: str, *args: object) -> Control | None:
    """The control that calls this handler with these arguments, or None."""
    return next((control for control in Control if (control.handler, control.args) == (handler, args)), None)


def bindings_of(screen: str) -> tuple[Binding, ...]:
    """The rows that hold on a screen, in the table's order."""
    return tuple(row for row in CONTROLS if row.screen in {screen, EVERYWHERE})


def binding_of(screen: str, control: Control) -> Binding:
    """The row of a control on a screen.

    Raises:
        KeyError: the control has none there.
    """
    for row in bindings_of(screen):
        if row.control is control:
            return row
    raise KeyError(f"{control.name} has no row on the {screen} screen")


def find(screen: str, names: Iterable[str]) -> Binding | None:
    """The row of the first name that is a key of this screen, or None."""
    rows = bindings_of(screen)
    return next((row for name in names for row in rows if name in row.keys), None)


def find_pad(screen: str, name: str) -> Binding | None:
    """The row of what is pressed or pushed on a gamepad, or None; "" is nothing."""
    return next((row for row in bindings_of(screen) if name and row.pad == name), None)


def check_handlers(owner: type, controls: Iterable[Control]) -> None:
    """Sees that a class has a method for each of these controls.

    Raises:
        TypeError: it lacks one.
    """
    for control in controls:
        if not callable(getattr(owner, control.handler, None)):
            raise TypeError(
                f"{owner.__name__} has no method {control.handler}, the handler of {control.name}"
            )

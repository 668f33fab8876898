"""The watch page's toolbar: the way back, the level's name, how the board is shown, and where to go next.

Tools that do not fit are in the menu of its last button.
"""

from collections.abc import Callable
from functools import partial

from game.board.overlays import OVERLAYS, Overlay
from game.presenters.watching import Watching
from game.screens.tool_buttons import LevelName, More, Recorder, Speaker
from game.ui import Button, Choice, Choices, NamedIcon, Segment, Segments, Ui, Widget, WidgetTree
from game.ui.controls import Control, control_of
from game.ui.key_texts import key_of, tip
from game.ui.theme import ACCENT, SAFE, SAFE_GROUND, SELECTED

TOOLS = (
    ("play_level", Control.PLAY, "gamepad-2", "Play"),
    ("race", Control.COMPARE, "columns-3", "Race"),
    ("edit", Control.EDIT, "pencil-ruler", "Edit"),
    ("help", Control.HELP, "circle-question-mark", "Help"),
)
"""Tools with nothing to show but their icon and name."""
MENU = (
    ("levels", Control.LEVELS, "chevron-left", "Levels"),
    ("views", Control.VALUES, OVERLAYS["values"].icon, "Show values"),
    ("views", Control.POLICY, OVERLAYS["policy"].icon, "Show best moves"),
    ("views", Control.SAFETY, OVERLAYS["safety"].icon, "Show what is safe"),
    ("views", Control.SVM, OVERLAYS["svm"].icon, "Show the SVM's choices"),
    ("views", Control.ERROR, OVERLAYS["error"].icon, "Show how far off its estimates are"),
    ("cards", Control.TABS, "graduation-cap", "Learning in figures"),
    ("play_level", Control.PLAY, "gamepad-2", "Play it yourself"),
    ("race", Control.COMPARE, "columns-3", "Race three learners"),
    ("edit", Control.EDIT, "pencil-ruler", "Edit the level"),
    ("record", Control.RECORD, "video", "Record a GIF"),
    ("speaker", Control.MUTE, "volume-2", "Sound"),
    ("help", Control.HELP, "circle-question-mark", "Help"),
    ("step", Control.STEP, "step-forward", "Step"),
    ("back", Control.BACK, "step-back", "Step back"),
    ("speed", Control.SLOWER, "play", "Slower"),
    ("speed", Control.FASTER, "fast-forward", "Faster"),
    ("exploring", Control.EXPLORING, "dices", "Show random moves (ε-greedy)"),
    ("timeline", Control.EARLIER, "history", "What it knew earlier"),
    ("timeline", Control.LATER, "arrow-right", "What it knew later"),
    ("again", Control.REPLAY, "rotate-ccw", "Replay from the start"),
    ("training", Control.TRAINING, "graduation-cap", "Learning"),
    ("unlimited", Control.UNLIMITED, "infinity", "Learn as fast as possible"),
    ("restart", Control.RESTART, "rotate-cw", "Start learning over"),
    ("projector", Control.PROJECTOR, "presentation", "Projector"),
    ("settings", Control.SETTINGS, "settings", "Settings"),
)
"""The menu's rows: the widget in whose place a row is shown, control, icon, name."""


class Toolbar:
    """The widgets of the toolbar; every click is a Control, or chooses overlays.

    Attributes:
        elsewhere: widgets of the page beyond the toolbar that have a row of the menu while they have no room.
    """

    def __init__(
        self,
        ui: WidgetTree,
        watching: Watching,
        do: Callable[[Control], None],
        on_overlays: Callable[[frozenset[str]], None],
    ) -> None:
        self.ui = ui
        self.watching = watching
        self.do = do
        self.menu: Choices | None = None
        self.elsewhere: dict[str, Widget] = {}
        self.levels = Button(
            ui,
            "chevron-left",
            "Levels",
            on_click=lambda: do(Control.LEVELS),
            tip=tip("watch", Control.LEVELS),
        )
        self.level = LevelName(ui)
        self.views = Segments(ui, (), on_overlays)
        self.cards = NamedIcon(
            ui,
            "graduation-cap",
            "Learning",
            on_click=lambda: do(Control.TABS),
            tip=tip("watch", Control.TABS),
        )
        self.record = Recorder(ui, "watch", do)
        self.speaker = Speaker(ui, "watch", do)
        self.more = More(ui, self.open_menu)
        named = {name: _named(ui, icon, text, control, do) for name, control, icon, text in TOOLS}
        self.widgets: dict[str, Widget] = {
            "levels": self.levels,
            "level": self.level,
            "views": self.views,
            "cards": self.cards,
            "play_level": named["play_level"],
            "race": named["race"],
            "edit": named["edit"],
            "record": self.record,
            "speaker": self.speaker,
            "help": named["help"],
            "more": self.more,
        }

    def arrange(self, *, named: bool) -> None:
        """Once the parts have their boxes: closes the menu, and shows names where there is room."""
        if self.menu is not None:
            self.ui.close(self.menu)
        self.levels.text = "Levels" if named else ""
        for widget in self.widgets.values():
            if isinstance(widget, NamedIcon):
                widget.named = named
        self.views.segments = _views(named=named)

    def open_menu(self) -> None:
        """Opens the menu of what has no button in sight."""
        watching = self.watching
        on = {
            Control.TRAINING: not watching.training_paused,
            Control.UNLIMITED: watching.unlimited,
            Control.EXPLORING: watching.exploring,
            Control.MUTE: self.speaker.icon == "volume-2",
            Control.RECORD: self.record.on,
        }
        on |= {Control[name.upper()]: True for name in self.views.chosen if name}
        on_page = [widget for top in self.ui.root for widget in top.walk()]
        places = [*self.widgets.items(), *self.elsewhere.items()]
        in_sight = {name for name, widget in places if widget in on_page}
        self.menu = Choices(
            self.ui,
            self.more,
            tuple(
                Choice(
                    f"Stop recording, {self.record.length}"
                    if control is Control.RECORD and self.record.on
                    else name,
                    key_of("watch", control),
                    icon,
                    partial(self.do, control),
                    on=on.get(control, False),
                )
                for tool, control, icon, name in MENU
                if tool not in in_sight
            ),
        )
        self.ui.show(self.menu)

    def follow(self, overlays: frozenset[str], place: str, *, muted: bool, recorded: float | None) -> None:
        """Updates the widgets; they are redrawn only if something changed.

        `place` is the level's group and place in it; `recorded` is how long the film is that is being
        taken [s], None if none is.
        """
        watching = self.watching
        if watching.opening.level is not None:
            self.level.name = watching.opening.level.name
        self.level.note = place or watching.opening.path.name
        self.level.file = watching.opening.path.name
        self.views.chosen = overlays
        self.speaker.follow(muted=muted)
        self.record.follow(recorded)
        self.more.recording = self.record.on and not self.record.visible


def _named(ui: Ui, icon: str, text: str, control: Control, do: Callable[[Control], None]) -> NamedIcon:
    return NamedIcon(ui, icon, text, on_click=lambda: do(control), tip=tip("watch", control))


def _help(overlay: Overlay) -> str:
    """What an overlay shows, and the key of its control, if it has one."""
    control = control_of("toggle_overlay", overlay.name)
    return overlay.help if control is None else f"{overlay.help} ({key_of('watch', control)})"


def _views(*, named: bool) -> tuple[Segment, ...]:
    """Plain first, then every overlay; each with its own sentence and the key of its control."""
    plain = Segment("", "Plain" if named else "", "eye", "The board as it is, without overlays")
    colors = {"safety": (SAFE, SAFE_GROUND)}
    return (
        plain,
        *(
            Segment(
                overlay.name,
                overlay.label if named else "",
                overlay.icon,
                _help(overlay),
                *colors.get(overlay.name, (ACCENT, SELECTED)),
            )
            for overlay in OVERLAYS.values()
        ),
    )

"""The watch screen's toolbar: the controls of the display, of training, and the way to everything else.

Tools that do not fit are in the menu of its last button.
"""

from collections.abc import Callable
from functools import partial

import pygame

from game.board.overlays import OVERLAYS, Overlay
from game.presenters.playback import SPEEDS
from game.presenters.watching import Watching
from game.screens.tool_buttons import LevelName, More, Recorder, Speaker
from game.screens.training import follow_training
from game.ui import Button, Choice, Choices, Segment, Segments, Slider, Toggle, Ui, Widget
from game.ui.boxes import Box
from game.ui.controls import Control, control_of
from game.ui.key_texts import key_of, tip, with_keys
from game.ui.theme import ACCENT, LINE, SAFE, SAFE_GROUND, SELECTED

LABELLED_FROM = 340
"""Width from which the overlays have names next to their icons [units]."""
NAMED_FROM = 90
"""Width from which the button that pauses training has its name [units]."""
MENU = (
    ("cross", Control.PLAY, "gamepad-2", "Play yourself"),
    ("compare", Control.COMPARE, "columns-3", "Race three learners"),
    ("record", Control.RECORD, "circle-dot", "Record a GIF"),
    ("edit", Control.EDIT, "pencil-ruler", "Edit the level"),
    ("settings", Control.SETTINGS, "settings", "Settings"),
    ("speaker", Control.MUTE, "volume-2", "Sound"),
    ("help", Control.HELP, "circle-question-mark", "Help"),
    ("level", Control.LEVELS, "chevrons-up-down", "Choose a level"),
    ("step", Control.STEP, "step-forward", "Step forward"),
    ("speed", Control.FASTER, "fast-forward", "Faster"),
    ("speed", Control.SLOWER, "play", "Slower"),
    ("exploring", Control.EXPLORING, "dices", "Show random moves (ε-greedy)"),
    ("overlays", Control.OVERLAYS, "flame", "Next overlay"),
    ("training", Control.TRAINING, "graduation-cap", "Training"),
    ("unlimited", Control.UNLIMITED, "infinity", "Unlimited training speed"),
    ("restart", Control.RESTART, "rotate-ccw", "Start learning over"),
)
"""The menu's rows for each tool that does not fit: tool, control, icon, name."""


class Toolbar:
    """The widgets of the toolbar; every click is a Control, or changes a value of `watching` directly."""

    def __init__(
        self,
        ui: Ui,
        watching: Watching,
        do: Callable[[Control], None],
        on_overlays: Callable[[frozenset[str]], None],
    ) -> None:
        self.ui = ui
        self.watching = watching
        self.do = do
        self.menu: Choices | None = None
        self.level = LevelName(ui, lambda: do(Control.LEVELS))
        self.restart = _button(ui, "rotate-ccw", Control.RESTART, do)
        self.play = _button(ui, "pause", Control.PAUSE, do, primary=True)
        self.step = _button(ui, "step-forward", Control.STEP, do)
        self.speed = Slider(
            ui,
            "Speed",
            lambda slider: setattr(watching.playback, "speed_index", slider.stop),
            stops=len(SPEEDS),
            reading=lambda slider: f"{SPEEDS[slider.stop]:g} / s",
            widest="0.5 / s",
            tip=with_keys("watch", "Speed of the display in moves per second ({FASTER} and {SLOWER})"),
        )
        self.exploring = Toggle(
            ui, "ε-greedy", lambda _: do(Control.EXPLORING), tip=tip("watch", Control.EXPLORING)
        )
        self.overlays = Segments(ui, (), on_overlays)
        self.training = _button(ui, "pause", Control.TRAINING, do)
        self.unlimited = _button(ui, "infinity", Control.UNLIMITED, do)
        self.record = Recorder(ui, "watch", do)
        self.speaker = Speaker(ui, "watch", do)
        self.more = More(ui, self.open_menu)
        self.widgets: dict[str, Widget] = {
            "level": self.level,
            "restart": self.restart,
            "play": self.play,
            "step": self.step,
            "speed": self.speed,
            "exploring": self.exploring,
            "overlays": self.overlays,
            "training": self.training,
            "unlimited": self.unlimited,
            "cross": _button(ui, "gamepad-2", Control.PLAY, do),
            "compare": _button(ui, "columns-3", Control.COMPARE, do),
            "record": self.record,
            "edit": _button(ui, "pencil-ruler", Control.EDIT, do),
            "settings": _button(ui, "settings", Control.SETTINGS, do),
            "speaker": self.speaker,
            "help": _button(ui, "circle-question-mark", Control.HELP, do),
            "more": self.more,
        }

    def arrange(self) -> None:
        """Once the parts have their boxes: closes the menu, and labels what has room for it."""
        if self.menu is not None:
            self.ui.close(self.menu)
        labelled = self.overlays.rect.width >= self.ui.px(LABELLED_FROM)
        self.overlays.segments = _segments(labelled=labelled)
        self.training.text = "Training" if self.training.rect.width >= self.ui.px(NAMED_FROM) else ""
        self.speed.label = "Speed" if self.speed.rect.width >= self.ui.px(170) else ""

    def open_menu(self) -> None:
        """Opens the menu of tools that do not fit."""
        watching = self.watching
        on = {
            "exploring": watching.exploring,
            "training": not watching.training_paused,
            "unlimited": watching.unlimited,
            "speaker": self.speaker.icon == "volume-2",
            "record": self.record.on,
        }
        self.menu = Choices(
            self.ui,
            self.more,
            tuple(
                Choice(
                    f"Stop recording, {self.record.length}"
                    if control is Control.RECORD and on[tool]
                    else name,
                    key_of("watch", control),
                    icon,
                    partial(self.do, control),
                    on=on.get(tool, False),
                )
                for tool, control, icon, name in MENU
                if not self.widgets[tool].visible
            ),
        )
        self.ui.show(self.menu)

    def follow(self, overlays: frozenset[str], *, muted: bool, recorded: float | None) -> None:
        """Updates the widgets; they are redrawn only if something changed.

        `recorded` is how long the film is that is being taken [s], None if none is.
        """
        watching, playback = self.watching, self.watching.playback
        if watching.opening.level is not None:
            self.level.name = watching.opening.level.name
        self.level.file = watching.opening.path.name
        self.play.icon = "play" if playback.paused else "pause"
        self.speed.stop = playback.speed_index
        self.exploring.on = watching.exploring
        self.overlays.chosen = overlays
        follow_training(self.training, self.unlimited, watching)
        self.speaker.follow(muted=muted)
        self.record.follow(recorded)
        self.more.recording = self.record.on and not self.record.visible

    def draw_ground(self, surface: pygame.Surface, box: Box) -> None:
        """Draws the lines between its groups."""
        for name in ("restart", "speed", "exploring", "training", "cross"):
            widget = self.widgets[name]
            if widget.visible:
                x = widget.rect.x - self.ui.px(9 if name != "restart" else 6)
                surface.fill(LINE, (x, box.y + self.ui.px(14), 1, box.height - self.ui.px(28)))


def _button(
    ui: Ui, icon: str, control: Control, do: Callable[[Control], None], *, primary: bool = False
) -> Button:
    return Button(ui, icon, on_click=lambda: do(control), primary=primary, tip=tip("watch", control))


def _help(overlay: Overlay) -> str:
    """What an overlay shows, and the key of its control, if it has one."""
    control = control_of("toggle_overlay", overlay.name)
    return overlay.help if control is None else f"{overlay.help} ({key_of('watch', control)})"


def _segments(*, labelled: bool) -> tuple[Segment, ...]:
    """None first, then every overlay; each with its own sentence and the key of its control."""
    none = Segment("", "", "eye-off", "No overlay")
    colors = {"safety": (SAFE, SAFE_GROUND)}
    return (
        none,
        *(
            Segment(
                overlay.name,
                overlay.label if labelled else "",
                overlay.icon,
                _help(overlay),
                *colors.get(overlay.name, (ACCENT, SELECTED)),
            )
            for overlay in OVERLAYS.values()
        ),
    )

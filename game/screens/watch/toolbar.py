"""The watch screen's toolbar: the controls of the display, of training, and the way to everything else.

Tools that do not fit are in the menu of its last button.
"""

from collections.abc import Callable
from functools import partial

import pygame

from game.board.overlays import OVERLAYS
from game.presenters.playback import SPEEDS
from game.presenters.watching import Watching
from game.screens.tool_buttons import LevelName, More, Recorder, Speaker
from game.ui import Button, Choice, Choices, Segment, Segments, Slider, Toggle, Ui, Widget
from game.ui.controls import Command, controls_of, shown, tip
from game.ui.layout import Box
from game.ui.theme import ACCENT, LINE, PANEL, SAFE, SAFE_GROUND, SELECTED, TEXT

LABELLED_FROM = 340
"""Width from which the overlays have names next to their icons [units]."""
NAMED_FROM = 90
"""Width from which the button that pauses training has its name [units]."""
MENU = (
    ("cross", Command.PLAY, "gamepad-2", "Play yourself"),
    ("compare", Command.COMPARE, "columns-3", "Race three learners"),
    ("record", Command.RECORD, "circle-dot", "Record a GIF"),
    ("edit", Command.EDIT, "pencil-ruler", "Edit the level"),
    ("settings", Command.SETTINGS, "settings", "Settings"),
    ("speaker", Command.MUTE, "volume-2", "Sound"),
    ("help", Command.HELP, "circle-question-mark", "Help"),
    ("level", Command.LEVELS, "chevrons-up-down", "Choose a level"),
    ("step", Command.STEP, "step-forward", "Step forward"),
    ("speed", Command.FASTER, "fast-forward", "Faster"),
    ("speed", Command.SLOWER, "play", "Slower"),
    ("exploring", Command.EXPLORING, "dices", "Show random moves (ε-greedy)"),
    ("overlays", Command.OVERLAYS, "flame", "Next overlay"),
    ("training", Command.TRAINING, "graduation-cap", "Training"),
    ("unlimited", Command.UNLIMITED, "infinity", "Unlimited training speed"),
    ("restart", Command.RESTART, "rotate-ccw", "Start learning over"),
)
"""The menu's rows for each tool that does not fit: command, icon, name."""


class Toolbar:
    """The widgets of the toolbar; every click is a Command, or changes a value of `watching` directly."""

    def __init__(
        self,
        ui: Ui,
        watching: Watching,
        command: Callable[[Command], None],
        on_overlays: Callable[[frozenset[str]], None],
    ) -> None:
        self.ui = ui
        self.watching = watching
        self.command = command
        self.menu: Choices | None = None
        self.level = LevelName(ui, lambda: command(Command.LEVELS))
        self.restart = _button(ui, "rotate-ccw", Command.RESTART, command)
        self.play = _button(ui, "pause", Command.PAUSE, command, primary=True)
        self.step = _button(ui, "step-forward", Command.STEP, command)
        self.speed = Slider(
            ui,
            "Speed",
            lambda slider: setattr(watching.playback, "speed_index", slider.stop),
            stops=len(SPEEDS),
            reading=lambda slider: f"{SPEEDS[slider.stop]:g} / s",
            widest="0.5 / s",
            tip="Speed of the display in moves per second (+ and −)",
        )
        self.exploring = Toggle(
            ui, "ε-greedy", lambda _: command(Command.EXPLORING), tip=tip("watch", Command.EXPLORING)
        )
        self.overlays = Segments(ui, (), on_overlays)
        self.training = _button(ui, "pause", Command.TRAINING, command)
        self.unlimited = _button(ui, "infinity", Command.UNLIMITED, command)
        self.record = Recorder(ui, "watch", command)
        self.speaker = Speaker(ui, "watch", command)
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
            "cross": _button(ui, "gamepad-2", Command.PLAY, command),
            "compare": _button(ui, "columns-3", Command.COMPARE, command),
            "record": self.record,
            "edit": _button(ui, "pencil-ruler", Command.EDIT, command),
            "settings": _button(ui, "settings", Command.SETTINGS, command),
            "speaker": self.speaker,
            "help": _button(ui, "circle-question-mark", Command.HELP, command),
            "more": self.more,
        }

    def arrange(self, boxes: dict[str, Box]) -> None:
        """Puts every part into its box; parts without one disappear, and are in the menu from then on."""
        if self.menu is not None:
            self.ui.close(self.menu)
        for name, widget in self.widgets.items():
            widget.visible = name in boxes
            widget.rect = pygame.Rect(boxes.get(name, (0, 0, 0, 0)))
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
                    if command is Command.RECORD and on[tool]
                    else name,
                    _key(command),
                    icon,
                    partial(self.command, command),
                    on=on.get(tool, False),
                )
                for tool, command, icon, name in MENU
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
        self.training.icon = "play" if watching.training_paused else "pause"
        self.training.on = watching.training_paused
        self.training.color = TEXT if watching.training_paused else None
        self.unlimited.on = watching.unlimited
        self.speaker.follow(muted=muted)
        self.record.follow(recorded)
        self.more.recording = self.record.on and not self.record.visible

    def draw_ground(self, surface: pygame.Surface, box: Box) -> None:
        """Draws the bar and the lines between its groups."""
        surface.fill(PANEL, box)
        surface.fill(LINE, (0, box.bottom - 1, box.width, 1))
        for name in ("restart", "speed", "exploring", "training", "cross"):
            widget = self.widgets[name]
            if widget.visible:
                x = widget.rect.x - self.ui.px(9 if name != "restart" else 6)
                surface.fill(LINE, (x, box.y + self.ui.px(14), 1, box.height - self.ui.px(28)))


def _key(command: Command) -> str:
    """The first key of a command on the watch screen, as people write it."""
    return next(shown(row.keys[0]) for row in controls_of("watch") if row.command is command)


def _button(
    ui: Ui, icon: str, command: Command, do: Callable[[Command], None], *, primary: bool = False
) -> Button:
    return Button(ui, icon, on_click=lambda: do(command), primary=primary, tip=tip("watch", command))


def _segments(*, labelled: bool) -> tuple[Segment, ...]:
    """None first, then every overlay; each with the key and the sentence of its own list."""
    none = Segment("", "", "eye-off", "No overlay")
    colors = {"safety": (SAFE, SAFE_GROUND)}
    return (
        none,
        *(
            Segment(
                overlay.name,
                overlay.label if labelled else "",
                overlay.icon,
                f"{overlay.help} ({overlay.key})",
                *colors.get(overlay.name, (ACCENT, SELECTED)),
            )
            for overlay in OVERLAYS.values()
        ),
    )

"""The watch screen's toolbar: the controls of the display, and, apart at the right end, those of training.

Its speaker is on other screens too.
"""

from collections.abc import Callable

import pygame

from game import draw
from game.controls import Command, tip
from game.layout import Box
from game.overlays import OVERLAYS
from game.playback import SPEEDS
from game.theme import ACCENT, CARD_HOVER, DOOMED, LINE, MUTED, PANEL, RADIUS, SAFE, SAFE_GROUND, SELECTED
from game.ui import Button, Clickable, Segment, Segments, Slider, Toggle, Ui, Widget
from game.ui.widget import Point
from game.watching import Watching

LABELLED_FROM = 340
"""Width from which the overlays have names beside their icons [units]."""
NAMED_FROM = 90
"""Width from which the button that pauses training has its name [units]."""
HEN_FROM = 170
"""Width from which the level's name has a hen beside it [units]."""


class LevelName(Clickable):
    """The level's name and file, in the tooltip where they are cut; a click leads to the menu of levels."""

    def __init__(self, ui: Ui, on_click: Callable[[], None]) -> None:
        super().__init__(ui, tip("watch", Command.LEVELS))
        self.on_click = on_click
        self.name = ""
        self.file = ""

    def activate(self) -> None:
        """Leads to the menu."""
        self.on_click()

    def _fitting(self) -> tuple[int, str, str]:
        """Where the text begins, and name and file as far as there is room [px]."""
        ui, rect = self.ui, self.rect
        left = ui.px(48 if rect.width >= ui.px(HEN_FROM) else 10)
        room = rect.width - left - ui.px(26)
        name = draw.fit(self.name, ui.px(16), room, "SemiBold")
        return rect.x + left, name, draw.fit(self.file, ui.px(12), room)

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """What a click does, below the whole name and file if they are cut."""
        if (self.name, self.file) == self._fitting()[1:]:
            return self.tip, self.rect
        return f"{self.name} · {self.file}\n{self.tip}", self.rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draws hen, name, file and the arrows of a choice."""
        ui, rect = self.ui, self.rect
        if self.hovered:
            draw.rounded(surface, rect, ui.px(RADIUS), CARD_HOVER)
        left, name, file = self._fitting()
        if rect.width >= ui.px(HEN_FROM):
            hen = draw.sprite("hen_down", ui.px(26))
            surface.blit(hen, hen.get_rect(center=(rect.x + ui.px(22), rect.centery - ui.px(1))))
        ui.text(surface, name, (left, rect.centery - ui.px(10)), 16, weight="SemiBold", anchor="midleft")
        ui.text(surface, file, (left, rect.centery + ui.px(11)), 12, MUTED, anchor="midleft")
        ui.icon(surface, "chevrons-up-down", (rect.right - ui.px(14), rect.centery), 16, MUTED)
        self.draw_ring(surface)


class Speaker(Button):
    """Turns the sound off or on; while it is off the speaker has an × in place of its waves."""

    def __init__(self, ui: Ui, screen: str, command: Callable[[Command], None]) -> None:
        super().__init__(ui, on_click=lambda: command(Command.MUTE), tip=tip(screen, Command.MUTE))
        self.follow(muted=False)

    def follow(self, *, muted: bool) -> None:
        """Shows whether the sound is off."""
        self.icon = "volume-x" if muted else "volume-2"


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
            tip="Moves a second of the display (+ and −)",
        )
        self.exploring = Toggle(
            ui, "ε-greedy", lambda _: command(Command.EXPLORING), tip=tip("watch", Command.EXPLORING)
        )
        self.overlays = Segments(ui, (), on_overlays)
        self.training = _button(ui, "pause", Command.TRAINING, command)
        self.unlimited = _button(ui, "infinity", Command.UNLIMITED, command)
        self.speaker = Speaker(ui, "watch", command)
        self.help = _button(ui, "circle-question-mark", Command.HELP, command)
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
            "speaker": self.speaker,
            "help": self.help,
        }

    def arrange(self, boxes: dict[str, Box]) -> None:
        """Puts every part into its box; parts without one disappear."""
        for name, widget in self.widgets.items():
            widget.visible = name in boxes
            widget.rect = pygame.Rect(boxes.get(name, (0, 0, 0, 0)))
        labelled = self.overlays.rect.width >= self.ui.px(LABELLED_FROM)
        self.overlays.segments = _segments(labelled=labelled)
        self.training.text = "Training" if self.training.rect.width >= self.ui.px(NAMED_FROM) else ""
        self.speed.label = "Speed" if self.speed.rect.width >= self.ui.px(170) else ""

    def follow(self, overlays: frozenset[str], *, muted: bool) -> None:
        """Makes the widgets show what is the case; they are redrawn only if something changed."""
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
        self.training.color = DOOMED if watching.training_paused else None
        self.unlimited.on = watching.unlimited
        self.speaker.follow(muted=muted)

    def draw_ground(self, surface: pygame.Surface, box: Box) -> None:
        """Draws the bar and the lines between its groups."""
        surface.fill(PANEL, box)
        surface.fill(LINE, (0, box.bottom - 1, box.width, 1))
        for widget in (self.restart, self.speed, self.exploring, self.training):
            if widget.visible:
                x = widget.rect.x - self.ui.px(11 if widget is not self.restart else 7)
                surface.fill(LINE, (x, box.y + self.ui.px(14), 1, box.height - self.ui.px(28)))


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

"""The settings: a popup in which each change takes effect and is saved at once."""

from functools import partial

import pygame

from game.services.services import Services
from game.ui import Button, Popup, Segment, Segments, Slider, Toggle, Ui
from game.ui.boxes import Box, Column, Part, Row, lay_out
from game.ui.controls import EVERYWHERE
from game.ui.drawing import draw
from game.ui.key_texts import with_keys
from game.ui.layout import next_scale
from game.ui.theme import ACCENT, CONTROL, MUTED, PAD, PALETTES
from game.userdata.settings import VOLUMES

WIDTH, NAMES, SWITCH = 520, 150, 40
"""Widths of the dialog, of the rows' names and of a switch [units]."""
HEAD, ROW, FOOT = 60, 50, 60
"""Heights of the title, of a row and of the part below the rows, where the window has room [units]."""


class SettingsDialog(Popup):
    """Rows of the services' settings; they follow changes made elsewhere."""

    def __init__(self, ui: Ui, services: Services) -> None:
        super().__init__(ui)
        self.services = services
        palettes = tuple(Segment(name, name.capitalize()) for name in PALETTES)
        self.palette = Segments(
            ui, palettes, lambda chosen: self.change(palette=next(iter(chosen))), one_of=True
        )
        self.motion = Toggle(ui, "", lambda on: self.change(reduce_motion=on))
        self.sound = Toggle(ui, "", lambda on: self.change(muted=not on))
        self.volume = Slider(
            ui,
            "",
            lambda slider: self.change(volume=slider.stop),
            stops=VOLUMES + 1,
            reading=lambda slider: f"{slider.stop * 100 // VOLUMES} %",
            widest="100 %",
        )
        self.smaller = Button(
            ui,
            text="−",
            on_click=partial(self._scale_by, -1),
            tip=with_keys(EVERYWHERE, "Smaller ({SCALE_DOWN})"),
        )
        self.automatic = Button(
            ui,
            text="100 %",
            on_click=lambda: self.change(scale=None),
            tip=with_keys(EVERYWHERE, "Back to what suits the screen ({SCALE_RESET})"),
        )
        self.larger = Button(
            ui,
            text="+",
            on_click=partial(self._scale_by, 1),
            tip=with_keys(EVERYWHERE, "Larger ({SCALE_UP})"),
        )
        self.done = Button(ui, text="Done", on_click=self.cancel, primary=True)
        self.children = [
            *(self.palette, self.motion, self.sound, self.volume),
            *(self.smaller, self.automatic, self.larger, self.done),
        ]

    def change(self, **changes: object) -> None:
        """Makes a change."""
        self.services.change(self.services.settings.model_copy(update=changes))

    def _scale_by(self, direction: int) -> None:
        usual = self.services.usual_scale
        self.change(scale=next_scale(self.services.settings.scale or usual, usual, direction))

    def _follow(self) -> None:
        settings, usual = self.services.settings, self.services.usual_scale
        self.palette.chosen = frozenset({settings.palette})
        self.motion.on, self.sound.on = settings.reduce_motion, not settings.muted
        self.volume.stop = settings.volume
        self.automatic.on = settings.scale is None
        self.automatic.text = f"{100 * (settings.scale or usual) / usual:.0f} %"

    def layout(self) -> None:
        """In the middle, one row a setting; rows are closer together where the window is low."""
        ui, pad = self.ui, self.ui.px(PAD)
        width = min(ui.px(WIDTH), ui.size[0] - 2 * pad)
        height = min(ui.px(HEAD + ROW * len(ROWS) + FOOT), ui.size[1] - ui.px(8))
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.center = (ui.size[0] // 2, ui.size[1] // 2)
        boxes = lay_out(_page(ui), Box(*self.rect)).boxes
        for name, widget in {
            "colours": self.palette,
            "motion": self.motion,
            "sound": self.sound,
            "volume": self.volume,
            "smaller": self.smaller,
            "automatic": self.automatic,
            "larger": self.larger,
            "done": self.done,
        }.items():
            widget.rect = pygame.Rect(boxes[name])
        self._title = boxes["title"]

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, title and the names of the rows."""
        self._follow()
        super().draw(surface)
        ui, x = self.ui, self.rect.x + self.ui.px(PAD)
        middle = self._title.y + self._title.height // 2
        ui.icon(surface, "settings", (x + ui.px(11), middle), 22, ACCENT)
        ui.text(surface, "Settings", (x + ui.px(32), middle), 16, weight="SemiBold", anchor="midleft")
        controls = (self.palette, self.motion, self.sound, self.volume, self.smaller)
        for (name, note), control in zip(ROWS, controls, strict=True):
            y = control.rect.centery
            ui.text(surface, name, (x, y), 13, weight="Medium", anchor="midleft")
            if note:
                left = control.rect.right + ui.px(10)
                note = draw.fit(note, ui.px(12), self.rect.right - ui.px(PAD) - left)
                ui.text(surface, note, (left, y), 12, MUTED, anchor="midleft")


def _page(ui: Ui) -> Column:
    """Title, rows and the button that closes it."""
    px = ui.px
    controls = {
        "colours": (Part("colours", 1, grow=1, across=px(CONTROL)),),
        "motion": (Part("motion", px(SWITCH), across=px(CONTROL)),),
        "sound": (Part("sound", px(SWITCH), across=px(CONTROL)),),
        "volume": (Part("volume", 1, grow=1, across=px(CONTROL)),),
        "scale": (
            Part("smaller", px(CONTROL), across=px(CONTROL)),
            Part("automatic", px(112), across=px(CONTROL), before=px(8)),
            Part("larger", px(CONTROL), across=px(CONTROL), before=px(8)),
        ),
    }
    rows = tuple(
        Part(
            f"{name} row",
            px(CONTROL),
            grow=1,
            inside=Row((Part(f"{name} name", px(NAMES)), *parts), pad=px(PAD)),
        )
        for name, parts in controls.items()
    )
    done = Row((Part("spare", 0, grow=1), Part("done", px(100), across=px(CONTROL))), pad=px(PAD))
    return Column(
        (
            Part("title", px(CONTROL), px(HEAD)),
            Part("rows", px(CONTROL * len(rows)), grow=1, inside=Column(rows)),
            Part("foot", px(CONTROL + 8), px(FOOT), inside=done),
        )
    )


ROWS = (
    ("Value colours", ""),
    ("Reduce motion", "no animation"),
    ("Sound", with_keys(EVERYWHERE, "{MUTE} mutes at any time")),
    ("Volume", ""),
    ("Text size", ""),
)
"""Name of each row, and a word next to its control."""

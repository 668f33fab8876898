"""The settings: a popup in which each change takes effect and is saved at once."""

from functools import partial

import pygame

from game.services.services import Services
from game.ui import Button, Popup, Segment, Segments, Slider, Toggle, Ui
from game.ui.controls import EVERYWHERE
from game.ui.drawing import draw
from game.ui.key_texts import with_keys
from game.ui.layout import next_scale
from game.ui.theme import ACCENT, CONTROL, MUTED, PAD, PALETTES
from game.userdata.settings import VOLUMES

WIDTH, ROW = 520, 50
"""Width of the dialog and height of a row [units]."""


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
        """In the middle, one row a setting."""
        ui, pad = self.ui, self.ui.px(PAD)
        width = min(ui.px(WIDTH), ui.size[0] - 2 * pad)
        self.rect = pygame.Rect(0, 0, width, ui.px(60 + ROW * len(ROWS) + CONTROL) + pad)
        self.rect.center = (ui.size[0] // 2, ui.size[1] // 2)
        left = self.rect.x + pad + ui.px(150)
        right = self.rect.right - pad
        box = pygame.Rect(left, 0, right - left, ui.px(CONTROL))
        for row, widget in enumerate((self.palette, self.motion, self.sound, self.volume)):
            widget.rect = box.move(0, self._row_y(row))
        for toggle in (self.motion, self.sound):
            toggle.rect.width = ui.px(40)
        y = self._row_y(4)
        small = ui.px(CONTROL)
        self.smaller.rect = pygame.Rect(left, y, small, small)
        self.automatic.rect = pygame.Rect(left + small + ui.px(8), y, ui.px(112), small)
        self.larger.rect = pygame.Rect(self.automatic.rect.right + ui.px(8), y, small, small)
        self.done.rect = pygame.Rect(right - ui.px(100), self.rect.bottom - pad - small, ui.px(100), small)

    def _row_y(self, row: int) -> int:
        return self.rect.y + self.ui.px(60 + ROW * row)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, title and the names of the rows."""
        self._follow()
        super().draw(surface)
        ui, x = self.ui, self.rect.x + self.ui.px(PAD)
        ui.icon(surface, "settings", (x + ui.px(11), self.rect.y + ui.px(32)), 22, ACCENT)
        place = (x + ui.px(32), self.rect.y + ui.px(32))
        ui.text(surface, "Settings", place, 16, weight="SemiBold", anchor="midleft")
        for row, (name, note) in enumerate(ROWS):
            y = self._row_y(row) + ui.px(CONTROL / 2)
            ui.text(surface, name, (x, y), 13, weight="Medium", anchor="midleft")
            if note:
                room = self.rect.right - ui.px(PAD) - (x + ui.px(200))
                note = draw.fit(note, ui.px(12), room)
                ui.text(surface, note, (x + ui.px(200), y), 12, MUTED, anchor="midleft")


ROWS = (
    ("Value colours", ""),
    ("Reduce motion", "no animation"),
    ("Sound", with_keys(EVERYWHERE, "{MUTE} mutes at any time")),
    ("Volume", ""),
    ("Text size", ""),
)
"""Name of each row, and a word next to its control."""

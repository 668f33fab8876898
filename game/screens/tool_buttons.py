"""Tools that draw themselves: titles, the level's name, the speaker, the record button, the menu's."""

from collections.abc import Callable

import pygame

from game.ui import NamedIcon, Ui, Widget
from game.ui.context import Point
from game.ui.controls import EVERYWHERE, Control
from game.ui.drawing import draw
from game.ui.key_texts import tip, with_keys
from game.ui.theme import MUTED, UNSAFE


class LevelName(Widget):
    """A hen, the level's name, and below it a note on where it stands; the tooltip has what is cut.

    Attributes:
        name, note: what is written.
        file: the level's file, for the tooltip.
    """

    reactive = True

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self.name = self.note = self.file = ""

    def _fitting(self) -> tuple[int, str, str]:
        """Where the text begins, and name and note as far as there is room [px]."""
        ui, rect = self.ui, self.rect
        left = ui.px(40)
        room = rect.width - left
        name = draw.fit(self.name, ui.px(17), room, "SemiBold")
        return rect.x + left, name, draw.fit(self.note, ui.px(13), room)

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """The level's file, below name and note if they are cut."""
        cut = (self.name, self.note) != self._fitting()[1:]
        parts = (f"{self.name} · {self.note}", self.file) if cut else (self.file,)
        return "\n".join(parts), self.rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draws hen, name and note."""
        ui, rect = self.ui, self.rect
        left, name, note = self._fitting()
        hen = draw.sprite("hen_down", ui.px(30))
        surface.blit(hen, hen.get_rect(center=(rect.x + ui.px(16), rect.centery - ui.px(1))))
        ui.text(surface, name, (left, rect.centery - ui.px(9)), 17, weight="SemiBold", anchor="midleft")
        ui.text(surface, note, (left, rect.centery + ui.px(11)), 13, MUTED, anchor="midleft")


class Title(Widget):
    """A line of a toolbar that tells where one is; its tooltip has all of it where it is cut.

    Attributes:
        text: the line.
        note: a smaller one below it, "" for none.
        size: of its letters [units].
    """

    reactive = True

    def __init__(self, ui: Ui, size: int) -> None:
        super().__init__(ui)
        self.text = self.note = ""
        self.size = size

    def _fitting(self) -> tuple[str, str]:
        ui, room = self.ui, self.rect.width
        return draw.fit(self.text, ui.px(self.size), room, "SemiBold"), draw.fit(self.note, ui.px(12), room)

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """All of it, if it is cut."""
        if self._fitting() == (self.text, self.note):
            return "", self.rect
        return "\n".join(filter(None, (self.text, self.note))), self.rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the line and its note as far as there is room for them."""
        ui, (text, note), (x, middle) = self.ui, self._fitting(), self.rect.midleft
        y = middle - ui.px(10) if note else middle
        ui.text(surface, text, (x, y), self.size, weight="SemiBold", anchor="midleft")
        if note:
            ui.text(surface, note, (x, middle + ui.px(11)), 12, MUTED, anchor="midleft")


class Speaker(NamedIcon):
    """Turns the sound off or on; while it is off the speaker has an × in place of its waves."""

    def __init__(self, ui: Ui, screen: str, do: Callable[[Control], None]) -> None:
        super().__init__(ui, text="Sound", on_click=lambda: do(Control.MUTE), tip=tip(screen, Control.MUTE))
        self.named = False
        self.follow(muted=False)

    def follow(self, *, muted: bool) -> None:
        """Shows whether the sound is off."""
        icon = "volume-x" if muted else "volume-2"
        if icon != self.icon:
            self.icon, self.ui.dirty = icon, True


class Recorder(NamedIcon):
    """Begins and ends a film; while one is taken, a red dot and how long it is take the place of its ring.

    Attributes:
        seconds: whole seconds taken, None while no film is.
    """

    def __init__(self, ui: Ui, screen: str, do: Callable[[Control], None]) -> None:
        super().__init__(
            ui, "video", "Film", on_click=lambda: do(Control.RECORD), tip=tip(screen, Control.RECORD)
        )
        self.named = False
        self.seconds: int | None = None

    @property
    def length(self) -> str:
        """How long the film is so far, in minutes and seconds."""
        minutes, seconds = divmod(self.seconds or 0, 60)
        return f"{minutes}:{seconds:02}"

    def follow(self, seconds: float | None) -> None:
        """Shows how long the film is [s], None while none is taken."""
        whole = None if seconds is None else int(seconds)
        if whole != self.seconds:
            self.seconds, self.on = whole, whole is not None
            self.icon = "" if self.on else "video"
            self.text = self.length if self.on else "Film"
            self.ui.dirty = True

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """The action of a click now."""
        if self.on:
            return with_keys(EVERYWHERE, "Stop recording ({RECORD})"), self.rect
        return super().tip_at(pos)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the button, with the length of a running recording."""
        super().draw(surface)
        if self.on:
            ui, rect = self.ui, self.rect
            draw.disc(surface, (rect.centerx, rect.y + ui.px(14)), ui.px(5), UNSAFE)
            if not self.named:
                place = (rect.centerx, rect.bottom - ui.px(11))
                ui.text(surface, self.length, place, 12, weight="SemiBold", anchor="center")


class More(NamedIcon):
    """Opens the menu of tools without room; a red dot on it shows that a recording runs."""

    def __init__(self, ui: Ui, on_click: Callable[[], None]) -> None:
        super().__init__(ui, "ellipsis", "More", on_click=on_click, tip="More")
        self.recording = False

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the button, and the dot at its corner."""
        super().draw(surface)
        if self.recording:
            ui = self.ui
            draw.disc(surface, (self.rect.right - ui.px(8), self.rect.y + ui.px(8)), ui.px(4), UNSAFE)

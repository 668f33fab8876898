"""Tools that draw themselves: titles, the level's name, the speaker, the record button, the menu's."""

import re
from collections.abc import Callable
from pathlib import Path

import pygame

from game.ui import Button, Clickable, Ui, Widget
from game.ui.context import Point
from game.ui.controls import EVERYWHERE, Control
from game.ui.drawing import draw
from game.ui.drawing.characters import clusters
from game.ui.key_texts import tip, with_keys
from game.ui.theme import CARD_HOVER, MUTED, RADIUS, UNSAFE

HEN_FROM = 170
"""Width from which the level's name has a hen next to it [units]."""


class LevelName(Clickable):
    """The level's name and file, in the tooltip where they are cut; a click leads to the menu of levels."""

    def __init__(self, ui: Ui, on_click: Callable[[], None]) -> None:
        super().__init__(ui, tip("watch", Control.LEVELS))
        self.on_click = on_click
        self.name = ""
        self.file = ""

    def activate(self) -> None:
        """Leads to the menu."""
        self.on_click()

    def _fitting(self) -> tuple[int, str, str]:
        """Where the text begins, and name and file as far as there is room [px].

        A name that repeats the file's, but is too long, continues in the file's line.
        """
        ui, rect = self.ui, self.rect
        left = ui.px(48 if rect.width >= ui.px(HEN_FROM) else 10)
        room = rect.width - left - ui.px(26)
        name = draw.fit(self.name, ui.px(16), room, "SemiBold")
        if name != self.name and _words(Path(self.file).stem) <= _words(self.name):
            first, *more = draw.wrap(self.name, ui.px(16), room, "SemiBold")
            return rect.x + left, first.rstrip(","), draw.fit(" ".join(more), ui.px(12), room)
        return rect.x + left, name, _shortened(self.file, ui.px(12), room)

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """The action of a click, below the full name and file if they are cut."""
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


def _words(text: str) -> set[str]:
    """The words and numbers of a name, all small."""
    return set(re.findall(r"[^\W_]+", text.lower()))


def _shortened(text: str, size: int, room: int) -> str:
    """The text, with … in its middle where it would be wider than `room` [px]: its ends distinguish files."""
    parts = clusters(text)
    for kept in range(len(parts), 1, -1):
        ends = "".join(parts[: kept - kept // 2]), "".join(parts[-(kept // 2) :])
        shorter = text if kept == len(parts) else "…".join(ends)
        if draw.text_size(shorter, size)[0] <= room:
            return shorter
    return draw.fit(text, size, room)


class Speaker(Button):
    """Turns the sound off or on; while it is off the speaker has an × in place of its waves."""

    def __init__(self, ui: Ui, screen: str, do: Callable[[Control], None]) -> None:
        super().__init__(ui, on_click=lambda: do(Control.MUTE), tip=tip(screen, Control.MUTE))
        self.follow(muted=False)

    def follow(self, *, muted: bool) -> None:
        """Shows whether the sound is off."""
        self.icon = "volume-x" if muted else "volume-2"


class Recorder(Button):
    """Begins and ends a film; while one is taken, a red dot and how long it is take the place of its ring.

    Attributes:
        seconds: whole seconds taken, None while no film is.
    """

    def __init__(self, ui: Ui, screen: str, do: Callable[[Control], None]) -> None:
        super().__init__(
            ui, "circle-dot", on_click=lambda: do(Control.RECORD), tip=tip(screen, Control.RECORD)
        )
        self.color = UNSAFE
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
            self.icon = "" if self.on else "circle-dot"
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
            draw.disc(surface, (rect.centerx, rect.y + ui.px(12)), ui.px(5), UNSAFE)
            place = (rect.centerx, rect.bottom - ui.px(10))
            ui.text(surface, self.length, place, 11, weight="SemiBold", anchor="center")


class More(Button):
    """Opens the menu of tools without room; a red dot on it shows that a recording runs."""

    def __init__(self, ui: Ui, on_click: Callable[[], None]) -> None:
        super().__init__(ui, "ellipsis", on_click=on_click, tip="More")
        self.recording = False

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the button, and the dot at its corner."""
        super().draw(surface)
        if self.recording:
            ui = self.ui
            draw.disc(surface, (self.rect.right - ui.px(8), self.rect.y + ui.px(8)), ui.px(4), UNSAFE)

"""The list of folders and files to select from, where the platform has no dialog of its own."""

from collections.abc import Callable
from pathlib import Path

import pygame

from game.presenters.file_dialog import Kind
from game.presenters.folders import Folders
from game.ui import Button, Popup, Ui, Widget
from game.ui.boxes import Box, Column, Part, Row, lay_out
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.drawing.characters import printable
from game.ui.scroll import ScrollArea
from game.ui.theme import ACCENT, CARD_HOVER, CONTROL, MUTED, PAD, RADIUS, SELECTED, TEXT, UNSAFE_TEXT, WELL
from game.ui.widget import ACTIVATE

WIDTH, HEIGHT = 620, 560
"""Size of the dialog where the window allows it [units]."""
ROW = 32
"""Height of an entry [units]."""
UP = ".."
HINT = "Type the first letter of a name to jump to it"


class Entries(ScrollArea):
    """The entries of a folder: folders first, one of them chosen; a click opens one.

    Attributes:
        names: of the entries, the folder above as the first where there is one.
        folders: how many of them are folders.
        chosen: place of the chosen one.
        told: shown where there are no entries.
    """

    def __init__(self, ui: Ui, on_open: Callable[[int], None], on_up: Callable[[], None]) -> None:
        super().__init__(ui)
        self.on_open, self.on_up = on_open, on_up
        self.names: tuple[str, ...] = ()
        self.folders = self.chosen = 0
        self.told = ""

    def show(self, names: tuple[str, ...], folders: int, chosen: int) -> None:
        """Shows other entries."""
        self.names, self.folders, self.chosen, self.offset = names, folders, chosen, 0.0
        self._choose(chosen)

    def content_height(self) -> int:
        """Height of all entries."""
        return len(self.names) * self.ui.px(ROW)

    def _choose(self, index: int) -> None:
        self.chosen = min(max(index, 0), max(len(self.names) - 1, 0))
        top = self.chosen * self.ui.px(ROW) - self.offset
        self.scroll_by(min(top, 0) or max(top + self.ui.px(ROW) - self.rect.height, 0))

    def click(self, pos: Point) -> None:
        """Opens the entry there."""
        index = self._index_at(pos)
        if index is not None:
            self.on_open(index)

    def _index_at(self, pos: Point) -> int | None:
        index = int((pos[1] - self.rect.y + self.offset) // self.ui.px(ROW))
        return index if self.rect.collidepoint(pos) and index < len(self.names) else None

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """A name that is cut."""
        index = self._index_at(pos)
        if index is None or self._fitting(index) == printable(self.names[index]):
            return "", self.rect
        return printable(self.names[index]), self._row(index)

    def key(self, event: pygame.Event) -> bool:
        """Arrows, page keys, Home and End choose; Enter opens, Backspace goes up; a letter finds a name."""
        page = max(self.rect.height // self.ui.px(ROW) - 1, 1)
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page}
        ends = {pygame.K_HOME: 0, pygame.K_END: len(self.names) - 1}
        sign = getattr(event, "unicode", "").casefold()
        if event.key in steps:
            self._choose(self.chosen + steps[event.key])
        elif event.key in ends:
            self._choose(ends[event.key])
        elif event.key in ACTIVATE:
            if self.names:
                self.on_open(self.chosen)
        elif event.key == pygame.K_BACKSPACE:
            self.on_up()
        elif sign and sign.isprintable():
            count = len(self.names)
            later = ((self.chosen + 1 + step) % count for step in range(count))
            self._choose(next((i for i in later if self.names[i].casefold().startswith(sign)), self.chosen))
        else:
            return False
        return True

    def wants(self, event: pygame.Event) -> bool:
        """Letters find names here, whatever they do elsewhere."""
        sign = getattr(event, "unicode", "")
        return bool(sign) and sign.isprintable() and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)

    types = True

    def _row(self, index: int) -> pygame.Rect:
        height = self.ui.px(ROW)
        y = self.rect.y + index * height - round(self.offset)
        return pygame.Rect(self.rect.x, y, self.inner_width, height)

    def _fitting(self, index: int) -> str:
        return draw.fit(printable(self.names[index]), self.ui.px(14), self._row(index).width - self.ui.px(52))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the well and the entries."""
        draw.rounded(surface, self.rect, self.ui.px(RADIUS - 2), WELL)
        super().draw(surface)

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draws the entries in sight, or why there are none."""
        ui = self.ui
        if not self.names:
            ui.text(surface, self.told, self.rect.center, 14, MUTED, anchor="center")
        under = self._index_at(ui.mouse) if self.hovered else None
        first = int(self.offset // ui.px(ROW))
        for index in range(first, min(first + self.rect.height // ui.px(ROW) + 2, len(self.names))):
            row = self._row(index)
            if index in {self.chosen, under}:
                ground = SELECTED if index == self.chosen else CARD_HOVER
                draw.rounded(surface, row, ui.px(RADIUS - 3), ground)
            folder = index < self.folders
            icon = "arrow-up" if self.names[index] == UP else "folder" if folder else "file"
            ui.icon(surface, icon, (row.x + ui.px(22), row.centery), 17, ACCENT if folder else MUTED)
            place = row.x + ui.px(42), row.centery
            ui.text(surface, self._fitting(index), place, 14, TEXT, anchor="midleft")


WORDS = {"file": ("Open file", "Open"), "folder": ("Export into a folder", "Export here")}
"""Title, and the button that ends it."""


class FolderDialog(Popup):
    """Leads from folder to folder; `on_path` gets the file or folder that is selected in the end.

    Attributes:
        kind: whether a file is wanted, or a folder: then no files are listed.
        folders: lists the present folder beside the frame loop.
        entries: what lies in it.
    """

    def __init__(self, ui: Ui, folder: Path, on_path: Callable[[Path], None], kind: Kind = "file") -> None:
        super().__init__(ui)
        self.on_path = on_path
        self.kind = kind
        self.folders = Folders(folder)
        self.entries = Entries(ui, self._open, self._go_up)
        self.cancel_button = Button(ui, text="Cancel", on_click=self.cancel)
        self.open_button = Button(ui, text=WORDS[kind][1], on_click=self._take, primary=True)
        self.children = [self.entries, self.cancel_button, self.open_button]
        self._shown: object = None
        self._from = ""
        self._problem = ""

    def first_focus(self) -> Widget | None:
        """The entries."""
        return self.entries

    def follow(self) -> None:
        """Shows the folder once it has been listed."""
        listing = self.folders.listing
        if listing is self._shown:
            return
        self._shown = listing
        self.ui.dirty = True
        if listing is None:
            self.entries.show((), 0, 0)
            self.entries.told, self._problem = "Reading the folder", ""
            return
        above = (UP,) if listing.folder.parent != listing.folder else ()
        names = (*above, *listing.folders, *(listing.files if self.kind == "file" else ()))
        chosen = names.index(self._from) if self._from in names else min(len(above), len(names) - 1)
        self.entries.show(names, len(above) + len(listing.folders), chosen)
        empty = "This folder is empty" if self.kind == "file" else "This folder holds no folders"
        self.entries.told, self._problem = empty, listing.problem

    def _go(self, folder: Path, come_from: str = "") -> None:
        self._from = come_from
        self.folders.go(folder)
        self.ui.focus_on(self.entries)
        self.follow()

    def _go_up(self) -> None:
        folder = self.folders.folder
        if folder.parent != folder:
            self._go(folder.parent, folder.name)

    def _take(self) -> None:
        """Opens the chosen entry; where a folder is wanted, it is the one on show."""
        if self.kind == "file":
            self._open(self.entries.chosen)
        elif not self._problem:
            self._end_with(self.folders.folder)

    def _end_with(self, path: Path) -> None:
        self.cancel()
        self.on_path(path)

    def _open(self, index: int) -> None:
        if not self.entries.names:
            return
        name = self.entries.names[index]
        if name == UP:
            self._go_up()
        elif index < self.entries.folders:
            self._go(self.folders.folder / name)
        else:
            self._end_with(self.folders.folder / name)

    def cancel(self) -> None:
        """Closes it; nobody waits for a folder any more."""
        self.folders.close(0.0)
        super().cancel()

    def layout(self) -> None:
        """In the middle of the window."""
        ui, pad = self.ui, self.ui.px(PAD)
        self.rect = pygame.Rect(
            0, 0, min(ui.px(WIDTH), ui.size[0] - 2 * pad), min(ui.px(HEIGHT), ui.size[1] - 2 * pad)
        )
        self.rect.center = ui.size[0] // 2, ui.size[1] // 2
        buttons = Row(
            (
                Part("space", 0, grow=1),
                Part("cancel", max(ui.px(92), self.cancel_button.natural_width())),
                Part("open", max(ui.px(92), self.open_button.natural_width()), before=ui.px(10)),
            )
        )
        sides = Row((Part("entries", 1, grow=1),), pad=pad)
        column = Column(
            (
                Part("title", ui.px(56)),
                Part("path", ui.px(26)),
                Part("list", ui.px(60), grow=1, inside=sides),
                Part("hint", ui.px(30)),
                Part(
                    "foot", ui.px(CONTROL), inside=Row((Part("buttons", 1, grow=1, inside=buttons),), pad=pad)
                ),
                Part("edge", pad),
            )
        )
        self._boxes = boxes = lay_out(column, Box(*self.rect)).boxes
        self.entries.rect = pygame.Rect(boxes["entries"])
        self.cancel_button.rect = pygame.Rect(boxes["cancel"])
        self.open_button.rect = pygame.Rect(boxes["open"])

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, title, folder and hint."""
        super().draw(surface)
        ui, pad, boxes = self.ui, self.ui.px(PAD), self._boxes
        x, width = self.rect.x + pad, self.rect.width - 2 * pad
        middle = boxes["title"].y + boxes["title"].height // 2
        ui.icon(surface, "folder-open", (x + ui.px(11), middle), 22, TEXT)
        ui.text(
            surface, WORDS[self.kind][0], (x + ui.px(32), middle), 16, weight="SemiBold", anchor="midleft"
        )
        path = _end_of(printable(str(self.folders.folder)), ui.px(13), width)
        ui.text(surface, path, (x, boxes["path"].y + ui.px(10)), 13, MUTED, anchor="midleft")
        told, color = (self._problem, UNSAFE_TEXT) if self._problem else (HINT, MUTED)
        line = draw.fit(told, ui.px(12), width) if self._problem else told
        if ui.text_width(line, 12) <= width:
            place = x, boxes["hint"].y + boxes["hint"].height // 2
            ui.text(surface, line, place, 12, color, anchor="midleft")


def _end_of(path: str, size: int, room: int) -> str:
    """The end of a path that fits into so much room [px], with … before it where something is left out."""
    shown = path
    while len(shown) > 1 and draw.text_size(shown, size)[0] > room:
        shown = f"…{shown[2:]}"
    return shown

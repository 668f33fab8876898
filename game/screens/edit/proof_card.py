"""The proof card: whether the level as it is now can be crossed without ever crashing; if not, why."""

from collections.abc import Callable

import pygame

from game.presenters.captions import counted
from game.presenters.editing import Editing
from game.ui import Button, Line, ScrollText, Ui, Widget, draw_card
from game.ui.drawing import draw
from game.ui.theme import MUTED, SAFE, SAFE_GROUND, TEXT, UNSAFE, UNSAFE_GROUND, WELL
from levels.model.delays import is_late

HEAD, LINE_HEIGHT, FOOT = 38, 21, 8
"""Heights of the verdict's line, of a line of text, and of what is left below [units]."""
LEFT, RIGHT = 66, 14
"""Where the text begins and ends [units]."""
MOST_LINES = 5
"""Lines of text in sight; more are scrolled."""
DISC = 21
"""Radius of the disc behind the icon [units]."""
BUTTON = 34


class ProofCard(Widget):
    """The verdict, what it rests on, and where what is wrong stands: “Show” leads there."""

    def __init__(self, ui: Ui, editing: Editing, on_show: Callable[[], None]) -> None:
        super().__init__(ui)
        self.editing = editing
        self.text = ScrollText(ui, ())
        self.show = Button(
            ui, "eye", "Show", on_click=on_show, tip="Show on the board what is wrong, and select it"
        )
        self.show.visible = False
        self.children = [self.text, self.show]
        self._shown: object = None
        self._written: list[str] = []

    def follow(self) -> bool:
        """Takes the newest judgement; gives whether there was one."""
        judged = self.editing.judged
        if judged is self._shown:
            return False
        self._shown = judged
        self.show.visible = judged is not None and (bool(judged.wrong) or judged.culprit is not None)
        return True

    def lines(self, room: int) -> list[str]:
        """What stands below the verdict, in few words where there is little room [px]."""
        judged = self.editing.judged
        if judged is None:
            return []
        if judged.faults or judged.proof is None:
            return list(judged.faults)
        certificate = judged.proof.certificate
        shortest, traps = certificate.shortest, certificate.doomed
        name = "Best guaranteed path" if judged.level and is_late(judged.level) else "Best path"
        path = "No path" if shortest is None else f"{name} {counted(shortest, 'step')}"
        avoid = counted(traps, "trap") if traps else "no traps"
        took = f"{judged.milliseconds:.0f} ms"
        long = [f"{path} · {avoid}{' to avoid' if traps else ''}", f"checked after every change, {took}"]
        if all(self.ui.text_width(line) <= room for line in long):
            return long
        return [f"{path} · {avoid}", f"checked in {took}"]

    def height(self, width: int) -> int:
        """What it needs in a panel so wide [px]."""
        ui = self.ui
        room = width - ui.px(LEFT + RIGHT) - ui.px(12)
        rows = sum(len(draw.wrap(line, ui.px(13), room)) for line in self.lines(room))
        button = ui.px(BUTTON + 4) if self.show.visible else 0
        return ui.px(HEAD + FOOT) + min(max(rows, 2), MOST_LINES) * ui.px(LINE_HEIGHT) + button

    def arrange(self) -> None:
        """The text below the verdict, the button below the text."""
        ui, rect = self.ui, self.rect
        button = ui.px(BUTTON + 4) if self.show.visible else 0
        width = rect.width - ui.px(LEFT + RIGHT)
        height = max(rect.height - ui.px(HEAD + FOOT) - button, 1)
        lines = self.lines(width - ui.px(12))
        if lines != self._written:
            self._written = lines
            self.text = ScrollText(ui, [Line(line, color=MUTED) for line in lines])
            self.children = [self.text, self.show]
        self.text.rect = pygame.Rect(rect.x + ui.px(LEFT), rect.y + ui.px(HEAD), width, height)
        self.text.focusable = bool(self.text.reach)
        self.show.rect = pygame.Rect(
            self.text.rect.x, rect.bottom - ui.px(FOOT + BUTTON), self.show.natural_width(), ui.px(BUTTON)
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draws icon and verdict; the text draws itself."""
        ui, rect = self.ui, self.rect
        titles, icon, color, ground = self.verdict
        draw_card(ui, surface, rect)
        center = (rect.x + ui.px(15 + DISC), rect.y + ui.px(16 + DISC))
        draw.disc(surface, center, ui.px(DISC), ground)
        ui.icon(surface, icon, center, 22, color)
        room = rect.width - ui.px(LEFT + RIGHT)
        title = next((t for t in titles if ui.text_width(t, 15, "SemiBold") <= room), titles[-1])
        place = (rect.x + ui.px(LEFT), rect.y + ui.px(25))
        ui.text(surface, title, place, 15, TEXT, weight="SemiBold", anchor="midleft")

    @property
    def verdict(self) -> tuple[tuple[str, ...], str, str, str]:
        """What the proof comes to, in words from many to few, with an icon, its colour and its ground."""
        judged = self.editing.judged
        if judged is None:
            return ("Proving",), "loader", MUTED, WELL
        if judged.level is None:
            return ("Not a level yet",), "triangle-alert", UNSAFE, UNSAFE_GROUND
        if judged.faults:
            return ("Not proved safe",), "ban", UNSAFE, UNSAFE_GROUND
        titles = ("Proved: nobody has to crash here", "Proved: nobody has to crash", "Proved safe")
        return titles, "shield-check", SAFE, SAFE_GROUND

"""The help: a screen's keys from the table of controls, the marks of the board, and the paper's words."""

import pygame

from game.screens.legend import MARKS
from game.screens.terms import TERMS
from game.ui import Button, Popup, Ui, Widget
from game.ui.drawing import draw
from game.ui.key_texts import help_lines
from game.ui.scroll import ScrollArea
from game.ui.theme import ACCENT, CARD_RAISED, LINE, MUTED, PAD

ROW, HEADING, LINE_STEP = 27, 38, 19
"""Heights of a row, of a group's heading, and of a line of what a word means [units]."""
COLUMN = 450
"""Width of a column [units]."""
EXPLAINED = tuple(mark for name in ("safety", "policy", "", "late", "river") for mark in MARKS[name])
"""The marks of the board."""
KEYS_LEAST = 115
"""Room for the keys of a column, and for the words of the marks, at least [units]."""


class _Keys(ScrollArea):
    """The marks and a screen's groups of keys in one or two columns, and below them what the words mean."""

    tracks_mouse = False

    def __init__(self, ui: Ui, screen: str) -> None:
        super().__init__(ui)
        self.groups = help_lines(screen)

    def columns(self) -> list[list[tuple[str, tuple[tuple[str, str], ...]]]]:
        """Groups of keys column by column: the first alone below the marks, the others next to it."""
        groups = list(self.groups)
        wide = self.rect.width >= self.ui.px(2 * COLUMN)
        return [groups[:1], groups[1:]] if wide and len(groups) > 1 else [groups]

    def content_height(self) -> int:
        """Height of the tallest column, and of the words below it."""
        words = sum(height for *_, height in self._meanings())
        return self._columns_height() + self.ui.px(HEADING) + words

    def _columns_height(self) -> int:
        heights = [sum(HEADING + ROW * len(rows) for _, rows in groups) for groups in self.columns()]
        heights[0] += HEADING + ROW * len(EXPLAINED)
        return self.ui.px(max(heights))

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draws headings, keys and sentences."""
        columns = self.columns()
        width = self.inner_width // len(columns)
        for index, groups in enumerate(columns):
            x, y = self.rect.x + index * width, self.rect.y - round(self.offset)
            words = self.rect.x + index * width + self._widest(groups)
            room = x + width - self.ui.px(8) - words
            if index == 0:
                y = self._draw_marks(surface, x, y, words, room)
            for heading, rows in groups:
                self.ui.text(surface, heading, (x, y + self.ui.px(14)), 13, ACCENT, weight="SemiBold")
                y += self.ui.px(HEADING)
                for keys, sentence in rows:
                    self._draw_keys(surface, keys, x, y)
                    line = draw.fit(sentence, self.ui.px(12), room)
                    place = (words, y + self.ui.px(ROW) // 2)
                    self.ui.text(surface, line, place, 12, MUTED, anchor="midleft")
                    y += self.ui.px(ROW)

        self._draw_words(surface, self.rect.y - round(self.offset) + self._columns_height())

    def _meanings(self) -> list[tuple[str, list[str], int]]:
        """Each word, the lines that explain it, and their height [px]."""
        ui, room = self.ui, self.rect.width - self.ui.px(KEYS_LEAST + 7 + 24)
        told = [(term.name, draw.wrap(term.meaning, ui.px(12), room)) for term in TERMS.values()]
        return [(name, lines, ui.px(LINE_STEP * len(lines) + 8)) for name, lines in told]

    def _draw_words(self, surface: pygame.Surface, y: int) -> None:
        """Draws the paper's words, and what each means."""
        ui, x = self.ui, self.rect.x
        ui.text(surface, "Words", (x, y + ui.px(14)), 13, ACCENT, weight="SemiBold")
        y += ui.px(HEADING)
        for name, lines, height in self._meanings():
            first = y + ui.px(LINE_STEP) // 2
            ui.text(surface, name, (x, first), 12, weight="Medium", anchor="midleft")
            for row, line in enumerate(lines):
                place = (x + ui.px(KEYS_LEAST + 7), first + ui.px(LINE_STEP) * row)
                ui.text(surface, line, place, 12, MUTED, anchor="midleft")
            y += height

    def _widest(self, groups: list[tuple[str, tuple[tuple[str, str], ...]]]) -> int:
        """Where the sentences of a column begin: right of its widest keys [px]."""
        widths = [self._draw_keys(None, keys, 0, 0) for _, rows in groups for keys, _ in rows]
        return max(self.ui.px(KEYS_LEAST), *widths) + self.ui.px(7)

    def _draw_marks(self, surface: pygame.Surface, x: int, y: int, words: int, room: int) -> int:
        """Draws the meaning of the marks on the board, sentences from `words` on; returns where it ends."""
        ui = self.ui
        ui.text(surface, "On the board", (x, y + ui.px(14)), 13, ACCENT, weight="SemiBold")
        y += ui.px(HEADING)
        for mark in EXPLAINED:
            middle = y + ui.px(ROW) // 2
            side = ui.px(20)
            mark.swatch(surface, pygame.Rect(x, middle - side // 2, side, side), "viridis")
            word, line = mark.word, mark.line if mark.word == mark.title else mark.title
            word, line = (said[:1].upper() + said[1:] for said in (word, line))
            ui.text(surface, word, (x + ui.px(28), middle), 12, weight="Medium", anchor="midleft")
            line = draw.fit(line, ui.px(12), room)
            ui.text(surface, line, (words, middle), 12, MUTED, anchor="midleft")
            y += ui.px(ROW)
        return y

    def _draw_keys(self, surface: pygame.Surface | None, keys: str, x: int, y: int) -> int:
        """Draws the keys of a row, if there is a surface; gives where they end [px]."""
        ui, middle = self.ui, y + self.ui.px(ROW) // 2
        for index, key in enumerate(keys.split(" or ")):
            if index:
                if surface is not None:
                    ui.text(surface, "or", (x, middle), 12, MUTED, anchor="midleft")
                x += ui.text_width("or", 12) + ui.px(5)
            cap = pygame.Rect(x, 0, ui.text_width(key, 12, "Medium") + ui.px(14), ui.px(21))
            cap.centery = middle
            if surface is not None:
                draw.rounded(surface, cap, ui.px(5), CARD_RAISED, stroke=LINE, stroke_width=1)
                ui.text(surface, key, cap.center, 12, weight="Medium", anchor="center")
            x = cap.right + ui.px(5)
        return x


class HelpDialog(Popup):
    """The help of a screen as a popup; Escape or the button closes it."""

    def __init__(self, ui: Ui, screen: str) -> None:
        super().__init__(ui)
        self.keys = _Keys(ui, screen)
        self.button = Button(ui, text="Close", on_click=self.cancel, primary=True)
        self.children = [self.keys, self.button]

    def first_focus(self) -> Widget | None:
        """The button."""
        return self.button

    def layout(self) -> None:
        """In the middle of the window, as large as the keys need and the window allows."""
        ui, pad = self.ui, self.ui.px(PAD)
        head, foot = ui.px(56), ui.px(36) + 2 * pad
        width = min(ui.px(2 * COLUMN + 3 * PAD), ui.size[0] - 2 * pad)
        self.keys.rect = pygame.Rect(0, 0, width - 2 * pad, 10)
        height = min(head + self.keys.content_height() + foot, ui.size[1] - 2 * pad)
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.center = (ui.size[0] // 2, ui.size[1] // 2)
        self.keys.rect = pygame.Rect(
            self.rect.x + pad, self.rect.y + head, width - 2 * pad, max(height - head - foot, 1)
        )
        self.button.rect = pygame.Rect(0, 0, ui.px(92), ui.px(36))
        self.button.rect.bottomright = (self.rect.right - pad, self.rect.bottom - pad)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground and title."""
        super().draw(surface)
        ui, middle = self.ui, self.rect.y + self.ui.px(30)
        ui.icon(surface, "circle-question-mark", (self.rect.x + ui.px(PAD + 11), middle), 20, ACCENT)
        place = (self.rect.x + ui.px(PAD + 32), middle)
        ui.text(surface, "Help", place, 16, weight="SemiBold", anchor="midleft")

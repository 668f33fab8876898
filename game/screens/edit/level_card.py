"""The Level card: name and description, size, rules, rewards, learning, and letters of the level's own."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from game.presenters import level_settings
from game.presenters.editing import Editing
from game.presenters.level_settings import Setting
from game.presenters.own_levels import LONGEST_NAME
from game.screens.edit.about_field import AboutField
from game.screens.edit.letter_row import LetterRow
from game.screens.edit.pane import EditPane
from game.screens.edit.tools import SELECT
from game.ui import Button, Segment, Segments, Stepper, TextField, Toggle, Ui, Widget, draw_card
from game.ui.controls import Control
from game.ui.key_texts import tip
from game.ui.theme import LINE, MUTED, PAD
from levels.formats.foreign import MAX_ABOUT
from levels.text.editing import EditError, rows_of, value_of, with_letter, with_value

HEAD, FOOT = 38, 8
FIELD, ABOUT, STEPPER, SWITCH, LETTER = 34, 50, 34, 26, 34
"""Heights of the name, the description, a stepper, a switch and a letter's row [units]."""
BETWEEN, LABEL, HEADING = 7, 20, 34
"""Space between two rows, heights of a label above its control and of a heading [units]."""
BESIDE_FROM = 330
"""Width within the card from which labels of rows and columns stand beside their steppers [units]."""


@dataclass
class Cell:
    """A control with its label, beside it or above it."""

    widget: Widget
    label: str = ""
    above: bool = False


@dataclass
class Line:
    """A line of the card: a heading, or controls side by side."""

    height: int
    cells: tuple[Cell, ...] = ()
    heading: str = ""


class LevelCard(Widget):
    """All settings of the level as a whole. Each changes its own lines of the text, and can be undone."""

    def __init__(self, ui: Ui, pane: EditPane, editing: Editing, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.pane = pane
        self.editing = editing
        self.name = TextField(
            ui,
            most=LONGEST_NAME,
            hint="A level needs a name",
            on_change=lambda: self._write("name", self.name.text),
            on_enter=lambda: ui.focus_on(None),
        )
        self.about = AboutField(
            ui,
            most=MAX_ABOUT,
            hint="A sentence about the level",
            on_change=lambda: self._write("about", self.about.text),
            on_enter=lambda: ui.focus_on(None),
        )
        self.rows = _sizes(ui, (Control.LOWER, Control.TALLER), do)
        self.columns = _sizes(ui, (Control.NARROWER, Control.WIDER), do)
        self.waiting = Toggle(
            ui,
            "The hen may wait",
            lambda _: do(Control.WAITING),
            tip=f"On: it may stand still for a step. Off: it has to move ({tip('edit', Control.WAITING)})",
        )
        self.steppers = {
            setting: Stepper(ui, partial(self._step, setting), tip=setting.help)
            for setting in (
                *(level_settings.EPSILON, level_settings.RATE, level_settings.DISCOUNT),
                *(level_settings.STEP_REWARD, level_settings.GOAL_REWARD),
                *(level_settings.DECAY, level_settings.FLOOR),
                *(level_settings.THRESHOLD, level_settings.LIMIT),
            )
        }
        self.words = {
            setting: self._segments(setting)
            for setting in (
                *(level_settings.WALLS, level_settings.SAFETY),
                *(level_settings.STOPPING, level_settings.PHASES, level_settings.CELLS),
            )
        }
        self.letters: dict[str, LetterRow] = {}
        self.add_letter = Button(
            ui,
            "plus",
            "Add a letter of your own",
            on_click=self._add_letter,
            tip="Gives a letter a meaning, for instance a crate, and takes it as the tool",
        )
        self._labels: list[tuple[str, tuple[int, int], int, str]] = []
        self._typed = False
        self._followed: object = None
        self._gather()

    def _segments(self, setting: Setting) -> Segments:
        choices = zip(setting.values, setting.names, strict=True)
        segments = tuple(Segment(key, name, tip=setting.help) for key, name in choices)
        return Segments(self.ui, segments, partial(self._choose, setting), one_of=True)

    # -- changes ------------------------------------------------------------------------------------------

    def _guarded(self, make: Callable[[], str]) -> None:
        try:
            self.editing.change(make())
        except EditError as error:
            self.pane.on_problem(str(error))

    def _write(self, key: str, text: str) -> None:
        """Takes what is typed into a field; all that is typed into it at a time is one change."""
        self._typed = True
        self.editing.begin_stroke()
        self._guarded(lambda: with_value(self.editing.text, key, text))

    def _step(self, setting: Setting, direction: int) -> None:
        self._guarded(lambda: level_settings.stepped(self.editing.text, setting, direction))

    def _choose(self, setting: Setting, chosen: frozenset[str]) -> None:
        (key,) = chosen
        self._guarded(lambda: level_settings.with_value_of(self.editing.text, setting, key))

    def _add_letter(self) -> None:
        try:
            text, char = level_settings.with_new_letter(self.editing.text)
        except EditError as error:
            self.pane.on_problem(str(error))
            return
        self.editing.change(text)
        self.pane.take_letter(char)

    def _set_letter(self, char: str, look: str, blocks: bool) -> None:
        self._guarded(lambda: with_letter(self.editing.text, char, look, blocks=blocks))

    def _drop_letter(self, char: str) -> None:
        self._guarded(lambda: level_settings.without_own(self.editing.text, char))
        if self.pane.tool.char == char:
            self.pane.tool = SELECT

    # -- what it shows ------------------------------------------------------------------------------------

    def follow(self) -> bool:
        """Takes everything from the text; gives whether it needs another height now."""
        text = self.editing.text
        if self._typed and self.ui.focus not in (self.name, self.about):
            self._typed = False
            self.editing.end_stroke()
        if self._followed == (text, self.pane.tool):
            return False
        self._followed = text, self.pane.tool
        with suppress(EditError):
            self._follow_fields(text)
            self._follow_settings(text)
            return self._follow_letters(text)
        return False

    def _follow_fields(self, text: str) -> None:
        for field, key in ((self.name, "name"), (self.about, "about")):
            said = value_of(text, key)
            shown = " ".join(str(said).split()) if said is not None else ""
            if " ".join(field.text.split()) != shown:
                field.text = shown
                field.anchor = field.caret = len(shown)

    def _follow_settings(self, text: str) -> None:
        drawing = rows_of(text)
        self.rows.reading, self.columns.reading = str(len(drawing)), str(len(drawing[0]))
        self.waiting.on = level_settings.waits(text)
        for setting, stepper in self.steppers.items():
            stepper.reading = _written(level_settings.value(text, setting))
        for setting, segments in self.words.items():
            segments.chosen = frozenset({str(level_settings.value(text, setting))})

    def _follow_letters(self, text: str) -> bool:
        known = level_settings.letters(text)
        changed = list(known) != list(self.letters)
        if changed:
            self.letters = {
                char: LetterRow(self.ui, char, self.pane, self._set_letter, self._drop_letter)
                for char in known
            }
            self._gather()
        for char, meaning in known.items():
            self.letters[char].follow(str(meaning["look"]), blocks=bool(meaning["blocks"]))
        return changed

    # -- layout -------------------------------------------------------------------------------------------

    def _plan(self, inner: int) -> Iterator[Line]:
        """The lines of the card, `inner` wide [px]."""
        ui = self.ui
        beside = inner >= ui.px(BESIDE_FROM)
        yield Line(FIELD, (Cell(self.name, "Name"),))
        yield Line(ABOUT, (Cell(self.about, "About"),))
        yield Line(
            STEPPER + (0 if beside else LABEL),
            (Cell(self.rows, "Rows", above=not beside), Cell(self.columns, "Columns", above=not beside)),
        )
        yield Line(SWITCH, (Cell(self.waiting),))
        if beside:
            yield self._numbers(level_settings.EPSILON, level_settings.RATE, level_settings.DISCOUNT)
        else:
            yield self._numbers(level_settings.EPSILON, level_settings.RATE)
            yield self._numbers(level_settings.DISCOUNT)
        yield Line(0, heading="Rules")
        for setting in (level_settings.WALLS, level_settings.SAFETY):
            yield self._worded(setting, inner)
        yield Line(0, heading="Rewards")
        yield self._numbers(level_settings.STEP_REWARD, level_settings.GOAL_REWARD)
        yield Line(0, heading="Learning, in detail")
        yield self._numbers(level_settings.DECAY, level_settings.FLOOR)
        yield self._numbers(level_settings.THRESHOLD, level_settings.LIMIT)
        for setting in (level_settings.STOPPING, level_settings.PHASES, level_settings.CELLS):
            yield self._worded(setting, inner)
        yield Line(0, heading="Letters of your own")
        for row in self.letters.values():
            yield Line(LETTER, (Cell(row),))
        yield Line(STEPPER, (Cell(self.add_letter),))

    def _numbers(self, *settings: Setting) -> Line:
        return Line(
            STEPPER + LABEL,
            tuple(Cell(self.steppers[setting], setting.name, above=True) for setting in settings),
        )

    def _worded(self, setting: Setting, inner: int) -> Line:
        """A choice of words, below its label where both do not fit side by side."""
        segments = self.words[setting]
        need = self._worded_width() + segments.natural_width()
        above = need > inner
        return Line(STEPPER + (LABEL if above else 0), (Cell(segments, setting.label, above=above),))

    def _worded_width(self) -> int:
        """Room for the labels of all choices of words [px]."""
        return max(self.ui.text_width(setting.label) for setting in self.words) + self.ui.px(14)

    def _gather(self) -> None:
        widgets = [cell.widget for line in self._plan(self.ui.px(BESIDE_FROM)) for cell in line.cells]
        self.children = widgets

    def height(self, width: int) -> int:
        """What it needs in a panel so wide [px]."""
        ui = self.ui
        heights = [
            HEADING if line.heading else line.height + BETWEEN for line in self._plan(width - 2 * ui.px(PAD))
        ]
        return sum(ui.px(height) for height in heights) + ui.px(HEAD + FOOT)

    def arrange(self) -> None:
        """The lines below each other."""
        ui, pad = self.ui, self.ui.px(PAD)
        inner = self.rect.inflate(-2 * pad, 0)
        y = self.rect.y + ui.px(HEAD)
        self._labels = []
        named = max(ui.text_width(name) for name in ("Name", "About")) + ui.px(16)
        for line in self._plan(inner.width):
            if line.heading:
                self._label(line.heading, (inner.x, y + ui.px(HEADING - 12)), 13, "SemiBold")
                y += ui.px(HEADING)
                continue
            gap = ui.px(14 if len(line.cells) > 1 else 0)
            width = (inner.width - gap * (len(line.cells) - 1)) // max(len(line.cells), 1)
            for place, cell in enumerate(line.cells):
                box = pygame.Rect(inner.x + place * (width + gap), y, width, ui.px(line.height))
                self._arrange_cell(cell, box, named)
            y += ui.px(line.height) + ui.px(BETWEEN)

    def _label(self, text: str, place: tuple[int, int], size: int, weight: str = "Regular") -> None:
        """Notes a label, counted from the card's own corner: the panel scrolls it."""
        self._labels.append((text, (place[0] - self.rect.x, place[1] - self.rect.y), size, weight))

    def _arrange_cell(self, cell: Cell, box: pygame.Rect, named: int) -> None:
        """A control in its box, its label above it or at its left."""
        ui = self.ui
        if cell.label and cell.above:
            self._label(cell.label, (box.x + ui.px(2), box.y + ui.px(LABEL) // 2 - ui.px(1)), 12)
            box = pygame.Rect(box.x, box.y + ui.px(LABEL), box.width, box.height - ui.px(LABEL))
        elif cell.label:
            self._label(cell.label, (box.x, box.centery), 13)
            left = ui.text_width(cell.label) + ui.px(12)
            if cell.widget in (self.name, self.about):
                left = named
            if cell.widget in self.words.values():
                left = self._worded_width()
            if cell.widget in (self.rows, self.columns):
                left = max(left, box.width - ui.px(112))
            box = pygame.Rect(box.x + left, box.y, box.width - left, box.height)
        if cell.widget is self.waiting:
            box.width = min(box.width, self.waiting.natural_width())
        if cell.widget is self.add_letter:
            box.width = min(box.width, self.add_letter.natural_width())
        cell.widget.rect = box
        cell.widget.arrange()

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the card and its labels; the controls draw themselves."""
        ui = self.ui
        draw_card(ui, surface, self.rect, "Level", note="its name, size and learning")
        for label, (dx, dy), size, weight in self._labels:
            place = (self.rect.x + dx, self.rect.y + dy)
            end = ui.text(surface, label, place, size, MUTED, weight=weight, anchor="midleft").right
            if weight == "SemiBold":
                end += ui.px(10)
                surface.fill(LINE, (end, place[1], max(self.rect.right - ui.px(PAD) - end, 1), 1))


def _sizes(ui: Ui, controls: tuple[Control, Control], do: Callable[[Control], None]) -> Stepper:
    """The stepper of rows or columns."""
    less, more = controls
    told = f"{tip('edit', more)}; {tip('edit', less)}"
    return Stepper(ui, lambda direction: do(more if direction > 0 else less), tip=told)


def _written(value: Any) -> str:
    """A value as the card has it."""
    written = f"{value:,}" if isinstance(value, int) else f"{value:g}" if isinstance(value, float) else "–"
    return written.replace("-", "−")

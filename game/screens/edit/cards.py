"""The editor's cards: the tools, the obstacle that is being changed, and the proof."""

from collections.abc import Callable
from typing import Any

import pygame

from game.board.art.scenery_theme import SCENERY_THEMES, scenery_theme_of
from game.board.kind import SHARED, Setting
from game.board.kinds import KINDS
from game.presenters.editing import Editing
from game.screens.edit.pane import EditPane
from game.screens.edit.setting_slider import WIDEST, SettingSlider
from game.screens.edit.swatches import swatch
from game.screens.edit.tools import TOOLS, Tool
from game.ui import Button, Line, ScrollText, Slider, Ui, Widget, draw_card
from game.ui.card import HEAD
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import key_of, tip, with_keys
from game.ui.layout import WIDE_FROM
from game.ui.theme import DIM, MUTED, PAD, RADIUS, SAFE, TEXT, UNSAFE
from levels.model.level import Level
from levels.text.editing import EditError, with_obstacle, without_obstacle

WIDE_COLUMNS, NARROW_COLUMNS = 5, 4
"""Tools side by side in a wide panel and in a narrow one."""
TOOL, LOW_TOOL, TOOL_GAP = 46, 38, 4
"""Height of a tool's button, of one without a picture, and the space between two of them [units]."""
SWATCH, SWATCHES_FROM = 22, 660
"""Side of a tool's picture, and the lowest window that has room for such [units]."""
ROW, LOW_ROW = 34, 22
"""Height of a slider, and in a low window [units]."""
NOTHING = 90
"""Height of the obstacle card while nothing is chosen [units]."""
LOOKS = ("car", "truck", "bus", "train", "tram", "robot", "crate")
"""Looks that the obstacle card offers; a level file may name others."""


class ToolButton(Button):
    """A tool's name, and below it a picture of what it lays and the key that chooses it."""

    def __init__(self, ui: Ui, tool: Tool, pane: EditPane, do: Callable[[Control], None]) -> None:
        chosen = tool.control
        if chosen is None:
            super().__init__(ui, on_click=lambda: setattr(pane, "tool", tool), tip=tool.name)
        else:
            super().__init__(ui, on_click=lambda: do(chosen), tip=tip("edit", chosen))
        self.tool, self.pane = tool, pane
        self.key_name = key_of("edit", chosen) if chosen is not None else ""

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, name, picture and key."""
        super().draw(surface)
        ui, (x, y) = self.ui, self.rect.center
        pictured = self.rect.height >= ui.px(TOOL)
        up, down = y - ui.px(12 if pictured else 7), y + ui.px(9)
        ui.text(surface, self.tool.name, (x, up), 12, TEXT, weight="Medium", anchor="center")
        beside = x + ui.px(14 if pictured else 0)
        ui.text(surface, self.key_name, (beside, down), 11, MUTED if self.on else DIM, anchor="center")
        if pictured:
            world = (
                scenery_theme_of(self.pane.level) if self.pane.level is not None else SCENERY_THEMES["meadow"]
            )
            picture = swatch(self.tool, world, ui.px(SWATCH))
            surface.blit(picture, picture.get_rect(midright=(x + ui.px(4), down)))


class ToolsCard(Widget):
    """All tools, the chosen one lit."""

    def __init__(self, ui: Ui, pane: EditPane, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.pane = pane
        self.buttons = [ToolButton(ui, tool, pane, do) for tool in TOOLS]
        self.children = list(self.buttons)

    @property
    def columns(self) -> int:
        """Tools side by side."""
        return WIDE_COLUMNS if self.ui.size[0] >= self.ui.px(WIDE_FROM) else NARROW_COLUMNS

    @property
    def tool_height(self) -> int:
        """Height of each [units]."""
        return TOOL if self.ui.size[1] >= self.ui.px(SWATCHES_FROM) else LOW_TOOL

    def height(self) -> int:
        """The height it needs [px]."""
        rows = -(-len(TOOLS) // self.columns)
        return self.ui.px(HEAD + PAD) + rows * self.ui.px(self.tool_height + TOOL_GAP)

    def arrange(self) -> None:
        """In rows."""
        ui, gap, columns = self.ui, self.ui.px(TOOL_GAP), self.columns
        left, top = self.rect.x + ui.px(PAD), self.rect.y + ui.px(HEAD)
        width = (self.rect.width - 2 * ui.px(PAD) - gap * (columns - 1)) // columns
        for index, button in enumerate(self.buttons):
            row, col = divmod(index, columns)
            y = top + row * ui.px(self.tool_height + TOOL_GAP)
            button.rect = pygame.Rect(left + col * (width + gap), y, width, ui.px(self.tool_height))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground; the buttons draw themselves."""
        for tool, button in zip(TOOLS, self.buttons, strict=True):
            button.on = tool is self.pane.tool
        draw_card(self.ui, surface, self.rect, "Tools", icon="crosshair")


class ObstacleCard(Widget):
    """The keys of the selected obstacle, changed by sliders."""

    def __init__(self, ui: Ui, pane: EditPane, editing: Editing, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.pane = pane
        self.editing = editing
        self.look = Slider(
            ui,
            "Type",
            lambda moved: self._change({"look": LOOKS[moved.stop]}),
            stops=len(LOOKS),
            reading=lambda moved: LOOKS[moved.stop],
            widest=WIDEST,
        )
        shared = [SettingSlider(ui, setting, self._moved) for setting in SHARED]
        self.settings = {
            name: [*shared, *(SettingSlider(ui, setting, self._moved) for setting in kind.settings)]
            for name, kind in KINDS.items()
        }
        """The sliders below the look, by kind."""
        self.turn = Button(ui, "arrow-left", "Reverse", on_click=self._turn)
        self.delete = Button(
            ui, "x", "Delete", on_click=lambda: do(Control.DELETE), tip=tip("edit", Control.DELETE)
        )
        every = dict.fromkeys(slider for sliders in self.settings.values() for slider in sliders)
        self.children = [self.look, *every, self.turn, self.delete]

    @property
    def sliders(self) -> list[Slider]:
        """Those of the chosen obstacle; none where there is none."""
        obstacle = self.pane.obstacle
        return [] if obstacle is None else [self.look, *self.settings[obstacle.kind]]

    def follow(self) -> None:
        """Sets the sliders from the obstacle; keys it does not have are left out."""
        obstacle, level, shown_now = self.pane.obstacle, self.pane.level, self.sliders
        for widget in self.children:
            widget.visible = widget in shown_now
        self.delete.visible = obstacle is not None
        self.turn.visible = obstacle is not None and KINDS[obstacle.kind].turn is not None
        if obstacle is None or level is None or self.ui.pressed in shown_now:
            return
        self.look.stop = LOOKS.index(obstacle.look) if obstacle.look in LOOKS else 0
        for slider in self.settings[obstacle.kind]:
            slider.show(slider.setting.value(obstacle, _size(level)))

    def _moved(self, moved: Setting[Any]) -> None:
        obstacle, level = self.pane.obstacle, self.pane.level
        if obstacle is None or level is None:
            return
        size = _size(level)
        values = {
            slider.setting.key: slider.value(slider.setting.value(obstacle, size))
            for slider in self.settings[obstacle.kind]
        }
        self._change(moved.keys(obstacle, values, size))

    def _turn(self) -> None:
        obstacle = self.pane.obstacle
        turn = KINDS[obstacle.kind].turn if obstacle is not None else None
        if turn is not None:
            self._change(turn(obstacle))

    def _change(self, keys: dict[str, Any]) -> None:
        if self.pane.obstacle is None:
            return
        try:
            self.editing.change(with_obstacle(self.editing.text, keys, self.pane.chosen))
        except EditError as error:
            self.pane.on_problem(str(error))

    def remove(self) -> None:
        """Deletes the chosen obstacle."""
        known = self.pane.obstacle is not None
        chosen, self.pane.chosen = self.pane.chosen, None
        if chosen is not None and known:
            try:
                self.editing.change(without_obstacle(self.editing.text, chosen))
            except EditError as error:
                self.pane.on_problem(str(error))

    def height(self) -> int:
        """What it needs at least [px]."""
        if self.pane.obstacle is None:
            return self.ui.px(NOTHING)
        return self.ui.px(HEAD + 10) + self.ui.px(LOW_ROW) * (len(self.sliders) + 1)

    def arrange(self) -> None:
        """The two buttons, and the sliders below them, closer in a low window."""
        ui, pad = self.ui, self.ui.px(PAD)
        room = self.rect.height - ui.px(HEAD + 10)
        row = max(min(room // (len(self.sliders) + 1), ui.px(ROW)), ui.px(20))
        y = self.rect.y + ui.px(HEAD)
        half = (self.rect.width - 2 * pad - ui.px(8)) // 2
        height = min(row - ui.px(2), ui.px(ROW - 4))
        self.turn.rect = pygame.Rect(self.rect.x + pad, y, half, height)
        self.delete.rect = pygame.Rect(self.rect.right - pad - half, y, half, height)
        columns = [[self.look, *sliders] for sliders in self.settings.values()]
        names = max(ui.text_width(slider.label) for sliders in columns for slider in sliders)
        for sliders in columns:
            for place, slider in enumerate(sliders, start=1):
                slider.label_width = names
                top = y + place * row
                slider.rect = pygame.Rect(self.rect.x + pad, top, self.rect.width - 2 * pad, row - ui.px(4))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the card and its title; the controls draw themselves."""
        obstacle, ui = self.pane.obstacle, self.ui
        note = "" if obstacle is None else KINDS[obstacle.kind].note(obstacle)
        box = draw_card(ui, surface, self.rect, "Obstacle", icon="road", note=note)
        if obstacle is None:
            for row, said in enumerate(draw.wrap(_hint(), ui.px(13), box.width)):
                place = (box.x, box.y + ui.px(8 + 20 * row))
                ui.text(surface, said, place, 13, MUTED, anchor="midleft")


def _size(level: Level) -> tuple[int, int]:
    """Rows and columns of its board."""
    return level.board.n_rows, level.board.n_cols


def _hint() -> str:
    """How an obstacle is laid and how one is selected, by keys."""
    keys = [(key_of("edit", tool.control), tool.kind) for tool in TOOLS if tool.kind and tool.control]
    lays = ", ".join(f"{key} {'a' if place else 'draws a'} {kind}" for place, (key, kind) in enumerate(keys))
    return with_keys("edit", f"{lays}: drag on the board. Press {{CHOOSE}}, then click one to select it.")


class ProofCard(Widget):
    """Whether the level as it is now can be crossed without ever crashing; if not, why."""

    def __init__(self, ui: Ui, editing: Editing) -> None:
        super().__init__(ui)
        self.editing = editing
        self.text = ScrollText(ui, ())
        self.children = [self.text]
        self._shown: object = None

    def follow(self) -> None:
        """Takes the newest judgement."""
        judged = self.editing.judged
        if judged is self._shown:
            return
        self._shown = judged
        self.text = ScrollText(
            self.ui, [Line(line, color=TEXT if not i else MUTED) for i, line in enumerate(self._lines())]
        )
        self.children = [self.text]
        self.arrange()

    def _lines(self) -> list[str]:
        judged = self.editing.judged
        if judged is None:
            return []
        if judged.faults or judged.proof is None:
            return list(judged.faults)
        certificate = judged.proof.certificate
        shortest, period = certificate.shortest, certificate.period
        way = "no path" if shortest is None else f"{shortest} step{'' if shortest == 1 else 's'}"
        repeats = f"; traffic repeats after {period:,} step{'' if period == 1 else 's'}"
        amber = " (amber: at this step)" if certificate.doomed else ""
        return [
            f"No crash from any of {certificate.reachable:,} reachable states.",
            f"Shortest safe path: {way}{repeats if judged.proof.level.obstacles else ''}.",
            f"Traps: {certificate.doomed:,} of {certificate.states:,} states{amber}.",
        ]

    def arrange(self) -> None:
        """Takes the room below the head line."""
        pad = self.ui.px(PAD)
        self.text.rect = pygame.Rect(
            self.rect.x + pad,
            self.rect.y + self.ui.px(HEAD),
            self.rect.width - 2 * pad,
            max(self.rect.height - self.ui.px(HEAD + RADIUS), 1),
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the verdict; the text draws itself."""
        title, icon, color = self.verdict
        judged = self.editing.judged
        note = "" if judged is None else f"{judged.milliseconds:.0f} ms"
        draw_card(self.ui, surface, self.rect, title, icon=icon, color=color, note=note)

    @property
    def verdict(self) -> tuple[str, str, str]:
        """What the proof comes to, in a word or two, with an icon and a colour."""
        judged = self.editing.judged
        if judged is None:
            return "Proving", "loader", MUTED
        if judged.level is None:
            return "Not a level yet", "triangle-alert", UNSAFE
        if judged.faults:
            return "Not proved safe", "ban", UNSAFE
        return "Proved safe", "shield-check", SAFE

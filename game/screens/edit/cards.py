"""The editor's cards: the tools, the obstacle that is being changed, and the proof."""

from collections.abc import Callable

import pygame

from game.board.art.scenery_theme import SCENERY_THEMES, scenery_theme_of
from game.presenters.editing import Editing
from game.screens.edit.pane import EditPane
from game.screens.edit.swatches import swatch
from game.screens.edit.tools import TOOLS, Spacing, Tool, spaced, spacing_of
from game.ui import Button, Line, ScrollText, Slider, Ui, Widget, draw_card
from game.ui.card import HEAD
from game.ui.controls import Command, controls_of, shown, tip
from game.ui.drawing import draw
from game.ui.layout import WIDE_FROM
from game.ui.theme import DIM, MUTED, PAD, RADIUS, SAFE, TEXT, UNSAFE
from levels.model.obstacles import Lane
from levels.text.editing import EditError, with_obstacle, without_obstacle

WIDE_COLUMNS, NARROW_COLUMNS = 5, 4
"""Tools side by side in a wide panel and in a narrow one."""
TOOL, LOW_TOOL, TOOL_GAP = 46, 38, 4
"""Height of a tool's button, of one without a picture, and the space between two of them [units]."""
SWATCH, SWATCHES_FROM = 22, 660
"""Side of a tool's picture, and the lowest window that has room for such [units]."""
ROW = 34
"""Height of a slider [units]."""
LOOKS = ("car", "truck", "bus", "train", "tram", "robot", "crate")
"""Looks that the obstacle card offers; a level file may name others."""


class ToolButton(Button):
    """A tool's name, and below it a picture of what it lays and the key that chooses it."""

    def __init__(self, ui: Ui, tool: Tool, pane: EditPane, command: Callable[[Command], None]) -> None:
        super().__init__(ui, on_click=lambda: command(tool.command), tip=tip("edit", tool.command))
        self.tool, self.pane = tool, pane
        self.key_name = shown(next(row.keys[0] for row in controls_of("edit") if row.command is tool.command))

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

    def __init__(self, ui: Ui, pane: EditPane, command: Callable[[Command], None]) -> None:
        super().__init__(ui)
        self.pane = pane
        self.buttons = [ToolButton(ui, tool, pane, command) for tool in TOOLS]
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

    def __init__(self, ui: Ui, pane: EditPane, editing: Editing, command: Callable[[Command], None]) -> None:
        super().__init__(ui)
        self.pane = pane
        self.editing = editing

        def slider(label: str, low: int, high: int, key: str, unit: str = "") -> Slider:
            def reading(moved: Slider) -> str:
                number = moved.stop + low
                return f"{number} {unit}{'' if number == 1 else 's'}" if unit else f"{number}"

            return Slider(
                ui,
                label,
                lambda moved: self._set(key, moved.stop + low),
                stops=high - low + 1,
                reading=reading,
                widest="20 cells",
            )

        self.look = Slider(
            ui,
            "Type",
            lambda moved: self._set("look", LOOKS[moved.stop]),
            stops=len(LOOKS),
            reading=lambda moved: LOOKS[moved.stop],
            widest="20 cells",
        )
        self.every = slider("Moves every", 1, 8, "every", "tick")
        self.hop = slider("Cells per move", 1, 4, "hop")
        self.length = slider("Length", 1, 16, "length", "cell")
        self.vehicles = slider("Vehicles", 1, 12, "vehicles")
        self.gap = slider("Gap", 0, 20, "gap", "cell")
        self.first = slider("Offset", 0, 30, "first")
        self.sliders = [self.look, self.every, self.hop, self.length, self.vehicles, self.gap, self.first]
        self.turn = Button(ui, "arrow-left", "Reverse", on_click=self._turn)
        self.delete = Button(
            ui, "x", "Delete", on_click=lambda: command(Command.DELETE), tip=tip("edit", Command.DELETE)
        )
        self.children = [*self.sliders, self.turn, self.delete]

    def follow(self) -> None:
        """Sets the sliders from the obstacle; keys it does not have are left out."""
        obstacle, level = self.pane.obstacle, self.pane.level
        is_lane = isinstance(obstacle, Lane)
        for widget in self.children:
            widget.visible = obstacle is not None
        for slider in (self.length, self.vehicles, self.gap, self.first):
            slider.visible = is_lane
        for slider in self.sliders:  # in a very low window the last find no room
            slider.visible &= slider.rect.bottom <= self.rect.bottom
        self.turn.visible = is_lane
        if obstacle is None or level is None or self.ui.pressed in self.sliders:
            return
        self.look.stop = LOOKS.index(obstacle.look) if obstacle.look in LOOKS else 0
        self.every.stop, self.hop.stop = min(obstacle.every, 8) - 1, min(obstacle.hop, 4) - 1
        if isinstance(obstacle, Lane):
            spacing = spacing_of(obstacle, level.board.n_rows, level.board.n_cols)
            self.length.stop, self.vehicles.stop = obstacle.length - 1, spacing.vehicles - 1
            self.gap.stop, self.first.stop = min(spacing.gap, 20), min(spacing.first, 30)

    def _set(self, key: str, value: int | str) -> None:
        obstacle, level = self.pane.obstacle, self.pane.level
        if obstacle is None or level is None:
            return
        keys: dict[str, object] = {key: value}
        if isinstance(obstacle, Lane) and key in {"length", "vehicles", "gap", "first"}:
            spacing = Spacing(self.vehicles.stop + 1, self.gap.stop, self.first.stop)
            keys = spaced(obstacle, spacing, self.length.stop + 1, level.board.n_rows, level.board.n_cols)
        self._change(keys)

    def _turn(self) -> None:
        other = {"left": "right", "right": "left", "up": "down", "down": "up"}
        obstacle = self.pane.obstacle
        if isinstance(obstacle, Lane):
            self._change({"direction": other[obstacle.direction]})

    def _change(self, keys: dict[str, object]) -> None:
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
        names = max(ui.text_width(slider.label) for slider in self.sliders)
        for slider in self.sliders:
            slider.label_width = names
            y += row
            slider.rect = pygame.Rect(self.rect.x + pad, y, self.rect.width - 2 * pad, row - ui.px(4))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the card and its title; the controls draw themselves."""
        obstacle, ui = self.pane.obstacle, self.ui
        note = "" if obstacle is None else f"{obstacle.look} in {obstacle.where()}"
        if obstacle is not None and not isinstance(obstacle, Lane):
            note = obstacle.where()
        box = draw_card(ui, surface, self.rect, "Obstacle", icon="road", note=note)
        if obstacle is None:
            text = "L draws a lane, P a patrol: drag on the board. Press C, then click one to select it."
            for row, said in enumerate(draw.wrap(text, ui.px(13), box.width)):
                place = (box.x, box.y + ui.px(8 + 20 * row))
                ui.text(surface, said, place, 13, MUTED, anchor="midleft")


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
        repeats = f"; traffic repeats after {period:,} tick{'' if period == 1 else 's'}"
        amber = " (amber: at this tick)" if certificate.doomed else ""
        return [
            f"No crash from any of {certificate.reachable:,} reachable states.",
            f"Shortest safe path: {way}{repeats if judged.proof.level.obstacles else ''}.",
            f"{certificate.doomed:,} of {certificate.states:,} states doomed{amber}.",
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
        judged = self.editing.judged
        if judged is None:
            title, icon, color, note = "Proving", "loader", MUTED, ""
        else:
            note = f"{judged.milliseconds:.0f} ms"
            if judged.level is None:
                title, icon, color = "Not a level yet", "triangle-alert", UNSAFE
            elif judged.faults:
                title, icon, color = "Not certified", "ban", UNSAFE
            else:
                title, icon, color = "Certified", "shield-check", SAFE
        draw_card(self.ui, surface, self.rect, title, icon=icon, color=color, note=note)

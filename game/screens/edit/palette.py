"""The palette: a column of tools, each with a picture of what it lays, grouped and named."""

from collections.abc import Callable
from itertools import groupby

import pygame

from game.board.art.scenery_theme import SCENERY_THEMES, scenery_theme_of
from game.screens.edit.pane import EditPane
from game.screens.edit.swatches import swatch
from game.screens.edit.tools import TOOLS, Tool
from game.ui import Button, Ui, Widget, draw_card
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip
from game.ui.theme import ACCENT, CARD_HOVER, CARD_PRESSED, LINE, MUTED, RADIUS, SELECTED, TEXT

COLUMNS, SHEET_COLUMNS = 2, 4
"""Tools to a row, in the column beside the board and in a sheet."""
PAD, GAP = 8, 4
HEADING, LINE_GAP = 22, 8
"""Height of a group's heading, and of the line in its place where there is no room [units]."""
MOST, NAMED, LEAST = 66, 50, 24
"""Height of a tool at most, from which its name is in sight, and at least [units]."""
HEADED = 36
"""Height of a tool below which lines take the headings' place [units]."""
PICTURE = 36
"""Side of a tool's picture at most [units]."""
SHEET_TOOL = 58
"""Height of a tool in a sheet [units]."""


class ToolButton(Button):
    """A picture of what a tool lays, and its name where there is room; the tooltip has name and key."""

    def __init__(self, ui: Ui, tool: Tool, pane: EditPane, do: Callable[[Control], None]) -> None:
        chosen = tool.control
        if chosen is None:
            super().__init__(ui, on_click=lambda: setattr(pane, "tool", tool), tip=tool.name)
        else:
            super().__init__(ui, on_click=lambda: do(chosen), tip=tip("edit", chosen))
        self.tool, self.pane = tool, pane

    @property
    def named(self) -> bool:
        """Whether its name is in sight."""
        return self.rect.height >= self.ui.px(NAMED) and self.rect.width >= self.ui.px(60)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, picture and name."""
        ui, rect = self.ui, self.rect
        if self.on or self.hovered:
            ground = SELECTED if self.on else CARD_PRESSED if ui.pressed is self else CARD_HOVER
            edge = ACCENT if self.on else None
            draw.rounded(surface, rect, ui.px(RADIUS), ground, stroke=edge, stroke_width=1)
        x, y = rect.centerx, rect.centery - ui.px(9) if self.named else rect.centery
        room = rect.height - ui.px(26 if self.named else 6)
        if self.tool.icon:
            ui.icon(surface, self.tool.icon, (x, y), min(22, room / ui.scale), ACCENT if self.on else TEXT)
        else:
            level = self.pane.level
            world = scenery_theme_of(level) if level is not None else SCENERY_THEMES["meadow"]
            picture = swatch(self.tool, world, min(ui.px(PICTURE), room))
            surface.blit(picture, picture.get_rect(center=(x, y)))
        if self.named:
            place = (x, rect.bottom - ui.px(11))
            ui.text(surface, self.tool.name, place, 12, TEXT, weight="Medium", anchor="center")
        self.draw_ring(surface, rect.inflate(-2 * ui.px(4), -2 * ui.px(4)))


class Palette(Widget):
    """All tools in columns, the chosen one lit."""

    def __init__(
        self, ui: Ui, pane: EditPane, do: Callable[[Control], None], *, columns: int = COLUMNS
    ) -> None:
        super().__init__(ui)
        self.pane = pane
        self.columns = columns
        self.buttons = [ToolButton(ui, tool, pane, do) for tool in TOOLS]
        self.children = list(self.buttons)
        self._headings: list[tuple[str, int]] = []  # with their distance from the upper edge [px]

    def height(self) -> int:
        """What it needs in a sheet [px]."""
        return 2 * self.ui.px(PAD) + self._between(HEADING) + len(self._rows()) * self.ui.px(SHEET_TOOL)

    def _between(self, heading: int) -> int:
        """Room for all headings of such a height [px]."""
        return (len({tool.group for tool in TOOLS}) - 1) * self.ui.px(heading)

    def arrange(self) -> None:
        """Two to a row, one group below the other, as high as there is room."""
        ui, rows = self.ui, self._rows()
        room = self.rect.height - 2 * ui.px(PAD)
        heading = HEADING
        height = (room - self._between(HEADING)) // len(rows)
        if height < ui.px(HEADED):
            heading = LINE_GAP
            height = (room - self._between(LINE_GAP)) // len(rows)
        height = min(max(height, ui.px(LEAST)), ui.px(MOST))
        left, y = self.rect.x + ui.px(PAD), self.rect.y + ui.px(PAD)
        width = (self.rect.width - 2 * ui.px(PAD) - ui.px(GAP) * (self.columns - 1)) // self.columns
        buttons, group = iter(self.buttons), ""
        self._headings = []
        for tools in rows:
            if tools[0].group != group:
                group = tools[0].group
                self._headings.append(
                    (group if heading == HEADING else "", y + ui.px(heading) // 2 - self.rect.y)
                )
                y += ui.px(heading)
            for column, _ in enumerate(tools):
                button = next(buttons)
                x = left + column * (width + ui.px(GAP))
                button.rect = pygame.Rect(x, y, width, height - ui.px(2))
            y += height

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground and the headings; the buttons draw themselves."""
        ui, left = self.ui, self.rect.x + self.ui.px(PAD + 2)
        draw_card(ui, surface, self.rect)
        for tool, button in zip(TOOLS, self.buttons, strict=True):
            button.on = tool is self.pane.tool
        for name, below in self._headings:
            y = self.rect.y + below
            if name:
                ui.text(surface, name, (left, y), 12, MUTED, weight="SemiBold", anchor="midleft")
            else:
                surface.fill(LINE, (left, y, self.rect.width - 2 * ui.px(PAD + 2), 1))

    def _rows(self) -> list[list[Tool]]:
        """The tools row by row, each group in rows of its own."""
        groups = [list(tools) for _, tools in groupby(TOOLS, key=lambda tool: tool.group)]
        step = self.columns
        return [tools[at : at + step] for tools in groups for at in range(0, len(tools), step)]

"""The card of the obstacle that is being changed: its looks, its direction, and a slider for each number."""

from collections.abc import Callable
from typing import Any

import pygame

from game.board.kind import SHARED, Setting
from game.board.kinds import KINDS
from game.presenters.editing import Editing
from game.screens.edit.pane import WAYS, EditPane
from game.screens.edit.setting_slider import SettingSlider
from game.ui import Button, Segment, Segments, Slider, Toggle, Ui, Widget, draw_card
from game.ui.card import HEAD
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.drawing.looks import sprite_for
from game.ui.key_texts import tip
from game.ui.theme import ACCENT, CARD_HOVER, CARD_PRESSED, CARD_RAISED, LINE, MUTED, PAD, RADIUS, SELECTED
from game.ui.widget import Clickable
from levels.model.level import Level
from levels.text.editing import EditError, with_obstacle, without_obstacle

LOOKS = ("car", "truck", "bus", "tram", "train", "robot", "crate", "log", "raft", "turtle", "ferry")
"""Looks that the card offers; a level file may name others."""
TILE, TILE_GAP, TILE_LEAST = 52, 6, 40
"""Height of a look's tile, the space between two, and the least width of one [units]."""
DRIVES, ROW, STACKED, SWITCH = 44, 26, 42, 34
"""Heights of the direction's row, of a slider, of one below its name, and of the switch [units]."""
TWO_COLUMNS = 400
"""Width of the card from which its sliders stand in two columns, each below its name [units]."""
SHORT = {"left": "left", "right": "right", "up": "up", "down": "down"}


class LookTile(Clickable):
    """A look: its picture and its name; lit if the obstacle has it."""

    def __init__(self, ui: Ui, look: str, on_choose: Callable[[str], None]) -> None:
        super().__init__(ui, f"Looks like a {look}")
        self.look = look
        self.on_choose = on_choose
        self.on = False

    def activate(self) -> None:
        """Gives the obstacle this look."""
        self.on_choose(self.look)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, picture and name."""
        ui, rect = self.ui, self.rect
        ground = CARD_PRESSED if ui.pressed is self else CARD_HOVER if self.hovered else CARD_RAISED
        edge = ACCENT if self.on else LINE
        draw.rounded(
            surface, rect, ui.px(RADIUS - 2), SELECTED if self.on else ground, stroke=edge, stroke_width=1
        )
        name = sprite_for(self.look, 0)
        if name is not None:
            width, height = draw.sprite_units(name)
            side = min(rect.width - ui.px(8), ui.px(30))
            picture = draw.sprite(name, round(side * draw.UNITS / max(width, height)))
            surface.blit(picture, picture.get_rect(center=(rect.centerx, rect.y + ui.px(20))))
        ui.text(surface, self.look, (rect.centerx, rect.bottom - ui.px(11)), 12, anchor="center")
        self.draw_ring(surface)


class ObstacleCard(Widget):
    """The keys of the selected obstacle; a line with a hint where there is none."""

    def __init__(self, ui: Ui, pane: EditPane, editing: Editing, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.pane = pane
        self.editing = editing
        self.looks = [LookTile(ui, look, lambda look: self._change({"look": look})) for look in LOOKS]
        self.drives = Segments(ui, (), self._drive, one_of=True)
        shared = [SettingSlider(ui, setting, self._moved) for setting in SHARED]
        self.settings = {
            name: [*shared, *(SettingSlider(ui, setting, self._moved) for setting in kind.settings)]
            for name, kind in KINDS.items()
        }
        """The sliders, by kind."""
        self.carries = Toggle(
            ui,
            "Carries the agent over water",
            self._carry,
            tip="A log, raft, turtle or ferry: all of its way on the board is water, and it is never late",
        )
        self.delete = Button(
            ui, "trash", "Delete", on_click=lambda: do(Control.DELETE), tip=tip("edit", Control.DELETE)
        )
        every = dict.fromkeys(slider for sliders in self.settings.values() for slider in sliders)
        self.children = [self.delete, *self.looks, self.drives, *every, self.carries]

    @property
    def sliders(self) -> list[Slider]:
        """Those of the chosen obstacle; none where there is none."""
        obstacle = self.pane.obstacle
        if obstacle is None:
            return []
        return [slider for slider in self.settings[obstacle.kind] if slider.setting.offered(obstacle)]

    def follow(self) -> None:
        """Sets everything from the obstacle."""
        obstacle, level, sliders = self.pane.obstacle, self.pane.level, self.sliders
        line = None if obstacle is None else obstacle.line
        turns = line is not None and obstacle is not None and KINDS[obstacle.kind].turn is not None
        for widget in self.children:
            widget.visible = obstacle is not None
        for slider in dict.fromkeys(slider for every in self.settings.values() for slider in every):
            slider.visible = slider in sliders
        self.drives.visible = turns
        if obstacle is None or level is None or self.ui.pressed in sliders:
            return
        for tile in self.looks:
            tile.on = tile.look == obstacle.look
        self.carries.on = obstacle.carries
        if line is not None:
            narrow = self.rect.width < self.ui.px(360)
            self.drives.segments = _ways("row" if line.column is None else "column", narrow=narrow)
            self.drives.chosen = frozenset({line.direction})
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

    def _carry(self, carries: bool) -> None:
        """Makes the obstacle carry the agent or hurt it; what carries is never late."""
        obstacle = self.pane.obstacle
        late = obstacle is not None and obstacle.late > 0
        self._change({"carries": carries, **({"late": 0} if carries and late else {})})

    def _drive(self, chosen: frozenset[str]) -> None:
        obstacle = self.pane.obstacle
        if obstacle is not None and obstacle.line is not None and obstacle.line.direction not in chosen:
            self.turn()

    def turn(self) -> None:
        """Reverses the chosen obstacle, if it can be reversed."""
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

    # -- layout -------------------------------------------------------------------------------------------

    def height(self, width: int) -> int:
        """What it needs in a panel so wide [px]."""
        ui, obstacle = self.ui, self.pane.obstacle
        if obstacle is None:
            return ui.px(HEAD)
        tile_rows = -(-len(LOOKS) // self._tiles_in_a_row(width))
        tiles = tile_rows * (ui.px(TILE) + ui.px(TILE_GAP))
        drives = ui.px(DRIVES) if self._turns else 0
        n_rows, row = self._slider_rows(width)
        return ui.px(HEAD + 6) + tiles + drives + n_rows * row + ui.px(SWITCH + 10)

    @property
    def _turns(self) -> bool:
        obstacle = self.pane.obstacle
        return obstacle is not None and obstacle.line is not None and KINDS[obstacle.kind].turn is not None

    def _tiles_in_a_row(self, width: int) -> int:
        ui = self.ui
        room = width - 2 * ui.px(PAD) + ui.px(TILE_GAP)
        fits = room // (ui.px(TILE_LEAST) + ui.px(TILE_GAP))
        return len(LOOKS) if fits >= len(LOOKS) else -(-len(LOOKS) // 2)

    def _slider_rows(self, width: int) -> tuple[int, int]:
        """Rows of sliders and the height of one [px]."""
        number = len(self.sliders)
        if width >= self.ui.px(TWO_COLUMNS):
            return -(-number // 2), self.ui.px(STACKED)
        return number, self.ui.px(ROW)

    def arrange(self) -> None:
        """Looks, direction and sliders below each other; in a wide card the sliders in two columns."""
        ui, pad = self.ui, self.ui.px(PAD)
        inner = self.rect.inflate(-2 * pad, 0)
        delete = self.delete.natural_width()
        self.delete.rect = pygame.Rect(
            inner.right - delete + ui.px(4), self.rect.y + ui.px(7), delete, ui.px(32)
        )
        y = self.rect.y + ui.px(HEAD + 2)
        y = self._arrange_tiles(inner, y)
        if self._turns:
            label = ui.text_width("Drives") + ui.px(16)
            self.drives.rect = pygame.Rect(inner.x + label, y + ui.px(2), inner.width - label, ui.px(36))
            y += ui.px(DRIVES)
        n_rows, row = self._slider_rows(self.rect.width)
        stacked = self.rect.width >= ui.px(TWO_COLUMNS)
        names = max((ui.text_width(slider.label) for slider in self.sliders), default=0)
        half = (inner.width - ui.px(28)) // 2
        for place, slider in enumerate(self.sliders):
            slider.stacked, slider.label_width = stacked, names
            if stacked:
                column, line = divmod(place, n_rows)
                x = inner.x + column * (half + ui.px(28))
                slider.rect = pygame.Rect(x, y + line * row, half, row - ui.px(4))
            else:
                slider.rect = pygame.Rect(inner.x, y + place * row, inner.width, row - ui.px(2))
        y += n_rows * row
        width = min(self.carries.natural_width(), inner.width)
        self.carries.rect = pygame.Rect(inner.x, y + ui.px(2), width, ui.px(SWITCH - 4))

    def _arrange_tiles(self, inner: pygame.Rect, y: int) -> int:
        """Places the looks; gives where the next row begins."""
        ui, gap = self.ui, self.ui.px(TILE_GAP)
        columns = self._tiles_in_a_row(self.rect.width)
        width = (inner.width - gap * (columns - 1)) // columns
        for place, tile in enumerate(self.looks):
            line, column = divmod(place, columns)
            top = y + line * (ui.px(TILE) + gap)
            tile.rect = pygame.Rect(inner.x + column * (width + gap), top, width, ui.px(TILE))
        return y + -(-len(self.looks) // columns) * (ui.px(TILE) + gap)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the card and its title; the controls draw themselves."""
        obstacle, ui = self.pane.obstacle, self.ui
        if obstacle is None:
            draw_card(ui, surface, self.rect)
            middle = self.rect.centery
            ui.icon(surface, "mouse-pointer-2", (self.rect.x + ui.px(24), middle), 16, MUTED)
            hints = ("Select a lane or a patrol to change it", "Select traffic to change it")
            room = self.rect.width - ui.px(42 + 12)
            hint = next((line for line in hints if ui.text_width(line) <= room), hints[-1])
            ui.text(surface, hint, (self.rect.x + ui.px(42), middle), 13, MUTED, anchor="midleft")
            return
        kind = KINDS[obstacle.kind]
        room = self.delete.rect.x - self.rect.x - ui.px(PAD + 8)
        titles = (kind.title(obstacle), kind.name)
        title = next((line for line in titles if ui.text_width(line, 15, "SemiBold") <= room), kind.name)
        draw_card(ui, surface, self.rect)
        draw.rounded(surface, self.rect, ui.px(12), None, stroke=ACCENT, stroke_width=1)
        place = (self.rect.x + ui.px(PAD), self.rect.y + ui.px(23))
        ui.text(surface, title, place, 15, weight="SemiBold", anchor="midleft")
        if self.drives.visible:
            place = (self.rect.x + ui.px(PAD), self.drives.rect.centery)
            ui.text(surface, "Drives", place, 13, MUTED, anchor="midleft")


def _size(level: Level) -> tuple[int, int]:
    """Rows and columns of its board."""
    return level.board.n_rows, level.board.n_cols


def _ways(along: str, *, narrow: bool) -> tuple[Segment, ...]:
    """The two directions along a row or a column."""
    words = SHORT if narrow else WAYS
    both = ("left", "right") if along == "row" else ("up", "down")
    return tuple(Segment(way, words[way], f"arrow-{way}", f"Drives {WAYS[way]}") for way in both)

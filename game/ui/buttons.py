"""Button, Toggle and Segments: the controls that are pressed."""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.ui.context import Point, Ui
from game.ui.drawing import draw
from game.ui.theme import (
    ACCENT,
    ACCENT_DEEP,
    ACCENT_LIGHT,
    BACKGROUND,
    CARD_HOVER,
    CARD_PRESSED,
    CARD_RAISED,
    DIM,
    LINE,
    MUTED,
    ON_ACCENT,
    RADIUS,
    SELECTED,
    TEXT,
    TRACK,
    WHITE,
)
from game.ui.widget import ACTIVATE, Clickable, Widget


class Button(Clickable):
    """An icon, a text, or both; `primary` wears the accent colour, `on` marks a mode that is active."""

    def __init__(
        self,
        ui: Ui,
        icon: str = "",
        text: str = "",
        *,
        on_click: Callable[[], None],
        primary: bool = False,
        tip: str = "",
    ) -> None:
        super().__init__(ui, tip)
        self.icon = icon
        self.text = text
        self.on_click = on_click
        self.primary = primary
        self.on = False
        self.idle = False
        """Whether it would do nothing now; it looks so."""
        self.color: draw.Color | None = None
        """The icon's own colour, where it should differ from the text's; while `on`, the edge's too."""

    def natural_width(self) -> int:
        """Room for icon and text [px]."""
        return self.width_of(self.text)

    def width_of(self, text: str) -> int:
        """Room that the icon and another text would need [px]."""
        return self.ui.text_width(text, 13, "Medium") + self.ui.px(46 if self.icon else 28)

    def activate(self) -> None:
        """Does what the button is for."""
        self.on_click()

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, icon, text and ring."""
        ui, rect = self.ui, self.rect
        lit = self.hovered and not self.idle
        down = lit and ui.pressed is self
        round_one = self.primary and not self.text
        radius = rect.height / 2 if round_one else ui.px(RADIUS)
        if self.primary:
            head = ACCENT_DEEP if down else WHITE if lit else ACCENT_LIGHT
            draw.rounded(
                surface,
                rect,
                radius,
                ACCENT_LIGHT if lit else head,
                gradient_to=ACCENT if lit else ACCENT_DEEP,
            )
        else:
            ground = CARD_PRESSED if down else CARD_HOVER if lit else CARD_RAISED
            if self.on and not self.color:
                ground = SELECTED
            edge = (self.color or ACCENT) if self.on else LINE
            draw.rounded(surface, rect, radius, ground, stroke=edge, stroke_width=1)
        ink = ON_ACCENT if self.primary else DIM if self.idle else TEXT
        mark = self.color or (ACCENT if self.on else ink)
        if self.icon and self.text:
            ui.icon(surface, self.icon, (rect.x + ui.px(19), rect.centery), 16, mark)
            ui.text(
                surface,
                self.text,
                (rect.x + ui.px(33), rect.centery),
                13,
                ink,
                weight="Medium",
                anchor="midleft",
            )
        elif self.icon:
            ui.icon(surface, self.icon, rect.center, 20 if round_one else 18, mark)
        else:
            ui.text(surface, self.text, rect.center, 13, ink, weight="Medium", anchor="center")
        self.draw_ring(surface, radius=(rect.height / 2 / ui.scale + 4) if round_one else RADIUS + 4)


class NamedIcon(Button):
    """An icon with its name below it: a button of a toolbar, without a ground until it is pointed at.

    Attributes:
        named: whether the name is in sight; without room for it the tooltip has it.
    """

    named = True

    def draw(self, surface: pygame.Surface) -> None:
        """Draws icon, name and ring."""
        ui, rect = self.ui, self.rect
        if self.hovered or self.on:
            ground = CARD_PRESSED if ui.pressed is self else CARD_HOVER if self.hovered else SELECTED
            draw.rounded(surface, rect, ui.px(RADIUS), ground)
        ink = DIM if self.idle else TEXT
        if self.icon:
            middle = (rect.centerx, rect.y + ui.px(17)) if self.named else rect.center
            ui.icon(surface, self.icon, middle, 20, self.color or ink)
        if self.named:
            place = (rect.centerx, rect.bottom - ui.px(12))
            ui.text(surface, self.text, place, 12, ink, weight="Medium", anchor="center")
        self.draw_ring(surface)


class Toggle(Clickable):
    """A label and a switch."""

    def __init__(
        self,
        ui: Ui,
        label: str,
        on_change: Callable[[bool], None],
        *,
        tip: str = "",
    ) -> None:
        super().__init__(ui, tip)
        self.label = label
        self.on_change = on_change
        self.on = False
        self.ground = ACCENT
        """The switch's colour while it is on."""

    def natural_width(self) -> int:
        """Room for switch and label [px]."""
        return self.ui.px(40 + 10) + self.ui.text_width(self.label)

    def activate(self) -> None:
        """Switches over and calls back."""
        self.on = not self.on
        self.on_change(self.on)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the switch on the left and the label on the right."""
        ui = self.ui
        switch = pygame.Rect(0, 0, ui.px(40), ui.px(22))
        switch.midleft = self.rect.midleft
        ink = TEXT if self.hovered or self.on else MUTED
        place = (switch.right + ui.px(10), self.rect.centery)
        ui.text(surface, self.label, place, 13, ink, anchor="midleft")
        ground = self.ground if self.on else CARD_HOVER if self.hovered else TRACK
        draw.rounded(surface, switch, switch.height / 2, ground)
        knob = switch.height / 2
        x = switch.right - knob if self.on else switch.x + knob
        draw.disc(surface, (x, switch.centery), knob - ui.px(2.5), WHITE)
        self.draw_ring(surface)


@dataclass(frozen=True)
class Segment:
    """One choice of Segments: `key` names it in the program, `color` is its icon's once chosen."""

    key: str
    label: str
    icon: str = ""
    tip: str = ""
    color: str = ACCENT
    ground: str = SELECTED


class Segments(Widget):
    """Choices side by side, any number of them at once; the one with an empty key means none of the others.

    `on_change` hears the chosen keys. With `one_of` exactly one is chosen, as among tabs.
    """

    focusable = reactive = tracks_mouse = True

    def __init__(
        self,
        ui: Ui,
        segments: tuple[Segment, ...],
        on_change: Callable[[frozenset[str]], None],
        *,
        one_of: bool = False,
    ) -> None:
        super().__init__(ui)
        self.one_of = one_of
        self.segments = segments
        self.on_change = on_change
        self.chosen: frozenset[str] = frozenset()
        self.cursor = 0
        """The segment the keyboard went to last."""

    @property
    def place(self) -> int:
        """The segment the keyboard is on: with `one_of` the chosen one."""
        chosen = (index for index in range(len(self.segments)) if self.one_of and self.is_chosen(index))
        return next(chosen, self.cursor)

    def _widths(self) -> list[int]:
        ui = self.ui
        return [
            ui.text_width(s.label, 12, "Medium") + ui.px((20 if s.label else 13) + (22 if s.icon else 4))
            for s in self.segments
        ]

    def natural_width(self) -> int:
        """Room for all segments [px]."""
        widths = self._widths()
        return sum(widths) + self.ui.px(3) * (len(widths) + 1)

    def parts(self) -> list[pygame.Rect]:
        """The rectangles of the segments; room to spare is shared among them."""
        gap = self.ui.px(3)
        widths = self._widths()
        spare = (self.rect.width - sum(widths) - gap * (len(widths) + 1)) / len(widths)
        parts, x = [], float(self.rect.x + gap)
        for width in widths:
            parts.append(
                pygame.Rect(round(x), self.rect.y + gap, round(width + spare), self.rect.height - 2 * gap)
            )
            x += width + spare + gap
        return parts

    def is_chosen(self, index: int) -> bool:
        """Whether that segment is lit."""
        key = self.segments[index].key
        return key in self.chosen or (not key and not self.chosen)

    def choose(self, index: int) -> None:
        """Selects or deselects that segment; calls back with the change."""
        key = self.segments[index].key
        chosen = frozenset({key}) if self.one_of else self.chosen ^ {key} if key else frozenset()
        self.cursor = index
        if chosen != self.chosen:
            self.chosen = chosen
            self.on_change(chosen)
            self.ui.on_activate()

    def _index_at(self, pos: Point) -> int | None:
        return next((i for i, part in enumerate(self.parts()) if part.collidepoint(pos)), None)

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """The tooltip of the segment there, or of the keyboard's."""
        index = self.place if self.ui.has_focus(self) and not self.hovered else self._index_at(pos)
        return (self.segments[index].tip, self.parts()[index]) if index is not None else ("", self.rect)

    def release(self, pos: Point, *, inside: bool) -> None:
        """Chooses the segment under the mouse."""
        index = self._index_at(pos)
        if inside and index is not None:
            self.choose(index)

    def key(self, event: pygame.Event) -> bool:
        """Left and right move along, Return and Space choose; with `one_of` moving along chooses."""
        if event.key in {pygame.K_LEFT, pygame.K_RIGHT}:
            self.cursor = (self.place + (1 if event.key == pygame.K_RIGHT else -1)) % len(self.segments)
            if self.one_of:
                self.choose(self.cursor)
            return True
        if event.key in ACTIVATE:
            self.choose(self.place)
        return event.key in ACTIVATE

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the well and the chosen grounds; icon and label stand in the middle of their segment."""
        ui = self.ui
        draw.rounded(surface, self.rect, ui.px(RADIUS), BACKGROUND, stroke=LINE, stroke_width=1)
        under = self._index_at(ui.mouse) if self.hovered else None
        for index, (segment, part) in enumerate(zip(self.segments, self.parts(), strict=True)):
            chosen = self.is_chosen(index)
            if chosen or index == under:
                draw.rounded(surface, part, ui.px(RADIUS - 3), segment.ground if chosen else CARD_RAISED)
            ink = TEXT if chosen or index == under else MUTED
            wide = ui.text_width(segment.label, 12, "Medium")
            beside = ui.px(20 if segment.label else 14) if segment.icon else 0
            x = part.centerx - (beside + wide) // 2
            if segment.icon:
                color = segment.color if chosen else ink
                ui.icon(surface, segment.icon, (x + ui.px(7), part.centery), 15, color)
                x += beside
            ui.text(surface, segment.label, (x, part.centery), 12, ink, weight="Medium", anchor="midleft")
            if index == self.place:
                self.draw_ring(surface, part, RADIUS - 1)

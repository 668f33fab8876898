"""The hero: what the program is about in one sentence, one button, and three figures from a real race."""

from collections.abc import Callable
from typing import NamedTuple

import pygame

from game.presenters.race_result import RESULT
from game.screens.menu.hero_pictures import hero_pictures
from game.ui import Button, Ui, Widget
from game.ui.boxes import Box, Layout, Part, Row, lay_out
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip
from game.ui.theme import CARD, DOOMED, LINE, MUTED, PANEL, RADIUS_CARD, SAFE, TEXT, UNSAFE_TEXT, WHITE
from levels.model.level import Level

HEIGHT, FOLDED = 228, 64
"""Heights of the hero, and of the line that stands for it [units]."""
WHOLE_FROM = 880
"""Width from which it has room for its pictures [units]."""
PAD, EDGE, GAP = 28, 14, 12
"""Space before the words, around the pictures, between two of them [units]."""
WORDS, PICTURE, WIDEST = 330, 150, 460
"""Widths of the words and of a picture, at least, and of a picture at most [units]."""
CAPTION = 72
"""Height of the figures below a picture [units]."""
CELL = 46
"""Side of a cell in the pictures [units]."""
BUTTON = 44
TOUR = "Take the tour · 3 min"
HEADLINE = "Watch three learners race"
ABOUT = (
    f"Same road, same luck, {RESULT.moves:,} moves each. Two pay for what they learn. "
    "One never does, and you can check the proof."
)


class Side(NamedTuple):
    """One of the three: what is counted, who it is, and its colours: of the figure, ground and edge."""

    unit: str
    who: str
    color: str
    ground: str
    edge: str


SIDES = {
    "plain": Side("crashes", "Learns by crashing", UNSAFE_TEXT, "#38201d", LINE),
    "one_step": Side("times trapped", "Looks one step ahead", DOOMED, "#352813", LINE),
    "ours": Side("crashes, 0 traps", "Sees every trap", SAFE, "#17304a", SAFE),
}


class Hero(Widget):
    """The first thing on the home page; where there is little room, a line with the button.

    Attributes:
        start, tour: its buttons.
        folded: whether it is a line.
    """

    def __init__(self, ui: Ui, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.start = Button(
            ui,
            "columns-3",
            "Start the race",
            on_click=lambda: do(Control.RACE),
            primary=True,
            tip=tip("menu", Control.RACE),
        )
        self.tour = Button(
            ui, "graduation-cap", TOUR, on_click=lambda: do(Control.TOUR), tip=tip("menu", Control.TOUR)
        )
        self.children = [self.start, self.tour]
        self.folded = False
        self._layout = Layout({})
        self._pictures: dict[str, pygame.Surface] = {}

    def height_in(self, width: int, room: int) -> int:
        """Its height [px] where there is so much room for it, beside a row of cards; it folds if need be."""
        ui = self.ui
        self.folded = width < ui.px(WHOLE_FROM) or room < ui.px(HEIGHT)
        return ui.px(FOLDED if self.folded else HEIGHT)

    def arrange(self) -> None:
        """Gives the buttons their boxes, and finds those of words and pictures."""
        ui, px = self.ui, self.ui.px
        button = ui.text_width(self.start.text, 13, "Medium") + px(60)
        tour = self.tour.natural_width() + px(8)
        if self.folded:
            row = Row(
                (
                    Part("words", ui.text_width(HEADLINE, 18, "Bold"), folded=0, priority=1),
                    Part("spare", 0, grow=1),
                    Part("figures", sum(self._figure_widths()), folded=0),
                    Part("tour", tour, across=px(40), before=px(PAD - 12), folded=0, priority=2),
                    Part("start", button, across=px(40), before=px(8)),
                ),
                pad=px(PAD - 12),
            )
        else:
            pictures = tuple(
                Part(
                    name,
                    px(PICTURE),
                    grow=1,
                    most=0,
                    across=px(HEIGHT - 2 * EDGE),
                    before=px(GAP if index else 2 * EDGE),
                )
                for index, name in enumerate(SIDES)
            )
            spare = max(self.rect.width - px(WORDS + PAD + 3 * EDGE + 2 * GAP) - 3 * px(WIDEST), 0)
            row = Row(
                (
                    Part("edge", px(PAD)),
                    Part("words", px(WORDS) + spare),
                    *pictures,
                    Part("right", px(EDGE)),
                )
            )
        self._layout = lay_out(row, Box(*self.rect))
        boxes = self._layout.boxes
        if self.folded:
            self.start.rect = pygame.Rect(boxes["start"])
            self.tour.visible = "tour" in boxes
            if self.tour.visible:
                self.tour.rect = pygame.Rect(boxes["tour"])
        else:
            words = boxes["words"]
            self.start.rect = pygame.Rect(words.x, self.rect.bottom - px(24 + BUTTON), button, px(BUTTON))
            self.tour.visible = True
            self.tour.rect = self.start.rect.move(button + px(8), 0)
            self.tour.rect.width = min(tour, words.x + words.width - self.tour.rect.x)

    def painted(self, level: Level | None) -> bool:
        """Whether it has its pictures; makes them if they are missing and `level`, Crossy Road, is known."""
        if self.folded:
            return True
        size = self._picture_size
        if level is not None and (not self._pictures or self._pictures["ours"].get_size() != size):
            made = hero_pictures(level, self.ui.px(CELL), size)
            self._pictures = {name: _rounded(made[name], self.ui.px(RADIUS_CARD - 2)) for name in made}
            return False
        return bool(self._pictures)

    @property
    def _picture_size(self) -> tuple[int, int]:
        box = self._layout.boxes["ours"]
        return box.width, max(box.height - self.ui.px(CAPTION), 1)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws words, pictures and figures."""
        ui, rect = self.ui, self.rect
        draw.rounded(surface, rect, ui.px(RADIUS_CARD), CARD, stroke=LINE, stroke_width=1, gradient_to=PANEL)
        boxes = self._layout.boxes
        if self.folded:
            if "words" in boxes:
                words = boxes["words"]
                ui.text(surface, HEADLINE, (words.x, rect.centery), 18, weight="Bold", anchor="midleft")
            if "figures" in boxes:
                self._draw_figures(surface, boxes["figures"].x)
            return
        words = boxes["words"]
        size = next((size for size in (27, 25) if ui.text_width(HEADLINE, size, "Bold") <= words.width), 22)
        ui.text(surface, HEADLINE, (words.x, rect.y + ui.px(46)), size, weight="Bold", anchor="midleft")
        lines = draw.wrap(ABOUT, ui.px(15), min(words.width, ui.px(WORDS)))
        for row, line in enumerate(lines):
            place = words.x, rect.y + ui.px(82 + 22 * row)
            ui.text(surface, line, place, 15, TEXT, anchor="midleft")
        for name, side in SIDES.items():
            self._draw_side(surface, name, side, pygame.Rect(boxes[name]))

    def _figure_widths(self) -> list[int]:
        """Widths of the three figures with their units in a line, and the space before each [px]."""
        ui = self.ui
        return [
            ui.text_width(f"{RESULT.failures[name]:,}", 17, "Bold")
            + ui.text_width(side.unit, 13)
            + ui.px(6 + 22)
            for name, side in SIDES.items()
        ]

    def _draw_figures(self, surface: pygame.Surface, x: int) -> None:
        """Draws the three figures in a line."""
        ui, y = self.ui, self.rect.centery
        for (name, side), width in zip(SIDES.items(), self._figure_widths(), strict=True):
            place = x + ui.px(22), y
            figure = ui.text(
                surface,
                f"{RESULT.failures[name]:,}",
                place,
                17,
                side.color,
                weight="Bold",
                anchor="midleft",
            )
            ui.text(surface, side.unit, (figure.right + ui.px(6), y), 13, MUTED, anchor="midleft")
            x += width

    def _draw_side(self, surface: pygame.Surface, name: str, side: Side, box: pygame.Rect) -> None:
        ui = self.ui
        radius = ui.px(RADIUS_CARD - 2)
        draw.rounded(surface, box, radius, side.ground)
        picture = self._pictures.get(name)
        if picture is not None:
            surface.blit(picture, box)
        own = side.edge == SAFE
        draw.rounded(surface, box, radius, None, stroke=side.edge, stroke_width=ui.px(2) if own else 1)
        x, y = box.x + ui.px(GAP), box.bottom - ui.px(CAPTION - 25)
        figure = ui.text(
            surface, f"{RESULT.failures[name]:,}", (x, y), 25, side.color, weight="Bold", anchor="midleft"
        )
        place = (figure.right + ui.px(7), y + ui.px(3))
        ui.text(surface, side.unit, place, 13, TEXT, weight="Medium", anchor="midleft")
        ui.text(surface, side.who, (x, y + ui.px(28)), 13, MUTED, anchor="midleft")


def _rounded(picture: pygame.Surface, radius: int) -> pygame.Surface:
    """The picture with round upper corners."""
    mask = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    draw.rounded(mask, mask.get_rect().inflate(0, 2 * radius).move(0, radius), radius, WHITE)
    mask.blit(picture, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return mask

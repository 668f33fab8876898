"""The verdict on a run, on the board near the agent: what happened, how good it was, and what to do next."""

from collections.abc import Callable, Mapping, Sequence

import pygame

from game.screens.play.placing import placed
from game.screens.play.words import Verdict
from game.ui import Button, Ui, Widget
from game.ui.boxes import Box, Part, Row, lay_out
from game.ui.context import Point
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import key_of, tip
from game.ui.theme import (
    ACCENT,
    ACCENT_DEEP,
    ACCENT_LIGHT,
    BLACK,
    CARD_HOVER,
    CARD_PRESSED,
    CARD_RAISED,
    INK,
    LINE,
    ON_ACCENT,
    RADIUS,
    TEXT,
    WHITE,
)

WIDEST, SHORT_WIDTH = 586, 440
"""Width of a card, and of one where there is less room [units]."""
PAD, FOOT, BUTTON_GAP = 20, 14, 8
"""Space inside a card's edge, above and below its buttons, and between two of them [units]."""
BUTTON, LOW_BUTTON = 44, 36
"""Height of a button, and where there is less room [units]."""
PAPER_LINE = "#a8b7cb"
"""Edge of a button on a light card."""
MOST_OF_BOARD = 0.72
"""Share of the board's height that a whole card takes at most."""
FORMS = ("whole", "short", "slim")
"""How much of a card there is: all; without figures and picture; the title and the buttons' icons."""


class VerdictButton(Button):
    """A tall button of a verdict, with its key; without room for words it is an icon.

    Attributes:
        key_name: the key that does the same; a primary button shows it where there is room.
        light: whether it lies on a light card.
        worded: whether its words are in sight.
    """

    light = False
    worded = True
    key_name = ""

    def width(self, *, key: bool) -> int:
        """Room for icon, words and key [px]."""
        ui = self.ui
        cap = ui.text_width(self.key_name, 12, "SemiBold") + ui.px(24) if key and self.key_name else 0
        return ui.px(16 + 24 + 16) + ui.text_width(self.text, 14, "SemiBold") + cap

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, icon, words and key in the middle."""
        ui, rect = self.ui, self.rect
        radius, lit = ui.px(RADIUS), self.hovered
        down = lit and ui.pressed is self
        if self.primary:
            head = ACCENT_LIGHT if lit or down else ACCENT
            draw.rounded(surface, rect, radius, head, gradient_to=ACCENT if lit else ACCENT_DEEP)
        elif self.light:
            ground = "#e3e9f1" if lit else WHITE
            draw.rounded(surface, rect, radius, ground, stroke=PAPER_LINE, stroke_width=max(1, ui.px(1.5)))
        else:
            ground = CARD_PRESSED if down else CARD_HOVER if lit else CARD_RAISED
            draw.rounded(surface, rect, radius, ground, stroke=LINE, stroke_width=1)
        ink = ON_ACCENT if self.primary else INK if self.light else TEXT
        if not self.worded:
            ui.icon(surface, self.icon, rect.center, 20, ink)
            self.draw_ring(surface)
            return
        cap = self.key_name if self.primary and self.width(key=True) <= rect.width else ""
        x = rect.centerx - (self.width(key=bool(cap)) - ui.px(32)) // 2
        ui.icon(surface, self.icon, (x + ui.px(9), rect.centery), 17, ink)
        place = (x + ui.px(24), rect.centery)
        end = ui.text(surface, self.text, place, 14, ink, weight="SemiBold", anchor="midleft").right
        if cap:
            width = ui.text_width(cap, 12, "SemiBold") + ui.px(14)
            box = pygame.Rect(end + ui.px(10), rect.centery - ui.px(10), width, ui.px(20))
            ground = ACCENT_DEEP if self.primary else "#dde5ee" if self.light else CARD_PRESSED
            draw.rounded(surface, box, ui.px(5), ground)
            ui.text(surface, cap, box.center, 12, ink, weight="SemiBold", anchor="center")
        self.draw_ring(surface)


class VerdictCard(Widget):
    """What both kinds of verdict share: buttons in a row, and a place on the board.

    Attributes:
        verdict: what it says.
        form: how much of it there is.
        choices: its buttons by what they do, the first one in sight is the primary.
    """

    floats = reactive = True
    light = False

    def __init__(
        self, ui: Ui, do: Callable[[Control], None], choices: Mapping[Control, tuple[str, str]]
    ) -> None:
        super().__init__(ui)
        self.verdict = Verdict("", "")
        self.form = "whole"
        self.visible = False
        self.choices: dict[Control, VerdictButton] = {}
        for control, (icon, text) in choices.items():
            button = VerdictButton(
                ui,
                icon,
                text,
                on_click=lambda control=control: do(control),  # type: ignore[misc]
                tip=tip("play", control),
            )
            button.light, button.key_name = self.light, key_of("play", control)
            self.choices[control] = button
        self._placed: tuple[object, ...] = ()
        self._tip = pygame.Rect(0, 0, 0, 0)

    def offer(self, controls: Sequence[Control]) -> None:
        """Has these buttons, in this order, the first one primary and with its key."""
        shown: list[Widget] = []
        for control in controls:
            button = self.choices[control]
            button.primary = not shown
            shown.append(button)
        self.children = shown
        self._placed = ()

    @property
    def offered(self) -> list[Control]:
        """What its buttons do, from the left."""
        return [control for child in self.children for control, b in self.choices.items() if b is child]

    @property
    def button_height(self) -> int:
        """Height of its buttons in its form [px]."""
        return self.ui.px(BUTTON if self.form == "whole" else LOW_BUTTON)

    def height(self, width: int) -> int:
        """Its height in its form at a width [px]."""
        raise NotImplementedError

    def place(
        self,
        within: pygame.Rect,
        at: pygame.Rect,
        clear: Sequence[pygame.Rect],
        gap: int,
        tip: pygame.Rect | None = None,
    ) -> None:
        """Lies on the board beside `at`, off that and all that shall be `clear` [px], as large as it can.

        Its tail points at `tip`.
        """
        asked = (tuple(within), tuple(at), tuple(map(tuple, clear)), gap, self.verdict, self.ui.scale)
        if asked == self._placed:
            return
        self._placed, self._tip = asked, tip or at
        ui = self.ui
        found: list[tuple[int, int, str, pygame.Rect]] = []
        for rank, form in enumerate(FORMS):
            self.form = form
            most = WIDEST if form == "whole" else SHORT_WIDTH if form == "short" else 0
            width = ui.px(most) if most else max(self._slim_width(), ui.px(180))
            width = min(width, within.width - 2 * ui.px(4))
            size = (max(width, 1), self.height(width))
            rect, covered = placed(size, within, at, [at, *clear], gap)
            fits = size[1] <= (MOST_OF_BOARD if form == "whole" else 1) * within.height
            found.append((covered if fits else 10**9 - rank, rank, form, rect))
            if fits and not covered:
                break
        _, _, self.form, self.rect = min(found)
        self._place_buttons()

    def _slim_width(self) -> int:
        ui = self.ui
        return ui.text_width(self.verdict.title, 17, "Bold") + ui.px(2 * PAD)

    def _place_buttons(self) -> None:
        """In a row at the foot: with keys if there is room, else without; the last ones lose their words."""
        ui, pad, children = self.ui, self.ui.px(PAD), [*self.children]
        buttons = [child for child in children if isinstance(child, VerdictButton)]
        side = self.button_height
        room = self.rect.width - 2 * pad
        spare = ui.px(BUTTON_GAP) * (len(buttons) - 1)
        for button in buttons:
            button.worded = True
        for cut in range(len(buttons) + 1):
            for button in buttons[len(buttons) - cut :]:
                button.worded = False
            widths = [b.width(key=False) if b.worded else side + ui.px(8) for b in buttons]
            if sum(widths) + spare <= room:
                break
        first = buttons[0]
        extra = first.width(key=True) - first.width(key=False)
        if first.worded and sum(widths) + spare + extra <= room:
            widths[0] += extra
        parts = tuple(
            Part(str(index), width, grow=1 if buttons[index].worded else 0.001)
            for index, width in enumerate(widths)
        )
        line = Box(self.rect.x + pad, self.rect.bottom - ui.px(FOOT) - side, max(room, 1), side)
        boxes = lay_out(Row(parts, gap=ui.px(BUTTON_GAP)), line).boxes
        for index, button in enumerate(buttons):
            button.rect = pygame.Rect(boxes[str(index)])

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """All that it says, where it is not in sight."""
        said = f"{self.verdict.title}\n{self.verdict.text}"
        return ("" if self.form == "whole" else said), self.rect

    def draw_shadow(self, surface: pygame.Surface) -> None:
        """Draws the shadow on the board."""
        ui = self.ui
        for spread, alpha in ((10, 0.2), (3, 0.3)):
            box = self.rect.inflate(2 * ui.px(spread), 2 * ui.px(spread)).move(0, ui.px(6))
            draw.rounded(surface, box, ui.px(16 + spread), BLACK, alpha)

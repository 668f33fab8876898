"""The guide's card: what it says, answers to choose from, and Back, Next and Leave."""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.screens.lesson.buttons import Answer, AnswerButton, LeaveButton, PaperButton
from game.screens.lesson.placing import covered, places_for, tail, too_far
from game.ui import Ui, Widget
from game.ui.boxes import Box, Part, Row, lay_out
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip
from game.ui.theme import (
    BLACK,
    INK,
    PAPER,
    PAPER_ACCENT,
    PAPER_ACCENT_GROUND,
    PAPER_LINE,
    PAPER_MUTED,
    PAPER_WELL,
)

WIDTHS = (640, 520, 420, 360)
"""Widths of the card, the first one where it covers nothing that matters [units]."""
EDGES = (56, 16)
"""Space to the window's edge, in the same way [units]."""
CORNER, PAD, GAP = 18, 28, 12
"""Radius of its corners, space inside its edge, and between two answers [units]."""
HEN, BESIDE_HEN = 80, 16
"""The hen's disc, and the space to the words beside it [units]."""
HEN_FROM = 560
"""Width of the card from which there is a hen [units]."""
HEADLINE, TEXT, ALONE, QUESTION, NOTE = 22, 15, 17, 19, 14
"""Sizes of a title, of the text beside a title or question and without one, of a question and of the note."""
ANSWER, LOW_ANSWER, BUTTON = 60, 46, 36
"""Heights of an answer, of one in several rows, and of a button [units]."""
TAIL, TAIL_GAP = 20, 22
"""Half the tail's width at the card, and the space between its tip and what it points at [units]."""
RING_ROOM = 24
"""What the ring round the hole needs [units]."""
FAR = 280
"""A place further than this from the hole is one of the last [units]."""
MOST_DOTS = 9
"""With more steps there is only their number."""

ANSWERS = (Control.ANSWER_1, Control.ANSWER_2, Control.ANSWER_3, Control.ANSWER_4, Control.ANSWER_5)


@dataclass(frozen=True)
class Words:
    """All that the card says.

    Attributes:
        kicker: the lesson's name.
        title, text, question: a few words, one or two sentences, and a question; "" for none.
        answers: those to choose from.
        note: a line below them, as (icon, colour, text); the text is "" for none.
        step, n_steps: which step this is, from 0, and of how many; none are counted with n_steps 0.
        back, next: what the two buttons say; "" for no button.
        awake: whether Next leads on.
        leave: what the button in the corner says.
    """

    kicker: str
    title: str
    text: str
    question: str = ""
    answers: tuple[Answer, ...] = ()
    note: tuple[str, str, str] = ("", PAPER_MUTED, "")
    step: int = 0
    n_steps: int = 0
    back: str = "Back"
    next: str = "Next"
    awake: bool = True
    leave: str = "Leave the lesson"


class Card(Widget):
    """The guide's card above a page.

    Attributes:
        words: what it says.
        hole: what it is about, None for nothing [px].
        points: whether it points there.
    """

    reactive = True

    def __init__(self, ui: Ui, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.words = Words("", "", "")
        self.hole: pygame.Rect | None = None
        self.points = True
        self.answers = [
            AnswerButton(ui, on_click=lambda control=control: do(control))  # type: ignore[misc]
            for control in ANSWERS
        ]
        for number, button in enumerate(self.answers, start=1):
            button.number = number
        self.back = PaperButton(
            ui,
            "chevron-left",
            "Back",
            on_click=lambda: do(Control.GUIDE_BACK),
            tip=tip("lesson", Control.GUIDE_BACK),
        )
        self.next = PaperButton(
            ui,
            "chevron-right",
            "Next",
            on_click=lambda: do(Control.GUIDE_NEXT),
            primary=True,
            tip=tip("lesson", Control.GUIDE_NEXT),
        )
        self.leave = LeaveButton(
            ui, text="Leave", on_click=lambda: do(Control.BACK_OUT), tip=tip("lesson", Control.BACK_OUT)
        )
        self.children = [*self.answers, self.back, self.next, self.leave]
        self._asked: object = None
        self._settled: object = None
        self._rule = self._note = 0
        self._dots = pygame.Rect(0, 0, 0, 0)
        self._lines: list[tuple[str, tuple[int, int], float, str, str]] = []

    def place(
        self,
        words: Words,
        hole: pygame.Rect | None,
        keep_off: pygame.Rect | None = None,
        rather_off: pygame.Rect | None = None,
    ) -> None:
        """Says these words, off the hole that they are about and off `keep_off`, if it can, off both [px].

        Of several places it takes one that covers little of `rather_off`. A hole that moves does not move the
        card, unless it comes to lie on it.
        """
        ui, size = self.ui, self.ui.size
        self.hole = hole
        keep = [rect for rect in (hole, keep_off) if rect is not None and rect.width]
        keep = [rect.inflate(*(2 * ui.px(RING_ROOM),) * 2) for rect in keep]
        asked = words, size, ui.scale, hole is None, len(keep)
        if asked == self._asked and not covered(self.rect, keep):
            return
        if (*asked, keep) == self._settled:
            return
        self._asked, self._settled, self.words = asked, (*asked, keep), words
        self.rect = self._best_place(keep, rather_off)
        self._lay_out(self.rect.width)
        for child in self.children:
            child.rect.move_ip(self.rect.topleft)

    def _best_place(self, keep: list[pygame.Rect], rather_off: pygame.Rect | None) -> pygame.Rect:
        """The widest card, as far from the window's edge as may be, that lies off all of these [px]."""
        ui, window = self.ui, pygame.Rect((0, 0), self.ui.size)
        soft = [] if rather_off is None else [rather_off]
        best: tuple[tuple[int, int, int], pygame.Rect] | None = None
        for width in WIDTHS:
            wide = min(ui.px(width), window.width - 2 * ui.px(EDGES[-1]))
            card = wide, self._lay_out(wide)
            for edge in EDGES:
                within = window.inflate(-2 * ui.px(edge), -2 * ui.px(edge))
                if within.width < wide:
                    continue
                outside = max(card[1] - within.height, 0) * wide
                costs = [
                    ((outside + covered(box, keep), too_far(box, keep, ui.px(FAR)), covered(box, soft)), box)
                    for box in places_for(card, within, keep, dark=self.hole is not None)
                ]
                found = min(costs, key=lambda one: one[0])
                if best is None or found[0][0] < best[0][0]:
                    best = found
                if not best[0][0]:
                    return best[1]
        assert best is not None
        return best[1]

    def _lay_out(self, width: int) -> int:
        """Finds the places of everything in a card of a width, from its own corner; gives its height [px]."""
        words, px = self.words, self.ui.px
        self._lines = []
        hen = width >= px(HEN_FROM)
        left = px(24 + HEN + BESIDE_HEN) if hen else px(PAD)
        room = width - left - px(PAD)
        self.leave.text = words.leave
        leave = self.leave.natural_width()
        self.leave.rect = pygame.Rect(width - leave - px(14), px(14), leave, px(32))
        y = px(30)
        kicker = draw.fit(words.kicker.upper(), px(12), self.leave.rect.x - left - px(8), "Bold")
        self._lines.append((kicker, (left, y), 12, PAPER_ACCENT, "Bold"))
        y += px(25)
        alone = not (words.title or words.question)
        for text, size, weight in (
            (words.title, HEADLINE, "Bold"),
            (words.text, ALONE if alone else TEXT, "Medium" if alone else "Regular"),
            (words.question, QUESTION, "Bold"),
        ):
            for line in draw.wrap(text, px(size), room, weight) if text else ():
                self._lines.append((line, (left, y), size, INK, weight))
                y += px(size + 7)
            y += px(6) if text else 0
        y = max(y - px(2), px(26 + HEN + 4) if hen else 0)
        y = self._lay_out_answers(width, y)
        _, color, note = words.note
        if note:
            y += px(6)
            self._note = y + px(10)
            for line in draw.wrap(note, px(NOTE), width - px(2 * PAD + 26), "Medium"):
                self._lines.append((line, (px(PAD + 26), y + px(10)), NOTE, color, "Medium"))
                y += px(20)
        y += px(14)
        self._rule = y
        return self._lay_out_foot(width, y + px(15))

    def _lay_out_answers(self, width: int, top: int) -> int:
        """Answers side by side as far as all of them have room; gives where they end [px]."""
        px = self.ui.px
        n_answers = len(self.words.answers)
        asks = not any(answer.mark == "right" for answer in self.words.answers)
        for index, button in enumerate(self.answers):
            button.visible = index < n_answers
            if button.visible:
                button.answer, button.idle = self.words.answers[index], not asks
        if not n_answers:
            return top
        shown = self.answers[:n_answers]
        room, gap = width - 2 * px(PAD), px(GAP)
        widest = max(button.natural_width() for button in shown)
        columns = next((n for n in range(min(n_answers, 4), 0, -1) if widest * n + gap * (n - 1) <= room), 1)
        if columns > 1:
            columns = -(-n_answers // -(-n_answers // columns))  # rows of like length
        high = px(ANSWER if columns == n_answers else LOW_ANSWER)
        step = (room - gap * (columns - 1)) / columns
        y = top + px(8)
        for index, button in enumerate(shown):
            row, column = divmod(index, columns)
            x = px(PAD) + round(column * (step + gap))
            button.rect = pygame.Rect(x, y + row * (high + px(8)), round(step), high)
        return shown[-1].rect.bottom + px(6)

    def _lay_out_foot(self, width: int, top: int) -> int:
        """Back, dots and Next; gives where the card ends [px]."""
        px, words = self.ui.px, self.words
        for button, text in ((self.back, words.back), (self.next, words.next), (self.leave, words.leave)):
            button.text, button.visible = text, bool(text)
        self.next.idle = not words.awake
        least = px(100)
        back = max(self.back.natural_width(), least) if words.back else 0
        following = max(self.next.natural_width(), least)
        row = Row(
            (
                Part("back", back, folded=None if back else 0, closed=not back),
                Part("dots", 0, grow=1),
                Part("next", following),
            )
        )
        boxes = lay_out(row, Box(px(PAD), top, width - 2 * px(PAD), px(BUTTON))).boxes
        if back:
            self.back.rect = pygame.Rect(boxes["back"])
        self.next.rect = pygame.Rect(boxes["next"])
        self._dots = pygame.Rect(boxes["dots"])
        return top + px(BUTTON) + px(20)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws shadow, tail, ground and words; the buttons draw themselves."""
        ui, rect, px = self.ui, self.rect, self.ui.px
        if self.hole is None:  # in the dark there is no shadow to be seen
            shadow = rect.inflate(px(12), px(12)).move(0, px(8))
            draw.rounded(surface, shadow, px(CORNER + 6), BLACK, 0.35)
        self._draw_tail(surface)
        draw.rounded(surface, rect, px(CORNER), PAPER)
        if rect.width >= px(HEN_FROM):
            middle = (rect.x + px(24 + HEN / 2), rect.y + px(26 + HEN / 2))
            draw.disc(surface, middle, px(HEN / 2), PAPER_ACCENT_GROUND)
            hen = draw.sprite("hen_down", px(60))
            surface.blit(hen, hen.get_rect(center=(middle[0], middle[1] - px(1))))
        for line, (x, y), size, color, weight in self._lines:
            ui.text(surface, line, (rect.x + x, rect.y + y), size, color, weight=weight, anchor="midleft")
        icon, color, note = self.words.note
        if note:
            ui.icon(surface, icon, (rect.x + px(PAD + 10), rect.y + self._note), 18, color)
        surface.fill(
            PAPER_WELL, (rect.x + px(PAD), rect.y + self._rule, rect.width - 2 * px(PAD), max(px(1), 1))
        )
        self._draw_dots(surface, self._dots.move(rect.topleft))

    def _draw_dots(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """A dot for each step, those behind and the present one filled, and their number."""
        ui, px, words = self.ui, self.ui.px, self.words
        if not words.n_steps:
            return
        count = f"{words.step + 1} of {words.n_steps}"
        wide = ui.text_width(count, 14, "Medium")
        dots = px(18) * words.n_steps + px(16) + px(18)
        if words.n_steps > MOST_DOTS or dots + wide > box.width:
            ui.text(surface, count, box.center, 14, PAPER_MUTED, weight="Medium", anchor="center")
            return
        x, y = box.centerx - (dots + wide) // 2, box.centery
        for index in range(words.n_steps):
            now = index == words.step
            dot = pygame.Rect(x, y - px(5), px(26 if now else 10), px(10))
            draw.rounded(surface, dot, px(5), PAPER_ACCENT if index <= words.step else PAPER_LINE)
            x += px(34 if now else 18)
        ui.text(surface, count, (x + px(18), y), 14, PAPER_MUTED, weight="Medium", anchor="midleft")

    def _draw_tail(self, surface: pygame.Surface) -> None:
        """A long tail from the card's edge to the hole."""
        if self.hole is None or not self.hole.width or not self.points:
            return
        rect, px = self.rect, self.ui.px
        points = tail(rect, self.hole.inflate(*(2 * px(TAIL_GAP),) * 2), px(TAIL))
        if points:
            pygame.draw.polygon(surface, PAPER, points)
            pygame.draw.aalines(surface, PAPER, closed=True, points=points)

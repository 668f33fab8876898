"""The guide's card: what it says, answers to choose from, and Back, Next and Leave."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import pygame

from game.ui import Button, Ui, Widget
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
    PAPER_UNSAFE,
    PAPER_UNSAFE_GROUND,
    PAPER_WELL,
    WHITE,
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

Mark = Literal["", "wrong", "right"]
"""What has become of an answer."""
ANSWERS = (Control.ANSWER_1, Control.ANSWER_2, Control.ANSWER_3, Control.ANSWER_4, Control.ANSWER_5)


@dataclass(frozen=True)
class Answer:
    """An answer's button: its icon, "" for none, its words and what has become of it."""

    icon: str
    text: str
    mark: Mark = ""


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


class PaperButton(Button):
    """A button on paper: outlined, or filled if it is the one that leads on."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, words, icon and ring."""
        ui, rect = self.ui, self.rect
        asleep = self.idle
        filled = self.primary and not asleep
        ground = PAPER_ACCENT if filled else PAPER_WELL if asleep or self.hovered else WHITE
        edge = PAPER_ACCENT if filled else PAPER_WELL if asleep else PAPER_LINE
        draw.rounded(surface, rect, ui.px(10), ground, stroke=edge, stroke_width=max(1, ui.px(1.5)))
        ink = WHITE if filled else PAPER_MUTED if asleep else INK
        weight = "SemiBold"
        wide = ui.text_width(self.text, 14, weight)
        whole = wide + (ui.px(20) if self.icon else 0)
        x = rect.centerx - whole // 2
        after = self.primary  # the arrow that leads on stands behind the word
        if self.icon and not after:
            ui.icon(surface, self.icon, (x + ui.px(6), rect.centery), 16, ink)
            x += ui.px(20)
        ui.text(surface, self.text, (x, rect.centery), 14, ink, weight=weight, anchor="midleft")
        if self.icon and after:
            ui.icon(surface, self.icon, (x + wide + ui.px(13), rect.centery), 16, ink)
        self.draw_ring(surface, radius=14)

    def natural_width(self) -> int:
        """Room for word and icon [px]."""
        return self.ui.text_width(self.text, 14, "SemiBold") + self.ui.px(56 if self.icon else 36)


class LeaveButton(Button):
    """Words and a cross without a ground, in the card's corner."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draws words and cross."""
        ui, rect = self.ui, self.rect
        if self.hovered:
            draw.rounded(surface, rect, ui.px(8), PAPER_WELL)
        cross = (rect.right - ui.px(14), rect.centery)
        ui.icon(surface, "x", cross, 16, INK)
        place = (cross[0] - ui.px(14), rect.centery)
        ui.text(surface, self.text, place, 13, PAPER_MUTED, weight="Medium", anchor="midright")
        self.draw_ring(surface, rect.inflate(-ui.px(6), -ui.px(6)), 8)

    def natural_width(self) -> int:
        """Room for words and cross [px]."""
        return self.ui.text_width(self.text, 13, "Medium") + self.ui.px(38)


class AnswerButton(Button):
    """An answer: its number, icon and words; a tick or a cross in the number's place once it was given."""

    answer = Answer("", "")
    number = 0

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, number and words."""
        ui, rect, answer = self.ui, self.rect, self.answer
        lit = self.hovered and not self.idle
        ground, edge, plate, ink = WHITE, PAPER_LINE, PAPER_WELL, INK
        if answer.mark == "right":
            ground, edge, plate, ink = PAPER_ACCENT_GROUND, PAPER_ACCENT, PAPER_ACCENT, INK
        elif answer.mark == "wrong":
            ground, edge, plate, ink = PAPER_UNSAFE_GROUND, PAPER_UNSAFE, PAPER_UNSAFE, PAPER_MUTED
        elif lit:
            ground, edge = PAPER_ACCENT_GROUND, PAPER_ACCENT
        elif self.idle:
            ground, ink = PAPER, PAPER_MUTED
        draw.rounded(surface, rect, ui.px(13), ground, stroke=edge, stroke_width=max(1, ui.px(2)))
        disc = (rect.x + ui.px(28), rect.centery)
        if answer.mark or answer.icon:
            draw.disc(surface, disc, ui.px(14), plate)
        if answer.mark:
            ui.icon(surface, "check" if answer.mark == "right" else "x", disc, 17, WHITE)
        elif answer.icon:
            ui.text(surface, str(self.number), disc, 15, INK, weight="Bold", anchor="center")
        else:  # a key's number beside another number must look like a key
            cap = pygame.Rect(0, 0, ui.px(22), ui.px(22))
            cap.center = disc
            draw.rounded(surface, cap, ui.px(5), PAPER, stroke=PAPER_LINE, stroke_width=max(1, ui.px(1)))
            ui.text(surface, str(self.number), disc, 12, PAPER_MUTED, weight="Medium", anchor="center")
        x = rect.x + ui.px(54)
        if answer.icon:
            ui.icon(surface, answer.icon, (x + ui.px(14), rect.centery), 22, ink)
            x += ui.px(34)
        words = draw.fit(answer.text, ui.px(17), rect.right - ui.px(10) - x, "SemiBold")
        ui.text(surface, words, (x, rect.centery), 17, ink, weight="SemiBold", anchor="midleft")
        self.draw_ring(surface, radius=17)

    def natural_width(self) -> int:
        """Room for number, icon and words [px]."""
        ui, answer = self.ui, self.answer
        wide = ui.text_width(answer.text, 17, "SemiBold")
        return wide + ui.px(66) + (ui.px(34) if answer.icon else 0)

    def tip_at(self, pos: tuple[int, int]) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """All of the words."""
        return self.answer.text, self.rect


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
        self._rule = 0
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
                costs = [
                    ((covered(box, keep), too_far(box, keep, ui.px(FAR)), covered(box, soft)), box)
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
            y += px(3) if text else 0
        y = max(y - px(2), px(26 + HEN + 4) if hen else 0)
        y = self._lay_out_answers(width, y)
        _, color, note = words.note
        if note:
            y += px(6)
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
            first = next(place for line, place, _, _, _ in self._lines if note.startswith(line))
            ui.icon(surface, icon, (rect.x + px(PAD + 10), rect.y + first[1]), 18, color)
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


def places_for(
    size: tuple[int, int], within: pygame.Rect, keep: list[pygame.Rect], *, dark: bool
) -> list[pygame.Rect]:
    """Where a card of a size may lie in a part of the window, the usual places first [px].

    `keep`: what it is about, first, and what else it keeps off; without any, `dark` is whether all is dark.
    """
    places = [
        {"bottomright": within.bottomright},
        {"bottomleft": within.bottomleft},
        {"topright": within.topright},
        {"topleft": within.topleft},
        {"midbottom": within.midbottom},
        {"midtop": within.midtop},
    ]
    if not keep:
        places = [{"center": within.center}] if dark else places[:1]
    for hole in keep[:1]:
        places += [
            {"midleft": hole.midright},
            {"midright": hole.midleft},
            {"midtop": hole.midbottom},
            {"midbottom": hole.midtop},
        ]
    return [pygame.Rect((0, 0), size).move_to(**place).clamp(within) for place in places]


def too_far(box: pygame.Rect, keep: list[pygame.Rect], far: int) -> int:
    """How much further than `far` a place is from what the card is about [px]."""
    if not keep:
        return 0
    hole = keep[0]
    away_x = max(hole.left - box.right, box.left - hole.right, 0)
    away_y = max(hole.top - box.bottom, box.top - hole.bottom, 0)
    return max(max(away_x, away_y) - far, 0)


def covered(box: pygame.Rect, others: list[pygame.Rect]) -> int:
    """How much of some boxes another one covers [px²]."""
    both = [box.clip(other) for other in others]
    return sum(one.width * one.height for one in both)


def tail(card: pygame.Rect, hole: pygame.Rect, half: int) -> list[tuple[int, int]]:
    """The corners of a tail from a card to a hole [px], none where they lie on each other."""
    inset = 2 * half
    if hole.right <= card.left or hole.left >= card.right:
        right = hole.left >= card.right
        middle = min(max(hole.centery, card.top + inset), card.bottom - inset)
        tip = (hole.left if right else hole.right), min(max(middle, hole.top), hole.bottom)
        edge = card.right - 2 if right else card.left + 1
        return [(edge, middle - half), tip, (edge, middle + half)]
    if hole.bottom <= card.top or hole.top >= card.bottom:
        below = hole.top >= card.bottom
        middle = min(max(hole.centerx, card.left + inset), card.right - inset)
        tip = min(max(middle, hole.left), hole.right), (hole.top if below else hole.bottom)
        edge = card.bottom - 2 if below else card.top + 1
        return [(middle - half, edge), tip, (middle + half, edge)]
    return []

"""The traffic bar below the board: pause and step, the step of the round, traps of each step, speed."""

from collections.abc import Callable

import numpy as np
import pygame
from numpy.typing import NDArray

from game.presenters.captions import counted
from game.presenters.editing import Editing
from game.screens.edit.pane import SPEEDS, EditPane
from game.ui import Button, Segment, Segments, Ui, Widget, draw_card
from game.ui.boxes import Box, Column, Part, Row, lay_out
from game.ui.context import Point
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip, with_keys
from game.ui.theme import ACCENT, DOOMED, MUTED, TRACK, WHITE

PAD = 16
SIDE, PLAY_SIDE = 36, 44
"""Sides of the button that steps, and of the one that pauses [units]."""
NAMES = ("½×", "1×", "2×", "4×")
"""What the bar calls each of SPEEDS."""
KEYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_PAGEUP: -8, pygame.K_PAGEDOWN: 8}
KNOB, BARS = 7, 16
"""Radius of the knob, and height of the highest bar [units]."""


class Round(Widget):
    """One round of the traffic from left to right: a bar for the traps of each step, and where it is now.

    Attributes:
        traps: (period,) how many traps each step has; empty while nothing is proved.
    """

    focusable = reactive = tracks_mouse = True

    def __init__(self, ui: Ui, pane: EditPane) -> None:
        super().__init__(ui)
        self.pane = pane
        self.traps: NDArray[np.int64] = np.zeros(0, dtype=np.int64)

    @property
    def period(self) -> int:
        """Steps of a round; 1 while nothing is proved."""
        return max(len(self.traps), 1)

    @property
    def now(self) -> int:
        """The step of the round on show."""
        return int(self.pane.time) % self.period

    @property
    def track(self) -> pygame.Rect:
        """The line itself."""
        ui, knob = self.ui, self.ui.px(KNOB + 1)
        width = max(self.rect.width - 2 * knob, 1)
        return pygame.Rect(self.rect.x + knob, self.rect.bottom - knob - ui.px(2), width, ui.px(4))

    def place(self, step: int) -> int:
        """The x position of a step [px]."""
        return self.track.x + round(self.track.width * step / max(self.period - 1, 1))

    def step_at(self, x: int) -> int:
        """The step nearest to a place [px]."""
        share = (x - self.track.x) / self.track.width
        return min(max(round(share * (self.period - 1)), 0), self.period - 1)

    def press(self, pos: Point) -> None:
        """Goes to the step there."""
        self.pane.go_to(self.step_at(pos[0]))

    def drag(self, pos: Point) -> None:
        """Goes to the step there."""
        self.pane.go_to(self.step_at(pos[0]))

    def key(self, event: pygame.Event) -> bool:
        """Left, right, Page up and Page down move; Home and End go to the ends."""
        if event.key in KEYS:
            self.pane.go_to((self.now + KEYS[event.key]) % self.period)
        elif event.key in (pygame.K_HOME, pygame.K_END):
            self.pane.go_to(0 if event.key == pygame.K_HOME else self.period - 1)
        else:
            return False
        return True

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """The step that a click goes to."""
        step = self.step_at(pos[0])
        traps = int(self.traps[step]) if len(self.traps) else 0
        place = pygame.Rect(self.place(step), self.rect.y, 1, self.ui.size[1] - self.rect.y)
        return f"Step {step}: {traps_text(traps)}. Click to go there", place

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the bars, the line, the knob and the ring."""
        ui, track = self.ui, self.track
        most = int(self.traps.max()) if len(self.traps) else 0
        highest: dict[int, int] = {}
        for step in np.nonzero(self.traps)[0].tolist():
            x = self.place(step)
            highest[x] = max(highest.get(x, 0), int(self.traps[step]))
        width = min(max(track.width // self.period - ui.px(3), ui.px(2)), ui.px(6))
        for x, traps in highest.items():
            height = max(round(ui.px(BARS) * traps / most), ui.px(4))
            bar = pygame.Rect(x - width // 2, track.y - ui.px(5) - height, width, height)
            lit = x == self.place(self.now)
            draw.rounded(surface, bar, ui.px(2), DOOMED, 1.0 if lit else 0.65)
        draw.rounded(surface, track, track.height / 2, TRACK)
        x = self.place(self.now)
        done = pygame.Rect(track.x, track.y, max(x - track.x, track.height), track.height)
        draw.rounded(surface, done, track.height / 2, ACCENT)
        draw.disc(surface, (x, track.centery), ui.px(KNOB), ACCENT)
        draw.disc(surface, (x, track.centery), ui.px(KNOB - 2), WHITE)
        self.draw_ring(surface)


class TrafficBar(Widget):
    """Controls of the traffic on the board; nobody moves there but the traffic."""

    def __init__(self, ui: Ui, pane: EditPane, editing: Editing, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.pane = pane
        self.editing = editing
        self.play = Button(
            ui, "pause", on_click=lambda: do(Control.PAUSE), primary=True, tip=tip("edit", Control.PAUSE)
        )
        self.step = Button(
            ui, "step-forward", on_click=lambda: do(Control.STEP), tip=tip("edit", Control.STEP)
        )
        self.round = Round(ui, pane)
        told = with_keys("edit", "Speed of the traffic ({SLOWER} and {FASTER})")
        segments = tuple(Segment(str(place), name, tip=told) for place, name in enumerate(NAMES))
        self.speed = Segments(ui, segments, self._choose_speed, one_of=True)
        self.children = [self.play, self.step, self.round, self.speed]
        self._boxes: dict[str, Box] = {}
        self._low = False
        self._proof: object = None

    def _choose_speed(self, chosen: frozenset[str]) -> None:
        (place,) = chosen
        self.pane.speed = int(place)

    def change_speed(self, direction: int) -> None:
        """Makes the traffic faster (1) or slower (−1)."""
        self.pane.speed = min(max(self.pane.speed + direction, 0), len(SPEEDS) - 1)

    def follow(self) -> None:
        """Takes the traps of each step from the newest proof, and shows what holds."""
        judged = self.editing.judged
        proof = None if judged is None else judged.proof
        if proof is not self._proof:
            self._proof = proof
            self.round.traps = np.zeros(0, dtype=np.int64)
            if proof is not None:
                mdp = proof.mdp
                lost = (proof.safe.survival >= 0) & ~mdp.violation & ~mdp.goal
                self.round.traps = lost.reshape(mdp.period, mdp.n_cells).sum(axis=1)
            self.ui.dirty = True
        self.play.icon = "play" if self.pane.paused else "pause"
        self.speed.chosen = frozenset({str(self.pane.speed)})

    def arrange_in(self, box: pygame.Rect, *, low: bool) -> None:
        """Takes a box [px]; a `low` one has room for two lines only."""
        self.rect, self._low = box, low
        px = self.ui.px
        lines = [Part("title", px(20)), Part("round", px(30))]
        if not low:
            lines.append(Part("ends", px(18)))
        row = Row(
            (
                Part("play", px(PLAY_SIDE), across=px(PLAY_SIDE), priority=9),
                Part("step", px(SIDE), across=px(SIDE), before=px(8), priority=8),
                Part(
                    "caption",
                    px(120),
                    grow=1,
                    before=px(16),
                    folded=0,
                    priority=5,
                    across=px(50 if low else 70),
                    inside=Column(tuple(lines)),
                ),
                Part(
                    "speed",
                    self.speed.natural_width(),
                    across=px(36),
                    before=px(20),
                    folded=0,
                    priority=1,
                ),
            ),
            pad=px(PAD),
        )
        self._boxes = dict(lay_out(row, Box(*box)).boxes)
        for name, widget in (
            ("play", self.play),
            ("step", self.step),
            ("round", self.round),
            ("speed", self.speed),
        ):
            widget.visible = name in self._boxes
            widget.rect = pygame.Rect(self._boxes.get(name, (0, 0, 0, 0)))
        if not low:  # their names stand below them
            for widget in (self.play, self.step):
                widget.rect.y -= px(9)
            self.speed.rect.y += px(8)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground and all words; controls draw themselves."""
        ui, boxes = self.ui, self._boxes
        draw_card(ui, surface, self.rect)
        if not self._low:
            words = ((self.play, "Traffic"), (self.step, "Step"))
            for widget, word in words:
                place = (widget.rect.centerx, self.rect.bottom - ui.px(13))
                ui.text(surface, word, place, 12, MUTED, anchor="center")
            if self.speed.visible:
                place = (self.speed.rect.x, self.rect.y + ui.px(18))
                ui.text(surface, "Speed", place, 13, MUTED, anchor="midleft")
        if "title" in boxes:
            self._draw_title(surface, pygame.Rect(boxes["title"]))
        if "ends" in boxes:
            self._draw_ends(surface, pygame.Rect(boxes["ends"]))

    def _draw_title(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """The step of the round, and its traps."""
        ui, cycle = self.ui, self.round
        whole = f"Step {cycle.now} of {cycle.period}"
        if not len(cycle.traps):  # nothing is proved: the traffic runs, but its round is not known
            whole = f"Step {int(self.pane.time)}"
        elif cycle.period == 1:
            whole = "Nothing moves"
        end = ui.text(surface, whole, box.midleft, 14, weight="SemiBold", anchor="midleft").right
        now = int(cycle.traps[cycle.now]) if len(cycle.traps) else 0
        told = f"{traps_text(now)} now"
        if now and ui.text_width(told, 13, "SemiBold") + ui.px(30) <= box.right - end:
            place = ui.text(surface, told, box.midright, 13, DOOMED, weight="SemiBold", anchor="midright").x
            ui.icon(surface, "hourglass", (place - ui.px(12), box.centery), 14, DOOMED)

    def _draw_ends(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """What a round is, and what the bars mean."""
        ui, cycle = self.ui, self.round
        left = f"the traffic repeats after {cycle.period:,} steps" if cycle.period > 1 else ""
        if ui.text_width(left, 12) > box.width:
            return
        end = ui.text(surface, left, box.midleft, 12, MUTED, anchor="midleft").right if left else box.x
        right = "amber: traps at a step"
        if cycle.traps.any() and end + ui.px(14) + ui.text_width(right, 12) <= box.right:
            ui.text(surface, right, box.midright, 12, MUTED, anchor="midright")


def traps_text(traps: int) -> str:
    """No traps, 1 trap, 2 traps."""
    return counted(traps, "trap") if traps else "no traps"

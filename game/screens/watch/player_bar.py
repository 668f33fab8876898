"""The player bar below the board: everything about the replay on show, and nothing about learning."""

from collections.abc import Callable
from functools import cache

import pygame

from game.presenters.captions import captions_of, counted
from game.presenters.playback import SPEEDS
from game.presenters.watching import Watching
from game.screens.watch.timeline import Timeline
from game.ui import Button, Segment, Segments, Toggle, Ui, Widget, draw_card
from game.ui.boxes import Box, Column, Part, Row, lay_out
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip, with_keys
from game.ui.theme import LINE, MUTED, RANDOM, TRACK, WHITE

PAD = 16
SIDE, PLAY_SIDE = 36, 52
"""Sides of the small buttons and of the one that pauses [units]."""
CAPTION_LEAST, SETTINGS = 140, 256
"""Least width of the caption with its timeline, and width of speed and random moves [units]."""
FIRST = 2
"""Index in SPEEDS of the slowest speed that has a segment of its own."""
NAMES = ("⅛×", "¼×", "½×", "1×", "2×", "4×", "8×")
"""What the bar calls each of SPEEDS."""


class PlayButton(Button):
    """Pauses and plays; a ring round it shows how far the replay has come.

    Attributes:
        share: of the replay that is over, 0 to 1.
    """

    share = 0.0

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the button within its ring."""
        ui, whole = self.ui, self.rect
        draw.arc(surface, whole.center, whole.width / 2, 1.0, TRACK, ui.px(3))
        draw.arc(surface, whole.center, whole.width / 2, self.share, WHITE, ui.px(3))
        self.rect = whole.inflate(-ui.px(10), -ui.px(10))
        super().draw(surface)
        self.rect = whole


class PlayerBar(Widget):
    """Replay controls, what is replayed, the timeline, speed, and the ε-greedy switch."""

    reactive = True

    def __init__(self, ui: Ui, watching: Watching, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.watching = watching
        self.again = _button(ui, "rotate-ccw", Control.REPLAY, do)
        self.back = _button(ui, "step-back", Control.BACK, do)
        self.play = PlayButton(
            ui,
            "pause",
            on_click=lambda: do(Control.PAUSE),
            primary=True,
            tip=tip("watch", Control.PAUSE),
        )
        self.step = _button(ui, "step-forward", Control.STEP, do)
        self.timeline = Timeline(ui, watching)
        self.speed = Segments(ui, (), self._choose_speed, one_of=True)
        self.exploring = Toggle(
            ui,
            "Show random moves (ε-greedy)",
            lambda _: do(Control.EXPLORING),
            tip=tip("watch", Control.EXPLORING),
        )
        self.exploring.ground = RANDOM
        self.children = [
            *(self.again, self.back, self.play, self.step),
            *(self.timeline, self.speed, self.exploring),
        ]
        self._boxes: dict[str, Box] = {}
        self._low = False
        self.follow()

    def arrange_in(self, box: pygame.Rect, *, low: bool) -> None:
        """Takes a box [px]; a `low` one has room for one line only."""
        self.rect, self._low = box, low
        self.timeline.top = box.y
        px = self.ui.px
        side, play = px(SIDE), px(PLAY_SIDE if not low else SIDE + 8)
        switch = self.exploring.natural_width()
        caption = Column(
            (
                Part("title", px(22)),
                Part("timeline", px(18), before=0 if low else px(4)),
                *(() if low else (Part("ends", px(18), before=px(3)),)),
            )
        )
        speed = Row((Part("word", px(52)), Part("segments", 1, grow=1, across=px(38))))
        settings = Column(
            (
                Part("speed row", px(38), inside=speed, folded=0 if low else None),
                Part("switch", px(24), before=px(5)),
            )
        )
        row = Row(
            (
                Part("again", side, across=side, folded=0, priority=1),
                Part("back", side, across=side, folded=0, before=px(8), priority=0),
                Part("play", play, across=play, before=px(8), priority=9),
                Part("step", side, across=side, folded=0, before=px(8), priority=4),
                Part(
                    "caption",
                    px(CAPTION_LEAST),
                    grow=1,
                    before=px(18),
                    folded=0,
                    priority=2,
                    inside=caption,
                    across=px(44 if low else 66),
                ),
                Part("filler", 0, grow=0.001, before=0),
                Part(
                    "settings",
                    max(switch, 0 if low else px(SETTINGS)),
                    before=px(22),
                    folded=0,
                    priority=3,
                    inside=settings,
                    across=px(24 if low else 67),
                ),
            ),
            pad=px(PAD),
        )
        self._boxes = dict(lay_out(row, Box(*box)).boxes)
        places: dict[str, Widget] = {
            "again": self.again,
            "back": self.back,
            "play": self.play,
            "step": self.step,
            "timeline": self.timeline,
            "segments": self.speed,
            "switch": self.exploring,
        }
        for name, widget in places.items():
            widget.visible = name in self._boxes
            widget.rect = pygame.Rect(self._boxes.get(name, (0, 0, 0, 0)))
        if not low:  # their names stand below them
            for widget in (self.again, self.back, self.play, self.step):
                widget.rect.y -= px(9)
        self.exploring.rect.width = min(switch, self.exploring.rect.width)

    def follow(self) -> None:
        """Makes the widgets show what is the case."""
        watching, playback = self.watching, self.watching.playback
        self.play.icon = "play" if playback.paused else "pause"
        self.play.share = playback.index / playback.n_moves if playback.n_moves else 0.0
        self.exploring.on = watching.exploring
        self.speed.segments = _speeds(min(playback.speed_index, FIRST))
        self.speed.chosen = frozenset({str(max(playback.speed_index, FIRST))})

    def _choose_speed(self, chosen: frozenset[str]) -> None:
        (index,) = chosen
        self.watching.playback.speed_index = int(index)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground and all words; controls draw themselves."""
        ui, boxes, playback = self.ui, self._boxes, self.watching.playback
        draw_card(ui, surface, self.rect)
        if not self._low:
            words = ("Again", "Back", "Play" if playback.paused else "Pause", "Step")
            for widget, word in zip((self.again, self.back, self.play, self.step), words, strict=True):
                if widget.visible:
                    place = (widget.rect.centerx, self.rect.bottom - ui.px(13))
                    ui.text(surface, word, place, 12, MUTED, anchor="center")
        if "word" in boxes:
            place = pygame.Rect(boxes["word"]).midleft
            ui.text(surface, "Speed", place, 13, MUTED, anchor="midleft")
            x = boxes["settings"].x - ui.px(11)
            height = self.rect.height - ui.px(28)
            surface.fill(LINE, (x, self.rect.y + ui.px(14), max(ui.px(1), 1), height))
        if "title" in boxes:
            self._draw_caption(surface, pygame.Rect(boxes["title"]))
        if "ends" in boxes:
            self._draw_ends(surface, pygame.Rect(boxes["ends"]))

    def _draw_caption(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """Which knowledge is replayed, and the step it has come to."""
        ui, playback = self.ui, self.watching.playback
        steps = f"step {playback.index} of {playback.n_moves}" if playback.n_moves else ""
        right = box.right - (ui.text_width(steps, 13) + ui.px(12) if steps else 0)
        captions = captions_of(self.watching)
        room = right - box.x
        caption = next((line for line in captions if ui.text_width(line, 14, "SemiBold") <= room), "")
        if not caption:
            caption, steps, right = captions[-1], "", box.right
        caption = draw.fit(caption, ui.px(14), right - box.x, "SemiBold")
        ui.text(surface, caption, box.midleft, 14, weight="SemiBold", anchor="midleft")
        ui.text(surface, steps, box.midright, 13, MUTED, anchor="midright")

    def _draw_ends(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """What the ends of the timeline mean."""
        ui, snapshot = self.ui, self.watching.snapshot
        now = counted(snapshot.episodes, "practice run") if snapshot is not None else ""
        start = "before learning"
        if ui.text_width(start, 12) + ui.text_width(f"now: {now}", 12) + ui.px(12) <= box.width:
            ui.text(surface, start, box.midleft, 12, MUTED, anchor="midleft")
            now = f"now: {now}" if now else ""
        now = draw.fit(now, ui.px(12), box.width)
        ui.text(surface, now, box.midright, 12, MUTED, anchor="midright")

    def tip_at(self, pos: tuple[int, int]) -> tuple[str, pygame.Rect]:
        """All of the caption, where it is shortened."""
        box = self._boxes.get("title")
        if box is not None and pygame.Rect(box).collidepoint(pos):
            return captions_of(self.watching)[0], pygame.Rect(box)
        return "", self.rect


def _button(ui: Ui, icon: str, control: Control, do: Callable[[Control], None]) -> Button:
    return Button(ui, icon, on_click=lambda: do(control), tip=tip("watch", control))


@cache
def _speeds(slowest: int) -> tuple[Segment, ...]:
    """The choices of speed; the first one stands for everything slower too, and has the slower one's name."""
    return tuple(
        Segment(str(index), NAMES[slowest if index == FIRST else index], tip=_speed_tip(index))
        for index in range(FIRST, len(SPEEDS))
    )


def _speed_tip(index: int) -> str:
    moves = f"{SPEEDS[index]:g} steps a second"
    return with_keys("watch", f"Replay speed: {moves} ({{SLOWER}} and {{FASTER}})")

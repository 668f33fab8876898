"""The meaning of the colours and marks on the board: one table, for the panel's legend and the help."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pygame

from game.board.art import lateness
from game.board.overlays import OVERLAYS, arrows, error, safety, svm, values
from game.presenters.riding import is_afloat
from game.presenters.watching import Watching
from game.screens.panel import ACTION_ICONS
from game.ui import Ui, Widget, draw_card
from game.ui.drawing import draw
from game.ui.theme import LINE, MUTED, RANDOM, TEXT, WELL, WHITE, hex_of, scale_color
from levels.model.board import Action
from levels.model.delays import is_late

Swatch = Callable[[pygame.Surface, pygame.Rect, str], None]
"""swatch(surface, box, palette): draws a mark as it is on the board into a square."""


class Mark(NamedTuple):
    """A mark: how it looks; its word; what it means, in a title of its own and a second line."""

    swatch: Swatch
    word: str
    title: str
    line: str = ""


def _safety(kind: str, surface: pygame.Surface, box: pygame.Rect, palette: str) -> None:
    """A cell as the safety overlay marks it; where that is too small to be seen, its icon."""
    color, icon, ink = safety.KINDS[kind]
    if box.width < BADGED_FROM:
        _icon(icon, color, surface, box, palette)
        return
    surface.blit(safety.tile(kind, box.width), box)
    place = (box.right - 0.26 * box.width, box.y + 0.26 * box.width)
    draw.badge(surface, icon, place, 0.3 * box.width, color, ink=ink)


def _value(
    surface: pygame.Surface, box: pygame.Rect, palette: str, *, share: float = 0.62, soft: bool = False
) -> None:
    surface.blit(values.tile(round(share * values.SHADES), box.width, palette, soft=soft), box)


def _hollow(surface: pygame.Surface, box: pygame.Rect, _palette: str) -> None:
    surface.blit(error.hollow(box.width, soft=False), box)


def _ground(surface: pygame.Surface, box: pygame.Rect, _palette: str) -> None:
    draw.rounded(surface, box, 0.2 * box.width, GRASS)
    bush = draw.sprite("bush", round(0.8 * box.width))
    surface.blit(bush, bush.get_rect(midbottom=(box.centerx, box.bottom)))


def _arrow(
    action: Action | None, opacity: float, surface: pygame.Surface, box: pygame.Rect, _palette: str
) -> None:
    draw.rounded(surface, box, 0.2 * box.width, WELL, stroke=LINE, stroke_width=1)
    image = arrows.mark(action, round(1.6 * box.width), opacity)
    surface.blit(image, image.get_rect(center=box.center))


def _icon(name: str, color: str, surface: pygame.Surface, box: pygame.Rect, _palette: str) -> None:
    draw.rounded(
        surface, box, 0.3 * box.width, color, 0.2, stroke=color, stroke_width=max(1.0, 0.07 * box.width)
    )
    draw.icon(surface, name, box.center, 0.65 * box.width, color)


def _dots(surface: pygame.Surface, box: pygame.Rect, _palette: str) -> None:
    for k in range(3):
        draw.disc(surface, (box.x + (k + 0.5) * box.width / 3, box.centery), max(2, 0.09 * box.width), WHITE)


def _clock(surface: pygame.Surface, box: pygame.Rect, _palette: str) -> None:
    draw.rounded(surface, box, box.width / 2, lateness.GROUND, stroke=lateness.INK, stroke_width=1.2)
    draw.icon(surface, "clock", box.center, 0.75 * box.width, lateness.INK, stroke=2.4)


def _timetable(surface: pygame.Surface, box: pygame.Rect, _palette: str) -> None:
    draw.rounded(surface, box, 0.2 * box.width, ROAD)
    surface.blit(lateness.outline(box.width, box.height, box.width), box)


def _water(look: str, surface: pygame.Surface, box: pygame.Rect, _palette: str) -> None:
    draw.rounded(surface, box, 0.2 * box.width, WATER)
    if look:
        image = draw.sprite(look, round(0.8 * box.width))
    else:
        wave = "q3 -5 6 0 t6 0 6 0"
        path = f'd="M3 9 {wave} M7 18 {wave}" stroke="{WHITE}" stroke-width="2" fill="none"'
        image = draw.svg(f'<path transform="scale({box.width / 26:.3f})" {path}/>', *box.size)
    surface.blit(image, image.get_rect(center=box.center))


GRASS, ROAD, WATER = "#86c05f", "#40464f", "#3f8fc4"
BADGED_FROM = 28
"""Squares smaller than this [px] have no room for a badge."""
UNTRIED = Mark(partial(_arrow, None, arrows.NOW), "never visited", "?: it can be here now, but never was")
GROUND = Mark(_ground, "", "Ground as it is", "a wall, water, or never reached")
MARKS: dict[str, tuple[Mark, ...]] = {
    "": (
        Mark(_dots, "path", "Dots: the path it came along"),
        Mark(partial(_icon, "dices", RANDOM), "random move", "A random move (ε-greedy)"),
    ),
    "values": (
        Mark(
            _value,
            "here now",
            "Bright, with a number: it can be here now",
            "its value: the reward to expect from here on",
        ),
        Mark(
            partial(_value, soft=True),
            "later",
            "Small and soft: it can't be here right now",
            "its value at the next step when it can",
        ),
        UNTRIED,
        GROUND,
    ),
    "policy": (
        Mark(
            partial(_arrow, Action.UP, arrows.NOW),
            "best move",
            "Bright arrow: it can be here now",
            "the best move it knows from here",
        ),
        Mark(
            partial(_arrow, Action.UP, arrows.LATER),
            "later",
            "Faint arrow: it can't be here right now",
            "its best move at the next step when it can",
        ),
        UNTRIED,
    ),
    "safety": (
        Mark(partial(_safety, "allowed"), "Safe", "Safe", "it may step here"),
        Mark(partial(_safety, "unsafe"), "Crash", "Crash", "traffic or open water at the next step"),
        Mark(partial(_safety, "doomed"), "Trap", "Trap", "free, but a crash is then certain"),
    ),
    "svm": tuple(
        Mark(partial(_icon, *svm.MARKS[kind][:2]), word, sentence)
        for kind, word, sentence in (
            (svm.MISLABELLED, "mislabelled", "Its choice is not the learned move"),
            (svm.NOT_ALLOWED, "not allowed", "Its choice is not safe: it is overruled"),
        )
    ),
    "error": (
        Mark(
            partial(_value, share=1.0),
            "now",
            "With a number: it can be here now",
            "how far off its estimates are, at worst",
        ),
        Mark(
            partial(_value, share=error.FAR_OFF, soft=True),
            "later",
            "Small and soft: it can't be here right now",
            "the same at the next step when it can",
        ),
        Mark(_hollow, "never visited", "Empty: it was never there", "so it has learned nothing about it"),
        GROUND,
    ),
    "late": (
        Mark(_clock, "late", "Clock: how many steps it is late", "the agent sees the timetable only"),
        Mark(_timetable, "timetable", "Dashed outline: its timetable", "where it would be on time"),
    ),
    "river": (
        Mark(partial(_water, "turtle"), "carrier", "Log, raft, turtle or ferry", "it takes the agent along"),
        Mark(partial(_water, ""), "open water", "Open water: a crash", "unless something floats there"),
    ),
}
"""What is to be explained on the board: without overlays, with each of them, on late levels and on rivers."""
FAR, CLOSE = "far from the goal", "close to it"
"""The ends of the colour scale."""
FAR_OFF, EXACT = "{error} off, or more", "exact"
"""The ends of the scale of errors."""
UNKNOWN = "largest error: being computed"
"""In the place of the first of them before the level's tables are there."""
SCALED = frozenset({"values", "svm", "error"})
"""Overlays with a row for their scale, or for the moves, above their marks."""
TITLE, PLAIN_TITLE = "What the colours mean", "What the marks mean"
"""Its title with overlays, and without."""
HEAD, ROW, SCALE, EDGE = 36, 41, 36, 8
"""Heights of the head line, of a mark, of the scale or the moves, and of the lower edge [units]."""
ROOMY = 15
"""What a row is higher at most where there is room [units]."""
LOW_ROW, CHIP = 28, 26
"""Height of a row of a low card, and in it the way from a mark's left edge to its word [units]."""


class LegendCard(Widget):
    """What the marks on show mean: a row for each with its sentence, or, in a low card, a few words.

    Attributes:
        palette: the scale in use, a name in PALETTES.
        overlays: names of the overlays that are on.
    """

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching
        self.palette = "viridis"
        self.overlays: frozenset[str] = frozenset()

    @property
    def worlds(self) -> tuple[str, ...]:
        """What of MARKS the level itself asks for."""
        opened = self.watching.opened
        if opened is None:
            return ()
        there = {"late": is_late(opened.level), "river": is_afloat(opened.level)}
        return tuple(name for name in there if there[name])

    @property
    def shown(self) -> tuple[str, ...]:
        """What of MARKS is explained: the overlays that are on, in their order, or else ""; then worlds."""
        return (*(tuple(name for name in OVERLAYS if name in self.overlays) or ("",)), *self.worlds)

    @property
    def title(self) -> str:
        """What stands above the marks."""
        return TITLE if self.overlays else PLAIN_TITLE

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks on show, each once."""
        return tuple(dict.fromkeys(mark for name in self.shown for mark in MARKS[name]))

    def _marks_of(self, name: str) -> list[Mark]:
        """What is explained of an overlay: its marks, without those of the overlays before it."""
        before = self.shown[: self.shown.index(name)]
        return [mark for mark in MARKS[name] if not any(mark in MARKS[other] for other in before)]

    @property
    def height(self) -> int:
        """Height that the rows with their sentences need [units]."""
        extra = SCALE * len(SCALED & self.overlays)
        return HEAD + extra + ROW * len(self.marks) + EDGE

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the rows with their sentences, or what of the marks a low card has room for."""
        if self.rect.height >= self.ui.px(self.height):
            self._draw_rows(surface)
        else:
            self._draw_low(surface)

    def _draw_rows(self, surface: pygame.Surface) -> None:
        ui = self.ui
        box = draw_card(ui, surface, self.rect, self.title)
        y = self.rect.y + ui.px(HEAD)
        spare = self.rect.height - ui.px(self.height)
        row = ui.px(ROW) + min(spare // len(self.marks), ui.px(ROOMY))
        for name in self.shown:
            if name in {"values", "error"}:
                least, low, high = self._ends(name)
                surface.blit(_scale(box.width, ui.px(12), self.palette, least), (box.x, y))
                ui.text(surface, low, (box.x, y + ui.px(24)), 12, MUTED, anchor="midleft")
                ui.text(surface, high, (box.right, y + ui.px(24)), 12, MUTED, anchor="midright")
                y += ui.px(SCALE)
            elif name == "svm":
                self._draw_moves(surface, box.x, box.right, y + ui.px(SCALE / 2))
                y += ui.px(SCALE)
            for mark in self._marks_of(name):
                middle, side = y + row // 2, ui.px(32)
                mark.swatch(surface, pygame.Rect(box.x, middle - side // 2, side, side), self.palette)
                x, room = box.x + ui.px(46), box.width - ui.px(46)
                up = ui.px(9) if mark.line else 0
                title = draw.fit(mark.title, ui.px(13), room, "Medium")
                ui.text(surface, title, (x, middle - up), 13, TEXT, weight="Medium", anchor="midleft")
                line = draw.fit(mark.line, ui.px(12), room)
                ui.text(surface, line, (x, middle + ui.px(9)), 12, MUTED, anchor="midleft")
                y += row

    def _draw_low(self, surface: pygame.Surface) -> None:
        """Words in rows as far as they fit; the colours of values and moves have a row of their own."""
        ui = self.ui
        rows = len(self.shown) + len(SCALED & self.overlays)
        titled = self.rect.height >= ui.px(HEAD + rows * LOW_ROW + EDGE)
        box = draw_card(ui, surface, self.rect, self.title if titled else "")
        y = self.rect.y + ui.px(HEAD + LOW_ROW / 2 if titled else 22)
        for name in self.shown:
            x = box.x
            if y > self.rect.bottom - ui.px(LOW_ROW / 2):
                return
            if name in {"values", "error"}:
                least, low, high = self._ends(name)
                x = ui.text(surface, low, (x, y), 12, MUTED, anchor="midleft").right + ui.px(8)
                end = ui.text(surface, high, (box.right, y), 12, MUTED, anchor="midright").x - ui.px(8)
                surface.blit(_scale(end - x, ui.px(10), self.palette, least), (x, y - ui.px(5)))
                x, y = box.x, y + ui.px(LOW_ROW)
            elif name == "svm":
                self._draw_moves(surface, x, box.right, y)
                x, y = box.x, y + ui.px(LOW_ROW)
            for mark in self._marks_of(name):
                width = ui.px(CHIP) + ui.text_width(mark.word, 12)
                if mark.word and x + width <= box.right:
                    side = ui.px(20)
                    mark.swatch(surface, pygame.Rect(x, y - side // 2, side, side), self.palette)
                    ui.text(surface, mark.word, (x + ui.px(CHIP), y), 12, MUTED, anchor="midleft")
                    x += width + ui.px(12)
            y += ui.px(LOW_ROW)

    def _ends(self, name: str) -> tuple[float, str, str]:
        """Where in the colours an overlay's scale begins, and what its two ends mean."""
        if name == "values":
            return 0.0, FAR, CLOSE
        watching = self.watching
        if watching.opened is None:
            return error.FAR_OFF, UNKNOWN, EXACT
        most = values.number(error.largest_error(watching.optimum))
        return error.FAR_OFF, FAR_OFF.format(error=most), EXACT

    def _draw_moves(self, surface: pygame.Surface, left: int, right: int, y: int) -> None:
        """Draws the moves on the grounds of the cells where the SVM chooses them."""
        ui, opened = self.ui, self.watching.opened
        actions = opened.mdp.actions if opened else ()
        step = min(ui.px(26), (right - left) // max(len(actions), 1))
        for action in actions:
            tile = pygame.Rect(left, y - ui.px(10), step - ui.px(2), ui.px(20))
            draw.rounded(surface, tile, ui.px(4), svm.CLASS_COLORS[action], svm.STRONGEST)
            ui.icon(surface, ACTION_ICONS[action], tile.center, 13, WHITE)
            left += step


def _scale(width: int, height: int, palette: str, least: float) -> pygame.Surface:
    """A colour scale from its share `least` on, as a strip with round ends."""
    width = max(width, 2 * height)
    colors = [hex_of(scale_color(least + (1 - least) * k / 20, palette)) for k in range(21)]
    stops = "".join(f'<stop offset="{k / 20:.2f}" stop-color="{color}"/>' for k, color in enumerate(colors))
    ends = f'id="v" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="{width}" y2="0"'
    body = f'<rect width="{width}" height="{height}" rx="{height / 2}" fill="url(#v)"/>'
    return draw.svg(body, width, height, f"<linearGradient {ends}>{stops}</linearGradient>")

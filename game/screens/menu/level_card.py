"""A level's card in the menu: picture, name and size, what it teaches, its certificate, the best result."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.ui import Ui
from game.ui.drawing import draw
from game.ui.theme import (
    ACCENT,
    BACKGROUND,
    CARD,
    CARD_HOVER,
    CARD_LOW,
    DIM,
    LINE,
    MUTED,
    RADIUS_CARD,
    SAFE,
    TEXT,
    UNSAFE,
    WELL,
)
from levels.model.level import Level

if TYPE_CHECKING:  # brings numba along, which the first picture does not wait for
    from levels.proof.certificate import Certificate

CARD_HEIGHT, PICTURE, GAP = 262, 144, 14
"""Heights of a card and of its picture, and the space between cards [units]."""
EDGE, PAD, FRAME = 8, 14, 7
"""Space around the picture's ground, next to the words, and around the picture on its ground [units]."""
LINE_HEIGHT, ABOUT_LINES, PROBLEM_LINES = 17, 3, 4


class Face(NamedTuple):
    """What a card shows.

    Attributes:
        name: of the level, or of its file while that has not been read.
        level: None before it has been read, and if it can't be.
        verdict: its certificate, or the error in the file; None while it is being certified.
        picture: of the board, None until it is made.
        best: the fewest steps of a person, None if it was never crossed.
    """

    name: str
    level: Level | None
    verdict: "Certificate | str | None"
    picture: pygame.Surface | None
    best: int | None


def picture_size(ui: Ui, card: tuple[int, int]) -> tuple[int, int]:
    """Size of the picture on a card of a size [px]."""
    return max(card[0] - 2 * ui.px(EDGE) - 2 * ui.px(FRAME), 1), ui.px(PICTURE) - 2 * ui.px(FRAME)


def draw_card(ui: Ui, surface: pygame.Surface, box: pygame.Rect, face: Face, *, lit: bool) -> None:
    """Draws a card; `lit` under the mouse."""
    fill, foot = (CARD_HOVER, CARD) if lit else (CARD, CARD_LOW)
    draw.rounded(surface, box, ui.px(RADIUS_CARD), fill, stroke=LINE, stroke_width=1, gradient_to=foot)
    edge, frame = ui.px(EDGE), ui.px(FRAME)
    well = pygame.Rect(box.x + edge, box.y + edge, box.width - 2 * edge, ui.px(PICTURE))
    draw.rounded(surface, well, ui.px(RADIUS_CARD - 4), WELL)
    if face.picture is not None:
        surface.blit(face.picture, (well.x + frame, well.y + frame))
    if face.best is not None:
        _draw_best(ui, surface, well, face.best)
    x, y, room = box.x + ui.px(PAD), well.bottom + ui.px(18), box.width - 2 * ui.px(PAD)
    wide = 0
    if face.level is not None:
        size = f"{face.level.board.n_cols} × {face.level.board.n_rows}"
        wide = ui.text(surface, size, (x + room, y), 11, DIM, anchor="midright").width + ui.px(8)
    name = draw.fit(face.name, ui.px(15), room - wide, "SemiBold")
    ui.text(surface, name, (x, y), 15, weight="SemiBold", anchor="midleft")
    y += ui.px(20)
    if isinstance(face.verdict, str):
        ui.icon(surface, "triangle-alert", (x + ui.px(7), y), 15, UNSAFE)
        inset = ui.px(22)
        _draw_lines(ui, surface, (x + inset, y), (face.verdict, room - inset, PROBLEM_LINES), UNSAFE)
        return
    _draw_lines(ui, surface, (x, y), (face.level.about if face.level else "", room, ABOUT_LINES), MUTED)
    _draw_certificate(ui, surface, (x, box.bottom - ui.px(17)), room, face.verdict)


def _draw_lines(
    ui: Ui, surface: pygame.Surface, place: tuple[int, int], words: tuple[str, int, int], color: str
) -> None:
    """Writes a text in lines of at most a width [px], at most this many, the last one cut if need be."""
    text, room, most = words
    lines = draw.wrap(text, ui.px(12), room)
    if len(lines) > most:
        lines[most - 1 :] = [draw.fit(lines[most - 1] + " …", ui.px(12), room)]
    for index, line in enumerate(lines):
        ui.text(surface, line, (place[0], place[1] + ui.px(LINE_HEIGHT * index)), 12, color, anchor="midleft")


def _draw_certificate(
    ui: Ui, surface: pygame.Surface, place: tuple[int, int], room: int, verdict: "Certificate | None"
) -> None:
    """The certificate's first words next to its icon."""
    x, y = place
    icon, color = "loader", DIM
    if verdict is not None:
        icon, color = ("shield-check", SAFE) if verdict.certified else ("triangle-alert", UNSAFE)
    words = shortened(describe(verdict), ui.px(11), room - ui.px(22))
    ui.icon(surface, icon, (x + ui.px(7), y), 15, color)
    ui.text(surface, words, (x + ui.px(22), y), 11, color, anchor="midleft")


def _draw_best(ui: Ui, surface: pygame.Surface, well: pygame.Rect, best: int) -> None:
    """A cup with the steps in the picture's corner."""
    plate = pygame.Rect(0, 0, ui.px(35) + ui.text_width(str(best), 11, "SemiBold"), ui.px(22))
    plate.topright = (well.right - ui.px(5), well.y + ui.px(5))
    draw.rounded(surface, plate, plate.height / 2, BACKGROUND, 0.9, stroke=LINE, stroke_width=1)
    ui.icon(surface, "trophy", (plate.x + ui.px(14), plate.centery), 13, ACCENT)
    place = (plate.x + ui.px(25), plate.centery)
    ui.text(surface, str(best), place, 11, TEXT, weight="SemiBold", anchor="midleft")


def describe(verdict: "Certificate | None") -> tuple[str, ...]:
    """What a card shows of a certificate, the most important first."""
    if verdict is None:
        return ("being certified",)
    certified, way, *_, doomed = verdict.parts()
    return certified, way, doomed


def shortened(parts: Sequence[str], size: int, width: int) -> str:
    """As many parts as fit into `width` [px], “a · b · c”; a first one that does not is cut."""
    for count in range(len(parts), 1, -1):
        line = " · ".join(parts[:count])
        if draw.text_size(line, size)[0] <= width:
            return line
    return draw.fit(parts[0], size, width)

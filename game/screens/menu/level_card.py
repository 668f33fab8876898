"""A level's card on the home page: picture, name, stars, what it teaches, and what is known of it."""

from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.board.art.scenery_theme import scenery_theme_of
from game.presenters.captions import counted
from game.presenters.stars import MOST
from game.ui import Ui
from game.ui.drawing import draw
from game.ui.theme import (
    ACCENT,
    CARD,
    CARD_HOVER,
    CARD_LOW,
    DIM,
    DOOMED,
    GOLD,
    LINE,
    MUTED,
    RADIUS_CARD,
    SAFE,
    UNSAFE,
    UNSAFE_TEXT,
    WELL,
)
from levels.model.level import Level

if TYPE_CHECKING:  # brings numba along, which the first picture does not wait for
    from levels.proof.certificate import Certificate

PICTURE = (304, 200)
"""Shape of a card's picture where the window is high enough; it is as wide as the card."""
WORDS = 124
"""Height of the card below its picture [units]."""
GAP = 8
"""Space between cards [units]."""
PAD, MARGIN = 14, 6
"""Space next to the words, and around the board on its ground [units]."""
LINE_HEIGHT, ABOUT_LINES, PROBLEM_LINES = 18, 2, 4
FOOT, BADGE, BUTTON = 24, 24, 34
"""How far the middle of the lowest line is above the card's edge, heights of badges and buttons [units]."""
STAR = 20
"""From one star to the next [units]."""
GROUND_LIGHT, GROUND_DARK = 0.42, 0.24
"""How much of the world's own colour the ground of a picture has, at its upper and lower edge."""


class Face(NamedTuple):
    """What a card shows.

    Attributes:
        name: of the level, or of its file while that has not been read.
        level: None before it has been read, and if it can't be.
        verdict: its certificate, or the error in the file; None while it is being certified.
        picture: of the board, None until it is made.
        stars: earned by the user, None while the best possible is not known.
        tried: whether it was ever crossed.
        learned: whether the agent has learned it.
    """

    name: str
    level: Level | None
    verdict: "Certificate | str | None"
    picture: pygame.Surface | None
    stars: int | None = None
    tried: bool = False
    learned: bool = False


class Badge(NamedTuple):
    """A word or two about a level, with an icon, in their colours; `weight` is how much they matter."""

    text: str
    icon: str
    color: str
    ground: str
    weight: int


def board_size(ui: Ui, card: tuple[int, int]) -> tuple[int, int]:
    """Room for the board on a card of a size [px]."""
    margin = ui.px(MARGIN)
    return max(card[0] - 2 * margin, 1), max(card[1] - ui.px(WORDS) - margin, 1)


def board_place(ui: Ui, card: pygame.Rect) -> tuple[int, int]:
    """Where the picture of the board has its corner on a card [px]."""
    return card.x + ui.px(MARGIN), card.y + ui.px(MARGIN) // 2


def draw_card(
    ui: Ui, surface: pygame.Surface, box: pygame.Rect, face: Face, *, lit: bool, foot: bool
) -> None:
    """Draws a card, `lit` if it is the chosen one; its badges at the `foot`, unless buttons stand there."""
    radius, middle = ui.px(RADIUS_CARD), box.bottom - ui.px(WORDS)
    clip = surface.get_clip()
    surface.set_clip(pygame.Rect(box.x, box.y, box.width, middle - box.y).clip(clip))
    draw_ground(ui, surface, box, face.level)
    if face.picture is not None:
        surface.blit(face.picture, board_place(ui, box))
    elif isinstance(face.verdict, str):
        ui.icon(surface, "triangle-alert", (box.centerx, (box.y + middle) // 2), 40, DIM)
    surface.set_clip(pygame.Rect(box.x, middle, box.width, box.bottom - middle).clip(clip))
    draw.rounded(surface, box, radius, CARD_HOVER if lit else CARD, gradient_to=CARD if lit else CARD_LOW)
    surface.set_clip(clip)
    x, y, room = box.x + ui.px(PAD), middle + ui.px(22), box.width - 2 * ui.px(PAD)
    if face.stars is not None:
        draw_stars(ui, surface, (x + room - ui.px(STAR * MOST) + ui.px(STAR) // 2, y), face.stars)
    name = draw.fit(face.name, ui.px(16), room - ui.px(STAR * MOST + 8), "SemiBold")
    ui.text(surface, name, (x, y), 16, weight="SemiBold", anchor="midleft")
    y += ui.px(25)
    if isinstance(face.verdict, str):
        ui.icon(surface, "triangle-alert", (x + ui.px(7), y), 15, UNSAFE)
        inset = ui.px(22)
        lines = PROBLEM_LINES if foot else ABOUT_LINES
        draw_lines(ui, surface, (x + inset, y), (face.verdict, room - inset, lines), UNSAFE_TEXT)
    else:
        about = face.level.about if face.level else ""
        draw_lines(ui, surface, (x, y), (about, room, ABOUT_LINES), MUTED)
        if foot:
            draw_badges(ui, surface, (x, box.bottom - ui.px(FOOT)), room, badges_of(face))
    edge, stroke = (ACCENT, ui.px(2)) if lit else (LINE, 1)
    draw.rounded(surface, box, radius, None, stroke=edge, stroke_width=stroke)


def draw_ground(ui: Ui, surface: pygame.Surface, box: pygame.Rect, level: Level | None) -> None:
    """Draws the ground of a card's picture, within the surface's clip."""
    light, dark = ground_of(level)
    draw.rounded(surface, box, ui.px(RADIUS_CARD), light, gradient_to=dark)


def ground_of(level: Level | None) -> tuple[str, str]:
    """The colours of a picture's ground at its upper and lower edge: those of the level's world, darker."""
    if level is None:
        return WELL, WELL
    frame = pygame.Color(scenery_theme_of(level).frame)
    dark = pygame.Color(8, 12, 20)
    light, low = dark.lerp(frame, GROUND_LIGHT), dark.lerp(frame, GROUND_DARK)
    return f"#{light.r:02x}{light.g:02x}{light.b:02x}", f"#{low.r:02x}{low.g:02x}{low.b:02x}"


def draw_lines(
    ui: Ui, surface: pygame.Surface, place: tuple[int, int], words: tuple[str, int, int], color: str
) -> None:
    """Writes a text in lines of at most a width [px], at most this many, the last one cut if need be."""
    for index, line in enumerate(lines_of(ui, *words)):
        ui.text(surface, line, (place[0], place[1] + ui.px(LINE_HEIGHT * index)), 13, color, anchor="midleft")


def lines_of(ui: Ui, text: str, room: int, most: int) -> list[str]:
    """The lines in which a text is written where there is so much room [px] for so many."""
    lines = draw.wrap(text, ui.px(13), room)
    if len(lines) > most:
        lines[most - 1 :] = [draw.fit(f"{lines[most - 1]} {lines[most]}", ui.px(13), room)]
    return lines


def badges_of(face: Face) -> list[Badge]:
    """What is known of a level, from left to right; the last one stands at the right end."""
    if face.verdict is None:
        return [Badge("being proved", "loader", DIM, WELL, 9)]
    if isinstance(face.verdict, str):
        return []
    found = face.verdict
    if not found.certified:
        return [Badge("not safe to learn", "triangle-alert", UNSAFE_TEXT, "#38201d", 9)]
    badges = [Badge("proved", "shield-check", SAFE, "#182f45", 5)]
    if found.shortest is not None:
        badges.append(Badge(counted(found.shortest, "step"), "trophy", GOLD, "#332c17", 3))
    if found.doomed:
        traps = f"{found.doomed:,} trap{'' if found.doomed == 1 else 's'}"
        badges.append(Badge(traps, "hourglass", DOOMED, "#352813", 2))
    if face.learned:
        badges.append(Badge("learned", "graduation-cap", ACCENT, "#193833", 4))
    elif not face.tried:
        badges.append(Badge("not tried yet", "", "#8fe3cf", "#193833", 1))
    return badges


def draw_badges(
    ui: Ui, surface: pygame.Surface, place: tuple[int, int], room: int, badges: list[Badge]
) -> None:
    """Draws badges from the left, as many as there is room for [px]: those that matter least go first."""
    gap = ui.px(6)
    shown = list(badges)
    while shown and sum(badge_width(ui, badge) + gap for badge in shown) - gap > room:
        shown.remove(min(shown, key=lambda badge: badge.weight))
    x = place[0]
    for badge in shown:
        width = badge_width(ui, badge)
        box = pygame.Rect(x, place[1] - ui.px(BADGE) // 2, width, ui.px(BADGE))
        draw.rounded(surface, box, box.height / 2, badge.ground)
        inset = ui.px(28 if badge.icon else 11)
        if badge.icon:
            ui.icon(surface, badge.icon, (box.x + ui.px(17), box.centery), 14, badge.color)
        place_of_text = box.x + inset, box.centery
        ui.text(surface, badge.text, place_of_text, 12, badge.color, weight="Medium", anchor="midleft")
        x += width + gap


def badge_width(ui: Ui, badge: Badge) -> int:
    """Width of a badge [px]."""
    return ui.text_width(badge.text, 12, "Medium") + ui.px(38 if badge.icon else 22)


def draw_stars(ui: Ui, surface: pygame.Surface, place: tuple[int, int], earned: int) -> None:
    """Draws three stars from a first one's middle on: earned ones are full, the others an outline."""
    for index in range(MOST):
        draw_star(ui, surface, (place[0] + ui.px(STAR) * index, place[1]), 17, full=index < earned)


def draw_star(ui: Ui, surface: pygame.Surface, center: tuple[int, int], size: int, *, full: bool) -> None:
    """Draws a star around a point, `size` [units] wide."""
    if full:
        side = ui.px(size)
        shape = f'<g transform="scale({side / 24})"><path d="{STAR_SHAPE}" fill="{GOLD}"/></g>'
        image = draw.svg(shape, side, side)
        surface.blit(image, image.get_rect(center=center))
    else:
        ui.icon(surface, "star", center, size, DIM)


STAR_SHAPE = "m12 1.5 3.25 6.6 7.25 1.05-5.25 5.1 1.25 7.25L12 18.1l-6.5 3.4 1.25-7.25-5.25-5.1 7.25-1.05Z"
"""A star in a square of 24, as the icon is, a little larger: it has no stroke."""

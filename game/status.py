"""The watch screen's status line, and the message that shares its place."""

from typing import NamedTuple

import pygame

from game import draw
from game.layout import EDGE, Box
from game.theme import ACCENT, BLACK, DIM, LINE, MUTED, SAFE, TEXT, UNSAFE
from game.ui import Ui
from game.ui.progress import draw_progress
from game.watching import Watching

KEYS = (
    "Space pause   O overlay   P play yourself   K compare   F9 record   F4 edit   F2 settings   H keys",
    "P play yourself   K compare   F9 record   F4 edit   H keys",
    "P play yourself   K compare   H keys",
    "H keys",
)
"""Keys that are worth a hint: the first line that finds room is shown."""
PILL_LINE = 19
"""Distance of a message's lines [units]."""
BAR = 200
"""Width of the line that shows how much is done, behind a message's words [units]."""


class Message(NamedTuple):
    """A sentence for the person at the window, with an icon in its colour.

    Attributes:
        share: how much of what it tells is done, from 0 to 1; None where there is nothing to wait for.
    """

    text: str
    icon: str
    color: str
    share: float | None = None


def draw_status(
    ui: Ui,
    surface: pygame.Surface,
    box: Box,
    watching: Watching,
    fps: float,
    message: Message | None,
    *,
    fitting: bool = False,
) -> None:
    """Draws what is played and what is paused: as much of it as finds room beside the message.

    `fitting` tells that the SVM overlay is on and waits for its SVM.
    """
    middle = box.y + box.height // 2
    right = box.right - ui.px(EDGE)
    if message is not None:
        right = _pill(ui, box, message)[0].x - ui.px(EDGE)
    elif fps:
        shown = f"{fps:.0f} fps"
        right = ui.text(surface, shown, (right, middle), 12, DIM, anchor="midright").x - ui.px(18)
    x = box.x + ui.px(EDGE + 6)
    for icon, text, color in facts_of(watching, fitting=fitting):
        if x + ui.px(22) + ui.text_width(text, 12) <= right:
            ui.icon(surface, icon, (x + ui.px(8), middle), 15, color)
            x = ui.text(surface, text, (x + ui.px(22), middle), 12, color, anchor="midleft").right + ui.px(20)
    if message is None:
        keys = next((keys for keys in KEYS if x + ui.text_width(keys, 12) < right), "")
        ui.text(surface, keys, (right, middle), 12, DIM, anchor="midright")


def facts_of(watching: Watching, *, fitting: bool = False) -> list[tuple[str, str, str]]:
    """What the line tells: icon, text and colour of each fact, the ones to be kept longest first."""
    playback, shown, opened = watching.playback, watching.shown, watching.opened
    facts = []
    if shown is not None:
        facts.append(("footprints", f"move {playback.index} of {playback.n_moves}", MUTED))
    if playback.paused:
        facts.append(("pause", "display paused", TEXT))
    if watching.training_paused:
        facts.append(("graduation-cap", "training paused", TEXT))
    if shown is not None and shown.first_tick is not None:
        facts.append(("route", "the last moves of training", MUTED))
    elif shown is not None:
        how = f"ε-greedy, ε = {shown.epsilon:g}" if shown.exploring else "greedy"
        facts.append(("route", f"{how}, as learned by episode {shown.episodes:,}", MUTED))
    if watching.ahead:
        text = f"looking {watching.ahead} tick{'' if watching.ahead == 1 else 's'} ahead"
        facts.insert(0, ("clock", text, ACCENT))
    if fitting:
        facts.insert(0, ("loader", "fitting the SVM …", ACCENT))
    if watching.snapshot is not None:
        violations = watching.snapshot.violations
        text = f"{violations:,} violations in training"
        facts.append(("shield-check", text, UNSAFE if violations else SAFE))
    if opened is not None and opened.level.learning.start_phases == "all" and opened.mdp.period > 1:
        facts.append(("flag", "shown from phase 0, trained from every phase", MUTED))
    return facts


def draw_message(ui: Ui, surface: pygame.Surface, box: Box, message: Message) -> None:
    """Draws the message at the right end of the status line `box`, its further lines above it."""
    pill, lines, bar = _pill(ui, box, message)
    draw.rounded(surface, pill, ui.px(16), BLACK, stroke=LINE, stroke_width=1)
    ui.icon(surface, message.icon, (pill.x + ui.px(20), pill.centery), 16, message.color)
    for row, line in enumerate(lines):
        place = (pill.x + ui.px(34), pill.y + ui.px(16 + PILL_LINE * row))
        ui.text(surface, line, place, 13, weight="Medium", anchor="midleft")
    if message.share is not None and bar:
        rect = pygame.Rect(pill.right - ui.px(16) - bar, pill.y, bar, pill.height)
        draw_progress(ui, surface, rect, message.share)


def _pill(ui: Ui, box: Box, message: Message) -> tuple[pygame.Rect, list[str], int]:
    """Where the message stands, its lines, and the width of its bar, 0 without one."""
    room, text, bar = box.width - 2 * ui.px(EDGE) - ui.px(50), message.text, 0
    if message.share is not None and room > ui.px(2 * BAR):
        bar = ui.px(BAR)
    elif message.share is not None:
        text = f"{text}, {100 * message.share:.0f} %"
    lines = draw.wrap(text, ui.px(13), room, "Medium")
    width = max(ui.text_width(line, 13, "Medium") for line in lines) + ui.px(50) + (bar and bar + ui.px(12))
    pill = pygame.Rect(0, 0, width, ui.px(32 + PILL_LINE * (len(lines) - 1)))
    pill.bottomright = (box.right - ui.px(EDGE), box.bottom - ui.px(2))
    return pill, lines, bar

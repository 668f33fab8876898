"""The watch screen's status line, next to the message that shares its place."""

import pygame

from game.presenters.watching import Watching
from game.screens.training import DISPLAY_PAUSED, TRAINING_PAUSED
from game.ui import Ui
from game.ui.boxes import Box
from game.ui.key_texts import hint_lines
from game.ui.layout import EDGE
from game.ui.message import Message, pill_of
from game.ui.theme import ACCENT, DIM, MUTED, SAFE, UNSAFE

KEYS = hint_lines(
    "watch",
    {
        "{PAUSE} pause": 1,
        "{OVERLAYS} overlay": 1,
        "{PLAY} play yourself": 3,
        "{COMPARE} race": 3,
        "{RECORD} record": 2,
        "{EDIT} edit": 2,
        "{SETTINGS} settings": 1,
        "{HELP} keys": 4,
    },
)
"""Keys that are worth a hint: the first line that fits is shown."""


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
    """Draws what is played and what is paused: as much of it as fits next to the message.

    `fitting`: the SVM overlay is on and waits for its SVM.
    """
    middle = box.y + box.height // 2
    right = box.right - ui.px(EDGE)
    if message is not None:
        right = pill_of(ui, box, message)[0].x - ui.px(EDGE)
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
    """The line's facts: icon, text and colour of each fact, the ones to be kept longest first."""
    playback, shown, opened = watching.playback, watching.shown, watching.opened
    facts = []
    if shown is not None:
        facts.append(("footprints", f"move {playback.index} of {playback.n_moves}", MUTED))
    if playback.paused:
        facts.append(DISPLAY_PAUSED)
    if watching.training_paused:
        facts.append(TRAINING_PAUSED)
    if shown is not None and shown.first_tick is not None:
        facts.append(("route", "the latest moves of training", MUTED))
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
        facts.append(("flag", "shown from phase 0, trained from all phases", MUTED))
    return facts

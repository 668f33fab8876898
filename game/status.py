"""The watch screen's status line, and the pills that lie on the board."""

import pygame

from game import draw
from game.layout import EDGE, Box
from game.theme import BLACK, DIM, DOOMED, LINE, MUTED, SAFE, UNSAFE
from game.ui import Ui
from game.watching import Watching

KEYS = "Space pause   N step   E ε-greedy   O overlay   T training   U unlimited   H keys"


def draw_status(ui: Ui, surface: pygame.Surface, box: Box, watching: Watching, fps: float) -> None:
    """Draws what is played and which of the two, display and training, is paused."""
    middle = box.y + box.height // 2
    x = box.x + ui.px(EDGE + 6)
    for icon, text, color in _parts(watching):
        ui.icon(surface, icon, (x + ui.px(8), middle), 15, color)
        x = ui.text(surface, text, (x + ui.px(22), middle), 12, color, anchor="midleft").right + ui.px(20)
    right = box.right - ui.px(EDGE)
    if fps:
        shown = f"{fps:.0f} fps"
        right = ui.text(surface, shown, (right, middle), 12, DIM, anchor="midright").x - ui.px(18)
    if x + ui.text_width(KEYS, 12) < right:
        ui.text(surface, KEYS, (right, middle), 12, DIM, anchor="midright")


def _parts(watching: Watching) -> list[tuple[str, str, str]]:
    """Icon, text and colour of each part."""
    playback, shown = watching.playback, watching.shown
    parts = []
    if shown is not None:
        parts.append(("footprints", f"move {playback.index} of {playback.n_moves}", MUTED))
        how = f"ε-greedy, ε = {shown.snapshot.epsilon:g}" if shown.exploring else "greedy"
        parts.append(("route", f"{how}, as learned by episode {shown.snapshot.episodes:,}", MUTED))
    if watching.snapshot is not None:
        violations = watching.snapshot.violations
        text = f"{violations:,} violations in training"
        parts.append(("shield-check", text, UNSAFE if violations else SAFE))
    if playback.paused:
        parts.append(("pause", "display paused", DOOMED))
    if watching.training_paused:
        parts.append(("graduation-cap", "training paused", DOOMED))
    return parts


def draw_pill(
    ui: Ui,
    surface: pygame.Surface,
    corner: tuple[int, int],
    text: str,
    icon: str,
    color: str,
    widest: int = 10_000,
) -> None:
    """Draws a short message on a dark ground with its top left corner there, at most `widest` [px] wide."""
    text = draw.fit(text, ui.px(13), widest - ui.px(60), "Medium")
    box = pygame.Rect(*corner, ui.text_width(text, 13, "Medium") + ui.px(50), ui.px(32))
    draw.rounded(surface, box, box.height / 2, BLACK, 0.82, stroke=LINE, stroke_width=1)
    ui.icon(surface, icon, (box.x + ui.px(20), box.centery), 16, color)
    ui.text(surface, text, (box.x + ui.px(34), box.centery), 13, weight="Medium", anchor="midleft")

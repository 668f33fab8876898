"""The panel's SVM card: the kernel's width, what it costs in labels, and the decision values of one state."""

import numpy as np
import pygame

from game.board.overlays.svm import MARKS, MISLABELLED, NOT_ALLOWED
from game.presenters.svm_fit import Box, Fitted, SvmFit
from game.presenters.watching import Watching
from game.screens.panel import ACTION_ICONS
from game.ui import Segment, Segments, Slider, Ui, Widget, draw_card
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.theme import ACCENT, DIM, MUTED, PAD, SELECTED, TEXT, UNSAFE, WELL
from levels.model.board import Action

ETAS = tuple(2.0 ** (k / 4) for k in range(-24, 21))
"""Kernel widths η of the slider: from 1/64 to 32, four to a doubling."""
BOXES: dict[str, Box] = {"closed form": None, "2": 2.0, "10": 10.0, "1,000": 1000.0}
"""The choices for U_b; 2 suffices in the limit η → ∞, a larger box copies more labels."""
BOX_TIPS = {
    "closed form": "α of the limit η → ∞ (E11) with the kernel at this η; no optimization.",
    "2": "α solves the dual problem (E7) at this η with the box U_b = 2, which suffices for η → ∞.",
    "10": "α solves the dual problem (E7) at this η with the box U_b = 10.",
    "1,000": "α solves the dual problem (E7) at this η, none larger than U_b = 1,000: more labels are "
    "copied, and it takes longer.",
}
ETA_TIP = "η of the kernel exp(−η ‖x − x′‖²): a large one tells all states apart, a small one blurs them."
HEAD, CONTROL, LINE, VALUES = 42, 30, 19, 34
"""Heights of the head, of a control's row, of a line, and of the decision values [units]."""
COUNTS, STATE = 13, 2 * LINE + 5
"""Middle of the first count below the controls, and of the state's sentence below that [units]."""
NOTE_LINE = 15


class SvmCard(Widget):
    """η and U_b, how many states are mislabelled and where the mask intervenes, h of the looked-at state."""

    reactive = True

    def __init__(self, ui: Ui, watching: Watching, fit: SvmFit) -> None:
        super().__init__(ui)
        self.watching = watching
        self.fit = fit
        self.eta = Slider(
            ui,
            "η",
            self._take_eta,
            stops=len(ETAS),
            reading=lambda slider: f"{ETAS[slider.stop]:.3g}",
            widest="0.0156",
            tip=ETA_TIP,
        )
        self.eta.stop = ETAS.index(fit.eta)
        self.boxes = Segments(
            ui, tuple(Segment(name, name, tip=BOX_TIPS[name]) for name in BOXES), self._take_box, one_of=True
        )
        self.boxes.chosen = frozenset(name for name, box in BOXES.items() if box == fit.box)
        self.children = [self.eta, self.boxes]
        self._seen: tuple[object, ...] = ()

    def _take_eta(self, slider: Slider) -> None:
        self.fit.eta = ETAS[slider.stop]

    def _take_box(self, chosen: frozenset[str]) -> None:
        (name,) = chosen
        self.fit.box = BOXES[name]

    def ask(self) -> None:
        """Wants the SVM of the labels on show; to be called while the card or the overlay is."""
        watching = self.watching
        if watching.opened is not None and watching.snapshot is not None:
            self.fit.ask(watching.opened.mdp, watching.opened.safe, watching.labels)

    def follow(self, dt: float) -> None:  # noqa: ARG002
        """Asks for its data while it is visible, and is redrawn when there is news."""
        if self.visible:
            self.ask()
            seen = (self.fit.latest, self.fit.pending, self.fit.problem, self.watching.looked_at)
            self.ui.stale |= seen != self._seen
            self._seen = seen

    def arrange(self) -> None:
        """The two controls below the head."""
        ui, rect = self.ui, self.rect
        x, width = rect.x + ui.px(PAD), rect.width - 2 * ui.px(PAD)
        y = rect.y + ui.px(HEAD)
        self.eta.rect = pygame.Rect(x, y, width, ui.px(CONTROL - 4))
        left = ui.text_width("U_b") + ui.px(14)
        self.boxes.rect = pygame.Rect(x + left, y + ui.px(CONTROL), width - left, ui.px(CONTROL))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws all but the two controls."""
        ui, svm = self.ui, self.fit.latest
        note = "fitting" if self.fit.pending else describe(svm) if svm else ""
        box = draw_card(ui, surface, self.rect, "SVM", icon="chart-scatter", note=note)
        ui.text(surface, "U_b", (box.x, self.boxes.rect.centery), 13, MUTED, anchor="midleft")
        y = self.boxes.rect.bottom + ui.px(COUNTS)
        if svm is not None:
            self._draw_counts(surface, box, y, svm)
            self._draw_state(surface, box, y + ui.px(STATE), svm)
        self._draw_note(surface, box)

    @property
    def note(self) -> str:
        """The note on the SVM or its end, "" if there is none."""
        return self.fit.problem or (self.fit.latest.note if self.fit.latest else "")

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """The full note, as its tooltip."""
        foot = pygame.Rect(self.rect.x, self._foot(), self.rect.width, self.rect.bottom - self._foot())
        return (self.note, foot) if foot.collidepoint(pos) else ("", self.rect)

    def _draw_counts(self, surface: pygame.Surface, box: pygame.Rect, y: int, svm: Fitted) -> None:
        ui = self.ui
        for kind, (count, text) in {
            MISLABELLED: (svm.n_mislabelled, "mislabelled"),
            NOT_ALLOWED: (svm.n_not_allowed, "not allowed (the mask decides)"),
        }.items():
            icon, color, _ink = MARKS[kind]
            share = f", {100 * count / svm.n_states:.1f} %" if kind == MISLABELLED else ""
            ink = TEXT if count else MUTED
            ui.icon(surface, icon, (box.x + ui.px(8), y), 14, color if count else DIM)
            x = ui.text(
                surface, f"{count:,}", (box.x + ui.px(22), y), 13, ink, weight="SemiBold", anchor="midleft"
            ).right
            room = box.right - x - ui.px(6)
            line = draw.fit(f"{text}{share}", ui.px(12), room)
            ui.text(surface, line, (x + ui.px(6), y), 12, MUTED, anchor="midleft")
            y += ui.px(LINE)

    def _draw_state(self, surface: pygame.Surface, box: pygame.Rect, y: int, svm: Fitted) -> None:
        """The looked-at state: its choice in words, then h of every action with a bar from 0."""
        ui, opened, state = self.ui, self.watching.opened, self.watching.looked_at
        if opened is None or state is None:
            return
        text, right = verdict(svm, opened.mdp.actions, opened.safe.allowed[state], state)
        line = draw.fit(text, ui.px(12), box.width, "Medium")
        ui.text(surface, line, (box.x, y), 12, TEXT if right else UNSAFE, weight="Medium", anchor="midleft")
        if svm.choice[state] < 0:
            return
        values: list[float] = svm.decision_values[state].tolist()
        longest = max(1.0, *(abs(value) for value in values))
        width = box.width // len(values)
        for column, (action, value) in enumerate(zip(opened.mdp.actions, values, strict=True)):
            part = pygame.Rect(
                box.x + column * width, y + ui.px(LINE / 2 + 2), width - ui.px(4), ui.px(VALUES)
            )
            chosen = column == svm.choice[state]
            if chosen:
                draw.rounded(surface, part, ui.px(7), SELECTED)
            ink = TEXT if chosen else MUTED
            middle = part.y + ui.px(14)
            ui.icon(surface, ACTION_ICONS[action], (part.x + ui.px(11), middle), 13, ink)
            number = f"{value:+.2f}".replace("-", "−") if svm.present[column] else "none"
            ui.text(surface, number, (part.right - ui.px(5), middle), 12, ink, mono=True, anchor="midright")
            bar = pygame.Rect(part.x + ui.px(5), part.bottom - ui.px(10), part.width - ui.px(10), ui.px(5))
            draw.rounded(surface, bar, bar.height / 2, WELL)
            reach = round(bar.width / 2 * abs(value) / longest)
            filled = pygame.Rect(bar.centerx - (reach if value < 0 else 0), bar.y, reach, bar.height)
            surface.fill(ACCENT if value > 0 else DIM, filled)

    def _foot(self) -> int:
        """Where the decision values end and the note may begin [px]."""
        return self.boxes.rect.bottom + self.ui.px(COUNTS + STATE + LINE / 2 + 2 + VALUES + 2)

    def _draw_note(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """The note at the foot, as much of it as there is room for; the tooltip has all of it."""
        ui = self.ui
        bottom = self.rect.bottom - ui.px(7)
        lines = draw.wrap(self.note, ui.px(12), box.width) if self.note else []
        fitting = max((bottom - self._foot()) // ui.px(NOTE_LINE), 1)
        if len(lines) > fitting:
            lines = [*lines[: fitting - 1], draw.fit(" ".join(lines[fitting - 1 :]), ui.px(12), box.width)]
        y = bottom - ui.px(NOTE_LINE) * len(lines)
        for row, line in enumerate(lines):
            ui.text(surface, line, (box.x, y + row * ui.px(NOTE_LINE)), 12, MUTED)


def describe(svm: Fitted) -> str:
    """The card's head: how α was found, from how many states, how long it took."""
    seconds = f"{svm.seconds:.1f} s" if svm.seconds >= 0.1 else f"{1000 * svm.seconds:.0f} ms"
    return f"{svm.route} · N = {svm.n_states:,} · {seconds}"


def verdict(
    svm: Fitted, actions: tuple[Action, ...], allowed: np.ndarray[tuple[int], np.dtype[np.bool_]], state: int
) -> tuple[str, bool]:
    """The SVM's choice at a state, in words, and whether that is the label.

    Args:
        svm: the SVM.
        actions: what each column means.
        allowed: (n_actions,) bool, of the state.
        state: its number.
    """
    choice, label = int(svm.choice[state]), int(svm.labels[state])
    if choice < 0:
        return "This state has no label: it is not a training point of the SVM.", True
    name = actions[choice].name.lower()
    margin = f"margin {svm.margin[state]:.2f}".replace("inf", "∞")
    if svm.not_allowed[state]:
        values = np.where(allowed & svm.present, svm.decision_values[state], -np.inf)
        masked = actions[int(values.argmax())].name.lower()
        return f"Chooses {name}, not allowed: the mask takes {masked} · {margin}", False
    if svm.mislabelled[state]:
        return f"Chooses {name}, though the label is {actions[label].name.lower()} · {margin}", False
    return f"Chooses {name}, the label · {margin}", True

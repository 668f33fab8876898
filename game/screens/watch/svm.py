"""The panel's SVM card: its settings, what they cost in labels, one state's decision values, the acting."""

from collections.abc import Callable

import numpy as np
import pygame

from game.board.overlays.svm import MARKS, MISLABELLED, NOT_ALLOWED
from game.presenters.captions import counted
from game.presenters.svm_acting import Counts
from game.presenters.svm_fit import Box, Fitted, SvmFit
from game.presenters.watching import Watching
from game.screens.panel import ACTION_ICONS
from game.ui import Button, Segment, Segments, Slider, Toggle, Ui, Widget, draw_card
from game.ui.context import Point
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip
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
SHARES: dict[str, float] = {"100 %": 1.0, "50 %": 0.5, "25 %": 0.25, "10 %": 0.1}
"""The choices for the share of the labelled states that it is fitted to."""
SHARE_TIP = (
    "Fitted to {0} of the states that carry a label, drawn once. The last line is about the states left out: "
    "the share in which its action begins a shortest safe path, and from which it gets across or crashes."
)
LET, BACK = "Let this SVM act", "Back to the learner"
WAITING = "The SVM is being fitted to the labels"
HEIGHT = 302
"""Height of the card; each line that it has only now and then adds LINE [units]."""
HEAD, CONTROL, LINE, VALUES = 42, 30, 19, 34
"""Heights of the head, of a control's row, of a line, and of the decision values [units]."""
COUNTS, STATE = 13, 2 * LINE + 5
"""Middle of the first count below the controls, and of the state's sentence below that [units]."""
NOTE_LINE = 15


class SvmCard(Widget):
    """η, U_b and share; states mislabelled or not allowed; h of the looked-at state; the SVM that acts."""

    reactive = True

    def __init__(self, ui: Ui, watching: Watching, fit: SvmFit, do: Callable[[Control], None]) -> None:
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
        self.shares = Segments(
            ui,
            tuple(Segment(name, name, tip=SHARE_TIP.format(name)) for name in SHARES),
            self._take_share,
            one_of=True,
        )
        self.shares.chosen = frozenset(name for name, share in SHARES.items() if share == fit.share)
        self.act = Button(
            ui, "play", LET, on_click=lambda: do(Control.SVM_ACTS), tip=tip("watch", Control.SVM_ACTS)
        )
        self.mask = Toggle(ui, "Mask", lambda _: do(Control.SVM_MASK), tip=tip("watch", Control.SVM_MASK))
        self.children = [self.eta, self.boxes, self.shares, self.act, self.mask]
        self._seen: tuple[object, ...] = ()

    def _take_eta(self, slider: Slider) -> None:
        self.fit.eta = ETAS[slider.stop]

    def _take_box(self, chosen: frozenset[str]) -> None:
        (name,) = chosen
        self.fit.box = BOXES[name]

    def _take_share(self, chosen: frozenset[str]) -> None:
        (name,) = chosen
        self.fit.share = SHARES[name]

    @property
    def height(self) -> int:
        """What it needs with the lines that it has now [units]."""
        acts, part = self.watching.acting.on, self.fit.share < 1.0
        return HEIGHT + LINE * (2 * acts + part)

    def ask(self) -> None:
        """Wants the SVM of the labels on show; to be called while the card or the overlay is."""
        watching = self.watching
        if watching.opened is not None and watching.snapshot is not None:
            opened = watching.opened
            self.fit.ask(opened.mdp, opened.safe, watching.labels, opened.optimal.steps_to_goal)

    def follow(self, dt: float) -> None:  # noqa: ARG002
        """Asks for its data while it is visible, and is redrawn when there is news."""
        if self.visible:
            self.ask()
            acting = self.watching.acting
            seen = (
                *(self.fit.latest, self.fit.pending, self.fit.problem, self.watching.looked_at),
                *(acting.on, acting.masked, acting.counts),
            )
            self.ui.stale |= seen != self._seen
            self._seen = seen
            self.act.text, self.act.icon = (BACK, "undo-2") if acting.on else (LET, "play")
            self.act.on, self.mask.on = acting.on, acting.masked

    def arrange(self) -> None:
        """Three rows of controls below the head, one at the foot."""
        ui, rect = self.ui, self.rect
        x, width = rect.x + ui.px(PAD), rect.width - 2 * ui.px(PAD)
        y = rect.y + ui.px(HEAD)
        self.eta.rect = pygame.Rect(x, y, width, ui.px(CONTROL - 4))
        left = ui.text_width("U_b") + ui.px(14)
        self.boxes.rect = pygame.Rect(x + left, y + ui.px(CONTROL), width - left, ui.px(CONTROL))
        left = ui.text_width("Fitted to") + ui.px(14)
        self.shares.rect = pygame.Rect(
            x + left, self.boxes.rect.bottom + ui.px(4), width - left, ui.px(CONTROL)
        )
        wide = max(self.act.width_of(text) for text in (LET, BACK))
        self.act.rect = pygame.Rect(x, self._values_end() + ui.px(4), wide, ui.px(CONTROL))
        self.mask.rect = self.act.rect.move(wide + ui.px(14), 0)
        self.mask.rect.width = min(self.mask.natural_width(), width - wide - ui.px(14))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws all but the controls."""
        ui, svm = self.ui, self.fit.latest
        box = draw_card(ui, surface, self.rect, "SVM", icon="chart-scatter", note=self.head)
        for word, beside in (("U_b", self.boxes), ("Fitted to", self.shares)):
            ui.text(surface, word, (box.x, beside.rect.centery), 13, MUTED, anchor="midleft")
        y = self.shares.rect.bottom + ui.px(COUNTS)
        if svm is not None:
            self._draw_counts(surface, box, y, svm)
            self._draw_state(surface, box, y + ui.px(STATE), svm)
        elif self.fit.pending:
            ui.text(surface, WAITING, (box.x, y), 12, MUTED, anchor="midleft")
        y = self.act.rect.bottom + ui.px(4 + LINE / 2)
        for line in self.lines():
            ui.text(surface, draw.fit(line, ui.px(12), box.width), (box.x, y), 12, TEXT, anchor="midleft")
            y += ui.px(LINE)
        self._draw_note(surface, box)

    def lines(self) -> tuple[str, ...]:
        """What has come of the acting, and how it does from the states left out."""
        acting, svm = self.watching.acting, self.fit.latest
        acted = counts_in_words(acting.counts, masked=acting.masked) if acting.on else ()
        if self.fit.share == 1.0:
            return acted
        if svm is None or svm.left_out is None:
            return (*acted, "Left out: fitting")
        left = svm.left_out[not acting.masked]
        shares = {"best": left.optimal, "across": left.arrives, "crash": left.crashes}
        judged = ", ".join(f"{100 * share:.0f} % {word}" for word, share in shares.items())
        return (*acted, f"{left.n_states:,} left out: {judged}")

    @property
    def head(self) -> str:
        """The words beside the title: what the SVM on show is, or that it is being fitted."""
        if self.fit.pending:
            return "closed form · fitting" if self.fit.stands_in else "fitting"
        return describe(self.fit.latest) if self.fit.latest else ""

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

    def _values_end(self) -> int:
        """Where the decision values end [px]."""
        return self.shares.rect.bottom + self.ui.px(COUNTS + STATE + LINE / 2 + 2 + VALUES + 2)

    def _foot(self) -> int:
        """Where the note may begin [px]."""
        return self.act.rect.bottom + self.ui.px(4 + LINE * len(self.lines()))

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
    return f"{svm.route} · N = {svm.n_fitted:,} · {seconds}"


def counts_in_words(counts: Counts, *, masked: bool) -> tuple[str, str]:
    """What has been shown of the SVM that acts: how its runs ended, then its steps."""
    refused = "interventions of the mask" if masked else "of them not allowed"
    if masked and counts.interventions == 1:
        refused = "intervention of the mask"
    return (
        f"{counted(counts.runs, 'run')} shown: {counts.across:,} across, {counted(counts.crashes, 'crash')}",
        f"{counted(counts.steps, 'step')}, {counts.interventions:,} {refused}",
    )


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
    seen = "" if svm.policy.fitted[state] else "left out · "
    margin = seen + f"margin {svm.margin[state]:.2f}".replace("inf", "∞")
    if svm.not_allowed[state]:
        values = np.where(allowed & svm.present, svm.decision_values[state], -np.inf)
        masked = actions[int(values.argmax())].name.lower()
        return f"Chooses {name}, not allowed: the mask takes {masked} · {margin}", False
    if svm.mislabelled[state]:
        return f"Chooses {name}, though the label is {actions[label].name.lower()} · {margin}", False
    return f"Chooses {name}, the label · {margin}", True

"""The watch screen's side panel: what is proved, what each action is worth here, and the legend."""

import math
from typing import TYPE_CHECKING

import pygame

from game import draw
from game.theme import (
    BLUE,
    DOOMED,
    MUTED,
    SAFE,
    SELECTED,
    TEXT,
    UNSAFE,
    WELL,
    WHITE,
    viridis,
)
from game.ui import Ui, Widget, draw_card
from game.watching import Watching
from levels.board import Action

if TYPE_CHECKING:
    from levels.reasons import Reason

ACTION_ICONS = {
    Action.RIGHT: "arrow-right",
    Action.UP: "arrow-up",
    Action.LEFT: "arrow-left",
    Action.DOWN: "arrow-down",
    Action.WAIT: "circle",
}
ROW = 27
"""Height of an action's row [units]."""
WHOLE_FROM = 100
"""Height from which the Safety card has a head and the certificate [units]."""
SPAN = 6.0
"""An action this many steps worse than the best has an empty bar."""


class SafetyCard(Widget):
    """Violations, transitions, what is certified, and which safe set is in use."""

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the card; a low one has neither head nor certificate."""
        ui, opened, snapshot = self.ui, self.watching.opened, self.watching.snapshot
        mode = {"viable": "viable actions only", "one_step": "one-step set, as published"}
        whole = self.rect.height >= ui.px(WHOLE_FROM)
        title, icon = ("Safety", "shield-check") if whole else ("", "")
        note = mode[opened.level.safety] if opened else ""
        box = draw_card(ui, surface, self.rect, title, icon=icon, note=note)
        violations = snapshot.violations if snapshot else 0
        figures = [
            (f"{violations:,}", "violations", UNSAFE if violations else SAFE),
            (abbreviated(snapshot.transitions) if snapshot else "–", "transitions", TEXT),
            (f"{opened.certificate.doomed:,}" if opened else "–", "doomed states", DOOMED),
        ]
        y = box.y + ui.px(6) if whole else self.rect.y + ui.px(20)
        for column, (figure, label, color) in enumerate(figures):
            x = box.x + column * box.width // 3
            ui.text(surface, figure, (x, y), 24 if whole else 20, color, weight="Bold", anchor="midleft")
            ui.text(surface, label, (x, y + ui.px(21)), 11, MUTED, anchor="midleft")
        if whole:
            line = draw.fit(certificate_line(self.watching), ui.px(11), box.width)
            ui.text(surface, line, (box.x, y + ui.px(43)), 11, MUTED, anchor="midleft")


class ActionRow(Widget):
    """One action in the agent's present state: its Q as a bar, or why it is refused."""

    reactive = True

    def __init__(self, ui: Ui, watching: Watching, column: int, action: Action) -> None:
        super().__init__(ui)
        self.watching = watching
        self.column = column
        self.action = action
        self._reasons: dict[int, Reason] = {}

    def reason(self) -> "Reason | None":
        """The verdict on the action here, None before there are tables."""
        opened, state = self.watching.opened, self.watching.state
        if opened is None or state is None:
            return None
        if state not in self._reasons:
            from levels.reasons import explain  # noqa: PLC0415  loaded by the opening thread

            if len(self._reasons) > 500:
                self._reasons.clear()
            self._reasons[state] = explain(opened.level, opened.mdp, opened.safe, state, self.action)
        return self._reasons[state]

    def draw(self, surface: pygame.Surface) -> None:
        """Draws icon, name, then bar and number or the reason, then the verdict."""
        ui, rect, reason = self.ui, self.rect, self.reason()
        if reason is None:
            return
        snapshot, state = self.watching.snapshot, self.watching.state
        assert state is not None
        verdict, icon, color = verdict_of(reason.kind)
        self.tip = f"{self.action.name.capitalize()}: {reason.text}." if reason.kind != "allowed" else ""
        greedy = snapshot is not None and int(snapshot.labels[state]) == self.column
        if greedy:
            draw.rounded(surface, rect, ui.px(7), SELECTED)
        ink = TEXT if reason.kind == "allowed" else MUTED
        middle = rect.centery
        ui.icon(surface, ACTION_ICONS[self.action], (rect.x + ui.px(16), middle), 15, ink)
        place = (rect.x + ui.px(32), middle)
        ui.text(surface, self.action.name.capitalize(), place, 13, ink, weight="Medium", anchor="midleft")
        left, right = rect.x + ui.px(82), rect.right - ui.px(76)
        ui.icon(surface, icon, (right + ui.px(12), middle), 14, color)
        ui.text(surface, verdict, (right + ui.px(23), middle), 12, color, weight="Medium", anchor="midleft")
        if reason.kind == "allowed" and snapshot is not None:
            self._draw_value(surface, snapshot.q[state], left, right - ui.px(8))
        elif reason.kind != "allowed":
            text = draw.fit(reason.text, ui.px(11), right - left - ui.px(6))
            ui.text(surface, text, (left, middle), 11, MUTED, anchor="midleft")

    def _draw_value(self, surface: pygame.Surface, q: "object", left: int, right: int) -> None:
        ui, middle = self.ui, self.rect.centery
        values = [float(value) for value in q]  # type: ignore[attr-defined]
        value, best = values[self.column], max(v for v in values if not math.isnan(v))
        number = f"{value:.2f}".replace("-", "−")
        ui.text(surface, number, (right, middle), 12, MUTED, mono=True, anchor="midright")
        bar = pygame.Rect(left, middle - ui.px(4), right - ui.px(56) - left, ui.px(8))
        draw.rounded(surface, bar, bar.height / 2, WELL)
        share = max(0.0, 1.0 - (best - value) / SPAN)
        bar.width = max(bar.height, round(bar.width * share))
        draw.rounded(surface, bar, bar.height / 2, viridis(0.35 + 0.5 * share))


class ActionsCard(Widget):
    """The agent's present state, and a row for each action."""

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching

    def follow(self) -> None:
        """Gets its rows once the level is known."""
        level = self.watching.opening.level
        if level is not None and not self.children:
            self.children = [
                ActionRow(self.ui, self.watching, column, action)
                for column, action in enumerate(level.actions)
            ]
            self.arrange()

    def arrange(self) -> None:
        """Rows below the head line."""
        ui = self.ui
        for index, row in enumerate(self.children):
            row.rect = pygame.Rect(
                self.rect.x + ui.px(8),
                self.rect.y + ui.px(38 + ROW * index),
                self.rect.width - ui.px(16),
                ui.px(ROW - 1),
            )

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the card; its rows draw themselves."""
        opened, state = self.watching.opened, self.watching.state
        note = ""
        if opened is not None and state is not None:
            row, col = opened.mdp.cell(state)
            note = f"row {row}, column {col}"
            if opened.mdp.period > 1:
                note += f" · phase {opened.mdp.phase(state)}/{opened.mdp.period}"
        draw_card(self.ui, surface, self.rect, "Actions here", icon="route", note=note)


class LegendCard(Widget):
    """What the colours and marks on the board mean."""

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the scale of values and the marks of the safety overlay."""
        ui = self.ui
        box = draw_card(ui, surface, self.rect)
        y = self.rect.y + ui.px(21)
        ui.text(surface, "State value", (box.x, y), 12, MUTED, anchor="midleft")
        ends = self.watching.value_range
        labels = [f"{value:.1f}".replace("-", "−") for value in ends] if ends else ["low", "high"]
        left = ui.text(
            surface, labels[0], (box.x + ui.px(78), y), 12, MUTED, mono=True, anchor="midleft"
        ).right
        right = ui.text(surface, labels[1], (box.right, y), 12, MUTED, mono=True, anchor="midright").x
        surface.blit(_scale(right - left - ui.px(20), ui.px(10)), (left + ui.px(10), y - ui.px(5)))
        y = self.rect.bottom - ui.px(20)
        x = box.x
        marks = (
            ("check", "allowed", SAFE),
            ("x", "unsafe", UNSAFE),
            ("hourglass", "doomed", DOOMED),
            ("navigation", "greedy", WHITE),
            ("dices", "random", BLUE),
        )
        for icon, label, color in marks:
            width = ui.px(28) + ui.text_width(label, 12)
            if x + width > box.right + ui.px(8):
                break
            ui.icon(surface, icon, (x + ui.px(8), y), 14, color)
            ui.text(surface, label, (x + ui.px(20), y), 12, MUTED, anchor="midleft")
            x += width + ui.px(5)


def verdict_of(kind: str) -> tuple[str, str, str]:
    """Word, icon and colour for a kind of reason."""
    match kind:
        case "allowed":
            return "allowed", "check", SAFE
        case "doomed":
            return "doomed", "hourglass", DOOMED
        case "goal":
            return "at goal", "flag", MUTED
        case _:
            return "unsafe", "ban", UNSAFE


def certificate_line(watching: Watching) -> str:
    """The certificate in half a line, or where it stands."""
    if watching.opened is None:
        return "being certified"
    proof = watching.opened.certificate
    phases = f"{proof.period} phases" if proof.period > 1 else "1 phase"
    verdict = "certified" if proof.certified else "not certified"
    return (
        f"{verdict} · {proof.cells:,} cells × {phases} · {proof.viable:,} viable · shortest {proof.shortest}"
    )


def abbreviated(number: float) -> str:
    """A count in few letters: 48,210 · 1.25 M · 3.40 bn."""
    for size, unit in ((1e9, "bn"), (1e6, "M")):
        if number >= size:
            return f"{number / size:.2f} {unit}"
    return f"{number:,.0f}"


def _scale(width: int, height: int) -> pygame.Surface:
    """The viridis scale as a strip with round ends."""
    width = max(width, 2 * height)
    stops = "".join(
        '<stop offset="{:.1f}" stop-color="#{:02x}{:02x}{:02x}"/>'.format(k / 10, *viridis(k / 10))
        for k in range(11)
    )
    ends = f'id="v" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="{width}" y2="0"'
    body = f'<rect width="{width}" height="{height}" rx="{height / 2}" fill="url(#v)"/>'
    return draw.svg(body, width, height, f"<linearGradient {ends}>{stops}</linearGradient>")

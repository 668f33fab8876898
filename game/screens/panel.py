"""The watch screen's side panel: what is proved, and the value of each action here."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pygame
from numpy.typing import NDArray

from game.presenters.level_loader import LoadedLevel
from game.presenters.scene import Trace
from game.presenters.watching import Watching
from game.ui import Clickable, Ui, Widget, draw_card
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.message import Message
from game.ui.theme import CARD_HOVER, DOOMED, MUTED, SAFE, SELECTED, TEXT, UNSAFE, WELL, scale_color
from levels.model.board import Action, in_words, with_article
from levels.model.level import Level

if TYPE_CHECKING:
    from levels.proof.reasons import Reason

ACTION_ICONS = {
    Action.RIGHT: "arrow-right",
    Action.UP: "arrow-up",
    Action.LEFT: "arrow-left",
    Action.DOWN: "arrow-down",
    Action.WAIT: "circle",
}
ROW, ROW_RADIUS = 27, 7
"""Height of an action's row, and the radius of its corners [units]."""
WHOLE_FROM = 100
"""Height from which the Safety card has a head and the certificate [units]."""
LEAST_SPAN = 0.05
"""Smaller differences between the actions' values than this do not fill the bars' whole range [steps]."""
WORST_SHARE = 0.2
"""How full the bar of the worst allowed action is."""
WIDEST_VERDICT = "doomed"
COMMON = {"crashed", "goal"}
"""Kinds of reasons that concern the state, whatever the action."""
FIGURE_TIPS = (
    "Crashes during training. The agent takes only allowed actions, so this stays 0.",
    "Transitions made in training. The agent on the board shows what has been learned from them.",
    "States that are safe now, but from which a crash can no longer be avoided.",
)


class SafetyCard(Widget):
    """Violations, transitions, what is certified, and which safe set is in use."""

    reactive = True

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the card; a low one has neither head nor certificate."""
        ui, opened, snapshot = self.ui, self.watching.opened, self.watching.snapshot
        mode = {"viable": "viable actions only", "one_step": "looks one step ahead"}
        whole = self.rect.height >= ui.px(WHOLE_FROM)
        title, icon = ("Safety", "shield-check") if whole else ("", "")
        note = mode[opened.level.safety] if opened else ""
        box = draw_card(ui, surface, self.rect, title, icon=icon, note=note)
        violations = snapshot.violations if snapshot else 0
        doomed = opened.certificate.doomed if opened else 0
        figures = [
            (f"{violations:,}", "violations", UNSAFE if violations else SAFE),
            (abbreviated(snapshot.transitions) if snapshot else "–", "transitions", TEXT),
            (f"{doomed:,}" if opened else "–", "doomed states", DOOMED if doomed else MUTED),
        ]
        y = box.y + ui.px(6) if whole else self.rect.y + ui.px(20)
        end = box.x
        for column, (figure, label, color) in enumerate(figures):
            x = max(box.x + column * box.width // 3, end)
            size = 24 if whole else 20
            end = ui.text(surface, figure, (x, y), size, color, weight="Bold", anchor="midleft").right
            ui.text(surface, label, (x, y + ui.px(21)), 11, MUTED, anchor="midleft")
            end += ui.px(14)
        if whole:
            parts = list(opened.certificate.parts()) if opened else ["being certified"]
            while len(parts) > 1 and ui.text_width(" · ".join(parts), 11) > box.width:
                parts.pop()
            ui.text(surface, " · ".join(parts), (box.x, y + ui.px(43)), 11, MUTED, anchor="midleft")

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """The meaning of the figure in this third of the card."""
        width = self.rect.width // len(FIGURE_TIPS)
        column = min(max((pos[0] - self.rect.x) // width, 0), len(FIGURE_TIPS) - 1)
        part = pygame.Rect(self.rect.x + column * width, self.rect.y, width, self.rect.height)
        return FIGURE_TIPS[column], part


class ActionRow(Clickable):
    """One action in the agent's present state: its Q as a bar, or why it is refused.

    `on_ask` is called when the user asks about the action; `palette` has the bar's colours.
    """

    palette = "viridis"

    def __init__(
        self,
        ui: Ui,
        watching: Watching,
        column: int,
        action: Action,
        on_ask: "Callable[[ActionRow], None]",
    ) -> None:
        super().__init__(ui)
        self.watching = watching
        self.column = column
        self.action = action
        self.on_ask = on_ask
        self._reasons: dict[int, Reason] = {}

    def reason(self) -> "Reason | None":
        """The verdict on the action here, None before there are tables."""
        opened, state = self.watching.opened, self.watching.looked_at
        if opened is None or state is None:
            return None
        if state not in self._reasons:
            from levels.proof.reasons import explain  # noqa: PLC0415  loaded by the opening thread

            if len(self._reasons) > 500:
                self._reasons.clear()
            self._reasons[state] = explain(opened.level, opened.mdp, opened.safe, state, self.action)
        return self._reasons[state]

    def message(self) -> Message | None:
        """The verdict as a whole sentence, None before there are tables."""
        reason = self.reason()
        return None if reason is None else message_of(self.action, reason)

    def activate(self) -> None:
        """Asks about the action."""
        self.on_ask(self)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws icon, name, then bar and number or the reason, then the verdict."""
        ui, rect, reason = self.ui, self.rect, self.reason()
        if reason is None:
            return
        watching, state = self.watching, self.watching.looked_at
        snapshot = watching.snapshot
        assert state is not None
        verdict, icon, color = verdict_of(reason.kind)
        visited = snapshot is not None and bool(watching.visits[state])
        greedy = visited and int(watching.labels[state]) == self.column
        if greedy or self.hovered:
            draw.rounded(surface, rect, ui.px(ROW_RADIUS), SELECTED if greedy else CARD_HOVER)
        ink = TEXT if reason.kind == "allowed" else MUTED
        middle = rect.centery
        ui.icon(surface, ACTION_ICONS[self.action], (rect.x + ui.px(16), middle), 15, ink)
        place = (rect.x + ui.px(32), middle)
        ui.text(surface, self.action.name.capitalize(), place, 13, ink, weight="Medium", anchor="midleft")
        words = max(ui.px(53), ui.text_width(WIDEST_VERDICT, 12, "Medium") + ui.px(5))
        left, right = rect.x + ui.px(82), rect.right - ui.px(23) - words
        ui.icon(surface, icon, (right + ui.px(12), middle), 14, color)
        ui.text(surface, verdict, (right + ui.px(23), middle), 12, color, weight="Medium", anchor="midleft")
        if reason.kind == "allowed" and snapshot is not None:
            self._draw_value(surface, watching.q[state], left, right - ui.px(8), visited=visited)
        elif reason.kind != "allowed":
            opened = self.watching.opened
            assert opened is not None
            self._draw_words(surface, brief(reason, opened.level), left, right - ui.px(6))
        inset = 2 * ui.px(4)
        self.draw_ring(
            surface, rect.inflate(-inset, -inset), ROW_RADIUS
        )  # inside, the rows are close together

    def _draw_value(
        self, surface: pygame.Surface, q: NDArray[np.float64], left: int, right: int, *, visited: bool
    ) -> None:
        """Q as a number and a bar; words in the bar's place while there is nothing learned to compare."""
        ui, middle = self.ui, self.rect.centery
        values: list[float] = q.tolist()
        known = [value for value in values if not math.isnan(value)]
        value, share = values[self.column], bar_share(values[self.column], known)
        number = f"{value:.2f}".replace("-", "−") if visited else ""
        x = ui.text(surface, number, (right, middle), 12, MUTED, mono=True, anchor="midright").x
        if not visited or value == 0.0:
            words = "still 0" if visited else "untried"
            self._draw_words(surface, words, left, x - ui.px(6))
            return
        right = min(right - ui.px(56), x - ui.px(6))
        bar = pygame.Rect(left, middle - ui.px(4), right - left, ui.px(8))
        draw.rounded(surface, bar, bar.height / 2, WELL)
        bar.width = max(bar.height, round(bar.width * share))
        draw.rounded(surface, bar, bar.height / 2, scale_color(0.35 + 0.5 * share, self.palette))

    def _draw_words(self, surface: pygame.Surface, words: str, left: int, right: int) -> None:
        line = draw.fit(words, self.ui.px(11), right - left)
        self.ui.text(surface, line, (left, self.rect.centery), 11, MUTED, anchor="midleft")


class ActionsCard(Widget):
    """The agent's present state, and a row for each action; `on_ask` as for the rows."""

    def __init__(self, ui: Ui, watching: Watching, on_ask: Callable[[ActionRow], None]) -> None:
        super().__init__(ui)
        self.watching = watching
        self.on_ask = on_ask
        self.rows: list[ActionRow] = []

    @property
    def asked(self) -> ActionRow | None:
        """The row whose verdict is shown: the one under the mouse if refused, or the focused one."""
        for row in self.rows:
            reason = row.reason() if row.hovered else None
            if reason is not None and reason.kind != "allowed":
                return row
        return next((row for row in self.rows if self.ui.has_focus(row)), None)

    def follow(self) -> None:
        """Gets its rows once the level is known; they are hidden where one reason covers all actions."""
        level = self.watching.opening.level
        if level is not None and not self.rows:
            self.rows = [
                ActionRow(self.ui, self.watching, column, action, self.on_ask)
                for column, action in enumerate(level.actions)
            ]
            self.children = [*self.rows]
            self.arrange()
        for row in self.rows:
            row.visible = self._common is None

    @property
    def _common(self) -> "Reason | None":
        """The reason that holds for all actions: a crash or the goal, where no move counts."""
        reason = self.rows[0].reason() if self.rows else None
        return reason if reason is not None and reason.kind in COMMON else None

    def arrange(self) -> None:
        """Rows below the head line."""
        ui = self.ui
        for index, row in enumerate(self.rows):
            row.rect = pygame.Rect(
                self.rect.x + ui.px(8),
                self.rect.y + ui.px(38 + ROW * index),
                self.rect.width - ui.px(16),
                ui.px(ROW - 1),
            )

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the card; its rows draw themselves."""
        opened, state = self.watching.opened, self.watching.looked_at
        title, note = "Actions here" if self.watching.selected is None else "Actions there", ""
        if opened is not None and state is not None:
            note = in_words(opened.mdp.cell(state))
            if opened.mdp.period > 1:
                note += f" · phase {opened.mdp.phase(state)}/{opened.mdp.period}"
        box = draw_card(self.ui, surface, self.rect, title, icon="route", note=note)
        reason = self._common
        if reason is not None:
            _, icon, color = verdict_of(reason.kind)
            middle = self.rect.y + self.ui.px(38 + ROW / 2)
            self.ui.icon(surface, icon, (box.x + self.ui.px(8), middle), 15, color)
            words = f"{reason.text[:1].upper()}{reason.text[1:]}"
            line = draw.fit(words, self.ui.px(12), box.width - self.ui.px(24))
            self.ui.text(surface, line, (box.x + self.ui.px(24), middle), 12, MUTED, anchor="midleft")


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
            return "unsafe", "x", UNSAFE


def message_of(action: Action, reason: "Reason") -> Message:
    """The verdict on an action as a whole sentence."""
    _, icon, color = verdict_of(reason.kind)
    return Message(f"{action.name.capitalize()}: {reason.text}.", icon, color)


def trace_of(opened: LoadedLevel, reason: "Reason") -> Trace | None:
    """Where an action leads, if it is doomed: the path into the dead end, in ticks from now."""
    if reason.kind != "doomed":
        return None
    from game.board.art.ghosts import way_into  # noqa: PLC0415  brings the tables' modules along

    return way_into(opened.level, opened.mdp, opened.safe, reason.trace, len(reason.trace))


def brief(reason: "Reason", level: Level) -> str:
    """The reason in a few words; `ActionRow.message` has the whole sentence."""
    look = level.obstacles[reason.obstacle].look if reason.obstacle is not None else "obstacle"
    match reason.kind:
        case "occupied":
            return f"hit by {with_article(look)}"
        case "swap":
            return f"head-on with {with_article(look)}"
        case "doomed":
            return f"no way out after {len(reason.trace)} tick{'s' if len(reason.trace) > 1 else ''}"
        case _:
            return reason.text


def bar_share(value: float, known: list[float]) -> float:
    """How full an action's bar is: the best of the `known` values fills it, the worst a little of it."""
    best, worst = max(known), min(known)
    span = max(best - worst, LEAST_SPAN)
    return 1.0 - (1.0 - WORST_SHARE) * (best - value) / span


def abbreviated(number: float) -> str:
    """A count in few letters: 48,210 · 1.25 M · 3.40 bn."""
    for size, unit in ((1e9, "bn"), (1e6, "M")):
        if number >= size:
            return f"{number / size:.2f} {unit}"
    return f"{number:,.0f}"

"""The card of the actions: the value of each, or why it is refused."""

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
import pygame
from numpy.typing import NDArray

from game.presenters.level_loader import LoadedLevel
from game.presenters.scene import Trace
from game.presenters.watching import Watching
from game.ui import Clickable, Ui, Widget, draw_card
from game.ui.drawing import draw
from game.ui.theme import (
    CARD_HOVER,
    DOOMED,
    MUTED,
    SAFE,
    SELECTED,
    TEXT,
    UNSAFE,
    UNSAFE_TEXT,
    WELL,
    scale_color,
)
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
LEAST_SPAN = 0.05
"""Smaller differences between the actions' values than this do not fill the bars' whole range [steps]."""
WORST_SHARE = 0.2
"""How full the bar of the worst allowed action is."""
WATER_VERDICTS = {"drowned": "would fall in", "carried_off": "would be carried off"}
"""What water would do to the agent."""
WIDEST_VERDICT = "doomed"
COMMON = {"crashed", "goal"}
"""Kinds of reasons that concern the state, whatever the action."""


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
        line = draw.fit(words, self.ui.px(12), right - left)
        self.ui.text(surface, line, (left, self.rect.centery), 12, MUTED, anchor="midleft")


class ActionsCard(Widget):
    """The agent's present state, and a row for each action; `on_ask` as for the rows."""

    row_height, head_height = ROW, 38
    """Heights of a row and of what stands above the first [units]."""
    row_type = ActionRow

    def __init__(self, ui: Ui, watching: Watching, on_ask: Callable[[ActionRow], None]) -> None:
        super().__init__(ui)
        self.watching = watching
        self.on_ask = on_ask
        self.rows: list[ActionRow] = []

    def follow(self) -> None:
        """Gets its rows once the level is known; they are hidden where one reason covers all actions."""
        level = self.watching.opening.level
        if level is not None and not self.rows:
            self.rows = [
                self.row_type(self.ui, self.watching, column, action, self.on_ask)
                for column, action in enumerate(level.actions)
            ]
            self.children = [*self.rows]
            self.arrange()
        for row in self.rows:
            row.visible = self.common is None

    @property
    def common(self) -> "Reason | None":
        """The reason that holds for all actions: a crash or the goal, where no move counts."""
        reason = self.rows[0].reason() if self.rows else None
        return reason if reason is not None and reason.kind in COMMON else None

    def draw_parts(self, surface: pygame.Surface) -> Iterator[None]:
        """Draws itself and its rows in one part: in a later frame a row would be about another moment."""
        if self.visible:
            for _part in super().draw_parts(surface):
                pass
            yield

    def arrange(self) -> None:
        """Rows below the head line."""
        ui = self.ui
        for index, row in enumerate(self.rows):
            row.rect = pygame.Rect(
                self.rect.x + ui.px(8),
                self.rect.y + ui.px(self.head_height + self.row_height * index),
                self.rect.width - ui.px(16),
                ui.px(self.row_height - 1),
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
        reason = self.common
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
        case "outside" | "blocked":
            return "unsafe", "ban", MUTED
        case _:
            return "unsafe", "x", UNSAFE


def trace_of(opened: LoadedLevel, reason: "Reason") -> Trace | None:
    """Where an action leads, if it is doomed or ends in water: the path there, in ticks from now."""
    from game.board.art.ghosts import into_water, way_into  # noqa: PLC0415  brings the tables' modules along

    if reason.kind != "doomed":
        return into_water(opened.level, reason, (reason.phase - 1) % opened.mdp.period)
    return way_into(opened.level, opened.mdp, opened.safe, reason.trace, len(reason.trace))


def brief(reason: "Reason", level: Level) -> str:
    """The reason in a few words; the speech bubble has the whole sentence."""
    look = level.obstacles[reason.obstacle].look if reason.obstacle is not None else "obstacle"
    match reason.kind:
        case "occupied" | "swap" if reason.obstacle is not None and level.obstacles[reason.obstacle].late:
            return f"{with_article(look)} may be there"
        case "occupied":
            return f"hit by {with_article(look)}"
        case "swap":
            return f"head-on with {with_article(look)}"
        case "drowned" | "carried_off":
            return WATER_VERDICTS[reason.kind]
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


def plain_verdict(reason: "Reason", level: Level) -> tuple[str, str, str]:
    """A verdict in a few plain words, with its icon and colour."""
    look = level.obstacles[reason.obstacle].look if reason.obstacle is not None else "obstacle"
    match reason.kind:
        case "allowed":
            return "safe", "check", SAFE
        case "doomed":
            return "a trap", "hourglass", DOOMED
        case "occupied" | "swap" if reason.obstacle is not None and level.obstacles[reason.obstacle].late:
            return f"{with_article(look)} may be there", "x", UNSAFE_TEXT
        case "drowned" | "carried_off":
            return WATER_VERDICTS[reason.kind], "x", UNSAFE_TEXT
        case "occupied":
            return f"{with_article(look)} gets there first", "x", UNSAFE_TEXT
        case "swap":
            return f"head-on with {with_article(look)}", "x", UNSAFE_TEXT
        case _:
            return reason.text, "ban", MUTED

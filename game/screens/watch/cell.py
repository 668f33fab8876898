"""The panel's Cell card: a state's Q next to Q*, how its Q grew, its SVM figures, an update in numbers."""

import numpy as np
import pygame

from game.board.overlays.svm import CLASS_COLORS
from game.presenters.cell_details import (
    ClassRow,
    Update,
    ValueRow,
    class_rows,
    figure,
    update_of,
    value_rows,
)
from game.presenters.watching import Watching
from game.screens.panel import ACTION_ICONS, abbreviated
from game.screens.watch.past import follow_past, past_chart
from game.ui import Button, Series, Slider, Ui, Widget, draw_card
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.theme import ACCENT, DIM, GOLD, MUTED, SELECTED, TEXT
from learner.threads.policy_history import history_of
from levels.model.board import Action, Cell, in_words

HEAD, LINE, EQUATION = 42, 19, 40
"""Heights of the head, of a table's row, and of the equation at the foot [units]."""
COLUMNS = (0.52, 0.67, 0.84, 0.98)
"""Right ends of N⁺, N⁻, α and h as shares of the card's width."""
VALUE_COLUMNS = (0.56, 0.78, 0.98)
"""Right ends of Q, Q* and their difference, as above."""
GREEDY, OPTIMAL = ("navigation", ACCENT), ("star", GOLD)
"""Icon and colour before the Q of the action that the policy takes, and before the Q* of a best one."""
MARK = 11
"""Size of these icons, and of the room for one [units]."""
CHART_LEAST, BETWEEN = 74, 6
"""Height that the chart needs, and the space below each part [units]."""
PARTS = {
    "values": "Q and Q* of each action",
    "chart": "How Q of this state changed",
    "classes": "N⁺, N⁻, α and h of each action",
}
"""The parts of the card, in the order of their pages, and the button's tooltip where one begins a page."""
VALUES_TIP = (
    "Q: as learned by episode {episode}. Q*: the exact optimum over allowed actions, computed from the "
    "level's tables; learning never sees it.\nArrow: the greedy action, which the policy takes. Star: "
    "optimal, no allowed action has a larger Q*."
)
AS_AT_THE_START = "Its values have not changed yet"
NOT_KEPT = "History is not kept for a level this large"
AHEAD_LEAST, TURN_SIDE, NAMED_FROM = 24, 28, 160
"""Heights of the slider and of the button, and width from which the slider has its name [units]."""
CURRENT = ("step shown, learned by episode {then}", "step shown, episode {then}", "episode {then}")
OLDER = (
    *("from episode {then}; values above from {now}", "episode {then}; above: {now}"),
    *("episode {then}, not {now}", "older: ep. {then}"),
)
"""Whose numbers the equation has, from long to short: the values' above it, or other ones."""
LONG = 1_000_000
"""Episodes from which their count is abbreviated."""


class CellCard(Widget):
    """What is known about the state looked at: the selected cell at this phase, or else the agent's own.

    Attributes:
        moving: whether the level has traffic, so that looking ahead means something.
        pages: the parts that are shown together, those of a page below each other; the button `turn` turns
            to the next page.
        page: the number of the one on show.
    """

    reactive = True

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching
        self.moving = False
        self.pages: tuple[tuple[str, ...], ...] = (tuple(PARTS),)
        self.page = 0
        self.chart = past_chart(ui, watching, unit="episodes", empty="", linear=True)
        self.turn = Button(ui, "chevrons-up-down", on_click=self._turn)
        self.ahead = Slider(
            ui,
            "Ahead",
            lambda slider: watching.look_ahead(slider.stop),
            stops=2,
            reading=self._reading,
            widest="188 ticks",
            tip="Shows traffic and overlays this many ticks later (Shift → and Shift ←)",
        )
        self.children = [self.turn, self.ahead, self.chart]
        self._tops: dict[str, int] = {}
        self._charted: tuple[object, ...] = ()

    def _turn(self) -> None:
        """Shows the next page, after the last the first."""
        self.page = (self.page + 1) % len(self.pages)
        self.arrange()

    def _reading(self, slider: Slider) -> str:
        """The slider's; where it has no room for its name, a + stands for that."""
        return f"{'' if slider.label else '+'}{slider.stop} tick{'' if slider.stop == 1 else 's'}"

    def follow(self, dt: float) -> None:  # noqa: ARG002
        """Gives the chart the looked-at state's history and the moment on show, the slider the period."""
        follow_past(self.chart, self.watching)
        watching, opened = self.watching, self.watching.opened
        state, moments = watching.looked_at, watching.past.moments
        labelled = watching.snapshot is not None and state is not None and watching.labels[state] >= 0
        self.turn.visible = len(self.pages) > 1 and labelled
        self.chart.visible = labelled and "chart" in self._tops
        if opened is None:
            return
        if self.moving != (opened.mdp.period > 1):
            self.moving = not self.moving
            self.arrange()
        self.ahead.visible = self.moving
        self.ahead.stops = max(opened.mdp.period, 2)
        self.ahead.stop = watching.ahead
        if not self.visible:
            return
        key = (state, watching.ahead, len(moments), moments[-1].episode if moments else 0)
        if key != self._charted and state is not None:
            self._charted = key
            self.chart.empty = self._why_empty(state)
            self.chart.show(self._growth(state), key)

    def _why_empty(self, state: int) -> str:
        """Why the chart has no curve; where the agent comes at other phases only, how to look at the next."""
        watching, opened = self.watching, self.watching.opened
        assert opened is not None
        mdp, reachable = opened.mdp, opened.safe.reachable
        if watching.past.missing:
            return NOT_KEPT
        first, cell = mdp.phase(state) - watching.ahead, mdp.cell(state)
        phases = [(first + tick) % mdp.period for tick in range(mdp.period)]
        comes = [
            tick - watching.ahead for tick, phase in enumerate(phases) if reachable[mdp.state(cell, phase)]
        ]
        if not comes or 0 in comes:
            return AS_AT_THE_START
        ticks = next((tick for tick in comes if tick > 0), comes[-1])
        count = f"{abs(ticks)} tick{'' if abs(ticks) == 1 else 's'}"
        way = f"{count} later: Shift →" if ticks > 0 else f"{count} before: Shift ←"
        return f"Not at this phase, but {way} looks there"

    def _growth(self, state: int) -> tuple[Series, ...]:
        opened = self.watching.opened
        assert opened is not None
        if not self.watching.past.moments:
            return ()
        episodes, values = history_of(self.watching.past.moments, state)
        if not np.nan_to_num(values).any():
            return ()
        return tuple(
            Series(action.name.lower(), CLASS_COLORS[action], episodes, values[:, column])
            for column, action in enumerate(opened.mdp.actions)
            if opened.safe.allowed[state, column]
        )

    def arrange(self) -> None:
        """The page's parts below each other, above the equation; slider and button in the head line."""
        ui, rect, level = self.ui, self.rect, self.watching.opening.level
        n_actions = len(level.actions) if level else 4
        table = ui.px(LINE) * (n_actions + 1) + ui.px(BETWEEN)
        heights = {"values": table, "chart": ui.px(CHART_LEAST + BETWEEN), "classes": table}
        top, foot = rect.y + ui.px(HEAD), rect.bottom - ui.px(EQUATION + 4)
        self.pages = paged(heights, foot - top)
        self.page = min(self.page, len(self.pages) - 1)
        self.turn.tip = f"Next: {PARTS[self.pages[(self.page + 1) % len(self.pages)][0]]}"
        shown = self.pages[self.page]
        if "chart" in shown:  # it takes what is left
            heights["chart"] = max(foot - top - table * (len(shown) - 1), 0)
        self._tops = {}
        for part in shown:
            self._tops[part] = top
            top += heights[part]
        chart = max(heights["chart"] - ui.px(BETWEEN), 0)
        self.chart.rect = pygame.Rect(
            rect.x + ui.px(6), self._tops.get("chart", top), rect.width - ui.px(18), chart
        )
        right, width = rect.right - ui.px(14), rect.width // 2
        button = ui.px(TURN_SIDE)
        if self.moving and level:
            title = title_of((level.board.n_rows - 1, level.board.n_cols - 1))
            left = rect.x + ui.px(42 + 8) + ui.text_width(title, 14, "SemiBold")
            width = min(width, right - left - (button + ui.px(10) if len(self.pages) > 1 else 0))
        self.ahead.label = "Ahead" if width >= ui.px(NAMED_FROM) else ""
        self.ahead.rect = pygame.Rect(right - width, rect.y + ui.px(9), width, ui.px(AHEAD_LEAST))
        if self.moving:
            right = self.ahead.rect.x - ui.px(10)
        self.turn.rect = pygame.Rect(0, 0, button, button)
        self.turn.rect.midright = right, self.ahead.rect.centery

    def draw(self, surface: pygame.Surface) -> None:
        """Draws all but the chart, the button and the slider."""
        ui, watching = self.ui, self.watching
        opened, snapshot, state = watching.opened, watching.snapshot, watching.looked_at
        title = "The agent's cell" if watching.selected is None else "Cell"
        if opened is None or snapshot is None or state is None:
            draw_card(ui, surface, self.rect, title, icon="crosshair")
            return
        cell = watching.selected or opened.mdp.cell(state)
        box = draw_card(ui, surface, self.rect, title_of(cell), icon="crosshair")
        y = self.rect.y + ui.px(HEAD + 6)
        rows = class_rows(opened.mdp, watching.labels, watching.counts, state)
        if not rows:
            sentence = (
                "A goal: no actions, no label, value 0."
                if opened.mdp.goal[state]
                else (
                    "No action is allowed here, so there is no label: the agent is never here at this phase."
                )
            )
            for line, text in enumerate(draw.wrap(sentence, ui.px(12), box.width)):
                ui.text(surface, text, (box.x, y + line * ui.px(17)), 12, MUTED, anchor="midleft")
        else:
            middle = ui.px(6)
            if "values" in self._tops:
                self._draw_values(surface, box, self._tops["values"] + middle, self._values(state))
            if "classes" in self._tops:
                label = int(watching.labels[state])
                self._draw_classes(surface, box, self._tops["classes"] + middle, rows, label)
        self._draw_equation(surface, box)

    def _visits(self, state: int) -> str:
        """How often the agent was in the state; without a wait many cells have only every other phase."""
        opened = self.watching.opened
        assert opened is not None
        visits = int(self.watching.visits[state])
        if not visits and not opened.safe.reachable[state]:
            return "never at this phase" if self.moving else "never here"
        return f"{visits:,} visit{'' if visits == 1 else 's'}"

    def _values(self, state: int) -> tuple[ValueRow, ...]:
        watching, opened = self.watching, self.watching.opened
        assert opened is not None
        return value_rows(
            opened.mdp,
            watching.q,
            watching.optimum.q_star,
            int(watching.labels[state]),
            state,
            visited=bool(watching.visits[state]),
        )

    def _draw_head(
        self, surface: pygame.Surface, box: pygame.Rect, y: int, ends: list[int], names: tuple[str, ...]
    ) -> None:
        """The line above a table: how often the agent was here, and the columns' names."""
        ui, state = self.ui, self.watching.looked_at
        assert state is not None
        for end, name in zip(ends, names, strict=True):
            ui.text(surface, name, (end, y), 12, DIM, anchor="midright")
        visits = draw.fit(self._visits(state), ui.px(12), ends[0] - box.x - ui.px(26))
        ui.text(surface, visits, (box.x, y), 12, MUTED, anchor="midleft")

    def _draw_action(
        self, surface: pygame.Surface, box: pygame.Rect, y: int, action: Action, words: str, *, lit: bool
    ) -> None:
        """The beginning of a table's row, whose middle is at `y` [px]; the row of the label is `lit`."""
        ui = self.ui
        if lit:
            ground = pygame.Rect(box.x - ui.px(6), y - ui.px(LINE / 2), box.width + ui.px(12), ui.px(LINE))
            draw.rounded(surface, ground, ui.px(6), SELECTED)
        ui.icon(surface, ACTION_ICONS[action], (box.x + ui.px(7), y), 13, TEXT if lit else MUTED)
        ui.text(surface, words, (box.x + ui.px(20), y), 12, TEXT if lit else MUTED, anchor="midleft")

    def _draw_values(
        self, surface: pygame.Surface, box: pygame.Rect, y: int, rows: tuple[ValueRow, ...]
    ) -> None:
        """Q, Q* and their difference; where letters are large and columns narrow, with one digit less."""
        ui = self.ui
        ends = [box.x + round(share * box.width) for share in VALUE_COLUMNS]
        self._draw_head(surface, box, y, ends, ("Q", "Q*", "Q − Q*"))
        room = ends[1] - ends[0] - ui.px(MARK + 8)
        for digits in (2, 1):
            tables = [
                (figure(row.q, digits), figure(row.q_star, digits), figure(row.difference, digits, sign=True))
                for row in rows
            ]
            if max(ui.text_width(text, 12, mono=True) for table in tables for text in table[:2]) <= room:
                break
        for row, texts in zip(rows, tables, strict=True):
            y += ui.px(LINE)
            allowed = row.q_star is not None
            marks = (GREEDY if row.greedy else None, OPTIMAL if row.optimal else None, None)
            left = ends[0] - ui.text_width(texts[0], 12, mono=True) - ui.px(MARK + 10)
            words = self._named(row, left - box.x - ui.px(20))
            self._draw_action(surface, box, y, row.action, words, lit=row.greedy)
            if not allowed:
                ui.text(surface, "not allowed", (ends[2], y), 12, DIM, anchor="midright")
                continue
            for end, text, mark in zip(ends, texts, marks, strict=True):
                place = ui.text(surface, text, (end, y), 12, mono=True, anchor="midright")
                if mark is not None:
                    ui.icon(surface, mark[0], (place.x - ui.px(MARK / 2 + 4), y), MARK, mark[1])

    def _named(self, row: ValueRow, room: int) -> str:
        """An action's name, and in words what its marks mean, as far as `room` [px] goes."""
        name = row.action.name.lower()
        words = ["greedy"] * row.greedy + ["optimal"] * row.optimal
        ways = (", ".join([name, *words]), name)
        return next((way for way in ways if self.ui.text_width(way, 12) <= room), name)

    def _draw_classes(
        self, surface: pygame.Surface, box: pygame.Rect, y: int, rows: tuple[ClassRow, ...], label: int
    ) -> None:
        ui = self.ui
        ends = [box.x + round(share * box.width) for share in COLUMNS]
        self._draw_head(surface, box, y, ends, ("N⁺", "N⁻", "α", "h"))
        for index, row in enumerate(rows):
            y += ui.px(LINE)
            words = row.action.name.lower() + (", label" if index == label else "")
            self._draw_action(surface, box, y, row.action, words, lit=index == label)
            figures = (
                f"{row.positive:,}",
                f"{row.negative:,}",
                f"{row.alpha:.4f}",
                f"{row.decision:+.0f}".replace("-", "−"),
            )
            for end, text in zip(ends, figures, strict=True):
                ui.text(surface, text, (end, y), 12, mono=True, anchor="midright")

    def _update(self) -> tuple[Update, bool] | None:
        """The step on show as an update of the values it was chosen by; whether those on show are others."""
        watching, opened = self.watching, self.watching.opened
        step, shown = watching.last_step, watching.shown
        if step is None or opened is None or shown is None:
            return None
        update = update_of(opened.mdp, shown.q, shown.learning, *step)
        now = update_of(opened.mdp, watching.q, watching.settings, *step)
        return update, update.lines() != now.lines()

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """What the marks next to Q and Q* mean; which values the equation is about; each with its place."""
        top = self._tops.get("values")
        values = pygame.Rect(self.rect.x, top or 0, self.rect.width, 0)
        if top is not None and self.watching.opened is not None:
            values.height = self.ui.px(LINE) * (len(self.watching.opened.mdp.actions) + 1)
        if values.collidepoint(pos):
            return VALUES_TIP.format(episode=f"{self._episode:,}") + self._other_discount(), values
        height = self.ui.px(EQUATION)
        foot = pygame.Rect(self.rect.x, self.rect.bottom - height, self.rect.width, height)
        found = self._update() if foot.collidepoint(pos) else None
        if found is None or self.watching.shown is None:
            return "", self.rect
        update, older = found
        tip = f"{update.lines()[1]}\nThe step shown, as learned by episode {self.watching.shown.episodes:,}"
        if older:
            tip += f"; the values above are from episode {self._episode:,}"
        return tip, foot

    def _other_discount(self) -> str:
        """Which γ the values above the equation are for, where learning has another one by now."""
        opened = self.watching.opened
        assert opened is not None
        then, now = self.watching.settings.discount, opened.level.learning.discount
        return "" if then == now else f"\nBoth are for γ = {then:g}, as it was then; now γ = {now:g}."

    @property
    def _episode(self) -> int:
        """Of the values above the equation."""
        moment, snapshot = self.watching.moment, self.watching.snapshot
        return moment.episode if moment else snapshot.episodes if snapshot else 0

    def _draw_equation(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """E4 with the numbers of the step on show; brighter where the values above are newer."""
        ui, found, shown = self.ui, self._update(), self.watching.shown
        if found is None or shown is None:
            return
        update, older = found
        letters, numbers = update.lines()
        y = self.rect.bottom - ui.px(EQUATION - 8)
        x = ui.text(surface, letters, (box.x, y), 12, MUTED, anchor="midleft").right + ui.px(10)
        ui.icon(surface, ACTION_ICONS[update.action], (box.right - ui.px(8), y), 12, MUTED)
        room = box.right - ui.px(20) - x
        then, now = (
            f"{episode:,}" if episode < LONG else abbreviated(episode)
            for episode in (shown.episodes, self._episode)
        )
        ways = OLDER if older else CURRENT
        lines = [way.format(then=then, now=now) for way in ways]
        line = next((line for line in lines if ui.text_width(line, 12) <= room), lines[-1])
        ui.text(
            surface,
            draw.fit(line, ui.px(12), room),
            (box.right - ui.px(20), y),
            12,
            TEXT if older else DIM,
            anchor="midright",
        )
        if ui.text_width(numbers, 12, "Medium") > box.width:
            numbers = numbers.replace(" ", "")
        while len(numbers) > 1 and ui.text_width(numbers, 12, "Medium") > box.width:
            numbers = f"…{numbers[2:]}"  # the result stays visible
        ui.text(
            surface,
            numbers,
            (box.x, y + ui.px(18)),
            12,
            weight="Medium",
            anchor="midleft",
        )


def title_of(cell: Cell) -> str:
    """The card's title."""
    words = in_words(cell)
    return f"{words[:1].upper()}{words[1:]}"


def paged(heights: dict[str, int], room: int) -> tuple[tuple[str, ...], ...]:
    """Parts by page: as many on each, in their order, as there is room for [px], and one at least."""
    pages: list[list[str]] = []
    left = -1
    for part, height in heights.items():
        if height > left:
            pages.append([])
            left = room
        pages[-1].append(part)
        left -= height
    return tuple(map(tuple, pages))

"""The panel's Cell card: a state's label, visits and SVM figures, how its Q grew, an update in numbers."""

import pygame

from game import draw
from game.cards.panel import ACTION_ICONS
from game.looking import ClassRow, class_rows, update_of
from game.theme import ACCENT, BLUE, DIM, DOOMED, MUTED, RANDOM, SELECTED, TEXT
from game.ui import Chart, Series, Slider, Ui, Widget, draw_card
from game.watching import Watching
from learner.archive import history_of

HEAD, LINE, EQUATION = 42, 19, 40
"""Heights of the head, of a table's row, and of the equation at the foot [units]."""
COLUMNS = (0.52, 0.67, 0.84, 0.98)
"""Right ends of N⁺, N⁻, α and h as shares of the card's width."""
CHART_LEAST = 74
"""Height below which there is no chart [units]."""
LINE_COLORS = (ACCENT, BLUE, DOOMED, RANDOM, TEXT)
"""Of the actions' values in the chart, in the paper's order."""
AHEAD_LEAST = 24


class CellCard(Widget):
    """What is known about the state looked at: the selected cell at this phase, or else the agent's own."""

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching
        self.chart = Chart(ui, unit="episodes", empty="Its values are still as at the start", linear=True)
        self.ahead = Slider(
            ui,
            "Ahead",
            lambda slider: watching.look_ahead(slider.stop),
            stops=2,
            reading=lambda slider: f"{slider.stop} tick{'' if slider.stop == 1 else 's'}",
            widest="188 ticks",
            tip="Shows traffic and overlays so many ticks later (Shift → and Shift ←)",
        )
        self.children = [self.chart, self.ahead]
        self._moving = False
        self._charted: tuple[object, ...] = ()

    def follow(self, dt: float) -> None:  # noqa: ARG002
        """Gives the chart the looked-at state's history, and the slider the level's period."""
        watching, opened = self.watching, self.watching.opened
        if opened is None:
            return
        self._moving = opened.mdp.period > 1
        self.ahead.stops = max(opened.mdp.period, 2)
        self.ahead.stop = watching.ahead
        if not self.visible:
            return
        state, moments = watching.looked_at, watching.past.moments
        key = (state, len(moments), moments[-1].episode if moments else 0)
        if key != self._charted and state is not None:
            self._charted = key
            self.chart.show(self._growth(state), key)

    def _growth(self, state: int) -> tuple[Series, ...]:
        opened = self.watching.opened
        assert opened is not None
        if not self.watching.past.moments:
            return ()
        episodes, values = history_of(self.watching.past.moments, state)
        return tuple(
            Series(action.name.lower(), LINE_COLORS[action], episodes, values[:, column])
            for column, action in enumerate(opened.mdp.actions)
            if opened.safe.allowed[state, column]
        )

    def arrange(self) -> None:
        """Chart between the table and the equation, the slider in the head line's right half."""
        ui, rect = self.ui, self.rect
        n_actions = len(self.watching.opening.level.actions) if self.watching.opening.level else 4
        top = rect.y + ui.px(HEAD + LINE * (n_actions + 1) + 4)
        foot = rect.bottom - ui.px(EQUATION)
        self.chart.rect = pygame.Rect(rect.x + ui.px(6), top, rect.width - ui.px(18), foot - top - ui.px(4))
        self.chart.visible = self.chart.rect.height >= ui.px(CHART_LEAST)
        width = rect.width // 2
        self.ahead.rect = pygame.Rect(
            rect.right - width - ui.px(14), rect.y + ui.px(9), width, ui.px(AHEAD_LEAST)
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draws all but the chart and the slider."""
        ui, watching = self.ui, self.watching
        opened, snapshot, state = watching.opened, watching.snapshot, watching.looked_at
        self.ahead.visible = self._moving
        title = "The agent's cell" if watching.selected is None else "Cell"
        if opened is None or snapshot is None or state is None:
            draw_card(ui, surface, self.rect, title, icon="crosshair")
            return
        row, col = watching.selected or opened.mdp.cell(state)
        box = draw_card(
            ui,
            surface,
            self.rect,
            f"Cell ({row}, {col})",
            icon="crosshair",
            note="" if self._moving else self._visits(state),
        )
        y = self.rect.y + ui.px(HEAD + 6)
        rows = class_rows(opened.mdp, watching.labels, watching.counts, state)
        if not rows:
            told = (
                "A goal: it has no action, no label and the value 0."
                if opened.mdp.goal[state]
                else (
                    "No action is allowed here, so it has no label: the agent never comes here at this phase."
                )
            )
            for line, text in enumerate(draw.wrap(told, ui.px(12), box.width)):
                ui.text(surface, text, (box.x, y + line * ui.px(17)), 12, MUTED, anchor="midleft")
        else:
            self._draw_table(surface, box, y, rows, int(watching.labels[state]))
        self._draw_equation(surface, box)

    def _visits(self, state: int) -> str:
        """How often the agent was in the state; without a wait many cells have only every other phase."""
        opened = self.watching.opened
        assert opened is not None
        visits = int(self.watching.visits[state])
        if not visits and not opened.safe.reachable[state]:
            return "never here at this phase" if self._moving else "never here"
        return f"{visits:,} visit{'' if visits == 1 else 's'}"

    def _draw_table(
        self, surface: pygame.Surface, box: pygame.Rect, y: int, rows: tuple[ClassRow, ...], label: int
    ) -> None:
        ui, watching = self.ui, self.watching
        ends = [box.x + round(share * box.width) for share in COLUMNS]
        state = watching.looked_at
        assert state is not None
        assert watching.snapshot is not None
        if self._moving:
            visits = draw.fit(self._visits(state), ui.px(11), ends[0] - box.x - ui.px(18))
            ui.text(surface, visits, (box.x, y), 11, MUTED, anchor="midleft")
        for end, head in zip(ends, ("N⁺", "N⁻", "α", "h"), strict=True):
            ui.text(surface, head, (end, y), 11, DIM, anchor="midright")
        for index, row in enumerate(rows):
            y += ui.px(LINE)
            if index == label:
                ground = pygame.Rect(
                    box.x - ui.px(6), y - ui.px(LINE / 2), box.width + ui.px(12), ui.px(LINE)
                )
                draw.rounded(surface, ground, ui.px(6), SELECTED)
            ui.icon(
                surface,
                ACTION_ICONS[row.action],
                (box.x + ui.px(7), y),
                13,
                TEXT if index == label else MUTED,
            )
            name = "label" if index == label else row.action.name.lower()
            ui.text(surface, name, (box.x + ui.px(20), y), 12, MUTED, anchor="midleft")
            figures = (
                f"{row.positive:,}",
                f"{row.negative:,}",
                f"{row.alpha:.4f}",
                f"{row.decision:+.0f}".replace("-", "−"),
            )
            for end, figure in zip(ends, figures, strict=True):
                ui.text(surface, figure, (end, y), 12, mono=True, anchor="midright")

    def _draw_equation(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """E4 with the numbers of the step on show, as an update of the values that step was chosen by."""
        ui, watching = self.ui, self.watching
        step = watching.last_step
        if step is None or watching.opened is None or watching.shown is None:
            return
        update = update_of(watching.opened.mdp, watching.shown.q, watching.opened.level.learning, *step)
        letters, numbers = update.lines()
        y = self.rect.bottom - ui.px(EQUATION - 8)
        ui.text(surface, letters, (box.x, y), 11, MUTED, anchor="midleft")
        ui.icon(surface, ACTION_ICONS[update.action], (box.right - ui.px(8), y), 12, MUTED)
        ui.text(surface, "step shown", (box.right - ui.px(20), y), 11, DIM, anchor="midright")
        size = 12 if ui.text_width(numbers, 12) <= box.width else 11
        ui.text(
            surface,
            draw.fit(numbers, ui.px(size), box.width),
            (box.x, y + ui.px(18)),
            size,
            weight="Medium",
            anchor="midleft",
        )

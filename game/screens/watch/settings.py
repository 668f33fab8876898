"""The Settings card: ε, β and γ, each used from now on or by starting over, and the run's export."""

from collections.abc import Callable

import pygame

from game.presenters.level_settings import DISCOUNT, EPSILON, RATE, Setting
from game.presenters.watching import Watching
from game.ui import Button, Slider, Ui, Widget, draw_card
from game.ui.boxes import Box, Part, Row, lay_out
from game.ui.context import Point
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip
from game.ui.theme import MUTED, PAD, TEXT
from learner.core.commands import SetLearning
from levels.model.level import Learning

HEAD, SLIDER, LINE, BUTTON, BETWEEN, FOOT = 40, 26, 22, 32, 6, 10
"""Heights of the title, a slider's row, the sentence, a button, the space between, and below [units]."""
HEIGHT = HEAD + 3 * SLIDER + LINE + 2 * BUTTON + BETWEEN + FOOT
"""Of the card [units]."""
SLIDERS = (EPSILON, RATE, DISCOUNT)
WIDEST = "0.1234 → 0.1234"
"""The longest reading of a slider."""
TIPS = {
    EPSILON: "ε: the share of random actions (equation 13)",
    RATE: "β: how much of the difference one transition teaches (equation 4)",
    DISCOUNT: "γ: how much of a later reward counts now (equation 4); a new γ has a new Q*",
}
NOW, OVER = "From now on", "Start over"


class BlockButton(Button):
    """A button in rows of others, which its tooltip leaves uncovered.

    Attributes:
        others: the buttons around it.
    """

    others: tuple[Button, ...] = ()

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """Its tooltip, which stands below the last row or above the first."""
        rows = self.rect.unionall([button.rect for button in self.others])
        return self.tip, pygame.Rect(self.rect.x, rows.y, self.rect.width, rows.height)


class SettingsCard(Widget):
    """Sliders that say what is to be used, and buttons that have it used; the level's file stays as it is.

    Attributes:
        sliders: one for each setting.
        moved: the values that were moved, by their keys; they are not in use yet.
    """

    def __init__(self, ui: Ui, watching: Watching, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.watching = watching
        self.moved: dict[str, float] = {}
        self.sliders = {setting: self._slider(setting) for setting in SLIDERS}
        self.now = BlockButton(
            ui,
            "play",
            NOW,
            on_click=self._use_from_now_on,
            tip="Learning goes on with these values; the run records the transition at which they changed",
        )
        self.over = BlockButton(
            ui, "rotate-ccw", OVER, on_click=lambda: do(Control.RESTART), tip=tip("watch", Control.RESTART)
        )
        self.own = BlockButton(
            ui,
            "undo-2",
            "Level's own",
            on_click=self._take_own,
            tip="Moves the sliders back to the values in the level's file",
        )
        self.export = BlockButton(
            ui, "save", "Export run", on_click=lambda: do(Control.EXPORT), tip=tip("watch", Control.EXPORT)
        )
        buttons = (self.now, self.over, self.own, self.export)
        for button in buttons:
            button.others = buttons
        self.children = [*self.sliders.values(), *buttons]

    def _slider(self, setting: Setting) -> Slider:
        return Slider(
            self.ui,
            setting.sign,
            lambda slider: self._move(setting, slider.stop),
            stops=len(setting.values),
            reading=lambda _: self._reading(setting),
            widest=WIDEST,
            tip=TIPS[setting],
        )

    # -- values -------------------------------------------------------------------------------------------

    @property
    def _own(self) -> Learning | None:
        loaded = self.watching.loaded
        return loaded.level.learning if loaded is not None else None

    def stops(self, setting: Setting) -> list[float]:
        """The values that a slider goes through: its ladder with the level's own, without what it refuses."""
        loaded = self.watching.loaded
        values = set(map(float, setting.values))
        if loaded is not None:
            values.add(getattr(loaded.level.learning, setting.key))
            if loaded.level.rewards.step == 0 and setting is DISCOUNT:
                values.discard(1.0)  # it would define no shortest path, and level files refuse it
        return sorted(values)

    def _in_use(self, setting: Setting) -> float | None:
        learning = self.watching.learning
        return None if learning is None else float(getattr(learning, setting.key))

    def _move(self, setting: Setting, stop: int) -> None:
        self.moved[setting.key] = self.stops(setting)[stop]
        if self.moved[setting.key] == self._in_use(setting):
            del self.moved[setting.key]

    @property
    def wanted(self) -> SetLearning:
        """What the sliders say that is not in use."""
        return SetLearning(**self.moved)

    @property
    def begins_with(self) -> SetLearning:
        """What learning would start over with that differs from the level's own."""
        own, in_use = self._own, self.watching.learning
        if own is None or in_use is None:
            return SetLearning()
        values = {setting.key: getattr(self.wanted.applied(in_use), setting.key) for setting in SLIDERS}
        return SetLearning(**{key: value for key, value in values.items() if value != getattr(own, key)})

    def _use_from_now_on(self) -> None:
        if self.moved and self.watching.status != "failed":  # a learner that has ended uses nothing
            self.watching.change_learning(self.wanted)
            if self.watching.training_paused:
                self.watching.toggle_training()
            self.moved = {}

    def _take_own(self) -> None:
        """Moves the sliders to the level's own values; an ε that has decayed goes back too."""
        own, snapshot = self._own, self.watching.snapshot
        if own is None or snapshot is None:
            return
        in_use = {**{s.key: self._in_use(s) for s in SLIDERS}, "epsilon": snapshot.epsilon}
        values = {setting.key: float(getattr(own, setting.key)) for setting in SLIDERS}
        self.moved = {key: value for key, value in values.items() if value != in_use[key]}

    def _reading(self, setting: Setting) -> str:
        now, moved = self._in_use(setting), self.moved.get(setting.key)
        if now is None:
            return "–"
        return f"{now:.4g}" if moved is None else f"{now:.4g} → {moved:.4g}"

    @property
    def sentence(self) -> str:
        """How the run's settings came about."""
        snapshot, own = self.watching.snapshot, self._own
        if snapshot is None or own is None:
            return ""
        if snapshot.changes:
            (made, change), more = snapshot.changes[-1], len(snapshot.changes) - 1
            before = f", after {more} earlier change{'s' if more > 1 else ''}" if more else ""
            return f"{values_of(change)} from transition {made:,}{before}"
        return (
            "The level's own" if snapshot.began_with == own else "Started with other values than the level's"
        )

    # -- the card -----------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Makes the card show what is the case, while it is in sight."""
        if not self.visible:
            return
        for setting, slider in self.sliders.items():
            stops = self.stops(setting)
            value = self.moved.get(setting.key, self._in_use(setting))
            slider.stops = len(stops)
            slider.stop = min(range(len(stops)), key=lambda k: abs(stops[k] - (value or 0.0)))
        failed = self.watching.status == "failed"
        self.now.primary = bool(self.moved) and not failed
        self.now.idle = not self.now.primary
        snapshot = self.watching.snapshot
        self.export.idle = snapshot is None or snapshot.status == "warming_up"

    def arrange(self) -> None:
        """The sliders, the sentence, and two rows of buttons."""
        ui, rect = self.ui, self.rect
        x, width = rect.x + ui.px(PAD), rect.width - 2 * ui.px(PAD)
        for row, slider in enumerate(self.sliders.values()):
            slider.label_width = ui.px(14)
            slider.rect = pygame.Rect(x, rect.y + ui.px(HEAD + SLIDER * row), width, ui.px(SLIDER - 4))
        top = HEAD + 3 * SLIDER + LINE
        for row, buttons in enumerate(((self.now, self.over), (self.own, self.export))):
            box = Box(x, rect.y + ui.px(top + (BUTTON + BETWEEN) * row), width, ui.px(BUTTON))
            parts = tuple(Part(button.text, 1, grow=1) for button in buttons)
            boxes = lay_out(Row(parts, gap=ui.px(8)), box).boxes
            for button in buttons:
                button.rect = pygame.Rect(boxes[button.text])

    def draw(self, surface: pygame.Surface) -> None:
        """Draws title and sentence; the controls draw themselves."""
        ui = self.ui
        box = draw_card(ui, surface, self.rect, "Settings", icon="settings")
        ink = TEXT if self.watching.snapshot is not None and self.watching.snapshot.changes else MUTED
        line = draw.fit(self.sentence, ui.px(12), box.width)
        y = self.rect.y + ui.px(HEAD + 3 * SLIDER + LINE / 2 - 2)
        ui.text(surface, line, (box.x, y), 12, ink, anchor="midleft")


def values_of(change: SetLearning) -> str:
    """The values of a change in words, as “ε 0.3, γ 0.9”."""
    said = change.model_dump(exclude_none=True)
    return ", ".join(f"{setting.sign} {said[setting.key]:.4g}" for setting in SLIDERS if setting.key in said)

"""The play page's panel: the run in large figures, the shield, the race, real time, and the moves."""

from collections.abc import Callable

import pygame

from game.presenters.captions import best_on
from game.presenters.playing import BEATS, Playing
from game.presenters.stars import two_stars
from game.screens.menu.level_card import draw_star
from game.screens.panel import ACTION_ICONS
from game.screens.play.words import race_of, shield_note, shield_told, steps_of
from game.screens.terms import best_tip
from game.ui import Button, Slider, Toggle, Ui, Widget, draw_card
from game.ui.context import Point
from game.ui.controls import Control, control_of
from game.ui.drawing import draw
from game.ui.key_texts import tip, with_keys
from game.ui.theme import ACCENT, GOLD, LINE, MUTED, PAD, RADIUS_CARD, TEXT, UNSAFE_TEXT
from game.userdata.best_results import Best
from levels.model.board import Action

LINE_HEIGHT = 19
"""Distance of a card's lines [units]."""
SWITCH = 62
"""Width of a switch with the space before it [units]."""


class RunCard(Widget):
    """Steps, the best possible, the person's best, crashes, and what earns how many stars."""

    reactive = True

    def __init__(self, ui: Ui, playing: Playing, best: Best) -> None:
        super().__init__(ui, best_tip(playing.opened.level))
        self.playing = playing
        self.best = best

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the steps large, three figures with their names, and the stars below them."""
        ui, playing, px = self.ui, self.playing, self.ui.px
        box = draw_card(ui, surface, self.rect, "Your run", icon="footprints", note=shield_note(playing))
        shortest = playing.opened.certificate.shortest
        best = self.best.steps(playing.opened.level, shield=playing.shielded)
        middle = box.y + px(30)
        steps = playing.shown_steps
        place = (box.x, middle)
        end = ui.text(surface, f"{steps}", place, 44, weight="Bold", anchor="midleft").right
        unit = "step" if steps == 1 else "steps"
        ui.text(surface, unit, (end + px(12), middle + px(8)), 16, weight="SemiBold", anchor="midleft")
        figures = (
            (best_on(playing.opened.level), shortest, GOLD),
            ("your best", best, ACCENT),
            ("crashes", playing.crashes, UNSAFE_TEXT if playing.crashes else MUTED),
        )
        for row, (name, figure, color) in enumerate(figures):
            y = middle + px(24 * row) - px(24)
            text = "–" if figure is None else f"{figure}"
            ui.text(surface, text, (box.right, y), 16, color, weight="Bold", anchor="midright")
            ui.text(surface, name, (box.right - px(38), y), 13, MUTED, anchor="midright")
        if shortest is None:
            return
        y = self.rect.bottom - px(22)
        surface.fill(LINE, (box.x, y - px(20), box.width, 1))
        earns = ("get across", steps_of(two_stars(shortest)), steps_of(shortest))
        x = box.x
        widths = [px(17 * (n + 1) + 4) + ui.text_width(words, 12) for n, words in enumerate(earns)]
        gap = max(px(6), (box.width - sum(widths)) // 2)
        for n, words in enumerate(earns):
            for star in range(n + 1):
                draw_star(ui, surface, (x + px(8 + 17 * star), y), 16, full=True)
            ui.text(surface, words, (x + px(17 * (n + 1) + 4), y), 12, TEXT, anchor="midleft")
            x += widths[n] + gap


class SwitchCard(Widget):
    """A switch with a title, and a sentence or two about what it does now.

    Attributes:
        text: the sentences.
        edge: colour of its edge, "" for the usual one.
        toggle: the switch.
    """

    reactive = True

    def __init__(
        self, ui: Ui, icon: str, title: str, control: Control, do: Callable[[Control], None]
    ) -> None:
        super().__init__(ui)
        self.icon, self.title = icon, title
        self.text = self.edge = ""
        self.toggle = Toggle(ui, "", lambda _: do(control), tip=tip("play", control))
        self.children: list[Widget] = [self.toggle]

    def arrange(self) -> None:
        """The switch at the right end of the head line."""
        ui = self.ui
        self.toggle.rect = pygame.Rect(
            self.rect.right - ui.px(PAD + 40), self.rect.y + ui.px(11), ui.px(40), ui.px(24)
        )

    def lines(self) -> list[str]:
        """Its sentences in lines, as many as there is room for."""
        ui = self.ui
        room = max(1, (self.rect.height - ui.px(48)) // ui.px(LINE_HEIGHT))
        width = self.rect.width - 2 * ui.px(PAD)
        lines = draw.wrap(self.text, ui.px(13), width)
        if len(lines) > room:
            lines = [*lines[: room - 1], draw.fit(" ".join(lines[room - 1 :]), ui.px(13), width)]
        return lines

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:  # noqa: ARG002
        """The whole text, where it is cut."""
        return (self.text if self.lines()[-1].endswith("…") else ""), self.rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground, title and sentences; the switch draws itself."""
        ui, rect = self.ui, self.rect
        draw_card(ui, surface, rect, self.title, icon=self.icon, color=ACCENT if self.toggle.on else MUTED)
        if self.edge:
            draw.rounded(surface, rect, ui.px(RADIUS_CARD), None, stroke=self.edge, stroke_width=ui.px(2))
        for row, line in enumerate(self.lines()):
            place = (rect.x + ui.px(PAD), rect.y + ui.px(50 + LINE_HEIGHT * row))
            ui.text(surface, line, place, 13, MUTED if not self.edge else TEXT, anchor="midleft")


class ShieldCard(SwitchCard):
    """The shield: what it does, what it refused last, what it would have refused."""

    def __init__(self, ui: Ui, playing: Playing, do: Callable[[Control], None]) -> None:
        super().__init__(ui, "shield-check", "Shield", Control.SHIELD, do)
        self.playing = playing

    def follow(self) -> None:
        """Takes what it says now."""
        self.toggle.on = self.playing.shield
        self.title = "Shield" if self.playing.shield else "Shield is off"
        self.text, color = shield_told(self.playing)
        telling = self.playing.refusal is not None or (self.playing.ended and self.playing.outcome != "goal")
        self.edge = color if telling else ""


class RaceCard(SwitchCard):
    """The learned hen that crosses beside the player.

    Attributes:
        racing: whether it is shown.
    """

    def __init__(self, ui: Ui, playing: Playing, do: Callable[[Control], None]) -> None:
        super().__init__(ui, "ghost", "Race the learned hen", Control.GHOST, do)
        self.playing = playing
        self.racing = True

    def follow(self) -> None:
        """Takes what it says now."""
        self.toggle.on = self.racing and bool(self.playing.ghost)
        self.text = race_of(self.playing)


class RealTimeCard(SwitchCard):
    """Real time or move by move, and the beat."""

    def __init__(self, ui: Ui, playing: Playing, do: Callable[[Control], None]) -> None:
        super().__init__(ui, "clock", "Real time", Control.REAL_TIME, do)
        self.playing = playing
        self.beat = Slider(
            ui,
            "Beat",
            lambda slider: setattr(playing, "beat_index", slider.stop),
            stops=len(BEATS),
            reading=lambda slider: f"{BEATS[slider.stop]:g} s",
            widest="0.35 s",
            tip=with_keys("play", "Seconds per step in real time ({SLOWER} and {FASTER})"),
        )
        self.children.append(self.beat)

    def follow(self) -> None:
        """Takes how it is played now."""
        playing = self.playing
        self.toggle.on = self.beat.visible = playing.real_time
        self.beat.stop = playing.beat_index
        self.text = "" if playing.real_time else "Off: the traffic moves when you do. On: it moves at a beat."

    def arrange(self) -> None:
        """The beat below the head line."""
        super().arrange()
        ui = self.ui
        self.beat.rect = pygame.Rect(
            self.rect.x + ui.px(PAD), self.rect.y + ui.px(44), self.rect.width - 2 * ui.px(PAD), ui.px(30)
        )


class MoveCard(Widget):
    """The moves as buttons, and starting again."""

    PLACES = {Action.UP: (1, 0), Action.LEFT: (0, 1), Action.DOWN: (1, 1), Action.RIGHT: (2, 1)}  # noqa: RUF012
    """Column and row of each move among the keys."""

    def __init__(self, ui: Ui, playing: Playing, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.playing = playing
        self.moves: dict[Action, Button] = {}
        for action in playing.opened.mdp.actions:
            control = control_of("move", action.name.lower())
            assert control is not None
            self.moves[action] = Button(
                ui,
                ACTION_ICONS[action],
                on_click=lambda control=control: do(control),  # type: ignore[misc]
                tip=tip("play", control),
            )
        self.again = Button(
            ui, "rotate-ccw", "Again", on_click=lambda: do(Control.RESTART), tip=tip("play", Control.RESTART)
        )
        self.children = [*self.moves.values(), self.again]

    def arrange(self) -> None:
        """The keys in the middle as on a keyboard, waiting to their right, Again to their left."""
        ui, rect = self.ui, self.rect
        gap = ui.px(6)
        head = ui.px(44)
        side = max(ui.px(30), min(ui.px(54), (rect.height - head - ui.px(14) - gap) // 2))
        step = side + gap
        left = rect.centerx - (3 * step - gap) // 2
        top = rect.y + head + max(0, (rect.height - head - ui.px(14) - 2 * step + gap) // 2)
        for action, button in self.moves.items():
            column, row = self.PLACES.get(action, (3, 1))
            button.rect = pygame.Rect(left + column * step, top + row * step, side, side)
        width = min(self.again.natural_width(), left - gap - rect.x - ui.px(PAD))
        self.again.text = "Again" if width >= self.again.width_of("Again") else ""
        width = max(width, side) if self.again.text else side
        self.again.rect = pygame.Rect(left - gap - width, top + step, width, side)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground; the buttons draw themselves."""
        note = with_keys("play", "or {GO_UP[1]} {GO_LEFT[1]} {GO_DOWN[1]} {GO_RIGHT[1]}, or click")
        draw_card(self.ui, surface, self.rect, "Move", icon="gamepad-2", note=note)

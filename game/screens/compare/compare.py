"""The compare screen: three learners side by side, and what happens to each of them while learning."""

import math

import pygame

from game.board.art.scenery import tallest
from game.board.geometry import geometry
from game.presenters.comparing import Comparing
from game.presenters.entry import Description, Entry
from game.presenters.pace import RATES
from game.presenters.playback import SPEEDS
from game.screens.board_area import BoardArea
from game.screens.compare.cards import Figures, Headline, TrendCard
from game.screens.compare.layout import NAMED, compare_layout
from game.screens.compare.racers import RacerDialog
from game.screens.learning_screen import LearningScreen
from game.screens.panel import abbreviated
from game.screens.screen import Fail, Outcome
from game.screens.tool_buttons import Recorder, Speaker, Title
from game.screens.training import DISPLAY_PAUSED, STATUS, TRAINING_PAUSED, follow_training
from game.services.services import Services
from game.ui import Button, NamedIcon, Slider, Toggle, Widget
from game.ui.card_column import Heading
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import hint_lines, tip, with_keys
from game.ui.layout import EDGE
from game.ui.theme import BLACK, DIM, MUTED, ROLES, UNSAFE, WHITE
from levels.model.delays import is_late

KEYS = hint_lines(
    "compare",
    {
        "{PAUSE} pause": 2,
        "{TRAINING} learning": 2,
        "{UNLIMITED} full speed": 1,
        "{RATE_DOWN} {RATE_UP} speed": 1,
        "{EXPLORING} random moves": 2,
        "{RACER_1} {RACER_2} {RACER_3} who races": 1,
        "{RECORD} record": 3,
        "{HELP} help": 3,
    },
)
"""Keys that are worth a hint: the first line that fits is shown."""


class Compare(LearningScreen):
    """One level, learned three times at once."""

    name = "compare"

    def __init__(self, size: tuple[int, int], scale: float, services: Services, comparing: Comparing) -> None:
        super().__init__(size, scale, services)
        self.comparing = comparing
        self.tools = self._tools()
        places = range(len(comparing.entries))
        self.heads = [Headline(self.ui, comparing, place, self.select_racer) for place in places]
        self.figures = [Figures(self.ui, comparing, place) for place in places]
        self.trend = TrendCard(self.ui, comparing)
        first = BoardArea(self.ui)
        self.boards = [first, *(BoardArea(self.ui, first) for _ in comparing.entries[1:])]
        self.opened = False
        self.heading = Heading(self.ui, "Crashes and traps over practice moves", "chart-line", self._open)
        self.ui.root = [
            *self.tools.values(),
            *(*self.boards, *self.heads, *self.figures, self.trend, self.heading),
        ]
        self.arrange()

    @property
    def presenter(self) -> Comparing:
        """The three, all of which train and pause at once."""
        return self.comparing

    @property
    def display(self) -> Comparing:
        """The three, all of which play and pause at once."""
        return self.comparing

    @property
    def title(self) -> str:
        """The level's name."""
        opened = self.comparing.opened
        return f"{opened.level.name}, race" if opened else ""

    @property
    def message_area(self) -> pygame.Rect:
        """Over the boards, so that no figure is hidden."""
        return self.boards[0].rect.unionall([area.rect for area in self.boards[1:]])

    def _tools(self) -> dict[str, Widget]:
        def button(icon: str, control: Control, *, primary: bool = False) -> Button:
            return Button(
                self.ui,
                icon,
                on_click=lambda: self.do(control),
                primary=primary,
                tip=tip("compare", control),
            )

        self.play = button("pause", Control.PAUSE, primary=True)
        self.speed = Slider(
            self.ui,
            "Speed",
            lambda slider: self.comparing.set_speed(slider.stop),
            stops=len(SPEEDS),
            reading=lambda slider: f"{SPEEDS[slider.stop]:g} / s",
            widest="0.5 / s",
            tip=with_keys("compare", "Speed of the displays in moves per second ({FASTER} and {SLOWER})"),
        )
        self.exploring = Toggle(
            self.ui,
            "Random",
            lambda _: self.do(Control.EXPLORING),
            tip=tip("compare", Control.EXPLORING),
        )
        self.training = button("pause", Control.TRAINING)
        self.training.text = "Learning"
        self.unlimited = button("infinity", Control.UNLIMITED)
        self.back = button("chevron-left", Control.BACK_OUT)
        self.help = NamedIcon(
            self.ui,
            "circle-question-mark",
            "Help",
            on_click=lambda: self.do(Control.HELP),
            tip=tip("compare", Control.HELP),
        )
        self.record = Recorder(self.ui, "compare", self.do)
        self.speaker = Speaker(self.ui, "compare", self.do)
        self.bar = Title(self.ui, 16)
        return {
            "back": self.back,
            "title": self.bar,
            "play": self.play,
            "step": button("step-forward", Control.STEP),
            "speed": self.speed,
            "exploring": self.exploring,
            "training": self.training,
            "unlimited": self.unlimited,
            "record": self.record,
            "speaker": self.speaker,
            "help": self.help,
        }

    # -- layout -------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Boxes for the window's size."""
        opened = self.comparing.opened
        aspect = 1.0
        if opened is not None:
            board = opened.level.board
            width, height = geometry(board.n_rows, board.n_cols, tallest(board), self.ui.px(32)).size
            aspect = width / height
        layout = compare_layout(*self.ui.size, self.ui.scale, aspect, opened=self.opened)
        self.place(layout)
        for button, words in ((self.training, "Learning"), (self.back, "Back")):
            button.text = words if button.rect.width >= button.width_of(words) else ""
        for tool in (self.record, self.speaker, self.help):
            tool.named = tool.rect.width >= self.ui.px(NAMED)
        self.speed.label = "Speed" if self.speed.rect.width >= self.ui.px(170) else ""
        for head, figures, column in zip(self.heads, self.figures, layout.columns, strict=True):
            head.rect, figures.visible = pygame.Rect(column.head), column.figures is not None
            figures.rect = pygame.Rect(column.figures or (0, 0, 0, 0))
        self.trend.visible, self.heading.visible = not layout.folded, layout.folded
        self.trend.rect = self.heading.rect = pygame.Rect(layout.chart)
        self.trend.arrange()
        for area, column in zip(self.boards, layout.columns, strict=True):
            area.arrange_in(pygame.Rect(column.board))

    def _open(self) -> None:
        self.opened = True
        self.arrange()

    # -- what keys do -------------------------------------------------------------------------------------

    def zoom(self, step: int) -> None:
        """Zooms large boards in (1) or out (−1)."""
        for area in self.boards:
            area.zoom(step)

    def follow_agent(self) -> None:
        """Lets large boards follow their agents again."""
        for area in self.boards:
            area.follow_agent()

    def select_racer(self, place: int) -> None:
        """Opens the list of learners for this place, from the left."""

        def selected(name: str) -> None:
            self.comparing.select(place, name)
            self.services.change(self.services.settings.model_copy(update={"racers": self.comparing.names}))

        self.ui.show(RacerDialog(self.ui, self.comparing, place, selected))

    def restart(self) -> None:
        """Starts over with the same seed."""
        self.comparing.restart()

    # -- life ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass."""
        comparing = self.comparing
        had_level = comparing.opened is not None
        comparing.update(dt, reduce_motion=self.services.settings.reduce_motion)
        if comparing.opened is not None and not had_level:
            self.arrange()
        if comparing.refused is not None:
            self.outcome = Fail(comparing.refused)
        self.trend.follow(dt)
        self.play.icon = "play" if comparing.paused else "pause"
        self.speed.stop = comparing.speed_index
        self.exploring.on = comparing.exploring
        follow_training(self.training, self.unlimited, comparing)
        self.record.follow(self.services.recording.taken)
        self.speaker.follow(muted=self.services.settings.muted)
        return super().update(dt)

    def close(self, patience: float = 0.0) -> None:
        """Ends the three learners, and releases all that was drawn."""
        self.comparing.close(patience)
        super().close(patience)

    def forget_pictures(self) -> None:
        """Releases all that was drawn."""
        super().forget_pictures()
        for area in self.boards:
            area.view = None

    # -- drawing ------------------------------------------------------------------------------------------

    @property
    def shown(self) -> tuple[object, ...]:
        """The values that toolbar, cards and status line show."""
        comparing = self.comparing
        return (
            *(
                comparing.names,
                comparing.standings,
                comparing.paused,
                comparing.speed_index,
                comparing.exploring,
            ),
            *(comparing.training_paused, comparing.unlimited, comparing.rate_index),
            self.services.settings.muted,
        )

    def draw_ground(self, layer: pygame.Surface) -> None:
        """Writes the title, and facts and keys at the foot."""
        ui, foot = self.ui, self.layout.status
        room = self.bar.rect.width
        self.bar.text, self.bar.note = self._name(room), self._budget(room)
        middle = foot.y + foot.height // 2
        x = foot.x + ui.px(EDGE + 6)
        for icon, text, color in self._facts():
            if x + ui.px(22) + ui.text_width(text, 12) <= foot.right - ui.px(EDGE):
                ui.icon(layer, icon, (x + ui.px(8), middle), 15, color)
                x = ui.text(layer, text, (x + ui.px(22), middle), 12, color, anchor="midleft").right
                x += ui.px(20)
        right = foot.right - ui.px(EDGE)
        keys = next((keys for keys in KEYS if x + ui.text_width(keys, 12) < right), "")
        ui.text(layer, keys, (right, middle), 12, DIM, anchor="midright")

    def _name(self, room: int) -> str:
        opened = self.comparing.opened
        if opened is None:
            return "Reading the level"
        whole = f"{opened.level.name}: three learners"
        return whole if self.ui.text_width(whole, 16, "SemiBold") <= room else opened.level.name

    def _budget(self, room: int) -> str:
        standings = self.comparing.standings
        made = standings.transitions if standings else 0
        shorter = f"{made:,} practice moves each"
        opened = self.comparing.opened
        late = opened is not None and is_late(opened.level)
        whole = f"{shorter}, {'in the same late traffic' if late else 'with the same luck'}"
        return whole if self.ui.text_width(whole, 12) <= room else shorter

    def _facts(self) -> list[tuple[str, str, str]]:
        comparing, standings = self.comparing, self.comparing.standings
        if standings is None:
            text, icon, color = STATUS[comparing.status]
            return [(icon, text[0].lower() + text[1:], color)]
        if standings.status == "failed":
            return [("triangle-alert", standings.message, UNSAFE)]
        pace = "as fast as possible" if comparing.unlimited else f"{RATES[comparing.rate_index]:,} per second"
        measured = abbreviated(standings.transitions_per_second)
        facts = [("zap", f"each learns {pace}" + (f", now {measured}" if comparing.unlimited else ""), MUTED)]
        if comparing.training_paused:
            facts = [TRAINING_PAUSED]
        if comparing.paused:
            facts.append(DISPLAY_PAUSED)
        how = "with" if comparing.exploring else "without"
        facts.append(("route", f"shown {how} random moves", MUTED))
        return facts

    @property
    def covered(self) -> list[pygame.Rect]:
        """The grounds of the three boards."""
        return [floor for area in self.boards for floor in area.covered]

    def draw_live(self, surface: pygame.Surface) -> None:
        """Draws the three boards with their marks."""
        opened = self.comparing.opened
        for entry, area in zip(self.comparing.entries, self.boards, strict=True):
            if opened is None:
                self.ui.text(surface, "Reading the level", area.rect.center, 13, MUTED, anchor="center")
                continue
            view = area.view_in_box(opened.level)
            view.draw(surface, area.origin, entry.scene(opened))
            if entry.failed:
                self._draw_failure(surface, entry, area, entry.description(opened))
        if self.comparing.opening is not None:
            self.comparing.opening.drawn.set()

    def _draw_failure(
        self, surface: pygame.Surface, entry: Entry, area: BoardArea, description: Description
    ) -> None:
        """Marks where an episode failed, and says how."""
        ui, failure, box = self.ui, entry.failure, area.rect
        color = ROLES[description.role]
        assert failure is not None
        square = area.rect_of(failure.cell)
        place = pygame.Vector2(square.center)
        if not failure.moved:  # into a wall: between the two cells
            place = (place + pygame.Vector2(area.rect_of(entry.way[-1]).center)) / 2
        middle = place.x, place.y
        size = max(square.width, ui.px(26))
        if failure.crash:
            burst = _burst(round(1.5 * size), color)
            surface.blit(burst, burst.get_rect(center=place))
            draw.icon(surface, "x", middle, 0.7 * size, WHITE, stroke=3.4)
        else:
            draw.badge(surface, description.icon, middle, 0.6 * size, color)
        width = ui.text_width(failure.text, 13, "SemiBold") + ui.px(22)
        pill = pygame.Rect(0, 0, width, ui.px(26))
        pill.midtop = round(place.x), round(place.y + 0.85 * size)
        if pill.bottom > box.bottom:
            pill.bottom = round(place.y - 0.85 * size)
        pill.clamp_ip(box)
        draw.rounded(surface, pill, ui.px(13), BLACK, 0.9, stroke=color, stroke_width=1)
        ui.text(surface, failure.text, pill.center, 13, WHITE, weight="SemiBold", anchor="center")


def _burst(side: int, color: str) -> pygame.Surface:
    """A star with many points, the sign of a crash."""
    points = []
    for k in range(24):
        radius = side / 2 * (0.98, 0.68)[k % 2]
        turn = math.tau * k / 24
        points.append(f"{side / 2 + radius * math.sin(turn):.1f},{side / 2 - radius * math.cos(turn):.1f}")
    shape = " L".join(points)
    return draw.svg(
        f'<path d="M{shape} Z" fill="{color}" stroke="#ffffff" stroke-width="{max(1.5, side / 30):.1f}" '
        'stroke-linejoin="round"/>',
        side,
        side,
    )

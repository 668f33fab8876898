"""The compare screen: three learners side by side, and what each of them does to itself while learning."""

import math

import pygame

from game import draw
from game.board.view import BoardView, cell_px_for
from game.compare_cards import Figures, Headline, TrendCard
from game.compare_layout import CompareLayout, compare_layout
from game.comparing import Comparing
from game.contestant import Contestant
from game.controls import Command, tip
from game.desk import Desk
from game.layout import EDGE
from game.pace import RATES
from game.panel import abbreviated
from game.playback import SPEEDS
from game.screens.screen import Fail, Outcome, Pop, Screen
from game.theme import BACKGROUND, BLACK, DIM, DOOMED, LINE, MUTED, PANEL, TEXT, UNSAFE, WHITE
from game.ui import Button, Slider, Toggle, Widget

KEYS = "Space pause   T training   U unlimited   [ ] pace   E random moves   H keys"


class Compare(Screen):
    """One level, learned three times at once."""

    name = "compare"

    def __init__(self, size: tuple[int, int], scale: float, desk: Desk, comparing: Comparing) -> None:
        super().__init__(size, scale, desk)
        self.comparing = comparing
        self.tools = self._tools()
        self.heads = [Headline(self.ui, contestant) for contestant in comparing.contestants]
        self.figures = [Figures(self.ui, contestant) for contestant in comparing.contestants]
        self.trend = TrendCard(self.ui, comparing)
        self.ui.root = [*self.tools.values(), *self.heads, *self.figures, self.trend]
        self._view: BoardView | None = None
        self._layer: pygame.Surface | None = None
        self._seen: tuple[object, ...] = ()
        self.arrange()

    @property
    def title(self) -> str:
        """The level's name."""
        opened = self.comparing.opened
        return f"{opened.level.name}, compared" if opened else ""

    def _tools(self) -> dict[str, Widget]:
        def button(icon: str, command: Command, *, primary: bool = False) -> Button:
            return Button(
                self.ui,
                icon,
                on_click=lambda: self.command(command),
                primary=primary,
                tip=tip("compare", command),
            )

        self.play = button("pause", Command.PAUSE, primary=True)
        self.speed = Slider(
            self.ui,
            "Speed",
            lambda slider: self.comparing.set_speed(slider.stop),
            stops=len(SPEEDS),
            reading=lambda slider: f"{SPEEDS[slider.stop]:g} / s",
            widest="0.5 / s",
            tip="Moves a second of the displays (+ and −)",
        )
        self.exploring = Toggle(
            self.ui,
            "ε-greedy",
            lambda _: self.command(Command.EXPLORING),
            tip=tip("compare", Command.EXPLORING),
        )
        self.training = button("pause", Command.TRAINING)
        self.training.text = "Training"
        self.unlimited = button("infinity", Command.UNLIMITED)
        return {
            "back": button("x", Command.BACK_OUT),
            "play": self.play,
            "step": button("step-forward", Command.STEP),
            "speed": self.speed,
            "exploring": self.exploring,
            "training": self.training,
            "unlimited": self.unlimited,
            "help": button("circle-question-mark", Command.HELP),
        }

    # -- layout -------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Boxes for the window's size."""
        opened = self.comparing.opened
        aspect = 1.0
        if opened is not None:
            cell = cell_px_for(opened.level, self.ui.size[0] // 3, self.ui.size[1])
            width, height = BoardView.size_for(opened.level, cell)
            aspect = width / height
        self.layout: CompareLayout = compare_layout(*self.ui.size, self.ui.scale, aspect)
        for name, widget in self.tools.items():
            widget.visible = name in self.layout.tools
            widget.rect = pygame.Rect(self.layout.tools.get(name, (0, 0, 0, 0)))
        for head, figures, column in zip(self.heads, self.figures, self.layout.columns, strict=True):
            head.rect, figures.rect = pygame.Rect(column.head), pygame.Rect(column.figures)
        self.trend.visible = self.layout.chart is not None
        self.trend.rect = pygame.Rect(self.layout.chart or (0, 0, 0, 0))
        self.trend.arrange()
        self._view = self._layer = None

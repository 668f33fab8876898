"""The widget kit: controls drawn by the program itself, scaled, operable by keyboard, without clocks."""

from game.ui.buttons import Button, NamedIcon, Segment, Segments, Toggle
from game.ui.card import draw_card
from game.ui.chart import Chart, Series
from game.ui.choices import Choice, Choices
from game.ui.context import Ui
from game.ui.dialog import Dialog
from game.ui.kit import WidgetTree
from game.ui.scroll import Line, ScrollText
from game.ui.slider import Slider
from game.ui.stepper import Stepper
from game.ui.text_field import TextField
from game.ui.widget import Clickable, Popup, Widget

__all__ = [
    "Button",
    "Chart",
    "Choice",
    "Choices",
    "Clickable",
    "Dialog",
    "Line",
    "NamedIcon",
    "Popup",
    "ScrollText",
    "Segment",
    "Segments",
    "Series",
    "Slider",
    "Stepper",
    "TextField",
    "Toggle",
    "Ui",
    "Widget",
    "WidgetTree",
    "draw_card",
]

"""The widget kit: controls drawn by the program itself, scaled, operable by keyboard, without clocks."""

from game.ui.buttons import Button, Segment, Segments, Toggle
from game.ui.card import draw_card
from game.ui.chart import Chart, Series
from game.ui.dialog import Dialog
from game.ui.dropdown import Dropdown
from game.ui.kit import Ui
from game.ui.scroll import Line, ListBox, ScrollText, draw_plain_row
from game.ui.slider import Slider
from game.ui.widget import Popup, Widget

__all__ = [
    "Button",
    "Chart",
    "Dialog",
    "Dropdown",
    "Line",
    "ListBox",
    "Popup",
    "ScrollText",
    "Segment",
    "Segments",
    "Series",
    "Slider",
    "Toggle",
    "Ui",
    "Widget",
    "draw_card",
    "draw_plain_row",
]

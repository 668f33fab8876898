"""SettingSlider: one number of the obstacle that is being changed."""

from collections.abc import Callable
from typing import Any

from game.board.kind import Setting
from game.ui import Slider, Ui

WIDEST = "60 steps"
"""The longest reading of a slider of the obstacle card."""


class SettingSlider(Slider):
    """A setting of the chosen obstacle; the wheel scrolls the panel, and never changes it by accident."""

    def __init__(self, ui: Ui, setting: Setting[Any], on_move: Callable[[Setting[Any]], None]) -> None:
        super().__init__(
            ui,
            setting.label,
            lambda _: on_move(setting),
            stops=setting.high - setting.low + 1,
            reading=lambda _: self._words(self.value(self._shown)),
            widest=WIDEST,
        )
        self.setting = setting
        self._shown = setting.low

    def wheel(self, dx: float, dy: float) -> bool:  # noqa: ARG002
        """Leaves the wheel to the panel."""
        return False

    def _words(self, number: int) -> str:
        unit = self.setting.unit
        return f"{number} {unit}{'' if number == 1 else 's'}" if unit else f"{number}"

    def show(self, value: int) -> None:
        """Sets the knob to a value, or to the end that is nearer to it; the reading is the value."""
        self._shown = value
        self.stop = self._stop_of(value)

    def value(self, now: int) -> int:
        """What it is set to; the value that the obstacle has `now` where the knob shows that one."""
        return now if self.stop == self._stop_of(now) else self.setting.low + self.stop

    def _stop_of(self, value: int) -> int:
        return min(max(value, self.setting.low), self.setting.high) - self.setting.low

"""Axis: numbers to a place between 0 and 1, linear or logarithmic, and the ticks worth labelling."""

from dataclasses import dataclass
from math import ceil, floor, log10

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Axis:
    """From `low` to `high`; on a logarithmic axis `low` is positive, and numbers ≤ 0 stand at its foot.

    `zero`: the foot of a logarithmic axis means 0, because the data have zeros.
    """

    low: float
    high: float
    log: bool = False
    zero: bool = False

    def place(self, numbers: Numbers) -> Numbers:
        """Places in [0, 1], NaN where a number is NaN or infinite; same shape as `numbers`."""
        finite = np.where(np.isfinite(numbers), numbers, np.nan)
        if not self.log:
            return np.clip((finite - self.low) / (self.high - self.low), 0.0, 1.0)
        span = log10(self.high) - log10(self.low)
        return np.clip((np.log10(np.maximum(finite, self.low)) - log10(self.low)) / span, 0.0, 1.0)

    def ticks(self, most: int) -> list[tuple[float, str]]:
        """At most about `most` numbers to label, with their labels, upwards."""
        if not self.log:
            return [(number, short(number)) for number in _round_numbers(self.low, self.high, most)]
        first, last = ceil(log10(self.low) - 1e-9), floor(log10(self.high) + 1e-9)
        stride = max(1, ceil((last - first + 1) / most))
        ticks = [(10.0**power, _power(power)) for power in range(last, first - 1, -stride)][::-1]
        if self.zero:
            ticks = [(self.low, "0"), *(tick for tick in ticks if tick[0] > self.low * 3)]
        return ticks


def log_axis(numbers: Numbers) -> Axis:
    """The axis in whole powers of ten that shows all positive numbers, and zeros at a foot of their own."""
    finite = numbers[np.isfinite(numbers)]
    positive = finite[finite > 0]
    zero = bool((finite <= 0).any())
    if not positive.size:
        return Axis(0.1, 1.0, log=True, zero=zero)
    low, high = floor(log10(float(positive.min()))), ceil(log10(float(positive.max())))
    return Axis(10.0 ** max(-300, low - zero), 10.0 ** max(high, low + 1), log=True, zero=zero)


def linear_axis(numbers: Numbers) -> Axis:
    """The axis that shows all numbers, with a little room above and below."""
    finite = numbers[np.isfinite(numbers)]
    if not finite.size:
        return Axis(-1.0, 0.0)
    low, high = float(finite.min()), float(finite.max())
    margin = max(0.05 * (high - low), 0.05)
    return Axis(low - margin, high + margin)


def short(number: float) -> str:
    """A number in few letters: 0.5, 40, 1.2k, 3M."""
    sizes = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
    size, unit = next(((size, unit) for size, unit in sizes if abs(number) >= size), (1, ""))
    return f"{number / size:.3g}{unit}".replace("-", "−")


def _power(power: int) -> str:
    return short(10.0**power) if -3 <= power < 12 else f"1e{power}".replace("-", "−")


def _round_numbers(low: float, high: float, most: int) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten within [low, high], at most about `most`."""
    raw = (high - low) / max(1, most)
    unit = 10.0 ** floor(log10(raw))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= raw * (1 - 1e-9))
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [0.0 if number == 0 else number * step for number in range(first, last + 1)]

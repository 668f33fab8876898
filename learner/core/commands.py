"""What the window can ask of a learner thread: frozen values that act between two slices."""

from dataclasses import dataclass
from typing import Literal

StopAt = Literal["budget", "episode", "converged"]
"""Where an `advance` stops: at its budget, or also at the episode's end, or at the converging episode."""


@dataclass(frozen=True)
class Pause:
    """Stop learning until `Resume` or `Advance`."""


@dataclass(frozen=True)
class Resume:
    """Continue learning at the rate that was set."""


@dataclass(frozen=True)
class Advance:
    """Learn this much as fast as possible, then pause; `Pause` and `Resume` cut it short.

    Attributes:
        transitions: at most how many, None for no limit.
        stop: where else to stop.
    """

    transitions: int | None = None
    stop: StopAt = "budget"

    def __post_init__(self) -> None:
        if self.transitions is None and self.stop == "budget":
            raise ValueError("Advance needs a number of transitions or a stop")
        if self.transitions is not None and self.transitions < 1:
            raise ValueError(f"{self.transitions} transitions is not a valid number: give 1 or more, or None")


@dataclass(frozen=True)
class SetEpsilon:
    """Use this ε from the next transition on; a decay continues from there."""

    epsilon: float

    def __post_init__(self) -> None:
        if not 0.0 <= self.epsilon <= 1.0:
            raise ValueError(f"ε is {self.epsilon}, but a probability lies between 0 and 1")


@dataclass(frozen=True)
class SetRate:
    """Learn at this rate [transitions/s], None for as fast as possible. Pausing is unaffected."""

    rate: float | None

    def __post_init__(self) -> None:
        if self.rate is not None and not self.rate > 0.0:
            raise ValueError(f"the rate is {self.rate} transitions a second, but it must be above 0")


@dataclass(frozen=True)
class Stop:
    """End the thread."""


Command = Pause | Resume | Advance | SetEpsilon | SetRate | Stop

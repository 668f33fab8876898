"""What the window can ask of a learner thread: frozen values that act between two slices."""

from dataclasses import dataclass
from typing import Literal

from levels.model.level import Fraction, Learning, Part, PositiveFraction

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


class SetLearning(Part):
    """Learn with other settings from the next transition on; None leaves a setting as it is.

    Attributes:
        learning_rate: β.
        discount: γ.
        epsilon: ε; a decay continues from there.
    """

    learning_rate: PositiveFraction | None = None
    discount: PositiveFraction | None = None
    epsilon: Fraction | None = None

    def applied(self, learning: Learning) -> Learning:
        """Give the settings that follow; an ε below the floor becomes the floor, so it stays as given."""
        floor = learning.epsilon_floor if self.epsilon is None else min(learning.epsilon_floor, self.epsilon)
        return learning.model_copy(update={**self.model_dump(exclude_none=True), "epsilon_floor": floor})


Changes = tuple[tuple[int, SetLearning], ...]
"""Settings changed during a run, each with the number of transitions made before."""


def changes_to_json(changes: Changes) -> list[dict[str, float]]:
    """Give the changes for JSON: the transition and what was set there."""
    return [{"transition": made, **change.model_dump(exclude_none=True)} for made, change in changes]


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


Command = Pause | Resume | Advance | SetLearning | SetRate | Stop

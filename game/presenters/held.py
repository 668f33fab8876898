"""Held: a value on show that changes only once another one has lasted, so that verdicts do not flicker."""

from typing import Generic, TypeVar

HOLD = 2.0
"""How long another value has to last before it is shown [s]."""

Value = TypeVar("Value")


class Held(Generic[Value]):
    """A value on show.

    Attributes:
        shown: the value.
    """

    def __init__(self, first: Value) -> None:
        self.shown = first
        self._next = first
        self._age = 0.0

    def follow(self, value: Value, dt: float, *, at_once: bool = False) -> None:
        """Takes what holds now, `dt` [s] after the last call; `at_once` shows it without delay."""
        if value != self._next:
            self._next, self._age = value, 0.0
        else:
            self._age += dt
        if at_once or self._age >= HOLD:
            self.shown = value

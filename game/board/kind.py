"""Kind: how the window shows one kind of obstacle, and how the editor lays and changes it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from game.board.art.drawn import Drawn
from game.board.art.sight import Fleet, Sight
from levels.model.board import Cell
from levels.model.level import Level
from levels.model.obstacle import MOST_LATE, Obstacle

Some = TypeVar("Some", bound=Obstacle)
Size = tuple[int, int]
"""Rows and columns of the board."""
Values = Mapping[str, int]
"""The values of a kind's settings by key."""


@dataclass(frozen=True)
class Setting(Generic[Some]):
    """A whole number of an obstacle that a slider of its card changes.

    Attributes:
        key: its name; where `read` and `write` are left out, a key of the level file.
        label: what the slider is called.
        low, high: the least and the largest value that the slider offers; a file may hold others.
        unit: what is counted, in the singular; "" for a bare number.
        read: its value for an obstacle on a board of some size.
        write: the keys of the file to change once one of the settings is moved; it gets the values of all.
        offered: whether it makes sense for an obstacle as that is now.
    """

    key: str
    label: str
    low: int
    high: int
    unit: str = ""
    read: Callable[[Some, Size], int] | None = None
    write: Callable[[Some, Values, Size], dict[str, Any]] | None = None
    offered: Callable[[Some], bool] = lambda _obstacle: True

    def value(self, obstacle: Some, size: Size) -> int:
        """Its value for an obstacle."""
        return int(getattr(obstacle, self.key)) if self.read is None else self.read(obstacle, size)

    def keys(self, obstacle: Some, values: Values, size: Size) -> dict[str, Any]:
        """The keys of the file to change for it."""
        return {self.key: values[self.key]} if self.write is None else self.write(obstacle, values, size)


@dataclass(frozen=True)
class Kind(Generic[Some]):
    """One kind of obstacle as the window shows and edits it.

    Attributes:
        draw: its vehicles on the picture at a time in ticks.
        name: the name of its tool; the control that chooses the tool has the same name.
        look: the look on the tool's button and of a new obstacle.
        lay: the keys of an obstacle along the cells of a stroke, each next to the previous one.
        title: the heading of its card.
        settings: the settings of its card besides those of all kinds.
        turn: the keys to change to reverse it; None if it can't be reversed.
        shift: the keys to change to set its vehicles so many cells on; None if they can't be dragged.
        fit: the keys to change for a board of another size; an empty dict for none.
    """

    draw: Callable[[Sight, Some, Fleet, float], list[Drawn]]
    name: str
    look: str
    lay: Callable[[Level, Sequence[Cell]], dict[str, Any]]
    title: Callable[[Some], str] = lambda obstacle: obstacle.where().capitalize()
    settings: tuple[Setting[Some], ...] = ()
    turn: Callable[[Some], dict[str, Any]] | None = None
    shift: Callable[[Some, int, Size], dict[str, Any]] | None = None
    fit: Callable[[Some, Size], dict[str, Any]] = lambda _obstacle, _size: {}


SHARED: tuple[Setting[Obstacle], ...] = (
    Setting("every", "Moves every", 1, 8, "step"),
    Setting("hop", "Cells per move", 1, 4, "cell"),
    Setting("late", "Late, at most", 0, MOST_LATE, "step", offered=lambda obstacle: not obstacle.carries),
)
"""The settings of all kinds."""

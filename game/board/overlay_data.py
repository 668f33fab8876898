"""OverlayData and Overlay: shared by the board and the overlays."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import cached_property, reduce
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
import pygame
from numpy.typing import NDArray

from game.board.canvas import Canvas
from levels.model.level import Level

if (
    TYPE_CHECKING
):  # the tables' modules take long to import, and a picture without overlays needs none of them
    from game.presenters.svm_fit import Fitted
    from levels.model.mdp import Mdp
    from levels.proof.optimal_values import OptimalValues
    from levels.proof.safety import SafeActions


@dataclass(frozen=True, eq=False)
class OverlayData:
    """The values that overlays draw.

    Attributes:
        q: (n_states, n_actions) float64, NaN where not allowed.
        labels: (n_states,) int8, column of the best allowed action; -1 for none.
        state: where the agent is; `phase` is the phase the board shows.
        value_range: lowest and highest best Q of a state, the ends of the colour scale.
        svm: the SVM of the overlay "svm", None before the first.
        palette: the colour scale, a name in `theme.PALETTES`.
        in_sight: numbers of the tables' cells that the canvas shows, None for all; the board sets it.
        written: (n,) bool, which of them have a number that is to be read, None for none; the board sets it.
        optimal: the level's optimum, for the overlay "error"; None where nobody asked for it.
        visits: (n_states,) int64, transitions made from each state, for the same.
    """

    level: Level
    mdp: "Mdp"
    safe: "SafeActions"
    q: NDArray[np.float64]
    labels: NDArray[np.int8]
    state: int
    phase: int
    value_range: tuple[float, float]
    svm: "Fitted | None" = None
    palette: str = "viridis"
    in_sight: NDArray[np.intp] | None = None
    written: NDArray[np.bool_] | None = None
    optimal: "OptimalValues | None" = None
    visits: NDArray[np.int64] | None = None

    @cached_property
    def shown(self) -> slice | NDArray[np.intp]:
        """The states of the shown phase: one a passable cell in sight, in the order of `mdp.cells`."""
        return self._at(self.phase)

    def _at(self, phase: int) -> slice | NDArray[np.intp]:
        states = self.mdp.states_at(phase)
        return states if self.in_sight is None else states.start + self.in_sight

    @property
    def cells(self) -> NDArray[np.int32]:
        """(n, 2) int32: the passable cells in sight."""
        return self.mdp.cells if self.in_sight is None else self.mdp.cells[self.in_sight]

    @cached_property
    def states(self) -> NDArray[np.intp]:
        """(n,) intp: the state that is shown of each cell in sight, -1 for none.

        It is the cell's state of the shown phase where the agent can be there then, or else that of the next
        phase at which it can.
        """
        waits = ticks_until_reachable(self.safe, self.mdp.n_cells)[self.phase]
        numbers = np.arange(self.mdp.n_cells) if self.in_sight is None else self.in_sight
        waits = np.where(self.possible, 0, waits[numbers])
        found = (self.phase + waits) % self.mdp.period * self.mdp.n_cells + numbers
        return np.where(waits >= 0, found, -1)

    @cached_property
    def state_q(self) -> NDArray[np.float64]:
        """(n, n_actions) float64: the rows of q of these states; any row where there is none."""
        return self.q[self.states]

    @cached_property
    def acts(self) -> NDArray[np.bool_]:
        """(n,) bool: whether a state is shown in which the agent has a choice: no goal, no dead end."""
        choices = reduce(np.logical_or, self.safe.allowed[self.states].T)
        return np.asarray(choices & (self.states >= 0), dtype=np.bool_)

    @cached_property
    def tried(self) -> NDArray[np.bool_]:
        """(n,) bool: whether any action of the state that is shown has a value yet."""
        return _known(self.state_q)

    @cached_property
    def possible(self) -> NDArray[np.bool_]:
        """(n,) bool: whether the agent can be in the cell at the shown phase, or has been."""
        return np.asarray(_known(self.q[self.shown]) | self.safe.reachable[self.shown], dtype=np.bool_)


def _known(q: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which rows have a value: neither NaN nor 0; column by column, since the short axis is slow."""
    return np.asarray(reduce(np.logical_or, (np.abs(q) > 0).T), dtype=np.bool_)


_waits: "WeakKeyDictionary[SafeActions, NDArray[np.int32]]" = WeakKeyDictionary()


def ticks_until_reachable(safe: "SafeActions", n_cells: int) -> NDArray[np.int32]:
    """(period, n_cells) int32: ticks from each phase until the agent can be in the cell; -1 for never.

    It is computed once for each `safe` and kept as long as that.
    """
    found = _waits.get(safe)
    if found is None:
        reachable = safe.reachable.reshape(-1, n_cells)
        phases = np.arange(len(reachable), dtype=np.int32)[:, None]
        never = np.int32(2 * len(reachable))
        following = np.where(reachable, phases, never)[::-1]
        following = np.minimum.accumulate(following, axis=0, out=following)[::-1]
        again = np.where(following[0] == never, never, following[0] + len(reachable))
        found = np.minimum(following, again) - phases
        found[:, again == never] = -1
        _waits[safe] = found
    return found


Draw = Callable[[pygame.Surface, Canvas, tuple[int, int], OverlayData], None]
Caption = Callable[[OverlayData], tuple[str, str]]


@dataclass(frozen=True, eq=False)
class Overlay:
    """A layer of information on a board.

    Attributes:
        name: how code and the command line refer to it; the control that switches it has the same name.
        label, icon, help: how the window shows it.
        caption: what it shows now, in a few words: first those that count, then the rest.
        reads: the fields of OverlayData that its drawing depends on beside the cells in sight, also through
            properties. The board keeps a picture of the overlay until one of them changes; one that reads
            `state` follows the agent, and is redrawn in every frame.
        draw: draw(surface, canvas, origin, data), called between the ground and what stands on it.
        draw_above: the same, called after everything else, for marks that nothing may hide.
        dims: the ground loses its colours below it.
        fills: it colours cells with a scale of its own, so that only one of those can be seen at a time.
    """

    name: str
    label: str
    icon: str
    help: str
    caption: Caption
    reads: frozenset[str]
    draw: Draw
    draw_above: Draw | None = None
    dims: bool = False
    fills: bool = False

    @property
    def follows_agent(self) -> bool:
        """Whether it changes with the agent's state."""
        return "state" in self.reads


def version_of(overlays: Iterable[Overlay], data: OverlayData) -> tuple[object, ...]:
    """What a picture of these overlays depends on beside them: the values of all fields they read.

    The values themselves are held: the identity of an array cannot be taken over by a newer one meanwhile.
    """
    reads = frozenset[str]().union(*(overlay.reads for overlay in overlays))
    return tuple(getattr(data, field.name) for field in fields(data) if field.name in reads)


def same_version(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Whether two versions are of the same picture: tables by identity, plain values by equality."""
    return len(one) == len(other) and all(
        a is b or (isinstance(a, int | float | str | tuple) and a == b)
        for a, b in zip(one, other, strict=True)
    )

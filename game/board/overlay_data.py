"""What an overlay shows and how it is listed: values that the board and the overlays share."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pygame
from numpy.typing import NDArray

from levels.model.level import Level

if (
    TYPE_CHECKING
):  # the tables' modules take long to import, and a picture without overlays needs none of them
    from game.board.large import LargeView
    from game.board.view import BoardView
    from game.presenters.svm_fit import Fitted
    from levels.model.mdp import Mdp
    from levels.proof.safety import SafeActions


@dataclass(frozen=True, eq=False)
class OverlayData:
    """One look into the learner's head.

    Attributes:
        q: (n_states, n_actions) float64, NaN where not allowed.
        labels: (n_states,) int8, column of the best allowed action; -1 for none.
        state: where the agent is; `phase` is the phase the board shows.
        value_range: lowest and highest best Q of a state, the ends of the colour scale.
        svm: the SVM of the overlay "svm", None where there is none yet.
        palette: the colour scale, a name in `theme.PALETTES`.
        in_sight: which of the tables' cells the board shows, None for all of them.
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

    @cached_property
    def shown(self) -> slice | NDArray[np.intp]:
        """The states of the shown phase: one a passable cell in sight, in the order of `mdp.cells`."""
        states = self.mdp.states_at(self.phase)
        return states if self.in_sight is None else states.start + self.in_sight

    @property
    def cells(self) -> NDArray[np.int32]:
        """(n, 2) int32: the passable cells in sight."""
        return self.mdp.cells if self.in_sight is None else self.mdp.cells[self.in_sight]

    @cached_property
    def q_shown(self) -> NDArray[np.float64]:
        """(n, n_actions) float64: the rows of q of the shown states."""
        return self.q[self.shown]

    @cached_property
    def tried(self) -> NDArray[np.bool_]:
        """(n_cells,) bool: whether any action of the cell has a value at the shown phase yet."""
        known = np.abs(self.q_shown) > 0  # False for NaN; column by column: the short axis is slow
        return np.asarray(reduce(np.logical_or, known.T), dtype=np.bool_)

    @cached_property
    def possible(self) -> NDArray[np.bool_]:
        """(n_cells,) bool: whether the agent can be in the cell at the shown phase, or has been."""
        return np.asarray(self.tried | self.safe.reachable[self.shown], dtype=np.bool_)


View: TypeAlias = "BoardView | LargeView"
"""Whatever overlays are drawn on."""
Painter = Callable[[pygame.Surface, View, tuple[int, int], OverlayData], None]


@dataclass(frozen=True)
class Overlay:
    """One way of looking at a board.

    Attributes:
        name, key, label, icon, help: how controls name it.
        draw: draw(surface, view, origin, insight), called between the ground and what stands on it.
        draw_above: the same, called after everything else, for marks that nothing may hide.
        follows_agent: it changes with the agent's state; the others, which depend on (q, labels, phase, svm)
            only, are kept.
        dims: the ground loses its colours below it.
    """

    name: str
    key: str
    label: str
    icon: str
    help: str
    draw: Painter
    draw_above: Painter | None = None
    follows_agent: bool = False
    dims: bool = False

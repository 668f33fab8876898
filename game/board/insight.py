"""What an overlay shows and how it is listed: values that the board and the overlays share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pygame
from numpy.typing import NDArray

from levels.level import Level
from levels.mdp import Mdp
from levels.safety import SafeActions

if TYPE_CHECKING:
    from game.board.view import BoardView


@dataclass(frozen=True, eq=False)
class Insight:
    """One look into the learner's head.

    Attributes:
        q: (n_states, n_actions) float64, NaN where not allowed.
        labels: (n_states,) int8, column of the best allowed action; -1 for none.
        state: where the agent is; `phase` is the phase the board shows.
    """

    level: Level
    mdp: Mdp
    safe: SafeActions
    q: NDArray[np.float64]
    labels: NDArray[np.int8]
    state: int
    phase: int


@dataclass(frozen=True)
class Overlay:
    """One way of looking at a board.

    Attributes:
        name, key, label, icon, help: how controls name it.
        draw: draw(surface, view, origin, insight), called between the ground and everything that stands on it.
        follows_agent: it changes with the agent's state; others depend on (q, labels, phase) only and are kept.
        dims: the ground loses its colours below it.
    """

    name: str
    key: str
    label: str
    icon: str
    help: str
    draw: "Callable[[pygame.Surface, BoardView, tuple[int, int], Insight], None]"
    follows_agent: bool = False
    dims: bool = False

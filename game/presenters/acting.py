"""What the board shows while a lesson asks: the moment it asks about, or an answer acted out. No pygame."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.presenters.playback import hop_share
from game.presenters.scene import Scene, Trace
from levels.model.board import MOVES, Action, Cell

SLOWEST, LONGEST = 0.6, 5.0
"""How long a move takes at most while an answer is acted out, and all of them [s]."""
HOLD = 1.6
"""How long its end stays before the moment asked about comes back [s]."""
PULSE = 0.45
"""How long a move that leads nowhere shows as refused [s]."""


@dataclass(frozen=True)
class Act:
    """An answer to be acted out.

    Attributes:
        action: the move it stands for, None for none.
        trace: (tick, cell) of the agent, the moment asked about first; empty where nothing can be shown.
        ghosts: a path into a crash or trap, which stays on the board afterwards; None for another.
    """

    action: Action | None
    trace: Sequence[tuple[int, Cell]]
    ghosts: Trace | None = None


class Acting:
    """The moment a question is about; an answer that is acted out ends there again.

    Attributes:
        playing: whether an answer is being acted out.
    """

    def __init__(self, cell: Cell, phase: int) -> None:
        self.cell, self.phase = cell, phase
        self.playing = False
        self._act = Act(None, ())
        self._time = 0.0

    @property
    def path(self) -> list[Cell]:
        """The cells of the answer that is acted out, or whose ghosts are there; none without one."""
        shown = self.playing or self._act.ghosts is not None
        return [cell for _, cell in self._act.trace] if shown else []

    @property
    def _tick(self) -> float:
        """How long a move takes now [s]."""
        return min(SLOWEST, LONGEST / max(len(self._act.trace), 1))

    def play(self, act: Act) -> None:
        """Acts out an answer from now on."""
        self._act, self._time = act, 0.0
        self.playing = bool(act.trace) or act.action is not None

    def advance(self, dt: float) -> None:
        """Lets `dt` [s] pass."""
        self._time += dt
        if self._time >= self._tick * max(len(self._act.trace) - 1, 1) + HOLD:
            self.playing = False

    def scene(self, *, still: bool) -> Scene:
        """The moment now; `still`: nothing moves between two ticks."""
        act = self._act
        if not self.playing:
            return Scene(self.phase, self.cell, self.cell, trace=act.ghosts, animate=False)
        if len(act.trace) < 2:
            share = min(self._time / PULSE, 1.0)
            return Scene(
                self.phase,
                self.cell,
                self.cell,
                facing=act.action or Action.DOWN,
                refused=act.action,
                refused_progress=share,
                animate=not still,
            )
        last = len(act.trace) - 1
        index = min(int(self._time / self._tick), last)
        share = self._time / self._tick - index if index < last else 0.0
        following = min(index + 1, last)
        (tick, cell), (_, ahead) = act.trace[index], act.trace[following]
        before = act.trace[index - 1][1] if index == last else cell
        return Scene(
            time=tick + (0.0 if still else share),
            agent_from=cell,
            agent_to=cell if still else ahead,
            progress=hop_share(share, self._tick),
            facing=_facing(before, ahead),
            trail=tuple(cell for _, cell in act.trace[: index + 1]),
            trace=act.ghosts if index == last else None,
            animate=not still,
        )


def _facing(before: Cell, after: Cell) -> Action:
    """Where one looks who goes from a cell to one next to it."""
    step = after[0] - before[0], after[1] - before[1]
    return next((action for action, move in MOVES.items() if move == step), Action.DOWN)
